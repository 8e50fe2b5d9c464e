# SPDX-License-Identifier: Apache-2.0
"""Histograms of |mean curvature| over the inner vertices of the final surfaces, with the 95th percentile marked.

Bins are equally wide in the logarithm; the height is the share of vertices in each.
"""
import numpy

import style
from results import Problem, listing
from selection import group

DECADES = 4  # below the largest value


def add_arguments(parser):
    parser.add_argument("--by", type=lambda text: text.split(","), metavar="AXIS[,AXIS]", help="one histogram each (default: the axes that vary)")
    parser.add_argument("--bins", type=int, default=60)
    parser.add_argument("--logy", action="store_true", help="logarithmic share of vertices")


def inner_vertices(triangles, count):
    """Whether each vertex is off the boundary: no edge of it belongs to one triangle only."""
    edges = numpy.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    code, times = numpy.unique(edges[:, 0] * count + edges[:, 1], return_counts=True)
    inner = numpy.zeros(count, bool)
    inner[triangles] = True
    open_edges = code[times == 1]
    inner[open_edges // count] = inner[open_edges % count] = False
    return inner


def curvatures(run):
    """|mean curvature| [1/m] at the inner vertices."""
    values = numpy.abs(run.dataset("meshes/final/PointData/mean_curvature").astype(float))
    triangles = run.dataset("meshes/final/Connectivity").reshape(-1, 3)
    return values[inner_vertices(triangles, len(values))]


def draw(arguments, runs):
    groups = group(runs, arguments.by, arguments.labels)
    values = [numpy.concatenate([curvatures(run) for run in g.runs]) for g in groups]
    everything = numpy.concatenate(values)
    positive = everything[everything > 0]
    if len(positive) == 0:
        raise Problem(f"every vertex of {listing(r.folder for r in runs)} is flat: there is no curvature to show")
    bins = numpy.geomspace(positive.max() / 10**DECADES, positive.max(), arguments.bins + 1)
    figure, ((axes,),) = style.canvas(style.width(arguments.width), 1.9)
    lines = []
    for sample, pen in zip(values, style.pens(groups)):
        share = numpy.histogram(sample, bins)[0] / len(sample)
        lines.append(axes.stairs(100 * share, bins, color=pen["color"], linestyle=pen["linestyle"], linewidth=1.1, baseline=None))
        percentile = numpy.percentile(sample, 95)
        axes.axvline(percentile, color=pen["color"], linewidth=0.7, linestyle=(0, (3, 2)))
    axes.set(xscale="log", xlim=(bins[0], bins[-1]))
    if arguments.logy:
        axes.set_yscale("log")
    axes.set_xlabel("|mean curvature| [1/m]")
    axes.set_ylabel("vertices per bin [%]")
    labels = [f"{g.label} (95 % < {numpy.percentile(v, 95):.3g})" for g, v in zip(groups, values)]
    style.legend_above(figure, lines, labels)
    below = max(numpy.mean(v < bins[0]) for v in values)
    return figure, ("|mean curvature| of inner vertices, bins of equal logarithmic width; dashed: 95th percentile"
                    + (f"; up to {100 * below:.2g} % of the vertices lie below the axis." if below > 0 else "."))
