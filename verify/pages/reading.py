"""What check.html does with a certificate, in Python: the checker's verdict and words, as pieces of a page.

It needs the checkers, the drawings and the standard library alone, which are what the page has in it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from bounds.errors import BoundcheckError
from verify import kernel, kernel_worst
from verify.links import is_link, unpacked
from verify.pages.markup import Html, joined, tag
from verify.pages.run import differences, run_parts
from verify.pages.story import story_of

CHECKERS = ("kernel*.py", "kernel_*/*.py", "statements.json")
"""The files of the checkers and of what they read, all that decides, beside kernel.py."""


def read(given: str, claim: str = "", bound: str = "", relation: str = "", without: str = "") -> str:
    """Return what the checker finds of a certificate, or of the link to one, as JSON: a word, and a piece of a page.

    ``claim`` and so on say what claim the reader has in mind, as ``python kernel.py FILE --claim`` takes it.

    >>> json.loads(read("[" * 100_000))["word"]
    'UNREADABLE'
    """
    try:
        text = unpacked(given, kernel.MAX_BYTES) if is_link(given) else given
        wanted = _wanted(claim.strip(), bound.strip(), relation, without.strip())
        document = kernel.load(text)
        if not isinstance(document, dict) or "format" not in document:
            raise BoundcheckError("this is JSON, but no certificate")
        worst = document["format"] in kernel_worst.FORMATS
        if worst and wanted is not None:
            raise BoundcheckError("a worst case says in full what it shows; leave the claim empty")
        catalogue = kernel.statements()
        confirmed, said = kernel_worst.confirm(text, catalogue) if worst else kernel.confirm(text, catalogue, wanted)
    except (BoundcheckError, kernel.Malformed) as error:
        return json.dumps({"word": "UNREADABLE", "page": tag("p", str(error))})
    word = "CONFIRMED" if confirmed else "NOT CONFIRMED"
    return json.dumps(
        {"word": word, "page": joined(_parts(document, said, confirmed=confirmed, worst=worst, catalogue=catalogue))}
    )


def _wanted(claim: str, bound: str, relation: str, without: str) -> kernel.Expected | None:
    if not claim:
        if bound or relation or without:
            raise BoundcheckError("bound, relation and hypotheses say more of a claim; give its id too")
        return None
    names = [name.strip() for name in without.split(";") if name.strip()]
    return kernel.variant(kernel.statements(), claim, bound, relation, names)


def _parts(document: Any, said: list[str], *, confirmed: bool, worst: bool, catalogue: Any) -> list[Html]:
    """Return the checker's words, what differs from the catalogue, and the run."""
    parts = [tag("p", _conclusion(document, worst=worst))] if confirmed else []
    parts += [tag("h2", "The checker's words"), tag("pre", "\n".join(said), class_="wrap")]
    known = catalogue.get(document.get("claim", ""))
    if known is not None and (changed := differences(document["statement"], known)):
        parts += [tag("h2", "What differs from the catalogue"), changed]
    elif known is None and "claim" in document:
        parts += [tag("p", "This claim is not in the catalogue: it is what the words above say it is.", class_="note")]
    try:
        return parts + ([] if worst else run_parts(document, story_of(document)))
    except (LookupError, TypeError, AttributeError, ValueError):
        return parts


def _conclusion(document: Any, *, worst: bool) -> str:
    if worst:
        return "What is said below is shown, of every sequence that it speaks of."
    return "This run breaks the claim." if document["verdict"] == "VIOLATED" else "The claim holds on this run."


def digests() -> str:
    """Return the sha256 of the checker's files and of the catalogue's statements, as JSON."""
    folder = Path(kernel.__file__).parent
    files = [file for pattern in CHECKERS for file in sorted(folder.glob(pattern))]
    return json.dumps(
        {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    )
