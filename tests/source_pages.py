"""The findings page of each source: its tables and its certificates are made here, from the catalogue.

    python -m tests.source_pages            judge the certificates' instances again and rewrite the tables
    python -m tests.source_pages --search   and search for counterexamples and witnesses afresh

A page is prose, then a line with the marker below, then what this module writes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Standing
from bounds.claims.standing import SOURCES
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.expression import parse_number
from bounds.instances import Instance
from verify.judge.certificate import certificate, write_certificate
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.search.evidence import tightest
from verify.search.search import search

PAGES = Path(__file__).parents[1] / "bounds" / "sources"
CERTIFICATES = PAGES / "certificates"
MARKER = "<!-- What follows is written by: python -m tests.source_pages -->"
SHOWN = 6
"""Most trials of a counterexample that a page shows."""
LONG = 100_000
"""Bytes beyond which a certificate is written on one line."""


# --- certificates --------------------------------------------------------------------------------------


def certified(prefix: str = "") -> list[Claim]:
    """Return the claims that have a certificate: the false ones, and those that are attained with equality."""
    claims = [claim for claim in catalogue() if claim.id.startswith(prefix)]
    return [claim for claim in claims if claim.standing is Standing.FALSE or claim.attained]


def path_of(claim: Claim) -> Path:
    """Return the file of a claim's certificate."""
    return CERTIFICATES / f"{claim.id}.json"


def renew(claim: Claim, *, afresh: bool = False) -> dict[str, Any]:
    """Write the certificate of a claim: from the instance of the old one, or from a search."""
    path = path_of(claim)
    document = None if afresh or not path.exists() else json.loads(path.read_text(encoding="utf-8"))
    if document is None:
        verdict, note = found(claim)
    else:
        verdict, note = check(claim, instance_of(document["instance"])), document.get("note", "")
    wanted = Status.VIOLATED if claim.standing is Standing.FALSE else Status.HOLDS
    if verdict.status is not wanted:
        raise RuntimeError(f"{claim.id}: {verdict.status.value}, not {wanted.value}; run with --search")
    renewed = {**certificate(verdict), **({"note": note} if note else {})}
    if renewed != document:
        write_certificate(renewed, path)
        if path.stat().st_size > LONG:
            path.write_text(json.dumps(renewed, separators=(",", ":")) + "\n", encoding="utf-8")
    return renewed


def found(claim: Claim) -> tuple[Verdict, str]:
    """Search for a counterexample of a false claim, or for a witness that a bound is attained."""
    if claim.standing is Standing.FALSE:
        broken = search(claim, instances=2000)
        if broken.verdict is None:
            raise RuntimeError(f"{claim.id} was not broken; give it more instances")
        return broken.verdict, broken.minimal
    tight = tightest(claim)
    if tight is not None and tight[1].attained:
        return tight[1], tight[0]
    best = search(claim, instances=400)
    if best.best is None or not best.best.attained:
        raise RuntimeError(f"{claim.id} was not attained")
    return best.best, best.best_name


def instance_of(document: dict[str, Any]) -> Instance:
    """Return the instance of a certificate."""
    trials = document.get("trials", [])
    outcomes = [int(t["outcome"]) if t["outcome"] in ("+1", "-1") else Interval.parse(t["outcome"]) for t in trials]
    return Instance(
        Trials.of([trial["x"] for trial in trials], outcomes, int(document["n"])),
        document.get("comparator"),
        {name: parse_number(value) for name, value in document["parameters"].items()},
        document.get("start"),
    )


# --- pages ---------------------------------------------------------------------------------------------


def tables(prefix: str) -> str:
    """Return what stands below the marker of a source's page."""
    claims = [claim for claim in catalogue() if claim.id.startswith(prefix + ".")]
    parts = ["", "## False as printed"]
    for claim in claims:
        if claim.standing is Standing.FALSE:
            parts += list(_false(claim))
    for standing, heading in (
        (Standing.QUALIFIED, "## True once a silent hypothesis is made explicit"),
        (Standing.AMBIGUOUS, "## True in a reading"),
        (Standing.TRUE, "## True as printed"),
        (Standing.UNPROVED, "## Stated, and not proved here"),
    ):
        rows = [_row(claim) for claim in claims if claim.standing is standing]
        if rows:
            parts += ["", heading, "", "| claim | where | silent | remark |", "|---|---|---|---|", *rows]
    tight = [_tight(claim) for claim in claims if claim.attained]
    if tight:
        parts += ["", "## Attained with equality, exactly", ""]
        parts += ["| claim | where | the two sides | witness |", "|---|---|---|---|", *tight]
    return "\n".join(parts) + "\n"


def _where(claim: Claim) -> str:
    return f"{claim.source.label}, {claim.source.page}"


def _cell(text: str) -> str:
    return prose(text).replace("|", "\\|")


def prose(text: str) -> str:
    """Return a text whose stars are stars in Markdown, and not the marks of what is to stand out.

    >>> print(prose("D**2 is 4 R, as `R**2`"))
    D\\*\\*2 is 4 R, as `R**2`
    """
    return "".join(part if i % 2 else part.replace("*", "\\*") for i, part in enumerate(re.split(r"(`[^`]*`)", text)))


def _row(claim: Claim) -> str:
    silent = "; ".join(h.text for h in claim.hypotheses if h.silent)
    return f"| `{claim.id}` | {_where(claim)} | {_cell(silent)} | {_cell(claim.note)} |"


def _false(claim: Claim) -> Iterator[str]:
    document = json.loads(path_of(claim).read_text(encoding="utf-8"))
    said = f"{claim.title} ({_where(claim)})."
    if claim.title.startswith("The same") and claim.counterpart:
        said = f"{theorem(claim.counterpart).title}. {said}"
    yield from ("", f"### `{claim.id}`", "", prose(said))
    if claim.note:
        yield prose(claim.note)
    if claim.counterpart:
        yield f"What holds instead: `{claim.counterpart}`, {theorem(claim.counterpart).standing.value}."
    yield from ("", "```text", f"claim           {claim.inequality}", *_instance_lines(document["instance"]))
    yield f"left and right  {document['left']}, {document['right']}"
    yield f"minimality      {plain(document.get('note', ''))}"
    yield from ("```", "", f"Certificate: [{path_of(claim).name}](certificates/{path_of(claim).name})")


def _instance_lines(instance: dict[str, Any]) -> Iterator[str]:
    trials = instance.get("trials", [])
    for t, trial in enumerate(trials[:SHOWN], 1):
        yield f"trial {t:<9} x = ({', '.join(trial['x'])}), outcome {trial['outcome']}"
    if len(trials) > SHOWN:
        yield f"                ... {len(trials)} trials in all"
    for key, name in (("comparator", "u"), ("start", "start")):
        if key in instance:
            yield f"{key:<15} {name} = ({', '.join(instance[key])})"
    if instance["parameters"]:
        yield f"parameters      {', '.join(f'{name} = {value}' for name, value in instance['parameters'].items())}"


def plain(note: str) -> str:
    """Return a sentence on minimality without what stands in brackets.

    >>> plain("1-minimal: no deletion (trials + attributes: 1+0) keeps it; none of 3 does (trials x attributes 1 x 1)")
    '1-minimal: no deletion keeps it; none of 3 does'
    """
    return re.sub(r" \([^()]*\)", "", note.partition(" (trials x ")[0])


def _tight(claim: Claim) -> str:
    document = json.loads(path_of(claim).read_text(encoding="utf-8"))
    trials = len(document["instance"].get("trials", []))
    how = f"{trials} trial{'' if trials == 1 else 's'}" if trials else "parameters alone"
    link = f"[{how}](certificates/{path_of(claim).name})"
    sides = f"{document['left']} and {document['right']}"
    return f"| `{claim.id}` | {_where(claim)} | {sides} | {link}, {_cell(document.get('note', ''))} |"


def main() -> None:
    """Renew the certificates and the pages."""
    CERTIFICATES.mkdir(exist_ok=True)
    for claim in certified():
        renew(claim, afresh="--search" in sys.argv)
    for prefix, name in SOURCES.items():
        page = PAGES / f"{name}.md"
        prose = page.read_text(encoding="utf-8").partition(MARKER)[0] if page.exists() else f"# {name}\n\n"
        page.write_text(prose + MARKER + "\n" + tables(prefix), encoding="utf-8")


if __name__ == "__main__":
    main()
