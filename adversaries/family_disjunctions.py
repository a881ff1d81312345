"""Instances for claims about disjunctions."""

from __future__ import annotations

from collections.abc import Callable

from adversaries.build import Bytes
from bounds.claim import Claim
from bounds.trials import Instance

FAMILIES: dict[str, Callable[[Claim, Bytes], Instance]] = {}
