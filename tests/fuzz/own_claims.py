"""Own claims drawn at random: textbook claims, claims with derived constants, and both with a change or two.

A claim is the table of texts that a claim file holds. The same number gives the same claim on every machine.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.fuzz.own_classics import CLASSICS, QUESTIONS, QUICK, UNPROVED, derived
from tests.fuzz.plain_judge import LOSSES, NAMED, Document

Change = Callable[[Document, random.Random], None]

FACTORS = ("1/2", "9/10", "9/10", "99/100", "99/100", "101/100", "2", "0", "-1")
BOUNDS = (
    "floor({})", "floor(2*({}))", "ceiling({})", "Max({}, 1)", "Min({}, l)", "Min({}, 2*({}))", "({}) - 1/100",
    "({})*(2*l - 1)", "({}) + l", "({}) + ln(n)", "({})*X/X", "({}) + 1/X", "({})*Max(1, U)", "({})*U/U",
    "Max({}, l/2)", "({}) + theta", "({})*n", "({})/n", "sqrt(({})**2)", "({})*l/l", "({}) + X - X**2", "({}) - U/100",
)  # fmt: skip
MORE = (
    "U > 0", "X > 0", "eta <= 1", "eta*X**2 <= 1", "eta*X**2 == 3/2", "eta*X**2 >= 3", "U <= 1", "X == 0", "U == 0",
    "X == 1", "norm(x, 2) == X", "norm(x, 2) == 1", "norm(x, 2) < X", "norm(u, 2) == U", "norm(u, 2) < U", "y == 1",
    "xx == 1", "ux >= 0", "ux <= yhat", "y*ux >= U", "y*ux >= X", "y*ux > 0", "y*ux >= 1 or xx == 0", "not(y*ux < 1)",
    "sum_t(not(y*ux >= 1)) == 1", "sum_t(xx) <= H", "norm(x, 2) <= 2*X", "norm(u, 2) <= U/2",
    "norm(u, 2) <= 1/(1 + theta)", "abs(yhat) <= 1", "l >= 2", "l <= 2", "n == 1", "l == 0", "U <= X or X == 0",
    "U**2 <= -1", "max(abs(x)) <= X",
    "sum(u) == 0", "min(u) >= 0", "sum_t(update) <= 1", "theta > -1", "y*yhat <= 1", "1 <= y*ux and U > 0",
)  # fmt: skip
RATES = (
    "1", "1/2", "2", "-1", "0", "1/X**2", "3/(2*X**2)", "U/X", "U/(X*sqrt(l))", "1/sqrt(l)", "1/l", "C", "1/n", "X",
    "theta", "1 - theta", "Max(1/2, 1/X**2)",
)  # fmt: skip
GAINS = ("mistake", "update", "hinge", "squared_hinge", "absolute", "squared", "-y*yhat", "max(0, 1/2 - y*yhat)", "0")


# --- changes --------------------------------------------------------------------------------------------------


def scaled(claim: Document, chance: random.Random) -> None:
    """Multiply the bound with a number, often a little less than 1."""
    claim["bound"] = f"{chance.choice(FACTORS)}*({claim['bound']})"


def constant(claim: Document, chance: random.Random) -> None:
    """Change one number of the bound, or of the factor of the comparator's loss."""
    where = chance.choice([key for key in ("bound", "bound", "times") if key in claim])
    numbers = [*re.finditer(r"(?<![\w.])(?<!\*\*)\d+", claim[where])]
    if not numbers:
        return scaled(claim, chance)
    found = chance.choice(numbers)
    other = chance.choice(("1", "2", "3", "4", "9/10", "1/2", "0"))
    claim[where] = f"{claim[where][: found.start()]}({other}){claim[where][found.end() :]}"
    return None


def bounded_otherwise(claim: Document, chance: random.Random) -> None:
    """Round the bound, cut it off, or make it something that only looks larger or smaller."""
    claim["bound"] = chance.choice(BOUNDS).replace("{}", claim["bound"])


def without_a_premise(claim: Document, chance: random.Random) -> None:
    """Leave out a premise."""
    if claim["given"]:
        claim["given"] = [*claim["given"]]
        claim["given"].remove(chance.choice(claim["given"]))


def with_a_premise(claim: Document, chance: random.Random) -> None:
    """Add a premise, at any place."""
    claim["given"] = [*claim["given"]]
    claim["given"].insert(chance.randrange(len(claim["given"]) + 1), chance.choice(MORE))


def said_otherwise(claim: Document, chance: random.Random) -> None:
    """Say a premise more or less strictly, multiply it with a parameter, or make it a choice."""
    given = [text for said in claim["given"] for text in (NAMED[said] if said == "separable" else (said,))]
    if not given:
        return
    place = chance.randrange(len(given))
    said = given[place]
    found = re.fullmatch(r"(.+?) (<=|>=|<|>|==) (.+)", said)
    if found is None:
        return
    left, relation, right = found.groups()
    factor = chance.choice(("U", "X", "X", "eta"))
    given[place] = chance.choice((
        f"{left} {relation[0]} {right}".replace(" = ", " == "), f"{left} {relation[0]}= {right}",
        *[f"{factor}*({left}) {relation} {factor}*({right})"] * 3, f"not(not({said}))", f"{said} or {factor} == 0",
        f"{left} {relation} 2*({right})", f"{left} {relation} {right} - 1/10", f"{left} {relation} max({right}, 1)",
    ))  # fmt: skip
    claim["given"] = given


def at_an_edge(claim: Document, chance: random.Random) -> None:
    """Change what is said where U, X or R is 0, and nowhere else."""
    name = chance.choice(("U", "X", "X") if "norm(x, 2) <= X" in claim["given"] else ("U", "R"))
    if "separable" in claim["given"]:
        claim["given"] = [f"{name}*y*ux >= {name}" if said == "separable" else said for said in claim["given"]]
    elif chance.random() < 0.5 and "side" not in json.dumps(claim):
        gain = claim.get("gain", "mistake")
        claim["gain"] = f"({LOSSES.get(gain, gain)}) if {name} > 0 else 7"
    else:
        of, turn = _table(claim), "side" if "side" in json.dumps(claim) else "y"
        of["w"] = f"w - {turn}*x if {name} <= 0 else ({of['w']})" if "w" in of else ""
        claim["learner"] = {part: text for part, text in of.items() if text}


def ruled_otherwise(claim: Document, chance: random.Random) -> None:
    """Change the rule: at ties, by its rate, its threshold, its sign, or by forgetting."""
    of = _table(claim)
    name = chance.choice([name for name in of if name not in ("predict", "start", "outcomes", "version")])
    old, new = chance.choice((
        ("<= 0", "< 0"), ("<= 0", "<= 1"), ("< 1", "<= 1"), ("< 1", "< 2"), ("eta*", "2*eta*"), ("eta*", "-eta*"),
        ("eta*", "eta*X*"), ("y*x", "y*x/2"), ("y*x", "2*y*x"), ("y*x", "y*x/X"), ("else w", "else w/2"),
        ("else w", "else w + 0*x"), ("w +", "rho*w +"), ("xx > 0", "xx >= 1"), ("max(0, 1 -", "max(0, 1/2 -"),
        ("y*x", "y*x*(2 - y)"), ("sign(y - yhat)", "min(1, max(-1, y - yhat))"), ("<= 0", "<= U - U"), ("sqrt(t)", "t"),
        ("sqrt(t)", "sqrt(updates + 1)"), ("eta*", "eta/t*"), ("eta*x", "2*eta*x"), ("R)", "2*R)"),
    ))  # fmt: skip
    of[name] = of[name].replace(old, new)
    claim["learner"] = of if of.keys() - {"w"} else of["w"]


def started_otherwise(claim: Document, chance: random.Random) -> None:
    """Start the weights elsewhere."""
    of = _table(claim)
    of["start"] = {**of.get("start", {}), "w": chance.choice(("1", "1/2", "-1", "1/n", "2", "U", "0", "1/10"))}
    claim["learner"] = of


def predicted_otherwise(claim: Document, chance: random.Random) -> None:
    """Change the prediction."""
    of = _table(claim)
    usual = of.get("predict", "dot(w, x)")
    of["predict"] = chance.choice(
        ("({})/2", "min(1, max(-1, {}))", "({}) + theta", "2*({})", "({}) if xx <= 1 else 1")
    ).replace("{}", usual)
    claim["learner"] = of


def measured_otherwise(claim: Document, chance: random.Random) -> None:
    """Change a loss, or what the comparator's is multiplied with."""
    what = chance.choice(("gain", "loss", "times"))
    if what == "times":
        claim["times"] = chance.choice(("1/2", "9/10", "2", "99/100", "0", "-1", "U", "1 + eta"))
    else:
        claim[what] = chance.choice(GAINS)


def defined(claim: Document, chance: random.Random) -> None:
    """Set a parameter, or tie it to others."""
    spoken = re.findall(r"\b(?:eta|X|U|C|R|H|l|n)\b", json.dumps(claim))
    name = chance.choice([*spoken, "l"])
    claim["define"] = {**claim.get("define", {}), name: chance.choice(RATES)}


def renamed(claim: Document, chance: random.Random) -> None:
    """Call a parameter by another name, whose domain may be another."""
    old, new = chance.choice(
        (("X", "R"), ("U", "G"), ("eta", "C"), ("eta", "theta"), ("H", "G"), ("gamma", "theta"), ("X", "G"))
    )
    if re.search(rf"\b{new}\b", json.dumps(claim)) is None:
        claim.update(json.loads(re.sub(rf"\b{old}\b", new, json.dumps(claim))))


def related_otherwise(claim: Document, chance: random.Random) -> None:
    """Claim that it is less."""
    del chance
    claim["relation"] = "<"


CHANGES: tuple[Change, ...] = (
    *(scaled, scaled, scaled, constant, constant, bounded_otherwise, bounded_otherwise),
    *(without_a_premise, without_a_premise, with_a_premise, with_a_premise, said_otherwise, said_otherwise),
    *(ruled_otherwise, ruled_otherwise, started_otherwise, predicted_otherwise, measured_otherwise),
    *(defined, defined, renamed, related_otherwise, at_an_edge, at_an_edge, at_an_edge),
)


def _table(claim: Document) -> dict[str, Any]:
    of = claim["learner"]
    return dict(of) if isinstance(of, Mapping) else {"w": of}


# --- drawing --------------------------------------------------------------------------------------------------


def base(chance: random.Random, quick: bool = True) -> Document:
    """Return a claim that is true."""
    kind = chance.random()
    if kind < 0.35:
        return chance.choice(derived(chance.choice(QUICK if quick else tuple(QUESTIONS))))
    known = CLASSICS if kind < 0.97 else UNPROVED
    return known[chance.choice(tuple(known))]


def own_document(number: int, quick: bool = True) -> tuple[Document, Document]:
    """Return the claim with this number, and the true claim of which it is made."""
    chance = random.Random(f"own claim {number}")
    true = base(chance, quick)
    claim = {**true, "given": [*true["given"]]}
    for _ in range(chance.choice((0, 1, 1, 1, 1, 2, 2, 3))):
        chance.choice(CHANGES)(claim, chance)
    return claim, true


def as_file(claim: Document) -> str:
    """Return the text of a claim file."""
    return json.dumps(claim, indent=1)
