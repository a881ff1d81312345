"""Exact numbers: rationals, combinations of roots, exponentials and logarithms, and decisions about them."""

from bounds.numbers.balls import ball, working_precision
from bounds.numbers.decimals import decimal, enclosure_text, float_ratio, number_text, short_text, to_float
from bounds.numbers.decisions import compare, floor, largest, require_order
from bounds.numbers.enclosed import Enclosed
from bounds.numbers.exponential_sums import ExpSum
from bounds.numbers.quotients import log_expsum, quotient, sum_of_powers, whole_power
from bounds.numbers.rational import common_denominator, parse_rational, to_fraction
from bounds.numbers.real import Number, Real, exp, log, power, reciprocal, require_sign, root, sign, sqrt, total

__all__ = [
    "Enclosed",
    "ExpSum",
    "Number",
    "Real",
    "ball",
    "common_denominator",
    "compare",
    "decimal",
    "enclosure_text",
    "exp",
    "float_ratio",
    "floor",
    "largest",
    "log",
    "log_expsum",
    "number_text",
    "parse_rational",
    "power",
    "quotient",
    "reciprocal",
    "require_order",
    "require_sign",
    "root",
    "short_text",
    "sign",
    "sqrt",
    "sum_of_powers",
    "to_float",
    "to_fraction",
    "total",
    "whole_power",
    "working_precision",
]
