"""Learners and versions as rules of a Gram form, from the tables of kernel.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from verify.kernel import (
    ABSOLUTE,
    LEARNERS,
    ONE,
    USUAL,
    VERSIONS,
    ZERO,
    Formula,
    Number,
    Scope,
    look_up,
    plays_alone,
    read,
    sign,
    target,
)
from verify.kernel_gram.formulas import GramScope, Vector, value
from verify.kernel_gram.numbers import Refused, text_of

OF_A_TRIAL = ("x", "y", "yhat", "ux", "t", "l", "n")
BEYOND = {(1, True): "<", (1, False): "<=", (-1, True): ">", (-1, False): ">="}
"""How a prediction compares with a lower end (1) or an upper one (-1), closed or not, that it is beyond."""


def rule_of(statement: Mapping[str, Any], names: Mapping[str, Number]) -> dict[str, Any]:
    """Return the rule of a learner in its version; of one of the table with the sum K of its weights rate*K."""
    learner = statement["learner"]
    if not isinstance(learner, Mapping):
        body = of_table(learner, names)
    elif not plays_alone(learner):
        raise Refused("the learner draws, or does not see the trial")
    elif any(read(text) != read("0") for text in learner.get("start", {}).values()):
        raise Refused("a part of the learner's state starts at something else than 0")
    elif set(OF_A_TRIAL) & learner["rule"].keys():
        raise Refused("a part of the learner's state is called what a trial has")
    else:
        body = {"updates": dict(learner["rule"]), "predict": learner["predict"]}
    return body | of_version(statement["version"], names)


def of_table(learner: str, names: Mapping[str, Number]) -> dict[str, Any]:
    """Return a learner of the table whose weights are a multiple of its sum, as a rule of the weights."""
    entry, given = look_up(LEARNERS, learner, Scope(names))
    body = {name: named(text, given) for name, text in {**USUAL, **entry}.items()}
    if not sign(value(read(body.get("needs", "1")), GramScope({}))):
        raise Refused(f"{learner} needs {entry['needs']}")
    known: dict[str, Any] = {"K": Vector({"K": ONE}), "s": Vector({})}  # it starts at 0
    try:
        for name in ("z", "w"):
            if name in body:
                known[name] = value(without_power(read(body[name])), GramScope(known))
        rate = known["w"].terms.get("K", ZERO)
    except (Refused, KeyError, AttributeError) as error:
        said = ", ".join(f"{name} = {text_of(a)}" for name, a in given.items())
        at = f" at {said}" if said else ""
        raise Refused(f"{learner} has no Gram form{at}: its weights are no multiple of a sum") from error
    predict = named(body["yhat"], {"num": body["num"], "den": body["den"]})
    return at_rate({"predict": predict, "sum": body["K"], "rate": rate}, rate)


def at_rate(rule: Mapping[str, Any], rate: Number) -> dict[str, Any]:
    """Return the rule of a learner of the table at this rate, as what it makes of its weights."""
    c = text_of(rate)
    return {**rule, "updates": {"w": named(rule["sum"], {"K": "w", "x": f"({c})*x"})}}


def without_power(formula: Formula) -> Formula:
    """Return a formula, but z in the place of sign(z)*abs(z)**1."""
    first, last = (*(formula.arguments or ()), formula, formula)[:2]
    if formula.head != "*" or first.head != "sign" or last.head != "**":
        return formula
    z: Formula = first.arguments[0]
    power_of, order = last.arguments
    return z if power_of == Formula("abs", (z,)) and value(order, GramScope({})) == 1 else formula


def of_version(text: str, names: Mapping[str, Number]) -> dict[str, str]:
    """Return side, loss and mistake of a version for labels; where the loss decides also by how much it widens."""
    version, given = look_up(VERSIONS, text, Scope(names))
    meanings = {"side": side(version, given), "err": named(version["err"], {**given, "num": "yhat"})}
    if version["err"] == "abs(side)":
        return {**meanings, "loss": distance(ABSOLUTE, {}, "yhat")}
    return {**meanings, "loss": distance(version, given, "yhat"), "tau": named(version.get("tau", "0"), given)}


def side(version: Mapping[str, str], given: Mapping[str, Number]) -> str:
    """Return which side of its target a label has the prediction on: 1 below it, -1 above, 0 in it."""
    return of_labels(version, given, "+".join, lambda s, end, closed: f"{s}*(yhat {BEYOND[s, closed]} {end})")


def distance(version: Mapping[str, str], given: Mapping[str, Number], name: str) -> str:
    """Return the distance of what a name stands for to the target of a label."""
    return of_labels(version, given, lambda of: f"max(0, {', '.join(of)})", lambda s, end, _: f"{s}*({end} - {name})")


def of_labels(
    version: Mapping[str, str],
    given: Mapping[str, Number],
    joined: Callable[[Iterable[str]], str],
    of_end: Callable[[int, str, bool], str],
) -> str:
    """Return a formula of the ends of the target of either label."""
    up, down = (
        joined(of_end(int(s), f"({text_of(end)})", closed) for end, s, closed in target(version, given, label))
        for label in ("+1", "-1")
    )
    return f"({up} if y > 0 else {down})"


def named(text: str, given: Mapping[str, Any]) -> str:
    """Return a formula of a table with numbers or other formulas in the place of names."""
    for name, a in given.items():
        text = re.sub(rf"\b{name}\b", f"({a if isinstance(a, str) else text_of(a)})", text)
    return text
