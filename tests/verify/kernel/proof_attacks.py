"""Certificates of proofs, and of what nature plays, that ask their checker for as much work as they can.

worst_attacks.py measures them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from verify.kernel_proof import by_potential, certificate
from verify.kernel_proof.claims import Claim
from verify.kernel_proof.goals import Plan, goals_of

Document = dict[str, Any]
STEP = "w + eta*y*x if y*yhat < 1 else w"
WEIGHED = {"w": "w*exp(-eta*x)"}
NUMBERS = {"constants": {"a": "1", "b": "1", "c": "1", "lambda": "1"}, "names": [], "lemmas": [], "kept": []}


def names(count: int) -> list[str]:
    """Return so many names of parameters."""
    return [f"v{i}" for i in range(count)]


def added(terms: Sequence[str], by: str = "+") -> str:
    """Return a sum, or a product, that is nested as little as it can be."""
    if len(terms) < 2:
        return "".join(terms)
    half = len(terms) // 2
    return f"({added(terms[:half], by)}{by}{added(terms[half:], by)})"


def stated(rule: Any = STEP, given: Sequence[str] = (), count: int = 0, **more: Any) -> Document:
    """Return a statement with these premises about some parameters more."""
    learner = {"rule": {"w": rule} if isinstance(rule, str) else rule, "predict": "dot(w, x)"}
    premises = {"u": "norm(u, 2) <= U", "x": "all_t(norm(x, 2) <= X)", "start": "length(start) == 0"}
    return {
        "hypotheses": premises | {f"p{i}": text for i, text in enumerate(given)}, "defines": {}, "outcomes": "labels",
        "free": ["U", "X", "eta", *names(count)], "version": "classification", "relation": "<=", "bound": "U**2 + l",
        "compare": [{"value": "sum_t(max(0, 1 - y*yhat)) - sum_t(max(0, 1 - y*ux))"}], "learner": learner, **more,
    }  # fmt: skip


def proof(shown: Document | None = None, statement: Document | None = None, **plan: Any) -> Document:
    """Return a proof of which the first goal is shown so."""
    of = statement or stated()
    told: Document = NUMBERS | {"limits": [], "signed": False} | plan
    goals: list[Document] = [{"proof": {"terms": []}}]
    if shown is not None:
        many = len(goals_of(Claim(of), Plan(*(told[part] for part in Plan._fields))).goals)
        goals = [{"proof": shown}, *goals * (many - 1)]
    return {"format": certificate.FORMAT, "claim": "x", "statement": of, **told, "goals": goals}


def potential(text: str, kind: str = by_potential.FORMAT, statement: Document | None = None) -> Document:
    """Return a proof by a potential."""
    plan = {"potential": text, "invariants": [], "lemmas": [], "goals": []}
    return {"format": kind, "claim": "x", "statement": statement or stated(), **plan}


def entries(text: str) -> Document:
    """Return a proof entry by entry."""
    of = stated(WEIGHED) | {"hypotheses": {"u": "sum(u) == 1", "start": "length(start) == 0"}}
    of["learner"] = {**of["learner"], "predict": "dot(w, x)/sum(w)", "start": {"w": "1"}}
    return potential(text, "boundcheck weights 1", of)


def named(text: str, count: int = 1, **more: Any) -> Document:
    """Return a proof in which names stand for this."""
    return proof(names=[[f"q{j}", text] for j in range(count)], **more)


def terms(term: Any, count: int, statement: Document | None = None, **more: Any) -> Document:
    """Return a proof whose first goal is shown by so many terms."""
    return proof({"terms": [term] * count, **more}, statement)


def monomials(width: int, first: int, count: int) -> list[str]:
    """Return products of so many parameters, no two with the same."""
    return [added([f"v{(i * 7 + first + j) % 90}" for j in range(width)], "*") for i in range(count)]


def chain(count: int) -> Document:
    """Return a proof of a claim in which each definition uses the one before."""
    defines = {f"a{i}": f"a{i - 1} + 1" if i else "U" for i in range(count)}
    of = stated(bound="U**2*X + l", defines=defines)
    return proof(statement=of, limits=["U", "X"])


def played(play: Document, **more: Any) -> Document:
    """Return a certificate of what nature plays against any learner."""
    of = stated(bound="l", relation=">=", learner="any", nature=play, compare=[{"value": "sum_t(y*yhat <= 0)"}], **more)
    return {"format": "boundcheck any learner 1", "claim": "x", "statement": of, "play": play, "factor": "1"}


ALONG = {"symbols": {"X": "> 0"}, "norm": "X", "margin": "1", "with": {"U": "sqrt(l)/X", "X": "X"}}
"""Orthogonal examples of this length, and a margin of 1."""


def tree(depth: int, n: int, entry: str = "1") -> Document:
    """Return the play of a tree of points that are all alike."""
    row = ",".join([entry] * n)
    return {"examples": "tree", "points": [row] * depth, "leaves": [row] * 2**depth}


def game(kind: str, table: list[Any], **more: Any) -> Document:
    """Return the value of a game."""
    return {"format": "boundcheck minimax 1", "game": {"kind": kind, **more}, "table": table, "value": "1"}


def counted(n: int, rule: str, value: str = "sum_t(y*yhat <= 0)") -> Document:
    """Return a worst case by states."""
    of = stated(rule, compare=[{"value": value}], bound="10**9", free=["eta"])
    of["hypotheses"] = {"x": "all_t(all_i(member(x, {0, 1})))", "start": "length(start) == 0"}
    given = {"parameters": {"eta": "1"}, "n": n, "length": 2000, "states": 1}
    return {"format": "boundcheck states 1", "claim": "x", "statement": of, **given}


LONG = added([f"{a}*{b}" for a in names(40) for b in names(20)])
FORTY, SQUARED = added(names(40)), f"{added(names(40))}**2"

ATTACKS: dict[str, Callable[[], Document]] = {
    "fractions that are added": lambda: proof({"terms": [[f"1/{10**395 + 2 * i + 9}", {}] for i in range(3000)]}),
    "short fractions that are added": lambda: proof({"terms": [[f"1/{10**5 + i}", {}] for i in range(40_000)]}),
    "fractions at a monomial": lambda: proof({"terms": [[f"1/{10**395 + 2 * i}", {"0": 1}] for i in range(3000)]}),
    "fractions in a name": lambda: named(added([f"1/{10**380 + 2 * i + 1}" for i in range(50)]), 100),
    "fractions that are multiplied": lambda: named(
        f"(({10**380 + 1}/{10**379 + 7})**64)**30*(({10**380 + 9}/{10**378 + 9})**64)**30", 60
    ),
    "divided by a long premise": lambda: terms(["1", {}, "v1"], 30_000, stated(given=[f"{LONG} > 0"], count=40)),
    "a long premise, often": lambda: terms(["1", {"2": 1}], 60_000, stated(given=[f"1/{LONG} > 0"], count=40)),
    "many names": lambda: terms(
        ["1", {}, "eta"], 30_000, stated(given=[f"{added(names(900))} >= {i}" for i in range(60)], count=900)
    ),
    "many premises": lambda: terms(["1", {}, "eta"], 30_000, stated(given=[f"eta >= -{i}" for i in range(90)])),
    "wide monomials": lambda: named(
        f"{added(monomials(30, 0, 50))}*{added(monomials(30, 3, 50))}*{FORTY}", statement=stated(count=90)
    ),
    "sums of sums": lambda: named(f"({SQUARED} + {SQUARED})*eta", 40, statement=stated(count=40)),
    "a long sum, term by term": lambda: proof(
        {"terms": [["1", {str(i + 3): 1}] for i in range(600)] * 100},
        stated(given=[f"{name} > 0" for name in names(600)], count=600),
    ),
    "opposites": lambda: named(
        "max(eta, 1)", 30, statement=stated(given=[f"{LONG} >= {i}" for i in range(6)], count=40)
    ),
    "roots of sums": lambda: terms(
        ["1", {}, added([f"_root{i + 1}" for i in range(9)]) + "**3"], 40,
        stated(given=[f"sqrt(eta + {i}) >= 0" for i in range(9)]),
    ),
    "one definition by the other": partial(chain, 1500),
    "long premises": lambda: proof(statement=stated(given=[f"{added(['eta'] * 3000)} >= {i}" for i in range(140)])),
    "a potential of long sums": lambda: potential(f"{SQUARED}*dot(u - w, u - w)", statement=stated(count=40)),
    "many vectors": lambda: potential(
        "dot(w, w)", statement=stated({"w": "w + x"} | {f"z{i}z": f"z{i}z + w" for i in range(600)})
    ),
    "many vectors, often": lambda: potential(
        "dot(w, w)", statement=stated({"w": "w + x"} | {f"z{i}z": f"max(z{i}z, 1)" for i in range(300)})
    ),
    "many states": lambda: potential(
        "dot(w, w)", statement=stated({"w": "w + x"} | {f"z{i}z": f"max(0, z{i}z)" for i in range(11)})
    ),
    "many numbers": lambda: potential(
        "dot(w, w)", statement=stated({"w": "w + x"} | {f"z{i}z": f"z{i}z + 1" for i in range(3000)})
        | {"hypotheses": {"start": "length(start) == 0"}}
    ),
    "sums of powers": lambda: entries("sum((((w**64)**64)**64)**64)"),
    "a tower of sums": lambda: entries(f"{'sum(w*' * 40}w{')' * 40}"),
    "values that are compared": lambda: entries(added([f"ln(sum(w) + {i})" for i in range(700)])),
    "values of long sums": lambda: entries(added([f"exp(({added(['eta', 'U', 'X'])})**9 + {i})" for i in range(90)])),
    "a wide tree": lambda: played(tree(10, 700)),
    "a tree of sums": lambda: played(
        {**tree(10, 10, f"{added(names(9))}**3"), "symbols": dict.fromkeys(names(9), "> 0")}
    ),
    "premises of a play": lambda: played(
        ALONG, hypotheses={"start": "length(start) == 0"} | {f"p{i}": "U**2*l >= 0" for i in range(50_000)}
    ),
    "numbers of a play": lambda: played(ALONG | {"with": {"U": f"({10**390 + 1}*X + {10**380 + 7})**64"}}),
    "logarithms of a play": lambda: played(
        ALONG | {"with": {"U": added([f"ln({i}*X + {i + 2})" for i in range(90)])}}, hypotheses={"p": "U**9 >= 0"}
    ),
    "a class of functions": lambda: game(
        "class", [[str(i + 1), 1] for i in range(190_000)], functions=[format(i, "0300b") for i in range(400)]
    ),
    "experts that err": lambda: game("mistakes", [[[1] * 65, "1"]], experts=64, mistakes=64, coins=False),
    "many experts": lambda: game(
        "experts", [[[640, *[0] * 8], "1", ["1/8"] * 8, [0], ["1"]]] * 20_000, experts=8, length=640
    ),
    "many states of weights": partial(counted, 6, "w + y*x"),
    "states of exponentials": partial(counted, 2, "w*exp(-eta*x) + 1"),
    "states of squares": partial(counted, 2, "w*w + 2*x + 1"),
    "many attributes in states": partial(counted, 12, "w + y*x if y*yhat <= 0 else w"),
}  # fmt: skip
