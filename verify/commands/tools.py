"""``boundcheck serve --mcp``: requests as tools of the Model Context Protocol, by the package ``mcp``.

A tool is a command with the schema of its requests, and a call of it a line for ``boundcheck serve --stdio``, which
answers it: budgets, cancelling and exit codes are those of ``serve``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from typing import Any

from bounds.errors import BoundcheckError
from bounds.extras import missing
from verify.commands.asking import ASKED, schema

TOOLS = (*ASKED, "state")
"""What is a tool: the commands that can be asked for, and keeping a claim under a name."""

HELP = (
    "Judges claims that bound a learner's loss: search looks for counterexamples, certify and prove for proofs, check "
    "judges given trials. A result has exit: 0 held or proved, 1 refuted, 2 bad input, 3 undecided."
)


def tools() -> list[dict[str, Any]]:
    """Return each tool's name, what it does, and the JSON schema of its arguments.

    >>> [tool["name"] for tool in tools()][:3], "do" in tools()[0]["input_schema"]["properties"]
    (['list', 'show', 'check'], False)
    """
    schemas = []
    for form in schema()["oneOf"]:
        properties = {key: part for key, part in form["properties"].items() if key not in ("do", "id")}
        wanted = [key for key in form["required"] if key in properties]
        more = {"properties": properties, "required": wanted, "additionalProperties": False}
        name = form["properties"]["do"]["const"]
        if name in TOOLS:
            given = {"type": "object", **more}
            schemas.append({"name": name, "description": form["description"], "input_schema": given})
    return schemas


def run(jobs: int) -> int:
    """Answer calls on standard input and output until it ends; BoundcheckError where the package is not installed."""
    try:
        anyio, types = import_module("anyio"), import_module("mcp.types")
        import_module("mcp.server.lowlevel")
    except ModuleNotFoundError:
        raise BoundcheckError(missing("mcp")) from None
    anyio.run(_serve, anyio, types, jobs)
    return 0


class Link:
    """``boundcheck serve --stdio`` in a process of its own: asks it, and gives each answer to whom it is for."""

    def __init__(self, anyio: Any, process: Any) -> None:
        self.anyio, self.process = anyio, process
        self.waiting: dict[int, tuple[Any, dict[str, Any]]] = {}
        self.asked = 0

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a request; cancel it where nobody waits for it any more."""
        self.asked += 1
        name, heard, reply = self.asked, self.anyio.Event(), dict[str, Any]()
        self.waiting[name] = heard, reply
        try:
            await self._send({**request, "id": name})
            await heard.wait()
        except self.anyio.get_cancelled_exc_class():
            with self.anyio.CancelScope(shield=True):
                await self._send({"do": "cancel", "id": name})
            raise
        finally:
            del self.waiting[name]
        return {key: value for key, value in reply.items() if key != "id"}

    async def _send(self, request: Mapping[str, Any]) -> None:
        await self.process.stdin.send(json.dumps(request).encode() + b"\n")

    async def listen(self) -> None:
        """Take in answers until there are no more."""
        read = b""
        async for part in self.process.stdout:
            *lines, read = (read + part).split(b"\n")
            for line in lines:
                answer = json.loads(line)
                if answer["id"] in self.waiting:
                    heard, reply = self.waiting[answer["id"]]
                    reply |= answer
                    heard.set()
        for heard, reply in self.waiting.values():
            reply |= {"exit": 2, "error": "the process that answers has ended"}
            heard.set()


async def _serve(anyio: Any, types: Any, jobs: int) -> None:
    command = [sys.executable, "-m", "boundcheck", "serve", "--stdio", "--jobs", str(jobs)]
    async with await anyio.open_process(command, stderr=None) as process, anyio.create_task_group() as group:
        link = Link(anyio, process)
        group.start_soon(link.listen)

        async def listed(*_: Any) -> Any:
            return types.ListToolsResult(tools=[types.Tool(**tool) for tool in tools()])

        async def called(_: Any, call: Any) -> Any:
            answer: dict[str, Any] = {
                "exit": 2,
                "error": f"no tool is called {call.name!r}; there are {', '.join(TOOLS)}",
            }
            if call.name in TOOLS:
                answer = await link.ask({**(call.arguments or {}), "do": call.name})
            text = types.TextContent(type="text", text=json.dumps(answer))
            return types.CallToolResult(content=[text], structured_content=answer, is_error=answer["exit"] == 2)

        server = import_module("mcp.server.lowlevel").Server(
            "boundcheck",
            version=version("boundcheck"),
            instructions=HELP,
            on_list_tools=listed,
            on_call_tool=called,
        )
        async with import_module("mcp.server.stdio").stdio_server() as streams:
            await server.run(*streams, server.create_initialization_options())
        group.cancel_scope.cancel()
