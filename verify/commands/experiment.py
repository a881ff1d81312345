"""``boundcheck experiment``: repeat an experiment of a source."""

from __future__ import annotations

import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    from verify import experiments

    command = commands.add_parser("experiment", help="repeat an experiment of a source, with its claims as checks")
    experiments.add_arguments(command)
    command.set_defaults(run=experiments.run)
