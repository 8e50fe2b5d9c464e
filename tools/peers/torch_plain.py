# SPDX-License-Identifier: Apache-2.0
"""The training steps in PyTorch as they are usually written: derivatives by torch.autograd.grad, vertices as rows of three coordinates,
Adam and malloc with their defaults.  torch_steps.py computes the same and is written for speed; its encodings serve here too."""
import math

import torch
from torch.nn import functional

import torch_steps
from problem import Cloth, Fit, Siren
from torch_steps import frequency_features, grid_features, prepare, wave_offset  # noqa: F401


def relu_network(layers, x):
    for weight, bias in zip(layers[:-2:2], layers[1:-2:2]):
        x = torch.relu(functional.linear(x, weight, bias))
    return functional.linear(x, layers[-2], layers[-1])


def grid_network(parameters, uv):
    return relu_network(parameters[2:], grid_features(parameters[:2], uv))


def fit_loss(step):
    features = {"identity": lambda uv: uv, "frequency": frequency_features}

    def loss(parameters, uv):
        offset = grid_network(parameters, uv) if step.encoding == "grid" else relu_network(parameters, features[step.encoding](uv))
        return ((offset - wave_offset(uv))**2).sum(1).mean()

    return loss


def norm(x):
    """Of vectors along the last axis; no infinite derivative where they vanish."""
    return (x * x).sum(-1).clamp_min(1e-24).sqrt()


def structures(step, samples, turns):
    """UV (N, 6, 2) of the vertices A, B, C, A', B', C', and which of them are inside; the others lie at their sample."""
    angle = 2 * math.pi / 3 * (turns[:, None] + torch.arange(3))
    corners = step.edge / math.sqrt(3) * torch.stack([angle.cos(), angle.sin()], -1)
    uv = samples[:, None] + torch.cat([corners, -2 * corners], 1)
    inside = ((uv >= 0) & (uv <= 1)).all(-1)
    return torch.where(inside[..., None], uv, samples[:, None]), inside


def face_normal(a, b, c):
    n = torch.linalg.cross(b - a, c - a)
    return n / norm(n)[:, None]


def cloth_loss(step):
    ball = torch.tensor(step.ball)

    def energies(rest, x, inside):
        total = 0
        for a, b in ((0, 1), (1, 2), (2, 0)):
            length, rest_length = norm(x[:, b] - x[:, a]), norm(rest[:, b] - rest[:, a])
            strain = ((length - rest_length) / rest_length)**2
            total = total + step.strain * torch.where(inside[:, a] & inside[:, b], strain, 0)
        for a, b, c, d in ((0, 1, 2, 3), (1, 2, 0, 4), (2, 0, 1, 5)):
            bend = ((face_normal(x[:, a], x[:, b], x[:, c]) - face_normal(x[:, d], x[:, c], x[:, b]))**2).sum(-1)
            total = total + step.bend * torch.where(inside[:, [a, b, c, d]].all(1), bend, 0)
        heights = torch.where(inside[:, :3], x[:, :3, 2], 0).sum(1) / inside[:, :3].sum(1).clamp_min(1)
        depth = (norm(x - ball) - step.ball_radius - step.distance).clamp_max(0)
        return total + step.gravity * heights + step.collision * torch.where(inside, depth**2, 0).sum(1)

    def loss(parameters, samples, turns):
        uv, inside = structures(step, samples, turns)
        s = ((norm(uv - 0.5) - step.pin_radius) / step.pin_falloff).clamp(0, 1)
        held = s * (2 - s)
        displacement = step.scale * grid_network(parameters, uv.reshape(-1, 2)).reshape(-1, 6, 3)
        rest = functional.pad(uv, (0, 1))
        x = rest + displacement * torch.stack([held, held, torch.ones_like(held)], -1)
        return energies(rest, x, inside).mean()

    return loss


def siren_loss(step):
    (value, d1, d2, d11, d12, d22), adjoint = (torch.tensor(array) for array in step.jets())

    def gradient(y, at):
        return torch.autograd.grad(y.sum(), at, create_graph=True)[0].unbind(1)

    def loss(parameters):
        at = torch.zeros(step.points, 2, requires_grad=True)
        a, b = at[:, :1], at[:, 1:]
        x = value + a * d1 + b * d2 + a * a / 2 * d11 + a * b * d12 + b * b / 2 * d22
        for weight, bias in zip(parameters[:-2:2], parameters[1:-2:2]):
            x = torch.sin(step.omega * functional.linear(x, weight, bias))
        y = functional.linear(x, parameters[-2], parameters[-1])
        total = 0
        for k in range(3):
            y1, y2 = gradient(y[:, k], at)
            (y11, y12), (_, y22) = gradient(y1, at), gradient(y2, at)
            total = total + (torch.stack([y[:, k], y1, y2, y11, y12, y22]) * adjoint[:, :, k]).sum()
        return total

    return loss


LOSSES = {Fit: fit_loss, Cloth: cloth_loss, Siren: siren_loss}


class Training(torch_steps.Training):
    def __init__(self, name, compiled):
        super().__init__(name, compiled, LOSSES, {})


def loss_and_gradient(name, compiled):
    return torch_steps.loss_and_gradient(name, compiled, LOSSES)
