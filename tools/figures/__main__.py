#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures for papers, from the result files of runs: a PDF to include and a PNG to look at, the same bytes for the same results.

    python3 tools/figures convergence runs/table1 --metric rmse --by model --x both --logy -o results/table1/convergence
    python3 tools/figures COMMAND --help

Runs are given as folders of sweeps (all their runs), folders of runs, or run.h5 files; a roofline is drawn from files of plisse bench --json.  A caption is printed on stdout.
"""
import argparse
import os
import pathlib
import sys

SYSTEM_PYTHON = "/usr/bin/python3"  # the one that tools/setup equips
try:
    import h5py, matplotlib, numpy, yaml  # noqa: E401, F401
except ImportError as missing:
    if os.path.exists(SYSTEM_PYTHON) and not os.path.samefile(sys.executable, SYSTEM_PYTHON):
        os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
    sys.exit(f"error: this Python has no {missing.name}; Debian and Ubuntu: apt-get install python3-h5py python3-matplotlib python3-yaml")

import budget
import convergence
import curvature
import density
import renders
import roofline
import style
from results import Problem
from selection import collect

COMMANDS = {module.__name__: module for module in (convergence, budget, density, renders, curvature, roofline)}

SOURCES = {"metavar": "DIR|RUN", "help": "folder of a sweep, folder of a run, or its run.h5"}


def parse(arguments):
    parser = argparse.ArgumentParser(prog="figures", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        first = module.__doc__.split("\n\n")[0]
        command = commands.add_parser(name, help=first, description=module.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        command.add_argument("sources", nargs="+", **getattr(module, "SOURCES", SOURCES))
        command.add_argument("-o", "--output", required=True, metavar="BASE", help="writes BASE.pdf and BASE.png")
        command.add_argument("--only", default="", metavar="EXPR", help="some of the runs, as for plisse sweep: AXIS=LABEL|LABEL,AXIS!=LABEL or ids, with globs; names of benchmarks for a roofline")
        command.add_argument("--labels", nargs="+", metavar="TEXT", help="what to call each curve or panel, in the order they come")
        command.add_argument("--width", default="column", metavar="WIDTH", help="column (default), page, or inches")
        module.add_arguments(command)
    return parser.parse_args(arguments)


def main():
    arguments = parse(sys.argv[1:])
    try:
        style.apply()
        module = COMMANDS[arguments.command]
        runs, left_out = getattr(module, "read", collect)(arguments.sources, arguments.only)
        figure, caption = module.draw(arguments, runs)
        base = pathlib.Path(arguments.output)
        style.save(figure, base.with_suffix("") if base.suffix in (".pdf", ".png") else base)
    except Problem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    print(caption + (f" {left_out} of {left_out + len(runs)} runs are left out, as they are not finished." if left_out else ""))
    return 0


sys.exit(main())
