"""What is known of the theorem of a claim in Coq: its file, its axioms, and who has checked it as it stands here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bounds.errors import not_a_yes_or_no

RUN = "python -m verify.proofs.coq_run"


@dataclass(frozen=True)
class Checked:
    """What Coq proved of these very sources: the axioms of claims and of facts, if it ran ``here``, and its version."""

    axioms: Mapping[str, frozenset[str]]
    here: bool
    version: str
    facts: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class CoqTheorem:
    """The Coq theorem of a claim, its file, and what is known of it: ``checked`` is None where nothing counts."""

    file: str
    theorem: str
    checked: Checked | None
    axioms: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether Coq has accepted the theorem as it is here."""
        return self.checked is not None

    @property
    def place(self) -> str:
        """The file and the theorem."""
        return f"{self.file}, theorem {self.theorem}"

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "record.counts")

    def __str__(self) -> str:
        if self.checked is None:
            return (
                f"its proof is in Coq: {self.place}; it does not count, because neither was Coq run on these sources "
                f"here nor is the record of its last run about them ({RUN})"
            )
        if self.checked.here:
            return f"proved (Coq): {self.place}"
        return (
            f"checked by Coq (record): {self.place}; Coq {self.checked.version} accepted these very sources, and was "
            f"not run on them here ({RUN})"
        )
