"""The evaluator for other programs: requests and answers, budgets, cancelling, the schema, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bounds.errors import BoundcheckError
from tests.verify.commands.commanded import PAIR, output, refusal
from verify import cli
from verify.commands.asking import ASKED, arguments, schema
from verify.commands.serve import answer

OWN = {
    "learner": "w + y*x if y*yhat <= 0 else w",
    "bound": "U**2*X**2/2",
    "given": ["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"],
}


class Client:
    """Asks a server in a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "verify", "serve", "--stdio", "--jobs", "1"]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request: Any) -> None:
        self.send(json.dumps(request))

    def send(self, line: str) -> None:
        assert self.server.stdin is not None
        self.server.stdin.write(line + "\n")
        self.server.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.server.stdout is not None
        said: dict[str, Any] = json.loads(self.server.stdout.readline())
        return said


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    made = Client()
    yield made
    assert made.server.communicate(timeout=100)[0] == ""
    assert made.server.returncode == 0


def test_a_session(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    """A claim is stated, shown, and refuted; answers are what the commands print, with their exit codes."""
    client.ask(id=1, do="state", name="mine", claim=OWN)
    client.ask(id=2, do="search", claim="mine", instances=50, jobs=1)
    client.ask(id="three", do="check", claim="bylander.5", trials=json.loads(PAIR))
    client.ask(id=4, do="tune", claim="bylander.2")
    said = {one["id"]: one for one in (client.hear() for _ in range(4))}
    assert {name: one["exit"] for name, one in said.items()} == {1: 0, 2: 1, "three": 0, 4: 0}
    assert said[1]["result"]["id"] == "own.mine"
    assert said[2]["result"]["verdict"] == "refuted"
    assert said[2]["result"]["counterexample"]
    assert said["three"]["result"]["verdict"] == "HOLDS"
    assert said[4]["result"] == json.loads(output(["tune", "bylander.2", "--json"], capsys))


def test_cancelling_and_timing_out(client: Client) -> None:
    """What waits is answered at once, what runs says what it found; others are not touched."""
    client.ask(id="long", do="search", claim="bylander.5", seconds=3600, jobs=1)
    client.ask(id="waits", do="search", claim="bylander.5", seconds=3600, jobs=1)
    client.ask(id="late", do="search", claim="bylander.5", seconds=3600, jobs=1, timeout=0.01)
    client.ask(do="cancel", id="waits")
    assert client.hear() == {"id": "waits", "exit": 130, "error": "cancelled before it began"}
    time.sleep(0.5)
    client.ask(do="cancel", id="long")
    long, late = client.hear(), client.hear()
    assert (long["id"], long["exit"], long["error"]) == ("long", 130, "cancelled")
    assert (late["id"], late["exit"], late["error"]) == ("late", 130, "timed out after 0.01 s")
    client.ask(do="cancel", id="long")
    assert client.hear() == {"id": "long", "exit": 2, "error": "no request under way has the id 'long'"}


REFUSED = {
    "nonsense": ("nonsense", "Expecting value"),
    "a list": ("[1]", "a request is an object"),
    "another command": ('{"do": "ledger"}', "do is 'ledger'; it is one of list, show, check"),
    "an option that writes": ('{"do": "search", "claim": "bylander.5", "out": "x"}', "search has no 'out'"),
    "an abbreviation": ('{"do": "search", "claim": "bylander.5", "inst": 5}', "search has no 'inst'"),
    "an option for a claim": ('{"do": "show", "claim": "--json"}', "does not begin with '-'"),
    "standard input": ('{"do": "check", "claim": "bylander.5", "trials": "-"}', "does not begin with '-'"),
    "no truth value": ('{"do": "derive", "rule": "w", "separable": 1}', "separable is 1; give true or false"),
    "several values": ('{"do": "search", "claim": "bylander.5", "seed": [1, 2]}', "give one value"),
    "a timeout": ('{"do": "prove", "claim": "bylander.5", "timeout": -1}', "give a positive number of seconds"),
    "a name": ('{"do": "state", "name": "../x", "claim": {}}', "state needs a name (letters, digits, _)"),
    "a claim that is none": ('{"do": "state", "name": "x", "claim": {"bound": "l"}}', "x.json: "),
    "an unknown id": ('{"do": "show", "claim": "nope"}', "no claim is called 'nope'"),
    "a wrong value": ('{"do": "search", "claim": "bylander.5", "seed": "x"}', "invalid int value: 'x'"),
}


def test_what_is_refused_is_told_in_a_line(client: Client) -> None:
    """Power: an option that a request must not have, given shortened, would write a file."""
    for line, message in REFUSED.values():
        client.send(line)
        said = client.hear()
        assert said["exit"] == 2, line
        assert message in said["error"], line
        assert "\n" not in said["error"]
        assert "result" not in said


def test_the_schema_has_what_commands_take(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    """What the schema offers is taken: a request with every key of a form is refused for none of them."""
    printed = json.loads(output(["serve", "--schema"], capsys))
    client.ask(do="schema", id=0)
    assert client.hear()["result"] == printed == json.loads(json.dumps(schema()))
    forms = {form["properties"]["do"]["const"]: form for form in printed["oneOf"]}
    assert {"state", "cancel", "schema", *ASKED} == {*forms}
    for command in ASKED:
        assert not forms[command]["additionalProperties"]
        for name, kind in forms[command]["properties"].items():
            if name not in ("id", "do"):
                value = {"boolean": True, "array": ["1"]}.get(str(kind.get("type")), kind.get("enum", ["1"])[0])
                arguments({"do": command, name: value}, Path())


def test_a_certificate_is_replayed(tmp_path: Path) -> None:
    found = answer({"do": "search", "claim": OWN, "instances": 50, "jobs": 1}, tmp_path)
    again = answer({"do": "replay", "certificate": found["result"]["counterexample"]}, tmp_path)
    assert (found["exit"], again["exit"]) == (1, 0)


def test_what_serve_itself_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert "say --stdio" in refusal(["serve"], capsys)
    with pytest.raises(SystemExit):
        cli.main(["serve", "--stdio", "--json"])
    with pytest.raises(BoundcheckError, match="words is 5; give a text"):
        arguments({"do": "list", "words": 5}, Path())
