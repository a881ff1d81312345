"""Certificates that ask kernel_worst for as much work as they can, and a program that measures each.

    python -m tests.verify.kernel.worst_attacks SHARE [NAME ...]

prints a line of JSON an attack, as kernel_attacks.py does; it needs the standard library alone.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from tests.verify.kernel import proof_attacks
from tests.verify.kernel.kernel_attacks import measured
from verify import kernel, kernel_worst

Document = dict[str, Any]
NORMS = {"u": "norm(u, 2) <= U", "x": "X >= if(l == 0, 0, max_t(norm(x, 2)))", "start": "length(start) == 0"}


def pattern(length: int = 1, **more: Any) -> Document:
    """Return a certificate about the Perceptron's loss, for sequences of some length."""
    statement = {
        "learner": "perceptron(eta)", "version": "absolute", "outcomes": "labels", "relation": "<=",
        "free": ["U", "X", "eta"], "defines": {}, "hypotheses": NORMS,
        "compare": [{"value": "sum_t(loss) - sum_t(u_loss)"}], "bound": "10**9*U**2 + 10**9*l",
    }  # fmt: skip
    statement |= {name: more.pop(name) for name in statement.keys() & more.keys()}
    document = {"format": "boundcheck worst case 1", "claim": "x", "statement": statement, "length": length}
    parameters = {"U": "2", "X": "1", "eta": "1/2"} | more.pop("parameters", {})
    return {**document, "parameters": parameters, "every": False, "multipliers": {}, **more}


def tower(height: int, **more: Any) -> Document:
    """Return one with a number of 2 to the power 64**height."""
    return pattern(parameters={"U": "(" * height + "2" + ")**64" * height}, **more)


def multiplied(length: int) -> Document:
    """Return one whose multipliers prove it, and have as many different denominators as they can."""
    norms = [Fraction(1 if t == 0 else "1/4") + Fraction(1, 10**399 + 2 * t + 1) for t in range(length + 1)]
    lists = {}
    for t in range(length + 1):
        rows = [str(norms[0]), *(text for norm in norms[1 : t + 1] for text in (str(norm), "0"))]
        lists[f"0//{'0' * t}"] = ["1", *rows, *["1", "0", "1"] * t]
    return pattern(length) | {"multipliers": lists}


def slopes(count: int, digits: int, weight: str = "1000000") -> Document:
    """Return a certificate about the LMS learner with slopes of many digits."""
    statement = {
        "learner": {"rule": {"w": "w + (y - yhat)*x/(4*X**2)"}, "predict": "dot(w, x)"}, "version": "absolute",
        "outcomes": "points", "relation": "<=", "free": ["U", "X", "C"], "defines": {}, "hypotheses": NORMS,
        "compare": [{"value": "sum_t((y - yhat)**2) - C*sum_t((y - ux)**2)"}], "bound": "10**9*U**2",
    }  # fmt: skip
    texts = [f"-{2 * 10**digits + 7 * i + 1}/{10**digits + 3 * i}" for i in range(count)]
    document = {"format": "boundcheck squared loss 1", "claim": "x", "statement": statement, "length": count}
    return {**document, "parameters": {"U": "1", "X": "1", "C": "3"}, "weight": weight, "slopes": texts}


def table(n: int, rows: list[Any], alpha: str = "2", theta: str = "n") -> Document:
    """Return a value table of Winnow."""
    statement = {
        "learner": "winnow(alpha)", "version": f"threshold({theta})", "outcomes": "labels", "relation": "<=",
        "free": ["alpha"], "defines": {"k": "sum(abs(u))"}, "compare": [{"value": "sum_t(err)"}], "bound": "10**9",
        "hypotheses": {
            "a": "sum_t((ux > 0) != (y > 0)) == 0", "b": "sum_t(sum((x == 0) + (x == 1))) == l*n",
            "c": "sum((u == 0) + (u == 1)) == n", "start": "length(start) == 0",
        },
    }  # fmt: skip
    document = {"format": "boundcheck value table 1", "claim": "x", "statement": statement, "parameters": {}}
    return {**document, "parameters": {"alpha": alpha}, "n": n, "k": n // 2, "length": 1, "table": rows}


def whole_table(n: int) -> Document:
    """Return a table of states without a fault until the last: the moves of each are made."""
    half = n // 2
    return table(n, [[[0] * half, [0] * half, 10**6]], theta="5/2") | {"k": half}


def many(count: int, part: str) -> Document:
    """Return a certificate with many definitions, premises or comparisons."""
    names = [f"a{i}" for i in range(count)]
    defines = {name: f"{before} + 1" for before, name in zip(["U", *names], names, strict=False)}
    if part == "defines":
        return pattern(40, defines=defines, bound=f"10**9*U**2 + l*0*{names[-1]}", free=["U", "X", "eta"])
    if part == "hypotheses":
        return pattern(40, hypotheses=NORMS | {name: f"U + l >= {i} - 10**9" for i, name in enumerate(names)})
    return pattern(12, compare=[{"value": "sum_t(loss) - sum_t(u_loss)"}] * count)


BRANCHES = "+".join(f"max(0, yhat*y - {i})" for i in range(58))
STEPS = "+".join(f"(y*yhat > {i})" for i in range(29))

ATTACKS: dict[str, Callable[[], Document]] = {
    **{f"tower {height}": partial(tower, height) for height in (3, 4, 5, 8)},
    "tower in the bound": partial(pattern, bound="((((2)**64)**64)**64)**64"),
    "roots of towers": partial(pattern, bound="sqrt((((2)**60)**60)**2 + 1)*l"),
    "squares of squares": partial(pattern, bound="(" * 40 + "U" + ")**2" * 40),
    "long patterns": partial(pattern, 400),
    "two branches": partial(pattern, 400, compare=[{"value": "sum_t(err) - sum_t(u_loss)"}]),
    "many branches": partial(pattern, 60, compare=[{"value": f"sum_t({BRANCHES})"}], bound="-1"),
    "many steps": partial(pattern, 60, compare=[{"value": f"sum_t({STEPS})"}]),
    "many denominators": partial(multiplied, 60),
    **{f"many {part}": partial(many, 20_000, part) for part in ("defines", "hypotheses", "comparisons")},
    "slopes that hold": partial(slopes, 40, 395),
    "many slopes that hold": partial(slopes, 400, 395),
    "many short slopes": partial(slopes, 400, 3),
    "many slopes that fail": partial(slopes, 400, 395, "1"),
    "a tower in the slopes": lambda: slopes(1, 3) | {"parameters": {"U": "1", "X": "1", "C": "((2**64)**64)**64"}},
    "a table of 12": partial(whole_table, 12),
    "a table of many states": partial(
        table, 12, [[[i % 97] * 6, [i] * 6, 10**6] for i in range(60_000)], theta="10**9"
    ),
    "a table of large exponents": partial(table, 2, [[[0], [0], 1], [[10**6], [10**6], 1]], alpha="3/2"),
    "a table of large factors": partial(table, 12, [[[0] * 6, [0] * 6, 10**6]], alpha=f"{10**399 + 7}/{10**398 + 3}"),
    **proof_attacks.ATTACKS,
}


def check(name: str) -> str:
    """Check a certificate and say what came of it."""
    return "confirmed" if kernel_worst.confirm(json.dumps(ATTACKS[name]()), kernel.statements())[0] else "not confirmed"


def main(share: str, *names: str) -> None:
    """Measure attacks, each in a process of its own that may not take the machine with it."""
    kernel.MAX_STEPS = int(kernel.MAX_STEPS * Fraction(share))
    for name in names or ATTACKS:
        if os.fork() == 0:
            resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
            print(
                json.dumps(measured(kernel, name, partial(check, name), len(json.dumps(ATTACKS[name]())))), flush=True
            )
            os._exit(0)
        _, ended = os.wait()
        if ended:
            print(json.dumps({"name": name, "seconds": 1e9, "what": f"ended with {ended}"}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
