"""Links that carry certificates: whole or refused, whatever somebody sends."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest

from bounds.errors import BoundcheckError
from verify.judge.read_certificate import in_file
from verify.links import MARK, fragment, text_of, unpacked
from verify.publish.places import PAGES

CERTIFICATES = sorted((PAGES / "certificates").glob("*.json"))


def test_every_certificate_comes_back_from_its_link() -> None:
    for path in CERTIFICATES:
        document = json.loads(path.read_text(encoding="utf-8"))
        link = fragment(document)
        assert json.loads(unpacked(f"any address {link}", 10**6)) == document
        assert len(link) < 2500


def made(data: bytes) -> str:
    return MARK + base64.urlsafe_b64encode(data).decode().rstrip("=")


GOOD = fragment(json.loads(CERTIFICATES[0].read_text(encoding="utf-8")))
DAMAGED = {
    "cut": (GOOD[:-40], "the link is cut short; copy it whole"),
    "changed": (GOOD[:60] + ("A" if GOOD[60] != "A" else "B") + GOOD[61:], "the link is"),
    "no deflated text": (made(b"nothing"), "the link is damaged; copy it whole"),
    "no text": (made(zlib.compress(b"\xff\xfe")), "the link is damaged; copy it whole"),
    "a bomb": (made(zlib.compress(b"[" * 50_000_000, 9)), "the link carries more than 3 MB"),
    "nothing": (MARK, "this has no link with #certificate= in it"),
    "two": (GOOD + made(zlib.compress(b"{}")), "this has 2 certificates; give the link of one"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_link_that_is_not_whole_is_refused_in_a_line(kind: str) -> None:
    """Power: without the end of the stream looked at, a link that was cut short is read as what came before."""
    link, said = DAMAGED[kind]
    with pytest.raises(BoundcheckError, match=r"^the link: ") as raised:
        in_file(link)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_page_is_read_by_the_link_in_it(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(f'<a href="check.html{GOOD}">one</a> <a href="{GOOD}">the same</a>', encoding="utf-8")
    assert text_of(page, 10**6) == unpacked(GOOD, 10**6)
    page.write_text("<p>nothing</p>", encoding="utf-8")
    with pytest.raises(BoundcheckError, match=r"a\.html: this has no link"):
        in_file(page)
