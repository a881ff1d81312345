"""Certificates in links and on pages: deflated and written in the letters of addresses, behind ``#certificate=``.

A page of a certificate has its link in it, so that a page is read as a link is: what stands behind the mark.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

from bounds.data.files import name_of, read_whole
from bounds.errors import BoundcheckError

MARK = "#certificate="
PAGE_BYTES = 20_000_000
"""The largest page that is read."""

_LINK = re.compile(re.escape(MARK) + r"([A-Za-z0-9_-]+)")
_PAGES = (".html", ".htm")


def fragment(document: Any) -> str:
    """Return the part of a link that carries a certificate.

    >>> fragment({"format": "mine"})
    '#certificate=eNqrVkrLL8pNLFGyUsrNzEtVqgUANjQF7Q'
    >>> unpacked(fragment({"format": "mine"}), 100)
    '{"format":"mine"}'
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9))
    return MARK + packed.decode("ascii").rstrip("=")


def unpacked(link: str, most: int) -> str:
    """Return the text that a link carries; raise BoundcheckError for one that is cut, or carries more than ``most``.

    A text may have the same link more than once, as a page has.
    """
    links = {*_LINK.findall(link)}
    if len(links) != 1:
        what = f"{len(links)} certificates; give the link of one" if links else f"no link with {MARK} in it"
        raise BoundcheckError(f"this has {what}")
    (packed,) = links
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), most + 1)
        text = data.decode("utf-8")
    except (ValueError, zlib.error):
        raise BoundcheckError("the link is damaged; copy it whole") from None
    if len(data) > most:
        raise BoundcheckError(f"the link carries more than {most / 10**6:g} MB")
    if not reader.eof:
        raise BoundcheckError("the link is cut short; copy it whole")
    return text


def is_link(given: str) -> bool:
    """Tell whether a text is a link to a certificate, or the end of one.

    >>> is_link("check.html#certificate=eNqrVg"), is_link("bylander.5")
    (True, False)
    """
    return MARK in given


def carries(given: str) -> bool:
    """Tell whether a text is a link, or the name of a page."""
    return is_link(given) or given.lower().endswith(_PAGES)


def is_page(path: Path) -> bool:
    """Tell whether a file is a page, by its name."""
    return path.suffix.lower() in _PAGES


def source_of(given: Path | str) -> str:
    """Return what a file, or a link, is called in messages."""
    return "the link" if is_link(str(given)) else name_of(Path(given))


def text_of(given: Path | str, most: int) -> str:
    """Return the text of a file, of the certificate on a page, or of the one that a link carries.

    Raises BoundcheckError where there is none, or more than ``most`` bytes.
    """
    if is_link(str(given)):
        return unpacked(str(given), most)
    path = Path(given)
    if is_page(path):
        return unpacked(read_whole(path, PAGE_BYTES), most)
    return read_whole(path, most)
