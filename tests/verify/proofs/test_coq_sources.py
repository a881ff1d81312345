"""The Coq files as they lie there: a theorem where the paper has it, and nothing that no theorem needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

import pytest

from verify.proofs import coq_run, coq_statements

BEGINS = re.compile(
    r"^(?:#\[.*?\] )?(Theorem|Lemma|Corollary|Definition|Fixpoint|Ltac|Notation|Example|Record|Section|End|Variables?|"
    r"Hypothesis|Create|Hint|From|Import|Open)\b *(\w*)",
    re.MULTILINE,
)
NAMED = ("Theorem", "Lemma", "Corollary", "Definition", "Fixpoint", "Ltac", "Notation", "Record")

Item = tuple[str, str]
"""A file and the name of what it holds; of what has no name of its own, the number of its first character."""


def _items(file: str, text: str) -> dict[Item, str]:
    """Return the sentences of a file with their proofs, by their names; comments are dropped."""
    text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
    begins = [*BEGINS.finditer(text)]
    ends = [*(match.start() for match in begins[1:]), len(text)]
    return {
        (file, match[2] if match[1] in NAMED else str(match.start())): text[match.start() : end]
        for match, end in zip(begins, ends, strict=True)
    }


def _unused(texts: Mapping[str, str], roots: Iterable[str]) -> set[Item]:
    """Return what nothing needs that is no root; a name means what its own file gives it, else any file's."""
    items = {item: text for file, source in texts.items() for item, text in _items(file, source).items()}
    by_name: dict[str, set[Item]] = {}
    for file, name in items:
        by_name.setdefault(name, set()).add((file, name))

    def meant(file: str, room: str, name: str) -> set[Item]:
        there = {item for item in by_name.get(name, ()) if PurePosixPath(item[0]).stem == room}
        return there or {item for item in by_name.get(name, ()) if item[0] == file} or by_name.get(name, set())

    rest = {item for item in items if item[1].isdecimal()}.union(*(by_name.get(name, set()) for name in roots))
    used: set[Item] = set()
    while rest:
        item = rest.pop()
        used.add(item)
        for room, name in re.findall(r"(?:\b(\w+)\.)?\b([A-Za-z_]\w*)", items[item]):
            rest |= meant(item[0], room, name) - used
    return items.keys() - used


def _roots() -> set[str]:
    """Return the theorems of record, cases that meet their premises, facts, and what generated files name."""
    written = set(re.findall(r"\w+", " ".join(coq_run.generated().values())))
    proved = (*coq_statements.stated(), *coq_statements.facts())
    theorems = {stated.theorem.rpartition(".")[2] for stated in proved}
    cases = set(re.findall(r"^Definition (\w+_(?:met|case)) :=", "".join(_texts().values()), re.MULTILINE))
    return written | theorems | cases


def _texts() -> dict[str, str]:
    return {file: (coq_statements.SOURCES / file).read_text() for file in coq_statements.coq_files()}


@pytest.mark.deep
def test_no_lemma_is_kept_that_no_theorem_needs() -> None:
    assert _unused(_texts(), _roots()) == set()


def test_a_lemma_that_nothing_needs_is_seen() -> None:
    """Power: two lemmas that need one another, and one of a name that another file uses as its own."""
    texts = _texts()
    texts["Vectors.v"] += "\nLemma one_way : True. Proof. exact other_way. Qed.\nLemma other_way := one_way.\n"
    texts["Runs.v"] += "\nLemma labellings : True. Proof. exact I. Qed.\n"
    dead = {("Vectors.v", "one_way"), ("Vectors.v", "other_way"), ("Runs.v", "labellings")}
    assert _unused(texts, _roots()) == dead


def test_a_theorem_is_where_the_paper_has_it() -> None:
    """Each claim is stated in the folder of its source, and in a section of it where the paper is read by sections."""
    for stated in coq_statements.stated():
        folder, file = stated.proved_in.split("/")
        assert folder == {"gls": "grove2001", "kw": "kivinen1995", "bylander": "bylander1998"}.get(
            stated.claim.id.partition(".")[0], stated.claim.id.partition(".")[0]
        )
        assert folder == "classics" or re.fullmatch(r"(Section\d+|Appendix)\.v", file), stated.proved_in
    assert not [file for file in coq_statements.coq_files() if "More" in file]
