"""``boundcheck docs TOPIC``: the pages that are installed with the packages, as they are."""

from __future__ import annotations

import argparse
import pydoc
from pathlib import Path

from verify.commands.arguments import TOPICS
from verify.commands.printing import say

ROOT = Path(__file__).parents[2]


def run(options: argparse.Namespace) -> int:
    """Print a page, on a terminal a screen at a time; without a topic a line for each."""
    if options.topic is not None:
        pydoc.pager(_page(options.topic))
        return 0
    width = max(map(len, TOPICS))
    for topic in TOPICS:
        heading = _page(topic).partition("\n")[0]
        say(f"{topic:<{width}}  {heading.removeprefix('# ')}")
    return 0


def _page(topic: str) -> str:
    return (ROOT / TOPICS[topic]).read_text(encoding="utf-8")
