"""The learners of the table and their versions in Coq, from their formulas, and sums over the trials that they play.

``GenLearners.v`` has a rule for each learner of ``bounds.learners.table`` that a statement names: its state at first,
its weights, its prediction and its state after a trial, formula by formula; and the targets of labels for each version.
A sum over the trials is ``over_play`` of these. That a rule plays as the learner of the proofs does is proved, once a
learner, in ``Learners.v``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim
from bounds.claims.parts import LearnerSpec
from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED, SECOND
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Constant, Formula, Name, functions, names, subformulas, substitute
from bounds.learners.shapes import DEFINED, rule_of
from bounds.learners.table import LEARNERS
from verify.kernel import OF_TRIAL, PLAYED, VERSIONS
from verify.proofs.coq_constants import trial_of, whole
from verify.proofs.coq_names import TRIAL, NoCoqForm
from verify.proofs.coq_quantities import Part, learner_of, put_in, second_of
from verify.proofs.coq_scope import ROWS, CoqScope
from verify.proofs.coq_terms import atom, bare, infix, paired

PREAMBLE = """(** Generated from the tables of learners and versions; edit these, not this file. *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.
"""

STARTS = {"s": "zero", "share": "ones"}
"""Where a learner starts, if its claim has no start vector."""

NUMBERS = {"labels": "label", "points": "(fun y => y)", "intervals": "(fun _ => 0)"}
"""The outcome as a number, 0 for one that is none."""

ITSELF = {"intervals": "(fun I => I)", "points": "(fun y => Interval (Closed y) (Closed y))"}
"""The target of an outcome that is an interval, or a number."""

MEANT = {name: read(text) for name, text in (OF_TRIAL | PLAYED).items() if name not in TRIAL}
MEANT["m"] = substitute(MEANT["m"], MEANT)
"""What is said of a trial in words that are formulas."""

PAST = "past"
"""The part of a state that is the trials so far, latest first."""

ENDS = {"[": "Closed", "(": "Open", "]": "Closed", ")": "Open"}


def called(text: str) -> tuple[str, tuple[Formula, ...]]:
    """Return the name of a learner, or of a version, and its arguments."""
    if not text:
        raise NoCoqForm
    match read(text.removesuffix("()")):
        case Apply(name, arguments):
            return name, arguments
        case Name(name):
            return name, ()
    raise NoCoqForm


def look_up(text: str, table: Iterable[str]) -> tuple[str, dict[str, Formula]]:
    """Return what a table calls a learner or a version, and what stands for its parameters."""
    name, arguments = called(text)
    for header in table:
        head, parameters = called(header)
        if (head, len(parameters)) == (name, len(arguments)):
            return header, dict(zip((one.name for one in parameters if isinstance(one, Name)), arguments, strict=True))
    raise NoCoqForm


# --- the rules -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """A learner of the table in Coq: its parameters and start vectors with their types, its state and its parts.

    Where c moves, the state is K with c, and with the past where K is made of it; c in the state K is the threshold.
    """

    name: str
    parameters: Mapping[str, str]
    state: str
    parts: tuple[str, str, str, str]
    threshold: str

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
    parameters = [one.name for one in arguments if isinstance(one, Name)]
    kinds = _state(formulas)
    state = dict(zip(kinds, _projections(len(kinds)), strict=True))
    numbers = {one: one for one in parameters if one not in whole(claim)} | {"c": state.get("c", "0")}
    vectors = {one: (one, "n") for one in STARTS} | {"K": (atom(state["K"]), "n" if kinds["K"] == "vec" else ROWS)}
    scope = CoqScope(claim, vectors, numbers)
    scope = replace(scope, known=_raised(scope, formulas.values()))
    on_trial = replace(scope, vectors={**vectors, "x": ("x", "n")})
    num, den = on_trial.value(formulas["num"]), on_trial.value(formulas["den"])
    yhat = num if den == "1" else infix("/", num, den)
    after = replace(on_trial, numbers={**numbers, "y": "y", "side": "side", "yhat": yhat})
    past = f"(x, y) :: {state.get(PAST, '')}"
    after = replace(after, known={**after.known, **_so_far(after, formulas["K"], past)})
    moved = {"K": bare(after.vector(formulas["K"])), "c": after.value(formulas["c"]), PAST: past}
    first = {"K": "zero" if kinds["K"] == "vec" else "[]", "c": scope.value(formulas["first"]), PAST: "[]"}
    parts = (
        paired(first[part] for part in kinds),
        f"fun K => {bare(scope.vector(formulas['w']))}",
        f"fun K x => {yhat}",
        f"fun K x y side => {paired(moved[part] for part in kinds)}",
    )
    types = {one: "nat" if one in whole(claim) else "R" for one in parameters}
    spoken = frozenset[str]().union(*(names(read(text)) for text in rule_of(header).values()))
    types |= {one: "vec" for one in STARTS if one in spoken}
    return Rule(name, types, " * ".join(kinds.values()), parts, numbers["c"])


def _state(formulas: Mapping[str, Formula]) -> dict[str, str]:
    """Return the parts of a learner's state with their types: K, which may grow by vectors; c where it moves; the past,
    where K is a sum over all of it."""
    grows = any(
        isinstance(one, Apply) and one.arguments[:1] == (Name("K"),) and one.function == "vector"
        for one in subformulas(formulas["K"])
    )
    kinds = {"K": "list vec" if grows else "vec"}
    if (formulas["first"], formulas["c"]) != (Constant(Fraction(0)), Name("c")):
        kinds["c"] = "R"
    return kinds | ({PAST: "list (vec * R)"} if "past_t" in functions(formulas["K"]) else {})


def _projections(parts: int) -> list[str]:
    """Return the parts of a tuple K.

    >>> _projections(3)
    ['fst (fst K)', 'snd (fst K)', 'snd K']
    """
    *front, _ = itertools.accumulate(range(parts), lambda term, _: f"fst {atom(term)}", initial="K")
    return [front[-1], *(f"snd {atom(term)}" for term in reversed(front[:-1]))]


def _so_far(scope: CoqScope, formula: Formula, past: str) -> dict[Formula, str]:
    """Return the entries of sums over the trials of the past, of which x is the last example."""
    vectors = {**scope.vectors, "x": ("(fst c)", "n"), "last": ("x", "n")}
    within = replace(scope, vectors=vectors, numbers={**scope.numbers, "y": "snd c"})
    return {
        one: f"total (fun c => {within.value(one.arguments[0], 'e')}) ({past})"
        for one in subformulas(formula)
        if isinstance(one, Apply) and one.function == "past_t"
    }


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
    except NoCoqForm:
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

    Raises NoCoqForm where the learner is none of the table, or its version, or what is summed, has no Coq form.
    """
    play, inside = _played(claim), substitute(inside, MEANT)
    if not names(inside) & (AFTER_PLAYING.keys() | OF_PLAYED.keys()):
        raise NoCoqForm
    return f"over_play {sum_over(claim, play, inside)} {_trials(claim)}"


def _played(claim: Claim) -> Play:
    """Return how the learner of a claim plays."""
    learner = claim.learner
    if learner is None or learner.rule is not None:
        raise NoCoqForm
    return play_of(claim, learner.formula, learner.targets)


def sum_over(claim: Claim, play: Play, inside: Formula, counts: frozenset[str] = frozenset(), entry: str = "") -> str:
    """Return the arguments of ``over_play`` that add up what a formula says of each trial and the state before it."""
    value = replace(_on_play(claim, play, inside), counts=counts).value(inside, entry)
    return f"{play.arguments} (fun K yhat side {_trial(claim)} => {value})"


def _on_play(claim: Claim, play: Play, said: Formula) -> CoqScope:
    """Return the scope in which a formula is said of a trial c that a learner plays in the state K."""
    if names(said) & (AFTER_PLAYING.keys() | OF_PLAYED.keys()) - play.said.keys() - play.states.keys():
        raise NoCoqForm
    here = CoqScope(claim, play.states, {}).on_trial()
    return replace(here, numbers={**here.numbers, **play.said})


def sum_of_two(claim: Claim, part: Part, inside: Formula) -> str:
    """Return a sum over the trials that two learners play, of which the second may see other examples.

    Raises NoCoqForm as ``sum_played`` does.
    """
    first, second = play_of(claim, *learner_of(claim, part)), play_of(claim, *second_of(part), mark="'")
    here = CoqScope(claim, {**first.states, **second.states}, {}).on_trial()
    value = replace(here, numbers={**here.numbers, **first.said, **second.said}).value(inside)
    rule = second.rule
    if "see" in part:
        shown = replace(here, vectors={**here.vectors, "x": ("x", "n")}).vector(read(part["see"]))
        rule = f"(seeing (fun x => {bare(shown)}) {rule})"
    arguments = " ".join([first.rule, rule, first.number, first.target, second.target])
    said = f"fun K yhat side K' yhat' side' {_trial(claim)} => {value}"
    return f"over_plays {arguments} ({said}) {_trials(claim)}"


def each_played(claim: Claim, said: Formula) -> str:
    """Return what is said of each trial that the learner of a claim plays, but of its state.

    Raises NoCoqForm as ``sum_played`` does.
    """
    play = replace(_played(claim), states={})
    each = _on_play(claim, play, said).proposition(said)
    return f"all_play {play.arguments} (fun K yhat side {_trial(claim)} => {each}) {_trials(claim)}"


def at_the_end(scope: CoqScope, part: Part) -> CoqScope:
    """Return the scope in which there are the state after the last trial, and the weights and the threshold in it."""
    learner, version = learner_of(scope.claim, part)
    play = play_of(scope.claim, learner, version)
    end = f"(after_play {play.arguments} {_trials(scope.claim)})"
    states = _states(CoqScope(scope.claim, {}, {}), learner, play.rule, end)
    vectors = {**scope.vectors, **{f"{name}_end": state for name, state in states.items()}}
    threshold = re.sub(r"\bK\b", end, rule_in_coq(look_up(learner, LEARNERS)[0]).threshold)
    return replace(scope, vectors=vectors, numbers={**scope.numbers, "c_end": threshold})


def _trial(claim: Claim) -> str:
    return trial_of(claim).split(" : ")[0]


def _trials(claim: Claim) -> str:
    return "S" if claim.longer_than is None else "S'"


@dataclass(frozen=True)
class Play:
    """A learner with the numbers and the targets that outcomes are, its states and what is said of it on a trial c.

    The state before c is K, of the type ``kind``, and the ``answer`` is the prediction in it; a learner that never
    moves has no state.
    """

    rule: str
    number: str
    target: str
    kind: str
    answer: str
    states: Mapping[str, tuple[str, str]]
    said: Mapping[str, str]

    @property
    def arguments(self) -> str:
        """The learner with its outcomes, as ``play`` and its kin take them."""
        return f"{self.rule} {self.number} {self.target}"


def play_of(claim: Claim, learner: str, version: str, mark: str = "") -> Play:
    """Return how a learner plays the trials of a claim; with a mark it is the second one."""
    scope = CoqScope(claim, {"u": ("u", "n")}, {})
    header, values = look_up(version, VERSIONS)
    target, rule = _targets(scope, header, values), _learner(scope, learner)
    number = NUMBERS[claim.outcomes.kind]
    said = _on_trial(scope, _error(learner, header), target, mark)
    state = f"K{mark}"
    states = _states(scope, learner, rule, state)
    after = _states(scope, learner, rule, f"(play {rule} {number} {target} {state} c)")
    states |= {f"{name}_next": vector for name, vector in after.items()}
    kind, answer = rule_in_coq(look_up(learner, LEARNERS)[0]).state, f"prediction {rule} {state} (fst c)"
    if states["w"] == after["w"]:
        kind, answer = "", replace(scope, vectors=states).on_trial().value(read("dot(w, x)"))
    if mark:
        states = {f"{SECOND}{name}": vector for name, vector in states.items()}
        said = {f"{SECOND}{name}": number for name, number in said.items()}
    return Play(rule, number, target, kind, answer, states, said)


def _states(scope: CoqScope, learner: str, rule: str, state: str) -> dict[str, tuple[str, str]]:
    """Return the weights in a state, and what they transform."""
    header, values = look_up(learner, LEARNERS)
    formulas = {part: put_in(read(text), values) for part, text in rule_of(header).items() if part in ("w", "z")}
    start = "s" if scope.claim.start else STARTS["s"]
    here = replace(scope, vectors={"s": (start, "n"), "K": (state, "n")})
    still = formulas["w"] == Name("s")
    states = {"w": (start if still else f"(weights_in {rule} {state})", "n")}
    return states | {part: (here.vector(formula), "n") for part, formula in formulas.items() if part != "w"}


def _learner(scope: CoqScope, learner: str) -> str:
    """Return a learner as a term."""
    header, values = look_up(learner, LEARNERS)
    rule, terms = rule_in_coq(header), []
    if scope.claim.start and not STARTS.keys() & rule.parameters.keys():
        raise NoCoqForm
    for one, kind in rule.parameters.items():
        if kind == "vec":
            terms.append("s" if scope.claim.start else STARTS[one])
        elif kind == "R":
            terms.append(atom(scope.value(values[one])))
        elif values[one] == Name(one):
            terms.append(one)
        else:
            raise NoCoqForm
    return atom(" ".join([f"{rule.name}_rule n", *terms]))


def _targets(scope: CoqScope, version: str, values: Mapping[str, Formula]) -> str:
    """Return the targets that the outcomes of the claim are in a version."""
    kind, tau = scope.claim.outcomes.kind, VERSIONS[version].get("tau")
    if kind == "labels":
        return atom(
            " ".join([f"{called(version)[0]}_target", *(atom(scope.value(value)) for value in values.values())])
        )
    if kind in ITSELF and "side" not in VERSIONS[version]["err"]:
        if tau is None:
            return ITSELF[kind]
        if kind == "intervals":
            return f"(widen {atom(scope.value(put_in(read(tau), values)))})"
    raise NoCoqForm


def on_side(target: str) -> str:
    """Return where the outcome of the trial c wants the prediction."""
    return "(snd c)" if target == ITSELF["intervals"] else f"({bare(target)} (snd c))"


def _error(learner: str, version: str) -> Formula:
    """Return what a version calls a mistake, of the prediction; where that is a quotient, of its numerator."""
    header, _ = look_up(learner, LEARNERS)
    error = read(VERSIONS[version]["err"])
    return substitute(error, {"num": Name("yhat")}) if rule_of(header)["den"] == "1" else error


def _on_trial(scope: CoqScope, error: Formula, target: str, mark: str) -> dict[str, str]:
    """Return what is said of a learner on a trial c of a run, with yhat and side, or marked ones.

    Where a version calls any miss a mistake its losses are the distances to other intervals, which are not here.
    """
    here = scope.on_trial()
    said = {"yhat": f"yhat{mark}", "side": f"side{mark}"}
    here = replace(here, numbers={**here.numbers, **said})
    if scope.claim.outcomes.kind == "labels":
        said["one"] = f"if Req_EM_T (side_of yhat{mark} ({bare(target)} true)) 0 then 1 else 0"
        if "num" not in names(error):
            said["err"] = here.value(error)
    if "side" not in names(error):
        said["loss"] = f"loss yhat{mark} {on_side(target)}"
    return said
