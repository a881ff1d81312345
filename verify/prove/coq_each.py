"""A claim about each trial alone as one Coq file: along the run, no trial's amount is above its bound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bounds.claims.claim import Claim as Stated
from verify.prove.coq_file import file_of
from verify.prove.coq_worst import Worst


class File(Worst):
    """The Coq file of a comparison of each trial, of which the amount less the bound is at most 0."""

    own_words = ()

    def __init__(self, claim: Stated, document: Mapping[str, Any]) -> None:
        statement = document["statement"]
        value = f"sum_t(({statement['compare'][0]['value']}) - ({statement['bound']}))"
        super().__init__(claim, {**document, "statement": {**statement, "compare": [{"value": value}], "bound": "0"}})
        self.names = self.claim.vectors

    def conclusion(self) -> str:
        """Return what is claimed of a run."""
        rest = self.arguments()
        said = f"gain n{rest} s c <= bound n{rest} (INR (length S))"
        return f"along (step n{rest}) (fun s c => {said}) (start n{rest}) S"

    def source(self) -> str:
        """Return the whole file."""
        return file_of("Worst", self.definitions(), (), self.theorem())

    def theorem(self) -> Iterator[str]:
        """Yield the theorem."""
        yield from self.stated_at_values()
        yield "  apply along_all. intros s c Hc'. unfold bound."
        yield from self.trial(())
        yield "    lra."
        yield "Qed.\n"
