"""``boundcheck export ID``: a claim as a LaTeX theorem, or as Coq definitions with the skeleton of a statement."""

from __future__ import annotations

import argparse

from bounds.data.files import write_text
from verify.commands.common import claim_named
from verify.publish.export import to_coq, to_latex


def run(options: argparse.Namespace) -> int:
    """Print or write the claim."""
    claim = claim_named(options.id)
    text = to_coq(claim) if options.coq else to_latex(claim, document=options.document)
    text = text.rstrip("\n") + "\n"
    if options.out is None:
        print(text, end="")
    else:
        write_text(options.out, text)
    return 0
