"""Which entries of the adversaries' tables earn their place: ``python -m tests.power.items [--only TEXT] [--of TEXT]``.

An item is an entry of a table that is written out in ``adversaries`` (factors, sizes, moves), or a statement that
yields instances. First the planted faults are searched for, and it is noted which items are at work where each is
found. No other can matter to it. Then one item after the other is left out, and the faults that it was at work for are
searched for again from the task on that found them. Where all of these are found, LATE instances later at most, the
item stays out; else it is printed with the fault that needs it. What is not needed is printed last.

Tables that instances are drawn from at random are left as they are: without an entry, every draw is another one.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import dataclasses
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from verify.unread import ended

if TYPE_CHECKING:
    from types import CodeType

    from bounds.claims.claim import Claim

PLACES = ("adversaries", "verify.search.cycles", "verify.search.games")
"""Packages and modules whose tables are measured."""

OVER = frozenset({"map", "product", "choice", "pick", "sample", "enumerate", "islice", "chain", "zip", "combinations"})
"""Functions whose arguments are tables."""

BUDGET = 3000
"""Instances within which a fault has to be found, as in ``tests.power.broken``."""

LATE, TASKS = 100, 6
"""Instances more, and tasks, within which a fault has to be found without an item that does not matter."""

RANDOM = frozenset({"pick", "choice", "choices", "sample", "shuffle"})
"""Functions that draw from their arguments."""


class Item(NamedTuple):
    """An entry of the table that starts at a line and column of a module; a statement is the entry -1."""

    module: str
    line: int
    column: int
    entry: int


OUT = set[Item]()
"""Items that are left out."""

AT_WORK: dict[tuple[str, int, int], set[Item]] = {}
"""By table: the entry that is in hand, or all that were read where the table is through, or was chosen from."""


class Table(tuple[Any, ...]):
    """A table that leaves some entries out, and notes which of the others are at work."""

    at: tuple[str, int, int]
    entries: tuple[int, ...]

    def _left(self) -> list[tuple[Item, Any]]:
        items = (Item(*self.at, entry) for entry in self.entries)
        return [(item, value) for item, value in zip(items, tuple.__iter__(self), strict=True) if item not in OUT]

    def __len__(self) -> int:
        return len(self._left())

    def __iter__(self) -> Iterator[Any]:
        left = self._left()
        for item, value in left:
            AT_WORK[self.at] = {item}
            yield value
        AT_WORK[self.at] = {item for item, _ in left}

    def __getitem__(self, key: Any) -> Any:
        found = self._left()[key]
        several = isinstance(key, slice)
        AT_WORK.setdefault(self.at, set()).update(item for item, _ in (found if several else [found]))
        return tuple(value for _, value in found) if several else found[1]


def table(at: tuple[str, int, int], parts: Iterable[Iterable[Any]]) -> Table:
    """Return the table of these parts, of which each is an entry of the source."""
    found = [(entry, value) for entry, part in enumerate(parts) for value in part]
    made = Table(value for _, value in found)
    made.at, made.entries = at, tuple(entry for entry, _ in found)
    return made


def stays(*at: Any) -> bool:
    """Tell whether a statement is not left out; if so, it is at work until it is ``passed``."""
    item = Item(*at)
    if item not in OUT:
        AT_WORK[at] = {item}
    return item not in OUT


def passed(*at: Any) -> None:
    """Note that a statement is not at work any more."""
    AT_WORK.pop(at, None)


# --- tables in the source --------------------------------------------------------------------------------


def tables(tree: ast.AST) -> Iterator[ast.Tuple | ast.List]:
    """Yield the tables of a module: what is gone through, chosen from, or has a name."""
    for node in ast.walk(tree):
        match node:
            case ast.For() | ast.comprehension():
                yield from _written(node.iter, ast.Tuple | ast.List)
            case ast.Call() if ast.unparse(node.func).rpartition(".")[2] in OVER:
                for argument in node.args:
                    yield from _written(argument, ast.Tuple)
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=value):
                several = value.elts if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) else [value]
                for one in several:
                    yield from _written(one, ast.Tuple)


def _written(node: ast.expr | None, kinds: Any) -> Iterator[ast.Tuple | ast.List]:
    if isinstance(node, ast.IfExp):
        yield from _written(node.body, kinds)
        yield from _written(node.orelse, kinds)
    elif isinstance(node, kinds) and len(node.elts) > 1 and isinstance(node.ctx, ast.Load):
        yield node


def items_of(module: str, tree: ast.AST) -> dict[Item, str]:
    """Return the items of a module, each as it is written."""
    found: dict[Item, str] = {}
    for one in tables(tree):
        found |= {Item(module, one.lineno, one.col_offset, k): ast.unparse(a) for k, a in enumerate(one.elts)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
            found[Item(module, node.lineno, node.col_offset, -1)] = ast.unparse(node)
    return found


class Switched(ast.NodeTransformer):
    """Makes tables and statements of a module such that their items can be left out."""

    def __init__(self, module: str, tree: ast.AST) -> None:
        self.module, self.tables = module, {id(one) for one in tables(tree)}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Take ``tuple(map(f, table))`` for a table of its own, as it stays what it was made."""
        match node:
            case ast.Call(ast.Name("tuple"), [ast.Call(ast.Name("map"), [of, ast.Tuple() as inner])]):
                if id(inner) in self.tables and not any(isinstance(a, ast.Starred) for a in inner.elts):
                    elements: list[ast.expr] = [ast.Call(of, [a], []) for a in inner.elts]
                    return self._switched(inner, elements)
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple | ast.List) -> ast.AST:
        """Have the entries of a table left out."""
        self.generic_visit(node)
        return self._switched(node, node.elts) if id(node) in self.tables else node

    visit_List = visit_Tuple  # noqa: N815

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Have a statement that yields left out."""
        self.generic_visit(node)
        if not isinstance(node.value, ast.Yield | ast.YieldFrom):
            return node
        at = [ast.Constant(a) for a in (self.module, node.lineno, node.col_offset, -1)]
        before, after = (ast.Call(ast.Name(f.__name__, ast.Load()), list[ast.expr](at), []) for f in (stays, passed))
        return ast.fix_missing_locations(ast.copy_location(ast.If(before, [node, ast.Expr(after)], []), node))

    def _switched(self, node: ast.Tuple | ast.List, elements: list[ast.expr]) -> ast.AST:
        at = ast.Tuple([ast.Constant(a) for a in (self.module, node.lineno, node.col_offset)], ast.Load())
        parts = [a.value if isinstance(a, ast.Starred) else ast.Tuple([a], ast.Load()) for a in elements]
        call = ast.Call(ast.Name(table.__name__, ast.Load()), [at, ast.Tuple(parts, ast.Load())], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))


def is_measured(module: str) -> bool:
    """Tell whether the tables of a module are measured."""
    return any(f"{module}.".startswith(f"{place}.") for place in PLACES)


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path))
        return compile(Switched(fullname, tree).visit(tree), path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """Finds the measured modules, with switches in them."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Find one of them."""
        if not is_measured(fullname):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(fullname, spec.origin)
        return spec


# --- planted faults --------------------------------------------------------------------------------------


def faults() -> dict[str, Callable[[], Claim]]:
    """Return the planted faults by name; this imports the adversaries."""
    from bounds.claims.catalogue import catalog, theorem
    from bounds.claims.claim import Standing
    from tests.power import premises, test_power_of_own, test_replaced
    from tests.power.own import FALSE as OWN
    from tests.power.variants import FALSE

    def without(identifier: str, name: str, **changes: Any) -> Callable[[], Claim]:
        return lambda: dataclasses.replace(theorem(identifier).replace(without=name), **changes)

    found: dict[str, Callable[[], Claim]] = {v.id: v.made for v in FALSE if not v.hard}
    found |= {f"own: {own.name}": own.made for own in OWN}
    found |= {f"replaced: {name}": build for name, build in test_replaced.FALSE.items()}
    for claim in catalog():
        if claim.standing is Standing.FALSE:
            found[f"printed: {claim.id}"] = partial(theorem, claim.id)
        elif claim.attained and claim.relation in ("<=", ">="):
            found[f"attained: {claim.id}"] = partial(claim.replace, relation=claim.relation[0])
    for name, identifier in test_power_of_own.DROPPED.items():
        found[f"unsaid: {identifier} without {name}"] = without(identifier, name, id="own.x", base=None)
    for identifier, name in premises.premises():
        if (identifier, name) not in premises.LISTED and not identifier.startswith("modern."):
            found[f"premise: {identifier} without {name}"] = without(identifier, name)
    return found


class Fall(NamedTuple):
    """A fault that was found: after how many instances, the task that did, those before it, and what was at work."""

    instances: int
    task: int
    before: int
    at_work: frozenset[Item]


def fall(claim: Claim, seed: int, known: Fall | None = None) -> Fall | None:
    """Search for a fault; with what is ``known`` of it, from the task on that found it, and not much further."""
    from verify.search.attack import run_task
    from verify.search.order import Order

    order, place = Order(claim), 0
    judged, most = (0, BUDGET) if known is None else (known.before, known.instances + LATE)
    while judged < most and (known is None or place < TASKS):
        task = order.number(place) if known is None else known.task + place
        if task is None:
            break
        AT_WORK.clear()
        record = run_task(claim, task, seed, limit=most - judged)
        if record.violation is not None:
            return Fall(judged + record.violation[0] + 1, task, judged, frozenset().union(*AT_WORK.values()))
        order.learn(record)
        judged, place = judged + len(record.candidates), place + 1
    return None


def apart(work: Callable[[], Fall | None]) -> Fall | None:
    """Do work in a process of its own, from which nothing stays behind, for a minute of its time at most."""
    with tempfile.NamedTemporaryFile("r") as told:
        child = os.fork()
        if not child:
            signal.setitimer(signal.ITIMER_PROF, 60)
            try:
                found = work()
                Path(told.name).write_text(json.dumps(None if found is None else [*found[:3], [*found[3]]]))
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        text = json.loads(told.read() or "null")
    if text is None:
        return None
    instances, task, before, at_work = text
    return Fall(instances, task, before, frozenset(Item(*item) for item in at_work))


def _fall(build: Callable[[], Claim], seed: int, known: Fall | None = None) -> Fall | None:
    return fall(build(), seed, known)


# --- which items matter ------------------------------------------------------------------------------------


def drawn_from(trees: Iterable[ast.AST]) -> set[str]:
    """Return the names of what is chosen from at random."""
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    drawn = (call.args for call in calls if ast.unparse(call.func).rpartition(".")[2] in RANDOM)
    return {node.id for args in drawn for arg in args for node in ast.walk(arg) if isinstance(node, ast.Name)}


def written() -> dict[Item, str]:
    """Return every item with its text, without those of tables that are drawn from."""
    files = {name: module.__file__ for name, module in sys.modules.items() if is_measured(name)}
    trees = {name: ast.parse(Path(file).read_text()) for name, file in files.items() if file is not None}
    random, found = drawn_from(trees.values()), dict[Item, str]()
    for name, tree in trees.items():
        for node in ast.walk(tree):
            call = isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in RANDOM
            named = isinstance(node, ast.Assign) and {a.id for a in ast.walk(node) if isinstance(a, ast.Name)} & random
            if call or named:
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Tuple):
                        inner.elts = []
        found |= items_of(name, tree)
    return found


def needed(seed: int, only: str, of: str) -> Iterator[str]:
    """Yield each item that a fault needs, with the fault and its instances, then what goes."""
    planted = {name: build for name, build in faults().items() if only in name}
    texts = {item: text for item, text in written().items() if of in item.module}
    falls: dict[str, Fall] = {}
    for name, build in planted.items():
        if (found := apart(partial(_fall, build, seed))) is not None:
            falls[name] = found
    at_work = [item for found in falls.values() for item in found.at_work if item in texts]
    OUT.update(texts.keys() - {*at_work})
    for item in sorted({*at_work}, key=lambda item: (at_work.count(item), item)):
        OUT.add(item)
        fresh: dict[str, Fall] = {}
        for name, known in falls.items():
            if item not in known.at_work:
                continue
            found = apart(partial(_fall, planted[name], seed, known))
            if found is None:
                OUT.remove(item)
                yield f"| {item.module} {item.line} | {texts[item]} | {name} | {known.instances} |"
                break
            fresh[name] = found._replace(instances=known.instances)
        else:
            falls |= fresh
    for item in sorted(OUT):
        yield f"| {item.module} {item.line} | {texts[item]} | | |"


def main() -> int:
    """Print a table of the items."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="faults with this text in their name")
    parser.add_argument("--of", default="", help="items of modules with this text in their name")
    options = parser.parse_args()
    for switch in (table, stays, passed):
        setattr(builtins, switch.__name__, switch)
    sys.meta_path.insert(0, Finder())
    import_module("verify.search.order")
    for line in needed(options.seed, options.only, options.of):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(ended(main))
