"""The facts that the step proofs rest on: ``python -m verify.prove.coq_facts`` lists them, with Coq's names for them.

They are collected from runs of the proofs, and with ``--write`` stated in coq/GenFacts.v; coq/Facts.v proves them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from verify.logic.kernel import Axiom
from verify.logic.session import run
from verify.proofs.facts import FILE, confirmed, coq_name, statement
from verify.prove import proof_function, stepped_ids
from verify.unread import ended

PREAMBLE = """(** Generated from the facts that the step proofs state; edit verify/proofs, not this file. *)

From Coq Require Import Reals ZArith.
From Boundcheck Require Import Definitions.
Open Scope R_scope.
"""


def used() -> dict[str, tuple[Axiom, list[str]]]:
    """Return each fact that a step proof of the catalogue rests on, by its name in Coq, with the claims.

    Raises BoundcheckError where two facts have one name.
    """
    facts: dict[str, tuple[Axiom, list[str]]] = {}
    for identifier in stepped_ids():
        write = proof_function(identifier)
        for axiom in () if write is None else run(theorem(identifier), write)[0].facts:
            known, claims = facts.setdefault(coq_name(axiom.name), (axiom, []))
            if statement(known) != statement(axiom):
                raise BoundcheckError(f"{claims[0]} and {identifier} have two facts called {axiom.name!r}; rename one")
            claims.append(identifier)
    return dict(sorted(facts.items()))


def gen_facts(axioms: Iterable[Axiom]) -> str:
    """Return the text of GenFacts.v."""
    return PREAMBLE + "".join(f"\n(** {axiom.name} *)\n{statement(axiom)}\n" for axiom in axioms)


def main(arguments: list[str] | None = None) -> int:
    """List the facts that the step proofs rest on: Coq's name, whether it is checked, and the claims."""
    parser = argparse.ArgumentParser(prog="python -m verify.prove.coq_facts", description=main.__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    options = parser.parse_args(arguments)
    facts = used()
    if options.write:
        FILE.write_text(gen_facts(axiom for axiom, _ in facts.values()))
    for name, (axiom, claims) in facts.items():
        print(f"{axiom.name}: {name}, {'checked' if confirmed([axiom]) else 'NOT checked'}; {', '.join(claims)}")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
