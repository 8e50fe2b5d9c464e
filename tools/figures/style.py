# SPDX-License-Identifier: Apache-2.0
"""How figures look: sizes of a paper's column, fonts, colours that colour-blind readers can tell apart, files without dates."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy  # noqa: E402

from results import Problem, note  # noqa: E402
from selection import numeric  # noqa: E402

WIDTHS = {"column": 3.33, "page": 7.0}  # [in]
# Okabe and Ito's colours, the yellow left out.
COLORS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
MARKERS = "osD^vPX"
DASHES = ["-", (0, (4, 1.5)), (0, (1, 1)), (0, (4, 1, 1, 1))]
INK, GRID = "#222222", "#DDDDDD"


def apply():
    plt.rcParams.update({
        "font.family": "STIXGeneral", "mathtext.fontset": "stix", "font.size": 8, "axes.labelsize": 8, "axes.titlesize": 8,
        "xtick.labelsize": 7, "ytick.labelsize": 7, "legend.fontsize": 7.5, "pdf.fonttype": 42, "text.color": INK,
        "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.linewidth": 0.5,
        "xtick.major.width": 0.5, "ytick.major.width": 0.5, "xtick.minor.width": 0.3, "ytick.minor.width": 0.3,
        "xtick.major.size": 2.5, "ytick.major.size": 2.5, "xtick.minor.size": 1.5, "ytick.minor.size": 1.5,
        "axes.grid": True, "grid.color": GRID, "grid.linewidth": 0.4, "axes.axisbelow": True, "axes.spines.top": False,
        "axes.spines.right": False, "lines.linewidth": 1.1, "lines.markersize": 3.5, "legend.frameon": False,
        "legend.handlelength": 1.6, "legend.columnspacing": 1.2, "legend.handletextpad": 0.5, "legend.borderpad": 0.1,
        "axes.formatter.useoffset": False, "axes.formatter.limits": (-4, 5), "axes.formatter.use_mathtext": True, "image.interpolation": "nearest",
    })


def width(text):
    if text in WIDTHS:
        return WIDTHS[text]
    try:
        inches = float(text)
    except ValueError:
        inches = 0
    if not 1 <= inches <= 40:
        raise Problem(f"--width is '{text}', but must be column, page, or inches from 1 to 40")
    return inches


def pens(groups):
    """Colour, marker and dashes for each group: shades in order for many numbers, distinct colours otherwise."""
    values = numeric([", ".join(g.key) for g in groups])
    if values and len(values) > 3:
        rank = numpy.argsort(numpy.argsort(values)) / (len(values) - 1)
        colors = [matplotlib.colors.to_hex(plt.get_cmap("viridis")(0.85 * (1 - r))) for r in rank]
        return [{"color": c, "marker": MARKERS[i % len(MARKERS)], "linestyle": "-"} for i, c in enumerate(colors)]
    return [{"color": COLORS[i % len(COLORS)], "marker": MARKERS[i % len(MARKERS)], "linestyle": DASHES[i // len(COLORS) % len(DASHES)]}
            for i in range(len(groups))]


def canvas(inches, height, columns=1):
    """A figure of this size with axes side by side that share y."""
    return plt.subplots(1, columns, figsize=(inches, height), sharey=True, squeeze=False, layout="constrained")


def logarithmic(axis):
    """A logarithmic axis with ticks at 1, 2 and 5 in plain numbers where it spans less than two decades."""
    axes = axis.axes
    (axes.set_xscale if axis.axis_name == "x" else axes.set_yscale)("log")
    low, high = axis.get_view_interval()
    if high < 100 * low:
        axis.set_major_locator(matplotlib.ticker.LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        axis.set_minor_formatter(matplotlib.ticker.NullFormatter())


def legend_above(figure, handles, labels):
    """One legend over all axes, in as many columns as fit; the figure grows by its height."""
    inches, height = figure.get_size_inches()
    renderer = figure.canvas.get_renderer()
    for columns in range(len(labels), 0, -1):
        legend = figure.legend(handles, labels, loc="upper center", bbox_to_anchor=(0.5, 1), ncol=columns, borderaxespad=0.1)
        box = legend.get_window_extent(renderer)
        if box.width <= figure.bbox.width or columns == 1:
            break
        legend.remove()
    extra = box.height / figure.dpi + 0.04
    figure.set_size_inches(inches, height + extra)
    figure.set_layout_engine("constrained", rect=(0, 0, 1, height / (height + extra)))


def panel_letter(index):
    return f"({chr(ord('a') + index)})" if index < 26 else f"({index + 1})"


def save(figure, base):
    """BASE.pdf and BASE.png, without dates or versions, so that the same results give the same files."""
    base.parent.mkdir(parents=True, exist_ok=True)
    pdf, png = (base.with_name(base.name + end) for end in (".pdf", ".png"))
    figure.savefig(pdf, metadata={"CreationDate": None, "Creator": None, "Producer": None}, dpi=300)
    figure.savefig(png, metadata={"Software": None}, dpi=300)
    plt.close(figure)
    note(f"{pdf} and {png}")
