"""The potential of learners that multiply their weights, where a claim gives none.

With a bound a ln(n) + b l + c H it is a (ln(sum(w)) - u.ln(w)) - b (t - 1) - c (sum of losses so far): a times the
relative entropy of an expert to the shares of the weights, or of u on the simplex but for its own entropy. Weights
that begin with a sum in which n does not occur are taken to keep it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import sympy

from bounds.claims.claim import Claim, Potential
from bounds.errors import BoundcheckError
from bounds.formulas import Apply, Name, read, write
from verify.derive.found_potential import number_of
from verify.judge.certificate import NoFormula, statement
from verify.kernel import Malformed
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.weights import Weighed

OWN = "dot(u, ln(w))"
ENTROPY = f"ln(sum(w)) - {OWN}"
POSITIVE = "all_i(w > 0)"


def found_weights(claim: Claim) -> Iterator[Potential]:
    """Yield the potential that a claim about a learner with weights w may be proved by.

    >>> from bounds.claims.catalogue import theorem
    >>> print(*(found.formula for found in found_weights(theorem("classics.hedge"))))
    (1/eta)*(ln(sum(w)) - dot(u, ln(w))) - (eta/8)*(t - 1)
    """
    with suppress(Refused, Malformed, NoFormula, BoundcheckError):
        said = statement(claim)
        stated = Weighed(said)
        if "w" not in stated.vectors:
            return
        bound = sympy.expand(sympy.expand_log(number_of(read(re.sub(r"\blog\(", "ln(", said["bound"])))))
        count, trials = (sympy.Symbol(name, positive=True) for name in ("n", "l"))
        a, b = bound.coeff(sympy.log(count)), bound.coeff(trials)
        total = sympy.simplify(number_of(read(said["learner"].get("start", {}).get("w", "0"))) * count)
        entropy, invariants = ENTROPY, [POSITIVE]
        if total != 0 and not total.has(count):
            a, invariants = a / total, [POSITIVE, f"sum(w) == {total}"]
            entropy = f"-{OWN}" if total == 1 else f"{total}*ln({total}) - {OWN}"
        text = f"({a})*({entropy}) - ({b})*(t - 1)" if b != 0 else f"({a})*({entropy})"
        for hypothesis in said["hypotheses"].values():
            match read(hypothesis):
                case Apply("<=", (Apply("sum_t", (of,)), Name(end))):
                    c = bound.coeff(sympy.Symbol(end, positive=True))
                    text += f" - ({c})*sum_t({write(of)})" if c != 0 else ""
        if a != 0 and not any(value.has(count, trials) for value in (a, b)):
            yield Potential(text, tuple(invariants))
