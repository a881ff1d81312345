"""How the code is laid out: what a change may not make worse.

The figures below are today's; a change that betters one writes the better one down.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("bounds", "adversaries", "verify")
LINES_OF_A_FILE = 500
LINES_OF_A_FUNCTION = 60

LONG_FILES = 1
"""Files of more than LINES_OF_A_FILE lines."""

LONG_FUNCTIONS = 1
"""Functions of more than LINES_OF_A_FUNCTION lines, docstrings left out."""

LATE_IMPORTS = 5
"""Imports of a module of ours inside a function: pairs of a file and a module."""

READS_A_TEXT = 1
"""Comparisons of what is shown to a reader: title, text or note of a claim, a premise, a learner or a quantity."""

SHOWN = ("title", "text", "note")
TEXTS = {
    *("bounds/expression/grammar.py", "bounds/expression/tokens.py", "bounds/formulas/text.py"),
    *("bounds/claims/shown.py", "verify/publish/export.py"),
}
"""Files whose texts are tokens of a formula that is read, or that leave out what a reader has seen already."""


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
    return [path for path in paths if len((ROOT / path).read_text(encoding="utf-8").splitlines()) > LINES_OF_A_FILE]


def long_functions(trees: dict[str, ast.Module]) -> list[str]:
    return [
        f"{path}: {function.name}"
        for path, tree in trees.items()
        for function in functions(tree)
        if lines_of(function) > LINES_OF_A_FUNCTION
    ]


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of a function without its docstring."""
    said = function.body[0]
    is_text = isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant)
    text = (said.end_lineno or 0) - said.lineno + 1 if is_text else 0
    return (function.end_lineno or 0) - function.lineno + 1 - text


def late_imports(trees: dict[str, ast.Module]) -> set[tuple[str, str]]:
    return {
        (path, name)
        for path, tree in trees.items()
        for function in functions(tree)
        for node in ast.walk(function)
        for name in imported(node)
    }


def reads_a_text(trees: dict[str, ast.Module]) -> list[str]:
    return [
        f"{path}: {ast.unparse(node)}"
        for path, tree in trees.items()
        if path not in TEXTS
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        if any(isinstance(side, ast.Attribute) and side.attr in SHOWN for side in (node.left, *node.comparators))
    ]


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


def test_no_module_imports_itself_in_a_circle() -> None:
    """Not even through an import inside a function, or one for types alone."""
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
    assert circles(graph) == []


def test_files_and_functions_do_not_grow_long() -> None:
    assert len(long_files(modules())) <= LONG_FILES, long_files(modules())
    assert len(long_functions(modules())) <= LONG_FUNCTIONS, long_functions(modules())


def test_no_file_of_tests_is_long() -> None:
    assert long_files(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.py")) == []


def test_no_more_imports_inside_functions() -> None:
    assert len(late_imports(modules())) <= LATE_IMPORTS, sorted(late_imports(modules()))


def test_no_more_programs_read_what_is_shown() -> None:
    assert len(reads_a_text(modules())) <= READS_A_TEXT, reads_a_text(modules())


def test_each_fault_is_seen(tmp_path: Path) -> None:
    """Power: a file with every fault in it has each of them counted."""
    (long := tmp_path / "long.py").write_text("\n" * (LINES_OF_A_FILE + 1))
    assert long_files([str(long), __file__]) == [str(long)]
    body = "\n".join(["    x = 0"] * LINES_OF_A_FUNCTION)
    faulty = {
        "verify/x.py": ast.parse(f"def f():\n    import bounds.claims.claim\n{body}\n    return claim.title == 'a'")
    }
    assert long_functions(faulty) == ["verify/x.py: f"]
    assert late_imports(faulty) == {("verify/x.py", "bounds.claims.claim")}
    assert reads_a_text(faulty) == ["verify/x.py: claim.title == 'a'"]
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c"]
    for_types = "if TYPE_CHECKING:\n    from bounds.claims import claim"
    assert "bounds.claims.claim" in imports(ast.parse(for_types))


def shouted(trees: dict[str, ast.Module]) -> list[str]:
    """Return the docstrings that begin with a letter in capitals which the function only knows as a small one."""
    found = []
    for path, tree in trees.items():
        for function in functions(tree):
            said = ast.get_docstring(function) or ""
            formula = re.match(r"([A-Z])(\*\*| ?[(<>=]| [-+*] )", said)
            rest = f"{said[1:]}\n{chr(10).join(map(ast.unparse, function.body[1:]))}"
            if formula and not re.search(rf"(?<![a-zA-Z]){formula[1]}(?![a-zA-Z])", rest):
                found.append(f"{path}: {function.name}: {said.splitlines()[0]}")
    return found


def test_no_formula_is_written_as_a_sentence() -> None:
    """A docstring such as "P (c/p) = c." says p: begin it with a word."""
    assert shouted(modules()) == []
    wrong = ast.parse('def f(session):\n    """P (c/p) = c."""\n    return session.p')
    right = ast.parse('def f(session):\n    """M <= R**2."""\n    M = 1\n    return M')
    assert shouted({"wrong": wrong, "right": right}) == ["wrong: f: P (c/p) = c."]
