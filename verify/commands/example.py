"""``boundcheck example NAME``: a copy of data to try commands on."""

from __future__ import annotations

import argparse

from verify.commands.arguments import DATA
from verify.commands.copying import EXAMPLES, copied
from verify.commands.printing import say


def run(options: argparse.Namespace) -> int:
    """Copy the data of this name and print a command that takes it; without a name a line for each."""
    if options.name is None:
        width = max(map(len, DATA))
        for name, (_, told, _) in DATA.items():
            say(f"{name:<{width}}  {told}")
        return 0
    file, _, command = DATA[options.name]
    copied([EXAMPLES / file], options.folder)
    say(f"try: boundcheck {command.format(options.folder / file)}")
    return 0
