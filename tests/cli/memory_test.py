#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`plisse check` states the peak memory of a run beforehand, within 20 % of what the system counts while it runs."""
import json
import unittest

import h5py

import support

FIT = """experiment: surface_fit
field: {encoder: {type: grid, resolution: 32, levels: 2, features: 2}, network: {width: 32, hidden_layers: 2}}
sampler: {type: uniform, points: 512}
losses: {regression: 1.0}
train: {epochs: 2}
evaluate: {resolution: 32}
"""

DISTANCE = """experiment: distance_fit
garment: {type: skirt, resolution: 24}
field: {network: {width: 256, hidden_layers: 1, activation: sine, omega: 20}}
samples: {points: 2000}
optimizer: {type: ritz}
train: {epochs: 1}
evaluate: {sites: 500}
"""

SHEET = """experiment: shell
surface: {type: plane, size: 0.4}
material: {type: cotton}
loads: [gravity]
boundary: [{where: {type: box, lower: [0, 0, 0], upper: [0.02, 0.02, 0]}}]
field: {network: {width: 32, hidden_layers: 2, activation: sine, omega: 5}, scale: 0.1}
quadrature: {type: stratified, points: 500}
train: {epochs: 2}
evaluate: {resolution: 24, points: 12}
"""

# Each is large in something else; its peak lies in set-up, steps, evaluation or files.
HASH = ("field.encoder={type: hash, log2_table_size: 18, levels: 12}",)
CASES = [
    ("small fit", FIT, ()),
    ("fit of many vertices", FIT, ("evaluate.resolution=500",)),
    ("fit of many samples", FIT, ("sampler.points=65536", "field.network.width=96")),
    ("fit of many parameters", FIT, HASH),
    ("double precision", FIT, ("precision=double", "evaluate.resolution=200", "sampler.points=8192")),
    ("lbfgs", FIT, ("field.encoder={type: identity}", "field.network.width=400", "optimizer=lbfgs", "train.epochs=25")),
    ("cloth", support.CLOTH, ("train.epochs=2",)),
    ("cloth with an energy of many structures", support.CLOTH, ("train.epochs=2", "evaluate.structures=65536", "evaluate.resolution=200")),
    ("cloth of panels", support.CLOTH, ("train.epochs=2", "scene.garment={type: tshirt}", "evaluate.structures=65536")),
    ("shell", SHEET, ()),
    ("shell of many vertices", SHEET, ("evaluate.resolution=300",)),
    ("ritz", support.ROOF, ("evaluate.resolution=100",)),
    ("ritz of many functions", support.ROOF, ("field.network.width=300", "quadrature.cells=[8, 8]")),
    ("distance", DISTANCE, ()),
]


class MemoryTest(support.CommandTest):
    def measured(self, config, overrides, folder):
        self.plisse("run", config, *overrides, "-o", folder)
        with h5py.File(self.folder / folder / "run.h5") as result:
            return result["timing"].attrs["peak_rss_bytes"], result["budget"].attrs["bytes_peak"]

    def test_the_stated_peak_is_that_of_the_run(self):
        for index, (name, text, overrides) in enumerate(CASES):
            with self.subTest(name):
                config = self.config(text, f"case{index}.yaml")
                stated = json.loads(self.plisse("check", config, *overrides, "--json").stdout)
                peak, stated_by_run = self.measured(config, overrides, f"case{index}")
                self.assertLess(abs(stated["bytes_peak"] - peak), 0.2 * peak, f"{stated['bytes_peak'] / peak:.3f} of {peak}: {stated['memory']}")
                self.assertLess(abs(stated_by_run - peak), 0.2 * peak)

    def test_a_small_peak_is_told_apart_from_a_large_one(self):
        config = self.config(FIT)
        small, large = (json.loads(self.plisse("check", config, override, "--json").stdout)["bytes_peak"]
                        for override in ("evaluate.resolution=32", "evaluate.resolution=1000"))
        self.assertGreater(large, 3 * small)


if __name__ == "__main__":
    unittest.main()
