"""Premises of the catalogue as earlier releases wrote them: certificates that have them are about the same claims."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import bounds
from verify import kernel
from verify.judge.read_certificate import claim_of

CERTIFICATES = Path(bounds.__file__).parent / "sources" / "certificates"
ONE, TWO = Fraction(1), Fraction(2)
PARAMETERS = ("U", "X", "R", "Z", "G", "a", "eta", "delta")


def scopes() -> list[kernel.Scope]:
    """Return small runs, with values of what premises speak of."""
    found: list[kernel.Scope] = []
    rows: list[kernel.Trial] = [((-ONE, ONE), "-1"), ((Fraction(0), ONE), "+1"), ((ONE, Fraction(1, 2)), "+1")]
    starts, comparators = [(), (ONE, Fraction(0))], [(ONE, Fraction(0)), (-ONE, TWO), (Fraction(0),) * 2]
    for trials, u, start, value in product([[], rows[1:2], rows], comparators, starts, (Fraction(0), ONE, TWO)):
        names: dict[str, Any] = {
            **dict.fromkeys(PARAMETERS, value),
            "p": TWO,
            "d": ONE,
            "l": Fraction(len(trials)),
            "n": TWO,
        }
        names |= {"u": u, "start": start, "s": start or (Fraction(0),) * 2, "yhat": Fraction(1, 2) * value}
        found.append(kernel.begin(kernel.Scope(names), [kernel.Block(trials)] if trials else []))
    return found


def told(text: str, scope: kernel.Scope) -> bool | str:
    try:
        return kernel.sign(kernel.amount(text, scope)) != 0
    except (kernel.Unknown, kernel.Malformed) as error:
        return type(error).__name__


@pytest.mark.parametrize("former", sorted(kernel.FORMER))
def test_a_premise_says_what_it_said(former: str) -> None:
    """Power: a relation turned round, a strict one for another, or an entry left out, differs on one of these runs."""
    pairs = [(told(former, scope), told(kernel.FORMER[former], scope)) for scope in scopes()]
    assert all(before == now for before, now in pairs)
    assert {before for before, _ in pairs} & {True, False}


def in_the_former_way(document: dict[str, Any]) -> dict[str, Any]:
    """Return a certificate as an earlier release wrote it."""
    text = json.dumps(document)
    for former, now in kernel.FORMER.items():
        text = text.replace(json.dumps(now), json.dumps(former))
    return {key: part for key, part in json.loads(text).items() if key != "note"}


@pytest.mark.parametrize("name", ["bylander.5", "kitani.perc", "gls.7.1a", "kw.elim"])
def test_a_certificate_of_an_earlier_release_replays(name: str) -> None:
    """Power: with another premise in the place of a former one it is about another claim, and says so."""
    document = in_the_former_way(json.loads((CERTIFICATES / f"{name}.json").read_text(encoding="utf-8")))
    said = document["statement"]["hypotheses"]
    former = next(name for name, text in said.items() if text in kernel.FORMER)
    assert kernel.confirm(json.dumps(document), kernel.statements())[0]
    assert claim_of(document).id == name
    said[former] += " and l >= 0"
    assert not kernel.confirm(json.dumps(document), kernel.statements())[0]
