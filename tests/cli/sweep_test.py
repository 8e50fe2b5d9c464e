# SPDX-License-Identifier: Apache-2.0
"""Sweeps from outside: plans, budgets, workers that are killed, folders that do not fit."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest

import h5py
import yaml
from support import PLISSE, CommandTest

BASE = """
experiment: surface_fit
field: {encoder: {type: grid, resolution: 8, levels: 1, features: 2}, network: {width: 8, hidden_layers: 1}}
sampler: {type: uniform, points: 32}
losses: {regression: 1.0}
train: {epochs: 30, checkpoint_every: 0.1s}
evaluate: {resolution: 8}
"""

SWEEP = """sweep: small
base: base.yaml
axes:
  - zip: {name: model, values: {plain: {field.encoder: {type: identity}}, grid: {}}}
  - grid: {field.network.width: [8, 16]}
seeds: {count: 2}
table: {rows: model, cols: field.network.width, metrics: [rmse]}
"""

LONG = 6000  # epochs that take long enough to be interrupted


class SweepTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.config(BASE, "base.yaml")
        self.runs = self.folder / "runs" / "small"

    def sweep(self, *arguments, text=SWEEP, code=0):
        return self.plisse("sweep", self.config(text, "sweep.yaml"), *arguments, code=code)

    def start(self, *arguments, text=SWEEP):
        """A sweep that goes on in the background."""
        process = subprocess.Popen([PLISSE, "sweep", self.config(text, "sweep.yaml"), *map(str, arguments)], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        self.addCleanup(process.stderr.close)
        return process

    def wait_for(self, condition):
        for _ in range(3000):
            found = condition()
            if found:
                return found
            time.sleep(0.01)
        self.fail("nothing happened")

    def lock(self, folder=None):
        return yaml.safe_load((pathlib.Path(folder or self.runs) / "sweep.lock.yaml").read_text())

    def ids(self, folder=None):
        return [run["id"] for run in self.lock(folder)["runs"]]

    def state(self, run):
        try:
            return json.loads((run / "state.json").read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def at_work(self, least_steps=1):
        """The folders of runs that have made steps and are not done."""
        found = []
        for run in self.runs.glob("*/"):
            state = self.state(run)
            series = run / "series.jsonl"
            if state and state["status"] == "running" and series.exists() and series.read_bytes().count(b"\n") >= least_steps:
                found.append(run)
        return found

    def metrics(self, folder):
        values = {}
        for run in self.ids(folder):
            with h5py.File(pathlib.Path(folder) / run / "run.h5") as file:
                self.assertEqual(file.attrs["status"], "done")
                self.assertEqual(file.attrs["run_id"], run)
                values[run] = [(m["name"], m["value"]) for m in file["metrics/final"]]
        return values

    def assert_complete(self, folder, epochs):
        """Every run is done, with each of its steps once."""
        for run in self.ids(folder):
            with self.subTest(run):
                self.assertEqual(self.state(folder / run)["status"], "done")
                lines = (folder / run / "series.jsonl").read_text().splitlines()
                self.assertEqual([json.loads(line)["step"] for line in lines], list(range(epochs)))
                self.assertEqual((folder / "logs" / f"{run}.log").read_text().count(": done, "), 1)


class Plans(SweepTest):
    def test_a_dry_run_shows_solved_sizes_and_writes_nothing(self):
        text = SWEEP.replace("field.network.width: [8, 16]", "budget.parameters: [500, 2000]").replace(
            "table: {rows: model, cols: field.network.width", "budget: {solve: {plain: field.network.width, grid: field.encoder.resolution}, tolerance: 5%}\n"
            "table: {rows: model, cols: budget.parameters")
        done = self.sweep("--dry-run", text=text)
        self.assertFalse((self.folder / "runs").exists())
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 9)
        self.assertRegex(lines[0], r"^id +model +budget\.parameters +seed +sizes +parameters +inference \[B\] +training \[B\] +deviation +state$")
        plan = json.loads(self.sweep("--dry-run", "--json", text=text).stdout)
        for run in plan["runs"]:
            budget = run["budget"]
            self.assertLessEqual(abs(budget["deviation"]), 0.05)
            self.assertEqual(budget["actual"], run["parameters"])
            self.assertEqual(budget["target"], int(run["labels"]["budget.parameters"]))
            ((key, size),) = budget["sizes"].items()
            encoder = ("field.encoder={type: identity}",) if run["labels"]["model"] == "plain" else ()
            counted = json.loads(self.plisse("check", "base.yaml", *encoder, f"{key}={size}", f"seed={run['labels']['seed']}", "--json").stdout)
            self.assertEqual(counted["parameters"], run["parameters"])
            self.assertEqual(counted["bytes_training"], run["bytes_training"])
            self.assertEqual(counted["sha256"], run["sha256"])
        self.assertIn("out of reach", self.sweep("--dry-run", "budget.tolerance=0.001%", text=text, code=2).stderr)
        by_bytes = text.replace("budget.parameters", "budget.bytes").replace("tolerance: 5%", "tolerance: 5%, count: training")
        for run in json.loads(self.sweep("--dry-run", "--json", "seeds.count=1", text=by_bytes.replace("[500, 2000]", "[16000]")).stdout)["runs"]:
            self.assertEqual(run["budget"]["counted"], "bytes_training")
            self.assertAlmostEqual(run["bytes_training"] / 16000, 1, delta=0.05)

    def test_mistakes_are_refused_before_any_work(self):
        grid = "grid: {field.network.width: [8, 16]}"
        for before, after, *wanted in (
                (grid, "zip: {field.network.width: [8, 16], train.epochs: [1, 2, 3]}", r"'train\.epochs' has 3 values, but 'field\.network\.width' has 2 .*sweep\.yaml:5:\d+"),
                (grid, "grid: {field.network.wdith: [8, 16]}", r"unknown key 'field\.network\.wdith' \(.*sweep\.yaml:5:\d+\)", "did you mean 'width'"),
                (grid, "grid: {field.network.width: [8, wide]}", r"the text 'wide', but must be an integer \(.*sweep\.yaml:5:37\)"),
                (grid, "grid: {field.network.width: []}", "empty list"),
                (grid, "grid: {field.network.width: [8, 8]}", r"two points with the labels field\.network\.width=8"),
                (grid, "list: {name: size, values: {a: {field.network.width: 8}, b: {field.network.width: 8}}}",
                 "two runs with the same id [0-9a-f]{10}: model=plain size=a seed=0 and model=plain size=b seed=0"),
                (grid, "exclude: [{model: gird}]", r"the axis 'model' has no 'gird' .*sweep\.yaml:5:", "did you mean 'grid'"),
                (grid, "gird: {field.network.width: [8]}", r"unknown key 'axes\[1\]\.gird'", "did you mean 'grid'"),
                ("count: 2", "count: two", "'seeds.count' is the text 'two'"),
                ("rows: model", "rows: modle", "unknown axis 'modle'", "did you mean 'model'"),
                ("base: base.yaml", "base: bsae.yaml", "missing file 'bsae.yaml'"),
                ("seeds: {count: 2}", "budget: {solve: field.network.hidden_layers, parameters: 7}", "a budget of 7 parameters is out of reach", "nearest: "),
                ("seeds: {count: 2}", "budget: {solve: field.network.width, parameters: 7}", "'budget.solve' changes 'field.network.width', which is an axis"),
                ("sweep: small\n", "", "missing key 'sweep'")):
            with self.subTest(after):
                self.assertIn(before, SWEEP)
                done = self.sweep(text=SWEEP.replace(before, after), code=2)
                for pattern in wanted:
                    self.assertRegex(done.stderr, pattern)
        self.assertFalse((self.folder / "runs").exists())
        self.assertIn("run it with 'plisse run'", self.plisse("sweep", "base.yaml", code=2).stderr)
        for command in ("run", "check"):
            self.assertIn("run it with 'plisse sweep'", self.plisse(command, self.config(SWEEP, "sweep.yaml"), code=2).stderr)

    def test_unpaired_seeds_are_shared_by_no_two_runs(self):
        plan = json.loads(self.sweep("--dry-run", "--json", "seeds.paired=false").stdout)
        self.assertEqual(len({run["labels"]["seed"] for run in plan["runs"]}), 8)
        again = json.loads(self.sweep("--dry-run", "--json", "seeds.paired=false").stdout)
        self.assertEqual(plan, again)


class Folders(SweepTest):
    def test_the_second_call_does_nothing_and_other_plans_are_told_apart(self):
        first = self.sweep("-j", 2)
        self.assertIn("8 of 8 done", first.stdout)
        self.assert_complete(self.runs, 30)
        lock = self.lock()
        self.assertEqual(lock["schema"], "plisse/sweep/1")
        self.assertEqual(lock["axes"], ["model", "field.network.width", "seed"])
        self.assertEqual(lock["runs"][3]["labels"], {"model": "plain", "field.network.width": "16", "seed": "1"})
        for run in lock["runs"]:
            self.assertRegex(run["id"], r"^(plain|grid)-(8|16)-s[01]-" + run["sha256"][:10])
        before = {path: path.stat().st_mtime_ns for path in self.runs.rglob("*") if path.name != ".lock" and path.is_file()}
        second = self.sweep()
        self.assertIn("all 8 runs of runs/small are done: nothing to do", second.stderr)
        after = {path: path.stat().st_mtime_ns for path in before}
        self.assertEqual(before, after)
        self.assertIn("done", self.plisse("status", self.runs).stdout)
        self.assertEqual(json.loads(self.plisse("status", self.runs, "--json").stdout)["counts"]["done"], 8)
        self.assertIn("done", self.plisse("status", self.runs / self.ids()[0]).stdout)

        one_by_one = self.sweep("-j", 1, "-o", "one", "--json")
        self.assertEqual(json.loads(one_by_one.stdout)["counts"]["done"], 8)
        self.assertEqual(self.metrics(self.runs), self.metrics(self.folder / "one"))

        grown = self.sweep("seeds.count=3", "--only", "model=gr*,field.network.width!=16")
        self.assertIn("the plan grows by 4 runs to 12", grown.stderr)
        self.assertEqual(len(list(self.runs.glob("*/run.h5"))), 9)
        refused = self.sweep(code=4)
        self.assertIn("4 runs that this plan does not have", refused.stderr)
        changed = self.sweep("seeds.count=3", "train.epochs=40", code=4)
        self.assertIn("train.epochs: 30 -> 40", changed.stderr)
        self.assertIn("-o", changed.stderr)

    def test_a_folder_that_was_moved_or_half_deleted_is_made_whole(self):
        self.sweep("seeds.count=1")
        moved = self.folder / "elsewhere" / "kept"
        moved.parent.mkdir()
        shutil.move(self.runs, moved)
        self.assertIn("nothing to do", self.sweep("seeds.count=1", "-o", moved).stderr)
        first, second = self.ids(moved)[:2]
        shutil.rmtree(moved / first)
        (moved / "sweep.lock.yaml").unlink()
        (moved / "plan" / f"{second}.yaml").unlink()
        lost = self.plisse("status", moved, code=2)
        self.assertIn("it has no sweep.lock.yaml", lost.stderr)
        restored = self.sweep("seeds.count=1", "-o", moved)
        self.assertIn("sweep.lock.yaml was missing and is restored", restored.stderr)
        self.assertIn("1 run folder went missing: made again", restored.stderr)
        self.assertEqual(re.findall(r"^(\S+): done$", restored.stderr, re.M), [first])
        self.assertTrue((moved / "plan" / f"{second}.yaml").exists())
        (moved / "sweep.lock.yaml").write_text("runs: [")
        self.assertIn("remove it", self.sweep("seeds.count=1", "-o", moved, code=2).stderr)

        foreign = self.folder / "foreign"
        foreign.mkdir()
        (foreign / "thesis.txt").write_text("mine")
        self.assertIn("holds other files and no sweep, such as 'thesis.txt'", self.sweep("-o", foreign, code=4).stderr)
        self.assertEqual([path.name for path in foreign.iterdir()], ["thesis.txt"])

    def test_a_run_folder_of_another_configuration_is_left_alone_and_the_rest_goes_on(self):
        plan = json.loads(self.sweep("seeds.count=1", "--dry-run", "--json").stdout)
        taken = plan["runs"][0]["id"]
        self.plisse("run", "base.yaml", "train.epochs=7", "-o", self.runs / taken)
        done = self.sweep("seeds.count=1", code=3)
        self.assertIn(f"{taken} holds a run of another configuration", done.stderr)
        self.assertIn("train.epochs: 7 -> 30", done.stderr)
        self.assertEqual(self.state(self.runs / taken)["steps"], 7)
        self.assertEqual([self.state(self.runs / run["id"])["status"] for run in plan["runs"][1:]], ["done"] * 3)

    def test_some_of_the_runs(self):
        self.sweep("--only", "model=plain,seed=1,field.network.width=8|16")
        made = [path.parent.name for path in self.runs.glob("*/run.h5")]
        self.assertEqual(len(made), 2)
        self.assertTrue(all(re.match(r"plain-\d+-s1-", name) for name in made))
        for wrong, pattern in (("modle=plain", "did you mean 'model'"), ("model=plian", "did you mean 'plain'"), ("nothing-*", "no run 'nothing-")):
            self.assertRegex(self.sweep("--only", wrong, code=2).stderr, pattern)


class Failures(SweepTest):
    text = SWEEP.replace("grid: {}}", "grid: {optimizer.learning_rate: 1.0e+38, train.epochs: 50}}").replace("count: 2", "count: 1")

    def test_a_run_that_diverges_stays_alone(self):
        done = self.sweep("-j", 2, text=self.text, code=3)
        self.assertIn("2 of 4 done, 2 diverged", done.stdout)
        self.assertRegex(done.stderr, r"last lines of .*logs/grid-8-s0-[0-9a-f]{10}\.log:\n  \| ")
        log = next((self.runs / "logs").glob("grid-8-*.log"))
        size = log.stat().st_size
        again = self.sweep(text=self.text, code=3)
        self.assertIn("2 runs failed before and are left out; --retry-failed", again.stderr)
        self.assertEqual(log.stat().st_size, size)
        self.sweep("--retry-failed", text=self.text, code=3)
        self.assertGreater(log.stat().st_size, size)
        self.assertEqual(json.loads(self.plisse("status", self.runs, "--json").stdout)["counts"]["diverged"], 2)

    def test_what_is_damaged_is_made_again_and_stays_alone(self):
        text = SWEEP.replace("count: 2", "count: 1")
        self.sweep(text=text)
        names = self.ids()
        cut, beyond, blocked = (self.runs / name for name in names[:3])
        os.truncate(cut / "run.h5", 1000)
        for file in ("run.h5", "checkpoint.h5", "checkpoint.previous.h5"):
            (beyond / file).write_bytes(b"damaged")
        shutil.rmtree(blocked)
        log = self.runs / "logs" / f"{blocked.name}.log"
        log.unlink()
        log.mkdir()
        counts = json.loads(self.plisse("status", self.runs, "--json").stdout)
        self.assertEqual((counts["sweep"], counts["counts"]["done"], counts["counts"]["interrupted"]), ("small", 1, 2))
        done = self.sweep(text=text, code=3)
        self.assertIn(f"{cut.name}: done", done.stderr)
        self.assertIn(f"{beyond.name}: failed: none of its checkpoints can be read; --retry-failed makes it from its beginning", done.stderr)
        self.assertRegex(done.stderr, f"{blocked.name}: failed: cannot open .*Is a directory")
        log.rmdir()
        again = self.sweep("--retry-failed", text=text)
        self.assertIn("4 of 4 done", again.stdout)
        self.metrics(self.runs)

    def test_the_first_failure_may_end_the_sweep(self):
        reversed_text = self.text.replace("values: {plain: {field.encoder: {type: identity}}, grid", "values: {grid").replace(
            "epochs: 50}}", "epochs: 50}, plain: {field.encoder: {type: identity}}}")
        done = self.sweep("--fail-fast", text=reversed_text, code=3)
        self.assertIn("--fail-fast", done.stderr)
        self.assertEqual(len(list(self.runs.glob("*/state.json"))), 1)


class Interruptions(SweepTest):
    text = SWEEP.replace("count: 2", "count: 1")
    slow = f"train.epochs={LONG}"

    def test_killed_sweeps_and_workers_lose_nothing(self):
        whole = self.folder / "whole"
        self.sweep(self.slow, "-o", whole, "-j", 2, text=self.text)

        killed = self.start(self.slow, "-j", 2, text=self.text)
        self.wait_for(self.at_work)
        killed.kill()
        killed.wait()

        second = self.start(self.slow, text=self.text)  # while the workers of the first still save and stop
        worker = self.wait_for(lambda: [state for state in map(self.state, self.at_work(100)) if self.is_child(state["pid"], second.pid)])[0]
        os.kill(worker["pid"], signal.SIGKILL)
        _, said = second.communicate()
        self.assertEqual(second.returncode, 3)
        self.assertIn(f"{worker['run_id']}: failed: killed by SIGKILL; the system may have been out of memory; see ", said)

        self.sweep(self.slow, text=self.text)
        self.assert_complete(self.runs, LONG)
        self.assertEqual(self.metrics(self.runs), self.metrics(whole))

    @staticmethod
    def is_child(pid, parent):
        try:
            return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1]) == parent
        except FileNotFoundError:
            return False

    def test_a_signal_saves_and_stops_and_the_folder_is_for_one_sweep_alone(self):
        slower = f"train.epochs={5 * LONG}"
        process = self.start(slower, "-j", 2, text=self.text)
        running = self.wait_for(lambda: len(self.at_work()) == 2 and self.at_work())
        self.assertEqual(json.loads(self.plisse("status", self.runs, "--json").stdout)["counts"]["running"], 2)
        refused = self.sweep(slower, text=self.text, code=4)
        self.assertIn(f"in use by another sweep (pid {process.pid} on ", refused.stderr)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        self.assertEqual(process.returncode, 75)
        self.assertIn("SIGINT: the workers save and stop", said)
        self.assertEqual({self.state(run)["status"] for run in running}, {"interrupted"})
        self.assertIn("interrupted", self.plisse("status", self.runs).stdout)
        self.sweep(slower, "-j", 2, text=self.text)
        self.assert_complete(self.runs, 5 * LONG)
        resumed = [(self.runs / "logs" / f"{run.name}.log").read_text() for run in running]
        self.assertTrue(all("resuming at step" in log for log in resumed))


if __name__ == "__main__":
    unittest.main()
