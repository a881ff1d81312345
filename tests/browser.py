"""A browser without a window, driven over its pipe: what a page says there, what it asks for, and its errors."""

from __future__ import annotations

import fcntl
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 300.0
"""Seconds after which a browser that does not answer is a failure."""

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


class Page:
    """A page that is open, with the addresses it asked for and the errors it printed."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser, self.session = browser, session
        self.requests: list[str] = []
        self.errors: list[str] = []

    def call(self, method: str, **arguments: Any) -> Any:
        return self.browser.call(method, self.session, **arguments)

    def evaluate(self, expression: str) -> Any:
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, expression: str) -> Any:
        """Return the value of an expression once it is true."""
        end = time.monotonic() + PATIENCE
        while not (found := self.evaluate(expression)):
            assert time.monotonic() < end, f"{expression} is not true; errors: {self.errors}"
            time.sleep(0.1)
        return found

    def note(self, event: dict[str, Any]) -> None:
        method, said = event["method"], event["params"]
        if method == "Network.requestWillBeSent":
            self.requests.append(said["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(str(said["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and said["type"] in ("error", "assert"):
            self.errors.append(str(said["args"]))
        elif method == "Log.entryAdded" and said["entry"]["level"] == "error":
            self.errors.append(said["entry"]["text"])


class Browser:
    """A running browser. Messages are JSON with a zero byte behind."""

    def __init__(self, program: str, folder: str) -> None:
        reading, self.out = (fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in os.pipe())
        self.inp, writing = (fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in os.pipe())
        start = f'exec "$@" 3<&{reading} 4>&{writing}'
        self.process = subprocess.Popen(
            ["bash", "-c", start, "bash", program, *FLAGS, f"--user-data-dir={folder}", "--remote-debugging-pipe"],
            pass_fds=(reading, writing),
            stderr=subprocess.DEVNULL,
        )
        os.close(reading)
        os.close(writing)
        self.number = 0
        self.messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self.pages: dict[str, Page] = {}
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with os.fdopen(self.inp, "rb") as stream:
            left = b""
            while data := stream.read1(1 << 16):
                *whole, left = (left + data).split(b"\0")
                for text in whole:
                    self.messages.put(json.loads(text))

    def call(self, method: str, session: str = "", **arguments: Any) -> Any:
        """Send a message and return the answer; what happens in between is noted by the page that it is about."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": arguments}
        message |= {"sessionId": session} if session else {}
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            found = self.messages.get(timeout=PATIENCE)
            if found.get("id") == self.number:
                assert "error" not in found, (method, found["error"])
                return found["result"]
            if "method" in found and found.get("sessionId") in self.pages:
                self.pages[found["sessionId"]].note(found)

    @contextmanager
    def open(self, address: str, width: int = 1200, height: int = 900) -> Iterator[Page]:
        """Open an address in a window of some size."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        page.call("Emulation.setDeviceMetricsOverride", **size)
        page.call("Page.navigate", url=address)
        page.wait("location.href != 'about:blank' && document.readyState == 'complete'")
        try:
            yield page
        finally:
            del self.pages[session]
            self.call("Target.closeTarget", targetId=target)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()
        os.close(self.out)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser; where there is none, what is missing is said, and in CI that is a failure."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"needs a browser: one of {', '.join(NAMES)} (apt-get install chromium)")
    with tempfile.TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True) as folder:
        started = Browser(program, folder)
        try:
            yield started
        finally:
            started.close()
