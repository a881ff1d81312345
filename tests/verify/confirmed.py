"""Whether the independent checkers confirm a certificate, by the statements of the catalogue."""

from __future__ import annotations

import json
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
