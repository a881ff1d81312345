"""What claims say of one trial, or of one moment of a run, in Coq; and of two learners on the same trials.

``{w}`` is the state before the trial c, ``{next}`` the one after it, and ``{past}`` the trials up to there; ``{seen}``
are those before c. A claim that speaks of ``{next}`` and ``{past}`` alone is about a moment: the state after the trials
S, whatever comes later.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bounds.claims.claim import Claim
from bounds.formulas.text import read
from bounds.formulas.tree import RELATIONS, Apply, Constant, Formula, Name, operands
from verify.proofs.coq_constants import TYPES, constant, defined
from verify.proofs.coq_premises import CONDITION, RUN, SPARED, learner_text
from verify.proofs.coq_scope import CoqScope, NotInTheTables
from verify.proofs.coq_tables_strategies import TRANSFORMATIONS, named_in, put_in
from verify.proofs.coq_terms import related

LEARNERS = {
    "perceptron(eta)": ("(perceptron eta)", "zero"),
    "exponentiated(eta, U)": ("(exponentiated n eta U)", "(uniform n U)"),
}
"""Learners as a step and a start."""

ERRING = {
    ("perceptron(eta)", "classification"): ("errs n", "(perceptron eta)", "{from}"),
    ("exponentiated(eta, U)", "classification"): ("errs n", *LEARNERS["exponentiated(eta, U)"]),
    ("perceptron(1)", "classification"): ("wrong", "(perceptron 1)", "zero"),
    ("winnow(1 + beta)", "threshold_above(N)"): ("errs_at false n (INR n)", "(winnow (1 + beta))", "ones"),
}
"""Learners whose weights their mistakes change: what is one, the step and the start, with ``{from}`` for zero or s."""

MOVED = {(learner, "threshold(0)"): ("wrong", "(perceptron a)", "{from}") for learner in TRANSFORMATIONS}
"""Learners whose weights are a function of the state z, which is what their mistakes change."""

COUNTED = {
    "err": "INR (mistakes_by {run})",
    "err*(y > 0)": "INR (mistakes_on true {run})",
    "err*(y < 0)": "INR (mistakes_on false {run})",
    "err*(y > 0)*(at(x, i) == 1)": "INR (mistakes_where (positive_and_active i) {run})",
}
"""Sums over the trials up to a moment, of any of these learners."""

OF_WEIGHTS = {
    "err*(y < 0)*(sum(w_next) - sum(w))": "added_on_negatives n {run}",
    "err*(1 - y*wx)": "over_mistakes (fun v d => 1 - margin n v d) {run}",
}
"""Sums over the trials where the state is the weights."""

PAST = {"m": "err", "mplus": "err*(y > 0)", "mminus": "err*(y < 0)"}
"""The numbers of mistakes up to a moment."""

OUTCOMES = {
    ("absolute", "intervals"): ("c", "S"),
    ("absolute", "labels"): ("(as_trial c)", "(as_trials S)"),
    ("toleranced(tau)", "intervals"): ("(fst c, widen tau (snd c))", "(tolerant tau S)"),
    ("randomised", "labels"): ("(fst c, widen (1 / 2) (label_interval (snd c)))", "(tolerant (1 / 2) (as_trials S))"),
}
"""The trial c, and the trials S, as a version of a learner sees them that looks at intervals."""

OF_INTERVALS = {"loss": "trial_loss n {w} {trial}", "side": "direction n {w} {trial}"}
OF_VERSIONS = {
    "classification": {
        "err": "(if {wrong} {w} c then 1 else 0)",
        "side": "(if {wrong} {w} c then label (snd c) else 0)",
    },
    "absolute": OF_INTERVALS | {"err": "mistake n {w} c"},
    "toleranced(tau)": OF_INTERVALS,
    "randomised": OF_INTERVALS | {"err": "error_probability (dot n {w} (fst c)) (snd c)"},
}
"""What a trial gives the learner, by its version."""

OF_PATHS = {
    "t - 1": "INR (length {seen})",
    "past_t((t <= this_t - 1)*(y > 0)*2**(this_t - 1 - t))": "INR (place (map snd {seen}))",
}
"""What is made of the trials before this one."""

TRUE = {
    "err": "{wrong} {w} c = true",
    "u_err": "errs n u c = true",
    "y > 0": "snd c = true",
    "y < 0": "snd c = false",
}
"""What may be so on a trial with a label; else a formula is true where it is not 0."""

OF_RUNS = {
    "sum(xlog(u, u)) - sum(xlog(u, if(length(start) == 0, u*0 + U/n, start)))": "relative_entropy n u (uniform n U)",
}
"""What is made of the comparator and a start."""

PAIRED = {
    ("perceptron(eta)", "perceptron(rate)", "classification", "err != second_err"): (
        "differently (errs n) (perceptron eta) (perceptron rate) zero zero S"
    ),
    ("exponentiated(eta, U)", "exponentiated(eta, 1)", "classification", "err != second_err"): (
        "differently (errs n) (exponentiated n eta U) (exponentiated n eta 1) (uniform n U) (uniform n 1) S"
    ),
    ("perceptron(eta)", "gradient_descent(eta)", "classification", "sum(w != second_w) > 0"): (
        "descent_apart n eta zero zero S"
    ),
    (
        "exponentiated(eta, U)",
        "weighted_majority(beta)",
        "master",
        "(yhat == 1/2) + (yhat != 1/2)*((yhat >= 1/2) != (second_yhat >= 1/2))",
    ): "disagreements n beta (exponentiated n eta U) (uniform n U) ones S",
}
"""Sums over the trials of two learners of the same version."""

PLACES = ("trials", "states", "entries")
PARTS = {"value", "with", "over", "if", "version", "second", "second_version"}
"""Over what a claim about trials, states or entries is said, and what a part of its quantity may have."""

_PAST = {name: read(f"past_t({body})") for name, body in PAST.items()}


@dataclass(frozen=True)
class Place:
    """What a claim says somewhere: what is assumed there, of which trials its premises are, and all variables."""

    lines: list[str]
    conclusions: list[str]
    trials: str
    variables: list[tuple[str, str]]


def place(claim: Claim, given: str) -> Place | None:
    """Return what a claim, with these premises, says of a trial or a moment; None where the tables do not have it."""
    parts = claim.quantity.formula
    overs = {part.get("over", "") for part in parts}
    try:
        if overs == {""} and len(parts) == 1:
            scope = CoqScope(claim, {}, {}, known=_of_runs(claim, parts[0]))
            return Place([], [_conclusion(scope, parts[0])[1]], "S", [])
        if overs == {""} or not overs <= {"", *PLACES} or claim.longer_than is not None:
            return None
        return _placed(claim, [_conclusion(_scope(claim, part), part) for part in parts], given)
    except NotInTheTables:
        return None


def _placed(claim: Claim, said: list[tuple[list[str], str]], given: str) -> Place:
    """Return where it is that some conclusions, each after its conditions, speak of.

    A claim that spares ``RUN`` is about any state, and any trial of S.
    """
    texts = [text for conditions, text in said for text in (*conditions, text)]
    spoken = ("{w}", "{next}", "{past}", "{seen}")
    before, after, past, seen = (any(name in text for text in texts) for name in spoken)
    fixed = learner_text(claim) == "fixed()" and claim.start
    trial = before or any(re.search(r"\bc\b", text) for text in texts)
    lines = ["(i < n)%nat"] if any(part.get("over") == "entries" for part in claim.quantity.formula) else []
    trials = "(S ++ c :: later)" if seen else "S"
    names = {"w": "w", "next": "w'" if trial else "w", "past": "(S ++ [c])" if trial else "S", "seen": "S"}
    if fixed:
        names |= {"w": "s", "next": "s"}
    elif before or after or past:
        state, moved = _run(claim)
        if RUN not in SPARED.get(claim.id, ()):
            trials = "(S ++ c :: later)" if trial else "(S ++ later)"
            lines += [f"let w := {state} in"] if before or after else []
        lines += [f"let w' := {moved} in"] if after and trial else []
    if (past and trials == "S") or (trials != "S" and any(re.search(r"\bS\b", text) for text in texts)):
        raise NotInTheTables
    if trial and trials == "S" and re.search(r"\bS\b", given):
        lines.insert(0, "In c S")
    lines = [defined(claim, line) for line in lines]
    filled = [[text.format(**names) for text in (*conditions, conclusion)] for conditions, conclusion in said]
    if len(filled) == 1:
        lines, filled = lines + filled[0][:-1], [filled[0][-1:]]
    ends = [" -> ".join(one) if len(one) == 1 else f"({' -> '.join(one)})" for one in filled]
    kind = TYPES[claim.outcomes.kind]
    free = [] if any(line.startswith("let w :=") for line in lines) else [("w", "vec")]
    return Place(lines, ends, trials, [*free, ("later", kind), ("c", kind.removeprefix("list "))])


def _run(claim: Claim) -> tuple[str, str]:
    """Return the state after the trials S, and the one after the trial c that follows on w."""
    learner, version = learner_text(claim), version_of(claim)
    seen = OUTCOMES.get((version, claim.outcomes.kind))
    if run := _erring(claim, version):
        wrong, step, start = run
        moved = f"if {wrong} w c then {step[1:-1]} (label (snd c)) w (fst c) else w"
        return f"state_after {runs(wrong, step, start)}", moved
    if seen is None or learner not in LEARNERS or claim.start:
        raise NotInTheTables
    step, start = LEARNERS[learner]
    return f"weights_after n {step} {start} {seen[1]}", f"update n {step} w {seen[0]}"


def _erring(claim: Claim, version: str) -> tuple[str, ...]:
    """Return what a mistake is, the step and the start, where the claim's learner has these; else nothing."""
    texts = (ERRING | MOVED).get((learner_text(claim), version), ())
    if claim.start and "{from}" not in texts:
        return ()
    return tuple(text.replace("{from}", "s" if claim.start else "zero") for text in texts)


def version_of(claim: Claim) -> str:
    """Return the version of the claim's learner."""
    return claim.learner.targets if claim.learner is not None else ""


def runs(wrong: str, step: str, start: str) -> str:
    """Return the arguments of a sum over the trials of a learner that its mistakes change."""
    return f"{wrong if ' ' not in wrong else f'({wrong})'} {step} {start} S"


def _of_runs(claim: Claim, part: Mapping[str, Any]) -> dict[Formula, str]:
    """Return what the tables have of whole runs: of a start, and of two learners."""
    texts = {read(text): coq for text, coq in OF_RUNS.items()}
    pair = (learner_text(claim), part.get("second", ""), version_of(claim))
    if part.get("second_version") == version_of(claim) and not claim.start:
        texts |= {read(f"sum_t({body})"): coq for (*key, body), coq in PAIRED.items() if tuple(key) == pair}
    return texts


def _scope(claim: Claim, part: Mapping[str, Any]) -> CoqScope:
    """Return what names mean in a part of a quantity that is said of trials, states or entries.

    All learners here predict w.x; of a state that is not the weights nothing is said but where a mistake takes it.
    """
    known = _known(claim, part)
    if (learner_text(claim), part.get("version", version_of(claim))) in MOVED:
        return CoqScope(claim, {"u": ("u", "n"), "z_next": ("{next}", "n")}, {}, known=known)
    before = "{next}" if part.get("over") == "states" else "{w}"
    vectors = {"w": (before, "n"), "w_next": ("{next}", "n")}
    numbers = dict.fromkeys(("wx", "yhat"), f"dot n {before} (fst c)") | {"ww": "dot n {next} {next}"}
    counts = frozenset({"i"}) if part.get("over") == "entries" else frozenset[str]()
    return CoqScope(claim, vectors, numbers, counts=counts, known=known).on_trial()


def _known(claim: Claim, part: Mapping[str, Any]) -> dict[Formula, str]:
    """Return what the tables have for a part of a quantity that is said of trials, states or entries."""
    kind, learner = claim.outcomes.kind, learner_text(claim)
    version = part.get("version", version_of(claim))
    run = _erring(claim, version)
    moved = (learner, version) in MOVED
    of_trials = {} if moved else OF_PATHS | OF_VERSIONS.get(version, {})
    table = _seen(of_trials, version, kind, run[0] if run else "")
    if learner == part.get("second") == "fixed()":
        second = {f"second_{name}": coq for name, coq in OF_INTERVALS.items()}
        table |= _seen(second, part["second_version"], kind)
    if run:
        arguments = runs(*run).removesuffix("S") + "{past}"
        counted = COUNTED if moved else COUNTED | OF_WEIGHTS
        table |= {read(f"past_t({body})"): coq.replace("{run}", arguments) for body, coq in counted.items()}
    if part.get("over") == "states":
        return {formula: coq.replace("{w}", "{next}") for formula, coq in table.items()}
    return table


def _seen(table: Mapping[str, str], version: str, kind: str, wrong: str = "") -> dict[Formula, str]:
    """Return a table with what the learner sees of a trial, and its mistake; without what it does not have."""
    trial, _ = OUTCOMES.get((version, kind), ("", ""))
    absent = [name for name, text in (("{trial}", trial), ("{wrong}", wrong)) if not text]
    kept = {text: coq for text, coq in table.items() if not any(name in coq for name in absent)}
    return {read(text): coq.replace("{trial}", trial).replace("{wrong}", wrong) for text, coq in kept.items()}


def _conclusion(scope: CoqScope, part: Mapping[str, Any]) -> tuple[list[str], str]:
    """Return what a claim says of one of its quantities, after the conditions on which it says so."""
    claim = scope.claim
    if part.keys() - PARTS:
        raise NotInTheTables
    names = named_in(part)
    names = _PAST | names if "over" in part else names
    formula = put_in(read(part["value"]), names)
    if "over" not in part and formula not in scope.known and not isinstance(formula, Constant):
        raise NotInTheTables
    spoken = {symbol.name: names.get(symbol.name, Name(symbol.name)) for symbol in claim.bound.free_symbols}
    here = {name for name, of in spoken.items() if name in names or of in scope.known or name in scope.numbers}
    of = {name: scope.value(spoken[name]) for name in here}
    said = related(claim.relation, scope.value(formula), constant(claim, "b", claim.bound, of))
    asked = read(part["if"]) if "if" in part and CONDITION not in SPARED.get(claim.id, ()) else None
    return [_condition(scope, factor) for factor in ([] if asked is None else operands(asked, "*"))], said


def _condition(scope: CoqScope, formula: Formula) -> str:
    """Return what it is that a formula is true, or that a number is not 0."""
    claim = scope.claim
    wrong, *_ = _erring(claim, version_of(claim)) or ("",)
    if claim.outcomes.kind == "labels" and (text := _seen(TRUE, "", "", wrong).get(formula)):
        return text
    if isinstance(formula, Apply) and formula.function in RELATIONS:
        return scope.proposition(formula)
    return f"{scope.value(formula)} <> 0"
