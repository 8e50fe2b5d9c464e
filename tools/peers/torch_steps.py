# SPDX-License-Identifier: Apache-2.0
"""The training steps in PyTorch on the CPU, written to be fast there:
  * the grid is interpolated by grid_sample, which took half the time of index_select and a quarter of embedding's and embedding_bag's;
  * jets go through explicit chain rules, all channels in one matrix product a layer: nested forward mode (torch.func.jvp) took 3.5
    times as long, and twice as long compiled;
  * energies are evaluated with the three components outermost, so that every operation runs over contiguous samples;
  * Adam is the fused one (foreach takes as long), gradients are set to None.
Compiled, random numbers, loss and its gradient are one graph in the default mode (max-autotune took as long); Adam stays outside, where
its one kernel takes 0.1 ms."""
import math

import torch
from torch.nn import functional

from problem import FREQUENCIES, HIGH, HIGH_WAVES, IN_PLANE, IN_PLANE_WAVES, LEVELS, LOW, LOW_WAVES, STEPS, Cloth, Fit, Siren, start


def relu_network(layers, x):
    for k in range(0, len(layers) - 2, 2):
        x = functional.relu(functional.linear(x, layers[k], layers[k + 1]), inplace=True)
    return functional.linear(x, layers[-2], layers[-1])


def frequency_features(uv):
    angles = [2.0**k * math.pi * uv for k in range(FREQUENCIES)]
    return torch.cat([uv] + [wave(a) for a in angles for wave in (torch.sin, torch.cos)], 1)


def grid_features(levels, uv):
    """uv (N, 2) to (N, features); rows of a level belong to u, columns to v."""
    at = (2 * uv.flip(1) - 1)[None, None]
    sampled = [
        functional.grid_sample(level.permute(2, 0, 1)[None], at, mode="bilinear", padding_mode="border", align_corners=True)[0, :, 0]
        for level in levels
    ]
    return torch.cat(sampled).t()


def grid_network(parameters, uv):
    return relu_network(parameters[len(LEVELS):], grid_features(parameters[:len(LEVELS)], uv))


def wave_offset(uv):
    u, v = uv.unbind(1)
    wave = lambda half_waves, x: torch.sin(half_waves * math.pi * x)
    height = LOW * wave(LOW_WAVES, u) * wave(LOW_WAVES, v) + HIGH * wave(HIGH_WAVES, u) * wave(HIGH_WAVES, v)
    return torch.stack([IN_PLANE * wave(IN_PLANE_WAVES, v), IN_PLANE * wave(IN_PLANE_WAVES, u), height], 1)


def fit_loss(step):
    field = {
        "identity": relu_network,
        "frequency": lambda parameters, uv: relu_network(parameters, frequency_features(uv)),
        "grid": grid_network,
    }[step.encoding]

    def loss(parameters, uv):
        return (field(parameters, uv) - wave_offset(uv)).square().sum(1).mean()

    return loss


def length(x):
    """Of vectors along the first axis; no direction and no infinite derivative where they vanish."""
    return x.square().sum(0).clamp_min(1e-24).sqrt()


def structures(step, samples, turns):
    """UV (2, 6, N) of the vertices A, B, C, A', B', C', and which of them are inside; the others lie at their sample."""
    angle = (2 * math.pi / 3) * (turns + torch.arange(3)[:, None])
    offset = step.edge / math.sqrt(3) * torch.stack([torch.cos(angle), torch.sin(angle)])
    centre = samples.t()[:, None]
    uv = torch.cat([centre + offset, centre - 2 * offset], 1)
    inside = ((uv >= 0) & (uv <= 1)).all(0)
    return torch.where(inside, uv, centre), inside


def pin_factor(step, uv):
    distance = (length(uv - 0.5) - step.pin_radius).clamp_min(0)
    s = (distance / step.pin_falloff).clamp_max(1)
    return s * (2 - s)


def strain_energy(rest, x, inside):
    side = lambda corner: corner.roll(-1, 1) - corner
    l, L = length(side(x[:, :3])), length(side(rest[:, :3]))
    return torch.where(inside[:3] & inside[:3].roll(-1, 0), ((l - L) / L).square(), 0).sum(0)


def bend_energy(x, inside):
    a, d = x[:, :3], x[:, 3:]
    b, c = a.roll(-1, 1), a.roll(-2, 1)
    n1, n2 = torch.linalg.cross(b - a, c - a, dim=0), torch.linalg.cross(c - d, b - d, dim=0)
    difference = (n1 / length(n1) - n2 / length(n2)).square().sum(0)
    return torch.where(inside[:3].all(0) & inside[3:], difference, 0).sum(0)


def mean_height(x, inside):
    return torch.where(inside[:3], x[2, :3], 0).sum(0) / inside[:3].sum(0).clamp_min(1)


def collision_energy(step, x, inside):
    depth = (length(x - torch.tensor(step.ball)[:, None, None]) - (step.ball_radius + step.distance)).clamp_max(0)
    return torch.where(inside, depth.square(), 0).sum(0)


def cloth_loss(step):
    def loss(parameters, samples, turns):
        with torch.no_grad():
            uv, inside = structures(step, samples, turns)
            rest = functional.pad(uv, (0, 0, 0, 0, 0, 1))
            factor = step.scale * torch.cat([pin_factor(step, uv).expand(2, -1, -1), torch.ones_like(uv[:1])])
        x = rest + factor * grid_network(parameters, uv.flatten(1).t()).t().reshape(rest.shape)
        energy = step.strain * strain_energy(rest, x, inside) + step.bend * bend_energy(x, inside)
        return (energy + step.gravity * mean_height(x, inside) + step.collision * collision_energy(step, x, inside)).mean()

    return loss


def sine_jets(z, omega):
    value, d1, d2, d11, d12, d22 = z
    sine = torch.sin(omega * value)
    first, second = omega * torch.cos(omega * value), -omega * omega * sine
    return torch.stack([sine, first * d1, first * d2, first * d11 + second * d1 * d1, first * d12 + second * d1 * d2,
                        first * d22 + second * d2 * d2])


def siren_loss(step):
    jets, adjoint = (torch.tensor(array) for array in step.jets())

    def loss(parameters):
        x = jets
        for k in range(0, len(parameters), 2):
            z = functional.linear(x, parameters[k])
            x = torch.cat([z[:1] + parameters[k + 1], z[1:]])
            if k + 2 < len(parameters):
                x = sine_jets(x, step.omega)
        return (x * adjoint).sum()

    return loss


LOSSES = {Fit: fit_loss, Cloth: cloth_loss, Siren: siren_loss}


def leaves(arrays):
    return [torch.tensor(array, requires_grad=True) for array in arrays]


class Training:
    def __init__(self, name, compiled, losses=LOSSES, adam={"fused": True}):
        step = STEPS[name]
        loss = losses[type(step)](step)
        self.parameters = leaves(start(step)[0])
        self.optimizer = torch.optim.Adam(self.parameters, lr=step.rate, **adam)
        draw_and_evaluate = lambda parameters: loss(parameters, *(torch.rand(shape) for shape in step.draws()))
        if compiled:
            torch.compiler.reset()  # forgets the step before, which has the same code
        self.evaluate = torch.compile(draw_and_evaluate, dynamic=False, fullgraph=True) if compiled else draw_and_evaluate

    def run(self, steps):
        for _ in range(steps):
            self.optimizer.zero_grad(set_to_none=True)
            self.evaluate(self.parameters).backward()
            self.optimizer.step()


def loss_and_gradient(name, compiled, losses=LOSSES):
    step = STEPS[name]
    loss = losses[type(step)](step)
    arrays, draw = start(step)
    parameters = leaves(arrays)
    value = (torch.compile(loss, dynamic=False) if compiled else loss)(parameters, *map(torch.tensor, draw))
    value.backward()
    return value.item(), [p.grad.flatten().tolist() for p in parameters]


def prepare(threads):
    torch.set_num_threads(threads)
    return {"torch": torch.__version__}
