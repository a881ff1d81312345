"""False variants that lack a hypothesis, and an instance that it would have kept out."""

from __future__ import annotations

from tests.power.changes import false, without

DROPPED = [
    *(
        false(
            claim,
            "without comparator",
            without("comparator"),
            "U may be half of what u asks for, in an equality case or on a long sequence",
        )
        for claim in (
            "bylander.2",
            "bylander.5",
            "bylander.8",
            "bylander.11",
            "bylander.double",
            "gls.perceptron",
            "gls.7.1a",
            "gls.7.1q",
            "gls.7.1b",
            "gls.wm",
            "gls.5.1",
        )
    ),
    *(
        false(
            claim,
            "without examples",
            without("examples"),
            "X may be half of what the examples ask for, in an equality case or on a long sequence",
        )
        for claim in (
            "bylander.2",
            "bylander.3",
            "bylander.5",
            "bylander.6",
            "bylander.7",
            "bylander.8",
            "bylander.9",
            "bylander.11",
            "bylander.12",
            "bylander.A1",
            "gls.perceptron",
            "gls.7.1a",
            "gls.7.1q",
        )
    ),
    *(
        false(claim, "without separable", without("separable"), "x = 1 with labels +1 and -1 in turn, u = 1")
        for claim in ("bylander.5", "bylander.6", "bylander.11", "bylander.12")
    ),
    *(
        false(
            claim, "without sum", without("sum"), "n = 1: u other than U predicts otherwise than w = U on every trial"
        )
        for claim in ("bylander.3", "bylander.9")
    ),
    *(
        false(claim, "without gap", without("gap"), "delta may be as large as one likes")
        for claim in ("gls.perceptron", "gls.7.1a", "gls.7.1b", "gls.wm", "gls.bw", "gls.8.dh")
    ),
    false("bylander.3", "without nonnegative", without("nonnegative"), "u = (2, -1), U = 1, x = (1, -1): u.x = 3"),
    false(
        "bylander.7",
        "without clear",
        without("clear"),
        "n = 2, u = e_1/1000: a tied first trial, k = 0, and U ln n/eta is tiny",
    ),
    false("bylander.7", "without the range of eta", without("eta < 2/(U*X**2)"), "beyond it the bound is negative"),
    false("bylander.fn5", "without the range of eta", without("eta < 2/X**2"), "beyond it the bound is negative"),
    false("bylander.fn5", "without clear", without("clear"), "u tiny, k = 0, U**2/(2 eta) tiny: one mistake"),
    false(
        "bylander.7.dev", "without nonnegative", without("nonnegative"), "u = (2, -1), U = 1, x = (1, -1): loss 4 > 2"
    ),
    false("bylander.7.dev", "without examples", without("examples"), "x = 2, X = 1, u = 1: loss 3 > 2"),
    false("bylander.7.267", "without expert", without("expert"), "n = 1, u = -1, x = 1, y = -1: w > 0 errs, k = 0"),
    false("bylander.7.264", "without expert", without("expert"), "n = 1, u = -1, x = 1, y = -1: w > 0 errs, k = 0"),
    false(
        "bylander.7.267",
        "without inputs",
        without("inputs"),
        "u = e_1 on (1/100, -1): w_1/w_2 has to reach 100, 9 mistakes against 1.9",
    ),
    false(
        "bylander.A1",
        "without weights",
        without("weights"),
        "w = (1, 1, -1), x = (1, -1, 0): ln(2 cosh eta - 1) is eta**2 + O(eta**4)",
    ),
    false("bylander.A1", "without sum", without("sum"), "w = 2, U = 1, x = 0: ln 2 > 0"),
    false("bylander.3.klpos", "without sum", without("sum"), "n = 1, u = 1, w = U = 2: ln(1/2) < 0"),
    false("bylander.3.klinit", "without sum", without("sum"), "n = 1, u = 2, U = 1: 2 ln 2 > 0"),
    false("kitani.wma", "without the range of eta", without("eta <= 1/2"), "kitani.wma.printed: eta near 1"),
    false("kitani.rwma", "without the range of eta", without("eta <= 1/2"), "kitani.rwma.printed: eta near 1"),
    false("kitani.perc", "without gamma > 0", without("gamma > 0"), "kitani.perc.printed: u errs everywhere"),
    false("kitani.perc", "without R", without("R"), "x = u = 1, R = 1/2: 1 against 1/4"),
    false("kitani.perc", "without gamma", without("gamma"), "x = u = 1, gamma = 2: 1 against 1/4"),
    false("kitani.eq7", "without R", without("R"), "x = 1, R = 1/2: 1 against 1/4"),
    false("kitani.eq14", "without gamma", without("gamma"), "x = u = 1, gamma = 2: 1 against 2"),
    false(
        "kitani.winnow",
        "without disjunction",
        without("disjunction"),
        "N = 1: the labels +1 and -1 in turn on (1) are mistakes without end",
    ),
    false("kitani.lem3", "without k = 1", without("k = 1"), "kitani.lem3.printed: one of two is inactive"),
    false("kitani.eq35", "without k = 1", without("k = 1"), "N = k = 2: each e_i -> +1 twice, 4 against 2"),
    false("kw.winnow.up", "without labels", without("labels"), "k = 0 with labels +1: promotions are free"),
    false("kw.winnow.ok", "without labels", without("labels"), "labels in turn on one example: mistakes without end"),
    false("kw.perc.okx", "without labels", without("labels"), "labels in turn on one example: mistakes without end"),
    false("kw.perc.okx", "without k >= 1", without("k >= 1"), "k = 0: the tie on (0) -> -1 is a mistake"),
    false("kw.perc.okx", "without X >= 1", without("X >= 1"), "X = 0: the tie on (0) -> -1 is a mistake"),
    false("kw.perc.okx", "without examples", without("examples"), "X = 1, Hadamard pairs of order 16: 11 against 10"),
    false("kw.okx.bias", "without examples", without("examples"), "X = 0, Hadamard pairs of order 16: 8 against 5"),
    false("kw.okx.fix", "without examples", without("examples"), "X = 1/5: (1) -> +1 is one mistake against 4/5"),
    false("kw.okx.bias", "without labels", without("labels"), "labels in turn on one example: mistakes without end"),
    false("kw.okx.bias", "without start", without("start"), "from (-100): (1) -> +1 errs a hundred times"),
    false("kw.okx.fix", "without labels", without("labels"), "labels in turn on one example: mistakes without end"),
    false("kw.elim", "without labels", without("labels"), "k = N: any mistake, such as (1) -> -1"),
    false("kw.elim", "without the factor", without("alpha > N - k"), "kw.elim.sharp, at alpha = N - k"),
    false("kw.13a", "without d >= 1", without("d >= 1"), "d = 0, a learner that starts at the target: 0 against 1/2"),
    false("kw.lemma5", "without d >= 1", without("d >= 1"), "d = 0, p = (1): 0 against 1/2"),
    false("kw.13b", "without start", without("start"), "from w_1 = e_1 only half are forced"),
    false("kw.thm8", "without pairwise constant", without("pairwise constant"), "then what is learned carries over"),
    false(
        "kw.pairs",
        "without pairwise constant",
        without("pairwise constant"),
        "then an update changes the order",
    ),
    false("kw.incr", "without x != 0", without("x != 0"), "kw.incr.printed: at x = 0 nothing moves"),
    false("gls.4.2", "without nonnegative", without("nonnegative"), "n = 1, u = -1: exp never predicts its sign"),
    false("gls.wm", "without nonnegative", without("nonnegative"), "n = 1, u = -1: one mistake against 0"),
    false("gls.wm", "without entropy", without("entropy"), "entropy may be set to ln n: one mistake against 0"),
    false("gls.7.1a", "without p >= 2", without("p >= 2"), "p = 11/10, x = u = 1: one mistake against 1/10"),
    false("gls.7.1.step", "without p >= 2", without("p >= 2"), "p = 11/10, z = 0: 1 against 1/10"),
    false(
        "gls.7.1q",
        "without start product",
        without("start product"),
        "uz may be as large as one likes",
    ),
    false("gls.7.1b", "without start product", without("start product"), "uz = U Z: the bound is 0"),
    false("gls.7.1c", "without large a", without("large a"), "small a from a start that points away"),
    false("gls.7.1q", "without start norm", without("start norm"), "Z = 0, z0 = u = 1, no trials: 1 against 0"),
    false("gls.8.dh", "without the range of a", without("a < 2*delta*eta/X**2"), "gls.8.dh.printed: a negative bound"),
    false("gls.wm.a", "without the range of a", without("a < 2*delta/(U*X**2)"), "beyond it the bound is negative"),
    false("gls.7.lim", "without |z| <= p - 1", without("|z| <= p - 1"), "p = 3, z = -20: 81 against e**-20 * 200"),
    false("gls.5.1", "without p >= 2", without("p >= 2"), "p = 1/2, u = (1, 1), v = (1, 0): u.v = 1 against U Z = 1/2"),
    false("gls.5.1", "without Z > 0", without("Z > 0"), "n = 1, u = -1, the level Z = -1: u.v = 1 against -1"),
    false("gls.4.1", "without l >= 1", without("l >= 1"), "no trials, n = 1, delta = 1, X = 1/3: 0 against -1/3"),
    false("gls.4.2", "without l >= 1", without("l >= 1"), "no trials, n = 1, delta = 1, X = 1/3: 0 against -1/3"),
    false("kw.batch", "without training", without("training"), "trained on all pairs, it makes no error"),
    false("kw.batch", "without target", without("target"), "two of the first 2**d relevant: more than half positive"),
    false("gls.wm.eq", "without inputs", without("inputs"), "at x = 2, y = 1: |x - y| is not 1 - x"),
    false("kitani.eq37", "without inputs", without("inputs"), "(1/100, 1) and (0, 1) in turn: w_1 hardly grows"),
    false("kw.winnow.up", "without disjunction", without("disjunction"), "x_1 and not x_2: no weights above 0 fit"),
    false("kw.okx.bias", "without inputs", without("inputs"), "(1/2) -> +1 and (49/100) -> -1 in turn"),
    false("gls.7.1b", "without p >= 2", without("p >= 2"), "p = 11/10, from (1, -10): one mistake on (1, 1)"),
    false("gls.7.1c", "without start norm", without("start norm"), "Z = 1 from (1, -10), a = 1/10: many on (1, 1)"),
    false("gls.claim2", "without gap", without("gap"), "delta may be as large as one likes"),
]
