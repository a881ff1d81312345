"""``boundcheck serve --mcp``: what a client of the protocol is told, the answers it gets, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

from tests.verify.commands.commanded import refusal
from verify.commands import tools
from verify.commands.asking import ASKED


def test_a_tool_is_a_command_with_the_schema_of_its_requests() -> None:
    found = {tool["name"]: tool["input_schema"] for tool in tools.tools()}
    assert [*found] == [*ASKED, "state"]
    assert found["search"]["required"] == ["claim"]
    assert {"bound", "seconds", "timeout"} <= found["search"]["properties"].keys()
    assert not [name for name, given in found.items() if {"do", "id"} & given["properties"].keys()]


def test_without_its_package_it_says_how_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(name: str) -> Any:
        if name.partition(".")[0] in ("mcp", "anyio"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return import_module(name)

    monkeypatch.setattr(tools, "import_module", refuse)
    said = refusal(["serve", "--mcp"], capsys)
    assert said == "boundcheck: mcp is not installed; install it with: pip install 'boundcheck[mcp]'\n"


def test_a_client_lists_tools_and_calls_them() -> None:
    """Power: a claim that is unknown, a tool that there is not, and an argument that it has not, are errors."""
    pytest.importorskip("mcp")
    own = {"learner": "w + y*x if y*yhat <= 0 else w", "bound": "U", "given": ["norm(u, 2) <= U"]}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("tune", {"claim": "bylander.2"}),
        ("tune", {"claim": "nope"}),
        ("cancel", {}),
        ("tune", {"claim": "bylander.2", "speed": 1}),
        ("state", {"name": "mine", "claim": own}),
    ]
    started = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
    said: list[dict[str, Any]] = [
        {"id": 0, "method": "initialize", "params": started},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/list"},
        *(
            {"id": i, "method": "tools/call", "params": {"name": name, "arguments": given}}
            for i, (name, given) in enumerate(calls, 2)
        ),
    ]
    command = [sys.executable, "-m", "verify", "serve", "--mcp", "--jobs", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for line in said:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **line}) + "\n")
        server.stdin.flush()
        heard = [json.loads(server.stdout.readline()) for _ in range(len(calls) + 2)]
        server.stdin.close()
        assert server.wait(timeout=100) == 0
    answers = {one["id"]: one["result"] for one in heard}
    assert answers[0]["serverInfo"]["name"] == "boundcheck"
    assert [tool["name"] for tool in answers[1]["tools"]] == [*ASKED, "state"]
    found = [answers[i]["structuredContent"] for i in range(2, len(calls) + 2)]
    assert found[0]["result"]["optimum"] == "U/(X*sqrt(l))"
    assert [one["exit"] for one in found] == [0, 2, 2, 2, 0]
    assert [answers[i]["isError"] for i in range(2, len(calls) + 2)] == [False, True, True, True, False]
    assert "no tool is called 'cancel'" in found[2]["error"]
    assert "tune has no 'speed'" in found[3]["error"]
    assert found[4]["result"]["id"] == "own.mine"
