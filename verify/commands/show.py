"""``boundcheck show ID``: one claim."""

from __future__ import annotations

import argparse
from pathlib import Path

from bounds.claims.claim import Claim
from bounds.claims.shown import claim_lines
from bounds.errors import BoundcheckError
from bounds.numbers import number_text
from verify.commands.check import verdict_object
from verify.commands.common import certified, claim_named
from verify.commands.printing import claim_object, pairs, print_json, say
from verify.judge.check import Verdict, check
from verify.judge.complete import complete
from verify.judge.words import instance_lines, ratio_text
from verify.optimal.record import recorded
from verify.publish.places import places, proof_in_words, seen_from
from verify.search.search import closest


def run(options: argparse.Namespace) -> int:
    """Print one claim."""
    claim = claim_named(options.id)
    if options.latex:
        print_json({"id": claim.id, "latex": claim.latex()}) if options.json else print(claim.latex())
        return 0
    if options.where:
        return _where(claim, as_json=options.json)
    known = certified(options.id)
    tight = closest(claim) if known is None and claim.nature is None else None
    judged = None if known is None else check(claim, complete(claim, known))
    if options.json:
        tightness = None
        if tight is not None:
            tightness = {"ratio": tight[1].ratio, "attained": tight[1].attained, "name": tight[0]}
        more = {"tightness": tightness} if judged is None else {"certificate": verdict_object(judged)}
        known_of_all = recorded(claim)
        of_all = None if known_of_all is None else known_of_all.as_json()
        print_json({**claim_object(claim), "latex": claim.latex(), **more, "any_learner": of_all})
        return 0
    say(f"{claim.id}  {claim.title}")
    proofs = [(kind, file) for kind, file in _places(claim) if kind in ("steps", "coq")]
    proofs += [("proved", said)] if (said := proof_in_words(claim)) else []
    more_lines = [] if claim.nature is not None else _tightness(tight)
    more_lines = more_lines if judged is None else [("certificate", judged.status.value), *_sequence(judged)]
    pairs([*claim_lines(claim), *_formulas(claim), *proofs, *_any_learner(claim), *more_lines])
    return 0


def _formulas(claim: Claim) -> list[tuple[str, str]]:
    """Return what is judged, as it is: the formulas behind the words."""
    said = [f"{h.name}: {h.formula}" for h in claim.hypotheses if h.formula not in ("", h.name)]
    for part in claim.quantity.formula:
        more = [f"{name}: {text}" for name, text in part.items() if name != "value"]
        said.append("; ".join([f"compared: {part['value']}", *more]))
    if claim.learner is not None and claim.learner.rule is None and claim.learner.formula:
        said.append(f"learner: {claim.learner.formula}, {claim.learner.targets}")
    return [("formulas", text) for text in said]


def _any_learner(claim: Claim) -> list[tuple[str, str]]:
    """Return what is known of any learner: how little it can be charged, and by what play."""
    known = recorded(claim)
    return [] if known is None else [("any learner", text) for text in (known.conclusion, *known.lines())]


def _tightness(tight: tuple[str, Verdict] | None) -> list[tuple[str, str]]:
    """Describe how tight a claim is, with the sequence that shows it."""
    if tight is None:
        return [("tightness", "no structured sequence with a positive bound")]
    name, verdict = tight
    ratio = "attained with equality, exactly"
    if not verdict.attained and verdict.ratio is not None:
        ratio = f"best ratio {ratio_text(verdict.ratio, lambda: False)}"
    return [("tightness", f"{ratio}: {name}"), *_sequence(verdict)]


def _sequence(verdict: Verdict) -> list[tuple[str, str]]:
    """Return the trials and the two sides of a verdict."""
    lines = [("sequence", text) for text in instance_lines(verdict.instance)]
    decisive = verdict.decisive
    if decisive is not None:
        lines.append(("", f"{number_text(decisive.lhs)} against the bound {number_text(decisive.rhs)}"))
    return lines


def _places(claim: Claim) -> list[tuple[str, str]]:
    """Return where the claim stands, as it is opened from here."""
    return [(what, seen_from(place, Path.cwd())) for what, place in places(claim)]


def _where(claim: Claim, *, as_json: bool) -> int:
    """Print where the claim stands in the code."""
    where = _places(claim)
    if as_json:
        print_json({"id": claim.id, "where": dict(where)})
        return 0
    if not where:
        raise BoundcheckError(f"{claim.id} is no claim of the catalogue: it stands in the file that you gave")
    pairs(where)
    return 0
