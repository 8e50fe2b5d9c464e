# SPDX-License-Identifier: Apache-2.0
"""Every command as a user types it: what it prints, what it writes, how it exits."""
import json
import os
import re
import unittest

import h5py
from support import CLOTH, ROOF, SOURCE, CommandTest

PARTS = SOURCE / "configs/papers/neuralgarsim/base"  # what scenes extend, without a shape or holds of their own
NEED_A_FILE = {SOURCE / "configs/papers/neuralgarsim/scenes/dress.yaml": "dress.obj"}
TABLE1 = {"mlp": 47427, "positional": 47363, "grid": 47369}


class Commands(CommandTest):
    def test_parameter_counts_of_table_1(self):
        for name, count in TABLE1.items():
            printed = self.plisse("check", SOURCE / f"configs/papers/sacr/table1/{name}.yaml").stdout
            self.assertRegex(printed, rf"parameters:\s+{count}\b")

    def test_every_configuration_is_valid(self):
        for path in sorted((SOURCE / "configs").rglob("*.yaml")):
            if path.name == "published.yaml" or path.parent == PARTS or path in NEED_A_FILE:
                continue
            is_sweep = re.search(r"^sweep:", path.read_text(), re.M)
            with self.subTest(path=path.name):
                self.plisse(*(("sweep", path, "--dry-run") if is_sweep else ("check", path)))

    def test_configurations_of_files_that_are_not_here_say_so(self):
        for path, file in NEED_A_FILE.items():
            self.assertIn(f"names a missing file '{file}'", self.plisse("check", path, code=2).stderr)

    def test_list_and_describe(self):
        kinds = json.loads(self.plisse("list", "--json").stdout)
        for kind, least in {"experiments": {"cloth", "surface_fit"}, "encoders": {"identity", "frequency", "grid"},
                            "losses": {"strain", "bend", "gravity", "collision", "regression"}, "garments": {"square", "disk", "skirt", "sleeve", "mesh"},
                            "colliders": {"sphere", "capsule", "plane", "box", "mesh"}, "samplers": {"uniform", "stratified", "adaptive"},
                            "metrics": {"energy", "strain", "penetration", "curvature", "deformation", "seam_gap", "sampling"},
                            "benchmarks": {"sgemm", "copy", "siren_step", "shell_step", "cloth_step"}}.items():
            names = json.dumps(kinds[kind])
            for name in least:
                self.assertIn(f'"{name}"', names)
        self.assertIn("levels", self.plisse("describe", "grid").stdout)

    def test_a_shell_is_solved(self):
        done = self.plisse("run", self.config(ROOF, "roof.yaml"), "-o", self.folder / "roof")
        self.assertRegex(done.stdout, r"displacement\s+0\.\d+")
        with h5py.File(self.folder / "roof" / "run.h5") as file:
            self.assertEqual(file.attrs["status"], "done")
            metrics = {m["name"].decode(): m["value"] for m in file["metrics/final"]}
            self.assertLess(metrics["energy"], 0)
            self.assertLess(metrics["residual"], 0.1)
            self.assertEqual(len(file["series/train"]), 1)
        picture = ("-o", self.folder / "roof.png", "--size", "160x120", "--resolution", 20)
        self.plisse("render", self.folder / "roof", self.folder / "roof", *picture, "--separate", "--exaggerate", "auto", "--color", "bending_moment")
        self.assertEqual((self.folder / "roof.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn("--exaggerate", self.plisse("render", self.folder / "roof", *picture, "--exaggerate", "much", code=2).stderr)

    def test_waiting_threads_give_way_unless_told_otherwise(self):
        def policy(**settings):
            clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
            return json.loads(self.plisse("env", "--json", env={**clean, **settings}).stdout)["wait_policy"]

        self.assertEqual(policy(), "passive")
        self.assertEqual(policy(OMP_WAIT_POLICY="active"), "active")
        self.assertEqual(policy(GOMP_SPINCOUNT="5"), "default")

    def test_run_result_and_views(self):
        run = self.run_to("run")
        with h5py.File(run / "run.h5") as file:
            self.assertEqual(file.attrs["status"], "done")
            self.assertEqual(len(file["series/train"]), 60)
            metrics = {m["name"].decode(): m["value"] for m in file["metrics/final"]}
            self.assertIn("energy", metrics)
            self.assertIn("penetration_max", metrics)
            density = file["sampling/density"][()]
            self.assertAlmostEqual(float(density.sum()), 1, places=5)
        for flag, name in (("--obj", "a.obj"), ("--ply", "a.ply"), ("--vtkhdf", "a.vtkhdf")):
            self.plisse("export", run, "--resolution", 50, flag, self.folder / name)
        lines = (self.folder / "a.obj").read_text().splitlines()
        self.assertEqual(sum(line.startswith("v ") for line in lines), 2500)
        self.assertEqual(sum(line.startswith("f ") for line in lines), 2 * 49 * 49)
        with h5py.File(self.folder / "a.vtkhdf") as file:
            self.assertEqual(list(file["VTKHDF"].attrs["Version"]), [1, 0])
        self.plisse("render", run, "-o", self.folder / "a.png", "--size", "160x120", "--resolution", 40)
        self.assertEqual((self.folder / "a.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn("energy", self.plisse("compare", run, run).stdout)
        chosen = self.plisse("compare", run, run, "--metric", "energy,penetration_max").stdout
        self.assertIn("energy", chosen)
        self.assertIn("penetration_max", chosen)
        apart = json.loads(self.plisse("compare", run, run, "--metric", "d_c,d_w", "--samples", "500", "--json").stdout)["metrics"]
        self.assertEqual([(m["name"], m["reference"], m["samples"]) for m in apart], [("d_c", run.name, 500), ("d_w", run.name, 500)])
        for m in apart:
            self.assertIsNone(m["values"][0])
            self.assertLess(m["values"][1], 1e-9)
        json.loads(self.plisse("env", "--json").stdout)


class BadInput(CommandTest):
    def refused(self, text, *wanted, arguments=()):
        done = self.plisse("run", self.config(text), *arguments, "-o", self.folder / "never", code=2)
        self.assertFalse((self.folder / "never").exists())
        for pattern in wanted:
            self.assertRegex(done.stderr, pattern)

    def test_impossible_shells(self):
        checked = self.plisse("check", self.config(ROOF, "roof.yaml"))
        self.assertIn("experiment: shell", checked.stdout)
        for before, after, *wanted in (
                ("thickness: 0.25", "thickness: 0", r"'material\.thickness' is 0 m.*roof\.yaml:4:67"),
                ("poisson: 0,", "poisson: 0.5,", r"'material\.poisson' is 0\.5.*roof\.yaml:4:53"),
                ("direction: [0, 0, -1]", "direction: [0, 0, 0]", r"length zero.*roof\.yaml:12:96"),
                ("type: force", "type: edge_force, edge: top", r"no choice.*roof\.yaml:6:34", "u_max, u_min, v_max, v_min"),
                ("omega: 20", "omega: 20, activation: relu", r"field\.network\.activation: 'relu' has no second derivatives"),
                ("point: [0, 0, 0]", "point: [0, -3, 0]", r"boundary\[0\]\.where: holds nothing", "3 m away"),
                (", {axis: y, at: 25}", "", "translation along y", "'boundary'", "'symmetry'"),
                ("precision: double", "precision: float", "needs precision: double")):
            with self.subTest(after):
                self.assertIn(before, ROOF)
                done = self.plisse("check", self.config(ROOF.replace(before, after), "roof.yaml"), code=2)
                for pattern in wanted:
                    self.assertRegex(done.stderr, pattern)

    def test_configuration_mistakes(self):
        self.refused(CLOTH.replace("levels", "levls"), r"unknown key 'field\.encoder\.levls' \(.*cloth\.yaml:7:\d+\)", "did you mean 'levels'")
        self.refused(CLOTH.replace("points: 256", "points: many"), "points")
        self.refused(CLOTH.replace("points: 256", "points: 0"), "points")
        self.refused(CLOTH.replace("type: grid", "type: gird"), "grid")
        self.refused(CLOTH.replace("levels: 2", "levels: 12"), "levels")
        self.refused(CLOTH.replace("experiment: cloth", "experiment: cloht"), "cloth")
        self.refused(CLOTH + "\nextends: nowhere.yaml\n", "nowhere.yaml")
        self.refused(CLOTH, "epohcs", arguments=("train.epohcs=3",))
        self.refused(CLOTH.replace("type: sphere, center: [0.5, 0.5, -0.30], radius: 0.25", "type: mesh, file: body.obj"), "body.obj")
        self.refused(CLOTH.replace("structures: 512", "metrics: [energie]"), "energie")
        self.refused("", "empty|experiment")

    def test_a_garment_without_uv_is_refused(self):
        (self.folder / "flat.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.refused(CLOTH.replace("type: square, size: 1.0", "type: mesh, file: flat.obj"), "UV")

    def test_impossible_sizes_are_refused_before_work(self):
        for override, wanted in (("elements.size=1e-9", "too small"), ("elements.size=3", "more than half"), ("field.network.width=60000", "memory"),
                                 ("field.network.hidden_layers=1000", "0 to 64"), ("scene.garment.size=0", "size")):
            with self.subTest(override):
                self.refused(CLOTH, wanted, arguments=(override,))
        self.plisse("check", "/dev/zero", code=2)

    def test_an_open_body_is_refused(self):
        (self.folder / "open.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n")
        self.refused(CLOTH.replace("type: sphere, center: [0.5, 0.5, -0.30], radius: 0.25", "type: mesh, file: open.obj"), "closed|open")

    def test_a_body_in_other_units_is_noticed(self):
        done = self.plisse("run", self.config(), "scene.collider.center=[0,0,-500]", "train.epochs=1", "-o", self.folder / "far")
        self.assertRegex(done.stderr, "units")

    def test_a_used_folder_is_refused(self):
        run = self.run_to("run")
        before = (run / "run.h5").read_bytes()
        done = self.plisse("run", self.config(), "-o", run, code=4)
        self.assertRegex(done.stderr, "--resume")
        self.assertRegex(done.stderr, "--restart")
        self.plisse("run", self.config(), "train.epochs=61", "--resume", "-o", run, code=4)
        self.assertEqual(before, (run / "run.h5").read_bytes())
        self.run_to("run", "--resume")
        self.run_to("run", "--restart")

    def test_divergence_names_the_term_and_keeps_the_checkpoint(self):
        done = self.plisse("run", self.config(), "optimizer.learning_rate=1e18", "-o", self.folder / "wild", code=1)
        self.assertRegex(done.stderr, "strain|bend|gravity|collision")
        with h5py.File(self.folder / "wild" / "run.h5") as file:
            self.assertEqual(file.attrs["status"], "diverged")

    def test_degenerate_sizes_work(self):
        for override in ("sampler.points=1", "sampler.cells=1", "field.encoder.levels=1", "field.network.hidden_layers=0", "field.network.width=1",
                         "train.epochs=1", "evaluate.resolution=2", "sampler.uniform_share=0", "sampler.uniform_share=1"):
            with self.subTest(override):
                name = re.sub(r"\W", "-", override)
                self.run_to(name, override, "train.epochs=3" if "epochs" not in override else "train.epochs=1")


if __name__ == "__main__":
    unittest.main()
