"""Derive: from a learner's rule and two losses to the best bound that one inequality a trial gives, proved by z3."""

from verify.derive.derived import Derived, Part, derive

__all__ = ["Derived", "Part", "derive"]
