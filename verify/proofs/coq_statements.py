"""What the Coq sources state, and where it is proved: claims of the catalogue, and facts of the step proofs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from verify.proofs.coq_export import coq_id
from verify.proofs.coq_programs import LOGICAL

SOURCES = Path(__file__).parent / "coq"

FACTS_STATED, FACTS_PROVED = "GenFacts.v", "Facts.v"
"""The facts that the step proofs take for true: stated from their formulas (``coq_facts``), and proved."""

FACT = "fact_"
"""How the names of their theorems begin; no claim has such an id."""


def coq_files(directory: Path = SOURCES) -> list[str]:
    """Return the Coq files of a folder and of its subfolders, one of which holds one source, by their paths in it."""
    return sorted(path.relative_to(directory).as_posix() for path in directory.rglob("*.v"))


@dataclass(frozen=True)
class Theorem:
    """What is proved ``of`` a claim or as a fact, with the files, by their paths, that state and that prove it."""

    of: str
    name: str
    stated_in: str
    proved_in: str

    @property
    def statement(self) -> str:
        """The full Coq name of the statement."""
        return f"{module(self.stated_in)}.{self.name}_stmt"

    @property
    def theorem(self) -> str:
        """The full Coq name of the theorem."""
        return f"{module(self.proved_in)}.{self.name}"


@dataclass(frozen=True)
class Stated(Theorem):
    """A claim that is stated and proved; what no file of the sources states is stated in ``GENERATED``."""

    claim: Claim


def module(file: str) -> str:
    """Return the full Coq name of a file.

    >>> module("grove2001/Section4.v")
    'Boundcheck.grove2001.Section4'
    """
    return f"{LOGICAL}.{file.removesuffix('.v').replace('/', '.')}"


def proof_file(file: str) -> str | None:
    """Return the file that proves what a file states; None for a file that is none of statements.

    >>> proof_file("grove2001/Section4Statements.v"), proof_file("Vectors.v")
    ('grove2001/Section4.v', None)
    """
    return file.replace("Statements.v", ".v") if file.endswith("Statements.v") else None


GENERATED = "GenClaims.v"
"""The statements that are generated whole, in a build directory."""


def stated(sources: Path = SOURCES) -> list[Stated]:
    """Return what is stated, by hand or as it is generated, each with the file that has the theorem of the same name.

    ``Definition bylander_2_stmt`` belongs to the claim bylander.2 and is proved by ``Theorem bylander_2``, in
    SectionN.v if it is stated in SectionNStatements.v, and in any file if it is generated.
    Raises BoundcheckError where no claim has that name, or one is stated twice.
    """
    by_name = {coq_id(claim.id): claim for claim in catalogue()}
    statements: dict[str, Stated] = {}
    texts = {file: (sources / file).read_text() for file in coq_files(sources) if file != GENERATED}
    for file, text in texts.items():
        proved_in = proof_file(file)
        if proved_in is None:
            continue
        for name in re.findall(r"^Definition (\w+)_stmt\b", text, re.MULTILINE):
            if name not in by_name:
                raise BoundcheckError(f"{file} states {name}_stmt, and no claim of the catalogue has that name")
            if name in statements:
                raise BoundcheckError(f"{name}_stmt is stated twice, in {statements[name].stated_in} and in {file}")
            statements[name] = Stated(by_name[name].id, name, file, proved_in, by_name[name])
    for file, text in texts.items():
        for name in re.findall(r"^Theorem (\w+) : \1_stmt\b", text, re.MULTILINE):
            if name not in statements and name in by_name:
                statements[name] = Stated(by_name[name].id, name, GENERATED, file, by_name[name])
    return list(statements.values())


def facts(sources: Path = SOURCES) -> list[Theorem]:
    """Return the facts of the step proofs that have a theorem; one that is only stated is not among them."""
    files = (sources / FACTS_STATED, sources / FACTS_PROVED)
    said, proofs = (file.read_text() if file.exists() else "" for file in files)
    proved = re.findall(rf"^Theorem ({FACT}\w+) :", proofs, re.MULTILINE)
    names = re.findall(rf"^Definition ({FACT}\w+)_stmt\b", said, re.MULTILINE)
    return [Theorem(name, name, FACTS_STATED, FACTS_PROVED) for name in names if name in proved]
