"""Experts: mixtures, potentials, votes, and boosting as a game against them."""

from __future__ import annotations

from bounds.claims.claim import Claim, Potential
from bounds.claims.own import learner
from bounds.sources.modern.common import CESA_BIANCHI, EXPERTS, LINEAR, MOHRI, modern, unproved
from bounds.sources.shelves import AT_ZERO, weights

BINARY = "(1 + y)/2"
"""The outcome, 0 or 1."""

EWA = weights(f"w*exp(-eta*abs({BINARY} - x))", "`EWA(eta)`, absolute loss")
EWA_SQUARED = weights(f"w*exp(-({BINARY} - x)**2/2)", "EWA at rate 1/2, squared loss")
MIXING = weights("w*exp(-eta*x)", "`EWA(eta)`, any losses")
FAIR = "abs(yhat) < 1"
ERRS = f"{FAIR} and end(max(w)**2 >= P)"
ADABOOST = learner(
    {
        "w": f"w*((1 + x)/2*(1 - yhat)/(1 + yhat) + (1 - x)/2) if {FAIR} else w",
        "P": f"P*(1 - yhat)/(1 + yhat) if {FAIR} else P",
    },
    predict="dot(w, x)/sum(w)",
    start={"w": "1", "P": "1"},
    name="AdaBoost",
)
BOOSTED = ["sign inputs", "n/max(1, end(sum(w**2 >= P))) <= q"]
BOOSTING = (
    "Attributes are examples, trials weak hypotheses, x_i = 1 where one is right on example i, -1 where it is wrong: "
    "yhat is 1 - 2*e, e its error, and twice its edge. 1/q is the training error of their vote, where that errs; "
    "a weak hypothesis that is always right, or never, is passed over."
)
HEDGE_FALLING = learner(
    {"v": "v + x"},
    predict="dot(exp(-sqrt(8*ln(n)/t)*v), x)/sum(exp(-sqrt(8*ln(n)/t)*v))",
    name="Hedge, rates `sqrt(8 ln(n)/t)`",
)
SMALL_LOSS = weights("w*(1 + sqrt(2*ln(n)/H))**(-x)", "Hedge tuned to the best expert")
PROD = weights("w*(1 - eta*x)", "`Prod(eta)`")
RANDOMISED = weights("w*beta**x", "`RWM(beta)`")
VOTE = learner("w*((1 + beta)/2 + (1 - beta)/2*y*x)", start={"w": "1"}, name="`WM(beta)`")
POSITIVE = "max(w, 0)"
MATCHING = learner(
    "w + yhat - x",
    predict=f"dot({POSITIVE}, x)/sum({POSITIVE}) if sum({POSITIVE}) > 0 else sum(x)/n",
    name="regret matching",
)
POLYNOMIAL = learner(
    "w + yhat - x",
    predict=f"dot({POSITIVE}**3, x)/sum({POSITIVE}**3) if sum({POSITIVE}) > 0 else sum(x)/n",
    name="polynomially weighted, exponent 4",
)
MATCHING_PLUS = learner(
    "max(0, w + yhat - x)",
    predict="dot(w, x)/sum(w) if sum(w) > 0 else sum(x)/n",
    name="regret matching+",
)
LIKELY = "a + (1 - 2*a)*x"
BAYES = learner(
    f"w*(1/2 + y*({LIKELY} - 1/2))",
    predict="a + (1 - 2*a)*dot(w, x)/sum(w)",
    start={"w": "1"},
    name="Bayes mixture",
)
LAPLACE = learner({"S": "S + (1 if y > 0 else 0)"}, predict="(S + 1)/(t + 1)", name="Laplace's rule")
KT = learner({"S": "S + (1 if y > 0 else 0)"}, predict="(S + 1/2)/t", name="Krichevsky-Trofimov")
EG_PORTFOLIO = learner(
    "w*exp(eta*(a + (1 - a)*x)/yhat)",
    predict="a + (1 - a)*dot(w, x)/sum(w)",
    start={"w": "1"},
    name="`EG(eta)` of portfolios",
)
HALVING = learner("w*(1 + y*x)/2", start={"w": "1"}, name="Halving")
AWAKE = "dot(w*awake, x)/sum(w*awake)"
SLEEPING = learner(
    f"w*exp(-eta*awake*(x - {AWAKE}))",
    predict=AWAKE,
    start={"w": "1"},
    trial={"awake": "0/1 vector"},
    name="`Hedge(eta)` over experts that sleep",
)
EXP3 = learner(
    "w*exp(-eta*observed/at(w/sum(w), I)*e(I))",
    predict="at(x, I)",
    draw={"I": "w/sum(w)"},
    observe="at(x, I)",
    start={"w": "1"},
    name="`EXP3(eta)`",
)
DRAWN = learner("w*(1 - eta*x)", predict="at(x, I)", draw={"I": "w"}, start={"w": "1"}, name="`RWM(eta)`, drawing")
LEADER = learner({"L": "L + x"}, predict="at(x, argmin(L))", name="follow the leader")
FIXED_SHARE = learner(
    "(1 - alpha)*w*exp(-eta*x) + alpha/n*sum(w*exp(-eta*x))",
    predict="dot(w, x)/sum(w)",
    start={"w": "1"},
    name="Fixed Share `(eta, alpha)`",
)

ENTROPY = "(ln(sum(w)) - dot(u, ln(w)))"
POSITIVE_WEIGHTS = ("all_i(w > 0)",)

CLAIMS: tuple[Claim, ...] = (
    unproved(
        "ewa.absolute",
        "Exponentially weighted average, absolute loss",
        (CESA_BIANCHI, "theorem 2.2"),
        EWA,
        "ln(n)/eta + eta*l/8",
        gain=f"abs({BINARY} - yhat)",
        loss=f"abs({BINARY} - ux)",
        given=EXPERTS,
    ),
    unproved(
        "hedge.falling",
        "Hedge at rates `sqrt(8 ln(n)/t)`, which needs no length",
        (CESA_BIANCHI, "theorem 2.3"),
        HEDGE_FALLING,
        "2*sqrt(l/2*ln(n)) + sqrt(ln(n)/8)",
        given=EXPERTS,
        **LINEAR,
    ),
    unproved(
        "hedge.small_loss",
        "Hedge at the rate for the loss `H` of the best expert",
        (CESA_BIANCHI, "corollary 2.4"),
        SMALL_LOSS,
        "H + sqrt(2*H*ln(n)) + ln(n)",
        gain="linear",
        given=[*EXPERTS, "sum_t(ux) <= H", "H > 0"],
    ),
    modern(
        "prod",
        "Prod: the regret by the squared losses of the best expert",
        ("Cesa-Bianchi, Mansour and Stoltz 2007", "lemma 2"),
        PROD,
        "ln(n)/eta",
        gain="linear",
        loss="ux + eta*dot(u, x*x)",
        given=[*EXPERTS, "eta <= 1/2"],
        potential=Potential(f"{ENTROPY}/eta", POSITIVE_WEIGHTS),
    ),
    modern(
        "rwm",
        "Loss of randomised Weighted Majority against a multiple of that of the best expert",
        (MOHRI, "on-line learning: randomised weighted majority"),
        RANDOMISED,
        "ln(n)/(1 - beta)",
        gain="linear",
        loss="linear",
        times="2 - beta",
        given=[*EXPERTS, "beta >= 1/2", "beta < 1"],
        potential=Potential(f"{ENTROPY}/(1 - beta)", POSITIVE_WEIGHTS),
    ),
    unproved(
        "wm",
        "Mistakes of Weighted Majority against those of the best expert",
        (MOHRI, "on-line learning: weighted majority"),
        VOTE,
        "ln(n)/ln(2/(1 + beta))",
        gain="mistake",
        loss="mistake",
        times="ln(1/beta)/ln(2/(1 + beta))",
        given=["sign inputs", "expert", "beta < 1"],
        ties=AT_ZERO,
    ),
    unproved(
        "regret_matching",
        "Regret matching",
        (CESA_BIANCHI, "corollary 2.1 at exponent two"),
        MATCHING,
        "sqrt(n*l)",
        given=EXPERTS,
        **LINEAR,
    ),
    unproved(
        "polynomial",
        "The polynomially weighted average forecaster",
        (CESA_BIANCHI, "corollary 2.1 at exponent four"),
        POLYNOMIAL,
        "sqrt(3*sqrt(n)*l)",
        given=EXPERTS,
        **LINEAR,
    ),
    unproved(
        "regret_matching.plus",
        "Regret matching+, whose regrets are not let fall below 0",
        ("Tammelin 2014", "CFR+"),
        MATCHING_PLUS,
        "sqrt(n*l)",
        given=EXPERTS,
        **LINEAR,
    ),
    modern(
        "bayes",
        "Logarithmic loss of the mixture of experts",
        (CESA_BIANCHI, "chapter 9, the mixture forecaster"),
        BAYES,
        "ln(n)",
        gain="-ln(1/2 + y*(yhat - 1/2))",
        loss="-ln(1/2 + y*(a + (1 - 2*a)*ux - 1/2))",
        given=[*EXPERTS, "a < 1/2"],
        note="Expert i gives the outcome 1 the probability a + (1 - 2*a)*x_i, which is in [a, 1 - a].",
        potential=Potential(ENTROPY, POSITIVE_WEIGHTS),
    ),
    unproved(
        "laplace",
        "Logarithmic loss of Laplace's rule against any coin",
        (CESA_BIANCHI, "chapter 9, the Laplace mixture"),
        LAPLACE,
        "ln(l + 1)",
        gain="log",
        loss="-ln(1/2 + y*sum(u)/(2*(1 + abs(sum(u)))))",
        note="Each coin is one: its bias is 1/2 + s/(2*(1 + |s|)), s the sum of u. The examples are not looked at.",
    ),
    unproved(
        "kt",
        "Logarithmic loss of Krichevsky and Trofimov's mixture against any coin",
        (CESA_BIANCHI, "chapter 9, the Krichevsky-Trofimov mixture"),
        KT,
        "ln(l)/2 + ln(2)",
        gain="log",
        loss="-ln(1/2 + y*sum(u)/(2*(1 + abs(sum(u)))))",
        given=["l >= 1"],
        note="The coins are those of modern.laplace.",
    ),
    modern(
        "ewa.squared",
        "Exponentially weighted average, squared loss, which is exp-concave at 1/2",
        (CESA_BIANCHI, "section 3.3"),
        EWA_SQUARED,
        "2*ln(n)",
        gain=f"({BINARY} - yhat)**2",
        loss=f"({BINARY} - ux)**2",
        given=EXPERTS,
        potential=Potential(f"2*{ENTROPY}", POSITIVE_WEIGHTS),
    ),
    modern(
        "ewa.mix_loss",
        "Mix loss of exponential weights, which any loss that is exp-concave or mixable at `eta` can be kept below",
        (CESA_BIANCHI, "theorem 3.2; Vovk 1998"),
        MIXING,
        "ln(n)/eta",
        gain="(ln(sum(w)) - ln(dot(w, exp(-eta*x))))/eta",
        loss="linear",
        given=["expert"],
        note="x_i is the loss of expert i. Exp-concave at eta: the loss of the mean prediction is below the mix loss.",
        potential=Potential(f"{ENTROPY}/eta", POSITIVE_WEIGHTS),
    ),
    unproved(
        "adaboost",
        "Training error of AdaBoost, in logarithms: the product of `2*sqrt(e*(1 - e))` over its errors `e`",
        ("Freund and Schapire 1997", "theorem 6"),
        ADABOOST,
        "ln(q)",
        gain=f"-ln(1 - yhat**2)/2 if {ERRS} else 0",
        given=BOOSTED,
        symbols={"q": "> 0"},
        note=BOOSTING,
    ),
    unproved(
        "adaboost.edges",
        "Training error of AdaBoost by its edges, in logarithms: twice the sum of their squares",
        ("Freund and Schapire 1997", "corollary of theorem 6"),
        ADABOOST,
        "ln(q)",
        gain=f"yhat**2/2 if {ERRS} else 0",
        given=BOOSTED,
        symbols={"q": "> 0"},
        note=BOOSTING,
    ),
    unproved(
        "portfolio",
        "Logarithmic wealth of exponentiated gradient against any constantly rebalanced portfolio",
        (CESA_BIANCHI, "chapter 10, the EG investment strategy"),
        EG_PORTFOLIO,
        "ln(n)/eta + eta*l/(8*a**2)",
        gain="-ln(yhat)",
        loss="-ln(a + (1 - a)*dot(exp(u), x)/sum(exp(u)))",
        given=["unit inputs", "a <= 1"],
        note="Price relatives are a + (1 - a)*x_i; u holds in proportion to exp(u_i): any mixture as a limit.",
    ),
    unproved(
        "halving",
        "Mistakes of Halving where one expert is always right",
        (MOHRI, "on-line learning: Halving"),
        HALVING,
        "ln(n)/ln(2)",
        gain="mistake",
        given=["sign inputs", "expert", "separable"],
        ties=AT_ZERO,
    ),
    unproved(
        "sleeping",
        "Hedge over experts that sleep, against one expert where it is awake",
        ("Freund, Schapire, Singer and Warmuth 1997", "predictors that specialise"),
        SLEEPING,
        "ln(n)/eta + eta*l/8",
        gain="dot(u, awake)*yhat",
        loss="dot(u, awake*x)",
        given=[*EXPERTS, "sum(awake) >= 1"],
    ),
    unproved(
        "exp3",
        "Expected regret of EXP3, which sees the loss of the expert alone that it draws",
        ("Auer, Cesa-Bianchi, Freund and Schapire 2002", "EXP3 with losses"),
        EXP3,
        "ln(n)/eta + eta*n*l/2",
        given=[*EXPERTS, "eta <= 1"],
        **LINEAR,
    ),
    unproved(
        "rwm.drawn",
        "Expected regret of randomised Weighted Majority, against an adversary that sees what was drawn",
        ("Arora, Hazan and Kale 2012", "theorem 2.1"),
        DRAWN,
        "ln(n)/eta + eta*l",
        given=[*EXPERTS, "eta <= 1/2"],
        adversary="adaptive",
        **LINEAR,
    ),
    unproved(
        "follow_the_leader",
        "Following the leader costs one for each change of the leader",
        ("Kalai and Vempala 2005", "follow the leader"),
        LEADER,
        "changes",
        given=[*EXPERTS, "sum_t(argmin(L) != argmin(L_next)) <= changes"],
        symbols={"changes": ">= 0"},
        **LINEAR,
    ),
    modern(
        "fixed_share",
        "Fixed Share against a sequence of experts with `k` changes",
        ("Herbster and Warmuth 1998", "Fixed Share"),
        FIXED_SHARE,
        "(ln(n) + k*ln(n/alpha) - (l - 1 - k)*ln(1 - alpha))/eta + eta*l/8",
        comparator="u_t",
        given=[*EXPERTS, "switches(u) <= k", "l >= 1", "alpha < 1", "alpha <= n*(1 - alpha)"],
        potential=Potential(
            f"({ENTROPY}/eta + (t - 1)*ln(1 - alpha)/eta if t <= l else (t - 2)*ln(1 - alpha)/eta) - eta*(t - 1)/8"
            " - switches(u)*(ln(n/alpha) + ln(1 - alpha))/eta",
            POSITIVE_WEIGHTS,
        ),
        **LINEAR,
    ),
)
