"""Writing small files that several processes may write at once."""

from __future__ import annotations

import json
import os
from pathlib import Path


def write_whole(file: Path, value: object) -> None:
    """Write a value as JSON, the file whole or not at all; raise OSError where it cannot be written."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_text(json.dumps(value), encoding="utf-8")
    part.replace(file)
