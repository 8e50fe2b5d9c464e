# SPDX-License-Identifier: Apache-2.0
"""plisse table: every format of it parses, pdflatex accepts it, and what does not belong together is refused."""
import csv
import io
import json
import re
import shutil
import subprocess
import unittest

import h5py
from support import CLOTH, CommandTest

try:
    import pandas
except ImportError:
    pandas = None

ENCODERS = {"grid": "field.encoder={type: grid, resolution: 8, levels: 1, features: 2}", "plain": "field.encoder=identity"}


class Table(CommandTest):
    def sweep(self, encoders=("grid", "plain"), seeds=(0, 1), extra=()):
        """A sweep's folder over encoders and seeds, its runs trained for a few epochs."""
        config, root = self.config(CLOTH.replace("epochs: 60", "epochs: 4")), self.folder / "study"
        runs = []
        for encoder in encoders:
            for seed in seeds:
                folder = root / f"{encoder}-s{seed}"
                self.plisse("run", config, ENCODERS[encoder], *extra, "--seed", seed, "-o", folder)
                with h5py.File(folder / "run.h5") as file:
                    runs.append({"id": folder.name, "sha256": file.attrs["config_sha256"], "labels": {"model": encoder, "seed": str(seed)},
                                 "parameters": 1, "bytes_inference": 1, "bytes_training": 1})
        self.lock(runs)
        return root

    def lock(self, runs, **table):
        options = {"rows": ["model"], "cols": [], "metrics": ["energy", "epochs"], "stat": "mean±std", "bold": "best", "baseline": "",
                   "caption": "Energy of 100 % cotton & silk", "published": "", **table}
        plan = {"schema": "plisse/sweep/1", "sweep": "study_1", "axes": ["model", "seed"], "paired": True, "table": options, "runs": runs}
        (self.folder / "study" / "sweep.lock.yaml").write_text(json.dumps(plan, indent=1))
        return runs

    def compile(self, text):
        """Pages of the PDF, 0 without pdflatex, where only the structure is checked."""
        begun, ended = re.findall(r"\\begin\{(\w+)\}", text), re.findall(r"\\end\{(\w+)\}", text)
        self.assertEqual(sorted(begun), sorted(ended))
        if not shutil.which("pdflatex"):
            print("note: no pdflatex here; the structure alone was checked")
            return 0
        (self.folder / "table.tex").write_text(text)
        done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "table.tex"], cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout.decode(errors="replace")[-2000:])
        return int(re.search(rb"\((\d+) page", done.stdout)[1])

    def read_csv(self, text):
        rows = list(csv.DictReader(io.StringIO(text)))
        if pandas is None:
            print("note: no pandas here; the csv module read the table")
        else:
            self.assertEqual(list(pandas.read_csv(io.StringIO(text))["model"]), [row["model"] for row in rows])
        return rows

    def test_every_format(self):
        study = self.sweep()
        values = {}
        for run in study.glob("*-s*"):
            with h5py.File(run / "run.h5") as file:
                values[run.name] = {m["name"].decode(): m["value"] for m in file["metrics/final"]}["energy"]
        mean = (values["grid-s0"] + values["grid-s1"]) / 2

        rows = self.read_csv(self.plisse("table", study, "--format", "csv").stdout)
        self.assertEqual([(row["model"], row["metric"]) for row in rows],
                         [("grid", "energy"), ("grid", "epochs"), ("plain", "energy"), ("plain", "epochs")])
        self.assertAlmostEqual(float(rows[0]["mean"]), mean, places=12)
        self.assertAlmostEqual(float(rows[0]["std"]), abs(values["grid-s0"] - values["grid-s1"]) / 2**0.5, places=12)
        self.assertEqual(rows[0]["runs"], "grid-s0;grid-s1")
        self.assertEqual((rows[1]["n"], rows[1]["mean"]), ("2", "4"))

        data = json.loads(self.plisse("table", study, "--format", "json").stdout)
        self.assertEqual(data["cells"][0]["runs"][1]["value"], values["grid-s1"])

        text = self.plisse("table", study).stdout
        lines = [line for line in text.splitlines() if line.startswith("|")]
        self.assertEqual(len(lines), 4)
        self.assertEqual(len({len(line) for line in lines}), 1)
        self.assertIn("4 ± 0", lines[2])

        self.plisse("table", study, "-o", "study.tex", "--standalone", "--baseline", "plain")
        source = (self.folder / "study.tex").read_text()
        self.assertIn("100 \\% cotton \\& silk. Mean $\\pm$ standard deviation", source)
        self.assertIn("plisse table", source)
        with h5py.File(study / "grid-s0" / "run.h5") as file:
            self.assertIn(f"%   grid-s0  {file.attrs['config_sha256']}", source)
        self.assertIn(self.compile(source), (0, 1))

    def test_convergence_follows_the_evaluations(self):
        study = self.sweep(seeds=(3,), extra=("evaluate.every=1",))
        curves = {}
        for model in ENCODERS:
            with h5py.File(study / f"{model}-s3" / "run.h5") as file:
                curves[model] = [(int(row["step"]), float(row["energy"])) for row in file["series/evaluate"]]
        self.assertEqual(curves["grid"][-1][0], 4)
        goal = dict(curves["plain"])[2]
        reached = [epoch for epoch, energy in curves["grid"] if energy <= goal]
        metrics = ("energy@2", "epochs_to(energy, plain@2)", "auc(energy)")
        rows = self.read_csv(self.plisse("table", study, "--metric", ",".join(metrics), "--format", "csv").stdout)
        values = {(row["model"], row["metric"]): row for row in rows}
        self.assertAlmostEqual(float(values["grid", "energy@2"]["mean"]), dict(curves["grid"])[2], places=12)
        time = values["grid", "epochs_to(energy, plain@2)"]
        self.assertEqual((float(time["mean"]), time["censored"]), (reached[0], "0") if reached else (4, "1"))
        area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in zip(curves["grid"], curves["grid"][1:]))
        self.assertAlmostEqual(float(values["grid", "auc(energy)"]["mean"]), area / (curves["grid"][-1][0] - curves["grid"][0][0]), places=12)

    def test_missing_runs_are_footnotes(self):
        study = self.sweep(seeds=(0,))
        shutil.rmtree(study / "plain-s0")
        done = self.plisse("table", study, "--format", "latex", "--standalone", "--metric", "energy")
        self.assertIn("--\\rlap{\\textsuperscript{a}}", done.stdout)
        self.assertIn("\\textsuperscript{a}~not run yet.", done.stdout)
        self.assertIn("note: 1 of 2 runs have no results", done.stderr)
        self.compile(done.stdout)

    def test_latex_of_any_label(self):
        study = self.sweep(seeds=(0,))
        plan = json.loads((study / "sweep.lock.yaml").read_text())
        for run, label in zip(plan["runs"], ("*", "[日] & more")):
            run["labels"]["model"] = label
        self.lock(plan["runs"])
        self.compile(self.plisse("table", study, "--standalone").stdout)

    def test_what_the_plan_asks_for_can_be_switched_off(self):
        study = self.sweep(seeds=(0,))
        plan = json.loads((study / "sweep.lock.yaml").read_text())
        (self.folder / "doe.yaml").write_text("source: Doe\nmetrics: {energy: {grid: 7}}\n")
        self.lock(plan["runs"], baseline="plain", published=str(self.folder / "doe.yaml"))
        text = self.plisse("table", study).stdout
        self.assertIn("Δ to plain", text)
        self.assertIn("Published values: Doe.", text)
        text = self.plisse("table", study, "--baseline", "", "--published", "").stdout
        self.assertNotIn("Δ to", text)
        self.assertNotIn("Published values", text)
        (self.folder / "doe.yaml").unlink()
        done = self.plisse("table", study, "--baseline", "")
        self.assertIn("note: the published values are left out", done.stderr)
        self.assertNotIn("Δ to", done.stdout)
        self.plisse("table", study, "--published", "doe.yaml", code=2)

    def test_single_runs_by_a_key(self):
        study = self.sweep()
        folders = sorted(study.glob("*-s*"))
        (study / "sweep.lock.yaml").unlink()
        rows = list(csv.DictReader(io.StringIO(self.plisse("table", *folders, "--rows", "field.encoder", "--metric", "energy", "--format", "csv").stdout)))
        self.assertEqual([(row["field.encoder"], row["n"]) for row in rows], [("grid", "2"), ("identity", "2")])
        self.assertIn("| grid-s1  |", self.plisse("table", *folders, "--metric", "energy").stdout)

    def test_what_is_refused(self):
        study = self.sweep(seeds=(0,))
        self.plisse("run", self.folder / "cloth.yaml", ENCODERS["grid"], "evaluate.resolution=12", "--seed", 1, "-o", study / "grid-s1")
        with h5py.File(study / "grid-s1" / "run.h5") as file:
            coarse = {"id": "grid-s1", "sha256": file.attrs["config_sha256"], "labels": {"model": "coarse", "seed": "0"}, "parameters": 1,
                      "bytes_inference": 1, "bytes_training": 1}
        plan = json.loads((study / "sweep.lock.yaml").read_text())
        for arguments, message in {
            ("--metric", "enrgy"): "did you mean 'energy'?",
            ("--rows", "modle"): "did you mean 'model'?",
            ("--rows", "seed", "--metric", "energy"): "the axis 'model' has several values (grid, plain)",
            ("--where", "model=gird"): "did you mean 'grid'?",
            ("--format", "latx"): "did you mean 'latex'?",
            ("--stat", "median"): "unknown --stat 'median'",
            ("--baseline", "gridd"): "did you mean 'grid'?",
            ("--metric", "epochs_to(energy, 1)"): "evaluate.every",
            ("--standalone", "--format", "csv"): "--standalone",
        }.items():
            with self.subTest(arguments=arguments):
                done = self.plisse("table", study, *arguments, code=2)
                self.assertIn(message, done.stderr)
                self.assertEqual(done.stdout, "")
        self.lock(plan["runs"] + [coarse])
        done = self.plisse("table", study, "--metric", "penetration_max", code=2)
        self.assertIn("metric 'penetration_max' was not measured alike", done.stderr)
        self.assertIn("grid-s1", done.stderr)
        self.plisse("table", study, "--metric", "penetration_max", "--where", "model=coarse")
        self.assertIn("neither", self.plisse("table", self.folder, code=2).stderr)


if __name__ == "__main__":
    unittest.main()
