"""A claim as people read it: everything that it says, as text and as HTML."""

from __future__ import annotations

from bounds.claims.latex import claim_latex
from bounds.claims.limits import ranges, signed
from bounds.claims.statement import Statement
from bounds.display import html_report, report
from bounds.symbols import meaning


def claim_lines(claim: Statement) -> list[tuple[str, str]]:
    """Return a claim's parts as (name, text) pairs."""
    parts = [
        ("claim", claim.inequality),
        ("source", str(claim.source)),
        ("standing", standing_of(claim)),
        ("learner", claim.learner.text if claim.learner else "none"),
        *([("of", claim.learners)] if claim.learners else []),
        *_rule_lines(claim),
        ("outcomes", claim.of_outcomes),
        ("comparator", claim.of_comparator),
    ]
    parts += [("hypothesis", str(h) if h.name == h.text else f"{h.name}: {h}") for h in claim.hypotheses]
    parts += [("sets", f"{name} = {text}") for name, text in claim.definition_texts.items()]
    negative = signed(claim)
    for symbol, interval in ranges(claim).items():
        limit = ", any real number" if interval.end is None and symbol in negative else ""
        if interval.made_below is not None:
            limit = f", instances are made below {interval.end}"
        elif interval.upper is not None:
            limit = f", {'at most' if interval.upper.operator == '<=' else 'below'} {interval.end}"
        what = "a parameter of your own" if claim.own else meaning(str(symbol))
        what += f", {claim.domain(symbol)}" if symbol in claim.domains and claim.own else ""
        parts.append(("free", f"{symbol}: {what}{limit}"))
    parts.append(("ties", claim.ties))
    said = inequality_of_a_trial(claim)
    if said:
        parts.append(("per trial", said))
    if claim.note:
        parts.append(("note", claim.note))
    if claim.counterpart:
        parts.append(("see also", claim.counterpart))
    return parts


def standing_of(claim: Statement) -> str:
    """Return how a claim stands; of a variant how that stands of which it is one.

    >>> from boundcheck import theorem
    >>> print(standing_of(theorem("bylander.8").replace(bound="U")))
    a variant of bylander.8, which is true with a silent hypothesis made explicit
    """
    said = claim.standing.value
    return said if claim.base is None or claim.own else f"a variant of {claim.base.id}, which is {said}"


def inequality_of_a_trial(claim: Statement) -> str:
    """Return the inequality of a trial whose sum is the claim, where the claim has one; else nothing."""
    allowance = claim.allowance(tidy=True)
    if allowance is None or claim.per_trial is None:
        return ""
    scale, charge = allowance
    said = f"{claim.per_trial.gain} <= ({scale})*(d(u, w) - d(u, w')) + {charge}"
    other = claim.per_trial.distance
    return said if other is None else f"{said}, d: {other.name}"


def _rule_lines(claim: Statement) -> list[tuple[str, str]]:
    """Return what a learner by rule does, where its text is a name."""
    if claim.learner is None or claim.learner.rule is None or claim.learner.text == str(claim.learner.rule):
        return []
    return claim.learner.rule.lines()


def claim_report(claim: Statement) -> str:
    """Return everything that a claim says, as a report.

    >>> from boundcheck import theorem
    >>> print(claim_report(theorem("bylander.2")))  # doctest: +ELLIPSIS
    bylander.2  Theorem 2: absolute loss of the Perceptron
      claim        Abs-Loss(A, S) - Abs-Loss(u, S) <= U**2/(2*eta) + eta*l*X**2/2
      source       Bylander 1998, Theorem 2, p. 338
    ...
    """
    return report(f"{claim.id}  {claim.title}", claim_lines(claim))


def claim_html(claim: Statement) -> str:
    """Return a claim as HTML: its inequality as a formula, and its parts."""
    return html_report(claim_report(claim), claim_latex(claim))
