"""``boundcheck export ID``: a claim as a LaTeX theorem, or as Coq definitions with the skeleton of a statement."""

from __future__ import annotations

import argparse
from pathlib import Path

from bounds.errors import BoundcheckError
from verify.commands.common import claim_named


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    command = commands.add_parser("export", help="a claim for LaTeX or Coq")
    command.add_argument("id", metavar="ID")
    kind = command.add_mutually_exclusive_group(required=True)
    kind.add_argument("--latex", action="store_true", help="a theorem environment")
    kind.add_argument("--document", action="store_true", help="the same in a LaTeX document that compiles by itself")
    kind.add_argument("--coq", action="store_true", help="definitions and the skeleton of a statement")
    command.add_argument("--out", metavar="FILE", type=Path, help="write to a file")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print or write the claim."""
    from verify.export import to_coq, to_latex

    claim = claim_named(options.id)
    text = to_coq(claim) if options.coq else to_latex(claim, document=options.document)
    text = text.rstrip("\n") + "\n"
    if options.out is None:
        print(text, end="")
        return 0
    try:
        options.out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BoundcheckError(f"cannot write {options.out}: {error.strerror}; give --out another file") from None
    return 0
