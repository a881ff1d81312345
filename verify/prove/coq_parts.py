"""Worst cases as one Coq file, whatever is compared: a module for each comparison, where there are several.

What a version calls the side, the loss and a mistake is put in as its formulas, which are the checker's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bounds.claims.claim import Claim as Stated
from verify.kernel import ABSOLUTE
from verify.kernel_gram.numbers import Refused
from verify.kernel_gram.rules import distance, of_version
from verify.prove import coq_each, coq_endless, coq_patterns
from verify.prove.coq_worst import Worst

HEAD = "From Boundcheck Require Import Worst.\nOpen Scope R_scope.\n"


class File:
    """The Coq file of a certificate of worst cases."""

    def __init__(self, claim: Stated, document: Mapping[str, Any]) -> None:
        self.files = [*files(claim, document)]

    def source(self) -> str:
        """Return the whole file."""
        if len(self.files) == 1:
            return self.files[0].source()
        said, names = [HEAD], [f"Part{i}" for i, _ in enumerate(self.files, 1)]
        for name, file in zip(names, self.files, strict=True):
            inside = file.source().removeprefix(HEAD).partition("Print Assumptions")[0]
            said.append(f"Module {name}.\n{inside}End {name}.\n")
        both = " /\\ ".join(f"{name}.claim" for name in names)
        said.append(f"Definition claim : Prop := {both}.\n")
        exact = "|".join(f"exact {name}.holds" for name in names)
        said.append(f"Theorem holds : claim.\nProof. repeat apply conj; first [{exact}]. Qed.\n")
        return "\n".join([*said, "Print Assumptions holds.", ""])


def files(claim: Stated, document: Mapping[str, Any]) -> Iterator[Worst]:
    """Yield the file of each comparison."""
    statement = in_formulas(document["statement"])
    for i, part in enumerate(statement["compare"]):
        one = {**alone(document, str(i)), "statement": {**statement, "compare": [part]}}
        kind = coq_each if "over" in part else coq_endless if "endless" in one else coq_patterns
        yield kind.File(claim, one)


def alone(document: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return the certificate of one comparison, as if it were the only one."""
    one, endless = dict(document), document.get("endless", {})
    one.pop("endless", None)
    if part in endless:
        one["endless"] = {"0": endless[part]}
    lists = {key.partition("/"): given for key, given in document["multipliers"].items()}
    one["multipliers"] = {f"0/{rest}": given for (of, _, rest), given in lists.items() if of == part}
    return one


def in_formulas(statement: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a statement about labels without the words of its version."""
    if statement["outcomes"] != "labels":
        return statement
    try:
        words = of_version(statement["version"], {})
    except Refused:
        return statement
    meant = {name: words[name] for name in ("side", "err", "loss")} | {"u_loss": distance(ABSOLUTE, {}, "ux")}

    def spelt(text: str) -> str:
        for _ in range(2):  # a mistake may be a side that is not 0
            text = re.sub(r"\b(side|err|loss|u_loss)\b", lambda found: f"({meant[found[0]]})", text, flags=re.ASCII)
        return text

    learner, compare = statement["learner"], statement["compare"]
    if isinstance(learner, Mapping):
        rule = {name: spelt(text) for name, text in learner["rule"].items()}
        learner = {**learner, "rule": rule, "predict": spelt(learner["predict"])}
    compare = [{**part, "value": spelt(part["value"])} for part in compare]
    return {**statement, "learner": learner, "compare": compare, "bound": spelt(statement["bound"])}
