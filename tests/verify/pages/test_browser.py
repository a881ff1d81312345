"""Pages in a real browser: they render without an error or a request, and check.html checks."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from tests.browser import Browser, Page
from tests.browser import browser as browser
from verify import kernel
from verify.certify.search import certify
from verify.links import fragment
from verify.pages.certificate import certificate_page
from verify.pages.engine import VERSION, checking_page, our_files
from verify.publish.places import PAGES, ROOT

WIDTHS = (390, 1200)
ARCHIVE = ROOT / "build" / f"pyodide-{VERSION}.tgz"
OVERLAPPING = """[...document.querySelectorAll("svg")].flatMap((svg) => {
  const boxes = [...svg.querySelectorAll("text")].map((t) => [t.textContent, t.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  return boxes.flatMap(([said, a], i) => boxes.slice(i + 1).filter(([, b]) => meet(a, b)).map(([b]) => [said, b]));
})"""
"""Labels of a picture that lie upon each other."""

OUTSIDE = """[...document.querySelectorAll("svg")].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const across = (b) => b.left >= frame.left - 1 && b.right <= frame.right + 1;
  const inside = (b) => across(b) && b.top >= frame.top - 1 && b.bottom <= frame.bottom + 1;
  return [...svg.querySelectorAll("text")].filter((t) => !inside(t.getBoundingClientRect())).map((t) => t.textContent);
})"""
"""Labels of a picture that are cut off."""


def document_of(identifier: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PAGES / "certificates" / f"{identifier}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("identifier", ["bylander.5", "kitani.wma.printed", "gls.wm.printed", "classics.second_order"])
def test_a_page_renders_at_two_widths(identifier: str, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(certificate_page(document_of(identifier)), encoding="utf-8")
    for width in WIDTHS:
        with browser.open(file.as_uri(), width) as page:
            assert page.evaluate("document.documentElement.scrollWidth") <= width  # nothing makes the page scroll aside
            assert page.evaluate("document.querySelector('math').getBoundingClientRect().height") > 10
            assert page.evaluate(OVERLAPPING) == []
            assert page.evaluate(OUTSIDE) == []
            assert page.errors == []
            assert page.requests == [file.as_uri()]


# --- check.html ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> str:
    if not ARCHIVE.exists():
        pytest.skip(f"needs {ARCHIVE.relative_to(ROOT)}, which make engine gets from npm")
    file = tmp_path_factory.mktemp("site") / "check.html"
    file.write_text(checking_page(ARCHIVE.read_bytes()), encoding="utf-8")
    assert file.stat().st_size < 7_000_000
    return file.as_uri()


def verdict(page: Page) -> str:
    said: str = page.wait("document.body.dataset.word != 'checking …' && document.body.dataset.word")
    return said


def checked(page: Page, text: str, **fields: str) -> str:
    """Give the page a certificate, and what claim the reader has in mind, and return its verdict."""
    for name, said in {"claim": "", "bound": "", "relation": "", "without": "", "given": text, **fields}.items():
        page.evaluate(f"document.getElementById({json.dumps(name)}).value = {json.dumps(said)}")
    page.evaluate("document.getElementById('check').click()")
    return verdict(page)


@pytest.mark.deep
def test_check_html_confirms_what_is_genuine_and_survives_what_is_hostile(browser: Browser, checker: str) -> None:
    """Power: without the limit of nesting in the checker's reader, the engine dies of the second certificate."""
    genuine = document_of("bylander.5")
    with browser.open(checker + fragment(genuine)) as page:
        assert verdict(page) == "CONFIRMED"
        words = page.evaluate("document.querySelector('#found pre').textContent")
        assert words.splitlines() == kernel.confirm(json.dumps(genuine), kernel.statements())[1]
        assert page.evaluate("document.querySelectorAll('#found svg').length") == 2
        digests = page.evaluate("document.getElementById('digests').textContent")
        assert f"{kernel.RELEASE}  statements.json" in digests
        assert checked(page, "[" * 20_000 + "]" * 20_000) == "UNREADABLE"
        tampered = genuine | {"statement": genuine["statement"] | {"bound": "<img src=x onerror=alert(1)>"}}
        assert checked(page, json.dumps(tampered)) == "NOT CONFIRMED"
        assert page.evaluate("document.querySelectorAll('#found img').length") == 0
        assert checked(page, json.dumps(genuine), claim="bylander.5", bound="U") == "NOT CONFIRMED"
        assert page.errors == []
        assert [address for address in page.requests if not address.startswith(("file:", "blob:"))] == []


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.deep
def test_check_html_checks_worst_cases_from_a_server_too(browser: Browser, checker: str) -> None:
    found = certify(theorem("bylander.2"), 2, U=3)
    folder = str(Path(checker.removeprefix("file://")).parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        with browser.open(f"{address}check.html{fragment(found.certificate)}") as page:
            assert verdict(page) == "CONFIRMED"
            asked = [a.partition("#")[0] for a in page.requests if not a.startswith("blob:")]
            assert asked == [f"{address}check.html"]
            assert page.errors == []
        server.shutdown()


def test_the_engine_has_all_that_the_checkers_import(tmp_path: Path) -> None:
    """Power: without the checker of proofs, which the checker of worst cases imports, check.html checked nothing."""
    archive = tmp_path / "ours.zip"
    archive.write_bytes(our_files())
    program = f"import sys; sys.path.insert(0, {str(archive)!r}); import verify.pages.reading as r; print(r.__file__)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.startswith(str(archive)), done.stderr


def test_another_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="as released"):
        checking_page(b"another archive")
