# SPDX-License-Identifier: Apache-2.0
"""Where adaptive sampling puts its points: the last density over the UV square and the samples drawn from it, one panel a run.
"""
import numpy
from matplotlib import colormaps
from matplotlib.colors import ListedColormap, LogNorm

import style
from selection import first_of_each, group

COLORS = ListedColormap(colormaps["RdBu_r"](numpy.linspace(0.12, 0.88, 256)))  # white where the density is the uniform one
TICKS = [1 / 100, 1 / 50, 1 / 20, 1 / 10, 1 / 5, 1 / 2, 1, 2, 5, 10, 20, 50, 100]


def add_arguments(parser):
    parser.add_argument("--by", type=lambda text: text.split(","), metavar="AXIS[,AXIS]", help="names of the panels (default: the axes that vary)")
    parser.add_argument("--columns", type=int, default=0, metavar="N", help="panels in a row (default: up to 4)")
    parser.add_argument("--no-points", action="store_true", help="leave the samples out")


def relative(run):
    """(V, U) density over the uniform one; nan where there is no surface."""
    probability = numpy.array(run.dataset("sampling/density"), dtype=float)
    inside = probability > 0
    return numpy.where(inside, probability * inside.sum(), numpy.nan)


def draw(arguments, runs):
    groups = group(runs, arguments.by, arguments.labels)
    shown, seed = first_of_each(groups)
    densities = [relative(run) for run in shown]
    cells = numpy.concatenate([d[numpy.isfinite(d)] for d in densities])
    most = max(numpy.percentile(cells, 99.5), 1 / numpy.percentile(cells, 20), 2)
    scale = LogNorm(1 / most, most)
    columns = arguments.columns or min(len(shown), 4)
    rows = -(-len(shown) // columns)
    inches = style.width(arguments.width)
    side = (inches - 0.75) / columns
    figure, panels = style.plt.subplots(rows, columns, figsize=(inches, rows * (side + 0.2) + 0.25), sharex=True, sharey=True, squeeze=False, layout="constrained")
    for axes in panels.flat[len(shown):]:
        axes.remove()
    for axes, panel, run, density in zip(panels.flat, groups, shown, densities):
        image = axes.imshow(density, origin="lower", extent=(0, 1, 0, 1), cmap=COLORS, norm=scale)
        if not arguments.no_points:
            u, v = run.dataset("sampling/points").T
            axes.plot(u, v, linestyle="", marker=".", markersize=min(1.5, 40 * side / len(u) ** 0.5), markeredgewidth=0, color="black", alpha=0.7)
        axes.set(xticks=(0, 1), yticks=(0, 1), xlim=(0, 1), ylim=(0, 1))
        axes.grid(False)
        axes.spines[:].set_visible(True)
        if len(shown) > 1:
            axes.set_title(panel.label, pad=3)
    for axes in panels[:, 0]:
        axes.set_ylabel("v", style="italic", rotation=0, va="center", labelpad=0)
    for axes in panels.flat[max(len(shown) - columns, 0):len(shown)]:
        axes.set_xlabel("u", style="italic", labelpad=-4)
    ends = {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}
    bar = figure.colorbar(image, ax=list(panels.flat[:len(shown)]), aspect=25, pad=0.02, shrink=0.85, extend=ends[cells.min() < 1 / most, cells.max() > most])
    ticks = [t for t in TICKS if 1 / most <= t <= most]
    bar.set_ticks(ticks, labels=[f"{t:g}" if t >= 1 else f"1/{1 / t:g}" for t in ticks])
    bar.minorticks_off()
    bar.set_label("density / uniform density")
    bar.outline.set_linewidth(0.5)
    dots = "" if arguments.no_points else "; dots: the samples of the last step"
    return figure, f"Sampling density over the UV square, relative to the uniform one{dots}{seed}."
