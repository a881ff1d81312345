"""Pictures of a run, in SVG: both sides after each trial, bars of what is left over, and the plane of the vectors.

Numbers here are floats: they place ink, and decide nothing. Labels never lie upon each other: one that would is left
out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from verify.pages.markup import Html, joined, tag
from verify.pages.projection import Plane, plane
from verify.pages.story import Sides, Story

WIDTH = 480
LETTER = 7.2
"""The width of a letter of the pictures, on average, for what must not lie upon another."""

RELATIONS = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠", "<": "<", ">": ">"}
LEFT, RIGHT, BAD = "var(--left)", "var(--right)", "var(--bad)"


def pictures(story: Story) -> list[Html]:
    """Return the figures of a story, each with its caption; none that would be empty."""
    figures = [_curve(story)] if story.after else [_bars(story)] if story.places else []
    drawn = plane(story)
    return figures + ([_plane(drawn)] if drawn is not None else [])


def figure(drawing: Html, caption: str) -> Html:
    """Return a drawing with what it shows."""
    return tag("figure", drawing, tag("figcaption", caption))


def svg(height: float, *parts: Html, label: str, width: int = WIDTH) -> Html:
    """Return a drawing of some height, as wide as the page allows."""
    size = {"viewBox": f"0 0 {width} {height:.0f}", "width": round(1.3 * width)}
    return tag("svg", *parts, **size, role="img", aria_label=label)


def text(x: float, y: float, said: str, **attributes: object) -> Html:
    """Return a text whose line stands at y."""
    return tag("text", said, x=f"{x:.1f}", y=f"{y:.1f}", **attributes)


def line(points: Iterable[tuple[float, float]], colour: str, width: float = 2, **attributes: object) -> Html:
    """Return a line through points."""
    said = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return tag("polyline", points=said, fill="none", stroke=colour, stroke_width=width, **attributes)


def legend(y: float, items: Sequence[tuple[str, Html]]) -> list[Html]:
    """Return what each mark means, in lines from y on, a mark 16 wide before each text."""
    marks, x = list[Html](), 8.0
    for said, mark in items:
        wide = 30 + LETTER * len(said)
        if x > 8 and x + wide > WIDTH:
            x, y = 8.0, y + 18
        marks += [tag("g", mark, transform=f"translate({x:.0f} {y - 4:.0f})"), text(x + 22, y, said)]
        x += wide + 12
    return marks


def nice(low: float, high: float, most: int = 5) -> list[float]:
    """Return round numbers from one end to the other.

    >>> nice(0, 11), nice(0, 0.9)
    ([0.0, 5.0, 10.0], [0.0, 0.2, 0.4, 0.6000000000000001, 0.8])
    """
    span = high - low
    step = 10.0 ** math.floor(math.log10(span / most)) if span > 0 else 1.0
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= most)
    first = math.ceil(low / step - 1e-9)
    return [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)]


# --- both sides after each trial -------------------------------------------------------------------------


def _curve(story: Story) -> Html:
    points = sorted(story.after.items())
    heights = [a for _, sides in points for a in (sides.left, sides.right)]
    low, high = min(0.0, *heights), max(*heights, 0.0)
    high = high if high > low else low + 1
    top, bottom, left, right = 34, 266, 58, WIDTH - 14

    def place(t: float, a: float) -> tuple[float, float]:
        return left + (right - left) * t / story.trials, bottom - (bottom - top) * (a - low) / (high - low)

    parts = list[Html]()
    for a in nice(low, high):
        y = place(0, a)[1]
        parts += [line([(left, y), (right, y)], "var(--line)", 1), text(left - 8, y + 4, f"{a:.6g}", text_anchor="end")]
    for t in nice(0, story.trials, 8):
        if t == int(t):
            parts.append(text(place(t, 0)[0], bottom + 18, f"{t:.0f}", text_anchor="middle", class_="soft"))
    parts.append(text(right, bottom + 36, "trials", text_anchor="end", class_="soft"))
    parts.append(line([place(t, s.right) for t, s in points], RIGHT, 4.6))
    parts.append(line([place(t, s.left) for t, s in points], LEFT, 2.4))
    for t, sides in points if len(points) <= 24 else ():
        parts += [_dot(*place(t, sides.right), RIGHT, 3.4), _dot(*place(t, sides.left), LEFT, 2.8)]
    fails = story.broken_after
    said = [("what the claim compares", _stroke(LEFT)), ("its bound", _stroke(RIGHT))]
    if fails is not None:
        at = place(fails, story.after[fails].left)
        parts.append(_ring(at))
        said.append(("fails here first", _ring((8, 0))))
    caption = "Both sides of the claim after the first trials, each judged as a run of its own."
    if len(points) < story.trials + 1:
        caption += f" {len(points)} lengths of {story.trials + 1} are shown."
    return figure(svg(bottom + 44, *parts, *legend(18, said), label=caption), caption)


def _ring(at: tuple[float, float]) -> Html:
    return tag("circle", cx=f"{at[0]:.1f}", cy=f"{at[1]:.1f}", r=7.5, fill="none", stroke=BAD, stroke_width=2)


def _dot(x: float, y: float, colour: str, radius: float) -> Html:
    return tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=radius, fill=colour)


def _stroke(colour: str) -> Html:
    return line([(0, 0), (16, 0)], colour, 3)


# --- bars ------------------------------------------------------------------------------------------------


def _bars(story: Story) -> Html:
    """Draw each comparison as a bar up to a mark, which is its bound, with what is left over behind."""
    shown = story.places
    heights = [a for sides in shown for a in (sides.left, sides.right, 0.0)]
    low, high = min(heights), max(heights)
    high = high if high > low else low + 1
    name = min(150.0, 10 + LETTER * max(len(sides.where) for sides in shown))
    words = [_compared(sides, story.relation) for sides in shown]
    start, end = name, WIDTH - 16 - LETTER * max(map(len, words))

    def place(a: float) -> float:
        return start + (end - start) * (a - low) / (high - low)

    parts = [line([(place(0), 30), (place(0), 36 + 24 * len(shown))], "var(--soft)", 1)]
    for i, (sides, said) in enumerate(zip(shown, words, strict=True)):
        y = 36 + 24 * i
        ends = sorted((place(0), place(sides.left)))
        colour = BAD if sides.fails else LEFT
        box = {"x": f"{ends[0]:.1f}", "y": y, "width": f"{max(1.5, ends[1] - ends[0]):.1f}", "height": 14}
        parts.append(tag("rect", **box, fill=colour, rx=1.5))
        parts.append(line([(place(sides.right), y - 3), (place(sides.right), y + 17)], RIGHT, 3))
        parts.append(text(0, y + 12, sides.where, class_="soft"))
        parts.append(text(WIDTH, y + 12, said, text_anchor="end", **({"fill": BAD} if sides.fails else {})))
    square = tag("rect", x=0, y=-5, width=16, height=10, fill=LEFT, rx=1.5)
    said_of = [("what the claim compares", square), ("its bound", line([(8, -8), (8, 8)], RIGHT, 3))]
    if any(sides.fails for sides in shown):
        said_of.append(("past it", tag("rect", x=0, y=-5, width=16, height=10, fill=BAD, rx=1.5)))
    many = f" The {len(shown)} tightest of {story.of_places} comparisons." if story.of_places > len(shown) else ""
    caption = f"What the claim compares here, as a bar, and its bound, as a mark.{many}"
    return figure(svg(44 + 24 * len(shown), *parts, *legend(16, said_of), label=caption), caption)


def _compared(sides: Sides, relation: str) -> str:
    sign = RELATIONS[relation]
    return f"{sides.said[0]} {sign} {sides.said[1]}{' fails' if sides.fails else ''}"


# --- the plane -------------------------------------------------------------------------------------------


class Labels:
    """Texts beside points, none of which lies upon another one or upon a point."""

    def __init__(self, points: Iterable[tuple[float, float]], width: float, height: float) -> None:
        self.boxes = [(x - 4, y - 4, x + 4, y + 4) for x, y in points]
        self.width, self.height = width, height

    def put(self, x: float, y: float, said: str, **attributes: object) -> Html:
        """Return a text beside a point, or nothing where there is no room for it."""
        wide = LETTER * len(said)
        for distance in (8, 16, 26):
            for dx, dy in ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1)):
                left = x + dx * distance - (wide if dx < 0 else wide / 2 if dx == 0 else 0)
                base = y + dy * distance + 4
                box = (left - 1, base - 11, left + wide + 1, base + 3)
                inside = box[0] >= 0 and box[2] <= self.width and box[1] >= 0 and box[3] <= self.height
                if inside and not any(_overlap(box, other) for other in self.boxes):
                    self.boxes.append(box)
                    return text(left, base, said, **attributes)
        return Html()


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _plane(drawn: Plane) -> Html:
    side, top = 300.0, 44.0
    points = [(0.0, 0.0), *(at for at, _, _ in drawn.examples), *drawn.path, *([drawn.u] if drawn.u else [])]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    span = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
    wide = max((max(xs) - min(xs)) / span, 0.5) * (WIDTH - 80)
    scale = min(wide, WIDTH - 80) / span if max(ys) - min(ys) <= (max(xs) - min(xs)) * 0.7 else side / span
    high = max(60.0, scale * (max(ys) - min(ys)))
    middle = (min(xs) + max(xs)) / 2

    def place(at: tuple[float, float]) -> tuple[float, float]:
        return WIDTH / 2 + scale * (at[0] - middle), top + 30 + high - scale * (at[1] - min(ys))

    height = top + high + 60
    origin = place((0.0, 0.0))
    parts = [
        line([(0, origin[1]), (WIDTH, origin[1])], "var(--line)", 1),
        line([(origin[0], top), (origin[0], height)], "var(--line)", 1),
    ]
    labels = Labels(map(place, points), WIDTH, height)
    if drawn.u:
        parts.append(_arrow(origin, place(drawn.u), "var(--u)"))
    if len(drawn.path) > 1:
        parts.append(line(map(place, drawn.path), RIGHT, 1.6, stroke_dasharray="5 3"))
    parts += [_dot(*place(at), RIGHT, 3.2) for at in drawn.path]
    parts += [_example(place(at), outcome) for at, outcome, _ in drawn.examples]
    if drawn.breaking:
        parts.append(_ring(place(drawn.breaking)))
    if drawn.u:
        parts.append(labels.put(*place(drawn.u), "u", font_style="italic", font_weight="bold"))
    if drawn.path:
        parts.append(labels.put(*place(drawn.path[-1]), "w" if len(drawn.path) == 1 else "last w", font_style="italic"))
    parts += [labels.put(*place(at), said) for at, _, said in drawn.examples]
    said_of = [("example, +1", _example((8, 0), "+1")), ("example, −1", _example((8, 0), "-1"))]
    outcomes = {outcome for _, outcome, _ in drawn.examples}
    said_of = [item for item in said_of if item[0][-2:].replace("−", "-") in outcomes]
    if outcomes - {"+1", "-1"}:
        said_of.append(("example", _example((8, 0), "")))
    said_of += [("breaks the claim", _ring((8, 0)))] if drawn.breaking else []
    said_of += [("comparator u", _arrow((0, 0), (16, 0), "var(--u)"))] if drawn.u else []
    said_of += [("weights w, in order", joined([line([(0, 0), (16, 0)], RIGHT, 1.6), _dot(8, 0, RIGHT, 3.2)]))] * bool(
        drawn.path
    )
    return figure(svg(height, *parts, *legend(16, said_of), label=drawn.caption), drawn.caption)


def _example(at: tuple[float, float], outcome: str) -> Html:
    x, y = at
    circle = {"cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": 4.6, "stroke": LEFT, "stroke_width": 1.8}
    if outcome == "+1":
        return tag("circle", **circle, fill=LEFT)
    if outcome == "-1":
        return tag("circle", **circle, fill="var(--paper)")
    diamond = f"{x:.1f},{y - 5.5:.1f} {x + 5.5:.1f},{y:.1f} {x:.1f},{y + 5.5:.1f} {x - 5.5:.1f},{y:.1f}"
    return tag("polygon", points=diamond, fill=LEFT)


def _arrow(start: tuple[float, float], end: tuple[float, float], colour: str) -> Html:
    length = math.dist(start, end)
    if length < 1:
        return _dot(*end, colour, 4)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = [(end[0] - 9 * dx + s * 4 * dy, end[1] - 9 * dy - s * 4 * dx) for s in (1, -1)]
    tip = " ".join(f"{x:.1f},{y:.1f}" for x, y in (end, *head))
    shaft = line([start, (end[0] - 8 * dx, end[1] - 8 * dy)], colour, 2.2)
    return joined([shaft, tag("polygon", points=tip, fill=colour)])
