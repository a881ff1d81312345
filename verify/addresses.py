"""Where the project's checking page is, which links to certificates lead to."""

from __future__ import annotations

from importlib.metadata import metadata
from typing import Any

from verify.links import fragment


def address(document: Any) -> str:
    """Return the link of a certificate: to the project's checking page, beside this one where no address is known."""
    return checker() + fragment(document)


def checker() -> str:
    """Return where the page is that checks certificates: the project's URL called Checker, if it has one."""
    urls: list[str] = metadata("boundcheck").get_all("Project-URL") or []
    named = dict(url.split(", ", 1) for url in urls if ", " in url)
    return named.get("Checker", "check.html")
