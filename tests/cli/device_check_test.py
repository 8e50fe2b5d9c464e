# SPDX-License-Identifier: Apache-2.0
"""tools/device_check: a build packed, carried elsewhere, and checked there."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(os.environ["PLISSE"])
TOOL = pathlib.Path(os.environ["PLISSE_SOURCE_DIR"], "tools", "device_check")

STANDS_IN = """#!/bin/sh
cat <<'END'
<doctest binary="x"><TestSuite>
<TestCase name="adds &amp; halves" filename="x" line="1"><OverallResultsAsserts successes="1" failures="0" test_case_success="true"/></TestCase>
<TestCase name="left out" filename="x" line="2" skipped="true"/>
<TestCase name="doubles" filename="x" line="3">
<Expression success="false" type="CHECK"><Original>a == b</Original><Expanded>1 == 2</Expanded></Expression>
<OverallResultsAsserts successes="0" failures="1" test_case_success="false"/></TestCase>
<TestCase name="dies" filename="x" line="4">
END
exit 134
"""


def run(*arguments, cwd, code=0):
    # No library path and no checkout: what was carried must do.
    env = {name: value for name, value in os.environ.items() if name not in ("PLISSE", "PLISSE_SOURCE_DIR", "LD_LIBRARY_PATH")}
    done = subprocess.run([sys.executable, *map(str, arguments)], cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == code, f"{arguments} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


class DeviceCheck(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(tempfile.mkdtemp(prefix="plisse-test-"))
        run(TOOL, "--pack", cls.scratch / "packed", "--build", PROGRAM.parent, "--tests", "kernels_core", cwd=cls.scratch)
        cls.carried = cls.scratch / "elsewhere" / "pack"
        cls.carried.parent.mkdir()
        (cls.scratch / "packed").rename(cls.carried)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.scratch, ignore_errors=True)

    def report(self, *arguments, code=0):
        run(self.carried / "device_check", "-o", self.scratch / "report.json", *arguments, cwd="/", code=code)
        return json.loads((self.scratch / "report.json").read_text())

    def test_a_carried_build(self):
        report = self.report("--", "--only", "copy", "--time", "0.05s")
        self.assertTrue(report["device"]["name"])
        self.assertIn("kokkos", json.dumps(report["plisse"]).lower())
        self.assertGreater(report["tests"]["passed"], 5)
        self.assertEqual(report["tests"]["failed"], 0)
        self.assertEqual([p["name"] for p in report["tests"]["programs"]], ["test_kernels_core"])
        self.assertNotIn("error", report["bench"])

    def test_libraries_are_its_own(self):
        env = dict(os.environ, LD_LIBRARY_PATH=str(self.carried / "lib"))
        loaded = subprocess.run(["ldd", self.carried / "bin" / "plisse"], env=env, capture_output=True, text=True).stdout
        self.assertIn(f"{self.carried}/lib/libembree3", loaded)
        self.assertNotIn("not found", loaded)

    def test_failures_have_names(self):
        test = self.carried / "bin" / "test_stand_in"
        test.write_text(STANDS_IN)
        test.chmod(0o755)
        self.addCleanup(test.unlink)
        report = self.report("--no-bench", code=1)
        self.assertEqual(report["tests"]["programs"][-1]["passed"], 1)
        failures = report["tests"]["failures"]
        self.assertEqual([f["case"] for f in failures], ["doubles", "dies"])
        self.assertIn("1 == 2", failures[0]["why"])
        self.assertIn("134", failures[1]["why"])
        self.assertNotIn("bench", report)

    def test_mistakes(self):
        for arguments, words in [(["--pack", self.carried, "--build", PROGRAM.parent], "is not empty"),
                                 (["--pack", self.scratch / "new", "--build", "/nowhere"], "there is no program /nowhere/plisse"),
                                 (["--pack", self.scratch / "new", "--build", PROGRAM.parent, "--tests", "nothing"], "no test in"),
                                 ([self.scratch], "holds no bin/plisse"), ([], "name the folder")]:
            self.assertIn(words, run(TOOL, *arguments, cwd=self.scratch, code=2).stderr)


if __name__ == "__main__":
    unittest.main()
