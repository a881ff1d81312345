"""What a reader of the Coq proofs has to trust, as it was last read: the digests of the definitions and statements."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from verify.proofs.coq_statements import SOURCES, coq_files

PINS = "audited.sha256"


def audited(sources: Path = SOURCES) -> dict[str, str]:
    """Return the sha256 of each file that a reader has to trust: the definitions and the statements."""
    read = [file for file in coq_files(sources) if re.search(r"(Definitions|Statements)\.v$", file)]
    return {file: hashlib.sha256((sources / file).read_bytes()).hexdigest() for file in read}


def pinned(sources: Path = SOURCES) -> dict[str, str]:
    """Return the digests recorded in each folder when its audited files were last read (``sha256sum`` wrote them)."""
    return {
        (pins.parent / name).relative_to(sources).as_posix(): digest
        for pins in sources.rglob(PINS)
        for digest, name in (line.split() for line in pins.read_text().splitlines() if line.strip())
    }
