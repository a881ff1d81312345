"""``boundcheck serve --stdio``: an evaluator for other programs, which asks and answers in lines of JSON.

Each request is answered by a copy of this process, which has everything loaded; several are under way at once.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import multiprocessing
import os
import selectors
import signal
import sys
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from bounds.claims.catalogue import catalogue
from bounds.errors import BoundcheckError
from verify.commands import tools
from verify.commands.asking import ASKED, NAME, arguments, schema, write
from verify.commands.printing import print_json
from verify.workers import handling

LONGEST = 50_000_000
"""Bytes of a line."""

GRACE = 5.0
"""Seconds that a request has to end by itself once it is cancelled; searches say then what they found."""

CANCELLED, TERMINATED = 130, 143

Answer = dict[str, Any]


def run(options: argparse.Namespace) -> int:
    """Answer requests until the input ends, or print their schema."""
    if options.schema:
        print_json(schema())
        return 0
    if options.mcp:
        return tools.run(options.jobs)
    if not options.stdio:
        raise BoundcheckError(
            "say --stdio to answer lines of JSON on standard input, --mcp for an MCP server, or --schema for what "
            "requests are"
        )
    if not hasattr(os, "fork"):
        raise BoundcheckError("serve needs a system whose processes can be copied (Linux, macOS)")
    _load()
    ended = {signal.SIGTERM: lambda *_: sys.exit(TERMINATED)}
    with TemporaryDirectory(prefix="boundcheck-") as folder, handling(ended):
        Server(sys.stdin.buffer, sys.stdout.buffer, Path(folder), options.jobs).serve()
    return 0


def _load() -> None:
    """Import what requests need, as far as it is installed: the copies have it then."""
    catalogue()
    for command in ASKED:
        with contextlib.suppress(ModuleNotFoundError):
            import_module(f"verify.commands.{command}")


@dataclass
class Under:
    """A request under way: the process that answers it, and when it is to end."""

    request: Mapping[str, Any]
    process: BaseProcess
    answers: Connection
    until: float | None
    cancelled: str = ""


class Server:
    """Reads requests, has at most ``jobs`` of them answered at once, and writes each answer as it comes."""

    def __init__(self, asked: BinaryIO, said: BinaryIO, folder: Path, jobs: int) -> None:
        self._asked, self._said, self._folder, self._jobs = asked, said, folder, jobs
        self._waiting: deque[Mapping[str, Any]] = deque()
        self._under_way: list[Under] = []
        self._read = b""
        self._open = True

    def serve(self) -> None:
        """Answer until the input ends and all is answered; what is left where writing fails is killed."""
        try:
            while self._open or self._waiting or self._under_way:
                self._step()
        finally:
            for under in self._under_way:
                under.process.kill()

    def _step(self) -> None:
        while self._waiting and len(self._under_way) < self._jobs:
            self._start(self._waiting.popleft())
        with selectors.DefaultSelector() as ready:
            if self._open:
                ready.register(self._asked, selectors.EVENT_READ)
            for under in self._under_way:
                ready.register(under.answers, selectors.EVENT_READ, under)
            for key, _ in ready.select(self._patience()):
                if isinstance(key.data, Under):
                    self._finish(key.data)
                else:
                    self._take(os.read(self._asked.fileno(), 1 << 16))
        for under in self._under_way:
            if under.until is not None and time.monotonic() > under.until:
                self._stop(under, f"timed out after {under.request.get('timeout')} s")

    def _patience(self) -> float | None:
        ends = [under.until for under in self._under_way if under.until is not None]
        return max(min(ends) - time.monotonic(), 0.0) if ends else None

    # --- what comes in -----------------------------------------------------------------------------------

    def _take(self, read: bytes) -> None:
        self._open, self._read = bool(read), self._read + read
        *lines, self._read = self._read.split(b"\n")
        if not self._open and self._read:
            lines, self._read = [*lines, self._read], b""
        if len(self._read) > LONGEST:
            self._open, self._read = False, b""
            self._say({"id": None, "exit": 2, "error": f"a line has more than {LONGEST} bytes"})
        for line in lines:
            if line.strip():
                self._ask(line)

    def _ask(self, line: bytes) -> None:
        request: Any = None
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise BoundcheckError('a request is an object, such as {"id": 1, "do": "show", "claim": "bylander.5"}')
            self._do(request)
        except (BoundcheckError, ValueError, RecursionError) as error:
            name = request.get("id") if isinstance(request, dict) else None
            self._say({"id": name, "exit": 2, "error": str(error)})

    def _do(self, request: dict[str, Any]) -> None:
        does, name = request.get("do"), request.get("id")
        if does == "schema":
            self._say({"id": name, "exit": 0, "result": schema()})
        elif does == "cancel":
            self._cancel(name)
        elif does == "state":
            self._waiting.append(self._stated(request))
        else:
            timeout = request.get("timeout", 1)
            if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not timeout > 0:
                raise BoundcheckError(f"timeout is {timeout!r}; give a positive number of seconds")
            arguments(request, self._folder)
            self._waiting.append(request)

    def _stated(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Keep a claim in a file of its name; return the request that shows it, and so says whether it is one."""
        name, claim = request.get("name"), request.get("claim")
        if not isinstance(name, str) or not NAME.fullmatch(name) or not isinstance(claim, dict):
            raise BoundcheckError("state needs a name (letters, digits, _) and a claim, an object as in a claim file")
        write(self._folder, name, json.dumps(claim))
        return {"id": request.get("id"), "do": "show", "claim": name}

    def _cancel(self, name: Any) -> None:
        for request in self._waiting:
            if request.get("id") == name:
                self._waiting.remove(request)
                self._say({"id": name, "exit": CANCELLED, "error": "cancelled before it began"})
                return
        for under in self._under_way:
            if under.request.get("id") == name:
                self._stop(under, "cancelled")
                return
        raise BoundcheckError(f"no request under way has the id {name!r}")

    # --- what goes on ------------------------------------------------------------------------------------

    def _start(self, request: Mapping[str, Any]) -> None:
        context = multiprocessing.get_context("fork")
        answers, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_answer, args=(dict(request), self._folder, theirs))
        process.start()
        theirs.close()
        timeout = request.get("timeout")
        until = None if timeout is None else time.monotonic() + timeout
        self._under_way.append(Under(request, process, answers, until))

    def _stop(self, under: Under, why: str) -> None:
        """Interrupt a request; kill it where it was interrupted before."""
        if under.cancelled:
            under.process.kill()
            under.until = None
            return
        under.cancelled, under.until = why, time.monotonic() + GRACE
        if under.process.pid is not None:
            os.kill(under.process.pid, signal.SIGINT)

    def _finish(self, under: Under) -> None:
        try:
            answer: Answer = under.answers.recv()
        except EOFError:
            answer = {"exit": CANCELLED if under.cancelled else 2}
            if not under.cancelled:
                answer["error"] = "the process that answered this died"
        if under.cancelled:
            answer["error"] = under.cancelled
        under.process.join()
        under.answers.close()
        self._under_way.remove(under)
        self._say({"id": under.request.get("id"), **answer})

    def _say(self, answer: Answer) -> None:
        self._said.write(json.dumps(answer).encode() + b"\n")
        self._said.flush()


def _answer(request: Mapping[str, Any], folder: Path, answers: Connection) -> None:
    """Answer a request, in a process of its own."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        answers.send(answer(request, folder))


def answer(request: Mapping[str, Any], folder: Path) -> Answer:
    """Run the command that a request asks for: its exit code, and what it prints as JSON, or why it does not.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     said = answer({"do": "tune", "claim": "bylander.2"}, Path(folder))
    >>> said["exit"], said["result"]["optimum"]
    (0, 'U/(X*sqrt(l))')
    """
    printed, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
        try:
            code = import_module("verify.cli").main(arguments(request, folder))
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 2
        except KeyboardInterrupt:
            code = CANCELLED
    reply: Answer = {"exit": code}
    with contextlib.suppress(ValueError):
        reply["result"] = json.loads(printed.getvalue())
    if "result" not in reply:
        lines = errors.getvalue().strip().splitlines() or [""]
        reply["error"] = lines[-1].removeprefix("boundcheck: ").replace(f"{folder}{os.sep}", "")
    return reply
