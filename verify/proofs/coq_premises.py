"""The premises of the catalogue's claims as Coq propositions: a premise is written once, in the catalogue.

A claim with the id ``bylander.2`` gives ``given_bylander_2``, the conjunction of what its theorem assumes: that the
free parameters are in their domains, and the hypotheses. What is said of parameters alone is translated as bounds are;
what is said of the comparator, of the start, of each trial and of the run is read (``bounds.formulas.reading``) and
then translated operation by operation.

A premise may be left out, as a theorem with fewer premises says more: ``SPARED`` needs no trust. ``FACTS`` adds
premises, but only such as hold of every instance: n >= 1, and X >= 0 where X is at least a largest norm.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import sympy

from bounds import symbols as s
from bounds.claims.claim import Claim, Hypothesis
from bounds.claims.limits import Relation, implied, premise
from bounds.domains import POSITIVE
from bounds.errors import BoundcheckError
from bounds.formulas.reading import Reading, readings
from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED
from bounds.formulas.tree import Apply, functions, names
from verify.proofs.coq_constants import TYPES, constant, named, parameters, trial_of, whole
from verify.proofs.coq_export import RENAMED, coq_id, named_ends, to_coq
from verify.proofs.coq_learners import each_played
from verify.proofs.coq_names import AFTER_THE_PAST, NoCoqForm
from verify.proofs.coq_scope import CoqScope

PREAMBLE = """(** Generated from the catalogue's premises; edit bounds/sources, not this file. *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenLearners.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.bylander1998 Require Import Definitions.
From Boundcheck.kitani Require Import Definitions.
From Boundcheck.grove2001 Require Import Definitions.
From Boundcheck.kivinen1995 Require Import Definitions.
From Boundcheck.uml Require Import Definitions.
Import ListNotations.
Open Scope R_scope.
"""

_USE_AN_ENTRY = """
bylander.double bylander.12 kitani.winnow kitani.winnow.beta kitani.eq30 kitani.eq31
kitani.eq33 kitani.eq35 kitani.eq36 kitani.eq37 kitani.eq38 kw.winnow.up gls.wm.eq bylander.wmsim
"""
_USE_A_RADIUS = """
bylander.7 bylander.7.loss bylander.7.dev bylander.fn5 bylander.2.exact gls.6.perceptron gls.9.logp kw.okx.bias
classics.perceptron.hinge classics.perceptron.hinge.mohri classics.perceptron.hinge2 classics.perceptron.hinge.mistaken
"""
_USE_OUTCOMES = """
bylander.1 bylander.2 bylander.2.tuned bylander.2.exact bylander.3 bylander.3.tuned bylander.double bylander.8
bylander.8.shift bylander.8.exact bylander.9
"""
FACTS = {
    ("n >= 1", "(0 < n)%nat"): frozenset(_USE_AN_ENTRY.split()),
    ("X >= 0", "0 <= X"): frozenset(_USE_A_RADIUS.split()),
    ("outcomes", "Forall (fun c => nonempty (snd c)) S"): frozenset(_USE_OUTCOMES.split()),
}
"""What holds of every instance, by its name and in Coq, with the claims that use it: that vectors have an entry, that a
largest norm is not less than 0, though there may be no example, and that outcomes are not empty."""

RUN, CONDITION = "run", "condition"
"""What ``SPARED`` may have besides: that a state is one of the learner's run, and what a quantity asks of a trial."""

SPARED: dict[str, tuple[str, ...]] = {
    "bylander.zeta0": ("eta > 0", RUN),
    "bylander.2.step": ("eta > 0", RUN),
    "bylander.3.klinit": ("eta > 0", "examples"),
    "bylander.3.step": ("eta > 0",),
    "bylander.8.step": ("eta > 0", "tau > 0", RUN),
    "bylander.10": ("eta > 0", RUN),
    "bylander.const": ("U >= 0", "X >= 0", "tau > 0", "l >= 0", "n >= 1"),
    "bylander.half": ("U >= 0", "X >= 0", "n >= 1"),
    "kitani.eq10": ("gamma", "l >= 1", RUN, CONDITION),
    "kitani.eq24": ("relevant", "disjunction", RUN),
    "kitani.eq27": ("relevant", "disjunction", RUN),
    "kitani.eq14": ("l >= 1",),
    "kitani.eq16": ("l >= 1",),
    "kitani.eq17": ("l >= 1",),
    "kitani.eq18": ("l >= 1",),
    "kitani.perc": ("l >= 1",),
    "kitani.perc.step": (RUN,),
    "kw.def1": ("eta > 0",),
    "kw.thm3": ("eta > 0",),
    "kw.lemma5": ("n = 2**d + k - 1", "k >= 1"),
    "kw.lemma10": ("d >= 1",),
    "kw.lemma11": ("d >= 1",),
    "kw.def7": ("d >= 1",),
    "kw.13b": ("d >= 1", "eta > 0", "start"),
    "kw.genN": ("eta > 0", "start"),
    "kw.ellip": ("d >= 1", "start"),
    "kw.lin": ("d >= 1", "eta > 0"),
    "kw.vc": ("N >= 0",),
    "kw.vc.upper": ("N >= 0",),
    "gls.7.1c": ("X > 0",),
    "gls.bw.eq": ("beta < 1",),
    "gls.wm.eq": ("beta < 1",),
    "gls.ft.eq": ("theta > 0",),
    "bylander.eg": ("eta > 0",),
    "gls.fk": ("a > 0",),
    "kw.okx.fix": ("start",),
    "kw.okx.bias": ("start",),
    "kw.perc.okx": ("start",),
    "kw.lrfree": ("start",),
    "gls.10": ("a > 0",),
    "gls.10.identity": ("a > 0",),
    "gls.5.1": ("U > 0",),
    "gls.5.1.bw": ("comparator", "U > 0"),
    "gls.8.1": ("U > 0",),
    "gls.8.dh.best": ("U >= 0",),
    "gls.8.dh.least": ("U >= 0",),
    "gls.cor7.2": ("examples",),
    "gls.8.8": ("p >= 2",),
    "gls.10.exp": ("a > 0",),
    "kw.batch": ("start", "inputs", "labels"),
    "kw.def4": ("d >= 0",),
    "kw.dnf": ("conjunctions",),
    "kw.dnf.natural": ("conjunctions",),
    "kw.dot": ("N >= 0",),
    "kw.perc.rotinv": ("eta > 0", "start"),
    "kw.thm8": ("inputs",),
    "uml.hinge": ("eta > 0", RUN),
    "uml.01tie": ("eta > 0",),
    "uml.hinge.convex": ("eta > 0", RUN),
    "uml.grad.subgradient": ("eta > 0", RUN),
}
"""Premises of the catalogue that the theorem does without, by their names."""

BUILT_IN: dict[str, tuple[str, ...]] = {
    "kw.winnow.notrot": ("instances", "r"),
}
"""Premises that a statement has in its own words, most of them because its trials are the ones that meet them: these
are read there."""


@dataclass(frozen=True)
class Premise:
    """A premise by its name in the catalogue, as a Coq proposition; of parameters come first, then u, then trials."""

    name: str
    coq: str
    order: int


def premises(claim: Claim) -> list[Premise]:
    """Return what the theorem of a claim assumes.

    Raises BoundcheckError where a premise has no Coq form, or one that is spared does not exist.

    >>> from boundcheck import theorem
    >>> [premise.coq for premise in premises(theorem("bylander.5"))][:3]
    ['0 < X', 'norm n u <= U', 'Forall (fun c : ctrial => norm n (fst c) <= X) S']
    """
    spared = SPARED.get(claim.id, ()) + BUILT_IN.get(claim.id, ())
    assumed = [*_facts(claim), *_ranges(claim)]
    assumed += [_stated(claim, hypothesis) for hypothesis in claim.hypotheses if hypothesis.name not in spared]
    names = {RUN, CONDITION} | {one.name for one in assumed} | {hypothesis.name for hypothesis in claim.hypotheses}
    if missing := [name for name in spared if name not in names]:
        raise BoundcheckError(
            f"{claim.id} spares {missing[0]!r}, and has no premise of that name; mend SPARED or BUILT_IN"
        )
    return sorted((one for one in assumed if one.name not in spared), key=lambda one: one.order)


def _facts(claim: Claim) -> Iterator[Premise]:
    yield from (Premise(name, coq, 2 * (" S" in coq)) for (name, coq), users in FACTS.items() if claim.id in users)


def _ranges(claim: Claim) -> Iterator[Premise]:
    """Yield what the free parameters may be, where no premise says as much."""
    for symbol in claim.free:
        domain = claim.domain(symbol)
        if domain.low is not None and not implied(claim, symbol, domain):
            text = f"{domain.low} {'<' if domain.open else '<='} {to_coq(symbol)}"
            yield Premise(domain.text(symbol), text, 0)


def _stated(claim: Claim, hypothesis: Hypothesis) -> Premise:
    parts = () if hypothesis.tree is None else readings(hypothesis.tree)
    if {one.about for one in parts} - {"parameters"}:
        with suppress(NoCoqForm):
            texts = [_proposition(claim, one) for one in parts]
            return Premise(hypothesis.name, " /\\ ".join(texts), 2 if re.search(r"\bS\b", " ".join(texts)) else 1)
    relation = premise(hypothesis)
    if relation is None:
        raise BoundcheckError(f"{claim.id}: {hypothesis.formula} has no Coq form; add it to coq_premises")
    guard, said = _guard(claim, hypothesis), _relation(claim, relation)
    return Premise(hypothesis.name, f"({guard}{said})" if guard else said, 0)


def _proposition(claim: Claim, one: Reading) -> str:
    """Return one thing that a premise says as a Coq proposition."""
    numbers = {name: name for name in whole(claim)}
    scope = CoqScope(claim, {"u": ("u", "n"), "s": ("s", "n"), "start": ("s", "n")}, numbers).with_identity()
    if one.about != "trials":
        return scope.proposition(one.said)
    if names(one.said) & {*OF_PLAYED, *AFTER_PLAYING}:
        return each_played(claim, one.said)
    if "t" in names(one.said) or "past_t" in functions(one.said):
        numbered = scope.on_trial(AFTER_THE_PAST)
        return f"each (fun past ({trial_of(claim)}) => {numbered.proposition(one.said)}) S"
    return f"Forall (fun {trial_of(claim)} => {scope.on_trial().proposition(one.said)}) S"


COQ_RELATIONS = {"<": "{} < {}", "<=": "{} <= {}", "==": "{} = {}", ">": "{1} < {0}", ">=": "{1} <= {0}"}
"""Relations of parameters, which turn > around."""

# --- of parameters -------------------------------------------------------------------------------------


def _relation(claim: Claim, relation: Relation) -> str:
    """Return a relation of parameters: one of whole numbers, where it has only n and l; the claim's own constants."""
    left, operator, right = relation
    symbols = left.free_symbols | right.free_symbols
    if claim.outcomes.kind != "none" and symbols <= {s.n, s.l}:
        whole = {s.l: sympy.Symbol("length S"), s.n: sympy.Symbol("n")}
        if right.is_Integer and claim.longer_than is None:
            return f"({COQ_RELATIONS[operator].format(to_coq(left.subs(whole)), to_coq(right))})%nat"
    terms = [to_coq(named(claim, left)), to_coq(named(claim, right))]
    if right == named_ends(claim).get(left):
        terms[1] = constant(claim, f"upper_{left}", right)
    if (left, right) == (s.l, claim.longer_than):
        terms[1] = constant(claim, "longer", right)
    return COQ_RELATIONS[operator].format(*terms)


def _guard(claim: Claim, hypothesis: Hypothesis) -> str:
    """Return ``0 < X -> `` before a limit that is none where X is 0."""
    formula = hypothesis.tree
    relation = premise(hypothesis)
    if relation is None or not isinstance(formula, Apply) or formula.function != "or":
        return ""
    below = sorted(sympy.denom(sympy.together(relation.right)).free_symbols, key=str)
    return "".join(f"0 < {to_coq(symbol)} -> " for symbol in below if not implied(claim, symbol, POSITIVE))


# --- the file ------------------------------------------------------------------------------------------


def variables(claim: Claim) -> list[tuple[str, str]]:
    """Return what the premises may speak of, with its type: n, the parameters by their names, u and s, the trials."""
    trials = TYPES.get(claim.outcomes.kind, "")
    reals = {RENAMED.get(symbol.name, symbol.name) for symbol in parameters(claim)}
    listed = [("n", "R" if claim.outcomes.kind == "none" else "nat")]
    listed += [(name, "R") for name in sorted(reals - {"n"})]
    return [*listed, ("u", "vec"), ("s", "vec"), ("S", trials), ("S'", trials)]


def binders(claim: Claim, texts: Iterable[str]) -> list[tuple[str, str]]:
    """Return the variables of some terms with their types."""
    words = {word for text in texts for word in re.findall(r"[A-Za-z]\w*'?", text)}
    return [(name, kind) for name, kind in variables(claim) if name in words]


def premise_name(claim: Claim) -> str:
    """Return the name of the conjunction of a claim's premises."""
    return f"given_{coq_id(claim.id)}"


def premise_definition(claim: Claim, without: str | None = None) -> str:
    """Return ``Definition given_... (...) : Prop := ...``; the premise ``without`` is replaced by True.

    >>> from boundcheck import theorem
    >>> print(premise_definition(theorem("bylander.2"), without="comparator"))
    Definition given_bylander_2 (n : nat) (U X eta : R) (u : vec) (S : list trial) : Prop :=
      0 < eta /\\ True /\\ Forall (fun c => nonempty (snd c)) S /\\ Forall (fun c : trial => norm n (fst c) <= X) S.
    """
    assumed = premises(claim)
    grouped: dict[str, list[str]] = {}
    for name, kind in binders(claim, (one.coq for one in assumed)):
        grouped.setdefault(kind, []).append(name)
    head = " ".join(f"({' '.join(names)} : {kind})" for kind, names in grouped.items())
    texts = ["True" if one.name == without else one.coq for one in assumed]
    body = textwrap.fill(" /\\ ".join(texts), 110, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return f"Definition {premise_name(claim)} {head} : Prop :=\n{body}."


def gen_premises(claims: Iterable[Claim]) -> str:
    """Return the text of GenPremises.v for these claims."""
    blocks = [f"(** {claim.id}: {claim.source} *)\n{premise_definition(claim)}" for claim in claims]
    return PREAMBLE + "\n" + "\n\n".join(blocks) + "\n"
