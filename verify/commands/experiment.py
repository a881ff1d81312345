"""``boundcheck experiment``: repeat an experiment of a source."""

from __future__ import annotations

import argparse

from bounds.errors import BoundcheckError
from verify.commands.printing import print_json
from verify.publish.experiments import EXPERIMENTS, experiment_lines, plot, run_experiment


def run(options: argparse.Namespace) -> int:
    """Run the command: 0 if every check passed, else 1."""
    if options.name == "all" and options.plot is not None:
        raise BoundcheckError("one file holds the plot of one experiment; name it instead of 'all'")
    names = list(EXPERIMENTS) if options.name == "all" else [options.name]
    experiments = [run_experiment(name, options.seeds) for name in names]
    if options.json:
        objects = [experiment.as_json() for experiment in experiments]
        print_json(objects if options.name == "all" else objects[0])
    else:
        print("\n\n".join("\n".join(experiment_lines(experiment)) for experiment in experiments))
    if options.plot is not None:
        plot(experiments[0], options.plot)
        if not options.json:
            print(f"written {options.plot}")
    return 0 if all(experiment.passed for experiment in experiments) else 1
