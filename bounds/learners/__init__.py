"""Executable learners: those of the sources by a table of their rules, and one's own."""

from bounds.learners.base import Learner
from bounds.learners.rule import RuleLearner
from bounds.learners.tabled import TableLearner, named

__all__ = ["Learner", "RuleLearner", "TableLearner", "named"]
