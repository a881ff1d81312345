"""The claim that a statement in the formula language of certificates makes, as an object: what ``statement`` undoes.

A claim of the catalogue is that of its id, with what the statement changes in it; any other one has a learner by rule
and is read as one's own. What was made has to state, part by part, what it was made from.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from bounds import symbols as s
from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim, Hypothesis, LearnerSpec, Quantity
from bounds.claims.named import VersionNamed
from bounds.claims.own import by_rule, learner, own_claim
from bounds.claims.own_symbols import DOMAINS, declared
from bounds.claims.premises import premise_of
from bounds.claims.stated import named_learner, regret_of
from bounds.domains import REAL
from bounds.errors import BoundcheckError
from bounds.expression import as_expression, format_expression, parse_number
from bounds.formulas import write
from bounds.formulas.losses import LOSSES, OF_COMPARATOR, loss_formula, of_comparator
from bounds.formulas.rules import Outcomes, Rule, further_of
from bounds.formulas.scope import Further
from bounds.formulas.text import as_typed
from bounds.formulas.tree import Formula, Name, substitute
from verify import kernel
from verify.judge.certificate import statement
from verify.judge.given import predicting_spec

SHOWN = 300
"""Characters of a difference that an error shows."""

Said = Mapping[str, Any]


def restated(name: str, said: Said) -> Claim:
    """Return the claim of this name that states this; raise BoundcheckError, saying what differs, if there is none.

    >>> from boundcheck import theorem
    >>> variant = theorem("bylander.5").replace(bound="U**2", without="separable")
    >>> restated("bylander.5", statement(variant)) == variant
    True
    """
    original = {claim.id: claim for claim in catalogue()}.get(name)
    claim = _own(name, said) if original is None else _variant(original, said)
    ranges = statement(claim, recorded=True)["hypotheses"].keys() - said["hypotheses"].keys()
    limited = {*claim.defines, *(claim.free if original is None else ())}
    if anywhere := {symbol: REAL for symbol in limited if f"range of {symbol}" in ranges}:
        claim = dataclasses.replace(claim, domains={**claim.domains, **anywhere})
    made = json.loads(json.dumps(statement(claim, recorded=True)))
    if made != said:
        differing = kernel.differences(said, made, "and the claim that is read from it says") or ["something"]
        first = differing[0] if len(differing[0]) <= SHOWN else f"{differing[0][:SHOWN]}..."
        raise BoundcheckError(f"no claim of the catalogue or of one's own states this: {first}")
    return claim


def _variant(original: Claim, said: Said) -> Claim:
    """Return a claim of the catalogue with the changes that make it state this."""
    before = statement(original)
    if before == said:
        return original
    kept = {h.name for h in original.hypotheses if said["hypotheses"].get(h.name) == h.formula}
    added = [name for name, text in said["hypotheses"].items() if before["hypotheses"].get(name) != text]
    fixed = {name: text for name, text in _fixed(said).items() if before["defines"].get(name) != text}
    changed = original.replace(
        bound=as_expression(said["bound"]) if said["bound"] != before["bound"] else None,
        relation=said["relation"],
        without=[h.name for h in original.hypotheses if h.name not in kept],
        define={name: as_expression(text) for name, text in fixed.items()},
        learner=_player(said) if any(said.get(key) != before.get(key) for key in ("learner", "version")) else None,
    )
    return dataclasses.replace(changed, hypotheses=(*changed.hypotheses, *_hypotheses(said, added, changed.further)))


def _player(said: Said) -> LearnerSpec:
    """Return the learner of a statement: the one that a formula names, or one by rule."""
    if "learner" not in said:
        raise BoundcheckError("the statement has no learner, and the claim that it is about has one")
    given, version = said["learner"], said["version"]
    if isinstance(given, str):
        return named_learner(given, given, version)
    if "predictions" in given:
        beside = _player({**said, "learner": given["beside"]}) if given.get("beside") else None
        if beside is not None and beside.rule is not None:
            beside = dataclasses.replace(beside, version=VersionNamed(version), targets=version)
        numbers = [parse_number(text) for text in given["predictions"]]
        return predicting_spec(numbers, VersionNamed(version), version, given.get("of", ""), beside=beside)
    usual = "classification" if said["outcomes"] == "labels" else "absolute"
    return learner(
        given["rule"],
        predict=given["predict"],
        start=given.get("start"),
        outcomes=said["outcomes"],
        version="" if version == usual else version,
        trial=said.get("trial"),
        draw=given.get("draw"),
        observe=given.get("observe", ""),
    )


def _hypotheses(said: Said, names: list[str], further: Further) -> list[Hypothesis]:
    """Return these hypotheses; a name says nothing, and so the formula is the text too."""
    texts = {name: said["hypotheses"][name] for name in names if name not in _implied(said)}
    return [Hypothesis(name, text, formula=text, further=further) for name, text in texts.items()]


def _implied(said: Said) -> set[str]:
    """Return the names of the hypotheses that follow from the other parts of a claim."""
    return {"no start vector", *(f"range of {name}" for name in (*said["free"], *said["defines"]))}


def _fixed(said: Said) -> dict[str, str]:
    """Return how a statement fixes parameters: an instance may set what is measured, and k is counted."""
    counted = said["defines"].get("k") in ("sum_t(u_err)", "sum(abs(u))")
    open_to_all = {*said["free"], *(["k"] if counted else [])}
    return {name: text for name, text in said["defines"].items() if name not in open_to_all}


# --- one's own ---------------------------------------------------------------------------------------------


def _own(name: str, said: Said) -> Claim:
    """Return the claim of one's own that states this."""
    if not isinstance(said.get("learner"), Mapping):
        raise BoundcheckError(f"the catalogue has no claim {name!r}, and its learner is no rule that could be read")
    if "predictions" in said["learner"]:
        of_rule = _own(name, {**said, "learner": _stand_in(said)})
        return dataclasses.replace(of_rule, title=name).replace(learner=_player(said))
    symbols = _symbols(said)
    declared(symbols)
    spec, rule = by_rule(_player(said))
    regret = regret_of(Quantity("compared", formula=tuple(said["compare"]), further=further_of(rule)))
    if regret is None:
        raise BoundcheckError(f"{name!r} compares no sum over the trials of two losses, which claims of one's own do")
    stated = _hypotheses(said, list(said["hypotheses"]), further_of(rule))
    changing = said.get("comparator") == "u_t"
    premises = {h: premise_of(h, rule, changing=changing) for h in stated}
    given = [text for text in premises.values() if text is not None]

    def claim(more: list[str]) -> Claim:
        return own_claim(
            spec,
            as_expression(said["bound"]),
            gain=_loss(regret.gain, rule.outcomes),
            loss="" if regret.loss is None else _loss_of_comparator(regret.loss, rule.outcomes),
            times=regret.times,
            given=[*given, *more],
            define={a: as_expression(text) for a, text in _fixed(said).items()},
            relation=said["relation"],
            comparator=said.get("comparator", "u"),
            adversary=said.get("adversary", "oblivious"),
            symbols=symbols,
            name=name,
        )

    bare = claim([])
    dropped = [a for a in said["free"] if a in said["defines"] and a not in statement(bare)["defines"]]
    if dropped:  # what the premises that a variant leaves out have measured is measured still
        full = claim([_measuring(a, said["defines"][a], rule, changing=changing) for a in dropped])
        bare = full.replace(without=[h.name for h in full.hypotheses if h not in bare.hypotheses])
    others = [h for h, text in premises.items() if text is None]
    names = {h.formula: h.name for h in stated}
    named = [dataclasses.replace(h, name=names.get(h.formula, h.name)) for h in bare.hypotheses]
    written = None if said["bound"] == format_expression(bare.bound) else as_typed(said["bound"])
    definitions = {s.lookup(a): as_typed(text) for a, text in _fixed(said).items()}
    return dataclasses.replace(bare, hypotheses=(*named, *others), written=written, definitions=definitions)


def _symbols(said: Said) -> dict[str, str]:
    """Return the parameters that are no symbols of the glossary, or have another range, as a claim declares them."""
    ranges: dict[str, str] = {}
    for name in dict.fromkeys((*said["free"], *said["defines"])):
        text = said["hypotheses"].get(f"range of {name}", "")
        usual = s.usual(s.lookup(name)).formula(name) if name in s.glossary() else ""
        if name not in s.glossary() or text not in ("", usual):
            ways = {domain.formula(name): way for way, domain in DOMAINS.items()}
            ranges |= {name: ways[text]} if text in ways else {} if name in s.glossary() else {name: "any"}
    return ranges


def _stand_in(said: Said) -> Said:
    """Return a rule with all the parameters of a statement, in the place of predictions, which have none."""
    parameters = [name for name in said["free"] if name not in said["defines"]]
    return {"rule": {"w": " + ".join(["w", *(f"0*{name}*x" for name in parameters)])}, "predict": "dot(w, x)"}


def _measuring(name: str, text: str, rule: Rule, *, changing: bool) -> str:
    """Return the premise by which a parameter is read off the instance as this."""
    formula = f"{name} >= {text}"
    stated = Hypothesis(formula, formula, formula=formula, further=further_of(rule))
    return premise_of(stated, rule, changing=changing) or f"{text} <= {name}"


def _loss(formula: Formula, outcomes: Outcomes) -> str:
    """Return the name of a loss, or its formula where it has none."""
    named = (name for name in LOSSES if loss_formula(name, outcomes) == formula)
    return next(named, write(formula))


def _loss_of_comparator(formula: Formula, outcomes: Outcomes) -> str:
    """Return the loss of which this is the comparator's, as ``_loss`` does."""
    named = (name for name in LOSSES if name != "update" and of_comparator(loss_formula(name, outcomes)) == formula)
    of_learner = substitute(formula, {other: Name(name) for name, other in OF_COMPARATOR.items()})
    return next(named, write(of_learner))
