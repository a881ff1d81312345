"""Whether the independent checkers confirm a certificate, by the statements of the catalogue."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from verify import kernel, kernel_worst


def confirmed(document: Any) -> bool:
    """Tell whether the certificate of one verdict is confirmed."""
    return kernel.confirm(json.dumps(document), kernel.statements())[0]


def confirmed_worst(document: Any) -> bool:
    """Tell whether the certificate of a worst case is confirmed."""
    return kernel_worst.confirm(json.dumps(document), kernel.statements())[0]


def findings(document: Any) -> list[str]:
    """Return what the checker says of the certificate of a worst case, or of a proof."""
    return kernel_worst.confirm(json.dumps(document), kernel.statements())[1]


def confirms(document: Any) -> bool:
    """Tell whether a proof is confirmed; what is no proof is not."""
    try:
        return confirmed_worst(document)
    except kernel.Malformed:
        return False


def says(document: Any, **parts: Any) -> bool:
    """Tell whether a proof is confirmed of a claim with other parts of its statement."""
    return confirms({**document, "statement": {**document["statement"], **parts}})


def needless(document: Any, premises: Iterable[str]) -> list[str]:
    """Return those of some premises without which a proof is still confirmed."""
    stated = document["statement"]["hypotheses"]
    without = {name: {other: text for other, text in stated.items() if other != name} for name in premises}
    return [name for name, left in without.items() if says(document, hypotheses=left)]
