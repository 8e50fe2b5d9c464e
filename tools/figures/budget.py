# SPDX-License-Identifier: Apache-2.0
"""A final metric against the size of the field, as counted in each run: mean and standard deviation over seeds.
"""
import numpy

import style
from results import Problem, axis_title, no_such
from selection import group, seeds_phrase, thousands

TITLES = {"parameters": "parameters", "bytes_inference": "memory of the parameters [B]", "bytes_training": "memory of training [B]"}


def add_arguments(parser):
    parser.add_argument("--metric", required=True)
    parser.add_argument("--by", type=lambda text: text.split(","), metavar="AXIS[,AXIS]", help="one curve each (default: the axes that vary)")
    parser.add_argument("--budget", default="budget.parameters", metavar="AXIS", help="axis of the budgets (default: %(default)s)")
    parser.add_argument("--linear", action="store_true", help="linear error axis (default: logarithmic where all values are positive)")
    parser.add_argument("--ylim", nargs=2, type=float, metavar=("LOW", "HIGH"))


def counted(run, axis):
    return run.counted or ("bytes_inference" if axis.endswith("bytes") else "parameters")


def points(group, metric, axis):
    """(B) sizes, means and deviations of one group, by size."""
    at = {}
    for run in group.runs:
        at.setdefault(run.labels[axis], []).append((run.metric(counted(run, axis)), run.metric(metric)))
    rows = [(numpy.mean([s for s, _ in pairs]), numpy.mean([v for _, v in pairs]), numpy.std([v for _, v in pairs], ddof=1) if len(pairs) > 1 else 0)
            for pairs in at.values()]
    return numpy.array(sorted(rows)).T


def draw(arguments, runs):
    axis = arguments.budget
    if not axis.startswith("budget."):
        raise Problem(f"'{axis}' is no axis of budgets; those are budget.parameters and budget.bytes, for which a sweep solves")
    for run in runs:
        if axis not in run.labels:
            raise no_such(f"{run.folder}: the axis", axis, run.labels)
    title = axis_title(runs, arguments.metric)
    groups = group(runs, arguments.by, arguments.labels, besides=(axis,))
    curves = [points(g, arguments.metric, axis) for g in groups]
    figure, ((axes,),) = style.canvas(style.width(arguments.width), 2.0)
    lines = []
    for (sizes, means, deviations), pen in zip(curves, style.pens(groups)):
        lines.append(axes.errorbar(sizes, means, deviations, capsize=1.8, capthick=0.6, elinewidth=0.6, **pen)[0])
    axes.set_xscale("log")
    if not arguments.linear and all((means - deviations > 0).all() for _, means, deviations in curves):
        style.logarithmic(axes.yaxis)
    if arguments.ylim:
        axes.set_ylim(*arguments.ylim)
    targets = sorted({run.labels[axis] for run in runs}, key=float)
    axes.set_xticks([float(t) for t in targets], [thousands(t) for t in targets])
    axes.xaxis.set_minor_locator(style.plt.NullLocator())
    axes.set_xlabel(TITLES[counted(runs[0], axis)])
    axes.set_ylabel(title)
    style.legend_above(figure, lines, [g.label for g in groups])
    spread = any(len(g.runs) > len(curve[0]) for g, curve in zip(groups, curves))
    seeds = max(sum(r.labels[axis] == targets[0] for r in g.runs) for g in groups)
    return figure, f"{title} against the size counted in each run" + (f"; mean ± one standard deviation of {seeds} seeds." if spread else ".")
