"""Plots: the exact numbers behind them, the files, the command, and what is refused."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adversaries.constructions.oscillation import instances as oscillations
from adversaries.families.sampling import random_instances
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.two_bounds import compare
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import compare as compare_numbers
from verify import cli, plots
from verify.judge.status import Status
from verify.own_data.completed import check
from verify.plots import paper
from verify.search.evidence import tightest
from verify.search.search import search

pytest.importorskip("matplotlib")

IRIS = Path(__file__).parents[3] / "verify" / "examples" / "iris.csv"
BLOCK = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), comparator=vector([1, 1]))
WEAK = theorem("bylander.2").replace(bound=s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 4)
UNIT = {"U": 1, "X": 1, "l": 100}
MAP = compare(
    theorem("bylander.3.tuned"),
    theorem("bylander.2.tuned"),
    first_where={"U": "k", "X": 1},
    second_where={"U": "sqrt(k)", "X": "sqrt(n)"},
)


# --- the numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.2.tuned", "bylander.3", "bylander.5", "bylander.7"])
def test_a_run_ends_at_the_compared_quantity_below_the_bound(identifier: str) -> None:
    """Power: a regret that leaves out the comparator's loss, or a bound off by a trial, differs at the end."""
    claim = theorem(identifier)
    judged = 0
    for _, instance in random_instances(claim, 12, seed=3):
        verdict = check(claim, instance)
        if verdict.status is not Status.HOLDS or verdict.decisive is None or not instance.trials.l:
            continue
        curve = plots.run_curve(claim, instance)
        assert compare_numbers(curve.achieved[-1], verdict.decisive.lhs) == 0
        assert compare_numbers(curve.bound[-1], verdict.decisive.rhs) == 0
        for achieved, granted in zip(curve.achieved, curve.granted, strict=True):
            assert compare_numbers(achieved, granted) in (-1, 0)
        judged += 1
    assert judged > 3


def test_a_run_without_per_trial_inequality_is_evaluated_on_prefixes() -> None:
    claim = theorem("kitani.winnow")
    _, instance = next(
        (name, i) for name, i in random_instances(claim, 30, seed=1) if check(claim, i).status is Status.HOLDS
    )
    curve = plots.run_curve(claim, instance)
    decisive = check(claim, instance).decisive
    assert decisive is not None
    assert (curve.achieved[-1], curve.granted) == (decisive.lhs, ())


def test_tightness_of_theorem_5_is_an_equality() -> None:
    points = [point for point in plots.tightness_points("bylander.5") if point.family == "orthonormal"]
    assert {point.value for point in points} >= {1, 2, 64}
    assert all(point.attained and point.ratio == 1 for point in points)


def test_tightness_of_a_false_bound_stays_out_of_the_picture() -> None:
    """Power: violated instances, with ratios above 1, are no evidence of tightness."""
    half = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
    assert all(point.ratio <= 1 for point in plots.tightness_points(half))


def test_tightness_against_a_rate_has_its_best_where_the_block_is_extremal() -> None:
    points = [point for point in plots.tightness_points("bylander.2", "eta") if point.family == "orthonormal"]
    best = max(points, key=lambda point: point.ratio)
    assert best.attained
    assert abs(math.log2(best.value)) < 0.01


def test_the_history_is_that_of_the_search() -> None:
    claim = theorem("bylander.3.tuned")
    history, judged = plots.search_history(claim, 150, seed=4)
    assert judged == 150
    assert [item.ratio for item in history] == sorted(item.ratio for item in history)
    assert history[-1].ratio == search(claim, instances=150, seed=4).best_ratio
    assert not any(item.violated for item in history)


def test_a_violation_ends_the_history() -> None:
    """Power: a false bound must show as a violation, above 1."""
    history, judged = plots.search_history(WEAK, 1000)
    assert history[-1].violated
    assert history[-1].ratio > 1
    assert history[-1].instances == judged < 1000


def test_maps_are_exact() -> None:
    figure = plots.plot_comparison(MAP, x_span=(2, 12), y_span=(1, 4), points=60)
    (mesh,) = [found for found in figure.axes[0].collections if found.get_array() is not None]
    signs = mesh.get_array()
    assert signs is not None
    assert signs.shape == (4, 11)
    assert [int(sign) for sign in signs[1]] == [MAP.at(k=2, n=n) for n in range(2, 13)]
    assert {int(sign) for sign in signs[1]} == {-1, 1}


def legend_of(figure: Any) -> tuple[str, list[str]]:
    found = figure.axes[0].get_legend()
    assert found is not None
    return found.get_title().get_text(), [text.get_text() for text in found.get_texts()]


def test_a_map_says_at_which_values_it_is_drawn() -> None:
    """Power: what was put in for the symbols of each bound, or set for both, was not in the picture."""
    assert legend_of(plots.plot_comparison(MAP, points=12))[1][:2] == [
        "bylander.3.tuned is smaller\n(at $U = k$, $X = 1$)",
        r"bylander.2.tuned is smaller" "\n" r"(at $U = \sqrt{k}$, $X = \sqrt{n}$)",
    ]
    scaled = compare(s.n * s.U * s.eta, s.k)
    title, texts = legend_of(plots.plot_comparison(scaled, points=12, where={"U": 1, "eta": "1/200"}))
    assert (title, texts[0]) == (r"at $U = 1$, $\eta = 1/200$", "U*eta*n is smaller")
    assert legend_of(plots.plot_comparison(compare(s.n / 10, s.k), points=12))[0] == ""


def test_the_optimum_is_marked() -> None:
    figure = plots.plot_bound("bylander.2", where=UNIT)
    drawn = [np.asarray(line.get_xydata()).tolist() for line in figure.axes[0].get_lines()]
    points = [line[0] for line in drawn if len(line) == 1]
    assert points == [[0.1, 10.0]]
    assert r"\eta^* = 1/10" in figure.axes[0].texts[0].get_text()


# --- the pictures ----------------------------------------------------------------------------------------


def tight(identifier: str) -> Instance:
    found = tightest(theorem(identifier))
    assert found is not None
    return found[1].instance


PICTURES: dict[str, Callable[[], Any]] = {
    "run": lambda: plots.plot_run("bylander.5", BLOCK),
    "run above": lambda: plots.plot_run("bylander.3", next(i for _, i in oscillations(theorem("bylander.3")))),
    "bound": lambda: plots.plot_bound("bylander.2", "bylander.3", where={**UNIT, "n": 20}),
    "bound with an end": lambda: plots.plot_bound("bylander.7", where={"U": 1, "X": 1, "k": 3, "n": 20}),
    "bound over n": lambda: plots.plot_bound("bylander.3.tuned", over="n", where=UNIT, span=("2", "50")),
    "bound with a closed end": lambda: plots.plot_bound("kitani.wma", where={"N": 2, "k": 1}),
    "bound that grows fast": lambda: plots.plot_bound("kitani.lem3", over="mplus", where={"beta": 1}),
    "bound below zero": lambda: plots.plot_bound("kitani.eq28", over="mminus", where={"N": 2}),
    "tightness": lambda: plots.plot_tightness("bylander.3.tuned", "n"),
    "tightness far from the bound": lambda: plots.plot_tightness("bylander.9"),
    "run with a long amount": lambda: plots.plot_run("bylander.8", tight("bylander.8")),
    "run without mistakes": lambda: plots.plot_run("bylander.4", tight("bylander.4")),
    "run with a long bound": lambda: plots.plot_run("gls.4.1.bw", tight("gls.4.1.bw")),
    "run of experts": lambda: plots.plot_run("kitani.wma", tight("kitani.wma")),
    "search": lambda: plots.plot_search(WEAK, 200),
    "comparison": lambda: plots.plot_comparison(MAP, points=12),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_written_and_have_labels(name: str, tmp_path: Path) -> None:
    figure = PICTURES[name]()
    (axes,) = figure.axes
    assert axes.get_xlabel()
    assert axes.get_ylabel()
    assert axes.get_legend() is not None
    for ending, start in ((".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")):
        path = plots.save(figure, tmp_path / f"picture{ending}")
        assert path.read_bytes().startswith(start)
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_the_same_picture_gives_the_same_file(tmp_path: Path) -> None:
    first, second = (plots.save(PICTURES["bound"](), tmp_path / f"{i}.svg").read_bytes() for i in range(2))
    assert first == second


@pytest.mark.deep
def test_text_fits_into_the_picture() -> None:
    """Power: a title or legend that sticks out is cut off in the file."""
    for name, draw in PICTURES.items():
        figure = draw()
        figure.draw_without_rendering()
        page = figure.bbox
        for axes in figure.axes:
            for artist in (axes.title, axes._left_title, axes.xaxis.label, axes.yaxis.label, axes.get_legend()):
                box = artist.get_window_extent()
                assert box.x1 <= page.x1 + 1, name
                assert box.y1 <= page.y1 + 1, name
                assert box.x0 >= -1, name
                assert box.y0 >= -1, name


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", PICTURES)
def test_drawing_warns_of_nothing(name: str, tmp_path: Path) -> None:
    """Power: marks below the axes left no room for them, and the layout was given up."""
    plots.save(PICTURES[name](), tmp_path / "picture.png")


def test_what_lies_below_the_axes_is_not_drawn() -> None:
    assert min(point.ratio for point in plots.tightness_points("bylander.9")) < 0
    axes = plots.plot_tightness("bylander.9").axes[0]
    assert all(y >= 0 for line in axes.get_lines() for y in np.asarray(line.get_ydata(), dtype=float))


def test_titles_name_the_claim_and_mark_a_variant() -> None:
    half = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
    for figure, start in (
        (plots.plot_search(half, 20), "bylander.5*: Theorem 5: mistakes"),
        (PICTURES["tightness"](), "bylander.3.tuned: Theorem 3"),
        (PICTURES["run of experts"](), "kitani.wma: (3)"),
        (plots.plot_run("bylander.7", tight("bylander.7")), "bylander.7: Theorem 7: mistakes of"),
    ):
        assert figure.axes[0].get_title(loc="left").startswith(start)
    assert "errs $k$ times" in paper.title_of(theorem("bylander.7")).replace("\n", " ")


def test_amounts_are_typeset() -> None:
    """Power: tau and m_n were words beside typeset formulas."""
    assert paper.quantity_label(theorem("bylander.8")) == (r"$\text{Abs-Loss}(A, S, \tau) - \text{Abs-Loss}(u, S)$")
    assert paper.quantity_label(theorem("kitani.wma")) == "$M - k$"
    assert paper.quantity_label(theorem("bylander.5")) == "mistakes $M$"
    assert (
        paper.quantity_label(theorem("bylander.5.eta"))
        == "trials on which exactly one of $\\eta$ and $\\mathrm{rate}$\nerrs"
    )
    assert paper.wrapped("costs 5 $, `w_n <= N`", 40) == r"costs 5 \$, $w_{n} \leq N$"
    assert paper.wrapped("on a positive mistake, `M <= N + 1`", 12) == "on a\npositive\nmistake,\n$M \\leq N + 1$"


def ticks(axis: Any) -> list[str]:
    low, high = axis.get_view_interval()
    shown = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
    return [tick.label1.get_text() for tick in shown if low <= tick.get_loc() <= high and tick.label1.get_text()]


@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        (lambda: plots.plot_search(theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2), 300), ["1", "10"]),
        (lambda: PICTURES["bound over n"](), ["2", "5", "10", "20", "50"]),
        (lambda: PICTURES["bound with a closed end"](), ["0.05", "0.1", "0.2", "0.5"]),
    ],
)
def test_ticks_are_plain_numbers(draw: Any, expected: list[str]) -> None:
    """Power: minor ticks of a short axis were labelled $2 x 10^0$, or there was one label only."""
    figure = draw()
    figure.draw_without_rendering()
    assert ticks(figure.axes[0].xaxis) == expected


def test_a_closed_end_is_drawn_and_marked() -> None:
    axes = PICTURES["bound with a closed end"]().axes[0]
    assert r"\eta^* = 1/2" in axes.texts[0].get_text()
    assert max(x for line in axes.get_lines() for x in np.asarray(line.get_xdata(), dtype=float)) == 0.5


def test_the_last_step_of_a_run_shows() -> None:
    """Power: the step of the last trial was on the right edge, where it cannot be seen."""
    axes = plots.plot_run("bylander.5", BLOCK).axes[0]
    learner = axes.get_lines()[-1]
    assert np.asarray(learner.get_xdata(), dtype=float).tolist() == [0, 1, 2, 2.5]
    assert np.asarray(learner.get_ydata(), dtype=float).tolist() == [0, 1, 2, 2]


def test_a_run_far_below_its_bound_is_not_squeezed_flat() -> None:
    rows = [[1, 0]] * 30
    instance = Instance(Trials.from_integers(rows, 1, [1] * 30), vector([20, 0]))
    axes = plots.plot_run("bylander.5", instance).axes[0]
    low, high = axes.get_ylim()
    assert axes.get_yscale() == "symlog"
    bound, learner = (float(np.asarray(axes.get_lines()[i].get_ydata())[-1]) for i in (0, -1))
    assert low < learner < bound < high
    assert axes.get_ylabel().endswith("(logarithmic)")
    assert "(trivial: above the number of trials)" in str(axes.get_lines()[0].get_label())
    assert "trivial" not in str(plots.plot_run("bylander.5", BLOCK).axes[0].get_lines()[0].get_label())
    heights = axes.transData.transform(np.array([(0, low), (0, learner), (0, bound)]))[:, 1]
    assert heights[1] - heights[0] > (heights[2] - heights[0]) / 10


def test_the_proofs_curve_shows_where_the_learners_is_the_same() -> None:
    """Power: the learner's line was drawn over it."""
    axes = plots.plot_run("bylander.5", BLOCK).axes[0]
    _, granted, learner = axes.get_lines()
    assert granted.get_label() == "granted by the proof"
    assert np.array_equal(np.asarray(granted.get_ydata()), np.asarray(learner.get_ydata()))
    assert granted.get_zorder() > learner.get_zorder()
    assert granted.get_linestyle() == "--"
    assert granted.get_linewidth() < learner.get_linewidth()


def test_the_bound_shows_where_the_learner_attains_it_all_along() -> None:
    """Power: on every trial both are 1/2, and the learner's thick line was drawn over the bound's."""
    S = Trials.from_integers([[1]] * 3, 1, [1] * 3)
    axes = plots.plot_run("bylander.10", Instance(S, vector([1]), {"eta": 1})).axes[0]
    bound, learner = axes.get_lines()[0], axes.get_lines()[-1]
    assert bound.get_zorder() > learner.get_zorder()
    assert bound.get_linewidth() < learner.get_linewidth()


def test_the_legend_of_a_logarithmic_picture_hides_no_curve() -> None:
    """Power: in the middle on the right it lay upon the learner's curve."""
    S = Trials.from_integers([[1, 0]] * 10 + [[0, 1]] * 20, 1, [1] * 30)
    figure = plots.plot_run("bylander.5", Instance(S, vector([8, 8])))
    axes = figure.axes[0]
    figure.canvas.draw()
    legend = axes.get_legend()
    assert legend is not None
    box = legend.get_window_extent().transformed(axes.transData.inverted())
    for line in axes.get_lines():
        places, heights = (np.asarray(values, dtype=float) for values in line.get_data())
        for x in np.linspace(0, 30, 61):
            y = np.interp(x, places, heights)
            assert not (box.x0 < x < box.x1 and box.y0 < y < box.y1)


def test_a_bound_in_whole_numbers_is_drawn_in_steps() -> None:
    assert plots.plot_bound("bylander.5").axes[0].get_lines()[0].get_drawstyle() == "steps-post"
    assert plots.plot_bound("bylander.2").axes[0].get_lines()[0].get_drawstyle() == "default"
    line = plots.plot_bound("bylander.5", over="U", span=(1, 10)).axes[0].get_lines()[0]
    places, heights = (np.asarray(values, dtype=float) for values in line.get_data())
    assert {*np.diff(heights)} == {0, 1}  # each step is there: none is passed over between two points
    assert all(abs(places[i + 1] ** 2 - heights[i + 1]) < 0.5 for i in np.flatnonzero(np.diff(heights)))


def test_bounds_in_different_norms_are_said_to_be() -> None:
    """Power: one line, at U = 1, was said of the 2-norm and of the 1-norm alike."""
    said = "norms that each claim names"
    assert said in plots.plot_bound("bylander.2", "bylander.3").axes[0].get_title(loc="left")
    assert said not in plots.plot_bound("bylander.2", "bylander.8", over="U").axes[0].get_title(loc="left")


@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.3", "bylander.5", "kitani.wma", "gls.7.1a"])
def test_a_bound_draws_without_any_values(identifier: str) -> None:
    """The title says which values were taken."""
    axes = plots.plot_bound(identifier).axes[0]
    assert np.asarray(axes.get_lines()[0].get_xdata()).size > 10
    assert "at $" in axes.get_title(loc="left")


# --- what is refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: plots.plot_bound("bylander.2", where={"U": 1, "X": 1}), "needs a value for l"),
        (lambda: plots.plot_bound("bylander.2", over="n", where=UNIT), "has no n left"),
        (lambda: plots.plot_bound(), "at least one claim"),
        (lambda: plots.plot_bound("bylander.2", where=UNIT, span=(2, 1)), "0 < low < high"),
        (lambda: plots.plot_bound("bylander.2", where=UNIT, span=("1", "C")), "the span is C; give a rational number"),
        (lambda: plots.plot_tightness("bylander.5", "eta"), "has no free eta; choose one of l, n"),
        (lambda: plots.plot_tightness("bylander.cmp"), "no structured family .*; choose another claim"),
        (lambda: plots.plot_tightness("kw.13a"), "with l > 0 .*; choose another claim, or another symbol"),
        (lambda: plots.plot_tightness("bylander.eg"), "the bound of bylander.eg is 0, .*; choose a claim with"),
        (lambda: plots.plot_search("bylander.eg"), "the bound of bylander.eg is 0, .*; choose a claim with"),
        (lambda: plots.plot_run("kitani.rwma.sqrtT", tight("kitani.rwma.sqrtT")), "draw its bound over l"),
        (lambda: plots.plot_run("bylander.half", BLOCK), "no run to draw"),
        (lambda: plots.plot_run("bylander.5", Instance(Trials.from_integers([], 1, [], 1))), "at least one trial"),
        (lambda: plots.plot_search("bylander.5", 0), "give at least 1"),
        (lambda: plots.plot_comparison(MAP, "n", "tau"), "neither bound has tau"),
        (lambda: plots.plot_comparison(MAP, "n", "n"), "both axes of the map are n"),
        (lambda: plots.plot_comparison(compare(theorem("bylander.3"), theorem("bylander.2"))), "in-first U=k"),
        (lambda: plots.plot_comparison(compare(s.n * s.U, s.k)), "needs a value for U; set it, such as U=1"),
        (lambda: plots.plot_comparison(compare("bylander.3", "bylander.2"), "l", "eta"), "value for U1; put it in"),
        (lambda: plots.plot_comparison(compare("bylander.3", "bylander.2")), "has k, .* with --over, or put it in"),
        (lambda: plots.plot_bound("bylander.5", over="eta"), "has no eta left .*"),
        (
            lambda: plots.plot_bound("bylander.6", over="U", where={"X": 1, "n": 1}),
            "no U left .*; .* give other values",
        ),
        (lambda: plots.plot_bound("kw.winnow.up", over="k", where={"N": 9, "alpha": 1, "theta": 2}), "give others"),
        (lambda: plots.plot_bound("kw.abstract.printed", over="k", where={"N": 5}, span=(7, 9)), "another range"),
        (lambda: plots.plot_comparison(MAP, x_span=(9, 3)), "1 <= low < high"),
        (lambda: plots.plot_bound("bylander.22"), "did you mean"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw: Any, message: str) -> None:
    with pytest.raises(BoundcheckError, match=message):
        draw()


def test_files_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    figure = PICTURES["bound"]()
    for path, message in (
        (tmp_path / "picture.gif", "end its name in .png, .svg, .pdf"),
        (tmp_path / "missing" / "picture.png", "there is no directory"),
    ):
        with pytest.raises(BoundcheckError, match=message):
            plots.save(figure, path)
    (tmp_path / "taken.png").mkdir()
    with pytest.raises(BoundcheckError, match="cannot write the plot"):
        plots.save(figure, tmp_path / "taken.png")


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def refuse(name: str, *arguments: Any, **keywords: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return imported(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", refuse)
    for draw in PICTURES.values():
        with pytest.raises(BoundcheckError, match=r"pip install 'boundcheck\[plots\]'"):
            draw()


# --- the command -----------------------------------------------------------------------------------------


def run(*arguments: object) -> int:
    options = cli._parser("plot").parse_args(["plot", *map(str, arguments)])
    return int(options.run(options))


COMMANDS: dict[str, list[object]] = {
    "run": ["run", "bylander.5", IRIS, "--outcome", "species", "--positive", "setosa", "--shuffle", 1],
    "run of a tight sequence": ["run", "bylander.2"],
    "bound": ["bound", "bylander.2", "--set", "U=1", "--set", "X=1", "--set", "l=100"],
    "tightness": ["tightness", "bylander.5", "--over", "n"],
    "search": ["search", "bylander.5", "--bound", "U**2*X**2/2", "--instances", 50],
    "comparison": [
        *["comparison", "bylander.3.tuned", "bylander.2.tuned", "--in-first", "U=k", "--in-first", "X=1"],
        *["--in-second", "U=sqrt(k)", "--in-second", "X=sqrt(n)", "--x-span", 2, 50, "--y-span", 1, 9],
    ],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_writes_each_kind(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "picture.png"
    assert run(*COMMANDS[name], "--out", out) == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().out.endswith(f"written {out}\n")


def test_a_wrong_file_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    with pytest.raises(BoundcheckError, match="end its name in"):
        run("search", "bylander.5", "--instances", 10**9, "--out", tmp_path / "picture.jpeg")


def test_a_map_without_its_symbols_is_refused_before_anything_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: the whole comparison was printed, and then the error."""
    with pytest.raises(BoundcheckError, match=r"neither bound has k, an axis of the map; .* such as --in-first U=k"):
        run("comparison", "bylander.3.tuned", "bylander.2.tuned", "--out", tmp_path / "picture.png")
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


def test_values_set_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BoundcheckError, match="U is set twice"):
        run("bound", "bylander.2", "--set", "U=1", "--set", "U=2", "--out", tmp_path / "picture.png")


def test_symbol_names_the_axis_of_bounds_as_over_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    plain = plots.plot_bound

    def plot_bound(*ids: str, over: str | None, **more: Any) -> Any:
        asked.append(over)
        return plain(*ids, over=over, **more)

    monkeypatch.setattr("verify.commands.plot.plot_bound", plot_bound)
    where = ["--set", "U=1", "--set", "X=1", "--set", "delta=1", "--set", "entropy=0", "--set", "n=9"]
    assert run("bound", "gls.wm.a", "--symbol", "a", *where, "--out", tmp_path / "a.png") == 0
    assert run("bound", "gls.wm.a", "--over", "a", *where, "--out", tmp_path / "b.png") == 0
    assert run(*COMMANDS["bound"], "--out", tmp_path / "c.png") == 0
    assert asked == ["a", "a", None]  # where it is not said, the plot finds the axis


def test_grids_are_rational_and_keep_their_ends() -> None:
    places = paper.logarithmic(Fraction(1, 3), Fraction(7), 20)
    assert (places[0], places[-1], len(places)) == (Fraction(1, 3), Fraction(7), 20)
    assert places == sorted(set(places))
