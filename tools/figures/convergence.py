# SPDX-License-Identifier: Apache-2.0
"""A metric against epochs or training time: mean and band over seeds.

Reads the evaluations made during the runs (/series/evaluate) where all of them have the metric, otherwise the terms of the
training steps (/series/train), smoothed by a running mean of a fiftieth of the run; the axis says which.
Published costs of the form epochs_to(METRIC, V) and seconds_to(METRIC, V) are drawn as hollow diamonds.
"""
import functools
import re

import numpy
import yaml

import style
from results import Problem, axis_title, listing, no_such
from selection import group, seeds_phrase


def add_arguments(parser):
    parser.add_argument("--metric", required=True)
    parser.add_argument("--by", type=lambda text: text.split(","), metavar="AXIS[,AXIS]", help="one curve each (default: the axes that vary)")
    parser.add_argument("--x", choices=("epochs", "seconds", "both"), default="epochs")
    parser.add_argument("--logx", action="store_true")
    parser.add_argument("--logy", action="store_true")
    parser.add_argument("--band", choices=("minmax", "std", "none"), default="minmax")
    parser.add_argument("--ylim", nargs=2, type=float, metavar=("LOW", "HIGH"))
    parser.add_argument("--xlim", nargs=2, type=float, metavar=("LOW", "HIGH"))
    parser.add_argument("--published", metavar="FILE", help="YAML file of published values")


class Curve:
    """One group: (E) steps and mean times [s], (seeds, E) values."""

    def __init__(self, group, steps, seconds, values):
        self.group, self.steps, self.seconds, self.values = group, steps, seconds, values

    def x(self, name):
        return self.steps if name == "epochs" else self.seconds

    def at(self, epochs):
        """Mean value of the last evaluation at or before so many epochs."""
        return self.values.mean(0)[max(numpy.searchsorted(self.steps, epochs, "right") - 1, 0)]


def table_of(run, name):
    series = run.file.get("series")
    return series[name][()] if series is not None and name in series else None


def training_column(metric, columns):
    """The column of /series/train that a metric's name stands for."""
    for name in (metric, "total" if metric == "energy" else metric.removeprefix("energy_")):
        if name in columns:
            return name
    return None


def smooth(values, window):
    """Centred running mean; the window shrinks at both ends."""
    half = min(window // 2, (len(values) - 1) // 2)
    sums = numpy.concatenate([[0], numpy.cumsum(values, dtype=float)])
    i = numpy.arange(len(values))
    reach = numpy.minimum(half, numpy.minimum(i, len(values) - 1 - i))
    return (sums[i + reach + 1] - sums[i - reach]) / (2 * reach + 1)


def read_series(runs, metric):
    """({run: (steps, seconds, values)}, words for the axis)"""
    evaluated = {run: table_of(run, "evaluate") for run in runs}
    if all(t is not None and metric in t.dtype.names for t in evaluated.values()):
        return {run: (t["step"], t["time_s"], t[metric]) for run, t in evaluated.items()}, ""
    trained = {run: table_of(run, "train") for run in runs}
    found = {}
    for run, table in trained.items():
        columns = () if table is None else table.dtype.names
        column = training_column(metric, columns)
        if column is None:
            known = [c for t in (evaluated[run], table) if t is not None for c in t.dtype.names if c not in ("step", "time_s")]
            raise no_such(f"{run.path}: the series", metric, known)
        found[run] = (table["step"] + 1, table["time_s"], table[column])
    window = int(max(steps[-1] for steps, _, _ in found.values())) // 50
    smoothed = {run: (steps, seconds, smooth(values, round(window * len(steps) / steps[-1]))) for run, (steps, seconds, values) in found.items()}
    return smoothed, f"training points, running mean of {window} epochs" if window > 1 else "training points"


def make_curve(group, series):
    members = [series[run] for run in group.runs]
    steps = functools.reduce(numpy.intersect1d, (m[0] for m in members))
    if len(steps) == 0:
        raise Problem(f"the runs of '{group.label}' share no evaluated epoch")
    take = [numpy.isin(m[0], steps) for m in members]
    return Curve(group, steps, numpy.mean([m[1][t] for m, t in zip(members, take)], axis=0), numpy.array([m[2][t] for m, t in zip(members, take)]))


def band(values, kind):
    if kind == "std":
        spread = values.std(0, ddof=1)
        return values.mean(0) - spread, values.mean(0) + spread
    return values.min(0), values.max(0)


def read_published(path, metric, curves):
    """[(axis, curve, cost, level)] of a file's epochs_to(metric, level) and seconds_to(metric, level)."""
    try:
        with open(path) as file:
            published = yaml.safe_load(file)["metrics"]
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        raise Problem(f"--published {path}: {error if isinstance(error, OSError) else 'expected a map with the key metrics'}") from None
    by_label = {", ".join(curve.group.key): curve for curve in curves}
    found = []
    for name, costs in published.items():
        match = re.fullmatch(r"(epochs|seconds)_to\(\s*([\w]+)\s*,\s*([^@)]+?)\s*(?:@\s*(\d+))?\s*\)", name)
        if not match or match[2] != metric:
            continue
        try:
            level = float(match[3])
        except ValueError:
            if match[3] not in by_label:
                raise no_such(f"--published {path}: the curve", match[3], by_label) from None
            level = by_label[match[3]].at(int(match[4]) if match[4] else numpy.inf)
        found += [(match[1], by_label[label], float(cost), level) for label, cost in costs.items() if label in by_label]
    if not found:
        raise Problem(f"--published {path} has no epochs_to({metric}, …) or seconds_to({metric}, …) of these curves\n  it has {listing(published)}")
    return found


def limits(axes, arguments):
    if arguments.logx:
        axes.set_xscale("log")
    if arguments.xlim:
        axes.set_xlim(*arguments.xlim)
    elif not arguments.logx:
        axes.set_xlim(left=0)


def draw(arguments, runs):
    series, how = read_series(runs, arguments.metric)
    groups = group(runs, arguments.by, arguments.labels)
    curves = [make_curve(g, series) for g in groups]
    title = axis_title(runs, arguments.metric)
    if arguments.logy and (low := min(c.values.min() for c in curves)) <= 0:
        raise Problem(f"--logy: {title} is {low:.4g} somewhere, and a logarithmic axis needs positive values\n  leave --logy out")
    xs = ("epochs", "seconds") if arguments.x == "both" else (arguments.x,)
    figure, (panels,) = style.canvas(style.width(arguments.width), 1.9, len(xs))
    pens = dict(zip(curves, style.pens(groups)))
    lines = []
    for axes, x in zip(panels, xs):
        lines = []
        for curve in curves:
            color, dashes = pens[curve]["color"], pens[curve]["linestyle"]
            shown = curve.x(x) > 0 if arguments.logx else slice(None)
            at, values = curve.x(x)[shown], curve.values[:, shown]
            lines += axes.plot(at, values.mean(0), color=color, linestyle=dashes)
            if arguments.band != "none" and len(values) > 1:
                axes.fill_between(at, *band(values, arguments.band), color=color, alpha=0.2, linewidth=0)
        axes.set_xlabel("epochs" if x == "epochs" else "training time [s]")
        limits(axes, arguments)
    labels = [g.label for g in groups]
    published = read_published(arguments.published, arguments.metric, curves) if arguments.published else []
    for x, curve, cost, level in published:
        if x in xs:
            panels[xs.index(x)].plot(cost, level, "D", color=pens[curve]["color"], markerfacecolor="white", clip_on=False, zorder=5)
    if published:
        lines.append(panels[0].plot([], [], "D", color=style.INK, markerfacecolor="white")[0])
        labels.append("published")
    if arguments.logy:
        style.logarithmic(panels[0].yaxis)
    if arguments.ylim:
        panels[0].set_ylim(*arguments.ylim)
    panels[0].set_ylabel(title + (f" ({how})".replace(", ", ",\n") if how else ""))
    style.legend_above(figure, lines, labels)
    bands = {"minmax": "bands: smallest to largest", "std": "bands: ± one standard deviation", "none": ""}[arguments.band]
    several = any(len(g.runs) > 1 for g in groups)
    caption = f"{title} against {' and '.join(xs).replace('seconds', 'training time')}"
    caption += f"; lines: mean of {seeds_phrase(groups)}" + (f", {bands}" if bands else "") if several else ""
    caption += "; diamonds: published" if published else ""
    return figure, caption + (f" ({how})" if how else "") + "."
