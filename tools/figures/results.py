# SPDX-License-Identifier: Apache-2.0
"""What figures read: result files of runs (run.h5) and plans of sweeps (sweep.lock.yaml)."""
import difflib
import functools
import pathlib
import sys

import h5py
import yaml


class Problem(Exception):
    """Something the user can put right: exit code 2."""


def note(text):
    print(f"note: {text}", file=sys.stderr)


def text_of(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def listing(names):
    return ", ".join(map(str, names)) or "nothing"


def no_such(what, name, known):
    near = difflib.get_close_matches(name, list(map(str, known)), 1)
    return Problem(f"{what} '{name}' does not exist\n  there is {listing(known)}" + (f"; did you mean '{near[0]}'?" if near else ""))


class Run:
    """One run: its result file and, as part of a sweep, where it stands on the axes."""

    def __init__(self, folder, labels=None, counted=None):
        self.folder = pathlib.Path(folder)
        self.name = self.folder.name
        self.labels = labels or {"run": self.name}
        self.counted = counted  # what a budget counts, where one was solved for this run

    @property
    def path(self):
        return self.folder / "run.h5"

    @functools.cached_property
    def file(self):
        try:
            return h5py.File(self.path, "r")
        except OSError as error:
            raise Problem(f"{self.path}: not a result file ({error})") from None

    @functools.cached_property
    def config(self):
        return yaml.safe_load(text_of(self.dataset("config/resolved_yaml")))

    @property
    def status(self):
        return text_of(self.file.attrs["status"]) if self.path.exists() else "without a result"

    def dataset(self, name):
        """Throws where there is none, naming what its group holds."""
        group, folder = self.file, ""
        *folders, leaf = name.split("/")
        for part in folders:
            if part not in group:
                raise Problem(f"{self.path} has no /{name}\n  /{folder} holds {listing(group)}")
            group, folder = group[part], f"{folder}{part}/"
        if leaf not in group:
            raise Problem(f"{self.path} has no /{name}\n  /{folder} holds {listing(group)}")
        return group[leaf][()]

    @functools.cached_property
    def metrics(self):
        """name -> (value, unit, better, samples, definition)"""
        rows = self.dataset("metrics/final")
        return {text_of(r["name"]): (float(r["value"]), text_of(r["unit"]), text_of(r["better"]), int(r["samples"]), text_of(r["definition"]))
                for r in rows}

    def metric(self, name):
        """A final metric, or a cost that every run has."""
        if name in self.metrics:
            return self.metrics[name][0]
        timing, budget = self.file["timing"].attrs, self.file["budget"].attrs
        costs = {"wall_time": lambda: timing["wall_s"], "epochs": lambda: timing["steps"], "step_ms": lambda: timing["step_ms_p50"],
                 "peak_rss_bytes": lambda: timing["peak_rss_bytes"], "train_time": lambda: self.dataset("series/train")["time_s"][-1],
                 **{key: functools.partial(budget.get, key) for key in ("parameters", "bytes_inference", "bytes_training")}}
        if name not in costs:
            raise no_such(f"{self.path}: the metric", name, [*self.metrics, *costs])
        return float(costs[name]())

    def label(self, axis):
        """Value on an axis of the sweep, or of a key of the configuration such as sampler.type."""
        if axis in self.labels:
            return self.labels[axis]
        value = self.config
        for part in axis.split("."):
            if not isinstance(value, dict) or part not in value:
                raise no_such(f"{self.folder}: the axis (or key of the configuration)", axis, self.labels)
            value = value[part]
        return str(value)


UNITS = {"wall_time": "s", "train_time": "s", "step_ms": "ms", "peak_rss_bytes": "B", "bytes_inference": "B", "bytes_training": "B"}


def axis_title(runs, metric):
    """'rmse [m]'.  Throws where runs define the metric differently."""
    seen = {run.metrics[metric][1:] for run in runs if metric in run.metrics}
    if len(seen) > 1:
        raise Problem(f"the runs define '{metric}' differently\n  " + "\n  ".join(sorted(f"{d} ({n} samples)" for _, _, n, d in seen)))
    unit = next(iter(seen))[0] if seen else UNITS.get(metric, "")
    return metric.replace("_", " ") + (f" [{unit}]" if unit else "")


def read_sweep(folder):
    try:
        plan = yaml.safe_load((folder / "sweep.lock.yaml").read_text())
        runs = [Run(folder / r["id"], {k: str(v) for k, v in r["labels"].items()}, (r.get("budget") or {}).get("counted")) for r in plan["runs"]]
        if not runs:
            raise KeyError("runs")
        return runs
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        raise Problem(f"{folder / 'sweep.lock.yaml'} cannot be read ({type(error).__name__}: {error})") from None


def runs_of(source):
    source = pathlib.Path(source)
    if (source / "sweep.lock.yaml").exists():
        return read_sweep(source)
    folder = source.parent if source.name == "run.h5" else source
    if not (folder / "run.h5").exists():
        there = listing(sorted(p.name for p in folder.iterdir())) if folder.is_dir() else None
        raise Problem(f"'{source}' is neither a sweep (sweep.lock.yaml) nor a run (run.h5)\n  "
                      + (f"the folder holds {there}" if there else "there is no such folder"))
    return [Run(folder)]
