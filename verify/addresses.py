"""Where the project's checking page is, which links to certificates lead to."""

from __future__ import annotations

from importlib.metadata import metadata
from typing import Any

from verify.links import fragment


def address(document: Any, beside: str = "") -> str:
    """Return the link of a certificate: to the project's checking page.

    Where no address of that is known it is beside the page that has the link, or in the folder ``beside``.
    """
    return checker(beside) + fragment(document)


def checker(beside: str = "") -> str:
    """Return where the page is that checks certificates: the project's URL called Checker, if it has one."""
    urls: list[str] = metadata("boundcheck").get_all("Project-URL") or []
    named = dict(url.split(", ", 1) for url in urls if ", " in url)
    return named.get("Checker", f"{beside}check.html")
