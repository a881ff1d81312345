"""A replay shows all that decides: trials, comparator, start vector and parameters, on lines that stay lines."""

from __future__ import annotations

import json
from typing import Any

from bounds.claims.catalogue import theorem
from verify import kernel
from verify.judge.certificate import certificate
from verify.judge.check import check
from verify.search.evidence import tightest

CATALOGUE = kernel.statements()


def found(document: dict[str, Any]) -> tuple[bool, list[str]]:
    return kernel.confirm(json.dumps(document), CATALOGUE)


def example() -> dict[str, Any]:
    tight = tightest(theorem("bylander.2"))
    assert tight is not None
    return certificate(check(theorem("bylander.2"), tight[1].instance))


def test_everything_that_decides_is_printed() -> None:
    """Power: the two sides were printed, and neither the trials nor the comparator nor the parameters."""
    document = example()
    confirmed, said = found(document)
    instance = document["instance"]
    assert confirmed
    for name, value in instance["parameters"].items():
        assert f"parameter {name} = {value}" in said
    assert f"comparator u = ({', '.join(instance['comparator'])})" in said
    for t, trial in enumerate(instance["trials"], 1):
        assert f"trial {t}: x = ({', '.join(trial['x'])}), outcome {trial['outcome']}" in said


def test_what_is_printed_is_short_and_cannot_move_the_cursor() -> None:
    instance = example()["instance"]
    many = kernel.instance_lines({**instance, "trials": [{"x": ["1"] * 5000, "outcome": "+1"}] * 10_000})
    assert len(many) == kernel.MOST_SHOWN + 1
    assert max(map(len, many)) < kernel.MAX_SHOWN + 40
    assert many[-1].endswith("more, in the file")
    hostile = kernel.instance_lines({"parameters": {"eta\n": "\x1b[2J"}, "comparator": ["1\r"]})
    _, said = kernel.as_released(False, hostile, CATALOGUE)
    assert said[:2] == ["parameter eta\\n = \\x1b[2J", "comparator u = (1\\r)"]
