"""Values of games: what is known of them in closed form, and that the checker confirms no other."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds.errors import BoundcheckError
from verify import kernel, kernel_minimax, kernel_worst
from verify.cli import main
from verify.minimax import games
from verify.minimax.games import Minimax


def confirmed(document: dict[str, Any]) -> bool:
    return kernel_worst.confirm(json.dumps(document), kernel.statements())[0]


def examined(document: dict[str, Any]) -> bool:
    """Tell the same of many, without the catalogue, of which games say nothing."""
    with kernel.within(kernel.Budget()):
        return kernel_minimax.examine(document, {})[0]


@pytest.mark.parametrize("length", [1, 2, 3, 7, 16, 30])
def test_two_experts_have_the_value_that_is_known(length: int) -> None:
    """Half of the mean distance of a random walk from its start (Cover 1966)."""
    walk = sum(math.comb(length, i) * abs(2 * i - length) for i in range(length + 1))
    found = games.experts(2, length)
    assert found.value == Fraction(walk, 2 ** (length + 1))
    assert confirmed(found.certificate)


@pytest.mark.parametrize(
    ("n", "length", "value"),
    [(3, 12, "1925/1024"), (4, 8, "329/180"), pytest.param(3, 20, "1893749/786432", marks=pytest.mark.deep),
     pytest.param(4, 20, "70531379980777/24883200000000", marks=pytest.mark.deep)],
)  # fmt: skip
def test_more_experts(n: int, length: int, value: str) -> None:
    found = games.experts(n, length)
    assert str(found.value) == value
    assert confirmed(found.certificate)


@pytest.mark.parametrize(
    ("n", "k", "without", "coins"),
    [(2, 1, 3, "7/4"), (3, 2, 5, "857/256"), (4, 1, 4, "19/8"), (4, 3, 8, "2519/512"), (8, 1, 5, "3"), (1, 3, 3, "3")],
)
def test_mistakes_with_a_best_expert(n: int, k: int, without: int, coins: str) -> None:
    found = [games.mistakes(n, k), games.mistakes(n, k, coins=True)]
    assert [str(a.value) for a in found] == [str(without), coins]
    assert all(confirmed(a.certificate) for a in found)


def test_experts_that_are_right_halve() -> None:
    """With a best expert that never errs, the value is the whole part of log2 n."""
    assert [int(games.mistakes(n, 0).value) for n in range(1, 10)] == [int(math.log2(n)) for n in range(1, 10)]


def test_finite_classes() -> None:
    """All functions on d points have dimension d, thresholds the logarithm, and disjunctions what is printed."""
    cube = [format(i, "03b") for i in range(8)]
    thresholds = ["0" * (7 - i) + "1" * i for i in range(8)]
    found = [games.of_class(cube), games.of_class(thresholds), games.disjunctions(6, 2), games.disjunctions(4, 1)]
    assert [int(a.value) for a in found] == [3, 3, 3, 2]
    assert all(confirmed(a.certificate) for a in found)


def games_of_each_kind() -> list[Minimax]:
    return [games.experts(3, 3), games.mistakes(3, 1), games.mistakes(3, 1, coins=True), games.disjunctions(4, 2)]


@pytest.mark.parametrize("kind", range(4))
def test_no_other_value_is_confirmed(kind: int) -> None:
    """Power: every value of every state is changed by a little, and by one; the claimed one as well."""
    found = games_of_each_kind()[kind]
    document = found.certificate
    assert confirmed(document)
    assert not confirmed({**document, "value": str(found.value + 1)})
    assert not confirmed({**document, "value": str(found.value - Fraction(1, 10**9))})
    for i, row in enumerate(found.table):
        for change in (1, -1) if kind == 3 else (1, -1, Fraction(1, 10**9), -Fraction(1, 10**9)):
            changed = row[1] + change if kind == 3 else str(Fraction(row[1]) + change)
            table = [*found.table[:i], [row[0], changed, *row[2:]], *found.table[i + 1 :]]
            try:
                assert not examined({**document, "table": table}), (row, change)
            except kernel.Malformed:
                assert kind == 3  # a negative dimension
        lacking = [*found.table[:i], *found.table[i + 1 :]]
        assert kind == 3 or not examined({**document, "table": lacking})


def test_other_strategies_are_not_confirmed() -> None:
    """Power: probabilities moved between two experts, and between two losses, by a millionth."""
    document = games.experts(3, 3).certificate
    little = Fraction(1, 10**6)
    caught = tried = 0
    for i, row in enumerate(document["table"]):
        for part in (2, 4):
            if len(row[part]) > 1:
                for a, b in ((0, 1), (1, 0)):
                    moved = [Fraction(p) for p in row[part]]
                    moved[a], moved[b] = moved[a] + little, moved[b] - little
                    changed = [*row[:part], list(map(str, moved)), *row[part + 1 :]]
                    table = [*document["table"][:i], changed, *document["table"][i + 1 :]]
                    tried += 1
                    try:
                        caught += not examined({**document, "table": table})
                    except kernel.Malformed:
                        caught += 1
    assert tried >= 20
    assert caught >= tried - 6  # among equal experts, and where several strategies are best, there are others


LIES: dict[str, dict[str, Any]] = {
    "probabilities that add up to less": {"2": ["1/3", "1/3", "1/6"]},
    "a probability below 0": {"2": ["4/3", "-1/6", "-1/6"]},
    "the same losses twice": {"3": [0, 0], "4": ["1/2", "1/2"]},
    "losses that there are not": {"3": [8], "4": ["1"]},
}


@pytest.mark.parametrize("lie", LIES)
def test_what_are_no_strategies_is_refused(lie: str) -> None:
    document = games.experts(3, 2).certificate
    row = next(row for row in document["table"] if row[0][0] == 2)
    for part, text in LIES[lie].items():
        row[int(part)] = text
    with pytest.raises(kernel.Malformed):
        confirmed(document)


@pytest.mark.parametrize(
    "game",
    [{"kind": "chess"}, {"kind": "experts", "experts": 40, "length": 1},
     {"kind": "experts", "experts": "2", "length": 1}, {"kind": "class", "functions": []},
     {"kind": "mistakes", "experts": 2, "mistakes": 1, "coins": "no"},
     {"kind": "class", "functions": ["0", "0"]}, {"kind": "class", "functions": ["0", "01"]}, {}],
    ids=["chess", "many", "text", "empty", "coins", "twice", "lengths", "none"],
)  # fmt: skip
def test_what_is_no_game_is_refused(game: dict[str, Any]) -> None:
    with pytest.raises(kernel.Malformed):
        confirmed({**games.mistakes(2, 1).certificate, "game": game})


def test_work_on_games_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "MAX_STEPS", 60)
    for found in games_of_each_kind():
        with pytest.raises(kernel.Malformed, match="more than 60 steps would be needed"):
            confirmed(found.certificate)


def test_the_command_shows_what_is_possible_beside_what_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "value.json")
    assert main(["minimax", "experts", "--experts", "3", "--length", "4", "--out", file]) == 0
    said = capsys.readouterr().out
    assert "Hedge's bound 1.48230" in said
    assert "confirmed    by the independent checker" in said
    assert main(["replay", file]) == 0
    (tmp_path / "class.json").write_text('["001", "010", "100"]')
    assert main(["minimax", str(tmp_path / "class.json"), "--json"]) == 0
    assert main(["minimax", "mistakes", "--experts", "8", "--mistakes", "1"]) == 0
    assert "Weighted Majority 8 or more" in capsys.readouterr().out


@pytest.mark.parametrize(
    "game",
    [["experts", "--experts", "9"], ["experts", "--length", "1000"], ["mistakes", "--mistakes", "-1"], ["poker"],
     ["disjunctions", "--relevant", "9"]],
    ids=["experts", "length", "mistakes", "poker", "literals"],
)  # fmt: skip
def test_what_is_not_worked_out_is_said(game: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["minimax", *game]) == 2
    assert capsys.readouterr().err.startswith("boundcheck: the ")


def test_known_learners_stand_beside_the_value_with_what_they_pay_themselves() -> None:
    """None pays less than the value, or more than its bound."""
    winnow, coins, hedge = games.disjunctions(5, 2), games.mistakes(4, 1, coins=True), games.experts(4, 5)
    for found, names in (
        (winnow, ("Winnow itself", "Winnow's bound")),
        (coins, ("RWMA itself", "RWMA's bound")),
        (hedge, ("Hedge itself", "Hedge's bound")),
    ):
        told = {name: text.removeprefix("less than ").split()[0] for name, text in found.beside}
        beside = {name: float(told[name]) for name in names}
        assert float(found.value) <= beside[names[0]] <= beside[names[1]]


def test_classes_are_checked_as_they_are_given() -> None:
    for given in ([], ["0", "0"], ["0", "00"], ["02"], "01", [1]):
        with pytest.raises(BoundcheckError, match="a class is a list"):
            games.of_class(given)  # type: ignore[arg-type]
