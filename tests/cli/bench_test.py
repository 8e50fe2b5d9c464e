# SPDX-License-Identifier: Apache-2.0
"""plisse bench: what it measures, how it scales, and what it refuses."""
import importlib.util
import json
import subprocess
import sys
import unittest

from support import SOURCE, CommandTest

SPREAD = {"median", "lower_quartile", "upper_quartile"}
QUICK = "copy,ordered_sum,loss_strain,encoder_grid*"
NAMES = {"copy", "sgemm", "ordered_sum", "loss_strain", "encoder_grid", "encoder_grid_backward"}


class Bench(CommandTest):
    def check_spread(self, spread):
        self.assertEqual(set(spread), SPREAD)
        self.assertLessEqual(spread["lower_quartile"], spread["median"])
        self.assertLessEqual(spread["median"], spread["upper_quartile"])
        self.assertGreater(spread["lower_quartile"], 0)

    def test_one_number_of_threads(self):
        report = json.loads(self.plisse("bench", "--json", "--only", QUICK, "--threads", 2, "--time", "0s").stdout)
        self.assertEqual(report["machine"]["threads"], "2")
        about = {"software_version", "git_sha", "compiler", "flags", "kokkos_version", "backend", "cpu", "cpus"}
        self.assertLessEqual(about, set(report["machine"]))
        entries = {entry["name"]: entry for entry in report["benchmarks"]}
        self.assertEqual(list(entries)[:2], ["copy", "sgemm"])
        self.assertEqual(set(entries), NAMES)
        self.assertEqual(entries["sgemm"]["operations"], 2 * 1024**3)
        for name, entry in entries.items():
            with self.subTest(name):
                self.assertEqual(entry["section"], "machine" if name in ("copy", "sgemm") else "kernel")
                self.assertEqual(entry["threads"], 2)
                self.assertRegex(entry["digest"], "^[0-9a-f]{16}$")
                self.assertGreaterEqual(entry["samples"], 5)
                self.check_spread(entry["seconds"])
                self.check_spread(entry["of_copy"])
                self.assertAlmostEqual(entry["bytes_per_second"] * entry["seconds"]["median"] / entry["bytes"], 1, delta=1e-9)
                self.assertEqual(entry["of_sgemm"] is None, name == "copy")

    def test_scaling(self):
        done = self.plisse("bench", "--json", "--only", "copy,ordered_sum,loss_strain", "--threads", "1,2", "--time", "0s")
        self.assertEqual(done.stderr, "")
        report = json.loads(done.stdout)
        self.assertEqual(report["threads"], [1, 2])
        self.assertNotIn("threads", report["machine"])
        self.assertEqual([entry["name"] for entry in report["benchmarks"]], ["copy", "sgemm", "loss_strain", "ordered_sum"])
        for entry in report["benchmarks"]:
            with self.subTest(entry["name"]):
                one, two = entry["at"]
                self.assertEqual((one["threads"], two["threads"]), (1, 2))
                self.assertTrue(entry["same_bits"])
                self.assertEqual(one["digest"], two["digest"])
                self.assertGreaterEqual(two["rounds"], 5)
                self.check_spread(two["speedup"])
                self.assertAlmostEqual(two["efficiency"]["median"], two["speedup"]["median"] / 2)
        path = self.folder / "scaling.json"
        path.write_text(done.stdout)
        self.assertRegex(self.plisse("bench", "--from", path).stdout, r"(?m)^ordered_sum  .* same$")
        if importlib.util.find_spec("matplotlib"):
            self.assertIn("threads: 1, 2, filled: 2", self.roofline(report).stdout)
            self.assertEqual((self.folder / "roofline.png").read_bytes()[:4], b"\x89PNG")
            report["benchmarks"].pop(0)
            self.assertIn("there is no copy with threads: 1", self.roofline(report, code=2).stderr)

    def roofline(self, report, code=0):
        path = self.folder / "bench.json"
        path.write_text(json.dumps(report))
        command = [sys.executable, SOURCE / "tools/figures", "roofline", path, "-o", self.folder / "roofline"]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_what_papers_and_peers_ask_for_is_listed(self):
        listed = {entry["name"] for entry in json.loads(self.plisse("list", "benchmarks", "--json").stdout)["benchmarks"]}
        steps = {"mlp_step", "positional_step", "grid_step", "siren_step", "shell_step", "cloth_step", "cloth_step_16k"}
        kernels = {"sampler_lloyd", "collider_nearest_vertex", "sampler_probability", "network_relu_gradient", "optimizer_adam"}
        self.assertLessEqual(NAMES | steps | kernels, listed)

    def test_refusals(self):
        for words, arguments in {"siren_step": ["--only", "siren"], "--threads": ["--threads", "1,x"], "cannot be read": ["--from", "nowhere.json"],
                                 "each number of threads once": ["--threads", "2,2"]}.items():
            done = self.plisse("bench", *arguments, code=2)
            self.assertEqual(done.stdout, "")
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
