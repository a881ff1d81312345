"""A campaign's report as one page: the claims first, each set, with its picture and its link, and then the attacks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from bounds.errors import BoundcheckError
from bounds.formulas.mathml import mathml
from verify import kernel
from verify.campaign.report import HEADINGS, SPENT, cells, certified, last_line, spent
from verify.campaign.summary import Line, Summary
from verify.campaign.tasks import Counterexample
from verify.pages.certificate import carried
from verify.pages.markup import Html, table, tag
from verify.pages.pictures import LEFT, WIDTH, figure, line, svg, text
from verify.pages.run import differences, run_parts
from verify.pages.story import story_of
from verify.pages.template import document

MARKS = {"REFUTED": "bad mark", "HELD": "good mark", "UNTESTED": "doubt mark"}
PICTURES = 60
"""Counterexamples that are drawn; further ones have their link alone."""


def page(summary: Summary) -> str:
    """Return the report as one page that needs nothing else."""
    rows = ([*_marked(cells(line))] for line in summary.lines)
    numbers = range(2, len(HEADINGS) - 2)
    parts = [tag("h1", "Campaign"), tag("p", last_line(summary)), table(HEADINGS, rows, right=numbers)]
    drawn = 0
    for item in sorted(summary.lines, key=lambda item: item.counterexample is None):
        parts += _section(item, drawn=drawn < PICTURES)
        drawn += item.counterexample is not None
    parts += [tag("h2", "How the budget was spent")]
    parts += [
        table(SPENT, (spent(name, tally) for name, tally in summary.by_attack.items()), right=range(1, len(SPENT)))
    ]
    return document("Campaign", *parts)


def _marked(row: list[str]) -> list[str]:
    return [tag("span", a, class_=MARKS[a]) if i == 1 else a for i, a in enumerate(row)]


def _section(item: Line, *, drawn: bool) -> list[Html]:
    mark = tag("span", item.conclusion, class_=MARKS[item.conclusion])
    parts = [tag("h2", item.claim, " ", mark), _formula(item)]
    worst = item.counterexample
    if worst is not None:
        checked = "confirmed by the independent checker" if worst.confirmed else f"NOT confirmed: {worst.said}"
        parts.append(tag("p", f"Broken by {worst.name}; {worst.minimal or 'not shrunk'}; {checked}."))
        parts += _broken(worst, drawn=drawn)
    elif item.untested:
        parts.append(tag("p", f"Untested: {item.untested}."))
    if item.length is not None and (worst is None or item.length.certified):
        parts.append(tag("p", f"{certified(item.length)}."))
    if item.best is not None:
        what = "Closest" if worst is None else "Closest of what holds"
        parts.append(tag("p", f"{what}: ratio {item.best.ratio:.6g}, by {item.best.name}."))
        parts += curve(item.curve, item.total.judged)
        parts.append(tag("details", tag("summary", "The sequence"), tag("pre", item.best.instance)))
    if item.not_tried and worst is None:
        parts.append(tag("p", f"Not tried yet: {', '.join(item.not_tried)}."))
    if item.trouble:
        parts.append(tag("p", f"Trouble: {item.trouble}", class_="doubt"))
    return parts


def _formula(item: Line) -> Html:
    try:
        return tag("div", Html(mathml(item.latex, display=True)) if item.latex else item.inequality, class_="formula")
    except BoundcheckError:
        return tag("div", item.inequality, class_="formula")


def _broken(worst: Counterexample, *, drawn: bool) -> list[Html]:
    """Return a counterexample: drawn and with its link where its certificate is confirmed, else as its text."""
    if not worst.confirmed:
        return [tag("pre", worst.instance or worst.found)]
    certificate: dict[str, Any] = kernel.load(worst.certificate)
    parts: list[Html] = []
    catalogued = kernel.statements().get(certificate["claim"])
    if catalogued is not None and (changed := differences(certificate["statement"], catalogued)):
        parts.append(changed)
    if drawn:
        parts += run_parts(certificate, story_of(certificate), heading="h3")
    return parts + carried(certificate)


def curve(points: list[tuple[int, float]], judged: int) -> list[Html]:
    """Return the best ratio against the instances judged, as steps in SVG.

    >>> "polyline" in curve([(10, 0.25), (40, 0.5)], 100)[0]
    True
    """
    if not points:
        return []
    last = max(judged, points[-1][0], 1)
    low, high = min(0.0, points[0][1]), max(1.0, points[-1][1])
    left, right, top, bottom = 46.0, WIDTH - 10.0, 16.0, 110.0

    def place(tried: float, ratio: float) -> tuple[float, float]:
        return left + (right - left) * tried / last, bottom - (bottom - top) * (ratio - low) / (high - low)

    steps = [place(*points[0])]
    for (_, before), (tried, ratio) in pairwise(points):
        steps += [place(tried, before), place(tried, ratio)]
    steps.append(place(last, points[-1][1]))
    drawn = svg(
        bottom + 24,
        line([place(0, 1), place(last, 1)], "var(--soft)", 1, stroke_dasharray="4"),
        line(steps, LEFT),
        text(left - 8, top + 4, f"{high:.3g}", text_anchor="end"),
        text(left - 8, bottom + 4, f"{low:.3g}", text_anchor="end"),
        text(left, bottom + 18, "0", class_="soft"),
        text(right, bottom + 18, f"{last} instances", text_anchor="end", class_="soft"),
        label="best ratio by instances judged",
    )
    return [figure(drawn, "The best ratio so far, by instances judged; 1 is the bound.")]
