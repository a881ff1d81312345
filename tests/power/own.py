"""Claims about learners of one's own, false and true ones, each with the argument: what a beginner would write down.

None of them is a variant of the catalogue, so that nothing but the learner itself can be looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.formulas.rules import Outcomes

BALL = ("norm(u, 2) <= U", "norm(x, 2) <= X")
APART = (*BALL, "separable")


@dataclass(frozen=True)
class Own:
    """A claim in texts, and why it is false or true."""

    name: str
    rule: str | Mapping[str, str]
    bound: str
    argument: str
    given: tuple[str, ...] = APART
    predict: str = "dot(w, x)"
    start: Mapping[str, str] | None = None
    outcomes: Outcomes = "labels"
    gain: str = "mistake"
    loss: str = ""
    times: str = "1"
    define: Mapping[str, str] | None = None

    def made(self) -> Claim:
        """Return the claim."""
        of = learner(self.rule, predict=self.predict, start=self.start, outcomes=self.outcomes)
        more: dict[str, Any] = {"gain": self.gain, "loss": self.loss, "times": self.times, "define": self.define}
        return own_claim(of, self.bound, given=list(self.given), name=f"own.{self.name.replace(' ', '_')}", **more)


PERCEPTRON = "w + y*x if y*yhat <= 0 else w"
LINEAR: dict[str, Any] = {"gain": "linear", "loss": "linear"}
OF_HINGE: dict[str, Any] = {"gain": "hinge", "loss": "hinge", "given": BALL}
BOX: dict[str, Any] = {"given": ("max(abs(u)) <= 1", "max(abs(x)) <= X"), **LINEAR}
SHARES: dict[str, Any] = {
    "predict": "dot(w, x)/sum(w)",
    "start": {"w": "1"},
    "given": ("unit inputs", "expert"),
    **LINEAR,
}
PROD: dict[str, Any] = {**SHARES, "given": (*SHARES["given"], "eta <= 1/2")}
PORTFOLIO: dict[str, Any] = {
    "rule": "w*exp(eta*x/yhat)/sum(w*exp(eta*x/yhat))",
    "start": {"w": "1/n"},
    "given": ("sum(u) == 1", "0 <= min(u)", "max(x) <= 1", "1/2 <= min(x)"),
    "gain": "-ln(yhat)",
    "loss": "-ln(yhat)",
}
POINTS: dict[str, Any] = {"gain": "squared", "loss": "squared", "outcomes": "points"}

FALSE = (
    Own(
        "decay",
        "9/10*w + y*x if y*yhat <= 0 else w",
        "2*U**2*X**2",
        "what is learned is forgotten in ten mistakes: six examples with little margin come wrong for ever",
    ),
    Own(
        "decay when right",
        "w + y*x if y*yhat <= 0 else 9/10*w",
        "2*U**2*X**2",
        "(1, 2) six times shrinks w so far that (1, -2) is wrong again, and so on without end",
    ),
    Own(
        "rate 1/t",
        "w + y*x/t if y*yhat <= 0 else w",
        "2*U**2*X**2",
        "what 1/t has added up to in t trials is logarithmic: what is wrong once takes ever longer to be undone",
    ),
    Own(
        "rate 1/t by mistakes",
        "w + y*x/(1 + updates) if y*yhat <= 0 else w",
        "2*U**2*X**2",
        "the same by mistakes: the harmonic sum of the later steps has to undo the first",
    ),
    Own(
        "averaged predictions",
        {"w": "w + y*x if y*dot(w, x) <= 0 else w", "v": "v + w"},
        "U**2*X**2",
        "the average errs long after w has learned: one example, then another that w has right at once",
        predict="dot(v, x)",
    ),
    Own(
        "averaged predictions four times",
        {"w": "w + y*x if y*dot(w, x) <= 0 else w", "v": "v + w"},
        "4*U**2*X**2",
        "as before, and the longer the first example came, the longer the other is wrong",
        predict="dot(v, x)",
    ),
    Own(
        "clipped",
        "max(-2, min(2, w + y*x)) if y*yhat <= 0 else w",
        "U**2*X**2 + 10",
        "no w in the box separates (5, 1), 1 from (4, 1), -1, which a u of length 20 does",
    ),
    Own(
        "late by one",
        {"w": "w + v", "v": "y*x if y*yhat <= 0 else 0*x"},
        "U**2*X**2",
        "one example twice is wrong twice, before the first step is made",
    ),
    Own(
        "one side only",
        "w + x if y > yhat and y*yhat <= 0 else w",
        "U**2*X**2",
        "a negative example that is wrong stays wrong",
    ),
    Own(
        "margin updates",
        "w + y*x if y*yhat < 1 else w",
        "U**2*X**2",
        "an example of length 1/10 with u = 10 has to be seen 100 times, and the bound is 1",
        gain="update",
    ),
    Own("follows the last", "y*x", "4*U**2*X**2", "two examples that disagree, in turn, are wrong on every trial"),
    Own(
        "hinge at half",
        "w + eta*y*x if y*yhat < 1 else w",
        "U**2/(2*eta) + eta*X**2*l/4",
        "orthogonal examples reach eta X**2 l/2 where u is their sum",
        **OF_HINGE,
    ),
    Own(
        "hinge, lengthy",
        "w + eta*y*x if y*yhat < 1 else w",
        "U**2/(2*eta) + 24/25*eta*X**2*l/2",
        "a little less than the drift of gradient descent, which equal steps to u attain",
        **OF_HINGE,
    ),
    Own(
        "Hedge at 9",
        "w*exp(-eta*x)",
        "ln(n)/eta + eta*l/9",
        "two experts that lose in turn cost eta/8 a trial, nearly, and three last losses of one of them the rest",
        **SHARES,
    ),
    Own(
        "Hedge less a percent",
        "w*exp(-eta*x)",
        "ln(n)/eta + 99/100*eta*l/8",
        "in two phases: more than a thousand times two experts that lose in turn, at rate 1/4, then one of them alone",
        **SHARES,
    ),
    Own(
        "Hedge on signs",
        "w*exp(-eta*x)",
        "ln(n)/eta + eta*l/8",
        "losses in [-1, 1] have four times the variance: eta*l/2",
        **{**SHARES, "given": ("-1 <= min(x)", "max(x) <= 1", "expert")},
    ),
    Own(
        "Hedge falling",
        "w",
        "sqrt(l*ln(n)/2)",
        "no learning: the first expert loses always, the second never",
        **SHARES,
    ),
    Own(
        "Hedge by halves",
        "w*(1 - x/2)",
        "2*ln(n)",
        "Littlestone-Warmuth has a factor on the loss of the best",
        **SHARES,
    ),
    Own(
        "leader",
        {"c": "c + x", "w": "w"},
        "4*sqrt(l)",
        "the leader of two experts that lose in turn is wrong each time",
        predict="dot(exp(-1000*(c - min(c))), x)/sum(exp(-1000*(c - min(c))))",
        start={"w": "0", "c": "0"},
        given=("unit inputs", "expert"),
        **LINEAR,
    ),
    Own(
        "Prod at a sixteenth",
        "w*(1 - eta*x)",
        "ln(n)/eta + eta*l/16",
        "Prod pays eta l/8 as Hedge does, and more",
        **PROD,
    ),
    Own(
        "portfolio at a hundredth",
        bound="(ln(n)/eta + eta*l/2)/100",
        argument="two stocks, of which one halves on each of four trials",
        **PORTFOLIO,
    ),
    Own(
        "portfolio at a tenth",
        bound="(ln(n)/eta + eta*l/2)/10",
        argument="the uniform start alone costs ln(n) less what eta moves",
        **PORTFOLIO,
    ),
    Own(
        "Adam",
        {"w": "max(-1, min(1, w - x/(sqrt(t)*sqrt(1/122*v + 121/122*x**2 + 1/10**6))))", "v": "1/122*v + 121/122*x**2"},
        "4*X*sqrt(l)",
        "Reddi, Kale and Kumar 2018: slopes 10, -1, -1 in turn drive w to the wrong end of [-1, 1]",
        **BOX,
    ),
    Own(
        "sign descent",
        "max(-1, min(1, w - sign(x)/sqrt(t)))",
        "4*X*sqrt(l)",
        "slopes 3, -1, -1: two steps back for one forward",
        **BOX,
    ),
    Own(
        "projected descent at half",
        "max(-1, min(1, w - eta*x))",
        "n/(2*eta) + eta*n*X**2*l/4",
        "Zinkevich's constant is 1/2, attained by slopes whose steps end in u",
        **BOX,
    ),
    Own(
        "dual averaging at half",
        {"z": "z + x", "w": "w"},
        "U**2/2*sqrt(l) + 1/4*X**2*sqrt(l)",
        "rate 1/sqrt(t): orthogonal slopes against u along their sum cost twice as much",
        predict="-dot(z, x)/sqrt(t)",
        given=BALL,
        **LINEAR,
    ),
    Own(
        "LMS too fast",
        "w + 2*(y - yhat)*x",
        "4*U**2 + l",
        "one example of length 1 in turn overshoots by as much as it missed",
        given=("norm(u, 2) <= U", "norm(x, 2) <= 1", "abs(y) <= 1"),
        **POINTS,
    ),
    Own(
        "EG too fast",
        "w*exp(-2*eta*(yhat - y)*x)/sum(w*exp(-2*eta*(yhat - y)*x))",
        "ln(n)/3",
        "at rate 20 the weights jump from end to end",
        define={"eta": "20"},
        start={"w": "1/n"},
        given=("sum(u) == 1", "0 <= min(u)", "max(abs(x)) <= 1", "abs(y) <= 1"),
        **POINTS,
    ),
)
"""Claims that are false."""

TRUE = (
    Own("Perceptron", PERCEPTRON, "U**2*X**2", "Novikoff 1962"),
    Own(
        "Perceptron of any size", "w + 3*y*x if y*yhat <= 0 else w", "U**2*X**2", "the rate scales w and no prediction"
    ),
    Own(
        "normalised examples",
        "w + y*x/norm(x, 2) if y*yhat <= 0 and norm(x, 2) > 0 else w",
        "U**2*X**2",
        "the Perceptron on x/|x|, on which the margin is 1/X",
    ),
    Own(
        "margin updates",
        "w + y*x if y*yhat < 1 else w",
        "U**2*(X**2 + 2)",
        "|w|**2 grows by at most X**2 + 2 an update, u.w by at least 1",
        gain="update",
    ),
    Own(
        "Passive-Aggressive",
        "w + max(0, 1 - y*yhat)/xx*y*x if xx > 0 else w",
        "U**2*X**2",
        "Crammer et al. 2006, theorem 2",
        gain="squared_hinge",
    ),
    Own(
        "gradient descent",
        "w + eta*y*x if y*yhat < 1 else w",
        "U**2/(2*eta) + eta*X**2*l/2",
        "|w - u|**2 falls by 2 eta times the regret less eta**2 X**2",
        **OF_HINGE,
    ),
    Own("Hedge", "w*exp(-eta*x)", "ln(n)/eta + eta*l/8", "Hoeffding's lemma", **SHARES),
    Own(
        "Hedge on signs, in full",
        "w*exp(-eta*x)",
        "ln(n)/eta + eta*l/2",
        "Hoeffding's lemma on [-1, 1]",
        **{**SHARES, "given": ("-1 <= min(x)", "max(x) <= 1", "expert")},
    ),
    Own(
        "Prod",
        "w*(1 - eta*x)",
        "ln(n)/eta + eta*l",
        "Cesa-Bianchi, Mansour and Stoltz 2007: ln n/eta + eta times the squared losses, which are at most l",
        **PROD,
    ),
    Own(
        "portfolio",
        bound="ln(n)/eta + eta*l/2",
        argument="Helmbold et al. 1998: eta l/(8 r**2) at r = 1/2",
        **PORTFOLIO,
    ),
    Own(
        "projected descent",
        "max(-1, min(1, w - eta*x))",
        "n/(2*eta) + eta*n*X**2*l/2",
        "Zinkevich 2003: |u|**2 <= n, |x|**2 <= n X**2, and clipping is a projection",
        **BOX,
    ),
    Own(
        "projected descent, falling",
        "max(-1, min(1, w - x/(X*sqrt(t))))",
        "3*n*X*sqrt(l)",
        "Zinkevich 2003: D**2 sqrt(l)/2 + sum of 1/(2 sqrt(t)) with D**2 = 4 in each attribute",
        **BOX,
    ),
    Own(
        "lazy projection",
        {"z": "z - eta*x", "w": "w"},
        "n/(2*eta) + eta*n*X**2*l/2",
        "dual averaging on the box: z is followed, and its projection plays",
        predict="dot(max(-1, min(1, z)), x)",
        **BOX,
    ),
    Own(
        "LMS",
        "w + eta*(y - yhat)*x",
        "U**2/eta",
        "Cesa-Bianchi, Long and Warmuth 1996",
        given=(*BALL, "eta*X**2 <= 1/2"),
        times="1/(1 - eta*X**2)",
        **POINTS,
    ),
)
"""Claims that are true."""
