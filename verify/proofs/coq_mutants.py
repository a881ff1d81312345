"""Wrong bounds: each constant of a stated claim is made a little too strong, and the claim's own proof has to break.

Coq's toplevel goes on after an error, so all mutants are tried in one session: a module shadows the constant,
repeats the statement and the proof, and is then asked for the theorem. With nothing changed every theorem has to
be there; that is the control.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sympy

from verify.proofs.coq_export import constants, coq_id, definition
from verify.proofs.coq_programs import CoqFailed, run_program
from verify.proofs.coq_run import WORKERS, BuildResult, module, stated

SHARE = sympy.Rational(1, 100)
"""By which share a constant is changed."""

SECONDS_PER_SENTENCE = 20


@dataclass(frozen=True)
class Mutant:
    """A claim of which one constant is replaced: the Coq definition, and the texts of statement and proof."""

    claim: str
    constant: str
    shadow: str
    statement: str
    proof: str
    proved_in: str

    def module(self, i: int) -> str:
        """Return the sentences that try to prove the statement with the changed constant."""
        name = f"mutant_{i}"
        tried = f"Module {name}.\n{self.shadow}\n{self.statement}\n{self.proof}\nAbort All.\nEnd {name}."
        return f"{tried}\nCheck {name}.{coq_id(self.claim)}.\n"


def stronger(name: str, expression: Any, relation: str) -> Any:
    """Return a constant with which the claim says a little more than it should.

    Bounds are tightened, a rate's upper limit is raised and a length to exceed is lowered, by one part in 100; a
    bound of 0 is moved by 1/100.

    >>> stronger("b_x", sympy.Symbol("m"), ">="), stronger("b_x", sympy.Integer(0), "<=")
    (101*m/100, -1/100)
    """
    up = name.startswith("upper_") or (name.startswith("b_") and relation in (">", ">="))
    if expression == 0:
        return SHARE if up else -SHARE
    return expression * (1 + (SHARE if up != expression.could_extract_minus_sign() else -SHARE))


def mutants(directory: Path, change: Callable[[str, Any, str], Any] = stronger) -> list[Mutant]:
    """Return one mutant for each bound, upper limit and length that a statement mentions."""
    found = []
    for s in stated(directory):
        name = coq_id(s.claim.id)
        statement = _cut(directory / s.stated_in, rf"^Definition {name}_stmt\b.*?\.\n(?=\n|\Z)")
        proof = _cut(directory / s.proved_in, rf"^Theorem {name} : .*?\b(?:Qed|Defined)\.")
        for constant, expression in constants(s.claim):
            if constant.split("_")[0] in ("b", "upper", "longer") and re.search(rf"\b{constant}\b", statement):
                shadow = definition(constant, change(constant, expression, s.claim.relation))
                found.append(Mutant(s.claim.id, constant, shadow, statement, proof, s.proved_in))
    return found


def unchanged(_: str, expression: Any, __: str) -> Any:
    """Return the expression: the control, with which every proof has to go through."""
    return expression


def _cut(path: Path, pattern: str) -> str:
    match = re.search(pattern, path.read_text(), re.MULTILINE | re.DOTALL)
    if match is None:
        raise CoqFailed(f"{path.name} has nothing of the form {pattern}")
    return match[0]


def proved(result: BuildResult, tried: Iterable[Mutant]) -> set[str]:
    """Return the names of the changed constants with which the claim's proof still goes through."""
    numbered = list(enumerate(tried))
    parts = [numbered[i::WORKERS] for i in range(WORKERS)]
    with ThreadPoolExecutor(WORKERS) as pool:
        return set().union(*pool.map(lambda part: _session(result.directory, part), parts))


def _session(directory: Path, part: list[tuple[int, Mutant]]) -> set[str]:
    """Try some mutants, those of each file of theorems in a session of their own."""
    accepted: set[str] = set()
    for file in sorted({mutant.proved_in for _, mutant in part}):
        mine = {i: mutant for i, mutant in part if mutant.proved_in == file}
        main = (directory / file).read_text()
        lines = re.findall(r"^(?:From|Import|Open) .*\.$", main, re.MULTILINE)
        lines += [f"Require Import {module(file)}.", f"Set Default Timeout {SECONDS_PER_SENTENCE}."]
        lines += [mutant.module(i) for i, mutant in mine.items()]
        printed = run_program("coqtop", "-q", "-quiet", directory=directory, text="\n".join(lines)).stdout
        found = re.findall(r"^mutant_(\d+)\.\w+\s*$", printed, re.MULTILINE)
        accepted |= {mine[int(i)].constant for i in found}
    return accepted
