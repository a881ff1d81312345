"""The learners of the table and their versions in Coq, from their formulas, and sums over the trials that they play.

``GenLearners.v`` has a rule for each learner of ``bounds.learners.table`` that a statement names: its state at first,
its weights, its prediction and its state after a trial, formula by formula; and the targets of labels for each version.
A sum over the trials is ``over_play`` of these. That a rule plays as the learner of the proofs does is proved, once a
learner, in ``Learners.v``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim
from bounds.claims.parts import LearnerSpec
from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED, SECOND
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Constant, Formula, Name, names, subformulas
from bounds.learners.shapes import DEFINED, rule_of
from bounds.learners.table import LEARNERS
from verify.kernel import VERSIONS
from verify.proofs.coq_constants import trial_of, whole
from verify.proofs.coq_scope import CoqScope, NotInTheTables
from verify.proofs.coq_tables_strategies import Part, learner_of, put_in, second_of
from verify.proofs.coq_terms import atom, bare, infix

PREAMBLE = """(** Generated from the tables of learners and versions; edit these, not this file. *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.
"""

STARTS = {"s": "zero", "share": "ones"}
"""Where a learner starts, if its claim has no start vector."""

NUMBERS = {"labels": "label", "points": "(fun y => y)", "intervals": "(fun _ => 0)"}
"""The outcome as a number, 0 for one that is none."""

ITSELF = {"intervals": "(fun I => I)", "points": "(fun y => Interval (Closed y) (Closed y))"}
"""The target of an outcome that is an interval, or a number."""

ENDS = {"[": "Closed", "(": "Open", "]": "Closed", ")": "Open"}


def called(text: str) -> tuple[str, tuple[Formula, ...]]:
    """Return the name of a learner, or of a version, and its arguments."""
    match read(text.removesuffix("()")):
        case Apply(name, arguments):
            return name, arguments
        case Name(name):
            return name, ()
    raise NotInTheTables


def look_up(text: str, table: Iterable[str]) -> tuple[str, dict[str, Formula]]:
    """Return what a table calls a learner or a version, and what stands for its parameters."""
    name, arguments = called(text)
    for header in table:
        head, parameters = called(header)
        if (head, len(parameters)) == (name, len(arguments)):
            return header, dict(zip((one.name for one in parameters if isinstance(one, Name)), arguments, strict=True))
    raise NotInTheTables


# --- the rules -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """A learner of the table in Coq: its parameters and start vectors with their types, its state and its parts.

    Where c moves, the state is K with c.
    """

    name: str
    parameters: Mapping[str, str]
    state: str
    parts: tuple[str, str, str, str]

    def definition(self) -> str:
        """Return the definition of the rule."""
        binders = "".join(f" ({name} : {kind})" for name, kind in self.parameters.items())
        parts = "".join(f"\n  {atom(part)}" for part in self.parts)
        return f"Definition {self.name}_rule (n : nat){binders} : rule {atom(self.state)} := Rule _{parts}."


@cache
def rule_in_coq(header: str) -> Rule:
    """Return a learner of the table in Coq; which of its parameters are natural is said by a claim about it."""
    name, arguments = called(header)
    formulas = {part: read(text) for part, text in rule_of(header).items()}
    for part in DEFINED:
        if part in formulas:
            formulas = {name: put_in(of, {part: formulas[part]}) for name, of in formulas.items()}
    plain = [claim for claim in catalogue() if not claim.defines]
    claim = next((claim for claim in plain if claim.learner is not None and _is(claim.learner, header)), plain[0])
    keeps = (formulas["first"], formulas["c"]) != (Constant(Fraction(0)), Name("c"))
    parameters = [one.name for one in arguments if isinstance(one, Name)]
    numbers = {one: one for one in parameters if one not in whole(claim)} | {"c": "snd K"}
    vectors = {one: (one, "n") for one in STARTS} | {"K": ("(fst K)" if keeps else "K", "n")}
    scope = CoqScope(claim, vectors, numbers)
    scope = replace(scope, known=_raised(scope, formulas.values()))
    on_trial = replace(scope, vectors={**vectors, "x": ("x", "n")})
    num, den = on_trial.value(formulas["num"]), on_trial.value(formulas["den"])
    yhat = num if den == "1" else infix("/", num, den)
    after = replace(on_trial, numbers={**numbers, "y": "y", "side": "side", "yhat": yhat})
    moved = bare(after.vector(formulas["K"]))
    if keeps:
        moved = f"({moved}, {after.value(formulas['c'])})"
    parts = (
        f"(zero, {scope.value(formulas['first'])})" if keeps else "zero",
        f"fun K => {bare(scope.vector(formulas['w']))}",
        f"fun K x => {yhat}",
        f"fun K x y side => {moved}",
    )
    kinds = {one: "nat" if one in whole(claim) else "R" for one in parameters}
    spoken = frozenset[str]().union(*(names(read(text)) for text in rule_of(header).values()))
    return Rule(name, kinds | {one: "vec" for one in STARTS if one in spoken}, "vec * R" if keeps else "vec", parts)


def _raised(scope: CoqScope, formulas: Iterable[Formula]) -> dict[Formula, str]:
    """Return the powers whose exponent is made of K, which may be 0, as entries of vectors."""
    powers: dict[Formula, str] = {}
    for formula in set[Formula]().union(*map(subformulas, formulas)):
        match formula:
            case Apply("**", (base, exponent)) if "K" in names(exponent):
                powers[formula] = f"raised {atom(scope.value(base))} {atom(scope.value(exponent, 'e'))}"
    return powers


def _is(learner: LearnerSpec, header: str) -> bool:
    """Tell whether a learner is one of the table."""
    if learner.rule is not None:
        return False
    try:
        return look_up(learner.formula, [header])[0] == header
    except NotInTheTables:
        return False


def gen_learners(words: Collection[str]) -> str:
    """Return the text of GenLearners.v with the rules of learners, and the targets of versions, that are named."""
    blocks = [
        f"(** {header} *)\n{rule_in_coq(header).definition()}"
        for header in LEARNERS
        if f"{called(header)[0]}_rule" in words
    ]
    blocks += [_target(header) for header in VERSIONS if f"{called(header)[0]}_target" in words]
    return PREAMBLE + "\n" + "\n\n".join(blocks) + "\n"


def _target(header: str) -> str:
    """Return the definition of where a version wants the prediction for a label."""
    name, arguments = called(header)
    parameters = [one.name for one in arguments if isinstance(one, Name)]
    scope = CoqScope(next(iter(catalogue())), {}, {one: one for one in parameters})
    up, down = (_interval(scope, VERSIONS[header][way]) for way in ("up", "down"))
    binders = "".join(f" ({one} : R)" for one in parameters)
    return f"(** {header} *)\nDefinition {name}_target{binders} (y : bool) : interval := if y then {up} else {down}."


def _interval(scope: CoqScope, text: str) -> str:
    """Return an interval in Coq."""
    low, high = text[1:-1].split(",")
    ends = (
        "Infinite" if end in ("oo", "-oo") else f"({kind} {atom(scope.value(read(end)))})"
        for end, kind in ((low, ENDS[text[0]]), (high, ENDS[text[-1]]))
    )
    return " ".join(["Interval", *ends])


# --- sums over the trials --------------------------------------------------------------------------------


def sum_played(claim: Claim, inside: Formula) -> str:
    """Return a sum over the trials that the learner of a claim plays.

    Raises NotInTheTables where the learner is none of the table, or its version, or what is summed, has no Coq form.
    """
    learner = claim.learner
    if learner is None or learner.rule is not None:
        raise NotInTheTables
    play = _play(claim, learner.formula, learner.targets)
    spoken = names(inside) & (AFTER_PLAYING.keys() | OF_PLAYED.keys())
    if not spoken or spoken - play.said.keys():
        raise NotInTheTables
    here = CoqScope(claim, {"u": ("u", "n")}, {}).on_trial()
    value = replace(here, numbers={**here.numbers, **play.said}).value(inside)
    arguments = " ".join([play.rule, NUMBERS[claim.outcomes.kind], play.target])
    return f"over_play {arguments} (fun K yhat side {_trial(claim)} => {value}) {_trials(claim)}"


def sum_of_two(claim: Claim, part: Part, inside: Formula) -> str:
    """Return a sum over the trials that two learners play, of which the second may see other examples.

    Raises NotInTheTables as ``sum_played`` does.
    """
    first, second = _play(claim, *learner_of(claim, part)), _play(claim, *second_of(part), mark="'")
    here = CoqScope(claim, {"u": ("u", "n"), **first.states, **second.states}, {}).on_trial()
    value = replace(here, numbers={**here.numbers, **first.said, **second.said}).value(inside)
    rule = second.rule
    if "see" in part:
        shown = replace(here, vectors={**here.vectors, "x": ("x", "n")}).vector(read(part["see"]))
        rule = f"(seeing (fun x => {bare(shown)}) {rule})"
    arguments = " ".join([first.rule, rule, NUMBERS[claim.outcomes.kind], first.target, second.target])
    said = f"fun K yhat side K' yhat' side' {_trial(claim)} => {value}"
    return f"over_plays {arguments} ({said}) {_trials(claim)}"


def each_played(claim: Claim, said: Formula) -> str:
    """Return what is said of each trial that the learner of a claim plays; raises NotInTheTables as ``sum_played``."""
    learner = claim.learner
    if learner is None or learner.rule is not None:
        raise NotInTheTables
    play = _play(claim, learner.formula, learner.targets)
    if names(said) & (AFTER_PLAYING.keys() | OF_PLAYED.keys()) - play.said.keys():
        raise NotInTheTables
    here = CoqScope(claim, {"u": ("u", "n")}, {}).on_trial()
    each = replace(here, numbers={**here.numbers, **play.said}).proposition(said)
    arguments = " ".join([play.rule, NUMBERS[claim.outcomes.kind], play.target])
    return f"all_play {arguments} (fun K yhat side {_trial(claim)} => {each}) {_trials(claim)}"


def _trial(claim: Claim) -> str:
    return trial_of(claim).split(" : ")[0]


def _trials(claim: Claim) -> str:
    return "S" if claim.longer_than is None else "S'"


@dataclass(frozen=True)
class Play:
    """A learner with the targets of outcomes, the weights in its state, and what is said of it on a trial c."""

    rule: str
    target: str
    states: Mapping[str, tuple[str, str]]
    said: Mapping[str, str]


def _play(claim: Claim, learner: str, version: str, mark: str = "") -> Play:
    """Return how a learner plays the trials of a claim; with a mark it is the second one."""
    scope = CoqScope(claim, {"u": ("u", "n")}, {})
    header, values = look_up(version, VERSIONS)
    target, rule = _targets(scope, header, values.values()), _learner(scope, learner)
    said = _on_trial(scope, header, target, mark)
    if not mark:
        return Play(rule, target, {"w": (f"(weights_in {rule} K)", "n")}, said)
    second = {f"{SECOND}{name}": text for name, text in said.items()}
    return Play(rule, target, {f"{SECOND}w": (f"(weights_in {rule} K{mark})", "n")}, second)


def _learner(scope: CoqScope, learner: str) -> str:
    """Return a learner as a term."""
    header, values = look_up(learner, LEARNERS)
    rule, terms = rule_in_coq(header), []
    if scope.claim.start and not STARTS.keys() & rule.parameters.keys():
        raise NotInTheTables
    for one, kind in rule.parameters.items():
        if kind == "vec":
            terms.append("s" if scope.claim.start else STARTS[one])
        elif kind == "R":
            terms.append(atom(scope.value(values[one])))
        elif values[one] == Name(one):
            terms.append(one)
        else:
            raise NotInTheTables
    return atom(" ".join([f"{rule.name}_rule n", *terms]))


def _targets(scope: CoqScope, version: str, values: Iterable[Formula]) -> str:
    """Return the targets that the outcomes of the claim are in a version."""
    kind, tau = scope.claim.outcomes.kind, VERSIONS[version].get("tau")
    if kind == "labels":
        return atom(" ".join([f"{called(version)[0]}_target", *(atom(scope.value(value)) for value in values)]))
    if kind in ITSELF and "side" not in VERSIONS[version]["err"]:
        if tau is None:
            return ITSELF[kind]
        if kind == "intervals":
            return f"(widen {atom(scope.value(read(tau)))})"
    raise NotInTheTables


def _on_trial(scope: CoqScope, version: str, target: str, mark: str) -> dict[str, str]:
    """Return what is said of a learner on a trial c of a run, with yhat and side, or marked ones.

    Where a version calls any miss a mistake its losses are the distances to other intervals, which are not here.
    """
    here, error = scope.on_trial(), read(VERSIONS[version]["err"])
    said = {"yhat": f"yhat{mark}", "side": f"side{mark}"}
    here = replace(here, numbers={**here.numbers, **said})
    if scope.claim.outcomes.kind == "labels":
        said["one"] = f"if Req_EM_T (side_of yhat{mark} ({bare(target)} true)) 0 then 1 else 0"
        if "num" not in names(error):
            said["err"] = here.value(error)
    if "side" not in names(error):
        outcome = "(snd c)" if target == ITSELF["intervals"] else f"({bare(target)} (snd c))"
        said["loss"] = f"loss yhat{mark} {outcome}"
    return said
