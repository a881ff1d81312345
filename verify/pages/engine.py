"""Makes check.html: one page that runs the unchanged checkers in a browser, and can make no request.

``python -m verify.pages.engine ARCHIVE OUT`` takes the archive of Pyodide as npm packs it, at the version and with the
digest that stand here, and has no other one. Pyodide is under the Mozilla Public License 2.0; the page says so.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import sys
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

from bounds.errors import BoundcheckError
from verify import kernel
from verify.pages.markup import Html, tag
from verify.pages.reading import CHECKERS
from verify.pages.template import document

VERSION = "314.0.7"
DIGEST = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The sha512 of the archive, as npm writes it."""

SOURCES = Path(__file__).parent / "check"
TAKEN = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
KEPT = frozenset((SOURCES / "library.txt").read_text(encoding="utf-8").split())
"""What is kept of the standard library: all that is imported, and what tells of errors."""

ENCODINGS = frozenset(("__init__", "aliases", "utf_8", "ascii", "latin_1", "cp437"))
OURS = (
    *(f"verify/{pattern}" for pattern in CHECKERS),
    *("verify/links.py", "verify/pages/reading.py", "verify/pages/run.py", "verify/pages/story.py"),
    *("verify/pages/pictures.py", "verify/pages/projection.py", "verify/pages/markup.py"),
    *("bounds/errors.py", "bounds/data/files.py"),
)
"""The files of ours that run there, as they are; their packages are bare."""

ROOT = Path(kernel.__file__).parents[1]


def checking_page(archive: bytes) -> str:
    """Return check.html; raise BoundcheckError for another archive than the one whose digest is known."""
    if base64.b64encode(hashlib.sha512(archive).digest()).decode("ascii") != DIGEST:
        raise BoundcheckError(f"this is not pyodide-{VERSION}.tgz as released; npm pack pyodide@{VERSION} gets it")
    parts = _engine(archive)
    parts["boundcheck.zip"] = our_files()
    engine, page = ((SOURCES / name).read_text(encoding="utf-8") for name in ("engine.js", "page.js"))
    scripts = [_part(name, data) for name, data in parts.items()]
    scripts += [tag("script", Html(engine), id="engine"), tag("script", Html(page))]
    return document("Check a certificate", *_body(), *scripts, style=STYLE, policy=_policy(engine, page))


def _engine(archive: bytes) -> dict[str, bytes]:
    """Return what is taken of the archive, the standard library trimmed."""
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as files:

        def read(name: str) -> bytes:
            member = files.extractfile(f"package/{name}")
            if member is None:
                raise BoundcheckError(f"the archive has no {name}")
            return member.read()

        parts = {name: read(name) for name in TAKEN}
        parts["info.json"] = json.dumps(json.loads(read("pyodide-lock.json"))["info"]).encode("utf-8")
        library = zipfile.ZipFile(io.BytesIO(read("python_stdlib.zip")))
    kept = {name: library.read(name) for name in library.namelist() if not name.endswith("/") and _is_kept(name)}
    return {**parts, "python_stdlib.zip": _zipped(kept)}


def _is_kept(name: str) -> bool:
    top, _, rest = name.partition("/")
    if top == "encodings":
        return rest.removesuffix(".py") in ENCODINGS
    return top.removesuffix(".py") in KEPT or top.startswith("_sysconfigdata")


def our_files() -> bytes:
    """Return our files, with packages that import nothing."""
    paths = [path for pattern in OURS for path in sorted(ROOT.glob(pattern))]
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}
    for folder in ("verify", "verify/pages", "bounds", "bounds/data"):
        files[f"{folder}/__init__.py"] = b""
    return _zipped(files)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Return an archive that is the same whenever it is made."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), data)
    return made.getvalue()


def _part(name: str, data: bytes) -> Html:
    """Return a part of the engine as an element that runs nothing."""
    packed = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode("ascii")
    return tag("script", Html(packed), type="application/octet-stream", id=f"part-{name}", data_part=name)


def _policy(*scripts: str) -> str:
    """Return what the page may do: run these scripts and what they make of its own parts, and ask for nothing."""
    known = (base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii") for text in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in known)
    return (
        f"default-src 'none'; script-src {allowed} blob: 'wasm-unsafe-eval'; worker-src blob:; "
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )


STYLE = """
textarea, input, select, button { font: inherit; color: inherit; background: var(--wash); border: 1px solid var(--line);
  border-radius: 6px; padding: .4rem .6rem; width: 100%; max-width: 100% }
textarea { min-height: 7rem; font-family: ui-monospace, monospace; font-size: .85rem }
button { width: auto; padding: .45rem 1.6rem; background: var(--link); color: var(--paper); border: 0; cursor: pointer }
label { display: block; margin: .6rem 0 .2rem; color: var(--soft); font-size: .9rem }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 0 1rem }
#word { font-size: 1.5rem; margin: 1.2rem 0 .2rem } #word:empty { display: none }
"""


def _body() -> list[Html]:
    return [
        tag("h1", "Check a certificate"),
        tag(
            "p",
            "The independent checker of boundcheck runs here, on your machine, unchanged. This page makes no request, "
            "and can make none: its own policy forbids it. Drop a certificate or its page anywhere, or paste one, or a "
            "link to it, below.",
        ),
        _field("given", "Certificate (JSON) or link", "textarea", spellcheck="false"),
        tag("input", type="file", id="file", accept=".json,.html", aria_label="a file"),
        tag(
            "details",
            tag("summary", "The claim that you have in mind"),
            tag("p", "The certificate has to be about this claim, or it is not confirmed.", class_="soft small"),
            tag(
                "div",
                _field("claim", "Id, such as bylander.8", "input"),
                _field("bound", "Another bound, such as U**2*X**2/(5*tau)", "input"),
                _field("relation", "Relation", "select", *(tag("option", r) for r in ("", *kernel.RELATIONS))),
                _field("without", "Hypotheses left out, by name, with ; between", "input"),
                class_="two",
            ),
        ),
        tag("p", tag("button", "Check", id="check", type="button")),
        tag("p", id="word", aria_live="polite"),
        tag("div", id="found"),
        tag("h2", "What runs here"),
        tag(
            "p",
            f"boundcheck {metadata.version('boundcheck')}; Python is run by Pyodide {VERSION} "
            "(Mozilla Public License 2.0).",
        ),
        tag("p", f"Statements of this release: sha256 {kernel.RELEASE}", class_="small soft"),
        tag("p", "Computed here from the files that run, once the engine has started:", class_="small soft"),
        tag("pre", "not started yet", id="digests"),
        tag(
            "p",
            "Whoever sends you a page can have written it to say CONFIRMED. Take this one from the project's release, "
            "or make it yourself: make site.",
            class_="note",
        ),
    ]


def _field(name: str, said: str, kind: str, *inside: Html, **attributes: str) -> Html:
    return tag("div", tag("label", said, for_=name), tag(kind, *inside, id=name, **attributes))


def main(arguments: Sequence[str]) -> int:
    """Write check.html from an archive of Pyodide."""
    archive, out = map(Path, arguments)
    try:
        page = checking_page(archive.read_bytes())
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(page, encoding="utf-8")
    except (OSError, BoundcheckError) as error:
        print(f"engine: {error}", file=sys.stderr)
        return 2
    print(f"written {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
