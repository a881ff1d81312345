"""A claim of one's own from texts: what is read off premises, the three textbook algorithms, and bad input."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adversaries.families.build import build
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Comparator, Outcomes, Standing
from bounds.claims.named import VersionNamed
from bounds.claims.own import learner, own_claim
from bounds.claims.own_file import claim_of, read_claim
from bounds.claims.shown import claim_report
from bounds.claims.stated import regret_of
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN
from verify.cli import main
from verify.judge.check import check
from verify.judge.complete import complete
from verify.publish.export import to_latex
from verify.search.search import search

EUCLIDEAN_PREMISES = ("norm(u, 2) <= U", "norm(x, 2) <= X")
PASSIVE = "max(0, 1 - y*yhat)"
PA = f"w + {PASSIVE}/xx*y*x if xx > 0 else w"
ONE_PERCENT = "99/100*"


def instance_of(trials: Trials, comparator: Any = None, parameters: Any = ()) -> Instance:
    """Return an instance; vectors and numbers may be given as texts."""
    return Instance(trials, comparator, dict(parameters))


def pa(less: str = "") -> Claim:
    return own_claim(PA, f"{less}U**2*X**2", gain="squared_hinge", given=[*EUCLIDEAN_PREMISES, "separable"])


def pa1(less: str = "") -> Claim:
    factor = "Max(X**2, 1/C)"
    return own_claim(
        f"w + min(C, {PASSIVE}/xx)*y*x if xx > 0 else w",
        f"{less}{factor}*U**2",
        loss="hinge",
        times=f"2*C*{factor}",
        given=EUCLIDEAN_PREMISES,
    )


def pa2(less: str = "") -> Claim:
    return own_claim(
        f"w + {PASSIVE}/(xx + 1/(2*C))*y*x",
        f"{less}(X**2 + 1/(2*C))*U**2",
        gain="squared_hinge",
        loss="squared_hinge",
        times="2*C*(X**2 + 1/(2*C))",
        given=EUCLIDEAN_PREMISES,
    )


def gradient_hinge(less: str = "") -> Claim:
    return own_claim(
        "w + eta*y*x if y*yhat < 1 else w",
        f"{less}(U**2/(2*eta) + eta*X**2*l/2)",
        gain="hinge",
        loss="hinge",
        given=EUCLIDEAN_PREMISES,
    )


def gradient_squared(less: str = "") -> Claim:
    return own_claim(
        learner("w + eta*(y - yhat)*x", outcomes="points"),
        f"{less}C*X**2*U**2/(C - 1)",
        gain="squared",
        loss="squared",
        times="C",
        given=[*EUCLIDEAN_PREMISES, "C > 1", "X > 0"],
        define={"eta": "(C - 1)/(C*X**2)"},
    )


def hedge(bound: str = "ln(n)/eta + eta*l/8") -> Claim:
    return own_claim(
        learner("w*exp(-eta*x)", predict="dot(w, x)/sum(w)", start={"w": "1"}),
        bound,
        gain="linear",
        loss="linear",
        given=["unit inputs", "expert"],
    )


# --- three algorithms that are not in the catalogue ------------------------------------------------------------


@pytest.mark.deep
@pytest.mark.parametrize("claim", [pa(), pa1(), pa2(), gradient_hinge(), gradient_squared()])
def test_the_right_bound_holds(claim: Claim) -> None:
    assert search(claim, instances=150).held


def test_the_right_bound_of_hedge_holds() -> None:
    assert search(hedge(), instances=60).held


@pytest.mark.parametrize("claim", [pa, pa2, gradient_hinge, gradient_squared], ids=lambda claim: claim.__name__)
def test_one_percent_less_falls(claim: Any) -> None:
    """Power: these bounds are attained, at a comparator that the search has to find, as u = 2C/(1 + 2C) for PA-II."""
    assert search(claim(ONE_PERCENT), instances=600).refuted


def test_too_little_regret_of_hedge_falls() -> None:
    assert search(hedge("ln(n)/(4*eta) + eta*l/32"), instances=200).refuted


def test_tuning_gives_the_known_rates() -> None:
    assert gradient_hinge().tune("eta").optimum == theorem("bylander.2").tune("eta").optimum
    assert str(hedge().tune("eta").tuned) == "sqrt(2)*sqrt(l)*sqrt(log(n))/2"
    assert str(hedge().tune("eta").optimum) == "2*sqrt(2)*sqrt(log(n))/sqrt(l)"


# --- what premises say ------------------------------------------------------------------------------------------


def test_norms_make_the_geometry_and_are_measured() -> None:
    claim = pa()
    assert (claim.geometry, claim.comparator, claim.outcomes) == (EUCLIDEAN, Comparator.SEPARATING, Outcomes.LABELS)
    verdict = check(claim, instance_of(Trials.of([[3, 4]], [1]), ["3/25", "4/25"]))
    assert verdict.attained
    assert verdict.instance.parameters[s.X] == 5


def test_a_bounded_parameter_is_measured() -> None:
    claim = own_claim("w + y*x if y*yhat <= 0 else w", "R*H", given=["norm(x, 1) <= R", "sum_t(max(0, 1 - y*ux)) <= H"])
    case = claim.case(instance_of(Trials.of([[1, -2], [0, 1]], [1, -1]), [1, 1]))
    assert [case.value(s.R), case.value(s.H)] == [3, 4]
    assert claim.free == ()
    assert check(claim, instance_of(case.instance.trials, [1, 1], {"H": 3})).status.value == "VACUOUS"


@pytest.mark.parametrize(
    ("premise", "instance", "holds"),
    [
        ("norm(x, 2) == 1", [[1, 0], [0, -1]], True),
        ("norm(x, 2) == 1", [[1, 0], [1, 1]], False),
        ("min(x) >= 0 and max(x) < 2", [[1, 0], [1, 1]], True),
        ("min(x) >= 0 and max(x) < 2", [[1, 0], [2, 1]], False),
        ("max(x) < 2", [], True),
        ("sum(x) == 1 or max(x) == 2", [[1, 0], [2, 2]], True),
        ("sum(x) == 1 or max(x) == 2", [[1, 0], [0, 0]], False),
        ("not yhat > 1", [[1, 0], [1, 0]], True),
        ("not yhat > 1", [[2, 0], [1, 0]], False),
        ("l < 2 or n == 1", [[2, 0]], True),
        ("l < 2 or n == 1", [[2, 0], [1, 1]], False),
        ("sum_t(xx) <= 4*l", [[2, 0], [1, 1]], True),
        ("sum_t(xx) < 3*l", [[2, 0], [1, 1]], False),
    ],
)
def test_premises_are_judged(premise: str, instance: list[list[int]], holds: bool) -> None:
    claim = own_claim("w + y*x", "2*l", given=[premise])
    trials = Trials.of(instance, [1] * len(instance), 2)
    assert (check(claim, Instance(trials)).status.value == "HOLDS") is holds


def test_entropic_premises_make_positive_comparators() -> None:
    claim = own_claim("w", "l", loss="hinge", given=["min(u) >= 0", "sum(u) == U", "max(abs(x)) <= X"])
    assert claim.geometry is ENTROPIC
    assert [h.name for h in claim.hypotheses] == ["nonnegative", "sum", "examples"]


def test_a_learner_adopts_the_version_of_the_claim_it_is_put_into() -> None:
    """Power: at 3/4 the same rule moves on in the absolute version, and not where 1/4 is tolerated."""
    spec = learner("w + side*x")
    mine = learner("w + side*x", version="absolute")
    assert theorem("bylander.8").replace(learner=spec).learner.targets == "toleranced(tau)"  # type: ignore[union-attr]
    assert theorem("bylander.5").replace(learner=mine).learner.targets == "absolute"  # type: ignore[union-attr]
    instance = instance_of(Trials.of([[1], ["3/4"]], [1, 1]), [2])
    claims = [theorem("bylander.8").replace(learner=one, define={"tau": "1/4"}) for one in (spec, mine)]
    updates = [claim.case(complete(claim, instance)).run.updates for claim in claims]
    assert updates == [1, 2]


def test_losses_of_intervals_are_distances() -> None:
    claim = own_claim(learner("w + gap*x", outcomes="intervals"), "l", gain="absolute", loss="absolute")
    case = claim.case(instance_of(Trials.of([[1], [1]], [Interval.parse("[2,3)"), Interval.parse("(-oo,1]")]), [4]))
    assert [row.lhs for row in case.rows()] == [Fraction(2 + 1 - 1 - 3)]


@pytest.mark.parametrize("claim", [gradient_hinge(), pa1(), gradient_squared()])
def test_totals_of_the_run_are_what_the_formulas_add_up_to(claim: Claim) -> None:
    """Power: where the run has the total already it is taken from there, and it is the same number."""
    case = claim.case(complete(claim, build(claim, bytes(range(3, 90, 2)))))
    (row,) = case.rows()
    regret = regret_of(claim.quantity)
    assert regret is not None
    assert row.lhs == sum(regret.by_trial(case))


def test_quantities_and_learners_can_be_pickled() -> None:
    quantity = gradient_hinge().quantity
    assert pickle.loads(pickle.dumps(quantity)) == quantity  # noqa: S301
    assert pickle.loads(pickle.dumps(learner("w + x").make)) == learner("w + x").make  # noqa: S301


# --- bad input -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"learner": "w + speed*x"}, "unknown symbol 'speed'; the glossary has"),
        ({"learner": "w + ux*x"}, "the rule speaks of 'ux', which a learner cannot know"),
        ({"gain": "hings"}, "there is no loss 'hings'; there are mistake, update, hinge"),
        ({"gain": "x"}, "there is no loss 'x'"),
        ({"gain": "x + yhat"}, "sum_t takes a number, and 'x \\+ yhat' is a vector"),
        ({"loss": "update"}, "the comparator's loss speaks of 'update', which only the learner has"),
        ({"bound": "U*speed"}, "speed"),
        ({"bound": 0.5}, "0.5 has a float in it; write an exact number"),
        ({"given": "norm(u, 2) <= U"}, "give a list, each a text"),
        ({"given": ["norm(u) <= U"]}, "norm takes 2 arguments, not 1"),
        ({"given": ["u <= U"]}, "is no truth; compare two numbers"),
        ({"given": ["norm(u, 2) + U"]}, "is no truth; compare two numbers"),
        ({"define": {"eta": "tau", "tau": "eta"}}, "this is circular; define a parameter by others"),
        ({"name": "bylander.5"}, "the name 'bylander.5' belongs to the catalogue"),
        ({"relation": "<<"}, "unknown relation"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: dict[str, Any], what: str) -> None:
    with pytest.raises(BoundcheckError, match=what) as raised:
        own_claim(**{"learner": "w + eta*y*x", "bound": "l", **arguments})
    assert "\n" not in str(raised.value)


def test_an_unknown_version() -> None:
    with pytest.raises(BoundcheckError, match="there is no version 'best'; there are classification"):
        learner("w", version="best")
    assert VersionNamed("toleranced(tau/2)")({s.tau: Fraction(1)}).tolerance == Fraction(1, 2)


# --- files -----------------------------------------------------------------------------------------------------

GRADIENT = """
learner = "w + eta*y*x if y*yhat < 1 else w"
gain = "hinge"
loss = "hinge"
bound = "U**2/(2*eta) + eta*X**2*l/2"
given = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
"""


def written(folder: Path, text: str, name: str = "mine.toml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_file_states_the_same_claim(tmp_path: Path) -> None:
    claim = read_claim(written(tmp_path, GRADIENT))
    assert claim.id == "own.mine"
    assert (claim.bound, claim.quantity, claim.learner) == (
        gradient_hinge().bound,
        gradient_hinge().quantity,
        gradient_hinge().learner,
    )


def test_a_json_file_with_a_state_of_several_parts(tmp_path: Path) -> None:
    text = '{"learner": {"w": "w + y*x", "v": "v + w", "predict": "dot(v, x)", "start": {"v": 1}}, "bound": "l"}'
    claim = read_claim(written(tmp_path, text, "averaged.json"))
    assert claim.learner is not None
    assert str(claim.learner.rule) == "w: w + y*x; v: v + w; predict: dot(v, x)"


def test_a_text_may_be_broken_over_lines(tmp_path: Path) -> None:
    rule = 'learner = """w + y*x\n  if y*yhat <= 0\n  else w"""\nbound = "l"'
    claim = read_claim(written(tmp_path, rule))
    assert claim.learner == read_claim(written(tmp_path, rule.replace("\n  ", " "))).learner


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("mine.json", '{"learner": "w", "bound": "l", "bound": "2*l"}', "the key 'bound' occurs twice"),
        (
            "mine.json",
            '{"learner": "w", "bound": "l", "title": "\\u001b[2J"}',
            "the title '\\\\x1b[2J' cannot be printed",
        ),
        ("my\x1b[2J.toml", 'learner = "w"\nbound = "l"', "the name 'own.my\\\\x1b[2J' cannot be printed"),
    ],
)
def test_a_file_hides_nothing_from_its_reader(name: str, text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BoundcheckError, match=why.replace("[", r"\[")):
        read_claim(written(tmp_path, text, name))


def test_a_claim_is_shown_though_its_rule_has_no_value_at_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["show", written(tmp_path, 'learner = "w + y*x/xx"\nbound = "5"')]) == 0
    assert "attained with equality, exactly: 5 alternating outcomes" in capsys.readouterr().out


def test_commands_take_a_file_wherever_they_take_an_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, data = written(tmp_path, GRADIENT), written(tmp_path, "x1,y\n1,1\n-1,-1\n", "data.csv")
    out = str(tmp_path / "certificate.json")
    assert main(["show", file]) == 0
    assert main(["check", file, data, "--comparator", "1", "--set", "eta=1"]) == 0
    assert main(["search", file, "--instances", "20", "--jobs", "1"]) == 0
    less = ["--set", "eta=1", "--bound", "99/100", "--out", out]
    assert main(["search", file, "--instances", "90", "--jobs", "1", *less]) == 1
    assert main(["tune", file]) == 0
    assert main(["export", file, "--latex"]) == 0
    capsys.readouterr()
    assert main(["replay", out]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "CONFIRMED"
    assert said[2].startswith("  the learner is the certificate's own rule: w becomes w + eta*y*x if y*yhat < 1 else w")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("learner = ", "this is not TOML"),
        ('learner = "w"', 'the claim has no bound; say bound = "..."'),
        ('bound = "l"', "the claim has no learner"),
        ('learner = "w"\nbound = 0.5', "bound is the float 0.5; floats are not exact"),
        ('learner = "w"\nbound = true', "bound is True; write a text"),
        ('learner = "w"\nbound = "l"\ngains = "hinge"', "a claim has no 'gains'; it has adversary, bound, comparator"),
        ('learner = "w"\nbound = "l"\ngiven = "x"', "it is a list of premises"),
        ('bound = "l"\n[learner]\npredict = "1"', "the learner has no rule for any part of its state"),
        ('bound = "l"\n[learner]\nw = 0.1', "learner.w is the float 0.1"),
        ('learner = "__import__(\'os\')"\nbound = "l"', "cannot read"),
        ('learner = "w"\nbound = "__import__(1)"', "cannot read"),
        ('learner = "w + eta*x"\nbound = "l"\ndefine = {eta = "1/eta"}', "circular"),
        ('learner = "w + eta*x"\nbound = "l"\ndefine = {eta = "1/C", C = "1/eta"}', "this is circular"),
        ('learner = "w + speed*x"\nbound = "l"', "unknown symbol 'speed'; the glossary has"),
        ('learner = "w + 1e-3*y*x"\nbound = "l"', "unexpected 'e' at position 6"),
        ('learner = "w + x/0"\nbound = "l"', "divides by zero in 'x/0'; say with if what happens there"),
        ('learner = "w + ux*x"\nbound = "l"', "speaks of 'ux', which a learner cannot know"),
        ('learner = "w"\nloss = "hings"\nbound = "l"', "there is no loss 'hings'"),
    ],
)
def test_a_bad_file_is_one_line_and_exit_code_2(
    tmp_path: Path, text: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", written(tmp_path, text)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "mine.toml: " in said.err
    assert what in said.err


def test_no_derivation_takes_a_loss_to_be_convex(capsys: pytest.CaptureFixture[str]) -> None:
    """Power: gradient descent has its usual regret against the hinge loss, and none against one that is cut off."""
    rule, cut = "w + eta*y*x if y*yhat < 1 else w", "min(1, max(0, 1 - y*yhat))"
    assert main(["derive", rule, "--gain", cut, "--loss", cut]) == 3
    assert capsys.readouterr().out.endswith("NONE\n")


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "nowhere.toml"]) == 2
    assert "nowhere.toml: no such file" in capsys.readouterr().err


def test_a_file_of_another_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: it was said that no claim is called mine.yaml."""
    file = tmp_path / "mine.yaml"
    file.write_text("learner: w")
    assert main(["show", str(file)]) == 2
    assert "mine.yaml: a file that states a claim is called .toml or .json" in capsys.readouterr().err


def test_a_table_is_enough() -> None:
    assert claim_of({"learner": "w", "bound": 3}).bound == 3


def test_a_claim_of_ones_own_is_not_said_to_be_printed_anywhere() -> None:
    """Power: its standing was "true as printed", and beta the factor of Weighted Majority."""
    margin = "w + eta*y*x if y*yhat <= beta else w"
    claim = own_claim(margin, "U**2*X**2", gain="update", title="Mine", given=[*EUCLIDEAN_PREMISES, "separable"])
    assert claim.own
    said = claim_report(claim)
    assert "stated, not audited" in said
    assert "true as printed" not in said
    assert "Weighted Majority" not in said
    assert to_latex(claim).startswith("\\begin{theorem}\\label{own.claim}\nMine.\n")
    assert not theorem("classics.margin").own
    assert theorem("classics.margin").standing is Standing.TRUE


def test_a_mistyped_symbol_is_guessed() -> None:
    with pytest.raises(BoundcheckError, match="unknown symbol 'bta'; did you mean 'beta'"):
        own_claim("w + eta*y*x if y*yhat <= bta else w", "U**2*X**2")


def test_a_file_in_the_place_of_an_id_is_told_how_it_is_read() -> None:
    with pytest.raises(BoundcheckError, match=r"if it is a file that states a claim, give read_claim\('mine.toml'\)"):
        theorem("mine.toml")
