# SPDX-License-Identifier: Apache-2.0
"""tools/figures on tiny runs: what it writes, and what it says where it cannot."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import CLOTH, PLISSE, SOURCE

if importlib.util.find_spec("matplotlib") is None:
    print("skipped: this Python has no matplotlib", file=sys.stderr)
    sys.exit(0)

import h5py  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402
import numpy  # noqa: E402
import yaml  # noqa: E402

FIT = "experiment: surface_fit\nsampler: {type: uniform, points: 256}\ntrain: {epochs: 60}\nevaluate: {resolution: 16}\n"
MODELS = {"mlp": "{encoder: {type: identity}, network: {width: %d}}", "grid": "{encoder: {type: grid, resolution: %d}}"}
SIZES = {"mlp": {"2000": 28, "8000": 60}, "grid": {"2000": 5, "8000": 30}}
PUBLISHED = "source: a paper\nmetrics:\n  epochs_to(regression, grid@60): {mlp: 50, grid: 20}\n  seconds_to(regression, 0.01): {grid: 0.01}\n"


def run(config, out, *arguments):
    subprocess.run([PLISSE, "run", config, *arguments, "-o", out], check=True, capture_output=True)


class Figures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="plisse-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        (cls.folder / "fit.yaml").write_text(FIT)
        (cls.folder / "cloth.yaml").write_text(CLOTH)
        (cls.folder / "published.yaml").write_text(PUBLISHED)
        run(cls.folder / "cloth.yaml", cls.folder / "uniform", "sampler={type: uniform, points: 256}")
        run(cls.folder / "cloth.yaml", cls.folder / "adaptive")
        shutil.copytree(cls.folder / "adaptive", cls.folder / "again/adaptive")
        cls.write_sweep()
        with h5py.File(cls.folder / "again/adaptive/run.h5", "a") as file:
            kind = [("step", "<i8"), ("time_s", "<f8"), ("energy", "<f8")]
            file.require_group("series").pop("evaluate", None)
            file["series/evaluate"] = numpy.array([(20, 0.1, -0.001), (40, 0.2, -0.002), (60, 0.3, -0.003)], kind)

    @classmethod
    def write_sweep(cls):
        runs = []
        for model, sizes in SIZES.items():
            for budget, size in sizes.items():
                for seed in "01":
                    name = f"{model}-{budget}-{seed}"
                    run(cls.folder / "fit.yaml", cls.folder / "sweep" / name, f"field={MODELS[model] % size}", "--seed", seed)
                    runs.append({"id": name, "sha256": "", "labels": {"model": model, "budget.parameters": budget, "seed": seed},
                                 "budget": {"counted": "parameters", "target": int(budget)}})
        runs.append({**runs[-1], "id": "missing", "labels": {**runs[-1]["labels"], "seed": "2"}})
        plan = {"schema": "plisse/sweep/1", "sweep": "fit", "axes": ["model", "budget.parameters", "seed"], "runs": runs}
        (cls.folder / "sweep" / "sweep.lock.yaml").write_text(yaml.safe_dump(plan, sort_keys=False))

    def figures(self, *arguments, code=0):
        done = subprocess.run([sys.executable, SOURCE / "tools/figures", *map(str, arguments)], capture_output=True, text=True, cwd=self.folder,
                              env={**os.environ, "PLISSE": str(pathlib.Path(PLISSE).resolve())})
        self.assertEqual(done.returncode, code, f"figures {' '.join(map(str, arguments))}\n{done.stdout}\n{done.stderr}")
        return done

    def draws(self, *arguments, width=3.33):
        """Both files are there, the picture has the width of a column at 300 dots per inch and is not blank; returns the caption."""
        done = self.figures(*arguments, "-o", "out/figure")
        pdf, png = self.folder / "out/figure.pdf", self.folder / "out/figure.png"
        self.assertEqual(pdf.read_bytes()[:5], b"%PDF-")
        image = plt.imread(png)[..., :3]
        self.assertAlmostEqual(image.shape[1], 300 * width, delta=1.5)
        self.assertGreater((image < 0.9).any(axis=2).mean(), 0.01)
        return done.stdout

    def test_convergence(self):
        caption = self.draws("convergence", "sweep", "--metric", "regression", "--by", "model", "--only", "budget.parameters=20*", "--x", "both",
                             "--logy", "--published", "published.yaml")
        self.assertIn("mean of 2 seeds", caption)
        self.assertIn("training points", caption)
        caption = self.draws("convergence", "uniform", "adaptive", "--metric", "energy_strain", "--labels", "everywhere", "where it bends")
        self.assertNotIn("mean of", caption)

    def test_evaluations_come_first(self):
        self.assertNotIn("training points", self.draws("convergence", "again/adaptive", "--metric", "energy"))
        self.assertIn("training points", self.draws("convergence", "again/adaptive", "--metric", "energy_bend"))
        self.assertIn("training points", self.draws("convergence", "again/adaptive", "uniform", "--metric", "energy"))

    def test_the_same_results_give_the_same_bytes(self):
        contents = []
        for _ in range(2):
            self.draws("convergence", "uniform", "--metric", "energy")
            contents.append((self.folder / "out/figure.png").read_bytes() + (self.folder / "out/figure.pdf").read_bytes())
        self.assertEqual(*contents)

    def test_budget(self):
        caption = self.draws("budget", "sweep", "--metric", "rmse", "--by", "model")
        self.assertIn("standard deviation of 2 seeds", caption)
        self.assertIn("1 of 9 runs are left out", caption)

    def test_density(self):
        self.draws("density", "adaptive", "again/adaptive/run.h5", "--labels", "one", "two")

    def test_curvature(self):
        self.draws("curvature", "uniform", "adaptive")

    def test_renders(self):
        small = ("--resolution", 24, "--width", 1.5)
        self.draws("renders", "uniform", "adaptive", "--color", "strain", "--view", "default", "top", *small, width=1.5)
        self.draws("renders", "uniform", "adaptive", "again/adaptive", "--columns", 2, "--camera-per-row", *small, width=1.5)

    def test_problems_are_named(self):
        for words, arguments in {
            "there is no such folder": ["budget", "nowhere", "--metric", "rmse"],
            "'adaptive' is given twice": ["density", "adaptive", "adaptive/run.h5"],
            "the folder holds adaptive": ["density", "again"],
            "did you mean 'rmse'": ["budget", "sweep", "--metric", "rmsee"],
            "there is model, budget.parameters, seed": ["budget", "sweep", "--metric", "rmse", "--budget", "budget.bytes"],
            "did you mean 'regression'": ["convergence", "sweep", "--metric", "regresion"],
            "'budget.parameters' too (2000, 8000)": ["convergence", "sweep", "--metric", "regression", "--by", "model"],
            "there is grid, mlp": ["convergence", "sweep", "--metric", "regression", "--only", "model=hash"],
            "of 9, 1 fit and none of them is done": ["budget", "sweep", "--metric", "rmse", "--only", "seed!=0|1"],
            "positive values": ["convergence", "uniform", "--metric", "energy", "--logy"],
            "uniform/run.h5 has no /sampling/density": ["density", "uniform"],
            "has no /meshes/final/PointData/warp": ["renders", "uniform", "--color", "warp"],
            "--labels has 1, but there are 2: uniform, adaptive": ["curvature", "uniform", "adaptive", "--labels", "x"],
            "--width is 'wide'": ["curvature", "uniform", "--width", "wide"],
            "unknown view": ["renders", "uniform", "--view", "inside"],
        }.items():
            with self.subTest(words):
                self.assertIn(words, self.figures(*arguments, "-o", "out/refused", code=2).stderr)
        self.assertFalse((self.folder / "out/refused.png").exists())


if __name__ == "__main__":
    unittest.main()
