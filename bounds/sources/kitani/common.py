"""What the sections share: the document."""

from __future__ import annotations

from bounds.claims.claim import Source


def cited(label: str, section: str) -> Source:
    """Return the document, with the place of a statement in it."""
    return Source("Kitani, lecture notes on OLC", label, f"section {section}")
