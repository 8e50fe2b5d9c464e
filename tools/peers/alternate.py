# SPDX-License-Identifier: Apache-2.0
"""Rounds in which every party takes the same step in turn while the others wait."""
import time

from ratios import order, ratios, spread


class Waiting:
    """Processor time that peers take while it is not their turn: one that spins would slow the others down."""

    def __init__(self, parties):
        self.peers, self.wall, self.cpu = [p for p in parties if hasattr(p, "cpu_seconds")], 0.0, 0.0

    def turn(self, party, step):
        others = [p for p in self.peers if p is not party]
        before, begin = sum(p.cpu_seconds() for p in others), time.perf_counter()
        seconds = party.seconds(step)
        self.wall += time.perf_counter() - begin
        self.cpu += sum(p.cpu_seconds() for p in others) - before
        return seconds

    def share(self):
        return self.cpu / self.wall if self.wall > 0 else 0.0


def measure(parties, step, rounds):
    """The step in `rounds` rounds; ratios are to the first party."""
    prepared = {party.name: party.prepare(step) for party in parties}
    times, waiting = {party.name: [] for party in parties}, Waiting(parties)
    for number in range(rounds):
        for party in order(parties, number):
            times[party.name].append(waiting.turn(party, step))
    reference = times[parties[0].name]
    return {
        "name": step,
        "waiting_cpus": waiting.share(),
        "parties": {
            name: {"seconds": spread(t), "ratio": spread(ratios(t, reference)), "rounds": t, "prepare_seconds": prepared[name]}
            for name, t in times.items()
        },
    }
