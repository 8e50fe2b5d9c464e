# SPDX-License-Identifier: Apache-2.0
"""tools/reproduce: every committed result at a toy size, and what it refuses."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from support import PLISSE, SOURCE


class Reproduce(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="plisse-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def reproduce(self, *arguments, code=0):
        done = subprocess.run([SOURCE / "tools/reproduce", *map(str, arguments)], capture_output=True, text=True,
                              env={**os.environ, "PLISSE": str(pathlib.Path(PLISSE).resolve())})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_everything_at_a_toy_size(self):
        before = {p: p.stat().st_mtime_ns for p in (SOURCE / "results").rglob("*")}
        self.reproduce("all", "--quick", "--out", self.folder, "-j", 2)
        recipes = {p.stem for p in (SOURCE / "tools/recipes").glob("*.sh")} - {"ablation"}
        results = recipes | {f"ablations/{p.stem}" for p in (SOURCE / "configs/ablations").glob("*.yaml")}
        for name in sorted(results):
            with self.subTest(name):
                text = (self.folder / name / "table.md").read_text()
                self.assertTrue(text.startswith(f"Made by `tools/reproduce {name}`:\n\n```sh\nplisse "), text[:200])
                self.assertIn("\n| ", text)
                for picture in (line for line in text.splitlines() if line.startswith("![")):
                    self.assertEqual((self.folder / name / picture.split("(")[1][:-1]).read_bytes()[:4], b"\x89PNG")
                if "plisse sweep" in text:
                    self.assertTrue(list((self.folder / name).glob("*.tex")) and list((self.folder / name).glob("*.csv")))
        self.assertEqual(before, {p: p.stat().st_mtime_ns for p in (SOURCE / "results").rglob("*")})

    def test_refusals(self):
        self.assertIn("no result is called 'table9'", self.reproduce("table9", code=2).stderr)
        self.assertIn("do not belong in results/", self.reproduce("table1", "--quick", "--out", SOURCE / "results", code=2).stderr)
        self.assertIn("Results: ", self.reproduce(code=2).stderr)


if __name__ == "__main__":
    unittest.main()
