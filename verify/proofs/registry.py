"""Which claims have a proof."""

from __future__ import annotations

from collections.abc import Callable

from verify.logic.session import ProofFunction, Reading

PROOFS: dict[str, tuple[ProofFunction, Reading | None]] = {}


def proves(identifier: str, reading: Reading | None = None) -> Callable[[ProofFunction], ProofFunction]:
    """Register a proof of the claim ``identifier``; ``reading`` interprets its function symbols on exact runs."""

    def register(function: ProofFunction) -> ProofFunction:
        if identifier.lower() in PROOFS:
            raise RuntimeError(f"two proofs of {identifier}")
        PROOFS[identifier.lower()] = (function, reading)
        return function

    return register
