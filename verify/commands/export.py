"""``boundcheck export ID ...``: claims as LaTeX theorems, or as Coq definitions with the skeletons of statements."""

from __future__ import annotations

import argparse

from bounds.claims.catalogue import catalogue
from bounds.data.files import write_text
from bounds.errors import BoundcheckError
from verify.commands.common import claim_named
from verify.publish.export import to_coq, to_document, to_latex


def run(options: argparse.Namespace) -> int:
    """Print or write the claims, in the order in which they are named."""
    every = [text.lower() for text in options.ids] == ["all"]
    claims = list(catalogue()) if every else [claim_named(text) for text in options.ids]
    if twice := sorted({claim.id for claim in claims if [other.id for other in claims].count(claim.id) > 1}):
        raise BoundcheckError(f"two of these are called {twice[0]}; name each once, or give one another name")
    if options.document:
        text = to_document(claims)
    else:
        text = "\n\n".join((to_coq if options.coq else to_latex)(claim).rstrip("\n") for claim in claims)
    text = text.rstrip("\n") + "\n"
    if options.out is None:
        print(text, end="")
    else:
        write_text(options.out, text)
    return 0
