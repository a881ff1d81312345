"""Claims that are true, as claim files: from textbooks, and with constants that ``derive`` finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from boundcheck import derive, rule

from tests.fuzz.plain_judge import Document

BALL = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
HINGE = "sum_t(max(0, 1 - y*ux)) <= H"
PASSIVE = "max(0, 1 - y*yhat)/xx"
EXPERTS = ["unit inputs", "expert"]
HEDGE = {"w": "w*exp(-eta*x)", "predict": "dot(w, x)/sum(w)", "start": {"w": "1"}}
BETA = {"w": "w*beta**x", "predict": "dot(w, x)/sum(w)", "start": {"w": "1"}}
REGRET = "U**2/(2*eta) + eta*X**2*l/2"
PERCEPTRON = "w + y*x if y*yhat <= 0 else w"
RATED = "w + eta*y*x if y*yhat <= 0 else w"
OGD = "w + eta*y*x if y*yhat < 1 else w"
STEP = "(w + eta*y*x)"


def _claim(learner: Any, bound: str, *given: str, **more: Any) -> Document:
    return {"learner": learner, "bound": bound, "given": list(given), **more}


def _hinges(learner: Any, bound: str, *given: str, **more: Any) -> Document:
    return _claim(learner, bound, *given, gain="hinge", loss="hinge", **more)


CLASSICS: dict[str, Document] = {
    "Perceptron": _claim(PERCEPTRON, "U**2*X**2", *BALL, "separable"),
    "Perceptron, floor": _claim(PERCEPTRON, "floor(U**2*X**2)", *BALL, "separable"),
    "Perceptron, margin": _claim(
        PERCEPTRON, "R**2/gamma**2", "norm(u, 2) <= 1", "norm(x, 2) <= R", "y*ux >= gamma", "gamma > 0"
    ),
    "Perceptron, rate": _claim(
        RATED, "U**2/(eta*(2 - eta*X**2))", *BALL, "separable", "X > 0", "eta*X**2 < 2"
    ),
    "Perceptron, hinge": _claim(
        RATED, "U**2/(eta*(2 - eta*X**2))", *BALL, "X > 0", "eta*X**2 < 2", loss="hinge", times="2/(2 - eta*X**2)"
    ),
    "Perceptron, H": _claim(PERCEPTRON, "H + U*X*sqrt(H) + U**2*X**2", *BALL, HINGE),
    "Perceptron, sharp": _claim(PERCEPTRON, "(U*X + sqrt(U**2*X**2 + 4*H))**2/4", *BALL, HINGE),
    "margin": _claim(
        "w + eta*y*x if y*yhat <= beta else w", "U**2*(X**2 + 2*beta/eta)", *BALL, "separable", gain="update"
    ),
    "OGD": _hinges(OGD, REGRET, *BALL),
    "OGD, tuned": _hinges(OGD, "U*X*sqrt(l)", *BALL, "X > 0", "U > 0", define={"eta": "U/(X*sqrt(l))"}),
    "OGD, within 1": _hinges(OGD, "U**2/(2*eta) + eta*l/2", "norm(u, 2) <= U", "norm(x, 2) <= 1"),
    "OGD, linear": _claim("w + eta*y*x", REGRET, *BALL, gain="-y*yhat", loss="-y*yhat"),
    "OGD, absolute": _claim(
        {"w": "w + eta*sign(y - yhat)*x", "outcomes": "points"}, REGRET, *BALL, gain="absolute", loss="absolute"
    ),
    "intervals": _claim(
        {"w": "w + eta*side*x", "outcomes": "intervals"}, REGRET, *BALL, gain="absolute", loss="absolute"
    ),
    "tolerance": _claim(
        {"w": "w + eta*side*x", "outcomes": "intervals", "version": "toleranced(tau)"}, "U**2*X**2/(4*tau)",
        *BALL, "X > 0", gain="absolute", loss="absolute", define={"eta": "2*tau/X**2"},
    ),
    "LMS": _claim(
        {"w": "w + eta*(y - yhat)*x", "outcomes": "points"}, "C*X**2*U**2/(C - 1)", *BALL, "C > 1", "X > 0",
        gain="squared", loss="squared", times="C", define={"eta": "(C - 1)/(C*X**2)"},
    ),
    "PA": _claim(
        f"w + {PASSIVE}*y*x if xx > 0 else w", "U**2*X**2", *BALL, "separable", gain="squared_hinge"
    ),
    "PA-I": _claim(
        f"w + min(C, {PASSIVE})*y*x if xx > 0 else w", "Max(X**2, 1/C)*U**2", *BALL,
        loss="hinge", times="2*C*Max(X**2, 1/C)",
    ),
    "PA-II": _claim(
        "w + max(0, 1 - y*yhat)/(xx + 1/(2*C))*y*x", "(X**2 + 1/(2*C))*U**2", *BALL,
        gain="squared_hinge", loss="squared_hinge", times="2*C*(X**2 + 1/(2*C))",
    ),
    "Hedge": _claim(HEDGE, "ln(n)/eta + eta*l/8", *EXPERTS, gain="linear", loss="linear"),
    "Hedge, beta": _claim(
        BETA, "ln(n)/(1 - beta)", *EXPERTS, "beta < 1", gain="linear", loss="linear", times="ln(1/beta)/(1 - beta)"
    ),
    "box": _hinges(
        "max(-R, min(R, w + eta*y*x)) if y*yhat < 1 else w", "n*R**2/(2*eta) + eta*X**2*l/2",
        "max(abs(u)) <= R", "norm(x, 2) <= X", "R > 0",
    ),
    "ball": _hinges(
        f"{STEP}*R/max(R, norm({STEP}, 2)) if y*yhat < 1 else w", "R**2/(2*eta) + eta*X**2*l/2",
        "norm(u, 2) <= R", "norm(x, 2) <= X", "R > 0",
    ),
    "box, falling": _hinges(
        "max(-R, min(R, w + C*y*x/sqrt(t))) if y*yhat < 1 else w", "2*R**2*n*sqrt(l)/C + C*X**2*sqrt(l)",
        "max(abs(u)) <= R", "norm(x, 2) <= X", "R > 0", "X > 0",
    ),
}  # fmt: skip
"""What is stated of one inequality a trial, and is true."""

UNPROVED: dict[str, Document] = {
    "averaged": _claim(
        {"w": "w + y*x if y*dot(w, x) <= 0 else w", "v": "v + w", "predict": "dot(v, x)"}, "l", *BALL
    ),
    "lazy": _hinges(
        {"z": "z + eta*y*x if y*yhat < 1 else z", "predict": "R*dot(z, x)/max(R, norm(z, 2))"},
        "R**2/(2*eta) + eta*X**2*l/2", "norm(u, 2) <= R", "norm(x, 2) <= X", "R > 0",
    ),
    "bias": _claim(
        {"w": f"{PERCEPTRON}", "c": "c + y if y*yhat <= 0 else c", "predict": "dot(w, x) + c"},
        "l", "norm(x, 2) <= X",
    ),
}  # fmt: skip
"""What is true, and no inequality of one trial says."""


@dataclass(frozen=True)
class Asked:
    """What ``derive`` is asked for; ``given`` is what it assumes, as premises."""

    learner: Any
    gain: str
    loss: str
    given: tuple[str, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)


QUESTIONS: dict[str, Asked] = {
    "Perceptron": Asked(RATED, "mistake", "hinge", ("separable",), {"separable": True}),
    "Perceptron, hinge": Asked(RATED, "mistake", "hinge"),
    "OGD": Asked(OGD, "hinge", "hinge"),
    "half": Asked("w + eta*y*x if y*yhat <= 1/2 else w", "mistake", "hinge"),
    "linear": Asked("w + 2*eta*y*x", "-y*yhat", "-y*yhat"),
    "Perceptron, multiple": Asked("w + y*x if y*yhat <= 0 else w", "mistake", "hinge", (HINGE,), {"scaled": True}),
    "at a rate": Asked(
        RATED, "mistake", "hinge", ("separable",), {"separable": True, "where": {"eta": "1/X**2"}}
    ),
    "PA": Asked(f"w + {PASSIVE}*y*x if xx > 0 else w", "squared_hinge", "hinge", ("separable",), {"separable": True}),
    "PA-I": Asked(f"w + min(C, {PASSIVE})*y*x if xx > 0 else w", "mistake", "hinge"),
    "PA-II": Asked(
        "w + max(0, 1 - y*yhat)/(xx + 1/(2*C))*y*x", "squared_hinge", "squared_hinge", (), {"ratio": "2*C"}
    ),
    "ball": Asked(f"{STEP}*R/max(R, norm({STEP}, 2)) if y*yhat <= 0 else w", "mistake", "hinge"),
    "LMS": Asked({"w": "w + eta*(y - yhat)*x", "outcomes": "points"}, "squared", "squared", (),
        {"c": 3, "where": {"eta": "1/2", "X": 1}}),
    "insensitive": Asked({"w": "w + eta*sign(y - yhat)*x", "outcomes": "points"}, "absolute", "absolute"),
}  # fmt: skip
QUICK = (*tuple(QUESTIONS)[:5], "Perceptron, multiple")
"""Those that are answered in a second or two."""


@cache
def derived(name: str) -> list[Document]:
    """Return the parts that are derived, as claim files: written here, from what ``derive`` says of each part."""
    return answered(QUESTIONS[name])


def answered(asked: Asked) -> list[Document]:
    """Return the parts that are derived of a question, as claim files."""
    found = []
    of = (
        asked.learner
        if isinstance(asked.learner, str)
        else rule(asked.learner["w"], outcomes=asked.learner["outcomes"])
    )
    result = derive(of, asked.gain, asked.loss, **asked.more)
    for part in result.parts:
        compared = {} if part.factor == 0 else {"loss": asked.loss, "times": _text(part.factor)}
        positive = [f"{symbol} > 0" for symbol in ("U", *result.parameters)]
        limits = part.conditions.split(" and ") if part.conditions else []
        define = {str(k): str(v) for k, v in asked.more.get("where", {}).items()}
        found.append({
            "learner": asked.learner, "gain": asked.gain, **compared, "bound": _text(part.bound),
            "given": [*result.given, *asked.given, *positive, *limits], **({"define": define} if define else {}),
        })  # fmt: skip
    return found


def _text(expression: Any) -> str:
    return str(expression).replace("L", "H")
