"""What the commands are told of: claims, variants of them and values by name, and files to write."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own_file import is_claim_file, read_claim
from bounds.data.files import write_text
from bounds.errors import BoundcheckError
from bounds.expression import format_expression, parse_assignments, parse_number
from bounds.instances import Instance
from verify.judge.certificate import write_certificate
from verify.judge.read_certificate import in_file, read_certificate
from verify.links import carries, is_page
from verify.pages.certificate import certificate_page


def claim_named(text: str) -> Claim:
    """Return the claim with this id, or the one that a file (TOML or JSON) states; of a certificate its claim."""
    if carries(text):
        return read_certificate(text).claim
    if is_claim_file(text):
        return read_claim(text) if in_file(text) is None else read_certificate(text).claim
    if Path(text).is_file():
        raise BoundcheckError(f"{text}: a file that states a claim is called .toml or .json")
    return theorem(text)


def certified(text: str) -> Instance | None:
    """Return the instance of the certificate that this names; None where it names something else."""
    return None if in_file(text) is None else read_certificate(text).instance


def parameters(assignments: Sequence[str]) -> dict[Any, Any]:
    """Return the exact values given by ``--set`` by symbol."""
    given = parse_assignments(assignments)
    return {symbol: parse_number(format_expression(expression)) for symbol, expression in given.items()}


def variant(options: argparse.Namespace, assignments: Sequence[str] = ()) -> Claim:
    """Return the claim that the options describe; raise BoundcheckError for names it does not have.

    ``assignments`` are what ``--set`` was given; without them ``--set`` means something else to the command.
    """
    claim, define = claim_named(options.id), parse_assignments(assignments)
    if not (options.bound is not None or options.relation or options.without or define):
        return claim
    return claim.replace(bound=options.bound, relation=options.relation, without=options.without, define=define)


def write_found(document: Mapping[str, Any], path: Path) -> None:
    """Write a certificate: as its page where the file is called .html, else as JSON."""
    if is_page(path):
        write_text(path, certificate_page(document, path.name))
    else:
        write_certificate(document, path)


def require_folder(directory: Path) -> None:
    """Refuse a folder that cannot be made, or that holds something."""
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise BoundcheckError(f"{directory} is there already; give --coq a new folder, or an empty one")
    if not directory.parent.is_dir():
        raise BoundcheckError(f"there is no directory {directory.parent}; make it first, or give --coq another folder")


def require_writable(path: Path) -> None:
    """Refuse a file that cannot be written before the time is spent."""
    if path.is_dir():
        raise BoundcheckError(f"{path} is a directory; give --out the name of a file")
    if not path.parent.is_dir():
        raise BoundcheckError(f"there is no directory {path.parent}; make it first, or give --out another file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BoundcheckError(f"{path}: cannot write this file; give --out another one")
