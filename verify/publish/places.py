"""Where a claim stands in the code: its statement, its learner, its proofs, its page and its certificate.

>>> from boundcheck import theorem
>>> [what for what, _ in places(theorem("bylander.5"))]
['statement', 'learner', 'steps', 'coq', 'page', 'certificate']
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from bounds.claims.claim import Claim
from bounds.claims.standing import SOURCES, Standing
from bounds.learners import table
from verify.proofs.coq_export import coq_id
from verify.proofs.coq_statements import SOURCES as COQ
from verify.proofs.coq_statements import stated

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "bounds" / "sources"
PROOFS = ROOT / "verify" / "proofs"


def places(claim: Claim) -> list[tuple[str, str]]:
    """Return what belongs to a claim of the catalogue, each with its file, and its line where it has one.

    A claim of one's own has no places, and a variant has those of the claim that it was made from.
    """
    identifier = claim.id.rstrip("*")
    module = SOURCES.get(identifier.partition(".")[0].lower())
    if module is None:
        return []
    rows = [
        ("statement", _statement(identifier, module)),
        ("learner", _learner(claim)),
        ("steps", _steps(identifier, module)),
        ("coq", _coq(identifier)),
        ("page", _line(PAGES / f"{module}.md")),
        ("certificate", _line(PAGES / "certificates" / f"{identifier}.json")),
    ]
    return [(what, place) for what, place in rows if place]


def proof_in_words(claim: Claim) -> str:
    """Return how a claim of the catalogue is proved whose proof stands in no file; nothing of all others.

    >>> from boundcheck import theorem
    >>> print(proof_in_words(theorem("modern.ogd.heavy_ball")))
    by the potential that its statement names: boundcheck prove modern.ogd.heavy_ball checks it
    >>> proof_in_words(theorem("bylander.2")), proof_in_words(theorem("modern.arow"))
    ('', '')
    """
    unproved = claim.standing in (Standing.FALSE, Standing.UNPROVED, Standing.STATED)
    if claim.own or claim.base is not None or unproved or dict(places(claim)).keys() & {"steps", "coq"}:
        return ""
    by = "the potential that its statement names" if claim.potential is not None else "one inequality a trial"
    return f"by {by}: boundcheck prove {claim.id} checks it"


def seen_from(place: str, folder: Path) -> str:
    """Return a place as it is opened from a folder: in full where it is not below that.

    >>> seen_from("verify/kernel.py:1", ROOT), seen_from("verify/kernel.py:1", ROOT / "verify")
    ('verify/kernel.py:1', 'kernel.py:1')
    >>> seen_from("verify/kernel.py:1", ROOT / "bounds") == f"{ROOT / 'verify' / 'kernel.py'}:1"
    True
    """
    whole = ROOT / place
    return str(whole.relative_to(folder) if whole.is_relative_to(folder) else whole)


def _line(file: Path | str, line: int | None = None) -> str:
    """Return a place as an editor opens it; nothing where there is no such file."""
    path = Path(file)
    if not path.exists():
        return ""
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return str(shown) if line is None else f"{shown}:{line}"


def _statement(identifier: str, source: str) -> str:
    """Return where the claim is made: the assignment of its name, or the call that is given its id."""
    said = {identifier, identifier.partition(".")[2]}
    written = ""
    for module in _sections(source):
        path = Path(inspect.getfile(module))
        names = {name for name, value in vars(module).items() if isinstance(value, Claim) and value.id == identifier}
        for node in _tree(path).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id in names for target in targets):
                return _line(path, node.lineno)
        line = min((line for given, line in _given_first(path) if given in said), default=None)
        written = written or (_line(path, line) if line is not None else "")
    return written


def _learner(claim: Claim) -> str:
    """Return where the rule of the claim's learner stands in the table; a learner by rule stands in the statement."""
    kind = claim.learner.kind if claim.learner is not None else ""
    path = Path(table.__file__)
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    place = next((number for number, line in lines if kind and line.strip().startswith(f'"{kind}(')), None)
    return "" if place is None else _line(path, place)


def _sections(source: str) -> list[ModuleType]:
    """Return the modules of a source, a section each."""
    package = import_module(f"bounds.sources.{source}")
    return [import_module(f"{package.__name__}.{section.name}") for section in iter_modules(package.__path__)]


def _steps(identifier: str, source: str) -> str:
    """Return where the function begins that proves a claim by steps; it is read and not imported, which needs z3."""
    for path in (PROOFS / source).glob("*.py"):
        for node in _tree(path).body:
            if isinstance(node, ast.FunctionDef) and any(_proves(said, identifier) for said in node.decorator_list):
                return _line(path, node.decorator_list[0].lineno)
    return ""


def _proves(decorator: ast.expr, identifier: str) -> bool:
    """Tell whether a decorator registers a proof of the claim.

    >>> registered = ast.parse('proves("kw.genN", reading)', mode="eval").body
    >>> _proves(registered, "kw.genN"), _proves(registered, "kw.abstract")
    (True, False)
    """
    match decorator:
        case ast.Call(func=ast.Name(id="proves"), args=[ast.Constant(value=str(said)), *_]):
            return said.lower() == identifier.lower()
    return False


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _given_first(path: Path) -> list[tuple[Any, int]]:
    """Return the constants that calls in a file are given first, each with its line."""
    calls = (node for node in ast.walk(_tree(path)) if isinstance(node, ast.Call) and node.args)
    return [(call.args[0].value, call.args[0].lineno) for call in calls if isinstance(call.args[0], ast.Constant)]


@cache
def _proved_in() -> list[tuple[str, str]]:
    return [(item.claim.id, str(item.proved_in)) for item in stated()]


def _coq(identifier: str) -> str:
    """Return where Coq proves a claim: the line on which the theorem begins."""
    beginning = f"Theorem {coq_id(identifier)} "
    for path in (COQ / file for proved, file in _proved_in() if proved == identifier):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if line.startswith(beginning):
                return _line(path, number)
    return ""
