"""Ways to make instances that a claim names by its ``family``: one function from (claim, bytes) a family."""

from __future__ import annotations

from collections.abc import Callable

from adversaries.generate import family_disjunctions, family_experts, family_formulas, family_quasi_additive
from adversaries.generate.bytes import Bytes
from bounds.claims.claim import Claim
from bounds.data.instances import Instance

FAMILIES: dict[str, Callable[[Claim, Bytes], Instance]] = {
    **family_experts.FAMILIES,
    **family_disjunctions.FAMILIES,
    **family_quasi_additive.FAMILIES,
    **family_formulas.FAMILIES,
}
