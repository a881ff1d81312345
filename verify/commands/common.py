"""What the commands are told of: claims, expressions and values by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own_file import is_claim_file, read_claim
from bounds.expression import parse_assignments, parse_number


def claim_named(text: str) -> Claim:
    """Return the claim with this id, or the one that a file (TOML or JSON) states."""
    return read_claim(text) if is_claim_file(text) else theorem(text)


def expressions(assignments: Sequence[str]) -> dict[Any, Any]:
    """Return the expressions given as NAME=EXPR by symbol."""
    return parse_assignments(assignments)


def parameters(assignments: Sequence[str]) -> dict[Any, Any]:
    """Return the exact values given by ``--set`` by symbol."""
    return {symbol: parse_number(str(expression)) for symbol, expression in expressions(assignments).items()}
