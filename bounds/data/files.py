"""Files: reading one whole, or standard input, and writing small ones that several processes may write at once."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import zlib
from pathlib import Path

from bounds.errors import BoundcheckError

STANDARD_INPUT = Path("-")
"""The name that stands for standard input."""

GZIP = b"\x1f\x8b"

_ARRAYS = "in Python, Trials.of takes arrays, and Trials.from_dataframe data frames"
KINDS = {
    b"\x93NUMPY": f"an array of NumPy; {_ARRAYS}",
    b"PK\x03\x04": f"an archive such as .npz or .xlsx; {_ARRAYS}",
    b"PAR1": "Parquet; call it .parquet, or in Python read it into a data frame for Trials.from_dataframe",
    GZIP: "packed by gzip; unpack it first",
}
"""What files begin with that are no text."""


def name_of(file: Path) -> str:
    """Return a file's name for messages.

    >>> name_of(Path("-")), name_of(Path("run.csv"))
    ('standard input', 'run.csv')
    """
    return "standard input" if file == STANDARD_INPUT else str(file)


def suffix_of(file: Path) -> str:
    """Return what a file's name ends in, in small letters, whether it is packed or not.

    >>> suffix_of(Path("run.CSV")), suffix_of(Path("run.csv.gz"))
    ('.csv', '.csv')
    """
    return (file.with_suffix("") if file.suffix.lower() == ".gz" else file).suffix.lower()


def read_whole(file: Path, most: int, *, packed: bool = False) -> str:
    """Return the text of a file, or of standard input for ``-``; if it may be ``packed`` by gzip, unpacked.

    Raises BoundcheckError, which does not name the file, where it cannot be read, is larger than ``most`` bytes or
    is not text in UTF-8.
    """
    if file == STANDARD_INPUT and sys.stdin is None:
        raise BoundcheckError("this is closed; name a file")
    try:
        if file == STANDARD_INPUT:
            data = sys.stdin.buffer.read(most + 1)
        else:
            with file.open("rb") as opened:
                data = opened.read(most + 1)
    except FileNotFoundError:
        raise BoundcheckError("no such file; check the name") from None
    except IsADirectoryError:
        raise BoundcheckError("this is a directory; name a file") from None
    except PermissionError:
        raise BoundcheckError("no permission to read this file; change its mode or choose another") from None
    except OSError as error:
        raise BoundcheckError(f"cannot read this file: {error.strerror or error}") from None
    except ValueError as error:
        raise BoundcheckError(f"no file can have this name: {error}; check the name") from None
    if packed and data.startswith(GZIP) and len(data) <= most:
        data = _unpacked(data, most)
    if len(data) > most:
        raise BoundcheckError(f"the file has more than {most // 10**6} MB; split it or leave out trials")
    for begins, what in KINDS.items():
        if data.startswith(begins):
            raise BoundcheckError(f"this is no text but {what}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BoundcheckError(
            f"line {line}: byte 0x{data[error.start]:02x} is not UTF-8 text; save the file as UTF-8"
        ) from None


def _unpacked(data: bytes, most: int) -> bytes:
    try:
        with gzip.open(io.BytesIO(data)) as opened:
            return opened.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BoundcheckError(f"this begins as a file packed by gzip and is none: {error}") from None


def write_text(file: Path, text: str) -> None:
    """Write a text; raise BoundcheckError where it cannot be written."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BoundcheckError(f"cannot write {file}: {error.strerror or error}; name another file") from None


def write_whole(file: Path, value: object) -> None:
    """Write a value as JSON, the file whole or not at all; raise OSError where it cannot be written."""
    write_text_whole(file, json.dumps(value))


def write_text_whole(file: Path, text: str) -> None:
    """Write a text, the file whole or not at all; raise OSError where it cannot be written."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    part.replace(file)
