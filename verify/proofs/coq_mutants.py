"""Wrong statements: a constant too strong, a premise dropped, a fact that says more; the proof has to break.

Coq's toplevel goes on after an error, so all mutants are tried in one session: a module shadows the constant or the
premises, repeats the statement and the proof, and is then asked for the theorem. With nothing changed every theorem
has to be there; that is the control. A dropped premise is replaced by True, so that a proof can name it and breaks
only where it uses it.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sympy

from bounds.claims.claim import Claim
from verify.proofs.coq_claims import PREAMBLE
from verify.proofs.coq_export import constants, coq_id, definition
from verify.proofs.coq_premises import premise_definition, premise_name, premises
from verify.proofs.coq_programs import CoqFailed, run_program
from verify.proofs.coq_run import WORKERS, BuildResult, build
from verify.proofs.coq_statements import GENERATED, Theorem, facts, module, stated
from verify.unread import ended

SHARE = sympy.Rational(1, 100)
"""By which share a constant is changed."""

SECONDS_PER_SENTENCE = 20

RUN = "python -m verify.proofs.coq_mutants"

IDLE = frozenset(
    {
        "bylander.3.klpos: eta > 0",
        "bylander.4: eta > 0",
        "bylander.4.eu: U >= 0",
        "bylander.4.eu: eta > 0",
        "bylander.6.norm: eta > 0",
        "bylander.Ol: X > 0",
        "bylander.cmp: l >= 1",
        "gls.1st: p > 0",
        "gls.5.2: p >= 2",
        "gls.8.dh: eta > 0",
        "gls.claim2: delta > 0",
        "gls.claim2: p > 0",
        "kitani.eq28: disjunction",
        "kitani.eq28: relevant",
        "kitani.eq29: disjunction",
        "kitani.eq29: relevant",
        "kitani.eq30: disjunction",
        "kitani.eq30: inputs",
        "kitani.eq30: relevant",
        "kitani.lem4: disjunction",
        "kitani.lem4: relevant",
        "kitani.rwma.half: N >= 1",
        "kitani.rwma.half: k >= 0",
        "uml.grad: eta > 0",
    }
)
"""Premises that the proof of their theorem does not use. (That a proof uses one does not mean that none can spare it.)
"""


@dataclass(frozen=True)
class Mutant:
    """A claim of which one constant or premise is replaced: the Coq definitions, and the texts of statement and proof.

    ``changed`` is the constant's Coq name, or the claim's id and the name of the premise that is dropped; of a fact of
    the step proofs, which has a name in the place of a claim, that name.
    """

    claim: str
    changed: str
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
    """Return one mutant for each bound, upper limit and length that a statement or its premises mention."""
    variants = []
    for s in stated(directory):
        statement, proof = _texts(directory, s)
        given = _given(s.claim, statement)
        for constant, expression in constants(s.claim):
            if constant.split("_")[0] in ("b", "upper", "longer") and re.search(rf"\b{constant}\b", statement + given):
                shadow = definition(constant, change(constant, expression, s.claim.relation))
                variants.append(Mutant(s.claim.id, constant, f"{shadow}\n{given}", statement, proof, s.proved_in))
    return variants


def premise_mutants(directory: Path) -> list[Mutant]:
    """Return one mutant for each generated premise of a statement: without it."""
    variants = []
    for s in stated(directory):
        statement, proof = _texts(directory, s)
        for one in premises(s.claim) if _given(s.claim, statement) else ():
            changed, shadow = f"{s.claim.id}: {one.name}", premise_definition(s.claim, without=one.name)
            variants.append(Mutant(s.claim.id, changed, shadow, statement, proof, s.proved_in))
    return variants


def fact_mutants(directory: Path, more: str = " - 1") -> list[Mutant]:
    """Return one mutant for each fact: the right side of its conclusion less 1, or with something else there."""
    variants = []
    for s in facts(directory):
        statement, proof = _texts(directory, s)
        variants.append(Mutant(s.of, s.of, "", f"{statement.removesuffix(_END)}{more}{_END}", proof, s.proved_in))
    return variants


_END = ".\n"


def _texts(directory: Path, s: Theorem) -> tuple[str, str]:
    """Return the texts of what a claim, or a fact, says, with the generated part that it names, and of its proof."""
    statement = _cut(directory / s.stated_in, _definition(f"{s.name}_stmt"))
    if re.search(rf"\bsays_{s.name}\b", statement):
        statement = _cut(directory / GENERATED, _definition(f"says_{s.name}")) + statement
    return statement, _cut(directory / s.proved_in, rf"^Theorem {s.name} : .*?\b(?:Qed|Defined)\.")


def _definition(name: str) -> str:
    return rf"^Definition {name}\b.*?\.\n(?=\n|\Z)"


def _given(claim: Claim, statement: str) -> str:
    """Return the definition of the premises, if the statement has them."""
    return premise_definition(claim) if re.search(rf"\b{premise_name(claim)}\b", statement) else ""


def unchanged(_: str, expression: Any, __: str) -> Any:
    """Return the expression: the control, with which every proof has to go through."""
    return expression


def _cut(path: Path, pattern: str) -> str:
    match = re.search(pattern, path.read_text(), re.MULTILINE | re.DOTALL)
    if match is None:
        raise CoqFailed(f"{path.name} has nothing of the form {pattern}")
    return match[0]


def proved(result: BuildResult, tried: Iterable[Mutant]) -> set[str]:
    """Return what was changed where the claim's proof still goes through."""
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
        lines = re.findall(r"^(?:From|Import|Open) .*\.$", PREAMBLE + main, re.MULTILINE)
        lines += [f"Require Import {module(file)}.", f"Set Default Timeout {SECONDS_PER_SENTENCE}."]
        lines += [mutant.module(i) for i, mutant in mine.items()]
        printed = run_program("coqtop", "-q", "-quiet", directory=directory, text="\n".join(lines)).stdout
        numbers = re.findall(r"^mutant_(\d+)\.\w+\s*$", printed, re.MULTILINE)
        accepted |= {mine[int(i)].changed for i in numbers}
    return accepted


def main() -> int:
    """Try all mutants in a new build; fail where a proof goes through without a premise that is not said to be idle."""
    argparse.ArgumentParser(prog=RUN, description=main.__doc__).parse_args()
    with tempfile.TemporaryDirectory() as name:
        result = build(Path(name))
        result.require()
        tried = [*mutants(result.directory), *premise_mutants(result.directory), *fact_mutants(result.directory)]
        accepted = proved(result, tried)
    for changed in sorted(accepted - IDLE):
        print(f"{changed}: the proof goes through without it, or with it too strong")
    for changed in sorted(IDLE - accepted):
        print(f"{changed}: said to be idle, and the proof needs it")
    print(f"{len(tried)} mutants tried, {len(accepted)} proved, {len(IDLE)} premises said to be idle")
    return 1 if accepted != IDLE else 0


if __name__ == "__main__":
    sys.exit(ended(main))
