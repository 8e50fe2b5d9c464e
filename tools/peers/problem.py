# SPDX-License-Identifier: Apache-2.0
"""The training steps every party takes: sizes, constants, and the numbers to start from.  What a step computes is written down in
experiments/bench/NAME.cpp and the kernels it calls; names are those of `plisse bench`."""
import dataclasses
import math

import numpy

LEVELS, LEVEL_FEATURES = (100, 50), 3  # cells per axis of the grid encoding, numbers per vertex
FREQUENCIES = 4                        # octaves of the positional encoding

# The wave surface of experiments/surface_fit.cpp: amplitudes [m], half waves over the square.
IN_PLANE, IN_PLANE_WAVES, LOW, LOW_WAVES, HIGH, HIGH_WAVES = 0.02, 16, 0.10, 4, 0.02, 32


def grid_parameters(rng):
    return [rng.uniform(-1e-4, 1e-4, (n + 1, n + 1, LEVEL_FEATURES)).astype("float32") for n in LEVELS]


def layer_parameters(rng, widths, bounds):
    """Weights (outputs, inputs) and biases of each layer in turn."""
    arrays = []
    for inputs, outputs, bound in zip(widths[:-1], widths[1:], bounds):
        arrays += [rng.uniform(-bound, bound, (outputs, inputs)), rng.uniform(-bound, bound, outputs) / 10]
    return [a.astype("float32") for a in arrays]


def relu_parameters(rng, widths):
    return layer_parameters(rng, widths, [math.sqrt(6 / inputs) for inputs in widths[:-1]])


@dataclasses.dataclass(frozen=True)
class Fit:
    """Mean squared distance of uv + network(encoding(uv)) to the wave surface, at points drawn anew."""
    encoding: str
    inputs: int
    width: int
    points: int = 16384
    rate: float = 1e-3

    def parameters(self, rng):
        widths = [self.inputs, self.width, self.width, self.width, 3]
        return (grid_parameters(rng) if self.encoding == "grid" else []) + relu_parameters(rng, widths)

    def draws(self):
        """Shapes of the uniform random numbers of a step: UV of the points."""
        return [(self.points, 2)]


@dataclasses.dataclass(frozen=True)
class Cloth:
    """Energies of a cloth over a ball, on randomly turned structures of six vertices around samples drawn anew."""
    structures: int
    edge: float = 0.01
    scale: float = 0.2
    pin_radius: float = 0.01
    pin_falloff: float = 0.05
    ball: tuple = (0.5, 0.5, -0.30)
    ball_radius: float = 0.25
    distance: float = 4e-3
    strain: float = 1.0
    bend: float = 5e-4
    gravity: float = 0.05 * 0.1 * 9.81  # weight of the term, kg/m^2, m/s^2; the cloth has 1 m^2
    collision: float = 200.0
    rate: float = 5e-3

    def parameters(self, rng):
        return grid_parameters(rng) + relu_parameters(rng, [LEVEL_FEATURES * len(LEVELS), 64, 64, 64, 3])

    def draws(self):
        """UV of the samples, and turns of their structures in thirds of a circle."""
        return [(self.structures, 2), (self.structures,)]


@dataclasses.dataclass(frozen=True)
class Siren:
    """A sine network on jets of six channels (value, d1, d2, d11, d12, d22), with a fixed adjoint of its output."""
    points: int = 1000
    channels: int = 6
    width: int = 256
    hidden: int = 5
    omega: float = 30.0
    rate: float = 1e-9

    def parameters(self, rng):
        widths = [3] + [self.width] * self.hidden + [3]
        bounds = [1 / 3] + [math.sqrt(6 / self.width) / self.omega] * self.hidden
        return layer_parameters(rng, widths, bounds)

    def draws(self):
        return []

    def jets(self):
        """Input jets and the adjoint of the output jets, both (channels, points, 3)."""
        return numpy.random.default_rng(1).uniform(-1, 1, (2, self.channels, self.points, 3)).astype("float32")


STEPS = {
    "mlp_step": Fit("identity", 2, 152),
    "positional_step": Fit("frequency", 2 * (1 + 2 * FREQUENCIES), 148),
    "grid_step": Fit("grid", LEVEL_FEATURES * len(LEVELS), 64),
    "cloth_step": Cloth(4096),
    "cloth_step_16k": Cloth(16384),
    "siren_step": Siren(),
}


def start(step):
    """Parameters and one draw, the same in every process."""
    rng = numpy.random.default_rng(0)
    return step.parameters(rng), [rng.uniform(0, 1, shape).astype("float32") for shape in step.draws()]
