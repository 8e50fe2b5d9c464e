# SPDX-License-Identifier: Apache-2.0
"""Helpers of the command-line tests: a scratch folder, the program, small configurations."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import h5py
import numpy

PLISSE = os.environ["PLISSE"]
SOURCE = pathlib.Path(os.environ["PLISSE_SOURCE_DIR"])

CLOTH = """
experiment: cloth
scene:
  garment: {type: square, size: 1.0}
  collider: {type: sphere, center: [0.5, 0.5, -0.30], radius: 0.25}
field:
  encoder: {type: grid, resolution: 20, levels: 2, features: 3}
  network: {width: 16, hidden_layers: 2}
  scale: 0.2
elements: {size: 0.02}
sampler: {type: adaptive, points: 256, cells: 8, lloyd: 1}
losses: {strain: 1.0, bend: 5.0e-4, gravity: 0.05, collision: 200.0}
optimizer: {type: adam, learning_rate: 5.0e-3}
train: {epochs: 60}
evaluate: {resolution: 24, structures: 512}
"""

ROOF = """experiment: shell
precision: double
surface: {type: cylinder, radius: 25, length: 25, angle: [0, 40]}
material: {type: isotropic, young: 4.32e8, poisson: 0, thickness: 0.25}
strain: linear
loads: [{type: force, value: [0, 0, -90]}]
boundary: [{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [x, z]}]
symmetry: [{axis: x, at: 0}, {axis: y, at: 25}]
field: {network: {width: 40, hidden_layers: 1, omega: 20}}
quadrature: {type: gauss, points: 4, cells: [4, 4]}
optimizer: ritz
evaluate: {resolution: 16, points: 4, test_functions: 4, probes: [{at: [0, 25, 25], direction: [0, 0, -1]}]}
"""


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="plisse-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def config(self, text=CLOTH, name="cloth.yaml"):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def plisse(self, *arguments, code=0, **options):
        done = subprocess.run([PLISSE, *map(str, arguments)], capture_output=True, text=True, cwd=self.folder, **options)
        if code is not None:
            self.assertEqual(done.returncode, code, f"plisse {' '.join(map(str, arguments))}\n{done.stdout}\n{done.stderr}")
        return done

    def run_to(self, out, *arguments, code=0):
        self.plisse("run", self.config(), *arguments, "-o", self.folder / out, code=code)
        return self.folder / out


def parameters(run):
    """All parameters of a run, by name."""
    found = {}
    with h5py.File(pathlib.Path(run) / "run.h5") as file:
        file["model/parameters"].visititems(
            lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
    return found


def same_bits(first, second):
    return first.keys() == second.keys() and all(numpy.array_equal(first[k], second[k]) for k in first)
