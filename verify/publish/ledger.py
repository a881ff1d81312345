"""The ledger: how far each claim has come, computed from runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Standing
from bounds.errors import BoundcheckError, not_a_yes_or_no
from verify.certify.search import characterised
from verify.judge.status import Status
from verify.memory import cache_directory, fingerprint, keep, key, recall
from verify.optimal.record import recorded
from verify.own_data.writer import trials_object
from verify.publish.evidence import Evidence, coq_evidence, evidence, read_evidence, with_coq
from verify.search.corpus import content
from verify.search.search import Search, search
from verify.search.searched import searched
from verify.workers import in_processes

NO_PROOF = Evidence("none")


@dataclass(frozen=True)
class Entry:
    """One line of the ledger, plain data that can cross a process boundary.

    ``verdict`` is "refuted", "held" or "untested"; ``ratio`` the best achieved/bound, ``attained`` whether some
    instance holds with exact equality; ``witness`` and ``counterexample`` are instances as JSON objects, of a refuted
    claim the same one. ``worst`` is the exact worst case that comes closest to the bound, at default parameters, where
    there is a proof of it, and ``cases`` are all that were found. ``optimal`` says how far any learner could do better.
    """

    id: str
    source: str
    standing: str
    bound: str
    verdict: str
    instances: int
    holds: int
    violated: int
    vacuous: int
    undecided: int
    seed: int
    seconds: float
    ratio: float | None
    attained: bool
    witness_name: str
    witness: dict[str, Any] | None
    counterexample: dict[str, Any] | None
    proof: Evidence = NO_PROOF
    worst: str = ""
    cases: tuple[dict[str, Any], ...] = ()
    optimal: str = ""

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "entry.as_expected")

    @property
    def as_expected(self) -> bool:
        """Whether the claim came out as its standing says, decided."""
        if self.standing == Standing.FALSE.value:
            return self.verdict == "refuted"
        return self.verdict == "held" and not (self.undecided or self.violated)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Entry:
        """Return the entry that ``asdict`` wrote down."""
        parts = {"proof": read_evidence(written["proof"]), "cases": tuple(written["cases"])}
        return cls(**{**written, **parts})

    def as_json(self) -> dict[str, Any]:
        """Return the entry in the shape of ``boundcheck ledger --json``."""
        attack_keys = ("verdict", "instances", "holds", "violated", "vacuous", "undecided", "seed", "seconds")
        everything = asdict(self)
        return {
            "id": self.id,
            "source": self.source,
            "standing": self.standing,
            "bound": self.bound,
            "as_expected": self.as_expected,
            "proof": self.proof.as_json(),
            "attack": {
                "claim": self.id,
                "bound": self.bound,
                **{key: everything[key] for key in attack_keys},
                "best_ratio": self.ratio,
                "counterexample": self.counterexample,
            },
            "tightness": {
                "ratio": self.ratio,
                "attained": self.attained,
                "name": self.witness_name,
                "witness": self.witness,
                "worst": list(self.cases),
                "any_learner": self.optimal or None,
            },
        }


def entry(result: Search) -> Entry:
    """Summarise a search."""
    claim, counts = result.claim, result.counts
    shown = result.verdict if result.refuted else result.best
    return Entry(
        id=claim.id,
        source=str(claim.source),
        standing=claim.standing.value,
        bound=claim.inequality,
        verdict=result.conclusion.lower(),
        instances=result.tried,
        holds=counts[Status.HOLDS],
        violated=counts[Status.VIOLATED],
        vacuous=counts[Status.VACUOUS],
        undecided=counts[Status.UNDECIDED],
        seed=result.seed,
        seconds=round(result.seconds, 3),
        ratio=result.best_ratio,
        attained=shown is not None and shown.attained,
        witness_name=result.found_name if result.refuted else result.best_name,
        witness=None if shown is None else trials_object(shown.instance),
        counterexample=None if result.verdict is None else trials_object(result.verdict.instance),
    )


def entry_of(
    identifier: str, instances: int, seed: int, seconds: float | None = None, *, corpus: bool = False
) -> Entry:
    """Search one claim of the catalogue, run its proof steps, and summarise both.

    ``seconds`` replaces the budget of ``instances``. With ``corpus`` what is kept of the claim is tried first, and
    judged like everything else (see ``verify.search.corpus``).
    """
    claim = theorem(identifier)
    cases = characterised(claim)
    worst = str(max(cases, key=lambda case: case.share)) if cases else ""
    budget: dict[str, Any] = {"instances": instances} if seconds is None else {"seconds": seconds}
    result = searched(claim, seed=seed, keep=False, **budget) if corpus else search(claim, seed=seed, **budget)
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    known = recorded(claim)
    return replace(
        entry(result),
        proof=evidence(identifier),
        worst=worst,
        cases=tuple(case.as_json() for case in cases),
        optimal="" if known is None else known.mark,
    )


def _written(item: Entry) -> dict[str, Any]:
    return asdict(replace(item, proof=replace(item.proof, coq=None)))


class Memory:
    """The entries of earlier runs: with the same code and libraries, statements, instances and seed."""

    def __init__(self, instances: int, seed: int, *, corpus: bool = False) -> None:
        self._about = instances, seed
        self._corpus = corpus
        self._keys: dict[str, str] = {}
        self._code = fingerprint()

    @property
    def refused(self) -> str:
        """Why nothing can be remembered here; nothing where something can."""
        try:
            cache_directory()
        except BoundcheckError as error:
            return str(error)
        return ""

    def _file(self) -> Path:
        return cache_directory() / f"ledger-{self._code}.json"

    def _key(self, claim: Claim) -> str:
        premises = [f"{part.name}: {part.text}" for part in claim.hypotheses]
        read = content(claim) if self._corpus else ""
        return key(claim.id, claim.inequality, premises, claim.standing.value, *self._about, read)

    def recall(self, claims: Iterable[Claim]) -> dict[str, Entry]:
        """Return the entries that are remembered, by id."""
        entries: dict[str, Entry] = {}
        with suppress(BoundcheckError):
            known = recall(self._file())
            for claim in claims:
                self._keys[claim.id] = self._key(claim)
                with suppress(KeyError, TypeError):
                    item = Entry.read(known[self._keys[claim.id]])
                    stated = claim.id, claim.standing.value, claim.inequality
                    entries |= {claim.id: item} if (item.id, item.standing, item.bound) == stated else {}
        return entries

    def keep(self, claims: Iterable[Claim], entries: Mapping[str, Entry]) -> None:
        """Keep the entries that are there, but for claims whose corpus changed since they were recalled."""
        with suppress(BoundcheckError):
            keys = {claim.id: self._key(claim) for claim in claims if claim.id in entries}
            same = {name: text for name, text in keys.items() if self._keys.get(name, text) == text}
            keep(self._file(), {text: _written(entries[name]) for name, text in same.items()})


def ledger(
    claims: Iterable[Claim] | None = None,
    instances: int = 500,
    seed: int = 0,
    seconds: float | None = None,
    jobs: int = 1,
    progress: Callable[[Entry], None] | None = None,
    memory: Memory | None = None,
    corpus: bool = False,
) -> list[Entry]:
    """Search every claim (or those given) and return the entries in the catalogue's order.

    The proof of each is run too; Coq's proofs count if Coq has been run on these sources. ``seconds`` are for each
    claim, in place of ``instances``; ``jobs`` is the number of processes. ``progress`` is called with each entry as it
    is finished; what ``memory`` has is taken from there, and what is new goes into it. With ``corpus`` what searches
    have kept is tried first. An interrupt, or a process that is killed twice, leaves the entries finished so far.
    """
    wanted = list(catalogue() if claims is None else claims)
    identifiers = [claim.id for claim in wanted]
    work = partial(entry_of, instances=instances, seed=seed, seconds=seconds, corpus=corpus)
    done: dict[str, Entry] = {}

    def finish(result: Entry) -> None:
        done[result.id] = result
        if progress is not None:
            progress(result)

    for result in (memory.recall(wanted) if memory is not None else {}).values():
        finish(result)
    left = [identifier for identifier in identifiers if identifier not in done]
    with suppress(KeyboardInterrupt):
        if jobs > 1 and left:
            in_processes(work, left, jobs, lambda _, result: finish(result))
        for identifier in left if jobs <= 1 else ():
            finish(work(identifier))
    new = {identifier: done[identifier] for identifier in left if identifier in done}
    if memory is not None and new:
        memory.keep(wanted, new)
    proofs = with_coq({identifier: item.proof for identifier, item in done.items()}, coq_evidence()[0])
    return [replace(done[identifier], proof=proofs[identifier]) for identifier in identifiers if identifier in done]
