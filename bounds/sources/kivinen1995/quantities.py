"""What the statements of Kivinen and Warmuth 1995 compare: spans, rotated runs, forced mistakes, exact counts."""

from __future__ import annotations

import re
from typing import Any

from bounds.claims.claim import Case, LearnerSpec, Quantity
from bounds.claims.quantities import amount_of, each, parts, played
from bounds.claims.words import Words
from bounds.data.vectors import Vector, vector
from bounds.mathematics import hadamard

# --- disjunctions --------------------------------------------------------------------------------------


AS_THRESHOLDS = parts(
    "the disjunction at `x_t`, less `[u.x_t >= psi]`",
    *({"over": "trials", "value": f"(sum(u*x != 0) > 0) - ({test})"} for test in ("ux >= 1/2", "ux >= 1", "2*ux >= 1")),
    notes=("(u, 1/2)", "(u, 1)", "(2u, 1)"),
)


def promotions(*learners: LearnerSpec) -> Quantity:
    """Return, for each update, by how much w.x_t moved towards the label."""
    formula = {"over": "trials", "if": "err", "value": "y*(dot(w_next, x) - dot(w, x))"}
    return parts(
        "`sigma * (w_t+1.x_t - w_t.x_t)` on a mistake, where `sigma` is the label, `+1` or `-1`",
        *({**formula, **played(spec)} for spec in learners),
    )


VC = amount_of("VCdim(disjunctions of k of N variables)", "vc_dimension(N, k)")
SHATTERED_LABELINGS = amount_of("2**VCdim - binomial(N, k)", "2**vc_dimension(N, k) - binomial(N, k)")

# --- two random points of {0, 1}^N ----------------------------------------------------------------------


LAW = "binomial(N, j)*3**(N - j)/4**N"
"""P(x.x' = j): each coordinate is 1 in both with probability 1/4."""

DOT_MOMENTS = parts(
    "`E[x.x'] - N/4`, `Var[x.x'] - 3N/16`",
    {"value": f"sum_for(j, 0, N, j*{LAW}) - N/4"},
    {"value": f"sum_for(j, 0, N, (j - N/4)**2*{LAW}) - 3*N/16"},
    notes=("E[x.x'] - N/4", "Var[x.x'] - 3N/16"),
)
DOT_FAR = amount_of("`P(|x.x' - N/4| > N/8)`", f"sum_for(j, 0, N, if(abs(j - N/4) > N/8, {LAW}, 0))")

# --- additivity ----------------------------------------------------------------------------------------


def outside_span(*learners: LearnerSpec, text: str = "", from_zero: bool = False) -> Quantity:
    """Return the rank that w_t - w_1 adds to x_1, ..., x_{t-1}: 0 for all t iff the run is additive.

    With ``from_zero`` the rank that w_t itself adds.
    """
    subject, gain = ("w_t", "w") if from_zero else ("w_t - w_1", "w - s")
    part = {"over": "states", "value": f"sum(outside_span({gain}) != 0) > 0"}
    return parts(
        text or f"`rank(x_1, ..., x_t-1, {subject}) - rank(x_1, ..., x_t-1)`",
        *({**part, **played(spec)} for spec in learners),
    )


def additive(spec: LearnerSpec) -> Quantity:
    """Return the rank test and the coefficients alpha_{t,i} = -eta*sigma_i of equation (3)."""
    ranks = outside_span(spec)
    coefficients = {"over": "trials", "value": "sum(abs(w_next - s + past_t(eta*(one - (y > 0))*x)))"}
    moved = Words("|`w_t - w_1` + `eta` * sum of `sigma_i x_i`|")
    return parts(
        Words(ranks.text) + ", " + moved.marked,
        *ranks.formula,
        {**coefficients, **played(spec)},
        notes=(ranks.text, moved),
    )


NOT_ADDITIVE = parts(
    "`|w_3 - (4, 2, 2)|`, [`w_3 - w_1` in the span of `x_1`, `x_2`]",
    {"value": "sum(abs(w_end - vector(4, 2, 2)))"},
    {"value": "sum(outside_span(w_end - 1) != 0) == 0", "with": {"t": "3"}},
    notes=("|w_3 - (4, 2, 2)|", "1 if w_3 - w_1 is in the span of x_1, x_2"),
)

# --- rotations -----------------------------------------------------------------------------------------


def _reflected(x: str) -> str:
    """Return the formula for x reflected along u (x itself where u is 0)."""
    return f"if(sum(abs(u)), {x} - 2*dot(u, {x})/dot(u, u)*u, {x})"


PRODUCTS_KEPT = each(
    "`(Aw).(Ax_t) - w.x_t`, `A` the reflection along `u`", f"dot({_reflected('s')}, {_reflected('x')}) - dot(s, x)"
)

LEAVES_THE_CUBE = amount_of(
    "entries of `A x_1, ..., A x_l` other than 0 and 1, `A` the reflection along `u`",
    f"sum_t(sum(({_reflected('x')} != 0)*({_reflected('x')} != 1)))",
)


def changed_by_rotation(*learners: LearnerSpec) -> Quantity:
    """Return the number of trials whose predictions change when every example is reflected along u."""
    return parts(
        "trials predicted differently when every `x` is reflected along `u`",
        *(
            {
                **played(spec),
                "second": spec.formula,
                "second_version": spec.targets,
                "see": _reflected("x"),
                "value": "sum_t(one != second_one)",
            }
            for spec in learners
        ),
    )


def told_apart(spec: LearnerSpec) -> Quantity:
    """Return, for each t, whether w_t leaves the span of x_1, ..., x_{t-1} without a rotation showing it.

    A keeps the span and turns what is orthogonal to it (the proof of theorem 3). Where w_t has a part v
    outside the span, the hypothesis (w_t, theta) gives 1 to x and 0 to Ax for x = (|theta| + 1) v / v.v.
    """
    return each(
        "[`w_t` is outside the span of `x_1, ..., x_t-1`, and no `x` is told from `Ax`]",
        "if(sum(v != 0) == 0, 0, (dot(w, probe) >= theta) == (dot(w, -probe) >= theta))",
        over="states",
        names={"v": "outside_span(w)", "probe": "(abs(theta) + 1)/dot(v, v)*v"},
        **played(spec),
    )


# A x is (x_1 + x_2, x_1 - x_2)/sqrt(2). Winnow with factor alpha and threshold theta on that is, number for number,
# Winnow with alpha**(1/sqrt(2)) and sqrt(2)*theta on the rational (x_1 + x_2, x_1 - x_2).
NOT_ROTATION_INVARIANT = parts(
    "`ln(w_3)/eta - (1, 1)`, `ln(w~_3)/eta - (sqrt(2), 0)`, [same prediction on `x_3` and `A x_3`]",
    *(
        {
            "over": "trials",
            "if": "t == 3",
            "value": value,
            "learner": "winnow(exp(eta))",
            "version": "threshold(theta)",
            "second": "winnow(exp(eta/sqrt(2)))",
            "second_version": "threshold(theta*sqrt(2))",
            "see": "vector(at(x, 1) + at(x, 2), at(x, 1) - at(x, 2))",
        }
        for value in (
            "ln(at(w, 1))/eta - 1",
            "ln(at(w, 2))/eta - 1",
            "ln(at(second_w, 1))/eta - sqrt(2)",
            "ln(at(second_w, 2))/eta",
            "one == second_one",
        )
    ),
)

# --- Hadamard pairs ------------------------------------------------------------------------------------

# Row t of the matrix, its pair, the targets of section 3, definition 7.


def _row(t: str) -> str:
    return f"hadamard_row(d, {t})"


def _candidates(t: str) -> tuple[str, str]:
    """Return z_t' and z_t'' of definition 9."""
    rest = "0*part(s, 2**d + 1, n)"
    return f"vector(1/2*(1 + {_row(t)}), {rest})", f"vector(1/2*(1 - {_row(t)}), {rest})"


def _target(i: str) -> str:
    """Return the disjunction of variable i <= 2**d and the k - 1 variables after 2**d."""
    return f"((indices(n) == {i}) + (indices(n) > 2**d)*(indices(n) < 2**d + k))"


def _differ(w: str, u: str, psi: str, first: str, second: str) -> str:
    """Return whether w and the classifier (u, psi) differ at a pair: definition 7, with w for its w_1."""
    up = f"(dot({u}, {first}) > {psi})*({psi} > dot({u}, {second}))*(dot({w}, {first}) <= dot({w}, {second}))"
    down = f"(dot({u}, {first}) < {psi})*({psi} < dot({u}, {second}))*(dot({w}, {first}) >= dot({w}, {second}))"
    return f"({up} + {down})"


def _differ_on_pairs(w: str, i: str) -> str:
    """Return at how many pairs of B_H w differs from target i."""
    return f"sum_for(t, 1, 2**d, {_differ(w, _target(i), '1/2', *_candidates('t'))})"


def _over_rows(value: str) -> str:
    """Return the sum of a value over all rows i, j of the matrix."""
    return f"sum_for(i, 1, 2**d, sum_for(j, 1, 2**d, {value}))"


_AGAINST = "sum_for(t, 1, 2**d, at(hadamard_row(d, t), i)*dot(part(s, 1, 2**d), hadamard_row(d, t)) <= 0)"
"""At how many pairs of B_H the start vector orders the candidates against target i, or not at all."""


def _largest(text: str) -> str:
    """Return the formula with the order of the adversary's matrix, the largest that fits, in the place of d."""
    return re.sub(r"\bd\b", "order", text)


ON_PAIRS: dict[str, Any] = {
    "over": "adversary",
    "pairs": _largest("2**d"),
    "z1": _largest(_candidates("t")[0]),
    "z2": _largest(_candidates("t")[1]),
    "label": "dot(target, x) >= 1/2",
    "with": {
        "order": "floor(log2(n - k + 1))",
        "most": _largest(f"max_for(i, 1, 2**d, {_AGAINST})"),
        "best": _largest(f"2**d - max_for(i, 1, 2**d, if({_AGAINST} == most, 2**d - i, 0))"),
        "target": _largest(_target("best")),
    },
}
"""The adversary of theorem 13, with the first target that differs from the start vector most often (lemma 12)."""


def start_of(case: Case) -> Vector:
    """Return the start vector, zero where none is given."""
    given = case.instance.start
    return vector([0] * case.instance.trials.n) if given is None else given


SYLVESTER_FACTS = parts(
    "`H H' - n I`, `H - H'`, first row and column less 1, `[D(p, q) != n/2]`",
    {"value": _over_rows(f"abs(dot({_row('i')}, {_row('j')}) - 2**d*(i == j))")},
    {
        "value": _over_rows(f"abs(dot(flip*{_row('i')}, flip*{_row('j')}) - 2**d*(i == j))"),
        "with": {"flip": "1 - 2*(indices(2**d) - 3*floor(indices(2**d)/3) == 2)"},
    },
    {"value": _over_rows(f"abs(at({_row('i')}, j) - at({_row('j')}, i))")},
    {"value": f"sum(abs({_row('1')} - 1)) + sum_for(i, 1, 2**d, abs(at({_row('i')}, 1) - 1))"},
    {"value": _over_rows(f"if(j < i, sum({_row('i')} != {_row('j')}) != 2**d/2, 0)")},
    notes=(
        "H H' - n I",
        "the same with some columns times -1",
        "H - H'",
        "first row and column, less 1",
        "pairs of rows with D(p, q) != n/2",
    ),
)

FARTHEST_COLUMN = amount_of(
    "max over columns `q_j` of `D(p, q_j)`, `p` the signs of `s`",
    f"max_for(j, 1, 2**d, sum_for(i, 1, 2**d, at({_row('i')}, j) != if(at(s, i) > 0, 1, -1)))",
)


def _over_earlier_pairs(value: str) -> str:
    """Return the sum of a value over all i < t; {0} to {3} in it stand for z_i', z_i'', z_t' and z_t''."""
    return f"sum_for(t, 1, 2**d, sum_for(i, 1, t - 1, {value.format(*_candidates('i'), *_candidates('t'))}))"


MISPRINTED_PRODUCTS = amount_of(
    "equations `z_t'.z_t' = z_i'.z_t''` and `z_i''.z_t' = z_i''.z_t''` that fail for `B_H`",
    _over_earlier_pairs("(dot({2}, {2}) != dot({0}, {3})) + (dot({1}, {2}) != dot({1}, {3}))"),
)


def _identity(candidate: int, sign: str) -> str:
    first, second = _candidates("t")
    product = f"4*dot({_candidates('i')[candidate]}, {first} - {second})"
    rows = f"{sign} 2*dot({_row('i')}, {_row('t')}) - 2*sum({_row('t')})"
    return f"sum_for(t, 1, 2**d, sum_for(i, 1, 2**d, abs({product} {rows})))"


PRODUCT_IDENTITY = parts(
    "equations of definition 6 that fail for `B_H`, and the identity behind them",
    {"value": _over_earlier_pairs("(dot({0}, {2}) != dot({0}, {3})) + (dot({1}, {2}) != dot({1}, {3}))")},
    {"value": _identity(0, "-")},
    {"value": _identity(1, "+")},
    notes=(
        "equations of definition 6 that fail",
        "4 z_i'.(z_t' - z_t'') - 2 h_i.h_t - 2 sum h_t",
        "4 z_i''.(z_t' - z_t'') + 2 h_i.h_t - 2 sum h_t",
    ),
)

DIFFERS_FROM_ZERO = amount_of(
    "trials at which 0 and `(u, 1/2)` differ on `B_H`, `u = e_1 + e_l+1 + ... + e_N`", _differ_on_pairs("0*s", "1")
)
DIFFERS_FROM_FIRST = amount_of(
    "trials at which 0 and `(u, 1/2)` differ on `B_H`, `w_1` in place of 0", _differ_on_pairs("s", "1")
)
DIFFERS_MOST = amount_of(
    "max over targets of the trials at which `w` and `(u, 1/2)` differ on `B_H`",
    f"max_for(i, 1, 2**d, {_differ_on_pairs('s', 'i')})",
)


def forced(*learners: LearnerSpec) -> Quantity:
    """Return the mistakes that the adversary forces, for each learner, with N variables and k literals.

    Its pairs are those of the largest d with 2**d + k - 1 <= N.
    """
    return parts(
        "max over trial sequences of `M` (the adversary's is played)",
        *({**ON_PAIRS, "value": "sum_t(err)", **played(spec)} for spec in learners),
        notes=tuple(f"M of {spec.text}" for spec in learners),
    )


def most_forced(spec: LearnerSpec) -> Quantity:
    """Return the most mistakes of any trial sequence, by exhaustive search, counted up to N - k + 1."""
    return amount_of(
        "max over trial sequences of `M`, counted up to `N - k + 1` (exhaustive)",
        "m",
        over="worst",
        most="n - k + 1",
        **played(spec),
    )


def sequence_of(case: Case) -> list[hadamard.Pair]:
    """Return the sequence B held by the instance: its examples are z_1', z_1'', z_2', z_2'', ..."""
    examples = case.instance.trials.examples
    return list(zip(examples[::2], examples[1::2], strict=False))


GIVEN_PAIRS: dict[str, Any] = {
    "over": "adversary",
    "pairs": "floor(l/2)",
    "z1": "example(2*t - 1)",
    "z2": "example(2*t)",
    "label": "dot(u, x) >= psi",
}
"""The adversary of theorem 8, whose pairs are the instance's examples."""

MISTAKES_WHERE_DIFFERENT = amount_of(
    "`M` against the adversary on `B`",
    "sum_t(err)",
    **GIVEN_PAIRS,
    names={"D": f"sum_t({_differ('s', 'u', 'psi', 'z1', 'z2')})"},
)
PAIR_ORDERS = amount_of(
    "the sum over `t` of `|w_t.(z_t' - z_t'') - w_1.(z_t' - z_t'')|`",
    "sum_t(abs(dot(w, z1 - z2) - dot(s, z1 - z2)))",
    **{**GIVEN_PAIRS, "if": "l > 1"},
)

_PICK = "example(2*i - (i - 2*floor(i/2)))"

SUMS_TELL_APART = amount_of(
    "sum over `t` of `|w_t.(z_t' - z_t'')|`, "
    "`w_t = x_1 + 2 x_2 + ... + (t-1) x_t-1`, `x_i = z_i'` for odd `i`, `z_i''` for even `i`",
    "sum_for(t, 1, floor(l/2), abs(sum_for(i, 1, t - 1, "
    f"i*(dot({_PICK}, example(2*t - 1)) - dot({_PICK}, example(2*t))))))",
)

_TELLS_APART = "dot(example(i), example(2*t - 1)) != dot(example(i), example(2*t))"
TOLD_APART = f"sum_for(t, 1, floor(l/2), sum_for(i, 1, 2*t - 2, {_TELLS_APART}))"
"""How many equations of definition 6 fail for the instance's pairs."""

# --- the batch setting ---------------------------------------------------------------------------------


def _held_out_errors(*candidates: str) -> str:
    wrong = " + ".join(f"((dot(w_end, {z}) >= c_end) != (dot(u, {z}) >= 1/2))" for z in candidates)
    return f"sum_for(t, 2**d/2 + 1, 2**d, {wrong})"


BATCH_ERRORS = amount_of("errors on the instances of the second half of the rows", _held_out_errors(*_candidates("t")))
BATCH_ERRORS_SINGLE = amount_of("errors on `z_t'` for `t` in the second half", _held_out_errors(_candidates("t")[0]))

_SEEN = " + ".join(f"(sum(x != {z}) == 0)" for z in _candidates("i"))
IN_FIRST_HALF = f"all_t(sum_for(i, 1, floor(2**d/2), {_SEEN}) != 0)"
"""Every example is a z_i' or z_i'' of the first half of the rows."""


# --- experiments ---------------------------------------------------------------------------------------


TUNED_WINNOW: dict[str, Any] = {"second": "winnow(3/2)", "second_version": "threshold(n/k)"}


WINNOW_ON_THE_ADVERSARY = amount_of(
    "`M` of Winnow, more what `M` of the Perceptron lacks of `N - k + 1`, on the sequence that forces so many on it",
    "sum_t(second_err) + (n - k + 1 - sum_t(err))",
    **ON_PAIRS,
    **TUNED_WINNOW,
)

SAMPLE_DIFFERENCE = amount_of(
    "`M`(Perceptron, bias trick, zero start) - `M`(Winnow, `N/k`, `ln(3/2)`)",
    "sum_t(err) - sum_t(second_err)",
    learner="bias_perceptron(1, 0)",
    version="threshold(0)",
    **TUNED_WINNOW,
)
