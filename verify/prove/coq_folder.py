"""A certificate of a proof as a folder that coqc compiles by itself, with the definitions and lemmas it needs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bounds.claims.claim import Claim
from bounds.data.files import write_text
from bounds.errors import BoundcheckError
from verify import kernel_states, kernel_tables
from verify.kernel import Malformed
from verify.kernel_gram import certificate as worst
from verify.kernel_gram import squares
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof import by_potential, by_weights
from verify.kernel_proof import certificate as by_trials
from verify.proofs.coq_programs import CoqFailed, CoqUnfinished, coq_available, run_program
from verify.proofs.coq_run import STANDARD_AXIOMS, parse_assumptions
from verify.proofs.coq_statements import SOURCES
from verify.prove import coq_parts, coq_potential, coq_proof, coq_weights

SHARED = ("Definitions.v", "Vectors.v", "classics/Definitions.v")
"""Files of the catalogue's proofs that a proof needs."""

LIBRARIES, CLAIM = ("Alike.v", "Trials.v", "Potential.v", "Worst.v", "Lemmas.v", "Weights.v"), "Claim.v"
FILES = (*SHARED, *LIBRARIES, CLAIM)
"""The files of a folder, in the order in which they are compiled."""

SECONDS = 600
"""How long coqc may take over a file."""

File = coq_proof.File | coq_potential.File | coq_parts.File | coq_weights.File


KINDS: Mapping[str, Callable[[Claim, Mapping[str, Any]], File]] = {
    by_trials.FORMAT: coq_proof.File,
    by_potential.FORMAT: coq_potential.File,
    worst.FORMAT: coq_parts.File,
    by_weights.FORMAT: coq_weights.File,
}
"""What writes the file of a certificate, by its format."""

OTHERS = {
    squares.FORMAT: "what is proved of squared loss up to a length, by slopes,",
    kernel_tables.FORMAT: "what is proved by the values of all states",
    kernel_states.FORMAT: "what is proved by the largest amounts of all states",
}
"""What other certificates are, by their formats."""

README = """# A proof that Coq checks

`Claim.v` states and proves that

    {claim}

for every dimension and every sequence of trials{where}: `claim` is the statement, made from the formulas of
`proof.json`, and `holds` the theorem. To check it, with Coq 8.16 or later and nothing else:

    make

Its last lines are what the theorem rests on: axioms of Coq's real numbers alone. What has to be read is `claim` with
the definitions above it, and the words of `Definitions.v` in these. Without Coq, `boundcheck replay proof.json` checks
the same identities.
"""

MAKEFILE = """all:
\tset -e; for file in {files}; do coqc -Q . Boundcheck $$file; done
"""


def libraries() -> dict[str, str]:
    """Return the files that all folders have in common, in the order in which they are compiled."""
    own = Path(__file__).parent / "coq"
    return {file: (SOURCES / file).read_text() for file in SHARED} | {f: (own / f).read_text() for f in LIBRARIES}


def coq_files(claim: Claim, document: Mapping[str, Any]) -> dict[str, str]:
    """Return the files of the folder for a certificate, by their paths in it.

    Raises BoundcheckError where something in the claim, or in its proof, has no Coq form yet.
    """
    if claim.nature is not None:
        raise BoundcheckError("a proof by what nature plays has no Coq form yet")
    texts = libraries()
    if document["format"] not in KINDS:
        raise BoundcheckError(f"{OTHERS.get(document['format'], 'such a certificate')} has no Coq form yet")
    try:
        texts[CLAIM] = KINDS[document["format"]](claim, document).source()
    except Refused as refused:
        raise BoundcheckError(f"{refused}, which has no Coq form here") from None
    except BoundcheckError:
        raise
    except (LookupError, ValueError, Malformed):
        raise BoundcheckError("the certificate is not one of this claim") from None
    texts["proof.json"] = f"{json.dumps(document, indent=1)}\n"
    texts["README.md"] = README.format(claim=inequality_of(document["statement"]), where=where(document))
    texts["Makefile"] = MAKEFILE.format(files=" ".join(FILES))
    texts["_CoqProject"] = "\n".join(["-Q . Boundcheck", *FILES, ""])
    return texts


def inequality_of(statement: Mapping[str, Any]) -> str:
    """Return the inequality of a certificate's claim."""
    return f"{statement['compare'][0]['value']} <= {statement['bound']}"


def where(document: Mapping[str, Any]) -> str:
    """Return for which values of the parameters a certificate is."""
    return "".join(f", {name} = {value}" for name, value in document.get("parameters", {}).items())


def write_folder(directory: Path, texts: Mapping[str, str]) -> None:
    """Write the files of a folder."""
    for file, text in texts.items():
        (directory / file).parent.mkdir(exist_ok=True)
        write_text(directory / file, text)


def compiled(directory: Path) -> frozenset[str]:
    """Compile a folder and return the axioms that its theorem rests on; raise CoqFailed where Coq refuses.

    Raises CoqUnfinished where Coq does not end in time.
    """
    said = ""
    for file in FILES:
        done = run_program("coqc", "-q", file, directory=directory, seconds=SECONDS)
        if done.returncode:
            raise CoqFailed(f"coqc refuses {file}: {' '.join(done.stderr.split())[:300]}")
        said = done.stdout
    axioms = parse_assumptions(said)
    if axioms - STANDARD_AXIOMS:
        raise CoqFailed(f"the theorem rests on {', '.join(sorted(axioms - STANDARD_AXIOMS))}")
    return axioms


class InCoq(NamedTuple):
    """What there is to say of a proof as a Coq folder, and whether it was written and not refused."""

    said: str
    ok: bool


def in_coq(claim: Claim, document: Mapping[str, Any] | None, directory: Path) -> InCoq:
    """Write a certificate as a Coq folder, and compile it where coqc is installed."""
    if document is None:
        return InCoq("without a Coq file: it is made of a certificate", False)
    try:
        texts = coq_files(claim, document)
    except BoundcheckError as error:
        return InCoq(f"without a Coq file: {error}", False)
    write_folder(directory, texts)
    if not coq_available():
        return InCoq(f"written to {directory}; coqc is not installed here, and has not looked at it", True)
    try:
        axioms = compiled(directory)
    except CoqUnfinished as error:
        return InCoq(f"written to {directory}, and neither accepted nor refused: {error}", False)
    except CoqFailed as error:
        return InCoq(f"written to {directory}, and refused: {error}", False)
    return InCoq(f"coqc accepts {directory}, on {len(axioms)} axioms of Coq's real numbers and no others", True)
