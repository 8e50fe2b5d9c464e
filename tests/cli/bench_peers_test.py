# SPDX-License-Identifier: Apache-2.0
"""tools/bench_peers without its peers: ratios, rounds, tables, mistakes of the user."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["PLISSE_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tools/peers"))
sys.dont_write_bytecode = True
import alternate
import environment
import parties
import ratios
import report
from failure import Failure


class Clockwork:
    """A party whose steps take the times it was given, and which notes its turns."""

    def __init__(self, name, times, turns):
        self.name, self.title, self.times, self.turns = name, name.title(), list(times), turns

    def prepare(self, step):
        return 0.5

    def seconds(self, step):
        self.turns.append(self.name)
        return self.times.pop(0)


class Idle(Clockwork):
    """Takes half a CPU second whenever it is looked at."""
    taken = 0.0

    def cpu_seconds(self):
        self.taken += 0.5
        return self.taken


class Ratios(unittest.TestCase):
    def test_quartiles_lie_between_neighbours(self):
        self.assertEqual(ratios.spread([4, 1, 3, 2]), {"median": 2.5, "lower_quartile": 1.75, "upper_quartile": 3.25})
        self.assertEqual(ratios.quantile([7], 0.25), 7)

    def test_every_round_counts_on_its_own(self):
        self.assertEqual(ratios.ratios([2, 30, 3], [1, 10, 2]), [2, 3, 1.5])
        with self.assertRaises(ValueError):
            ratios.ratios([1, 2], [1])

    def test_every_party_is_first_in_turn(self):
        self.assertEqual([ratios.order(["a", "b", "c"], k) for k in range(4)],
                         [["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"], ["a", "b", "c"]])

    def test_differences_are_relative_to_the_largest_entry(self):
        self.assertAlmostEqual(ratios.largest_difference([1.0, -4.4], [1.0, -4.0]), 0.1)
        self.assertEqual(ratios.largest_difference([0.0], [0.0]), 0)
        self.assertEqual(ratios.largest_difference([3.0], [0.0]), 3)


class Rounds(unittest.TestCase):
    def test_parties_alternate_and_ratios_are_to_the_first(self):
        turns = []
        found = alternate.measure([Clockwork("ours", [1, 2, 4], turns), Clockwork("theirs", [3, 4, 20], turns)], "step", 3)
        self.assertEqual(turns, ["ours", "theirs", "theirs", "ours", "ours", "theirs"])
        self.assertEqual(found["parties"]["ours"]["ratio"]["median"], 1)
        self.assertEqual(found["parties"]["theirs"]["ratio"], {"median": 3, "lower_quartile": 2.5, "upper_quartile": 4})
        self.assertEqual(found["parties"]["theirs"]["seconds"]["median"], 4)
        self.assertEqual(found["waiting_cpus"], 0)

    def test_a_peer_that_does_not_rest_is_seen(self):
        turns = []
        found = alternate.measure([Clockwork("ours", [1], turns), Idle("theirs", [1], turns)], "step", 1)
        self.assertGreater(found["waiting_cpus"], 1)


class Table(unittest.TestCase):
    def test_one_row_a_step(self):
        turns = []
        step = alternate.measure([Clockwork("ours", [0.010], turns), Clockwork("theirs", [0.025], turns)], "mlp_step", 1)
        about = {"command": "tools/bench_peers", "date": "2001-02-03", "threads": 2, "rounds": 1, "machine": {"cpu": "abacus"},
                 "titles": {"ours": "Ours", "theirs": "Theirs"}, "versions": {"them": "1.0"}}
        text = report.markdown({"about": about, "steps": [{**step, "of_sgemm": 0.75}]})
        self.assertIn("| step | Ours, of sgemm | Theirs | ratio |", text)
        self.assertIn("| `mlp_step` | 10.00 ms, 0.75 | 25.00 ms | 2.50 (2.50 to 2.50) |", text)
        self.assertIn("on abacus, 2001-02-03; them 1.0", text)


class Program(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="plisse-test-")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def script(self, text):
        path = self.folder / "plisse"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def tool(self, *arguments, **variables):
        return subprocess.run([sys.executable, SOURCE / "tools/bench_peers", *arguments], capture_output=True, text=True,
                              env={**os.environ, "PLISSE_DEPS": str(self.folder), **variables})

    def test_mistakes_are_named(self):
        for given, said in ((["--only", "mlp_stop"], "known are mlp_step"), (["--peers", "torch,matlab"], "no peer is called 'matlab'"),
                            (["--rounds", "0"], "not a number from 1 on"), (["--threads", "9999"], "may use"),
                            (["--check", "--peers", "jax"], "at least two"),
                            (["--json", str(self.script("") / "x.json")], "cannot make the folder")):
            done = self.tool(*given)
            self.assertEqual(done.returncode, 2, given)
            self.assertIn(said, done.stderr)

    def test_a_missing_program_is_said_before_anything_is_installed(self):
        done = self.tool(PLISSE=str(self.folder / "none"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("run tools/setup", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_plisse_is_asked_for_one_step(self):
        entry = {"name": "mlp_step", "seconds": {"median": 0.03}, "of_sgemm": {"median": 0.8}}
        document = {"machine": {"cpu": "abacus", "software_version": "1"}, "benchmarks": [{"name": "sgemm", "seconds": {"median": 1}}, entry]}
        (self.folder / "answer.json").write_text(json.dumps(document))
        ours = parties.Plisse(self.script(f"echo $* >> {self.folder}/asked; cat {self.folder}/answer.json\n"), 2)
        self.assertEqual(ours.seconds("mlp_step"), 0.03)
        self.assertEqual(ours.share_of_sgemm("mlp_step"), 0.8)
        self.assertIsNone(ours.share_of_sgemm("siren_step"))
        self.assertIn("bench --only mlp_step --threads 2", (self.folder / "asked").read_text())

    def test_what_plisse_says_on_failing_is_passed_on(self):
        with self.assertRaisesRegex(Failure, "status 3:\n  no such thing"):
            parties.Plisse(self.script("echo no such thing >&2; exit 3\n"), 1)

    def test_a_setup_that_fails_shows_the_end_of_its_log(self):
        with self.assertRaisesRegex(Failure, "it broke; mend it; the log is .*\n  because"):
            environment.run([self.script("echo because; exit 1\n")], self.folder / "log", "it broke", "mend it")


if __name__ == "__main__":
    unittest.main()
