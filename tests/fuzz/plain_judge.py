"""A plain judge of claim files, for tests alone: it plays the rule from the text, and sums up losses.

It imports nothing of the package but its own small reader. An instance satisfies the claim (HOLDS), breaks it
(VIOLATED), or is none of which the claim speaks (VACUOUS).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tests.fuzz.plain_language import (
    Undefined,
    Unreadable,
    Value,
    minus,
    names,
    order,
    read,
    relation,
    times,
    total,
)

Document = dict[str, Any]
"""A claim file, as a table of texts."""

LOSSES = {
    "mistake": "1 if y*yhat <= 0 else 0",
    "update": "update",
    "hinge": "max(0, 1 - y*yhat)",
    "squared_hinge": "max(0, 1 - y*yhat)**2",
    "absolute": "abs(y - yhat)",
    "squared": "(y - yhat)**2",
    "insensitive": "max(0, abs(y - yhat) - tau)",
    "log": "-ln(yhat if y > 0 else 1 - yhat)",
    "linear": "yhat",
}
NAMED = {
    "separable": ("y*ux >= 1",),
    "unit inputs": ("min(x) >= 0", "max(x) <= 1"),
    "expert": ("sum(u) == 1", "min(u) == 0 or n == 1", "max(u) == 1", "dot(u, u) == 1", "min(u) >= 0"),
}
POSITIVE = frozenset(("eta", "tau", "beta", "alpha", "delta", "gamma", "a", "C", "p", "q"))
NOT_NEGATIVE = frozenset(("U", "X", "R", "H", "G", "Q", "logdet"))
OF_TRIAL = frozenset(("x", "xx", "y", "yhat", "ux", "update", "loss", "u_loss", "side", "gap"))
COUNTED = frozenset(("l", "n"))
ZERO = Fraction(0)


@dataclass(frozen=True)
class Plain:
    """An instance: examples, outcomes (numbers, or pairs of ends of which None is none), comparator, parameters."""

    rows: tuple[tuple[Fraction, ...], ...]
    outcomes: tuple[Any, ...]
    u: tuple[Fraction, ...]
    parameters: Mapping[str, str]
    """The values of parameters as texts, such as sqrt(2)."""

    @property
    def l(self) -> int:  # noqa: E743
        """The number of trials."""
        return len(self.rows)


@dataclass(frozen=True)
class Found:
    """A verdict, and both sides of the claim where there are any."""

    status: str
    left: Value = None
    right: Value = None
    why: str = ""


class Vacuous(Exception):
    """The claim says nothing of this instance."""


def parts(document: Document) -> dict[str, Any]:
    """Return the learner as a table: the rules of its parts, ``predict``, ``start``, ``outcomes`` and ``version``."""
    of = document["learner"]
    table = dict(of) if isinstance(of, Mapping) else {"w": of}
    predict, start = table.pop("predict", "dot(w, x)"), table.pop("start", {})
    outcomes, version = table.pop("outcomes", "labels"), table.pop("version", "")
    return {"updates": table, "predict": predict, "start": start, "outcomes": outcomes, "version": version}


def losses(document: Document) -> tuple[str, str]:
    """Return the texts of the learner's and of the comparator's loss; nothing where there is none of the latter."""
    of_intervals = {"absolute": "loss"} if parts(document)["outcomes"] == "intervals" else {}
    known = {**LOSSES, **of_intervals}
    gain, loss = str(document.get("gain", "mistake")), str(document.get("loss", ""))
    return known.get(gain, gain), known.get(loss, loss)


def premises(document: Document) -> list[str]:
    """Return the texts of all premises, those with names in their place."""
    return [text for said in document.get("given", []) for text in NAMED.get(said, (said,))]


def parameters(document: Document) -> list[str]:
    """Return the parameters of a claim that are not defined in it."""
    of = parts(document)
    texts = [*of["updates"].values(), of["predict"], *of["start"].values(), *losses(document), *premises(document)]
    texts += [document["bound"], document.get("times", "1"), *document.get("define", {}).values()]
    texts += [of["version"].partition("(")[2].rstrip(")")]
    spoken = frozenset[str]().union(*(names(text) | _inside(text) for text in texts if text))
    given = OF_TRIAL | COUNTED | {"u", "t", "updates", *of["updates"], *document.get("define", {})}
    return sorted(spoken - given)


def _inside(text: str) -> frozenset[str]:
    """Return the names inside of sums over trials."""
    return names(re.sub(r"\b(sum|max|min)_t\b", "", text))


# --- a run ----------------------------------------------------------------------------------------------------


def values_of(document: Document, instance: Plain) -> dict[str, Value]:
    """Return the values of parameters, those that the claim defines too; raise Vacuous outside of their domains."""
    scope: dict[str, Value] = {"l": Fraction(instance.l), "n": Fraction(len(instance.u))}
    scope |= {name: read(text)({}) for name, text in instance.parameters.items()}
    waiting = dict(document.get("define", {}))
    while waiting:
        ready = [name for name, text in waiting.items() if not names(text) & waiting.keys()]
        if not ready or waiting.keys() & COUNTED:
            raise Unreadable(f"what defines {sorted(waiting)[0]}")
        for name in ready:
            scope[name] = read(waiting.pop(name))(scope)
    for name, value in scope.items():
        sign = order(value, ZERO)
        if (name in POSITIVE and sign <= 0) or (name in NOT_NEGATIVE and sign < 0):
            raise Vacuous(f"{name} is not in its domain")
    return scope


def _target(y: Any, version: str, outcomes: str, scope: Mapping[str, Value]) -> tuple[Value, Value, bool]:
    """Return the ends between which the prediction should be, and whether they are outside."""
    if version.startswith("toleranced"):
        wider = read(version.partition("(")[2].rstrip(")"))(scope)
        return *(None if end is None else end + turn * wider for end, turn in zip(y, (-1, 1), strict=True)), False  # type: ignore[return-value]
    if version:
        raise Unreadable(version)
    if outcomes == "labels":
        return (ZERO, None, True) if y > 0 else (None, ZERO, True)
    return (*(y if isinstance(y, tuple) else (y, y)), False)


def _side(yhat: Value, lo: Value, hi: Value, outside: bool) -> tuple[Fraction, Value]:
    """Return the side on which a prediction is wrong, and what has to be added to it."""
    if lo is not None and order(yhat, lo) < (1 if outside else 0):
        return Fraction(1), minus(lo, yhat)
    if hi is not None and order(yhat, hi) > (-1 if outside else 0):
        return Fraction(-1), minus(hi, yhat)
    return ZERO, ZERO


def _distance(value: Value, ends: tuple[Value, Value]) -> Value:
    return abs(_side(value, *ends, False)[1])


def run(document: Document, instance: Plain, scope: Mapping[str, Value]) -> list[dict[str, Value]]:
    """Play the rule, and return what the names of a trial stand for on each trial."""
    of = parts(document)
    rules = {name: read(text) for name, text in of["updates"].items()}
    u, n, updates, found = list(instance.u), len(instance.u), 0, []
    state: dict[str, Value] = {name: read(of["start"].get(name, "0"))(scope) for name in rules}
    state |= {name: [state[name]] * n for name in _vectors(of["updates"])}
    for t, (row, y) in enumerate(zip(instance.rows, instance.outcomes, strict=True), 1):
        x = list(row)
        trial: dict[str, Value] = {"x": x, "xx": total([a * a for a in x]), "ux": total([*map(times, u, x)])}
        here = {**scope, **state, **trial, "t": Fraction(t), "updates": Fraction(updates)}
        trial["yhat"] = here["yhat"] = read(of["predict"])(here)
        lo, hi, outside = _target(y, of["version"], of["outcomes"], scope)
        here["side"], here["gap"] = _side(trial["yhat"], lo, hi, outside)
        if isinstance(y, tuple):
            trial |= {"loss": _distance(trial["yhat"], (lo, hi)), "u_loss": _distance(trial["ux"], y)}
        else:
            trial["y"] = here["y"] = y
        after = {name: rule(here) for name, rule in rules.items()}
        moved = any(_differ(state[name], after[name]) for name in rules)
        trial["update"] = Fraction(int(moved))
        updates, state = updates + moved, after
        found.append(trial)
    return found


def _vectors(updates: Mapping[str, str]) -> set[str]:
    """Return the parts of the state that are vectors: w, and whose rules speak of one outside of products and norms."""
    found = {"w"} & updates.keys()
    for name, text in updates.items():
        bare = re.sub(r"(dot|norm|sum)\([^()]*\)", "1", text)
        found |= {name} if names(bare) & {"x", "w"} else set()
    return found


def _differ(a: Value, b: Value) -> bool:
    gap = minus(a, b)
    return any(order(entry, ZERO) for entry in (gap if isinstance(gap, list) else [gap]))


# --- verdicts -------------------------------------------------------------------------------------------------


def _of_each_trial(text: str) -> bool:
    return bool(names(text) & OF_TRIAL)


def holds(premise: str, scope: Mapping[str, Value]) -> bool:
    """Tell whether a premise holds, on all trials where it speaks of one."""
    if _of_each_trial(premise):
        return all(read(premise)({**scope, **trial}) for trial in scope["trials"])
    return bool(read(premise)(scope))


def judge(document: Document, instance: Plain) -> Found:
    """Decide a claim file on an instance with values of all parameters."""
    try:
        scope = values_of(document, instance)
        trials = run(document, instance, scope)
        scope |= {"u": list(instance.u), "trials": trials}
        for premise in premises(document):
            if not holds(premise, scope):
                return Found("VACUOUS", why=premise)
        gain, loss = (read(text) if text else None for text in losses(document))
        assert gain is not None
        left = total([gain({**scope, **trial}) for trial in trials])
        factor = read(document.get("times", "1"))(scope)
        if loss is not None:
            of_u = [{**scope, **trial, "yhat": trial["ux"], "loss": trial.get("u_loss")} for trial in trials]
            left = minus(left, times(factor, total([loss(each) for each in of_u])))
        right = read(document["bound"])(scope)
    except Vacuous as outside:
        return Found("VACUOUS", why=str(outside))
    except Undefined as undefined:
        return Found("VACUOUS", why=f"undefined: {undefined}")
    sign = order(left, right)
    said = document.get("relation", "<=")
    kept = {"<=": sign <= 0, "<": sign < 0}.get(said)
    if kept is None:
        raise Unreadable(said)
    return Found("HOLDS" if kept else "VIOLATED", left, right)


def measured(document: Document, instance: Plain) -> Plain:
    """Return the instance with values of parameters that it does not set, as the premises measure them.

    ``A <= P`` gives P the largest A over the trials, and ``P <= A`` the least.
    """
    unset = {*parameters(document)} - instance.parameters.keys()
    for premise in premises(document):
        sides = relation(premise)
        if sides is None:
            continue
        left, right = sides[::2] if sides[1] in ("<=", "<", "==") else sides[::-2]
        name, text, pick = (right, left, 1) if right in unset else (left, right, -1)
        spoken = names(text) | _inside(text)
        if name in unset and spoken & (OF_TRIAL | {"u"}) and not spoken & unset:
            value = _extreme(document, instance, text, premise, pick)
            if value is not None:
                instance = replace(instance, parameters={**instance.parameters, name: value})
                unset.remove(name)
    return instance


def _extreme(document: Document, instance: Plain, text: str, premise: str, pick: int) -> str | None:
    """Return the largest or least value over the trials, as a text; None where there is no exact one."""
    try:
        scope = _known(document, instance) | {"u": list(instance.u)}
        scope["trials"] = trials = _trials(document, instance, scope)
        scopes = [{**scope, **trial} for trial in trials] if _of_each_trial(premise) else [scope]
        best: tuple[Value, str | None] = (ZERO, "0")
        for place, each in enumerate(scopes):
            value = read(text)(each)
            if place == 0 or order(value, best[0]) == pick:
                best = value, _text(value, text, each)
        return best[1]
    except (Undefined, Unreadable, Vacuous):
        return None


def _known(document: Document, instance: Plain) -> dict[str, Value]:
    """Return the values of what is known so far, without what is defined by what is not."""
    try:
        return values_of(document, instance)
    except Unreadable:
        return values_of({**document, "define": {}}, instance)


def _trials(document: Document, instance: Plain, scope: Mapping[str, Value]) -> list[dict[str, Value]]:
    """Return the trials: played where all is known that the rule speaks of, else as they are without a learner."""
    try:
        return run(document, instance, scope)
    except (Undefined, Unreadable):
        rows = zip(instance.rows, instance.outcomes, strict=True)
        return [
            {"xx": total([a * a for a in x]), "ux": total([*map(times, instance.u, x)]), "x": [*x], "y": y}
            for x, y in rows
        ]


def _text(value: Value, text: str, scope: Mapping[str, Value]) -> str | None:
    """Return an exact text of a value: a fraction, or the root of one where the text is a 2-norm."""
    if isinstance(value, Fraction):
        return str(value)
    said = text.replace(" ", "")
    squares = [total([a * a for a in scope[name]]) for name in ("u", "x") if said == f"norm({name},2)"]
    return f"sqrt({squares[0]})" if squares else None
