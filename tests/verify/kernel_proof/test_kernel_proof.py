"""Proofs are confirmed by identities alone, for claims that hold, and nothing that is damaged or false is.

Power: one percent less is proved of none of them; each hypothesis, goal and constant that matters is missed.
"""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from contextlib import suppress
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.own import own_claim
from tests.verify.confirmed import confirmed_worst, confirms, findings, needless
from tests.verify.kernel_proof.textbook import BALL, CLAIMS, OGD, PERCEPTRON, plan, proof
from verify import kernel
from verify.cli import main
from verify.derive.certified import certified
from verify.derive.completion import by_completing
from verify.derive.prove_own import prove_own
from verify.judge.certificate import statement
from verify.kernel import Malformed
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.certificate import plan_of, shows
from verify.kernel_proof.claims import Claim
from verify.kernel_proof.goals import goals_of
from verify.kernel_proof.pieces import Guard, Guards, Terms, holds, named, pieces
from verify.kernel_proof.ratios import Ratio, number, variable
from verify.prove import prove


def changed(name: str, **parts: Any) -> dict[str, Any]:
    """Return a proof of a claim that says something else."""
    document = copy.deepcopy(dict(proof(name)))
    document["statement"] |= parts
    return document


@pytest.mark.parametrize("name", CLAIMS)
def test_textbook_bounds_are_confirmed_and_one_percent_less_is_not(name: str) -> None:
    """Power: neither by the same identities, nor by any that are found."""
    assert confirmed_worst(proof(name))
    less = f"99/100*({proof(name)['statement']['bound']})"
    assert not confirms(changed(name, bound=less))


@pytest.mark.parametrize("name", ["perceptron", "ogd", "linear", "tolerant"])
def test_no_identity_is_found_for_one_percent_less(name: str) -> None:
    claim, constants = CLAIMS[name]
    assert certified(claim.replace(bound=claim.bound * 99 / 100), constants).document is None


@pytest.mark.parametrize("name", CLAIMS)
def test_a_hypothesis_that_is_dropped_is_missed(name: str) -> None:
    """Power: each but what says that a norm is not negative, where nothing is made of it."""
    hypotheses = proof(name)["statement"]["hypotheses"]
    assert needless(proof(name), (other for other in hypotheses if not other.startswith("range of"))) == []


@pytest.mark.parametrize("name", CLAIMS)
def test_no_goal_may_be_left_out_or_shown_by_another(name: str) -> None:
    document = copy.deepcopy(dict(proof(name)))
    for i in range(len(document["goals"])):
        assert not confirms({**document, "goals": document["goals"][:i] + document["goals"][i + 1 :]}), i
    assert not confirms({**document, "goals": []})
    assert not confirms({**document, "goals": document["goals"][::-1]})


def damaged(part: Any, hypotheses: Guards, rng: random.Random) -> Any:
    """Return an identity with one coefficient, power, hypothesis or square changed."""
    part = copy.deepcopy(part)
    term = rng.choice(part["terms"])
    varying = [i for i in term[1] if hypotheses[int(i)].ratio.constant is None]
    how = rng.randrange(4) if varying else 3
    i = rng.choice(varying) if varying else ""
    if how == 0:
        term[0] = f"{rng.randint(1, 100)}/101"
    elif how == 1:
        term[1][i] += rng.choice((-2, -1, 1, 2))
    elif how == 2:
        others = [j for j, other in enumerate(hypotheses) if other.ratio.key != hypotheses[int(i)].ratio.key]
        term[1][str(rng.choice(others))] = term[1].pop(i)
    else:
        term[2:] = [rng.choice(("2", "X", "ux - 3", "1/2*xx")) if term[2:] else "U + 1/3"]
    return part


def count_confirmed(tries: int, seed: int) -> int:
    """Return how many damaged identities, of two terms at least, pass for those of their goals."""
    rng, found = random.Random(seed), 0
    for name in CLAIMS:
        document = proof(name)
        made = goals_of(Claim(document["statement"]), plan_of(document))
        shown = zip(made.goals, (goal["proof"] for goal in document["goals"]), strict=True)
        rich = [(goal.hypotheses, part) for goal, part in shown if len(part["terms"]) > 1]
        for _ in range(tries // len(CLAIMS)):
            hypotheses, part = rng.choice(rich)
            other = damaged(part, hypotheses, rng)
            with suppress(Malformed, Refused):
                found += other != part and shows(hypotheses, other, made.roots)
    return found


def test_damaged_identities_show_nothing() -> None:
    """Power: several hundred at random; the deep test has 10,000."""
    assert count_confirmed(400, 1) == 0


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10))
def test_many_damaged_identities_show_nothing(seed: int) -> None:
    assert count_confirmed(1000, 100 + seed) == 0


@pytest.mark.parametrize("name", CLAIMS)
def test_other_constants_are_not_confirmed(name: str) -> None:
    """Power: each constant, name and lemma of a proof, made larger by 1, with the identities that there are."""
    document = copy.deepcopy(dict(proof(name)))
    for constant, text in document["constants"].items():
        assert not confirms({**document, "constants": {**document["constants"], constant: f"{text} + 1"}}), constant
    for i, (of, text) in enumerate(document["names"]):
        others = [*document["names"][:i], [of, f"{text} + 1"], *document["names"][i + 1 :]]
        assert not confirms({**document, "names": others}), of
    for i in range(len(document["lemmas"])):
        assert not confirms({**document, "lemmas": document["lemmas"][:i] + document["lemmas"][i + 1 :]}), i


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("perceptron", {"relation": "<"}),
        ("perceptron", {"relation": ">="}),
        ("perceptron", {"outcomes": "points"}),
        ("perceptron", {"over": "trials"}),
        ("perceptron", {"compare": [{"value": "sum_t(2 if y*yhat <= 0 else 0)"}]}),
        ("perceptron", {"compare": [{"value": "sum_t(1 if y*yhat <= 1 else 0)"}]}),
        ("perceptron", {"compare": [{"value": "sum_t(1 if y*yhat <= 0 else 0)", "over": "trials"}]}),
        ("perceptron", {"learner": {"rule": {"w": "w + 2*y*x if y*yhat <= 0 else w"}, "predict": "dot(w, x)"}}),
        ("perceptron", {"learner": {"rule": {"w": PERCEPTRON}, "predict": "dot(w, x) + 1"}}),
        ("perceptron", {"learner": {"rule": {"w": PERCEPTRON}, "start": {"w": "1"}, "predict": "dot(w, x)"}}),
        ("perceptron", {"learner": "perceptron(1)"}),
        ("whole", {"compare": [{"value": "sum_t(1/2 if y*yhat <= 0 else 0)"}]}),
        ("tolerant", {"version": "absolute"}),
        ("tolerant", {"version": "toleranced(tau/2)"}),
        ("ogd", {"compare": [{"value": "sum_t(max(0, 1 - y*yhat)) - 1/2*sum_t(max(0, 1 - y*ux))"}]}),
        ("ogd", {"free": ["U", "X", "eta", "_losses"]}),
    ],
)
def test_a_proof_of_another_claim_is_not_confirmed(name: str, parts: dict[str, Any]) -> None:
    assert not confirms(changed(name, **parts))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("perceptron", {"constants": {"a": "1/X**2", "b": "0", "c": "0", "lambda": "X**2", "d": "1"}}),
        ("perceptron", {"constants": {"a": "1/(X - X)", "b": "0", "c": "0", "lambda": "X**2"}}),
        ("perceptron", {"lemmas": ["1 > 2"]}),
        ("perceptron", {"lemmas": ["X > 2"]}),
        ("perceptron", {"names": [["U", "X"]]}),
        ("perceptron", {"names": [["yhat", "X"]]}),
        ("perceptron", {"names": [["theta", "1/0"]]}),
        ("perceptron", {"kept": ["U"]}),
        ("perceptron", {"limits": ["U", "X", "l"]}),
        ("perceptron", {"signed": 1}),
        ("perceptron", {"more": []}),
        ("mohri", {"signed": False}),
    ],
)
def test_a_proof_may_not_assume_more_than_the_claim(name: str, parts: dict[str, Any]) -> None:
    """Power: a quotient by 0 has no cases, and what follows from 1 > 2 is nothing; a name may not be a parameter's."""
    assert not confirms({**copy.deepcopy(dict(proof(name))), **parts})


def test_where_x_is_0_what_jumps_or_is_spoken_of_has_no_limit() -> None:
    """Power: with X = 0 allowed, the first bound is -1 there; the rule of the other is another learner there."""
    with pytest.raises(Malformed, match="its limit is not known"):
        confirmed_worst(changed("perceptron", bound="U**2*X**2 if X > 0 else -1"))
    said = own_claim(OGD, "U**2/(2*eta) + eta*X**2*l/2", gain="hinge", loss="hinge", given=BALL, define={"eta": "X"})
    assert "no limit alone" in str(certified(said, plan("1/(2*X)", "X**3/2", "1", limits=["X"])))
    without = certified(CLAIMS["perceptron"][0], plan("1/X**2", scale="X**2"))
    assert without.document is None
    assert "have values" in str(without)


def test_a_limit_of_a_norm_that_is_said_to_be_equal_is_none() -> None:
    given = ["norm(u, 2) == U", "norm(x, 2) <= X", "separable"]
    claim = own_claim(PERCEPTRON, "U**2*X**2", given=given)
    assert certified(claim, plan("1/X**2", scale="X**2", limits=["U", "X"])).document is None


@pytest.mark.parametrize("spelling", ["all_t(norm(x, 2) <= X)", "l == 0 or max_t(norm(x, 2)) <= X"])
def test_premises_are_read_by_what_they_say(spelling: str) -> None:
    """Power: with the norms of u in its place, the same proof is not confirmed."""
    hypotheses = proof("ogd")["statement"]["hypotheses"]
    assert confirms(changed("ogd", hypotheses={**hypotheses, "examples": spelling}))
    assert not confirms(changed("ogd", hypotheses={**hypotheses, "examples": spelling.replace("x", "u")}))


def test_the_checker_says_what_is_proved_and_on_what_it_rests() -> None:
    said = findings(proof("mohri"))
    assert any(line.endswith("with d(u, w) = |(theta) u - w|^2") for line in said)
    assert "H, U, X at 0: as the limit of larger values" in said
    assert any(line.startswith("it rests on") for line in said)


def test_a_proof_about_the_catalogues_claim_says_so() -> None:
    found = certified(theorem("classics.ogd.linear"), plan("1/(2*eta)", c="1"))
    assert found.document is not None
    assert found.document["statement"] == statement(theorem("classics.ogd.linear"))
    assert "claim classics.ogd.linear, as catalogued" in findings(found.document)


def test_signs_and_equations_of_the_outcome_are_used() -> None:
    """Power: y is said to be positive and not, or 0, where x is 0; without either no identity was found."""
    found = certified(theorem("classics.ogd.absolute"), plan("1/(2*eta)", "eta*X**2/2", "1", limits=["U", "X"]))
    assert found.document is not None
    assert confirmed_worst(found.document)


def test_the_checker_imports_the_standard_library_alone() -> None:
    root = Path(kernel.__file__).parent.parent
    code = "import sys; import verify.kernel_worst; print(sorted(m for m in sys.modules if m.split('.')[0] in "
    code += "('bounds', 'adversaries', 'sympy', 'numpy', 'scipy', 'z3', 'flint')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.deep
def test_the_command_writes_a_proof_that_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: a file with one percent less is written for no claim."""
    mine, out = tmp_path / "mine.toml", tmp_path / "proof.json"
    said = 'learner = "w - eta*x"\ngain = "yhat - eta/2*xx"\nloss = "linear"\ngiven = ["norm(u, 2) <= U"]\n'
    mine.write_text(f'{said}bound = "U**2/(2*eta)"\n')
    assert main(["prove", str(mine), "--out", str(out)]) == 0
    assert "by certificate" in capsys.readouterr().out
    assert main(["replay", str(out)]) == 0
    assert "CONFIRMED" in capsys.readouterr().out
    out.unlink()
    mine.write_text(f'{said}bound = "99/100*U**2/(2*eta)"\n')
    assert main(["prove", str(mine), "--out", str(out)]) != 0
    assert "without a certificate" in capsys.readouterr().out
    assert not out.exists()


def test_prove_says_whether_there_is_a_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: of the second claim z3 says so alone, and its rates fall by the updates, which no certificate counts."""
    mine = tmp_path / "mine.toml"
    mine.write_text('learner = "w - eta*x"\ngain = "yhat - eta/2*xx"\nloss = "linear"\nbound = "U**2/(2*eta)"\n')
    mine.write_text(mine.read_text() + 'given = ["norm(u, 2) <= U"]\n')
    assert main(["prove", str(mine)]) == 0
    assert "by certificate: 6 identities" in capsys.readouterr().out
    update = "max(-R, min(R, w + C/sqrt(updates + 1)*y*x)) if y*yhat < 1 else w"
    rule = f'learner = "{update}"\ngain = "hinge"\nloss = "hinge"\n'
    bound = 'bound = "2*R**2*sqrt(l)*n/C + C*X**2*sqrt(l)"\ngiven = ["max(abs(u)) <= R", "norm(x, 2) <= X", "C > 0"]\n'
    mine.write_text(rule + bound)
    assert main(["prove", str(mine)]) == 3
    said = capsys.readouterr().out
    assert "proposed: z3 says so, and nothing else does" in said
    assert "by z3 alone, without a certificate: its rates fall" in said
    assert main(["prove", str(mine), "--json"]) == 3
    assert '"status": "proposed"' in capsys.readouterr().out


def test_the_status_of_an_own_claim_is_by_certificate() -> None:
    """Power: what z3 says of least mean squares is proposed, and what follows from it is looked at by itself."""
    lms = CLAIMS["lms"][0]
    assert prove_own(lms).status == "proposed"
    proof, weaker = prove(lms), prove(lms.replace(bound=2 * lms.bound))
    for found in (proof, weaker):
        assert found.status == "checked"
        assert found.certificate is not None
        assert confirmed_worst(found.certificate)
    assert weaker.certificate is not None
    assert weaker.certificate["statement"]["bound"] != proof.certificate["statement"]["bound"]  # type: ignore[index]


def test_squares_are_completed_in_what_is_predicted() -> None:
    """Power: with the sign turned, or without the hypothesis on the pivot, there is no such identity."""
    p, q, a = variable("ux"), variable("yhat"), variable("a")
    above = Guard(a - number(Fraction(1)), ">=")
    form = p * p * a * a - number(Fraction(2)) * p * q * a + q * q * a
    assert by_completing((above, Guard(-form, ">")), {}) is not None
    assert by_completing((above, Guard(form, ">")), {}) is None
    assert by_completing((Guard(a, ">"), Guard(-form, ">")), {}) is None


@pytest.mark.deep
def test_derive_writes_a_certificate_for_each_piece(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: one that is not written over a folder, and none of rates that fall by updates."""
    out = tmp_path / "proof.json"
    asked = ["derive", "w + min(C, max(0, 1 - y*yhat)/xx)*y*x if xx > 0 else w"]
    assert main([*asked, "--out", str(out)]) == 0
    assert capsys.readouterr().out.rstrip().endswith(f"written      {tmp_path / 'proof-2.json'}")
    for path in (out, tmp_path / "proof-2.json"):
        assert main(["replay", str(path)]) == 0
    assert "CONFIRMED" in capsys.readouterr().out
    falling = ["derive", "max(-R, min(R, w + eta*y*x)) if y*yhat <= 0 else w with eta = C/sqrt(updates + 1)"]
    falling += ["--gain", "mistake", "--loss", "hinge"]
    assert main([*falling, "--out", str(tmp_path / "none.json")]) == 3
    assert not (tmp_path / "none.json").exists()
    assert "PROPOSED" in capsys.readouterr().out
    assert main([*asked, "--out", str(tmp_path)]) == 2


@pytest.mark.parametrize(
    ("formula", "names"),
    [
        ("max(0, 1 - y*yhat)/xx", ("y", "yhat", "xx")),
        ("min(C, max(0, 1 - yhat)/xx) if xx > 0 else -1", ("C", "yhat", "xx")),
        ("(yhat <= 0 or 1/yhat > C)*sign(y - C) + abs(C - y)", ("y", "yhat", "C")),
        ("not (yhat < 1 and C != y)", ("y", "yhat", "C")),
        ("1 if yhat == y else Max(C, y, yhat)**2 - C**(-1)", ("y", "yhat", "C")),
    ],
)
def test_pieces_say_what_the_kernel_says(formula: str, names: tuple[str, ...]) -> None:
    """Power: at 300 points, some of them on edges, the pieces that hold have the kernel's value, and one does."""
    rng = random.Random(0)
    found = pieces(kernel.read(formula), Terms({name: named(name) for name in names}))
    for _ in range(300):
        at = {name: Fraction(rng.randint(-2, 2), rng.choice((1, 1, 2))) for name in names}
        try:
            wanted = kernel.amount(formula, kernel.Scope(at))
        except kernel.Unknown:
            continue
        here = [value for guards, value in found if all(holds(worth(g.ratio, at), g.relation) for g in guards)]
        assert here
        assert {worth(value, at) for value in here} == {wanted}


def worth(ratio: Ratio, at: dict[str, Fraction]) -> Fraction:
    """Return the value of a ratio at a point; a quotient by 0 is -7, which no piece that holds is asked for."""
    try:
        above = sum((c * prod(at[name] ** e for name, e in m) for m, c in ratio.above.items()), Fraction(0))
        below = prod(worth(Ratio(dict(factor)), at) ** e for factor, e in ratio.below.items())
        return above / below
    except ZeroDivisionError:
        return Fraction(-7)
