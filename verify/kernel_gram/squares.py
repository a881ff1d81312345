"""Worst cases of the LMS learner with squared loss, whose steps depend on the outcomes: w' = w + eta (y - w.x) x.

With e_t = y_t - w_t.x_t and g_t = e_t x_t the weights are eta (g_1 + ... + g_t), so that with h_t = y_t - u.x_t

    e_t h_t = e_t**2 + eta (g_1 + ... + g_{t-1}).g_t - u.g_t,    |g_t|**2 <= X**2 e_t**2.

For every number b_t, c h_t**2 + 2 b_t e_t h_t + b_t**2 e_t**2/c is a square. So with k_t = -(1 + 2 b_t + b_t**2/c) >= 0
the sum of e_t**2 - c h_t**2 is at most a |u|**2 less a quadratic form in u, g_1, ..., g_l with k_t/X**2 and a on its
diagonal, a chain. Where that is never negative the sum is at most a U**2: the certificate is a and b_1, ..., b_l. A
shorter sequence is one with trials (0, 0).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.kernel import ONE, ZERO, Formula, Malformed, Number, plays_alone, read, sign, size, spend
from verify.kernel_gram.certificate import MAX_LENGTH, NOTHING_CLAIMED, about, conclusion, constant, rational
from verify.kernel_gram.chain import Step, nonnegative
from verify.kernel_gram.claims import Claim, in_intervals, summands
from verify.kernel_gram.formulas import GramScope, value
from verify.kernel_gram.numbers import Refused, square

FORMAT = "boundcheck squared loss 1"
MAX_DEGREE = 4

Polynomial = dict[tuple[str, ...], Fraction]
"""The coefficient of each product of variables, in alphabetical order."""

VARIABLES = ("y", "yhat", "ux", "x")


class Squares:
    """A claim that the LMS learner's squared loss, less ``charge`` times the comparator's, is at most a bound."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        statement, self.names = claim.statement, claim.names(1)
        if claim.by_length:
            raise Refused("the rule, or what is compared, depends on the number of trials")
        self.rate = self.step(statement["learner"])
        compared = statement["compare"]
        if len(compared) != 1 or compared[0].keys() != {"value"}:
            raise Refused("the claim compares more than one sum over the trials")
        self.scale, charge = ZERO, ZERO
        for inside, factor in summands(read(compared[0]["value"]), "1"):
            weight = self.constant(factor)
            mine, theirs = (self.multiple(inside, name) for name in ("yhat", "ux"))
            if mine is None and theirs is None:
                raise Refused("the losses are not (y - yhat)**2 and (y - ux)**2")
            self.scale += weight * (mine or ZERO)
            charge -= weight * (theirs or ZERO)
        if self.scale <= 0 or charge <= 0:
            raise Refused("the comparator's squared loss has to be taken off the learner's")
        self.charge = charge / self.scale
        premises = claim.premises(self.names)
        if any(sign(premises.get(name, ZERO)) <= 0 for name in ("u", "x")):
            raise Refused("without limits on the norms of u and x, or with a limit of 0, this is not for this program")
        self.u, self.x = square(premises["u"]), square(premises["x"])

    def constant(self, text: str) -> Fraction:
        """Return the value of a formula in the parameters, which has to be rational."""
        number = value(read(text), GramScope(self.names))
        if not isinstance(number, Fraction):
            raise Refused("an irrational rate or factor; choose the parameters so that it is rational")
        return number

    def polynomial(self, formula: Formula, state: str = "") -> Polynomial:
        """Return a formula as a polynomial in the variables of a trial and the state."""
        head, arguments = formula
        if arguments is None and head in (*VARIABLES, state):
            return {(head,): ONE}
        if arguments is None or head == "":
            polynomial = value(formula, GramScope(self.names))
            if not isinstance(polynomial, Fraction):
                raise Refused("an irrational number in the rule; choose the parameters so that it is rational")
            return {(): polynomial} if polynomial else {}
        given = [self.polynomial(a, state) for a in arguments]
        if head == "+":
            return combined(given[0], given[1], ONE)
        if head == "-":
            return combined(given[0], given[1], -ONE) if len(given) == 2 else combined({}, given[0], -ONE)
        if head == "*":
            return product(*given)
        if head == "/" and given[1].keys() == {()}:
            return product(given[0], {(): 1 / given[1][()]})
        if head == "**" and given[1] == {(): Fraction(2)}:
            return product(given[0], given[0])
        raise Refused(f"the function {head!r} has no place in the LMS rule, or in a squared loss")

    def multiple(self, text: str, name: str) -> Fraction | None:
        """Return the factor of (y - name)**2 that a loss is, None where it is not."""
        polynomial = self.polynomial(read(text))
        factor = polynomial.get(("y", "y"), ZERO)
        gap: Polynomial = {("y",): ONE, (name,): -ONE}
        return factor if factor and polynomial == product({(): factor}, product(gap, gap)) else None

    def step(self, learner: Any) -> Fraction:
        """Return the rate of a rule w + rate*(y - yhat)*x."""
        if not isinstance(learner, Mapping) or len(learner["rule"]) != 1:
            raise Refused("only the LMS learner by its rule, with one vector, is known for single outcomes")
        ((state, text),) = learner["rule"].items()
        if not plays_alone(learner):
            raise Refused("the learner draws, or does not see the trial")
        if any(read(start) != read("0") for start in learner.get("start", {}).values()):
            raise Refused("the learner starts at another vector than 0")
        if read(learner["predict"]) != read(f"dot({state}, x)") or state in (*VARIABLES, *self.names):
            raise Refused("the prediction is not the product of the weights and the example")
        polynomial = self.polynomial(read(text), state)
        rate = polynomial.get(("x", "y"), ZERO)
        wanted: Polynomial = {(state,): ONE, ("x", "y"): rate, ("x", "yhat"): -rate}
        if rate <= 0 or polynomial != wanted:
            raise Refused("for single outcomes, the rule has to be w + eta*(y - yhat)*x")
        return rate

    def room(self, slope: Fraction) -> Fraction:
        """Return k = -(1 + 2 b + b**2/c)."""
        return -(1 + 2 * slope + slope**2 / self.charge)

    def steps(self, slopes: Sequence[Fraction]) -> list[Step]:
        """Return what the trials add to the weight: k_t/X**2 |g_t|**2 + 2 b_t g_t.(u - w_t) each."""
        after = {"w": {"w": ONE, "x": self.rate}}
        return [Step(self.room(b) / self.x, 2 * b, {"w": -2 * b}, after) for b in slopes]

    def total(self, weight: Fraction) -> Fraction:
        """Return the amount that a weight proves."""
        return self.scale * weight * self.u

    def keeps(self, amount: Number, length: int) -> bool:
        """Tell whether an amount keeps the bound of every length up to this one of which something is claimed."""
        most = -1 if self.claim.statement["relation"] == "<" else 0
        wanted = [m for m in range(length + 1) if self.claim.applies(m)]
        return all(sign(amount - self.claim.bound(m)) <= most for m in wanted)

    def proves(self, weight: Fraction, slopes: Sequence[Fraction]) -> bool:
        """Tell whether no sequence of as many trials as there are slopes, or fewer, has an amount above the total."""
        return weight >= 0 and all(self.room(b) >= 0 for b in slopes) and nonnegative(weight, self.steps(slopes))


def combined(a: Polynomial, b: Polynomial, factor: Fraction) -> Polynomial:
    """Return a + factor*b."""
    spend(size((*a.values(), *b.values())) + len(b) * size(factor))
    sums = {key: a.get(key, ZERO) + factor * b.get(key, ZERO) for key in (*a, *b)}
    return {key: c for key, c in sums.items() if c}


def product(a: Polynomial, b: Polynomial) -> Polynomial:
    """Return a*b."""
    spend(len(b) * size(tuple(a.values())) + len(a) * size(tuple(b.values())))
    terms: Polynomial = {}
    for first, c in a.items():
        for second, d in b.items():
            key = tuple(sorted((*first, *second)))
            if len(key) > MAX_DEGREE:
                raise Refused(f"a polynomial of degree more than {MAX_DEGREE}")
            terms[key] = terms.get(key, ZERO) + c * d
    return {key: c for key, c in terms.items() if c}


def applicable(statement: Mapping[str, Any]) -> bool:
    """Whether a claim is one about single outcomes, and not about absolute loss on them."""
    return bool(in_intervals(statement)["outcomes"] == "points")


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate that has been read."""
    statement, length = document["statement"], document["length"]
    said = [about(document["claim"], statement, catalogue)]
    if not applicable(statement):
        raise Refused(f"the outcomes are {statement['outcomes']}; these certificates are about single ones")
    claim = Claim(statement, {name: constant(text) for name, text in document["parameters"].items()})
    problem = Squares(claim)
    weight, slopes = rational(document["weight"]), [rational(text) for text in document["slopes"]]
    if not len(slopes) == length <= MAX_LENGTH:
        raise Malformed(f"the length has to be the number of slopes, at most {MAX_LENGTH}")
    if not problem.proves(weight, slopes):
        return False, [*said, "the quadratic form is not positive semidefinite"]
    if not problem.keeps(problem.total(weight), length):
        return False, [*said, f"it proves {problem.total(weight)}, which does not keep the bound"]
    if not claim.says_something(length):
        said.append(NOTHING_CLAIMED)
    reach = f"of at most {length} trials, in any dimension"
    return True, [*said, *conclusion(document, reach, f"by {length} slopes, checked in fractions")]
