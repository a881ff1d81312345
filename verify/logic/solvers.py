"""How a step is discharged: z3 refutes the negation of its goal, by one solver after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import z3

from verify.logic import language
from verify.logic.language import UNKNOWN, Formula, Term
from verify.logic.notation import text

EFFORT = 20_000_000
"""How much work z3 may do for a step, in its own count (some four million a second): the same on every machine, however
busy it is."""

LITTLE_EFFORT, CONGRUENCE_EFFORT, CONTEXT_EFFORT, ELIMINATION_EFFORT = 100_000, 300_000, 300_000, 4_000_000
"""How much of it one solver may do before the next has its turn."""

LONGEST = 20_000
"""Milliseconds after which z3 is stopped all the same, as it counts little where numbers grow long. What is proved
takes less than a hundredth of that."""

GENERALISED: dict[int, Formula] = {}
"""Formulas with an unknown in place of each outermost f(x), by the formulas' ids."""


def objection(premises: Sequence[Formula], goal: Formula, effort: int) -> str:
    """Return why a goal does not follow from the premises, or nothing if z3 refutes its negation."""
    clauses = [*premises, z3.Not(goal)]
    for solver in _solvers(premises, goal, effort):
        answer = solver.check()
        if answer == z3.unsat:
            return ""
    if answer == z3.sat:
        return f"it does not follow{_values(solver.model(), clauses)}"
    return f"z3 gives no answer ({solver.reason_unknown()})"


def _solvers(premises: Sequence[Formula], goal: Formula, effort: int) -> Iterator[Any]:
    """Set the same task to one solver after another, until one refutes it; the last one has the say if none does.

    Most steps are linear in their products, once these are multiplied out. To treat each product, or each f(x), as an
    unknown forgets only what it is, so that a refutation is one of the formulas themselves.
    """
    clauses = [*premises, z3.Not(goal)]
    generalised = [*map(_generalised, premises), z3.Not(_generalised(goal))]
    expanded = z3.With("simplify", som=True)
    simplex, linear = (z3.With("smt", **option) for option in ({"arith.solver": 2}, {"arith.nl": False}))
    little, some, more = (min(effort, of) for of in (LITTLE_EFFORT, CONGRUENCE_EFFORT, ELIMINATION_EFFORT))
    yield prepared(clauses, little, expanded, simplex)
    yield prepared(generalised, little, "simplify", "qfnra-nlsat")
    yield prepared(clauses, some, expanded, linear)
    yield prepared(clauses, some, "simplify", "smt")
    eliminating = ("simplify", "propagate-values", "solve-eqs", "elim-uncnstr", "smt")
    yield prepared(map(_generalised, _detached(premises, goal)), more, *eliminating)
    yield limited(z3.Solver(), clauses, effort)


def prepared(clauses: Iterable[Formula], effort: int, *tactics: Any) -> Any:
    """Return a solver by some tactics, which has the clauses and may do so much work."""
    return limited(z3.Then(*tactics).solver(), clauses, effort)


def limited(solver: Any, clauses: Iterable[Formula], effort: int) -> Any:
    """Return the solver with the clauses, and a limit to its work."""
    solver.set(rlimit=effort, timeout=LONGEST)
    solver.add(*clauses)
    return solver


def _generalised(formula: Formula) -> Formula:
    """Return a formula with an unknown in place of each outermost f(x), always the same one for the same f(x)."""
    parts = language.known("a clause", formula)
    key = formula.get_id()
    if key not in GENERALISED:
        unknowns = [
            (language.PARTS[application].term, _unknown(application)) for application in sorted(parts.applications)
        ]
        GENERALISED[key] = z3.substitute(parts.term, *unknowns)
    return GENERALISED[key]


def _unknown(application: int) -> Term:
    return z3.Const(f"{UNKNOWN}{application}", language.PARTS[application].term.sort())


def _detached(premises: Sequence[Formula], goal: Formula) -> list[Formula]:
    """Return clauses that refute the goal if they are inconsistent: its hypotheses, and what they release.

    A premise "g implies c" becomes c where g follows from the goal's own hypotheses.
    """
    context = limited(z3.Solver(), (), CONTEXT_EFFORT)
    clauses = []
    while z3.is_implies(goal):
        clauses.append(goal.arg(0))
        goal = goal.arg(1)
    context.add(clauses)
    open_ = list(reversed(premises))
    while open_:
        premise = open_.pop()
        if z3.is_and(premise):
            open_ += reversed(premise.children())
        elif z3.is_implies(premise) and context.check(z3.Not(premise.arg(0))) == z3.unsat:
            open_.append(premise.arg(1))
        else:
            clauses.append(premise)
            context.add(premise)
    return [*clauses, z3.Not(goal)]


def _values(model: Any, clauses: Iterable[Formula]) -> str:
    """Say for which values the premises hold and the goal does not, where no function is left to be guessed."""
    parts = [language.PARTS[clause.get_id()] for clause in clauses if clause.get_id() in language.PARTS]
    if any(language.PARTS[key].term.num_args() for part in parts for key in part.applications):
        return ""
    values = [f"{d.name()} = {text(model[d])}" for d in model.decls() if d.arity() == 0]
    return f" from what this step uses, which holds at {', '.join(sorted(values)[:12])}" if values else ""
