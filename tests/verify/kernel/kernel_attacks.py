"""Certificates that ask the independent checker for as much work as they can, and a program that measures each.

    python kernel_attacks.py KERNEL SHARE [NAME ...]

prints a line of JSON an attack: the seconds and megabytes that the checker in the file KERNEL took with SHARE of its
steps, and what came of it. It needs the standard library alone, and each attack runs in a process of its own.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import resource
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

Document = dict[str, Any]
ABOUT_NOTHING = {"hypotheses": {}, "defines": {}, "free": [], "relation": "<=", "bound": "10**9"}


def certificate(statement: Document, instance: Document, **more: Any) -> str:
    """Return the text of a certificate of a claim of one's own."""
    document = {"format": "boundcheck certificate 1", "claim": "x", "changes": ["new"], "verdict": "HOLDS"}
    whole = {**ABOUT_NOTHING, "outcomes": "none", "compare": [{"value": "1"}], **statement}
    return json.dumps({**document, "statement": whole, "instance": instance, "left": "1", "right": "1", **more})


def value(text: str, **defines: str) -> str:
    """Return a certificate that asks for the value of a formula."""
    return certificate({"defines": defines, "compare": [{"value": text}]}, {"n": 0})


def kept(text: str, count: int = 60) -> str:
    """Return one that keeps many vectors at once, ``text`` with numbers for N."""
    names = {f"a{i}": text.replace("N", str(20000 + i)) for i in range(count)}
    return value("+".join(f"length({name})" for name in names), **names)


def tower(step: str, height: int, name: str = "a") -> dict[str, str]:
    """Return definitions of which each uses the one before, as p."""
    return {f"{name}0": "2"} | {f"{name}{i}": re.sub(r"\bp\b", f"{name}{i - 1}", step) for i in range(1, height + 1)}


def run(trials: list[Document], n: int, learner: str, compare: str = "sum_t(err)", **more: Any) -> str:
    """Return a certificate about a run."""
    statement: Document = {"outcomes": "labels", "compare": [{"value": compare, **more}]}
    if learner:
        statement |= {"learner": learner, "version": "absolute"}
    return certificate(statement, {"n": n, "trials": trials})


def trials(count: int, *x: str) -> list[Document]:
    """Return trials with the same example and changing labels."""
    return [{"x": list(x), "outcome": "+-"[t % 2] + "1"} for t in range(count)]


LOOPED = (
    "hadamard_row(12, 1)", "sum(hadamard_row(12, i))", "binomial(5000, 2500)", "sum(indices(i))",
    "at(indices(90000), i)", "length(vector(indices(1000), indices(1000)))", "sum(part(indices(i), 1, i))",
    "dot(indices(90), indices(90))", "norm(indices(10), 3)", "norm(indices(10), 5/2)", "vc_dimension(5, 2)",
    "sum_for(j, 1, 1000, sum_for(k, 1, 1000, 1))", "i", "1/i", "sqrt(i)", "ln(i)", "exp(i)", "exp(1/i)",
    "ln(1 + exp(i))", "floor(exp(i))", "floor(sqrt(i))", "i**i", "(1/3)**i", "i**10000", "ln(i**1000)",
    "exp(exp(exp(i)))", "(sqrt(i) + sqrt(2))**64", "sqrt(sqrt(i) + 1)", "Max(sqrt(2), sqrt(i), ln(i))",
    "sqrt(10**20*i + 1)", "ln(10**40*i + 1)", "sum(sqrt(indices(100)))",
    "sign(exp(10**(-1500)*i) - 1 - 10**(-1500)*i)", "sum(centre(indices(300), 2))", "i*sqrt(2) + i*sqrt(3)",
    "xlog(i, i)", "det(outer(indices(40), 1/indices(40)))", "det(outer(indices(2), indices(2))*i)",
)  # fmt: skip

LOGARITHMS = "ln(1 + p) + ln(2 + p)"
TOWERS = {
    "logarithms": LOGARITHMS, "squares": "p*p", "sums": "p + p", "powers": "p**p", "vectors": "sum(vector(p, p))",
    "products": "(p + sqrt(2))*(p + sqrt(3))", "exponentials": "exp(p) + 1", "inverses": "1/(p + sqrt(2))",
}  # fmt: skip

ATTACKS: dict[str, Callable[[], str]] = {
    **{f"loop over {text}": partial(value, f"sum_for(i, 1, 1000000, {text})") for text in LOOPED},
    **{
        f"tower of {name}, {height}": partial(value, f"a{height}", **tower(step, height))
        for name, step in TOWERS.items()
        for height in (10, 60)
    },
    "equal towers": lambda: value("a40 - b40", **tower(LOGARITHMS, 40), **tower(LOGARITHMS, 40, "b")),
    "kept fractions": lambda: kept("1/indices(N)"),
    "kept roots": lambda: kept("sqrt(indices(N))"),
    "kept exponentials": lambda: kept("exp(indices(N))"),
    "kept large numbers": lambda: kept("10**30 + 1/indices(N)"),
    "kept larger numbers": lambda: kept("2**500 + indices(N)"),
    "kept very large numbers": lambda: kept("2**20000 + indices(N)"),
    "one long vector": lambda: value(f"length(vector({', '.join(['indices(100000)'] * 60)}))"),
    "largest of a million": lambda: value("max_for(i, 1, 1000000, sqrt(i))"),
    "a long sum, often": lambda: value("sum_for(j, 1, 100000, a*j)", a="sum_for(i, 1, 5000, exp(i))"),
    "its logarithm, often": lambda: value("sum_for(j, 1, 100000, a*a)", a="ln(sum_for(i, 1, 3000, exp(i)))"),
    "a million attributes": lambda: run([], 10**6, "perceptron(1)"),
    "places without end": lambda: certificate(
        {"free": ["n"], "compare": [{"value": "i", "over": "attributes"}]}, {"n": 0, "parameters": {"n": "1000000"}}
    ),
    "trials without entries": lambda: run(trials(90000), 0, "fixed()"),
    "trials and nothing else": lambda: run(trials(90000), 0, "", "1"),
    "many numbers": lambda: run(trials(5000, *map(str, range(100))), 100, "", "sum_t(dot(x, x))"),
    "long numbers": lambda: run(trials(300, *[f"1/{'7' * 3000}{j}" for j in range(3)]), 3, "", "sum_t(dot(x, x))"),
    "many trials": lambda: run(trials(20000, "1", "2"), 2, "perceptron(1)"),
    "many states": lambda: run(trials(2000, "1", "2"), 2, "perceptron(1)", "dot(w, w)", over="states"),
    "exponentiated": lambda: run(trials(300, "1/3", "2/7", "-5/11"), 3, "exponentiated(1/7, 1)"),
    "p-norm": lambda: run(trials(300, "1/3", "2/7", "-5/11"), 3, "p_norm(1001, 1)"),
    "ellipsoid": lambda: run(trials(300, "1", "2"), 2, "ellipsoid()"),
    "gram": lambda: run(trials(500, "1", "2", "3"), 3, "gram(1, 1, 0, 0)"),
    "past of the past": lambda: run(trials(2000, "1"), 1, "", "sum_t(past_t(sum_t(1)))"),
    "mistakes so far": lambda: run(trials(2000, "1"), 1, "perceptron(1)", "sum_t(m)"),
    "spans": lambda: run(
        [{"x": [str((i * j * j + j) % 17) for j in range(40)], "outcome": "+1"} for i in range(200)],
        40, "", "sum_t(sum(outside_span(x)))",
    ),
    "kept matrices": lambda: value(
        "+".join(f"det(a{i})" for i in range(20)),
        **{f"a{i}": f"outer(indices(200), {i}/indices(200))" for i in range(20)},
    ),
    "matrices": lambda: run(
        [{"x": [str((i * j * j + j) % 17) for j in range(20)], "outcome": "+1"} for i in range(200)],
        20, "", "sum_t(det(identity + outer(x, x)/7)) + det(identity + sum_t(outer(x, x))/3)",
    ),
    "a matrix solved for": lambda: certificate(
        {"outcomes": "labels", "version": "absolute", "compare": [{"value": "sum_t(err)"}], "learner": {
            "rule": {"v": "v + y*x", "A": "A + outer(x, x)"}, "start": {"A": "identity"},
            "predict": "dot(v, solve(A + outer(x, x), x))"}},
        {"n": 8, "trials": [{"x": [str((i * j * j + j) % 17) for j in range(8)], "outcome": "+1"} for i in range(200)]},
    ),
    "many parts of a state": lambda: certificate(
        {"outcomes": "labels", "version": "absolute", "compare": [{"value": "sum_t(err)"}],
         "learner": {"rule": {f"z{i}z": f"z{i}z + y" for i in range(30_000)}, "predict": "z0z"}},
        {"n": 1, "trials": trials(3, "1")},
    ),
    "a chain of parts": lambda: certificate(
        {"outcomes": "labels", "version": "absolute", "compare": [{"value": "sum_t(err)"}],
         "learner": {"rule": {f"z{i}z": f"z{i + 1}z" if i < 9999 else "x" for i in range(10_000)}, "predict": "z0z"}},
        {"n": 1, "trials": trials(3, "1")},
    ),
    "an adversary": lambda: certificate(
        {
            "outcomes": "none", "free": ["n", "l"], "learner": "perceptron(1)", "version": "absolute",
            "compare": [{"over": "adversary", "value": "sum_t(err)", "pairs": "256", "z1": "hadamard_row(5, t)",
                         "z2": "-hadamard_row(5, t)", "label": "sum(x) + t"}],
        },
        {"n": 0, "parameters": {"n": "32", "l": "5"}},
    ),
    "the worst trials": lambda: certificate(
        {
            "outcomes": "none", "free": ["n", "k", "l"], "learner": "winnow(2)", "version": "threshold(1)",
            "compare": [{"over": "worst", "value": "m", "most": "4"}],
        },
        {"n": 0, "parameters": {"n": "3", "k": "2", "l": "4"}},
    ),
    "intervals": lambda: certificate(
        {"outcomes": "intervals", "compare": [{"value": "sum_t(y)"}]},
        {"n": 1, "trials": [{"x": ["1"], "outcome": f"[ln({i + 2}),exp({i + 2})]"} for i in range(20000)]},
    ),
    "a long formula": lambda: value("1" + "+1" * 9999),
    "many formulas": lambda: certificate({"compare": [{"value": f"{i}" + "+1" * 300} for i in range(2000)]}, {"n": 0}),
    "many hypotheses": lambda: certificate({"hypotheses": {str(i): "1" for i in range(150000)}}, {"n": 0}),
    "many definitions": lambda: certificate({"defines": {f"a{i}": str(i) for i in range(120000)}}, {"n": 0}),
    "many comparisons": lambda: certificate({"compare": [{"value": "1"}] * 120000}, {"n": 0}),
    "many changes": lambda: certificate({}, {"n": 0}, changes=[str(i) for i in range(250000)]),
    "a costly side": lambda: certificate({}, {"n": 0}, left="sum_for(i, 1, 1000000, ln(i))"),
    "lists": lambda: "[" + "[]," * 950_000 + "[]]",
    "objects": lambda: "[" + '{"":0},' * 420_000 + "0]",
    "texts": lambda: "[" + '"ab",' * 590_000 + "0]",
    "keys": lambda: "{" + ",".join(f'"{i}":0' for i in range(270_000)) + "}",
    "digits": lambda: "9" * 2_900_000,
    "depth": lambda: "[" * 2_900_000,
}  # fmt: skip
"""The texts of files, by name."""


def load_kernel(path: Path) -> Any:
    """Return the checker, without the packages around it."""
    spec = importlib.util.spec_from_file_location("kernel", path)
    if spec is None or spec.loader is None:
        raise ImportError(str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules["kernel"] = module
    spec.loader.exec_module(module)
    return module


def unit() -> float:
    """Return the seconds that one small product of fractions takes on this machine now."""
    started = time.process_time()
    for _ in range(20_000):
        Fraction(3, 7) * Fraction(5, 11)
    return (time.process_time() - started) / 20_000


def check(kernel: Any, name: str) -> str:
    """Check one certificate and say what came of it."""
    return "confirmed" if kernel.confirm(ATTACKS[name](), kernel.statements())[0] else "not confirmed"


def measured(kernel: Any, name: str, checked: Callable[[], str], length: int) -> Document:
    """Return what it took to check a certificate of so many bytes."""
    slow = unit()
    before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    try:
        what = checked()
    except kernel.Malformed as error:
        what = f"malformed: {error}"
    seconds = time.process_time() - started
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    found = {"name": name, "seconds": seconds, "megabytes": grown / 1024, "what": what, "bytes": length}
    return found | {"steps": kernel.WORK.get().steps, "unit": max(slow, unit())}


def main(path: str, share: str, *names: str) -> None:
    """Measure attacks, each in a process of its own that may not take the machine with it."""
    kernel = load_kernel(Path(path))
    kernel.MAX_STEPS = int(kernel.MAX_STEPS * Fraction(share))
    for name in names or ATTACKS:
        if os.fork() == 0:
            resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
            found = measured(kernel, name, partial(check, kernel, name), len(ATTACKS[name]()))
            print(json.dumps(found), flush=True)
            os._exit(0)
        _, ended = os.wait()
        if ended:
            print(json.dumps({"name": name, "seconds": 1e9, "what": f"ended with {ended}"}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
