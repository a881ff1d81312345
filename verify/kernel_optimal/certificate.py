"""Certificates of plays, as they are read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.kernel import plain
from verify.kernel_gram.certificate import about
from verify.kernel_optimal.orthogonal import ANY
from verify.kernel_optimal.play import Play

FORMAT = "boundcheck any learner 1"


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate that has been read."""
    statement, factor = document["statement"], document["factor"]
    said = [about(document["claim"], statement, catalogue)]
    played = Play(statement, document["play"])
    amounts = " and ".join(part["value"] for part in statement["compare"])
    if statement.get("learner") == ANY and factor != "1":
        return False, [*said, "a lower bound is claimed without a factor"]
    if statement["relation"] == "<" and factor == "1":
        return False, [*said, "what is below a bound is not it: a factor is needed"]
    if fault := played.fault():
        return False, [*said, plain(fault)]
    if not played.pays(factor):
        return False, [*said, plain(f"{amounts} may be less than is said of {statement['bound']}")]
    said += [*played.lines(), f"{'' if factor == '1' else f'({factor})*'}({amounts}) >= {statement['bound']}"]
    if statement.get("learner") == ANY:
        said.append("so is the claim: for every learner there is such a sequence")
    elif factor == "1":
        said.append("no learner has a smaller bound there")
    else:
        said.append("no learner has less than this part of the bound")
    return True, [plain(sentence) for sentence in said]
