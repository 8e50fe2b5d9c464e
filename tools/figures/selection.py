# SPDX-License-Identifier: Apache-2.0
"""Which runs a figure shows, and which of them belong together."""
import fnmatch
import re

from results import Problem, listing, no_such, note, runs_of


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


def fits(value, label):
    return value == label or fnmatch.fnmatchcase(value, label)


class Condition:
    """AXIS=LABEL|LABEL, AXIS!=LABEL or an id, with globs: what `plisse sweep --only` understands."""

    def __init__(self, text):
        match = re.fullmatch(r"([^=!]+?)(!?)=(.*)", text)
        self.axis, self.negated = (match[1], bool(match[2])) if match else (None, False)
        self.labels = match[3].split("|") if match else [text]

    def value(self, run):
        return run.label(self.axis) if self.axis else run.name

    def holds(self, run):
        return any(fits(self.value(run), label) for label in self.labels) != self.negated


def collect(sources, only=""):
    """(finished runs of sweeps and folders that fit conditions joined by commas, how many more fit but are not finished)"""
    conditions = [Condition(text) for text in only.split(",") if text]
    planned = planned_runs(sources)
    for condition in conditions:
        known = sorted({condition.value(run) for run in planned})
        for label in condition.labels:
            if not any(fits(value, label) for value in known):
                raise no_such(f"--only: {condition.axis or 'the run'}", label, known)
    names = [c for c in conditions if not c.axis]
    fitting = [run for run in planned
               if all(c.holds(run) for c in conditions if c.axis) and (not names or any(c.holds(run) for c in names))]
    done = [run for run in fitting if run.status == "done"]
    for run in fitting:
        if run.status != "done":
            note(f"left out, as it is {run.status}: {run.folder}")
    if not done:
        raise Problem(f"no finished run: of {len(planned)}, {len(fitting)} fit and none of them is done")
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
                values = sorted({run.labels.get(axis, "none") for run in members})
                raise Problem(f"the runs differ on the axis '{axis}' too ({listing(values)})\n  choose with --only {axis}=VALUE, or name it in --by")
    groups = [Group(key, members) for key, members in groups.items()]
    rename(groups, labels)
    return groups


def first_of_each(groups):
    """(the first run of each group, words for the caption where there are more)"""
    seeds = sorted({g.runs[0].label("seed") for g in groups if len(g.runs) > 1})
    return [g.runs[0] for g in groups], f" (seed {listing(seeds)})" if seeds else ""


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
