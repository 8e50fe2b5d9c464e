# SPDX-License-Identifier: Apache-2.0
"""Times of several parties, round by round, and what they say: medians, quartiles, ratios to the first party."""


def quantile(values, share):
    """Linear between the neighbouring values, as plisse takes it."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def spread(values):
    return {"median": quantile(values, 0.5), "lower_quartile": quantile(values, 0.25), "upper_quartile": quantile(values, 0.75)}


def ratios(times, reference):
    """Of lists with one time a round: every round on its own, so that a slow one touches both sides."""
    if len(times) != len(reference):
        raise ValueError(f"{len(times)} rounds do not compare with {len(reference)}")
    return [t / r for t, r in zip(times, reference)]


def order(parties, round_number):
    """Who goes after whom: every party is first in turn."""
    start = round_number % len(parties)
    return parties[start:] + parties[:start]


def largest_difference(a, b):
    """Largest |a - b| over all numbers of a pair of arrays, relative to the largest |b|."""
    scale = max(map(abs, b), default=0)
    return max((abs(x - y) for x, y in zip(a, b)), default=0) / scale if scale > 0 else max(map(abs, a), default=0)
