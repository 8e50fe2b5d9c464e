# SPDX-License-Identifier: Apache-2.0
"""Rates of kernels and training steps under the machine's own roof: arithmetic by sgemm, memory by copy, as plisse bench --json measured them.

Several files, or one of several numbers of threads, give a roof each.
"""
import fnmatch
import json
import math
from collections import namedtuple

import numpy

import style
from results import Problem

SOURCES = {"metavar": "JSON", "help": "what plisse bench --json printed"}
FAMILIES = {"network": "networks", "encoder": "encoders", "loss": "losses", "collider": "colliders", "shell": "shells",
            "optimizer": "optimizers"}
STEPS, OTHERS = "training steps", "others"

# One benchmark at one number of threads: operations, bytes; median and quartiles of the seconds.
Measured = namedtuple("Measured", "name section operations bytes threads seconds low high")


def add_arguments(parser):
    parser.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")], metavar="N[,N]", help="these numbers of threads alone")


def measured(document):
    for entry in document["benchmarks"]:
        for at in entry.get("at", [entry]):
            s = at["seconds"]
            yield Measured(entry["name"], entry["section"], entry["operations"], entry["bytes"], at["threads"], s["median"], s["lower_quartile"],
                           s["upper_quartile"])


def read(sources, only):
    """All measurements of the files, the yardsticks always among them."""
    found = []
    for source in sources:
        try:
            with open(source) as file:
                found += measured(json.load(file))
        except OSError as error:
            raise Problem(f"{source}: {error.strerror}")
        except (ValueError, KeyError, TypeError):
            raise Problem(f"{source} is not what plisse bench --json prints")
    patterns = only.split(",") if only else ["*"]
    return [m for m in found if m.section == "machine" or any(fnmatch.fnmatchcase(m.name, p) for p in patterns)], 0


def family(m):
    return STEPS if m.section == "step" else FAMILIES.get(m.name.split("_")[0], OTHERS)


def roof(runs, threads):
    """The machine's operations and bytes per second."""
    rates = {m.name: (m.operations or m.bytes) / m.seconds for m in runs if m.section == "machine" and m.threads == threads}
    for name in ("sgemm", "copy"):
        if name not in rates:
            raise Problem(f"there is no {name} with threads: {threads}, of which the roof is made; add it to plisse bench --only")
    return rates["sgemm"], rates["copy"]


class Labels:
    """Texts beside points, moved around until none covers another one, a point or a line."""
    PADDING = 1.5  # [pixels]

    def __init__(self, axes, points, lines):
        self.axes, self.renderer = axes, axes.figure.canvas.get_renderer()
        self.scale = axes.figure.dpi / 72
        self.points = axes.transData.transform(points)
        self.obstacles = [self.around(p, 3 * self.scale) for p in self.points]
        for line in lines:
            ends = axes.transData.transform(line)
            for a, b in zip(ends[:-1], ends[1:]):
                steps = max(2, int(numpy.hypot(*(b - a)) / (3 * self.scale)))
                self.obstacles += [self.around(a + (b - a) * k / steps, self.scale) for k in range(steps + 1)]
        self.obstacles = numpy.array(self.obstacles)
        self.window = numpy.array(axes.get_window_extent(self.renderer).extents)

    @staticmethod
    def around(point, reach):
        return [point[0] - reach, point[1] - reach, point[0] + reach, point[1] + reach]

    @staticmethod
    def overlap(box, others):
        """Area that a box (left, bottom, right, top) shares with each of the others."""
        if not len(others):
            return numpy.zeros(0)
        others = numpy.asarray(others)
        wide = numpy.minimum(box[2], others[:, 2]) - numpy.maximum(box[0], others[:, 0])
        high = numpy.minimum(box[3], others[:, 3]) - numpy.maximum(box[1], others[:, 1])
        return numpy.maximum(wide, 0) * numpy.maximum(high, 0)

    def candidates(self, point, size):
        """Boxes of a text of this size around a point, with how far each is from it [pt]."""
        for distance in (4, 7, 11, 16, 22, 30, 40, 52):
            for angle in numpy.arange(0, 360, 15):
                c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
                middle = point + self.scale * distance * numpy.array([c, s]) + 0.5 * size * numpy.array([c, s])
                yield distance, numpy.array([*(middle - size / 2), *(middle + size / 2)])

    def cost(self, distance, box, others):
        padded = box + self.PADDING * self.scale * numpy.array([-1, -1, 1, 1])
        outside = numpy.maximum(self.window[:2] - box[:2], 0).sum() + numpy.maximum(box[2:] - self.window[2:], 0).sum()
        return distance + 30 * self.overlap(padded, others).sum() + 10 * self.overlap(box, self.obstacles).sum() + 1e4 * outside

    def place(self, texts, colors):
        sizes = []
        for text in texts:
            probe = self.axes.text(0, 0, text, fontsize=6)
            extent = probe.get_window_extent(self.renderer)
            sizes.append(numpy.array([extent.width, 0.8 * extent.height]))
            probe.remove()
        crowd = [sum(numpy.hypot(*(p - q)) < 60 * self.scale for q in self.points) for p in self.points]
        boxes, distances = {}, {}
        for _ in range(4):
            for i in sorted(range(len(texts)), key=lambda i: -crowd[i]):
                others = [box for j, box in boxes.items() if j != i]
                distances[i], boxes[i] = min(self.candidates(self.points[i], sizes[i]), key=lambda c: self.cost(*c, others))
        back = self.axes.transData.inverted()
        for i, text in enumerate(texts):
            middle = (boxes[i][:2] + boxes[i][2:]) / 2
            self.axes.text(*back.transform(middle), text, fontsize=6, color=colors[i], ha="center", va="center_baseline", zorder=5)
            if distances[i] > 9:
                end = numpy.clip(self.points[i], boxes[i][:2], boxes[i][2:])
                ends = back.transform([self.points[i], end])
                self.axes.plot(*ends.T, color=colors[i], linewidth=0.35, alpha=0.7, zorder=1.5)


def draw(arguments, runs):
    counts = sorted({m.threads for m in runs} if arguments.threads is None else set(arguments.threads))
    counted = [m for m in runs if m.section != "machine" and m.operations > 0 and m.bytes > 0 and m.threads in counts]
    if not counted:
        raise Problem("none of the benchmarks has operations and bytes that are counted")
    families = [f for f in (*FAMILIES.values(), OTHERS, STEPS) if any(family(m) == f for m in counted)]
    colors = dict(zip(families, [c for c in style.COLORS if c != "#000000"] + ["#7F7F7F"]))
    colors[STEPS] = "#000000"
    inches = style.width(arguments.width if arguments.width != "column" else "page")
    figure, ((axes,),) = style.canvas(inches, 0.62 * inches)
    intensity = numpy.array([m.operations / m.bytes for m in counted])
    rate = numpy.array([m.operations / m.seconds for m in counted]) / 1e9
    left, right = intensity.min() / 3, intensity.max() * 4
    lines = []
    for n in counts:
        flops, bandwidth = (x / 1e9 for x in roof(runs, n))
        last = n == counts[-1]
        corner = flops / bandwidth
        line = numpy.array([(left, left * bandwidth), (corner, flops), (right, flops)])
        lines.append(line)
        axes.plot(*line.T, color=style.INK, linewidth=1.0, alpha=1 if last else 0.45, zorder=1)
    bottom, top = min(rate.min(), left * bandwidth) / 2, 2.2 * max(rate.max(), flops)
    axes.set(xscale="log", yscale="log", xlim=(left, right), ylim=(bottom, top))
    axes.set_xlabel("arithmetic intensity [FLOP/B], useful operations over bytes moved at least")
    axes.set_ylabel("useful rate [GFLOP/s]")
    axes.grid(True, which="major")
    handles = []
    for f in families:
        for n in counts:
            chosen = [i for i, m in enumerate(counted) if family(m) == f and m.threads == n]
            if not chosen:
                continue
            bars = numpy.array([[m.operations / m.seconds - m.operations / m.high, m.operations / m.low - m.operations / m.seconds]
                                for m in (counted[i] for i in chosen)]).T / 1e9
            last = n == counts[-1]
            drawn = axes.errorbar(intensity[chosen], rate[chosen], numpy.maximum(bars, 0), linestyle="", marker="D" if f == STEPS else "o",
                                  markersize=3.2, color=colors[f], markerfacecolor=colors[f] if last else "white", elinewidth=0.7, capsize=1.4,
                                  capthick=0.6, zorder=3)
            if last:
                handles.append((f, drawn[0]))
    style.legend_above(figure, [h for _, h in handles], [f for f, _ in handles])
    figure.canvas.draw()  # settles the layout, on which the labels depend
    name_roofs(axes, [(n, *(x / 1e9 for x in roof(runs, n))) for n in counts], left)
    shown = [i for i, m in enumerate(counted) if m.threads == counts[-1]]
    labels = Labels(axes, numpy.c_[intensity, rate], lines)
    labels.points = labels.points[shown]
    labels.obstacles = numpy.concatenate([labels.obstacles, *(numpy.array([t.get_window_extent(labels.renderer).extents]) for t in axes.texts)])
    labels.place([counted[i].name.replace("_", " ") for i in shown], [colors[family(counted[i])] for i in shown])
    uncounted = len({m.name for m in runs if m.section != "machine" and m.operations == 0})
    many = "threads: " + ", ".join(str(n) for n in counts) + (f", filled: {counts[-1]}" if len(counts) > 1 else "")
    return figure, (f"Useful rate against arithmetic intensity under the roof of sgemm and of a copy, measured alike ({many}); medians with "
                    "quartiles. Arrays that caches hold may lie above the copy." +
                    (f" {uncounted} benchmarks whose operations are not counted are left out." if uncounted else ""))


def name_roofs(axes, roofs, left):
    """Rates along the slope and the beginning of the flat part: above the highest roof, below the others."""
    for n, flops, bandwidth in roofs:
        threads = f", {n} thread{'s' if n > 1 else ''}" if len(roofs) > 1 else ""
        above = n == roofs[-1][0]
        side = {"textcoords": "offset points", "ha": "left", "va": "bottom" if above else "top", "fontsize": 6.5}
        axes.annotate(f"sgemm {flops:.3g} GFLOP/s{threads}", (flops / bandwidth, flops), xytext=(5, 2 if above else -3), **side)
        a, b = axes.transData.transform([(left, left * bandwidth), (10 * left, 10 * left * bandwidth)])
        angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        axes.annotate(f"copy {bandwidth:.3g} GB/s{threads}", (left, left * bandwidth), xytext=(6, 9) if above else (12, 6), rotation=angle,
                      rotation_mode="anchor", **side)
