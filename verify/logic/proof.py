"""A proof as it was checked, and how it reads: its steps, what it rests on, what it had to repair in the source."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bounds.claims.claim import Claim
from bounds.claims.shown import inequality_of_a_trial
from bounds.display import Reported, html_table
from bounds.errors import not_a_yes_or_no
from verify.logic.kernel import BASE_KINDS, Axiom, Step
from verify.logic.notation import text
from verify.logic.record import CoqTheorem

WIDTH = 112

CHECKERS = {
    "z3": "z3",
    "induction": "induction",
    "calculus": "signs of derivatives",
    "enclosure": "enclosures",
    "run": "exact runs",
    "identity": "an identity",
    "coq": "Coq",
    "play": "the checker of plays",
    "axiom": "as stated",
}

KINDS = {
    "inner product": "the axioms of an inner product",
    "square root": "the square roots of numbers that are not negative",
    "count": "numbers that count, and indices",
    "definition": "definitions of the run, of sums and of counts",
    "choice": "indices that are chosen: where something is least, or fails",
    "hypothesis": "premises of the claim",
    "measure": "what the claim's parameters measure",
    "analysis": "facts of analysis",
}

CONCLUSIONS = {
    "checked": "every step is checked, from the axioms of an inner product, definitions and the claim's premises",
    "partial": "every step is checked, but it also rests on facts that Coq is not known to have proved",
    "proposed": "z3 says so, and nothing else does",
    "not proved": "a step does not go through",
    "coq": "Coq accepts the theorem",
    "failed": "a step does not go through, and what it says is false",
    "inconsistent": "axioms and premises contradict each other, so that anything follows from them",
    "none": "there is no proof",
}


@dataclass(frozen=True)
class Repair:
    """A place where the source's own step is wrong or incomplete, and what was done about it."""

    step: str
    text: str

    def __str__(self) -> str:
        return f"{self.step}: {self.text}"


@dataclass(frozen=True, repr=False)
class Proof(Reported):
    """A proof as it was checked.

    ``status`` is "checked" where every step was checked and only base axioms are used (inner products, the definitions
    of the run, the claim's own premises) and named facts that Coq has proved as they are stated here (``confirmed``),
    "partial" where a fact is used that is not known to be proved (``unchecked``), "proposed" where z3 alone says so of
    a claim of one's own, as a certificate is ``missing`` and Coq has no theorem, "not proved" where a step does not go
    through, "failed" where what it says is shown to be false besides, "inconsistent" where axioms and premises
    contradict each other, so that anything would follow, and "none" where there is no proof, nor anything that shows
    the claim to be false.

    Attributes
    ----------
    claim : Claim
        The claim.
    steps : tuple of Step
        The steps that were checked.
    axioms : tuple of Axiom
        What they use.
    failed : Step or None
        The first step that does not go through.
    repairs : tuple of Repair
        Where a step of the source itself is wrong or incomplete, and what was done about it.
    reason, why : str
        Why there is no proof, and in a sentence what is wrong at the failed step, where the catalogue knows.
    refuted : str
        What shows the step, or the claim, to be false.
    inconsistent : bool
        Whether axioms and premises contradict each other.
    follows_from : Proof or None
        The proof from which that of a variant follows: its steps lead from there to it, and it rests on all that that
        rests on.
    record : CoqTheorem or None
        The proof of record of a claim of the catalogue, its theorem in Coq; where there are no steps to be read, that
        is the one step.
    confirmed : frozenset of str
        The names of the facts that Coq has proved: none, until Coq's record is asked.
    plan : Mapping or None
        What a certificate of it is made from, where one may be (verify.derive.certified).
    certificate : Mapping or None
        The certificate, which verify.kernel_proof checks.
    missing : str
        Why there is no certificate, where nothing but z3 says that the steps of a proof go through.
    """

    claim: Claim
    steps: tuple[Step, ...] = ()
    axioms: tuple[Axiom, ...] = ()
    failed: Step | None = None
    repairs: tuple[Repair, ...] = ()
    reason: str = ""
    why: str = ""
    refuted: str = ""
    inconsistent: bool = False
    follows_from: Proof | None = None
    record: CoqTheorem | None = None
    confirmed: frozenset[str] = frozenset()
    plan: Mapping[str, Any] | None = None
    certificate: Mapping[str, Any] | None = None
    missing: str = ""

    @property
    def status(self) -> Literal["checked", "partial", "proposed", "not proved", "failed", "inconsistent", "none"]:
        """How far the proof goes."""
        if not self.steps:
            return "failed" if self.refuted else "none"
        if self.inconsistent:
            return "inconsistent"
        if self.failed is not None:
            return "failed" if self.refuted or self.failed.how == "run" else "not proved"
        if self.missing and (self.record is None or not self.record.counts):
            return "proposed"
        return "partial" if self.unchecked else "checked"

    @property
    def goes_through(self) -> bool:
        """Whether no step fails, whoever says so."""
        return self.status in ("checked", "partial", "proposed")

    @property
    def by_steps(self) -> bool:
        """Whether its steps were run here; where they were not, the theorem in Coq is all there is."""
        return all(step.how != "coq" for step in self.steps)

    @property
    def facts(self) -> tuple[Axiom, ...]:
        """The axioms that are facts of analysis rather than base axioms."""
        return tuple(axiom for axiom in self.axioms if axiom.kind not in BASE_KINDS)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """The names of the facts that Coq is not known to have proved."""
        return tuple(fact.name for fact in self.facts if fact.name not in self.confirmed)

    @property
    def seconds(self) -> float:
        """The time the steps took."""
        return sum(step.seconds for step in self.steps)

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "proof.status == 'checked'")

    def _repr_html_(self) -> str:
        return proof_html(self)

    def __str__(self) -> str:
        return proof_text(self)


def proof_text(proof: Proof) -> str:
    """Return the whole proof as text."""
    claim = proof.claim
    lines = [f"{claim.id}  {claim.title}", f"  ({claim.source})"]
    lines += _paragraph(f"Claim: {claim.inequality}", "  ", "    ")
    if not proof.steps:
        return "\n".join([*lines, f"no proof: {proof.reason}", *_false(proof)])
    steps, trial = _reported(proof), inequality_of_a_trial(claim)
    if trial and not proof.by_steps:
        lines += _paragraph(f"Its inequality of a trial: {trial}", "  ", "    ")
    lines += ["", "Steps" if proof.by_steps else "The proof of record"]
    for number, step in enumerate(steps, 1):
        lines += _step(number, step, steps[number : number + 2])
    lines += ["", _rests_on(proof), *_axioms(proof)]
    if proof.repairs:
        lines += ["", "Repaired in the source's own proof"]
        lines += [line for repair in proof.repairs for line in _paragraph(str(repair), "  ", "    ")]
    lines += ["", *_conclusion(proof, steps)]
    return "\n".join(lines)


LISTED = 30
"""Steps up to which a notebook shows them without being asked."""


def proof_html(proof: Proof) -> str:
    """Return the whole proof as HTML: a table of its steps, what it rests on, what it repaired, how it ends."""
    claim = proof.claim
    parts = [f"<div><b>{html.escape(f'{claim.id}  {claim.title}')}</b><br>{html.escape(str(claim.source))}"]
    parts.append(f"<div style='margin:6px 0'>${html.escape(claim.latex(), quote=False)}$</div>")
    if not proof.steps:
        said = "".join(f"<br>{html.escape(line)}" for line in _false(proof))
        return "".join([*parts, f"<b>no proof</b>: {html.escape(proof.reason)}{said}</div>"])
    steps = _reported(proof)
    rows = [
        [str(number), step.name, _statement(step, steps[number : number + 2]), _ending(step)]
        for number, step in enumerate(steps, 1)
    ]
    table = html_table(["", "step", "statement", "checked by"], rows)
    parts.append(f"<details{' open' * (len(steps) <= LISTED)}><summary>{len(steps)} steps</summary>{table}</details>")
    rest = _axioms(proof)
    parts.append(f"{html.escape(_rests_on(proof))}<pre>{html.escape(textwrap.dedent(chr(10).join(rest)))}</pre>")
    if proof.repairs:
        repairs = "".join(f"<li>{html.escape(str(repair))}</li>" for repair in proof.repairs)
        parts.append(f"Repaired in the source's own proof<ul>{repairs}</ul>")
    first, *more = _conclusion(proof, steps)
    colour = "green" if proof.status in ("checked", "partial") else "orange" if proof.goes_through else "red"
    parts.append(f"<b style='color:{colour}'>{html.escape(first)}</b>")
    return "".join([*parts, *(f"<br>{html.escape(line)}" for line in more), "</div>"])


def _rests_on(proof: Proof) -> str:
    base = proof.follows_from
    if not proof.by_steps and proof.record is not None:
        return f"It rests on axioms of Coq's library of real numbers: {', '.join(proof.record.axioms) or 'none'}"
    if base is None and not proof.axioms:
        return "It rests on nothing else"
    if base is None:
        return "It rests on"
    known = f"is {base.status}" if base.by_steps else "is in Coq"
    return f"It rests on the proof of {base.claim.id}, which {known}, and on"


def _own(proof: Proof) -> list[Axiom]:
    """Return the axioms to be listed: of a variant that follows from a proof, named facts and what is its own."""
    elsewhere = () if proof.follows_from is None else proof.follows_from.axioms
    return [axiom for axiom in proof.axioms if axiom.kind == "analysis" or axiom not in elsewhere]


def _reported(proof: Proof) -> list[Step]:
    """Return the steps that a report shows."""
    return [step for step in proof.steps if step.how != "axiom" or not step.ok]


def _ending(step: Step) -> str:
    """Say how a step was checked, and what was found where that says more."""
    more = step.message if not step.ok or step.how in ("calculus", "enclosure") else ""
    return f"{CHECKERS[step.how]}{'' if step.ok else ': FAILS'}{f' ({more})' if more else ''}"


def _step(number: int, step: Step, later: list[Step]) -> Iterator[str]:
    seconds = f"{step.seconds:.2f} s" if step.seconds >= 0.005 else "< 0.01 s"
    checked = f"{CHECKERS[step.how]}, {seconds}" if step.how not in ("induction", "coq", "play") else CHECKERS[step.how]
    yield f"{number:>4}. {step.name}  [{checked}]{'' if step.ok else '  FAILS'}"
    yield from _paragraph(_statement(step, later), "        ", "          ")
    if not step.ok or step.how in ("calculus", "enclosure"):
        yield from _paragraph(step.message, "        > ", "          ")


def _statement(step: Step, later: list[Step]) -> str:
    """Return what a step says; start and step of an induction refer to the P(t) that follows."""
    inductions = {other.name: other for other in later if other.how == "induction"}
    for end, words in ((": start", "P(0), for the P below"), (": step", "P(t) implies P(t + 1), for the P below")):
        name = step.name.removesuffix(end)
        if step.ok and name != step.name and name in inductions:
            return words if step.formula is None else words.replace("(t", f"({_variable(inductions[name])}")
    said = step.statement
    return f"P: {said}" if step.how == "induction" else said


def _variable(induction: Step) -> str:
    """Return the variable of an induction."""
    return str(induction.formula.var_name(0))


def _axioms(proof: Proof) -> Iterator[str]:
    """Yield the lines about what a proof rests on."""
    axioms = _own(proof)
    for kind, title in KINDS.items():
        of_kind = [axiom for axiom in axioms if axiom.kind == kind]
        if of_kind:
            yield from _paragraph(f"{title}{_trust(proof) if kind == 'analysis' else ''}:", "  ", "    ")
        for axiom in of_kind:
            said = text(axiom.formula)
            plain = " = " in axiom.name or axiom.name.startswith(("sign of", "parameters:")) or axiom.name == said[:1]
            yield from _paragraph(said if plain else f"{axiom.name}: {said}", "    ", "      ")


def _trust(proof: Proof) -> str:
    """Say which of its facts Coq has proved as they are stated here."""
    count, left = len(proof.facts), proof.unchecked
    if not left:
        return f", {f'all {count} ' if count > 1 else ''}checked in Coq"
    return f", {count - len(left)} of {count} checked in Coq; NOT checked: {', '.join(left)}"


def _conclusion(proof: Proof, steps: list[Step]) -> Iterator[str]:
    count = f"{len(steps)} step{'s' * (len(steps) != 1)}, {proof.seconds:.2f} s"
    if proof.failed is None or proof.inconsistent:
        said = CONCLUSIONS[proof.status if proof.by_steps else "coq"]
        said += ", and facts that Coq has proved" if proof.facts and proof.status == "checked" else ""
        if proof.follows_from is not None:
            base, by_coq = proof.follows_from.claim.id, not proof.follows_from.by_steps
            said = f"it follows from {base}{' (Coq): every step is checked' if by_coq else f': {said}'}"
        yield f"{proof.status}: {said}{f' ({count})' if proof.by_steps else ''}"
        if proof.status == "proposed":
            yield from _paragraph(f"What a certificate lacks: {proof.missing}", "  ", "    ")
        yield from _record(proof)
        return
    number = steps.index(proof.failed) + 1 if proof.failed in steps else len(steps)
    yield f"{proof.status}: step {number} does not go through ({count})"
    yield from _paragraph(f"{proof.failed.name}: {proof.failed.message}", "  ", "    ")
    yield from _false(proof)


def _false(proof: Proof) -> Iterator[str]:
    """Say what shows that a claim is false, and what is wrong with it, where that is known."""
    if proof.refuted:
        yield from _paragraph(f"It is false: {proof.refuted}", "  ", "    ")
    if proof.why:
        yield from _paragraph(proof.why, "  ", "    ")


def _record(proof: Proof) -> Iterator[str]:
    """Say what Coq proves: the claim itself, or the claim from which it follows."""
    base = proof if proof.follows_from is None else proof.follows_from
    if base.record is not None:
        of_base = "" if base is proof else f"{base.claim.id} is "
        yield from _paragraph(f"{of_base}{base.record}", "", "  ")


def _paragraph(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    ) or [first.rstrip()]
