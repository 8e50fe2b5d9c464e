# SPDX-License-Identifier: Apache-2.0
"""What figures read: runs (run.h5) and sweeps (sweep.lock.yaml)."""
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


def planned_runs(sources):
    """The runs of all sources; several sweeps are told apart by the axis 'sweep', runs whose folders have one name by their paths."""
    found = [runs_of(source) for source in sources]
    sweeps = [runs for runs in found if "run" not in runs[0].labels]
    for runs in sweeps if len(sweeps) > 1 else []:
        for run in runs:
            run.labels = {"sweep": run.folder.parent.name, **run.labels}
    planned = [run for runs in found for run in runs]
    for run in planned:
        if sum(run.folder == other.folder for other in planned) > 1:
            raise Problem(f"'{run.folder}' is given twice")
    names = [run.name for run in planned]
    for run in planned:
        if "run" in run.labels and names.count(run.name) > 1:
            run.labels = {"run": str(run.folder)}
    return planned


def passes(run, conditions):
    return all(run.label(axis) in values for axis, values in conditions)


def collect(sources, only=()):
    """(finished runs of sweeps and folders that fit the conditions 'AXIS=VALUE[,VALUE]', how many more fit but are not finished)"""
    conditions = []
    for condition in only:
        axis, equals, values = condition.partition("=")
        if not equals:
            raise Problem(f"--only is '{condition}', but must be AXIS=VALUE[,VALUE]")
        conditions.append((axis, values.split(",")))
    planned = planned_runs(sources)
    fitting = [run for run in planned if passes(run, conditions)]
    done = [run for run in fitting if run.status == "done"]
    for run in fitting:
        if run.status != "done":
            note(f"left out, as it is {run.status}: {run.folder}")
    if not done:
        known = {axis: sorted({run.label(axis) for run in planned}) for axis, _ in conditions}
        raise Problem("no finished run" + "".join(f"\n  {axis} is one of {listing(values)}" for axis, values in known.items()))
    return done, len(fitting) - len(done)


def thousands(text):
    """47400 -> 47 400, with a space that does not break; other texts as they are."""
    return f"{int(text):,}".replace(",", "\u00a0") if text.isdigit() and len(text) > 4 else text


class Group:
    """Runs that differ by their seed only."""

    def __init__(self, key, runs):
        self.key, self.runs, self.label = key, runs, ", ".join(map(thousands, key))


def varying(runs):
    """Axes on which the runs differ, the seed left out."""
    axes = [axis for axis in runs[0].labels if axis != "seed"]
    return [axis for axis in axes if len({run.labels.get(axis) for run in runs}) > 1]


def group(runs, by, labels=None, besides=()):
    """Groups by the axes `by` (none: those that vary), in the order of the plan; `besides` may vary within a group."""
    by = by or [axis for axis in varying(runs) if axis not in besides] or [next(iter(runs[0].labels))]
    groups = {}
    for run in runs:
        groups.setdefault(tuple(run.label(axis) for axis in by), []).append(run)
    for members in groups.values():
        for axis in varying(members):
            if axis not in besides and axis != "run":
                values = sorted({run.labels[axis] for run in members})
                raise Problem(f"the runs differ on the axis '{axis}' too ({listing(values)})\n  choose with --only {axis}=VALUE, or name it in --by")
    groups = [Group(key, members) for key, members in groups.items()]
    rename(groups, labels)
    return groups


def rename(items, labels):
    if labels and len(labels) != len(items):
        raise Problem(f"--labels has {len(labels)}, but there are {len(items)}: {listing(item.label for item in items)}")
    for item, label in zip(items, labels or []):
        item.label = label


def numeric(values):
    """The values as numbers, or None."""
    try:
        return [float(v) for v in values]
    except ValueError:
        return None


def seeds_phrase(groups):
    counts = sorted({len(g.runs) for g in groups})
    return f"{counts[0]} seed{'s' * (counts[-1] > 1)}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]} seeds"
