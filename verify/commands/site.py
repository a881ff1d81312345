"""``boundcheck site``: the catalogue and the documentation as a site of pages."""

from __future__ import annotations

import argparse
import os

from bounds.claims.catalogue import catalogue
from verify.commands.bar import bar
from verify.commands.printing import say
from verify.pages.site.build import build


def run(options: argparse.Namespace) -> int:
    """Write the site."""
    with bar("looking for runs") as update:

        def progress(done: int, of: int) -> None:
            update(completed=done, total=of)

        pages = build(options.out, catalogue(), jobs=os.cpu_count() or 1, progress=progress)
    say(f"written {options.out}: {pages} pages, of which {options.out / 'index.html'} is the first")
    return 0
