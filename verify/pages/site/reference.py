"""The reference: every public name, with its signature and its docstring as they are in the code."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from bounds.symbols import glossary
from verify.pages.markup import Html, joined, pairs, table, tag
from verify.pages.site.docstrings import entries, sections
from verify.pages.site.frame import Hit, Page, link
from verify.pages.site.markdown import words

PATH = "reference/index.html"
ENTRIES = frozenset(("Parameters", "Returns", "Yields", "Raises", "Attributes", "See Also"))
"""Sections that are lists of entries."""

PACKAGES = ("bounds", "adversaries", "verify", "boundcheck")


def reference_pages() -> list[Page]:
    """Return a page for each public name, and the one that leads to them."""
    front = import_module("boundcheck")
    names = [name for name in front.__all__ if not name.startswith("_")]
    pages = [_page(name, getattr(front, name)) for name in names]
    rows = [
        [tag("a", tag("code", name), href=link(PATH, page.path)), _first(getattr(front, name))]
        for name, page in zip(names, pages, strict=True)
    ]
    told = tag("p", "What ", tag("code", "import boundcheck"), " has, as the docstrings say it.")
    return [Page(PATH, "Reference", [tag("h1", "Reference"), told, table(["name", "is"], rows)]), *pages]


def _page(name: str, value: Any) -> Page:
    path = f"reference/{name}.html"
    if isinstance(value, ModuleType):
        body = [
            tag("p", "A module: ", tag("code", value.__name__), class_="soft"),
            described(value),
            *_module(name, value),
        ]
    elif inspect.isclass(value):
        body = [_signature(name, value), _home(value), described(value), *_members(value)]
    elif callable(value):
        body = [_signature(name, value), _home(value), described(value)]
    else:
        body = [described(type(value))]
    body.insert(0, tag("h1", f"boundcheck.{name}"))
    return Page(path, f"boundcheck.{name}", body, found=[Hit(f"{name}: reference", path, words("".join(body[1:])))])


def _home(value: Any) -> Html:
    return tag("p", "defined in ", tag("code", str(value.__module__)), class_="soft small")


def _signature(name: str, value: Callable[..., Any]) -> Html:
    try:
        said = str(inspect.signature(value))
    except (TypeError, ValueError):
        return Html()
    return tag("pre", f"{name}{_plain(said)}", class_="wrap")


def _plain(signature: str) -> str:
    """Return a signature without the quotes of annotations, and without what differs from run to run.

    >>> _plain("(a: 'int', b=<function f at 0x7f>) -> 'str'")
    '(a: int, b=<function f>) -> str'
    >>> print(_plain('(a: "Literal[1]" = 1, *, b: \\'str | None\\' = None) -> \\'None\\''))
    (a: Literal[1] = 1, *, b: str | None = None) -> None
    """
    said = re.sub(r" at 0x[0-9a-f]+", "", signature)
    return re.sub(r"""([(\s*]\w+: |-> )('|")(.*?)\2(?=[,)=]| =|$)""", r"\1\3", said)


def _members(value: type) -> Iterator[Html]:
    """Yield the public methods and properties of a class, with those of its bases that are ours."""
    members = {
        name: member
        for base in reversed(value.__mro__)
        if base.__module__.partition(".")[0] in PACKAGES
        for name, member in vars(base).items()
        if not name.startswith("_") and _documented(member)
    }
    for name, member in sorted(members.items()):
        inner = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        said = _signature(name, inner) if callable(inner) else Html()
        yield tag("section", tag("h3", name, id=name), said, described(inner))


def _documented(member: object) -> bool:
    return bool(inspect.getdoc(member)) and (
        callable(member) or isinstance(member, classmethod | staticmethod | property) or hasattr(member, "attrname")
    )


def _module(name: str, value: ModuleType) -> Iterator[Html]:
    """Yield the functions and classes that a module has of its own, and of the vocabulary its symbols."""
    if name == "symbols":
        yield pairs((symbol, meaning) for symbol, meaning in glossary().items())
    listed = getattr(value, "__all__", None)
    for inner in sorted(listed if listed is not None else vars(value)):
        member = getattr(value, inner, None)
        own = listed is not None or getattr(member, "__module__", "") == value.__name__
        if own and not inner.startswith("_") and (inspect.isclass(member) or inspect.isfunction(member)):
            yield tag("section", tag("h3", inner, id=inner), _signature(inner, member), described(member))


def _first(value: Any) -> Html:
    said = inspect.getdoc(value) if callable(value) or isinstance(value, ModuleType) else inspect.getdoc(type(value))
    return _line((said or "").partition("\n\n")[0])


def described(value: Any) -> Html:
    """Return a docstring as HTML: its paragraphs, then each section, whose entries are a list of names.

    >>> described(type("Root", (), {"__doc__": "A root.\\n\\nParameters\\n----------\\nx : int\\n    At least 0."}))
    '<p>A root.</p><h4>Parameters</h4><dl class="entries"><dt><code>x</code> : int</dt><dd>At least 0.</dd></dl>'
    """
    return joined(_section(heading, text) for heading, text in sections(inspect.getdoc(value) or "").items())


def _section(heading: str, text: str) -> Html:
    if heading in ENTRIES:
        named = [
            joined([tag("dt", tag("code", name), *([" : ", kind] if kind else [])), tag("dd", _line(said))])
            for name, kind, said in entries(text)
        ]
        return joined([tag("h4", heading), tag("dl", *named, class_="entries")])
    parts = [tag("h4", heading)] if heading else []
    for part in re.split(r"\n\s*\n", text):
        as_it_is = part.lstrip().startswith((">>>", "...")) or part.startswith("    ")
        parts.append(tag("pre", part) if as_it_is else tag("p", _line(part)))
    return joined(parts)


def _line(text: str) -> Html:
    """Return a text whose double backticks are code."""
    parts = re.split(r"``(.+?)``", text, flags=re.DOTALL)
    return joined(tag("code", part) if i % 2 else part for i, part in enumerate(parts))
