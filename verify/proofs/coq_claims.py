"""Whole statements from the catalogue: premises, learner, quantity, relation and bound, none of them typed in Coq.

``bylander.2`` gives ``bylander_2_stmt``. A sum over the trials is one over the run of a learner's rule: one's own, or
that of a learner of the table (``coq_learners``), on the trials of the claim or of an adversary (``coq_adversaries``).
What is said of one trial, or of a moment, is in ``coq_trials``. What has no Coq form is stated by hand, in the files of
statements.
"""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from bounds.claims.claim import Claim
from bounds.formulas.scope import AFTER_PLAYING
from bounds.formulas.tree import Apply, Formula, subformulas
from verify.proofs.coq_constants import constant, parameters, whole
from verify.proofs.coq_export import coq_id
from verify.proofs.coq_learners import sum_played
from verify.proofs.coq_names import NoCoqForm
from verify.proofs.coq_parts import conclusion, scope_of
from verify.proofs.coq_premises import BUILT_IN, binders, premise_name, premises
from verify.proofs.coq_quantities import named_in, resolved
from verify.proofs.coq_terms import free_words
from verify.proofs.coq_trials import place

PREAMBLE = """(** Generated from the catalogue's claims; edit bounds/sources, not this file. *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises GenLearners.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.bylander1998 Require Import Definitions.
From Boundcheck.kitani Require Import Definitions.
From Boundcheck.grove2001 Require Import Definitions.
From Boundcheck.kivinen1995 Require Import Definitions.
From Boundcheck.uml Require Import Definitions.
Import ListNotations.
Open Scope R_scope.
"""


def sums(claim: Claim) -> dict[Formula, str]:
    """Return the sums over the trials that the learner plays."""
    said = [
        formula for part in claim.quantity.formula for formula in (resolved(part, "value"), *named_in(part).values())
    ]
    texts: dict[Formula, str] = {}
    for formula in set[Formula]().union(*map(subformulas, said)):
        match formula:
            case Apply("sum_t", (inside,)):
                with suppress(NoCoqForm):
                    texts[formula] = sum_played(claim, inside)
    return texts


# --- the statement ---------------------------------------------------------------------------------------


def _conclusions(claim: Claim) -> list[str]:
    """Return what a claim says of each of its quantities."""
    conclusions = []
    for part in claim.quantity.formula:
        scope = scope_of(claim, part)
        scope = replace(scope, known={**sums(claim), **scope.known})
        bounding = {str(symbol) for symbol in claim.bound.free_symbols}
        used = {name: scope.value(of) for name, of in named_in(part).items() if name in bounding}
        conclusions.append(conclusion(scope, part, constant(claim, "b", claim.bound, whole(claim) | used)))
    return conclusions


def statement(claim: Claim, name: str = "{}_stmt") -> str | None:
    """Return the definition of what a claim states; None where not all of it has a Coq form.

    >>> from boundcheck import theorem
    >>> print(statement(theorem("bylander.2")))
    Definition bylander_2_stmt : Prop := forall (n : nat) (U X eta : R) (u : vec) (S : list trial),
      given_bylander_2 n U X eta u S ->
      over_play (perceptron_rule n eta zero) (fun _ => 0) (fun I => I) (fun K yhat side c => loss yhat (snd c)) S -
        total (fun c : trial => trial_loss n u c) S
      <= b_bylander_2 U X eta (INR (length S)).
    """
    if claim.id in BUILT_IN:
        return None
    assumed, wholes = binders(claim, (one.coq for one in premises(claim))), whole(claim)
    arguments = [f"(INR {name})" if name in wholes else name for name, _ in assumed]
    given = " ".join([premise_name(claim), *arguments]) if assumed else ""
    try:
        there = place(claim, given)
        conclusions = _conclusions(claim) if there is None else there.conclusions
    except NoCoqForm:
        return None
    words = set[str]().union(*map(free_words, [*conclusions, *(there.lines if there else [])]))
    lines = [re.sub(r"\bS\b", there.trials if there else "S", given)] if given else []
    if any(part.get("over") == "attributes" for part in claim.quantity.formula):
        lines.append("(i < n)%nat")
    if claim.longer_than is not None:
        lines.append("subsequence S' S")
    if there is not None:
        lines += there.lines
    elif words & {str(symbol) for symbol in parameters(claim)} - dict(assumed).keys() - set(map(str, claim.free)):
        return None
    else:
        lines += ["In c S"] if "c" in words and "S" in dict(assumed) else []
    variables = _variables(claim, [*lines, *conclusions], there.variables if there else [])
    head = f"Definition {name.format(coq_id(claim.id))} : Prop :=" + (f" forall {variables}," if variables else "")
    body = "".join("\n" + _lines(line if line.startswith("let ") else f"{line} ->") for line in lines)
    return _filled(head) + body + "\n" + " /\\\n".join(map(_lines, conclusions)) + "."


OF_RUNS = {"past": "list ctrial", "c": "ctrial"}
"""What else a statement may be about, with its type: a trial, and those before it."""


def _variables(claim: Claim, texts: Iterable[str], there: list[tuple[str, str]]) -> str:
    """Return the variables of some terms with their types: those of the premises, and i before the trials."""
    words = set[str]().union(*map(free_words, texts)) - {
        text.split(" ")[1] for text in texts if text.startswith("let ")
    }
    words -= AFTER_PLAYING.keys()
    wholes = whole(claim)
    premised = [(name, "nat" if name in wholes else kind) for name, kind in binders(claim, words)]
    entry = [("i", "nat")] if "(i < n)%nat" in texts else []
    others = {name: kind for name, kind in OF_RUNS.items() if name not in dict([*premised, *there])}
    listed = [*premised, *there, *entry, *others.items()]
    ordered = sorted((item for item in listed if item[0] in words), key=lambda item: item[0] in ("S", "S'", "later"))
    groups = (
        (kind, " ".join(name for name, _ in group)) for kind, group in itertools.groupby(ordered, lambda item: item[1])
    )
    return " ".join(f"({names} : {kind})".replace(" ", UNBROKEN) for kind, names in groups)


UNBROKEN = "\N{NO-BREAK SPACE}"


def _filled(head: str) -> str:
    return textwrap.fill(head, 118, subsequent_indent="  ", break_on_hyphens=False).replace(UNBROKEN, " ")


def _lines(text: str) -> str:
    """Return a premise or a conclusion, before the relation to the bound a new line where it is long."""
    lines = re.sub(r" (<=|<|=|>|>=) (b_)", r"\n\1 \2", text).splitlines() if len(text) > 110 else [text]
    return "\n".join(textwrap.fill(line, 116, initial_indent="  ", subsequent_indent="    ") for line in lines)


def gen_claims(texts: Iterable[tuple[Claim, str]]) -> str:
    """Return the text of GenClaims.v with these definitions."""
    return PREAMBLE + "".join(f"\n(** {claim.id}: {claim.source} *)\n{text}\n" for claim, text in texts)
