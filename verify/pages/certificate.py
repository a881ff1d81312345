"""The page of a certificate: the claim, the run, its pictures, the checker's words, and how to check it oneself."""

from __future__ import annotations

import base64
import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

from bounds.claims.claim import Claim
from bounds.display import counted
from bounds.errors import BoundcheckError
from verify import kernel, kernel_worst
from verify.addresses import address
from verify.judge.read_certificate import claim_of
from verify.judge.restated import restated
from verify.pages.markup import Html, pairs, tag
from verify.pages.run import differences, run_parts
from verify.pages.statement import claim_parts, listed
from verify.pages.story import story_of, trials_of
from verify.pages.template import document as framed

Document = Mapping[str, Any]

EMBEDDED = 8_000
"""Characters up to which a certificate stands on its page in full; the link carries a longer one."""

TRUST = (
    "This page was made by whoever sent it to you, and proves nothing by what it says. Check it with a program "
    "that you have from elsewhere:"
)


def certificate_page(document: Document, name: str = "page.html", *, top: Html = Html()) -> str:  # noqa: B008
    """Return the page of a certificate, whole: it needs nothing else, and runs no program.

    ``name`` is what the file will be called, for the lines that check it; ``top`` stands above the heading. Raises
    BoundcheckError where the certificate cannot be read.
    """
    try:
        sections = certificate_sections(document, name)
    except BoundcheckError:
        raise
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise BoundcheckError(f"the certificate lacks a part or has it in a wrong form: {str(error)[:100]}") from None
    return framed(f"{name_in(document)}: {_heading(document)}", *sections, top=top)


def certificate_sections(
    document: Document, name: str = "page.html", *, with_claim: bool = True, beside: str = ""
) -> list[Html]:
    """Return the parts of the page, from its heading on; ``with_claim`` False leaves out what the claim says.

    ``beside`` is the folder in which check.html is looked for (see ``verify.addresses.address``).
    """
    said, confirmed = _judged(document)
    parts: list[Html] = []
    if with_claim:
        parts += _claim(document, confirmed=confirmed)
    parts += run_parts(document, story_of(document)) if document["format"] == kernel.FORMAT else _worst(document)
    word = _mark("CONFIRMED", "good") if confirmed else _mark("NOT CONFIRMED", "bad")
    parts += [tag("h2", "What the independent checker said"), tag("p", word, " when this page was made."), listed(said)]
    return [*parts, *check_it(document, name, beside)]


def _mark(word: str, kind: str) -> Html:
    return tag("span", word, class_=f"{kind} mark")


def name_in(document: Document) -> str:
    """Return what a certificate is called: its claim, or a game."""
    return str(document.get("claim", "a game"))


def _judged(document: Document) -> tuple[list[str], bool]:
    checker = kernel if document["format"] == kernel.FORMAT else kernel_worst
    try:
        confirmed, said = checker.confirm(json.dumps(document), kernel.statements())
    except kernel.Malformed as error:
        raise BoundcheckError(f"the certificate cannot be read: {error}") from None
    repeated = {*map(kernel.plain, kernel.instance_lines(document["instance"]))} if checker is kernel else set()
    return [a for a in said if a not in repeated], confirmed


def _heading(document: Document) -> str:
    if document["format"] != kernel.FORMAT:
        return "what is shown of every sequence"
    return "a counterexample" if document["verdict"] == "VIOLATED" else "a run that it holds on"


# --- the claim -------------------------------------------------------------------------------------------


def _claim(document: Document, *, confirmed: bool) -> list[Html]:
    """Return the heading and the claim; from its formulas alone where no claim of ours states this."""
    if "claim" not in document:
        return [tag("h1", name_in(document)), _verdict(document, confirmed=confirmed)]
    claim = stated(document)
    title = claim.title if claim is not None else "stated in the certificate"
    name = claim.id if claim is not None else document["claim"]
    parts = [tag("h1", name, ": ", title), _verdict(document, confirmed=confirmed)]
    catalogued = kernel.statements().get(document["claim"])
    if claim is not None:
        parts += claim_parts(claim)
    else:
        parts.append(pairs((key, tag("code", text)) for key, text in kernel.parts_of(document["statement"]).items()))
    if catalogued is not None and (changed := differences(document["statement"], catalogued)):
        parts += [tag("h3", "What differs from the catalogue"), changed]
    return parts


def stated(document: Document) -> Claim | None:
    """Return the claim that a certificate states; None where none of ours does."""
    try:
        if document["format"] == kernel.FORMAT:
            return claim_of(document)
        return restated(document["claim"], document["statement"])
    except (BoundcheckError, kernel.Malformed, ArithmeticError, LookupError, TypeError):
        return None


def _verdict(document: Document, *, confirmed: bool) -> Html:
    if not confirmed:
        return tag("p", _mark("Not confirmed", "bad"), ": the independent checker says below what is wrong.")
    if document["format"] != kernel.FORMAT:
        return tag("p", _mark("Certified", "good"), ": what the checker says below is shown.")
    n = trials_of(document["statement"], document["instance"])
    where = f"on {counted(n, 'trial')}" if n else "at these parameters"
    mark = _mark("Refuted", "bad") if document["verdict"] == "VIOLATED" else _mark("Holds", "good")
    return tag("p", mark, f" {where}: {sides_of(document)}.")


def sides_of(document: Document) -> str:
    """Return both sides of a certificate as it says them.

    >>> sides_of({"left": "16", "right": "15.811105821539..."})
    '16 against a bound of 15.8111'
    """
    left, right = (_shortened(str(document[side])) for side in ("left", "right"))
    return f"{left} against a bound of {right}"


def _shortened(text: str) -> str:
    return f"{float(text[:-3]):.6g}" if re.fullmatch(r"-?\d+(\.\d+)?(E[+-]?\d+)?\.\.\.", text) else text


# --- what is certified of all sequences ----------------------------------------------------------------------


def _worst(document: Document) -> list[Html]:
    """Return the numbers of a certificate of worst cases or of a game: those that it is for, not its tables."""
    inner = [document[key] for key in ("parameters", "game") if isinstance(document.get(key), Mapping)]
    whole = {key: a for key, a in document.items() if key not in ("format", "claim")}
    given = [(name, a) for part in (*inner, whole) for name, a in part.items() if type(a) in (str, int)]
    if not given:
        return []
    return [tag("h2", "What is certified"), pairs((str(name), tag("code", str(a))) for name, a in given)]


# --- checking it -----------------------------------------------------------------------------------------


def check_it(document: Document, name: str, beside: str = "") -> list[Html]:
    """Return what a reader does to check a certificate, which the link carries, and the certificate itself."""
    name = shlex.quote(name)
    lines = [f"boundcheck replay {name}"]
    if document["format"] == kernel.FORMAT:
        asked = _asked(document)
        lines += [f"boundcheck replay {name} --claim {asked}"] * bool(asked)
        lines += [f"boundcheck check {name}", f"boundcheck search {asked or name}"]
    parts = [
        tag("h2", "Check it yourself"),
        tag("p", TRUST),
        tag(
            "p",
            tag("a", "check.html with this certificate", href=address(document, beside)),
            ", or, in a shell,",
        ),
        tag("pre", "\n".join(lines)),
    ]
    return [*parts, *_whole(document)]


def _asked(document: Document) -> str:
    """Return how a claim of the catalogue, with what changes it, is told to a command; nothing where more differs."""
    said, catalogued = document["statement"], kernel.statements().get(document["claim"])
    if catalogued is None:
        return ""
    dropped = [name for name in catalogued["hypotheses"] if name not in said["hypotheses"]]
    changed = {key: said[key] for key in ("bound", "relation") if said[key] != catalogued[key]}
    explained = {*changed, *(f"without {name}" for name in dropped)}
    if kernel.changes_of(said, catalogued) != explained:
        return ""
    options = [*(f"--{key} {shlex.quote(text)}" for key, text in changed.items())]
    options += [f"--without {shlex.quote(name)}" for name in dropped]
    return " ".join([shlex.quote(document["claim"]), *options])


def carried(document: Document) -> list[Html]:
    """Return a certificate's link, and the certificate where it is short, for a page that has several."""
    link = tag("a", "check.html with this certificate", href=address(document))
    return [tag("p", "Check it yourself: ", link, "."), *_whole(document)]


def _whole(document: Document) -> list[Html]:
    text = in_lines(document)
    if len(text) > EMBEDDED:
        return [tag("p", f"The link carries the certificate, which has {len(text)} characters.", class_="soft")]
    compact = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    data = "data:application/json;base64," + base64.b64encode(compact.encode("utf-8")).decode("ascii")
    save = tag("a", "Save it as a file", href=data, download="certificate.json")
    return [tag("details", tag("summary", "The certificate"), tag("p", save), tag("pre", text))]


def in_lines(part: Any, indent: str = "") -> str:
    """Return JSON with a line for each part that has parts of its own, and for each trial.

    >>> print(in_lines({"n": 1, "trials": [{"x": ["1"]}, {"x": ["2"]}], "u": ["1", "2"]}))
    {
     "n": 1,
     "trials": [
      {"x": ["1"]},
      {"x": ["2"]}
     ],
     "u": ["1", "2"]
    }
    """
    inner = indent + " "
    if isinstance(part, Mapping) and part:
        lines = [f"{inner}{json.dumps(key)}: {in_lines(a, inner)}" for key, a in part.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(part, list) and any(isinstance(a, Mapping) for a in part):
        return "[\n" + ",\n".join(inner + json.dumps(a, ensure_ascii=False) for a in part) + f"\n{indent}]"
    return json.dumps(part, ensure_ascii=False)
