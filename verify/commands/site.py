"""``boundcheck site``: the catalogue and the documentation as a site of pages."""

from __future__ import annotations

import argparse

from bounds.claims.catalogue import catalogue
from verify.commands.printing import say
from verify.pages.site.build import build


def run(options: argparse.Namespace) -> int:
    """Write the site."""
    pages = build(options.out, catalogue())
    say(f"written {options.out}: {pages} pages, of which {options.out / 'index.html'} is the first")
    return 0
