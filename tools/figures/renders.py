# SPDX-License-Identifier: Apache-2.0
"""Panels of final surfaces under one camera and one colour scale, drawn by `plisse render`, with labels (a), (b), …

Panels fill rows of --columns.  With several --view, every view is a row of all runs.  With --camera-per-row, rows may show
different scenes.  The program is $PLISSE, or build/release/plisse.
"""
import os
import pathlib
import subprocess
import tempfile

import matplotlib
import numpy

import style
from results import Problem
from selection import first_of_each, group

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOTS = 300  # per inch of the paper
GAP, TEXT, BAR = 0.04, 0.19, 0.62  # [in] between panels, below each, for the colour bar and its text


def add_arguments(parser):
    parser.add_argument("--by", type=lambda text: text.split(","), metavar="AXIS[,AXIS]", help="names of the panels (default: the axes that vary)")
    parser.add_argument("--columns", type=int, default=0, metavar="N", help="panels in a row (default: all)")
    parser.add_argument("--view", nargs="+", default=["default"], metavar="VIEW", help="as for plisse render; several: one row each")
    parser.add_argument("--camera-per-row", action="store_true", help="each row has a camera of its own")
    parser.add_argument("--color", metavar="FIELD", help="field to colour by, as for plisse render (default: plain cloth)")
    parser.add_argument("--range", nargs=2, type=float, metavar=("LOW", "HIGH"), help="of the colours (default: percentiles 1 to 99 of all panels)")
    parser.add_argument("--exaggerate", default="1", help="as for plisse render")
    parser.add_argument("--resolution", type=int, default=512, help="points along each side of the UV square")


def field(run, name):
    """(values, unit) of a field of the final surface, vectors by magnitude."""
    path = f"meshes/final/PointData/{'mean_curvature' if name == 'curvature' else name}"
    values = run.dataset(path).astype(float)
    unit = run.file[path].attrs.get("unit", "")
    return numpy.linalg.norm(values, axis=1) if values.ndim > 1 else values, unit.decode() if isinstance(unit, bytes) else unit


def shown_range(values):
    """Percentiles 1 to 99, symmetric about zero where both signs matter: what `plisse render` shows."""
    low, high = numpy.percentile(values[numpy.isfinite(values)], (1, 99))
    if low < 0 < high and min(-low, high) >= 0.1 * max(-low, high):
        low, high = -max(-low, high), max(-low, high)
    return (low, high) if low < high else (low - 0.5, low + 0.5)


def color_map(low, high):
    """The maps of `plisse render`: cool to warm about zero, viridis without its darkest end otherwise."""
    if low < 0 < high:
        largest = max(-low, high)
        return matplotlib.colors.ListedColormap(matplotlib.colormaps["coolwarm"](0.5 + 0.5 * numpy.linspace(low, high, 256) / largest))
    return matplotlib.colors.ListedColormap(matplotlib.colormaps["viridis"](numpy.linspace(0.16, 1, 256)))


def program():
    path = pathlib.Path(os.environ.get("PLISSE") or ROOT / "build/release/plisse")
    if not path.exists():
        raise Problem(f"there is no program {path}\n  build it with tools/setup, or name one in the environment variable PLISSE")
    return path


def render(runs, view, width, colors, arguments):
    """One panel a run, (rows, width, 3) each, under one camera."""
    height = round(0.85 * width)
    with tempfile.TemporaryDirectory(prefix="plisse-figures-") as folder:
        png = pathlib.Path(folder) / "strip.png"
        done = subprocess.run([program(), "render", *(r.folder for r in runs), "-o", png, f"--view={view}", "--size", f"{width}x{height}",
                               "--resolution", str(arguments.resolution), "--exaggerate", arguments.exaggerate, *colors],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise Problem(f"plisse render: {done.stderr.strip().removeprefix('error: ')}")
        image = style.plt.imread(png)[:height, :, :3]
    return [image[:, i * width:(i + 1) * width] for i in range(len(runs))]


def cropped(rows):
    """The panels without the margins that are empty in all of them."""
    drawn = numpy.max([1 - panel.min(axis=2) for row in rows for panel in row], axis=0) > 0.06
    cut = []
    for axis in (1, 0):
        used = numpy.flatnonzero(drawn.any(axis=axis))
        margin = drawn.shape[1 - axis] // 50
        cut.append(slice(max(used[0] - margin, 0), used[-1] + margin + 1) if len(used) else slice(None))
    return [[panel[tuple(cut)] for panel in row] for row in rows]


def lay_out(runs, width, colors, arguments):
    """Rows of panels."""
    if len(arguments.view) > 1:
        return [cropped([render(runs, view, width, colors, arguments)])[0] for view in arguments.view]
    columns = arguments.columns or len(runs)
    rows = [runs[i:i + columns] for i in range(0, len(runs), columns)]
    if arguments.camera_per_row:
        return [cropped([render(row, arguments.view[0], width, colors, arguments)])[0] for row in rows]
    panels = render(runs, arguments.view[0], width, colors, arguments)
    return cropped([panels[i:i + columns] for i in range(0, len(runs), columns)])


def add_bar(figure, inches, total, limits, title):
    tall = min(0.8 * total, 1.6)
    axes = figure.add_axes(((inches - BAR + 0.08) / inches, (total - tall) / 2 / total, 0.08 / inches, tall / total))
    scale = matplotlib.colors.Normalize(*limits)
    bar = figure.colorbar(matplotlib.cm.ScalarMappable(scale, color_map(*limits)), cax=axes)
    bar.outline.set_linewidth(0.5)
    bar.locator = matplotlib.ticker.MaxNLocator(5, steps=[1, 2, 2.5, 5, 10])
    axes.set_title(title, fontsize=7, loc="left", pad=4)


def draw(arguments, runs):
    groups = group(runs, arguments.by, arguments.labels)
    shown, seed = first_of_each(groups)
    columns = len(shown) if len(arguments.view) > 1 else min(arguments.columns or len(shown), len(shown))
    inches = style.width(arguments.width)
    side = (inches - (BAR if arguments.color else 0) - GAP * (columns - 1)) / columns
    colors, limits = [], None
    if arguments.color:
        fields = [field(run, arguments.color) for run in shown]
        limits = tuple(arguments.range) if arguments.range else shown_range(numpy.concatenate([values for values, _ in fields]))
        colors = ["--color", arguments.color, "--range", "{:.9g},{:.9g}".format(*limits), "--no-legend"]
    rows = lay_out(shown, round(1.2 * side * DOTS), colors, arguments)

    heights = [side * row[0].shape[0] / row[0].shape[1] for row in rows]
    total = sum(heights) + len(rows) * TEXT
    figure = style.plt.figure(figsize=(inches, total))
    top, index = total, 0
    for row, height in zip(rows, heights):
        for column, panel in enumerate(row):
            left = column * (side + GAP)
            axes = figure.add_axes((left / inches, (top - height) / total, side / inches, height / total))
            axes.imshow(panel, interpolation="antialiased", aspect="auto")
            axes.set_axis_off()
            label = f"{style.panel_letter(index)} {groups[index % len(groups)].label}"
            figure.text((left + side / 2) / inches, (top - height - 0.125) / total, label, ha="center")
            index += 1
        top -= height + TEXT
    if limits:
        unit = fields[0][1]
        add_bar(figure, inches, total, limits, arguments.color.replace("_", " ") + (f" [{unit}]" if unit else ""))
    color = f", coloured by {arguments.color.replace('_', ' ')} on one scale" if arguments.color else ""
    cameras = "each row" if len(rows) > 1 and (arguments.camera_per_row or len(arguments.view) > 1) else "all panels"
    return figure, f"Final surfaces{color}; one camera for {cameras}{seed}."
