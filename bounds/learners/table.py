"""The learners of the sources, each as its rule: what its state is, what its weights are, and what it predicts.

The state is K, which starts as 0, and a number c, which starts as ``first``. The weights w are a formula in them, in
the start vector s (0 if none is given) and in share (the start vector, 1 if none is given); ``mass`` are weights before
they are scaled to sum to ``size``, z what a quasi-additive learner transforms. The prediction is num/den. After the
trial K and c become what their formulas say, in which y is the outcome, yhat the prediction, and side is 1 where that
is below its target, -1 above, 0 inside. ``needs`` is what the parameters have to satisfy.
"""

from __future__ import annotations

from collections.abc import Mapping

NORMALISED = {"w": "size*mass/sum(mass)", "num": "size*dot(mass, x)", "den": "sum(mass)"}
WITH_PAST = {"w": "K", "num": "dot(w, x) - c", "first": "theta", "c": "theta + drift*dot(x, x)"}

ON_SIDES = "K + side*x"
"""A learner that moves where its prediction is outside the target, along the example."""

ON_WRONG_CLASS = "K + ((yhat >= 1/2) != (y > 0))*abs(x - (y > 0))"
ON_WRONG_VOTE = "K + (yhat != y)*(x != y)"
ALWAYS_CHARGED = "K + (x != y)"
"""Experts pay for what they say: where the class of the average is wrong, where the vote is, or always."""

USUAL = {"num": "dot(w, x)", "den": "1", "K": ON_SIDES, "first": "0", "c": "c", "needs": "1 > 0"}

LEARNERS: dict[str, Mapping[str, str]] = {
    # Kivinen and Warmuth 1995, definition 1 and section 2: what lemmas about a single w are checked with
    "fixed()": {"w": "s", "K": "K"},
    # Bylander 1998, figure 1, p. 338
    "perceptron(eta)": {"w": "s + eta*K", "needs": "eta > 0"},
    # Bylander 1998, figure 2, p. 341
    "exponentiated(eta, U)": {
        "mass": "share*exp(eta*K)", "size": "U", "needs": "(eta > 0)*(U > 0)", **NORMALISED,
    },
    # Bylander 1998, p. 340, after Kivinen and Warmuth: the gradient of |yhat - y|, 0 where both are equal
    "exponentiated_gradient(eta)": {
        "mass": "exp(-eta*K)", "size": "1", "K": "K + sign(yhat - y)*x", "needs": "eta > 0", **NORMALISED,
    },
    # Bylander 1998, section 3.3, p. 344: Exponentiated Update on (x, -x)
    "doubled_exponentiated(eta, U)": {
        "w": "U*(exp(eta*K) - exp(-eta*K))/sum(exp(eta*K) + exp(-eta*K))",
        "num": "U*dot(exp(eta*K) - exp(-eta*K), x)",
        "den": "sum(exp(eta*K) + exp(-eta*K))",
        "needs": "(eta > 0)*(U > 0)",
    },
    # Littlestone and Warmuth, as described by Bylander 1998, p. 340; experts in [0, 1], and experts in {-1, 1}
    "weighted_majority(beta)": {
        "mass": "beta**K", "size": "1", "K": ON_WRONG_CLASS, "needs": "(beta > 0)*(beta < 1)", **NORMALISED,
    },
    "weighted_majority_vote(beta)": {
        "w": "beta**K", "num": "2*(dot(w, x) >= 0) - 1", "K": ON_WRONG_VOTE, "needs": "(beta > 0)*(beta < 1)",
    },
    # Kitani, (1), (2) and (4): experts pay in every round in which they err
    "wma(eta)": {"w": "(1 - eta)**K", "K": ALWAYS_CHARGED, "needs": "(eta > 0)*(eta <= 1)"},
    "rwma(eta)": {"w": "(1 - eta)**K", "den": "sum(w)", "K": ALWAYS_CHARGED, "needs": "(eta > 0)*(eta <= 1)"},
    # Kivinen and Warmuth 1995, section 2.2: equal start weights; Kitani, algorithm 2: alpha = 1 + beta
    "perceptron_from(level, eta)": {"w": "0*s + level + eta*K", "needs": "eta > 0"},
    "winnow(alpha)": {"w": "alpha**K", "needs": "alpha > 1"},
    # Grove, Littlestone and Schuurmans 2001, sections 2 and 7, footnote 4
    "balanced_winnow(beta)": {"w": "share*beta**(-K) - beta**K", "needs": "(beta > 0)*(beta < 1)"},
    "p_norm(p, a)": {"z": "s + a*K", "w": "sign(z)*abs(z)**(p - 1)", "needs": "(p > 1)*(a > 0)"},
    "doubled_p_norm(p, a)": {  # on (x, -x), from z = 1
        "w": "sign(1 + a*K)*abs(1 + a*K)**(p - 1) - sign(1 - a*K)*abs(1 - a*K)**(p - 1)", "needs": "(p > 1)*(a > 0)",
    },
    "qa_exp(a)": {"z": "a*K", "w": "exp(z)", "needs": "a > 0"},
    "qa_sinh(a)": {"z": "a*K", "w": "exp(z) - exp(-z)", "needs": "a > 0"},
    "qa_f(k, a)": {"z": "a*K", "w": "(1 + z/k)**k - (1 - z/k)**k", "needs": "(k >= 1)*(a > 0)"},
    "qa_exp_signed(a)": {
        "w": "exp(a*K)", "num": "dot(w, 2*x - 1)", "K": "K + side*(2*x - 1)", "needs": "a > 0",
    },
    "fixed_threshold(a, theta)": {"w": "exp(a*K)", "num": "dot(w, x) - theta", "needs": "a > 0"},
    # Kivinen and Warmuth 1995, section 2.2: the threshold is learned, as the weight of one more attribute
    "bias_perceptron(eta, first)": {
        "w": "s + eta*K", "num": "dot(w, x) - c", "first": "first", "c": "c - eta*side", "needs": "eta > 0",
    },
    # Kivinen and Warmuth 1995, definition 1: additive learners at large
    "additive(eta, rate, rho, first, a)": {
        "w": "s + K", "num": "dot(w, x) - c", "K": "rho*K + if(side, eta, rate)*y*x",
        "first": "first", "c": "c - abs(side)*a*y",
    },
    "gram(base, slope, theta, drift)": {"K": "past_t(y*(base + slope*dot(x, last))*x)", **WITH_PAST},
    "coordinate(base, slope, theta, drift)": {"K": "past_t(y*(base + slope*at(x, 1))*x)", **WITH_PAST},
    "ellipsoid()": {
        "w": "part(centre(K, n), 1, n)", "num": "dot(centre(K, n), vector(x, 1))",
        "K": "if(side, vector(K, y*vector(x, 1)), K)",
    },
    # Understanding Machine Learning, section 21.4: the hinge loss of the rounds with a mistake
    "gradient_descent(eta)": {"w": "eta*K", "K": "K + y*(y*yhat <= 0)*x", "needs": "eta > 0"},
}  # fmt: skip
"""Learners by what formulas call them."""
