"""Instances of a claim file, drawn at random and by pattern, for the plain judge."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.fuzz.plain_judge import (
    Document,
    Found,
    Plain,
    Vacuous,
    judge,
    measured,
    parameters,
    parts,
    premises,
    run,
    values_of,
)
from tests.fuzz.plain_language import Undefined, Unreadable, real

VALUES = ("1", "1/2", "1/4", "2", "3", "1/10", "3/2", "1/100")
ENTRIES = tuple(map(Fraction, ("-2", "-1", "-1/2", "0", "1/2", "1", "2", "1", "-1")))
SHARES = tuple(map(Fraction, ("0", "1", "1/2", "1", "0")))
DIRECTIONS = tuple(tuple(map(Fraction, u.split())) for u in ("1", "1 0", "3/5 4/5", "0 1", "-3/5 4/5"))

Rows = list[tuple[Fraction, ...]]


def attack(document: Document, chance: random.Random, count: int, **fixed: Any) -> Iterator[tuple[Plain, Found]]:
    """Yield so many instances with the plain judge's verdicts; ``fixed`` are parameters of a certificate."""
    for number in range(count):
        plain = instance(document, chance, number, fixed)
        try:
            yield plain, judge(document, plain)
        except Unreadable:
            continue


def instance(document: Document, chance: random.Random, number: int, fixed: Mapping[str, str]) -> Plain:
    """Return an instance: shapes by its number, entries by chance, parameters as the premises measure them."""
    said = " ".join(premises(document))
    shares = "min(x)" in said
    rows, u = _shape(chance, number, shares)
    u = _comparator(chance, u, said, bool(fixed))
    outcomes = tuple(_outcome(document, chance, x, u) for x in rows)
    if "y*ux >=" in said and parts(document)["outcomes"] == "labels" and chance.random() < 0.9:
        rows, outcomes, u = _separated(rows, outcomes, u)
    plain = measured(document, Plain(tuple(rows), outcomes, u, dict(fixed)))
    if not fixed and chance.random() < 0.15:
        plain = _slack(plain, chance)
    plain = _chosen(document, plain, chance, rows)
    if number % 4 == 3 and "y*ux >=" not in said:
        plain = _adverse(document, plain, chance)
    return plain


def _shape(chance: random.Random, number: int, shares: bool) -> tuple[Rows, tuple[Fraction, ...]]:
    """Return examples and a comparator: orthonormal, one again and again, there and back, all 0, none, or any."""
    size = chance.choice((1, 1, 2, 2, 3, 4))
    scale = Fraction(1) if shares else chance.choice((Fraction(1), Fraction(1), Fraction(2), Fraction(1, 2)))
    axes: Rows = [tuple(scale * (i == j) for j in range(size)) for i in range(size)]
    kind = number % 8
    if kind == 0:
        return axes, tuple(Fraction(1) for _ in range(size))
    if kind == 1:
        return axes[:1] * chance.choice((1, 2, 3, 6)), (*axes[0],)
    if kind == 2 and not shares:
        return [tuple(a * (-1) ** t for a in axes[0]) for t in range(chance.choice((2, 4, 5)))], (*axes[0],)
    if kind == 4 and number % 16 == 4:
        return [tuple(Fraction(0) for _ in range(size))] * chance.choice((1, 2)), tuple(
            Fraction(0) for _ in range(size)
        )
    if kind == 5 and number % 16 == 5:
        return [], tuple(Fraction(1) for _ in range(size))
    size = min(size, 3)
    entries = SHARES if shares else ENTRIES
    rows: Rows = [tuple(chance.choice(entries) for _ in range(size)) for _ in range(chance.randrange(1, 6))]
    return rows, tuple(chance.choice(entries) for _ in range(size))


def _comparator(chance: random.Random, u: tuple[Fraction, ...], said: str, short: bool) -> tuple[Fraction, ...]:
    if "sum(u)" in said:
        place = chance.randrange(len(u))
        return tuple(Fraction(i == place) for i in range(len(u)))
    if "norm(u, 2) <= 1" in said or "norm(u, 2) == 1" in said:
        return next((d for d in chance.sample(DIRECTIONS, len(DIRECTIONS)) if len(d) == len(u)), u)
    if chance.random() < 0.1:
        return tuple(Fraction(0) for _ in u)
    if short and len(u) <= 2:
        return chance.choice([d for d in DIRECTIONS if len(d) == len(u)])
    factor = chance.choice((Fraction(1), Fraction(1), Fraction(1, 2), Fraction(-1), Fraction(1, 4), Fraction(2)))
    return tuple(a * (factor / 2 if short else factor) for a in u)


def _outcome(document: Document, chance: random.Random, x: tuple[Fraction, ...], u: tuple[Fraction, ...]) -> Any:
    outcomes, ux = parts(document)["outcomes"], sum((a * b for a, b in zip(x, u, strict=True)), Fraction(0))
    if outcomes == "labels":
        return Fraction(-1 if ux < 0 or (ux == 0 and chance.random() < 0.5) else 1) * chance.choice((1, 1, 1, -1))
    point = chance.choice((ux, ux, *ENTRIES))
    if outcomes == "points":
        return point
    return chance.choice(((point, None), (None, point), (point, point + 1), (point, point)))


def _separated(
    rows: Rows, outcomes: tuple[Any, ...], u: tuple[Fraction, ...]
) -> tuple[Rows, tuple[Any, ...], tuple[Fraction, ...]]:
    """Return labels by u, without the examples on the border, and u so long that the least margin is 1."""
    products = [sum((a * b for a, b in zip(x, u, strict=True)), Fraction(0)) for x in rows]
    kept = [(x, Fraction(1 if ux > 0 else -1)) for x, ux in zip(rows, products, strict=True) if ux]
    if not kept:
        return rows, outcomes, u
    margin = min(abs(ux) for ux in products if ux)
    return [x for x, _ in kept], tuple(y for _, y in kept), tuple(a / margin for a in u)


def _slack(plain: Plain, chance: random.Random) -> Plain:
    """Return an instance of which one measured parameter is larger than it has to be."""
    if not plain.parameters:
        return plain
    name = chance.choice(sorted(plain.parameters))
    value = chance.choice((f"2*{plain.parameters[name]}", f"{plain.parameters[name]} + 1"))
    return replace(plain, parameters={**plain.parameters, name: value})


def _chosen(document: Document, plain: Plain, chance: random.Random, rows: Rows) -> Plain:
    """Return the instance with values of what nothing measures: usual ones, and rates as the examples suggest."""
    longest = max((sum(a * a for a in x) for x in rows), default=Fraction(0))
    usual = [*VALUES, *([str(1 / longest), str(1 / longest), str(2 / longest)] if longest else [])]
    for name in parameters(document):
        if name not in plain.parameters:
            plain = measured(document, plain) if name in ("H", "G", "Q") else plain
            plain = (
                plain
                if name in plain.parameters
                else replace(plain, parameters={**plain.parameters, name: chance.choice(usual)})
            )
    return plain


def _adverse(document: Document, plain: Plain, chance: random.Random) -> Plain:
    """Return the instance with outcomes, trial by trial, that the learner predicts worst."""
    outcomes = parts(document)["outcomes"]
    if outcomes == "intervals":
        return plain
    found: list[Any] = []
    try:
        for t in range(plain.l):
            here = replace(plain, rows=plain.rows[: t + 1], outcomes=(*found, Fraction(1)))
            yhat = real(run(document, here, values_of(document, here))[-1]["yhat"])
            found.append(Fraction(-1 if yhat > 0 else 1) * (1 if outcomes == "labels" else chance.choice((1, 2))))
    except (Undefined, Unreadable, Vacuous):
        return plain
    changed = replace(plain, outcomes=tuple(found))
    free = {name: value for name, value in plain.parameters.items() if name not in ("H", "G", "gamma")}
    return _chosen(document, measured(document, replace(changed, parameters=free)), chance, list(plain.rows))
