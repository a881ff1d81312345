"""How the code is laid out: what a change may not make worse.

The figures below are today's; a change that betters one writes the better one down.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from bounds.symbols import glossary

ROOT = Path(__file__).parent.parent
PACKAGES = ("bounds", "adversaries", "verify")
LINES_OF_A_FILE = 500
LINES_OF_A_FUNCTION = 60

LONG_FILES = 1
"""Files of more than LINES_OF_A_FILE lines, docstrings left out."""

LONG_FUNCTIONS = 1
"""Functions of more than LINES_OF_A_FUNCTION lines, docstrings left out."""

LATE_IMPORTS = 5
"""Imports of a module of ours inside a function: pairs of a file and a module."""

SHOWN = ("title", "text", "note")
TEXTS = {
    "bounds/formulas/text.py",
    *("bounds/claims/shown.py", "verify/publish/export.py"),
}
"""Files whose texts are tokens of a formula that is read, or that leave out what a reader has seen already."""

READS_A_TEXT = {
    *("bounds/claims/catalogue.py: _has_learner", "bounds/claims/catalogue.py: _require_learner"),
    "bounds/claims/parts.py: parts",
}
"""What looks at a text that is shown to a reader: to find claims by a reader's words, and to show it in two parts."""

ASKS = {
    *("startswith", "endswith", "split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "index"),
    *("find", "rfind", "count", "match", "search", "fullmatch", "findall", "finditer", "get"),
}
"""Functions that tell something of a text, or look something up by it."""


@cache
def modules() -> dict[str, ast.Module]:
    """Return the syntax trees of all files of the product, by path."""
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions of a module, inner ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def imported(node: ast.AST) -> Iterator[str]:
    """Yield the modules of ours that an import names."""
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    return (name for name in names if name.partition(".")[0] in PACKAGES)


def long_files(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if lines_of_file((ROOT / path).read_text(encoding="utf-8")) > LINES_OF_A_FILE]


def lines_of_file(text: str) -> int:
    """Return the lines of a file without its docstrings."""
    said = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module)]
    return len(text.splitlines()) - sum(map(lines_of_docstring, said))


def long_functions(trees: dict[str, ast.Module]) -> list[str]:
    return [
        f"{path}: {function.name}"
        for path, tree in trees.items()
        for function in functions(tree)
        if lines_of(function) > LINES_OF_A_FUNCTION
    ]


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of a function without its docstring."""
    return (function.end_lineno or 0) - function.lineno + 1 - lines_of_docstring(function)


def lines_of_docstring(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module) -> int:
    if ast.get_docstring(node) is None:
        return 0
    return (node.body[0].end_lineno or 0) - node.body[0].lineno + 1


def late_imports(trees: dict[str, ast.Module]) -> set[tuple[str, str]]:
    return {
        (path, name)
        for path, tree in trees.items()
        for function in functions(tree)
        for node in ast.walk(function)
        for name in imported(node)
    }


def shows(node: ast.AST, held: set[str]) -> bool:
    """Tell whether a title, text or note is in an expression, or a name that holds one; what it is part of is not."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr in SHOWN
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and shows(node.func.value, held):
        return True
    match node:
        case ast.Name(id=name):
            return name in held
        case ast.Attribute(attr=name) if name in SHOWN:
            return True
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=name), *_]) if name in SHOWN:
            return True
    return any(shows(part, held) for part in ast.iter_child_nodes(node))


def holding(function: ast.AST) -> set[str]:
    """Return the names in a function that are given a text that is shown."""
    given: list[tuple[ast.AST, ast.AST]] = []
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                given += [(target, value) for target in targets]
            case ast.NamedExpr(target=target, value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                given.append((target, value))
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                given.append((target, value))
    held: set[str] = set()
    for _ in given:
        names = [name for target, value in given if shows(value, held) for name in ast.walk(target)]
        held |= {name.id for name in names if isinstance(name, ast.Name)}
    return held


def asked(node: ast.AST) -> list[ast.expr]:
    """Return the expressions that decide something: what is compared, matched, looked up by, or asked by a method."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            return [] if isinstance(ops[0], ast.Is | ast.IsNot) else [left, *others]
        case ast.Match(subject=subject):
            return [subject]
        case ast.Subscript(slice=key):
            return [key]
        case ast.Call(func=ast.Attribute(value=text, attr=function), args=others) if function in ASKS:
            return [text, *others]
    return []


def reads_a_text(trees: dict[str, ast.Module]) -> set[str]:
    return {
        f"{path}: {function.name}"
        for path, tree in trees.items()
        if path not in TEXTS
        for function in functions(tree)
        for held in [holding(function)]
        for node in ast.walk(function)
        if any(shows(expression, held) for expression in asked(node))
    }


def names_a_premise(trees: dict[str, ast.Module]) -> set[str]:
    """Return where a premise is told by what it is called, and not by what it says."""
    return {
        f"{path}: {ast.unparse(node)}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and any(isinstance(part, ast.Constant) for part in ast.walk(node))
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Attribute) and side.attr == "name" and isinstance(side.value, ast.Name)
        if side.value.id in ("h", "hypothesis", "premise")
    }


def imports(tree: ast.Module) -> Iterator[str]:
    """Yield the modules of ours that a module imports, inside a function or not, and for types alone too."""
    todo: list[ast.AST] = list(tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in PACKAGES:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        yield from imported(node)
        todo.extend(ast.iter_child_nodes(node))


def loaded(name: str) -> list[str]:
    """Return the modules that importing a module loads by its name: itself, and the packages that it stands in.

    >>> loaded("bounds.data.trials")
    ['bounds', 'bounds.data', 'bounds.data.trials']
    """
    parts = name.split(".")
    return [".".join(parts[:i]) for i in range(1, len(parts) + 1)]


def circles(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules of a graph of imports that import themselves, directly or not."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [start]
        while todo:
            new = graph.get(todo.pop(), set()) - seen
            seen |= new
            todo.extend(new)
        return seen

    return sorted(name for name in graph if name in reached(name))


@cache
def imported_modules() -> dict[str, set[str]]:
    """Return what each module imports, of ours: also inside a function, or for types alone."""
    named = {
        path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): tree for path, tree in modules().items()
    }
    graph = {
        name: {other for seen in imports(tree) for other in loaded(seen) if other in named}
        for name, tree in named.items()
    }
    graph["bounds.claims.catalogue"] |= {name for name in named if name.startswith("bounds.sources.")}  # by their names
    for name in graph:
        graph[name] -= set(loaded(name))
    return graph


def rooms(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return which rooms of a wing import which: a room is a folder or a file in a wing, as ``verify.derive`` is.

    What a wing's ``__init__`` opens is its door, and no room. The catalogue reads its sources by their names alone.
    """
    found: dict[str, set[str]] = {}
    for name, others in graph.items():
        room = ".".join(name.split(".")[:2])
        into = {".".join(other.split(".")[:2]) for other in others} - {room, name.partition(".")[0]}
        found.setdefault(room, set()).update(into)
    found["bounds.claims"] -= {"bounds.sources"}
    return {room: {other for other in others if "." in other} for room, others in found.items() if "." in room}


def test_no_module_imports_itself_in_a_circle() -> None:
    """Not even through an import inside a function, or one for types alone."""
    assert circles(imported_modules()) == []


def test_no_room_imports_itself_in_a_circle() -> None:
    """Rooms stand on floors: none needs one that needs it.

    Power: a derivation that asked the prover would be a circle.
    """
    graph = imported_modules()
    assert circles(rooms(graph)) == []
    asking = {name: others | {"verify.prove.prover"} for name, others in graph.items() if name == "verify.derive.proof"}
    assert circles(rooms(graph | asking)) == ["verify.derive", "verify.prove"]


def test_deriving_a_bound_imports_nothing_that_writes_coq() -> None:
    graph = imported_modules()
    needed, todo = set[str](), ["verify.derive"]
    while todo:
        new = graph[todo.pop()] - needed
        needed |= new
        todo.extend(new)
    assert [name for name in sorted(needed) if name.startswith(("verify.proofs", "verify.prove"))] == []


def test_files_and_functions_do_not_grow_long() -> None:
    assert len(long_files(modules())) <= LONG_FILES, long_files(modules())
    assert len(long_functions(modules())) <= LONG_FUNCTIONS, long_functions(modules())


def test_each_file_of_tests_has_a_name_of_its_own() -> None:
    names = sorted(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(names) == len({*names}), [name for name, after in pairwise(names) if name == after]


def test_no_file_of_tests_is_long() -> None:
    assert long_files(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.py")) == []


def test_no_more_imports_inside_functions() -> None:
    assert len(late_imports(modules())) <= LATE_IMPORTS, sorted(late_imports(modules()))


def test_no_more_programs_read_what_is_shown() -> None:
    assert reads_a_text(modules()) == READS_A_TEXT
    assert names_a_premise(modules()) == set()
    faulty = {"x": ast.parse("any(h.name == 'start' for h in found)"), "y": ast.parse("premise.name in ('a', 'b')")}
    assert [found.partition(":")[0] for found in sorted(names_a_premise(faulty))] == ["x", "y"]


def test_each_fault_is_seen(tmp_path: Path) -> None:
    """Power: a file with every fault in it has each of them counted."""
    (long := tmp_path / "long.py").write_text("\n" * (LINES_OF_A_FILE + 1))
    (told := tmp_path / "told.py").write_text('"""What it does.\n' + "\n" * LINES_OF_A_FILE + '"""\n' + "x = 0\n" * 9)
    assert long_files([str(long), str(told), __file__]) == [str(long)]
    body = "\n".join(["    x = 0"] * LINES_OF_A_FUNCTION)
    faulty = {
        "verify/x.py": ast.parse(f"def f():\n    import bounds.claims.claim\n{body}\n    return claim.title == 'a'")
    }
    assert long_functions(faulty) == ["verify/x.py: f"]
    assert late_imports(faulty) == {("verify/x.py", "bounds.claims.claim")}
    assert reads_a_text(faulty) == {"verify/x.py: f"}
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c"]
    for_types = "if TYPE_CHECKING:\n    from bounds.claims import claim"
    assert "bounds.claims.claim" in imports(ast.parse(for_types))


@pytest.mark.parametrize(
    "lines",
    [
        "'M' in claim.quantity.text",
        "claim.title.lower() == 'a'",
        "claim.quantity.text.startswith('M ')",
        "re.search('M', claim.note)",
        "known[premise.text]",
        "known.get(str(premise.text))",
        "getattr(claim, 'title') == 'a'",
        "said = claim.title.lower(); said == 'a'",
        "words = h.text.split(); [a for a in names if a in words]",
        "text = next((h.text for h in premises), name); letters = ''.join(text); any(a in letters for a in names)",
        "[h for text in map(str, texts) if (found := claim.note) > text]",
        "match claim.title:\n        case 'a':\n            pass",
    ],
)
def test_a_text_that_is_read_is_seen(lines: str) -> None:
    """Power: in whatever way a program decides by what is shown."""
    assert reads_a_text({"x": ast.parse(f"def f(claim, premise, name):\n    {lines}")}) == {"x: f"}


@pytest.mark.parametrize(
    "lines", ["print(claim.title)", "found = [claim.note] if claim.note else []", "a.formula == b"]
)
def test_a_text_that_is_shown_may_be(lines: str) -> None:
    assert reads_a_text({"x": ast.parse(f"def f(claim, a, b):\n    {lines}")}) == set()


SPELT = "|".join((*(name.capitalize() for name in glossary() if len(name) > 1), "Exp", "Ln", "Log", "Sqrt"))
"""Names of several letters in formulas, as a sentence would begin with them."""


def shouted(trees: dict[str, ast.Module]) -> list[str]:
    """Return the docstrings that begin with a letter in capitals which the function only knows as a small one."""
    found = []
    for path, tree in trees.items():
        for function in functions(tree):
            said = ast.get_docstring(function) or ""
            formula = re.match(rf"([A-Z]|{SPELT})(\*\*| ?[(<>=]| [-+*/] | \w+ [<>=]| is | are )", said)
            rest = f"{said[1:]}\n{chr(10).join(map(ast.unparse, function.body[1:]))}"
            if formula and not re.search(rf"(?<![a-zA-Z]){formula[1]}(?![a-zA-Z])", rest):
                found.append(f"{path}: {function.name}: {said.splitlines()[0]}")
    return found


def test_no_formula_is_written_as_a_sentence() -> None:
    """A docstring such as "P (c/p) = c." says p: begin it with a word."""
    assert shouted(modules()) == []
    texts = ["P (c/p) = c.", "B**q = b b**r.", "D(u, w) - d(u, w').", "C low <= c high.", "Y is less than z."]
    texts += ["A / b < 1.", "Exp(a) > 0, and exp(0) = 1.", "Alpha (a + b) = alpha a + alpha b.", "Eta <= 1."]
    wrong = {said: ast.parse(f'def f(session):\n    """{said}"""\n    return session.p') for said in texts}
    right = ast.parse('def f(session):\n    """M <= R**2."""\n    M = 1\n    return M')
    assert shouted({**wrong, "right": right}) == [f"{said}: f: {said}" for said in texts]
