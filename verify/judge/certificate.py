"""Certificates: a verdict as a JSON object that the independent checker verify.kernel replays from the file alone."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from bounds.calls import checked
from bounds.claims.catalogue import catalogue
from bounds.claims.variants import theorem_id
from bounds.data.files import write_text
from bounds.errors import BoundcheckError, Undecided
from bounds.numbers import Number, ball, floor, working_precision
from bounds.numbers.balls import PRECISION_CAP
from verify import kernel
from verify.judge.check import Verdict, check
from verify.judge.given import as_given, predicting_spec
from verify.judge.statement import NoFormula as NoFormula
from verify.judge.statement import digest as digest
from verify.judge.statement import instance_object as instance_object
from verify.judge.statement import statement as statement
from verify.judge.status import Status

ROOT = Path(kernel.__file__).parents[1]
STATEMENTS = ROOT / "verify" / "statements.json"


@checked
def certificate(verdict: Verdict) -> dict[str, Any]:
    """Return the certificate of a verdict VIOLATED (a counterexample) or HOLDS (a witness of how close it comes).

    For a learner given as code it records the predictions, and the checker says so: that the code makes them is not
    shown. A rule that stands beside them (see ``with_learner``) is replayed, and the checker says how far they differ.

    Parameters
    ----------
    verdict : Verdict
        What ``check`` or a search has found.

    Returns
    -------
    dict
        What ``boundcheck replay`` reads, as JSON.

    Raises
    ------
    NoFormula
        A BoundcheckError, for a claim that the kernel's language does not cover, such as one about the weights of a
        learner given as code.

    Examples
    --------
    >>> from boundcheck import Instance, Trials, theorem, vector
    >>> from boundcheck import check
    >>> S = Trials.of([[1, 0], [0, 1]], [1, 1])
    >>> certificate(check(theorem("bylander.5"), Instance(S, vector([1, 1]))))["left"]
    '2'
    """
    verdict = recorded(verdict)
    if verdict.status not in (Status.VIOLATED, Status.HOLDS) or verdict.decisive is None:
        raise BoundcheckError(f"a verdict {verdict.status.value} certifies nothing; only VIOLATED and HOLDS do")
    claim, said = verdict.claim, statement(verdict.claim, recorded=True)
    base = theorem_id(claim)
    catalogued = kernel.statements().get(base)
    changes = ["new"] if catalogued is None else sorted(kernel.changes_of(said, catalogued))
    return {
        "format": kernel.FORMAT,
        "claim": base,
        "changes": changes,
        "statement": said,
        "instance": instance_object(claim, verdict.instance),
        "verdict": verdict.status.value,
        "left": amount_text(verdict.decisive.lhs),
        "right": amount_text(verdict.decisive.rhs),
    }


def recorded(verdict: Verdict) -> Verdict:
    """Return a verdict on a learner given as code as the same verdict on the predictions that it made."""
    claim, learner = verdict.claim, verdict.claim.learner
    if not verdict.comparisons or learner is None or learner.formula or learner.rule is not None or as_given(claim):
        return verdict
    run = verdict.case.run
    since = getattr(run.learner, "intercept_since", None)
    of = str(learner.text) if since is None else f"{learner.text}, with an intercept from trial {since} on"
    predictions = [step.prediction for step in run.steps]
    spec = predicting_spec(predictions, learner.version, learner.targets, of, since, learner.beside)
    try:
        replayed = check(dataclasses.replace(claim, learner=spec), verdict.instance)
    except BoundcheckError as error:
        raise NoFormula(f"the learner {learner.text!r} is code, and its predictions do not say all: {error}") from None
    if replayed.status is not verdict.status:
        raise NoFormula(f"the learner {learner.text!r} is code, and its predictions alone give {replayed.status.value}")
    return replayed


def amount_text(value: Number) -> str:
    """Return a rational exactly where that is short, another number to twelve decimals.

    >>> from bounds.numbers import exp
    >>> amount_text(Fraction(22, 7)), amount_text(exp(Fraction(1)))
    ('22/7', '2.718281828459...')
    >>> amount_text(exp(Fraction(400)) + Fraction(1, 7) - exp(400 + Fraction(1, 10**400)))  # large terms cancel
    '0.142857142857...'
    """
    if isinstance(value, Fraction) and max(abs(value.numerator), value.denominator) < 10**40 and len(str(value)) <= 40:
        return str(value)
    scaled = _twelve_decimals(value)
    digits = str(abs(scaled)).rjust(13, "0")
    return f"{'-' if scaled < 0 else ''}{digits[:-12]}.{digits[-12:]}..."


def _twelve_decimals(value: Number) -> int:
    """Return a number times 10**12, rounded down: the middle of its ball where no precision decides."""
    try:
        return int(floor(value * 10**12))
    except Undecided:
        with working_precision(PRECISION_CAP):
            return int(str((ball(value) * 10**12).mid().floor().unique_fmpz()))


def write_certificate(document: Mapping[str, Any], path: Path) -> None:
    """Write a certificate to a file; raise BoundcheckError where that is not possible."""
    write_text(path, json.dumps(document, indent=1) + "\n")


def catalogue_statements() -> dict[str, Any]:
    """Return the statements of all claims of the catalogue."""
    return {claim.id: statement(claim) for claim in catalogue()}


def write_statements() -> None:
    """Write the catalogue's statements to the file that the kernel reads, and their digest into it and into pages."""
    statements = catalogue_statements()
    STATEMENTS.write_text(json.dumps(statements, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    source, digest = Path(kernel.__file__), kernel.digest(statements)
    line = f'RELEASE = "{digest}"'
    source.write_text(re.sub(r'^RELEASE = ".*"$', line, source.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    for page in (page for folder in ("bounds/sources", "verify/guide") for page in (ROOT / folder).glob("*.md")):
        text = page.read_text("utf-8")
        renewed = re.sub(r"(statements have sha256) [0-9a-f]{16}", rf"\1 {digest[:16]}", text)
        if renewed != text:
            page.write_text(renewed, "utf-8")
