"""``boundcheck notebooks DIR``: a copy of the notebooks, to run and to change."""

from __future__ import annotations

import argparse

from verify.commands.copying import NOTEBOOKS, copied


def run(options: argparse.Namespace) -> int:
    """Copy the notebooks."""
    copied(sorted(NOTEBOOKS.glob("*.ipynb")), options.folder)
    return 0
