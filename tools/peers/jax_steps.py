# SPDX-License-Identifier: Apache-2.0
"""The training steps in JAX on the CPU: random numbers, loss, gradient and Adam in one jitted function that reuses its arguments' memory.
Jets go through explicit chain rules, all channels in one matrix product a layer; a list of channels between the products, which XLA fuses,
took half the time of one array.  The grid is an explicit gather of four corners, and structures are listed edge by edge: `--check` holds
this against torch_steps.py, which does neither."""
import math

import jax
import jax.numpy as jnp

from problem import FREQUENCIES, HIGH, HIGH_WAVES, IN_PLANE, IN_PLANE_WAVES, LEVELS, LOW, LOW_WAVES, STEPS, Cloth, Fit, Siren, start


def relu_network(layers, x):
    for weight, bias in zip(layers[:-2:2], layers[1:-2:2]):
        x = jax.nn.relu(x @ weight.T + bias)
    return x @ layers[-2].T + layers[-1]


def frequency_features(uv):
    features = [uv]
    for k in range(FREQUENCIES):
        angle = math.pi * 2**k * uv
        features += [jnp.sin(angle), jnp.cos(angle)]
    return jnp.concatenate(features, 1)


def level_features(level, uv):
    """level (n + 1, n + 1, features) between its vertices; the last cell holds coordinate 1."""
    cells = level.shape[0] - 1
    scaled = jnp.clip(uv, 0, 1) * cells
    cell = jnp.minimum(scaled.astype(jnp.int32), cells - 1)
    (i, j), (s, t) = cell.T, (scaled - cell).T[:, :, None]
    return (1 - s) * ((1 - t) * level[i, j] + t * level[i, j + 1]) + s * ((1 - t) * level[i + 1, j] + t * level[i + 1, j + 1])


def grid_network(parameters, uv):
    levels, layers = parameters[:len(LEVELS)], parameters[len(LEVELS):]
    return relu_network(layers, jnp.concatenate([level_features(level, uv) for level in levels], 1))


def wave_offset(uv):
    s = lambda half_waves, axis: jnp.sin(math.pi * half_waves * uv[:, axis])
    height = LOW * s(LOW_WAVES, 0) * s(LOW_WAVES, 1) + HIGH * s(HIGH_WAVES, 0) * s(HIGH_WAVES, 1)
    return jnp.stack([IN_PLANE * s(IN_PLANE_WAVES, 1), IN_PLANE * s(IN_PLANE_WAVES, 0), height], 1)


def fit_loss(step):
    def loss(parameters, uv):
        if step.encoding == "grid":
            offset = grid_network(parameters, uv)
        else:
            offset = relu_network(parameters, frequency_features(uv) if step.encoding == "frequency" else uv)
        return jnp.mean(jnp.sum((offset - wave_offset(uv))**2, 1))

    return loss


def norm(x):
    return jnp.sqrt(jnp.maximum(jnp.sum(x * x, 0), 1e-24))


def unit(x):
    return x / norm(x)


EDGES = ((0, 1), (1, 2), (2, 0))                    # of the triangle A B C
PAIRS = ((0, 1, 2, 3), (1, 2, 0, 4), (2, 0, 1, 5))  # triangles (a, b, c) and (d, c, b)


def strain_energy(rest, x, inside):
    def energy(a, b):
        L = norm(rest[:, b] - rest[:, a])
        return jnp.where(inside[a] & inside[b], ((norm(x[:, b] - x[:, a]) - L) / L)**2, 0)

    return sum(energy(a, b) for a, b in EDGES)


def bend_energy(x, inside):
    def energy(a, b, c, d):
        first = unit(jnp.cross(x[:, b] - x[:, a], x[:, c] - x[:, a], axis=0))
        second = unit(jnp.cross(x[:, c] - x[:, d], x[:, b] - x[:, d], axis=0))
        return jnp.where(inside[a] & inside[b] & inside[c] & inside[d], jnp.sum((first - second)**2, 0), 0)

    return sum(energy(*corners) for corners in PAIRS)


def cloth_loss(step):
    def vertices(samples, turns):
        corners = []
        for reach in (1, -2):
            for k in range(3):
                angle = (turns + k) * (2 * math.pi / 3)
                direction = jnp.stack([jnp.cos(angle), jnp.sin(angle)], 1)
                corners.append(samples + reach * step.edge / math.sqrt(3) * direction)
        uv = jnp.stack(corners)
        inside = jnp.all((uv >= 0) & (uv <= 1), 2)
        return jnp.where(inside[:, :, None], uv, samples), inside  # (6, N, 2), (6, N)

    def pin(uv):
        distance = jnp.maximum(jnp.hypot(uv[..., 0] - 0.5, uv[..., 1] - 0.5) - step.pin_radius, 0)
        s = jnp.minimum(distance / step.pin_falloff, 1)
        return s * (2 - s)

    def loss(parameters, samples, turns):
        uv, inside = vertices(samples, turns)
        rest = jnp.stack([uv[..., 0], uv[..., 1], jnp.zeros_like(uv[..., 0])])  # (3, 6, N)
        displacement = step.scale * grid_network(parameters, uv.reshape(-1, 2)).T.reshape(rest.shape)
        held = pin(uv)
        x = rest + displacement * jnp.stack([held, held, jnp.ones_like(held)])
        heights = jnp.sum(jnp.where(inside[:3], x[2, :3], 0), 0) / jnp.maximum(jnp.sum(inside[:3], 0), 1)
        depth = jnp.minimum(norm(x - jnp.array(step.ball)[:, None, None]) - step.ball_radius - step.distance, 0)
        collision = jnp.sum(jnp.where(inside, depth**2, 0), 0)
        return jnp.mean(step.strain * strain_energy(rest, x, inside) + step.bend * bend_energy(x, inside) + step.gravity * heights +
                        step.collision * collision)

    return loss


def siren_loss(step):
    jets, adjoint = step.jets()
    channels = len(jets)

    def affine(x, weight, bias):
        value, *derivatives = jnp.split(jnp.concatenate(x) @ weight.T, channels)
        return [value + bias, *derivatives]

    def activate(z):
        value, d1, d2, d11, d12, d22 = z
        first, second = step.omega * jnp.cos(step.omega * value), -step.omega**2 * jnp.sin(step.omega * value)
        return [jnp.sin(step.omega * value), first * d1, first * d2, first * d11 + second * d1 * d1, first * d12 + second * d1 * d2,
                first * d22 + second * d2 * d2]

    def loss(parameters):
        layers = list(zip(parameters[::2], parameters[1::2]))
        x = affine(list(jets), *layers[0])
        for layer in layers[1:]:
            x = affine(activate(x), *layer)
        return sum(jnp.sum(channel * bar) for channel, bar in zip(x, adjoint))

    return loss


LOSSES = {Fit: fit_loss, Cloth: cloth_loss, Siren: siren_loss}


def adam(parameters, gradient, mean, square, count, rate, b1=0.9, b2=0.999, epsilon=1e-8):
    each = jax.tree.map
    mean = each(lambda m, g: b1 * m + (1 - b1) * g, mean, gradient)
    square = each(lambda v, g: b2 * v + (1 - b2) * g * g, square, gradient)
    move = lambda x, m, v: x - rate * (m / (1 - b1**count)) / (jnp.sqrt(v / (1 - b2**count)) + epsilon)
    return each(move, parameters, mean, square), mean, square


class Training:
    def __init__(self, name, compiled):
        step = STEPS[name]
        loss = LOSSES[type(step)](step)

        def advance(state):
            parameters, mean, square, count, key = state
            key, *keys = jax.random.split(key, 1 + len(step.draws()))
            draw = [jax.random.uniform(k, shape) for k, shape in zip(keys, step.draws())]
            gradient = jax.grad(loss)(parameters, *draw)
            return *adam(parameters, gradient, mean, square, count + 1, step.rate), count + 1, key

        parameters = [jnp.array(array) for array in start(step)[0]]
        zeros = lambda: [jnp.zeros_like(p) for p in parameters]
        self.advance = jax.jit(advance, donate_argnums=0)
        self.state = parameters, zeros(), zeros(), jnp.zeros(()), jax.random.key(0)

    def run(self, steps):
        for _ in range(steps):
            self.state = self.advance(self.state)
        jax.block_until_ready(self.state)


def loss_and_gradient(name, compiled):
    step = STEPS[name]
    parameters, draw = start(step)
    value, gradient = jax.jit(jax.value_and_grad(LOSSES[type(step)](step)))(parameters, *draw)
    return float(value), [g.ravel().tolist() for g in gradient]


def prepare(threads):
    return {"jax": jax.__version__}
