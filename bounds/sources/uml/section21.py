"""Section 21.4: the online Perceptron, from the 0-1 loss to gradient descent on the hinge loss."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sympy import Rational

from bounds.claims.claim import (
    Claim,
    Comparator,
    Hypothesis,
    Outcomes,
    Source,
    Standing,
)
from bounds.claims.hypotheses import at_least
from bounds.claims.quantities import disagreements, each, parts
from bounds.claims.sections import false_form, identity
from bounds.claims.stated import named_learner
from bounds.symbols import eta, l, n

cited = partial(Source, "Shalev-Shwartz and Ben-David, Understanding Machine Learning", page="section 21.4, p. 259")


PERCEPTRON = named_learner("`Perceptron(0, eta)`, classification", "perceptron(eta)", "classification")
AT_ZERO = "a prediction of exactly 0 counts as a mistake and updates: sign(0) is neither label"


# --- the 0-1 loss --------------------------------------------------------------------------------------


ZERO_ONE = identity(
    id="uml.01tie",
    title="The learner pays 1 for `p_t = sign(<w, x>)` other than `y_t` exactly where `1[y <w, x> <= 0] = 1`",
    source=cited("definition of the 0-1 loss"),
    standing=Standing.QUALIFIED,
    quantity=each("1[p_t is not y_t] - 1[y_t <w_t, x_t> <= 0]", "err - (y*dot(w, x) <= 0)"),
    outcomes=Outcomes.LABELS,
    learner=PERCEPTRON,
    free=(eta,),
    ties="sign(0) = 0, which is neither label, so a tie is a mistake (silent in the source)",
    counterpart="uml.01tie.printed",
)

ZERO_ONE_PRINTED = false_form(
    ZERO_ONE,
    title="The same with `sign(0) = +1`",
    learner=named_learner("`Perceptron(0, eta)`, `sign(0) = +1`", "perceptron(eta)", "threshold(0)"),
    ties="sign(0) = +1; sign(0) = -1 fails in the same way",
    note="At <w, x> = 0 the learner pays nothing for one of the labels, and the 0-1 loss is 1 for both.",
)

# --- Littlestone's dimension ---------------------------------------------------------------------------


TREE = Hypothesis(
    "tree",
    "`x_t = (v, 1, 0, ..., 0)`, `v` the middle of what the labels so far leave of `[0, 1]`: "
    "above `v` after `+1`, below after `-1`",
    formula="all_t(all_i(x == (1/2 + past_t(y/2**(t + 1)) - y/2**(t + 1))*(indices(n) == 1) + (indices(n) == 2)))",
)
THRESHOLD = Hypothesis(
    "threshold",
    "`u = (-1, a, 0, ..., 0)`, `a` the middle of what all labels leave",
    formula="all_i(u == (1/2 + sum_t(y/2**(t + 1)))*(indices(n) == 2) - (indices(n) == 1))",
)

SHATTERED = Claim(
    id="uml.ldim",
    title="`Ldim = oo` for `d >= 2`: the dyadic tree is shattered, whatever the labels and the depth `l`",
    source=cited("before the surrogate losses"),
    standing=Standing.TRUE,
    quantity=each("y <u, x> on every trial", "y*ux"),
    relation=">=",
    bound=Rational(1, 2) ** (l + 1),
    hypotheses=(at_least(n, 2), TREE, THRESHOLD),
    outcomes=Outcomes.LABELS,
    attained=True,
    family="halving tree",
    learners="any learner without coins: with `y_t` the other side than it predicts, it errs on all `l` trials",
    note="A positive margin on each path of each depth. d = 1 has three functions and Ldim = 1, so d >= 2 is needed.",
)


TREE_ORDER = identity(
    id="uml.treeorder",
    title="`v_1 = 1/2`, `v_2 = 1/4`, `v_3 = 3/4, ...`: level order, node `i` to `2i` after label `-1` and "
    "to `2i + 1` after `+1`",
    source=cited("before the surrogate losses"),
    standing=Standing.TRUE,
    quantity=each(
        "`v_i` less `(2j + 1)/2^(d+1)` at node `i = 2^d + j` of depth `d`",
        "at(x, 1) - (2*j + 1)/2**(d + 1)",
        names={"d": "t - 1", "j": "past_t((t <= d)*(y > 0)*2**(d - t))"},
    ),
    hypotheses=(at_least(n, 2), TREE),
    outcomes=Outcomes.LABELS,
    family="halving tree",
)

# --- the hinge loss ------------------------------------------------------------------------------------


ROUND_LOSS, ROUND_LOSS_AT_U = "err*Max(0, 1 - y*wx)", "err*Max(0, 1 - y*ux)"
"""f_t(w_t) and f_t(u): the hinge loss on mistakes, else 0."""


HINGE = Claim(
    id="uml.hinge",
    title="`f_t` is at least the 0-1 loss: for all `w` on mistake rounds, and at `w_t` on every round",
    source=cited("first and second condition"),
    standing=Standing.TRUE,
    quantity=parts(
        "`f_t(w) - l(w, (x_t, y_t))`",
        {"over": "trials", "if": "err", "value": f"{ROUND_LOSS_AT_U} - (y*ux <= 0)"},
        {"over": "trials", "value": f"{ROUND_LOSS} - (y*wx <= 0)"},
        notes=("f_t(u) - l(u)", "f_t(w_t) - l(w_t)"),
    ),
    relation=">=",
    bound=0,
    outcomes=Outcomes.LABELS,
    learner=PERCEPTRON,
    free=(eta,),
    ties=AT_ZERO,
    counterpart="uml.hinge.correct",
)


HINGE_CORRECT = false_form(
    HINGE,
    "correct",
    title="The second condition read for all `w` on correct rounds too",
    quantity=each("f_t(u) - l(u, (x_t, y_t)) on correct rounds", f"{ROUND_LOSS_AT_U} - (y*ux <= 0)", "err == 0"),
    note="On a correct round f_t = 0, which dominates the 0-1 loss at w_t but not at a vector that errs there.",
)


CHORD_WEIGHTS = ("1/2", "1/3", "9/10")

CONVEX = replace(
    HINGE,
    id="uml.hinge.convex",
    title="`f_t` is convex: between `u` and `w_t` it lies below its chord",
    quantity=parts(
        "`f_t(c u + (1 - c) w_t) - (c f_t(u) + (1 - c) f_t(w_t))`, `c = 1/2`, `1/3`, `9/10`",
        *(
            {
                "over": "trials",
                "value": f"err*Max(0, 1 - y*(c*ux + (1 - c)*wx)) - c*{ROUND_LOSS_AT_U} - (1 - c)*{ROUND_LOSS}",
                "with": {"c": weight},
            }
            for weight in CHORD_WEIGHTS
        ),
        notes=tuple(f"weight {weight}" for weight in CHORD_WEIGHTS),
    ),
    relation="<=",
    counterpart="",
)

GRADIENT_DESCENT = named_learner("Online Gradient Descent(eta) on f_t", "gradient_descent(eta)", "classification")

PERCEPTRON_IS_OGD = identity(
    id="uml.grad",
    title="Online Gradient Descent on the hinge loss of mistake rounds is the Perceptron with step `eta`",
    source=cited("update rule of Online Gradient Descent"),
    standing=Standing.TRUE,
    quantity=disagreements(
        GRADIENT_DESCENT,
        "trials before which the two weight vectors differ",
        "sum(w != second_w) > 0",
    ),
    outcomes=Outcomes.LABELS,
    learner=PERCEPTRON,
    free=(eta,),
    ties=AT_ZERO,
)


SUBGRADIENT = replace(
    PERCEPTRON_IS_OGD,
    id="uml.grad.subgradient",
    title="`-y x` is a subgradient of the hinge loss at `w_t` where `y <w_t, x> <= 0` (`side` is the label there)",
    quantity=each("f_t(u) - f_t(w_t) on a mistake", f"{ROUND_LOSS_AT_U} - {ROUND_LOSS}", "err"),
    relation=">=",
    bound="side*(wx - ux)",
    comparator=Comparator.ANY,
    attained=True,
)
