"""What in the step proofs is not needed: ``python -m verify.prove.minimise [ID ...]``.

Every step is tried without each of its premises, and every step in between is spliced: those that use it are given its
premises in its place. Of a step that several proofs take, what none of them needs is reported; what a claim says of its
parameters, and l >= 0, goes with a step whether or not it is needed. Nothing is changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bounds.claims.catalogue import theorem
from verify.logic.kernel import Kernel, Theorem
from verify.logic.language import Formula, StepFailed, Term
from verify.logic.session import Session
from verify.logic.solvers import LITTLE_EFFORT
from verify.prove import proof_function, stepped_ids
from verify.unread import ended

EFFORT = LITTLE_EFFORT
"""How much work each solver may do for one try; what would make a step slow is taken to be needed."""

RULES = ("kernel.py", "session.py", Path(__file__).name)
"""Files in which no proof is written: a step stands where the first other file asks for it."""


@dataclass(frozen=True)
class Call:
    """A step as it was asked for: its place and name, what it says, and the premises it was given."""

    place: str
    name: str
    formula: Formula
    premises: tuple[Theorem, ...]
    result: Theorem


class WatchingKernel(Kernel):
    """A kernel that remembers who asked for which step, and which theorems other rules take."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []
        self.taken: set[int] = set()
        self.parameters: set[int] = set()
        self.labels: dict[int, str] = {}

    def prove(self, name: str, formula: Formula, by: Iterable[Theorem] = ()) -> Theorem:
        """Prove a formula, and remember how."""
        premises = tuple(by)
        result = super().prove(name, formula, premises)
        self.calls.append(Call(_place(), name, formula, premises, result))
        self.labels[id(result)] = name
        return result

    def inst(self, theorem: Theorem, *terms: Term) -> Theorem:
        """Instantiate a theorem, and remember which."""
        result = super().inst(theorem, *terms)
        self.taken.add(id(theorem))
        self.labels[id(result)] = self.label(theorem)
        return result

    def gen(self, theorem: Theorem, *constants: Term) -> Theorem:
        """Generalise a theorem, and remember which."""
        result = super().gen(theorem, *constants)
        self.taken.add(id(theorem))
        self.labels[id(result)] = self.label(theorem)
        return result

    def induct(self, name: str, t: Term, invariant: Formula, base: Theorem, step: Theorem) -> Theorem:
        """Do an induction, and remember by what."""
        self.taken |= {id(base), id(step)}
        result = super().induct(name, t, invariant, base, step)
        self.labels[id(result)] = name
        return result

    def label(self, theorem: Theorem) -> str:
        """Return the name of the step or of the axioms that a theorem comes from."""
        return self.labels.get(id(theorem)) or ", ".join(theorem.axioms)

    def follows(self, formula: Formula, premises: Sequence[Theorem]) -> bool:
        """Tell whether a formula follows from other premises; no step is left of that."""
        steps, patience, self.effort = len(self.steps), self.effort, EFFORT
        try:
            super().prove("a try", formula, premises)
        except StepFailed:
            return False
        finally:
            del self.steps[steps:]
            self.effort = patience
        return True


def _place() -> str:
    frame: Any = sys._getframe(1)
    while Path(frame.f_code.co_filename).name in RULES:
        frame = frame.f_back
    file = Path(frame.f_code.co_filename)
    return f"{file.parent.name}/{file.name}:{frame.f_lineno}"


def watched(session: Session, write: Any) -> WatchingKernel:
    """Run a proof in a session whose kernel watches; raise StepFailed where a step does not go through."""
    session.kernel = kernel = WatchingKernel()
    write(session)
    kernel.taken |= {id(conclusion) for conclusion in session.conclusions}
    kernel.parameters |= {id(known) for name in ("parameters", "length") for known in vars(session).get(name, ())}
    return kernel


def needless(kernel: WatchingKernel, call: Call) -> list[str]:
    """Return the premises of a step, each by what it comes from, without all of which it goes through."""
    left, dropped = list(call.premises), []
    for premise in call.premises:
        fewer = [other for other in left if other is not premise]
        if len(fewer) < len(left) and id(premise) not in kernel.parameters and kernel.follows(call.formula, fewer):
            left = fewer
            dropped.append(kernel.label(premise))
    return dropped


def spliced(kernel: WatchingKernel, call: Call) -> bool:
    """Tell whether all steps that use a step, and nothing else does, go through with its premises in its place."""
    if id(call.result) in kernel.taken:
        return False
    users = [other for other in kernel.calls if any(premise is call.result for premise in other.premises)]
    return all(
        kernel.follows(user.formula, [p for p in (*user.premises, *call.premises) if p is not call.result])
        for user in users
    )


def dead(identifiers: Iterable[str]) -> Iterator[str]:
    """Yield what none of the proofs of some claims needs, a line a step."""
    dropped: dict[tuple[str, str], set[str]] = {}
    inner: dict[tuple[str, str], bool] = {}
    for identifier in identifiers:
        write = proof_function(identifier)
        if write is None:
            continue
        kernel = watched(Session(theorem(identifier)), write)
        for call in kernel.calls:
            key = (call.place, call.name)
            found = set(needless(kernel, call))
            dropped[key] = dropped.get(key, found) & found
            inner[key] = inner.get(key, True) and spliced(kernel, call)
    for key in sorted(dropped):
        place, name = key
        if inner[key]:
            yield f"{place}  {name}: what uses it goes through with its premises"
        elif dropped[key]:
            yield f"{place}  {name}: goes through without {'; '.join(sorted(dropped[key]))}"


def main(arguments: list[str] | None = None) -> int:
    """Print the steps and the premises that the step proofs of the catalogue do not need."""
    parser = argparse.ArgumentParser(prog="python -m verify.prove.minimise", description=main.__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="claims with steps (default: all; takes long)")
    for line in dead(parser.parse_args(arguments).ids or stepped_ids()):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
