"""``boundcheck derive RULE``: the best bound that one inequality a trial gives, proved for all parameters."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import sympy

from bounds.claims.own_file import asked_of, is_claim_file, read_table
from bounds.data.files import name_of, write_text
from bounds.errors import BoundcheckError
from bounds.expression import parse_assignments
from bounds.formulas import Rule
from verify.commands.bar import bar
from verify.commands.common import require_writable
from verify.commands.printing import print_json, say
from verify.derive import Derived, Part, derive
from verify.derive.optimum import Tuned
from verify.derive.pieces import text
from verify.derive.schedule import NoInequalityError, rule_of
from verify.derive.with_states import derive_with_states
from verify.logic.proof import Proof
from verify.prove.mail import Certified

EXIT = {"derived": 0, "proposed": 3, "none": 3, "open": 3}


def run(options: argparse.Namespace) -> int:
    """Print what was derived: 0 derived, with a certificate, 3 none, or not proved, or by z3 alone."""
    if options.out is not None:
        require_writable(options.out)
    if is_claim_file(options.rule):
        return _of_file(options)
    learner = rule_of(options.rule, predict=options.predict, outcomes=options.outcomes)
    try:
        return _print(_derived(learner, options), options)
    except NoInequalityError as reason:
        if options.json:
            nothing: dict[str, Any] = {"given": [], "pieces": [], "bound": None, "tuned": None}
            print_json({"status": "none", **nothing, "reason": str(reason)})
        else:
            say(f"{learner}\n  note         {reason}\nNONE")
        return EXIT["none"]


def _of_file(options: argparse.Namespace) -> int:
    """Print the bound that is derived for a learner with states, of a claim file without a bound."""
    if options.tune is not None:
        raise BoundcheckError("tune is for rules of w alone; boundcheck tune takes the claim with the bound")
    table = read_table(Path(options.rule))
    try:
        spec, asked = asked_of(table)
    except BoundcheckError as error:
        raise BoundcheckError(f"{name_of(Path(options.rule))}: {error}") from None
    with bar("potentials"):
        proof = derive_with_states(spec, **asked)
    status = "none" if proof is None else "derived"
    reason = "no bound was found by a potential that is known here; that is no refutation"
    if options.json:
        said: dict[str, Any] = {"status": status, "given": [], "pieces": [], "bound": None, "tuned": None}
        said |= {"reason": reason} if proof is None else {"reason": None, **_of_proof(proof)}
        print_json(said)
    else:
        say(str(spec.rule))
        for name, text in {"note": reason}.items() if proof is None else _of_proof(proof).items():
            if text:
                say(f"  {name:<12} {', '.join(text) if isinstance(text, list) else text}")
        say(status.upper())
    if proof is not None and options.out is not None:
        write_text(options.out, f"{json.dumps(proof.certificate, indent=1)}\n")
    return EXIT[status]


def _of_proof(proof: Proof) -> dict[str, Any]:
    """Return what a proof by a potential says: bound, premises, potential and how it is shown."""
    plan = proof.certificate or {}
    return {
        "bound": proof.claim.inequality,
        "given": [premise.text for premise in proof.claim.hypotheses],
        "potential": plan["potential"],
        "invariants": list(plan["invariants"]),
        "proof": f"{len(plan['goals'])} identities, for all parameters and lengths",
    }


def _derived(learner: Rule, options: argparse.Namespace) -> Derived:
    with bar("starting") as update:
        return derive(
            learner,
            options.gain,
            options.loss,
            separable=options.separable,
            c=options.c,
            ratio=options.ratio,
            scaled=options.scaled,
            inputs="unit" if options.unit else "X",
            tolerance=options.tolerance,
            where=parse_assignments(options.set),
            assume=options.assume,
            progress=lambda what: update(description=what),
        )


def _written(certified: Certified, number: int, options: argparse.Namespace) -> None:
    """Write the certificate of a piece, where it has one."""
    path = options.out if number == 0 else options.out.with_stem(f"{options.out.stem}-{number + 1}")
    if certified.document is not None:
        write_text(path, f"{json.dumps(certified.document, indent=1)}\n")
        if not options.json:
            say(f"written      {path}")


def _print(derived: Derived, options: argparse.Namespace) -> int:
    _require_tunable(derived, options.tune)
    tuned = [_tuned(derived, options.tune, i) for i in range(len(derived.parts))] if options.tune else []
    with bar("certificates"):
        certified, status = [*derived.certificates], derived.status
    if options.json:
        print_json(_object(derived, tuned, status, certified))
    else:
        for line in (*_lines(derived, tuned, certified), status.upper()):
            say(line)
    for number, part in enumerate(certified if options.out is not None else ()):
        _written(part, number, options)
    return EXIT[status]


def _require_tunable(derived: Derived, symbol: str | None) -> None:
    """Refuse to tune what no part of the bound speaks of."""
    terms = [term for part in derived.parts for term in (part.bound, part.c)]
    spoken = sorted({str(name) for term in terms for name in sympy.sympify(term).free_symbols})
    if symbol is not None and derived.parts and symbol not in spoken:
        raise BoundcheckError(f"the bound has no {symbol} to tune; it has {', '.join(spoken)}")


def _tuned(derived: Derived, symbol: str, part: int) -> Tuned | str:
    """Return the best value of a parameter, or why none is known."""
    try:
        return derived.tune(symbol, part)
    except BoundcheckError as error:
        return str(error)


def _lines(derived: Derived, tuned: list[Tuned | str], certified: list[Certified]) -> list[str]:
    lines = [str(derived.problem.rule)]
    for i, part in enumerate(derived.parts):
        lines += [*_part_lines(derived, part), f"  mailed       {certified[i].description}"]
        if tuned:
            best = tuned[i]
            lines.append(f"  tuned        {best}")
            lines += [] if isinstance(best, str) else [f"               {best.reason}"]
    return [*lines, *([f"  note         {derived.reason}"] if derived.reason else [])]


def _part_lines(derived: Derived, part: Part) -> list[str]:
    problem = derived.problem
    where = [f"{part.conditions}"] if part.when else []
    where += [f"{derived.loss} of u is 0 on every trial"] if problem.separable else []
    where += [derived.meant(part)] if part.charged else []
    where += [f"{', '.join(str(symbol) for symbol in derived.parameters)} > 0"] if derived.parameters else []
    where += ["every rho > 0 (rho is c/a)"] if derived.left_open(part) else []
    multiple = "" if part.multiple == 1 else f", to {text(part.multiple)} times u"
    lines = [
        f"  bound        {derived.amount(part)} <= {text(part.bound)}",
        f"  where        {'; '.join(where)}",
        f"  given        {', '.join(derived.given)}",
        f"  per trial    gain <= a (d(u, w) - d(u, w')) + b + c loss: a = {text(part.a)}, b = {text(part.b)}, "
        f"c = {text(part.c)}",
        *([] if derived.schedule is None else [f"  schedule     {derived.schedule}"]),
        f"  distance     {problem.potential.name}{multiple}",
        f"  proof        {len(part.proof.steps)} cases by z3 in {part.proof.seconds:.1f} s, for all parameters",
    ]
    if part.extremal is not None:
        when = " and ".join(str(text(guard.term)) + f" {guard.relation} 0" for guard in part.extremal.when)
        lines.append(f"  extremal     {part.extremal}" + (f", for {when}" if when else ""))
    return lines


def _object(derived: Derived, tuned: list[Tuned | str], status: str, certified: list[Certified]) -> dict[str, Any]:
    pieces = [
        {
            "when": part.conditions or "true",
            "a": text(part.a),
            "b": text(part.b),
            "c": text(part.c),
            "bound": text(part.bound),
            "proved": by.document is not None,
            "certificate": by.description,
            "cases": len(part.proof.steps),
            "extremal": None if part.extremal is None else str(part.extremal),
        }
        for part, by in zip(derived.parts, certified, strict=True)
    ]
    best = [
        {"part": i + 1, str(t.symbol): text(t.optimum), "bound": text(t.bound), "c": text(t.c)}
        for i, t in enumerate(tuned)
        if not isinstance(t, str)
    ]
    bound = None if derived.bound is None else text(derived.bound)
    return {
        "status": status,
        "given": list(derived.given) if derived.parts else [],
        "pieces": pieces,
        "bound": bound,
        "tuned": best[0] if best else None,
        "reason": derived.reason or None,
        "seconds": round(derived.seconds, 2),
    }
