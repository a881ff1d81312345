"""Runs Coq on the proofs in verify/proofs/coq: what compiles, what is proved, and on which axioms it rests.

Nothing is believed about a file: every run copies the sources, generates the bounds from the catalogue,
compiles everything, checks each theorem against its statement, and reads ``Print Assumptions``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError, not_a_yes_or_no
from verify.logic.record import RUN, Checked
from verify.memory import cache_directory, keep, recall
from verify.proofs.coq_claims import gen_claims, statement
from verify.proofs.coq_conformance import conformance
from verify.proofs.coq_export import constants, gen_bounds
from verify.proofs.coq_learners import gen_learners
from verify.proofs.coq_premises import gen_premises, premise_name
from verify.proofs.coq_programs import CoqFailed, coq_available, coq_release, coq_version, run_program
from verify.proofs.coq_statements import FACT, GENERATED, SOURCES, Theorem, coq_files, facts, module, stated
from verify.unread import ended

RECORD = SOURCES / "checked.json"
"""What the last run found, committed: it counts as long as sources and generated files have the digest in it."""

NOT_THE_RECORD = f"{RECORD.name} is not what Coq finds; {RUN} writes it"
WORKERS = max(1, min(4, os.cpu_count() or 1))

STANDARD_AXIOMS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
"""The axioms of Coq's standard library of classical real numbers; a proof may rest on these and no others."""

Change = Callable[[str, Any], Any]


def unchanged(_: str, expression: Any) -> Any:
    """Return the expression: no bound is changed."""
    return expression


@dataclass(frozen=True)
class BuildResult:
    """A compiled copy of the sources. ``errors`` maps each file that did not compile to Coq's message."""

    directory: Path
    files: tuple[str, ...]
    errors: Mapping[str, str]

    @property
    def ok(self) -> bool:
        """Whether every file compiled."""
        return not self.errors

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "result.ok")

    def require(self) -> None:
        """Raise CoqFailed with the first message if a file did not compile."""
        for file, message in self.errors.items():
            raise CoqFailed(f"{file} does not compile: {message}")


# --- building ------------------------------------------------------------------------------------------


def _claims(sources: Path) -> list[tuple[Claim, str]]:
    """Return the generated statements: of claims that no file states, and what files name ``says_...``."""
    words = _words(sources)
    whole = [(item.claim, "{}_stmt") for item in stated(sources) if item.stated_in == GENERATED]
    parts = [(item.claim, "says_{}") for item in stated(sources) if f"says_{item.name}" in words]
    texts = [(claim, statement(claim, name)) for claim, name in whole + parts]
    if missing := [claim.id for claim, text in texts if text is None]:
        raise BoundcheckError(f"nothing states {missing[0]}: no file does, and coq_claims has no table for it")
    return [(claim, text) for claim, text in texts if text is not None]


def _words(sources: Path) -> set[str]:
    return {word for file in coq_files(sources) for word in re.findall(r"\w+", (sources / file).read_text())}


def generated(sources: Path = SOURCES, change: Change = unchanged) -> dict[str, str]:
    """Return the texts of the generated files by name."""
    claims = _claims(sources)
    words = _words(sources).union(*(re.findall(r"\w+", text) for _, text in claims))
    bounded = [claim for claim in catalogue() if any(name in words for name, _ in constants(claim))]
    premises = gen_premises(claim for claim in catalogue() if premise_name(claim) in words)
    return {
        "GenBounds.v": gen_bounds(bounded, change),
        "GenPremises.v": premises,
        "GenLearners.v": gen_learners(words.union(re.findall(r"\w+", premises))),
        GENERATED: gen_claims(claims),
        "Conformance.v": conformance(),
    }


def build(directory: Path, sources: Path = SOURCES, change: Change = unchanged) -> BuildResult:
    """Copy the sources to ``directory``, generate the bounds and the examples, and compile every file.

    ``change(name, expression)`` may replace a bound, to see that a wrong one is rejected. A file that does
    not compile is reported in ``errors`` with those that need it; the others are compiled all the same.
    """
    directory.mkdir(parents=True, exist_ok=True)
    if any(directory.iterdir()):
        raise BoundcheckError(f"{directory} is not empty; give an empty folder to build in")
    for file in coq_files(sources):
        (directory / file).parent.mkdir(exist_ok=True)
        shutil.copy(sources / file, directory / file)
    for name, text in generated(sources, change).items():
        (directory / name).write_text(text)
    needs = _dependencies(directory)
    errors: dict[str, str] = {}

    def compiled(file: str) -> tuple[str, str]:
        broken = sorted(needs[file] & errors.keys())
        return file, f"it needs {broken[0]}" if broken else compile_file(directory, file)

    sorter = TopologicalSorter(needs)
    sorter.prepare()
    files: list[str] = []
    running: set[Future[tuple[str, str]]] = set()
    with ThreadPoolExecutor(WORKERS) as pool:
        while sorter.is_active():
            running |= {pool.submit(compiled, file) for file in sorter.get_ready()}
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for file, message in (future.result() for future in finished):
                files.append(file)
                sorter.done(file)
                if message:
                    errors[file] = message
    return BuildResult(directory, tuple(files), errors)


def compile_file(directory: Path, file: str) -> str:
    """Compile one file of a build directory and return Coq's error, or nothing."""
    done = run_program("coqc", "-q", file, directory=directory)
    return "" if done.returncode == 0 else (done.stderr.strip() or f"coqc ended with status {done.returncode}")


def _dependencies(directory: Path) -> dict[str, set[str]]:
    """Return for each file those that it requires, from coqdep's make rules."""
    names = coq_files(directory)
    done = run_program("coqdep", *names, directory=directory)
    if done.returncode:
        raise CoqFailed(f"coqdep cannot order the files: {done.stderr.strip()}")
    needs: dict[str, set[str]] = {name: set() for name in names}
    for targets, sources in re.findall(r"^(.*?):(.*)$", done.stdout, re.MULTILINE):
        target = _source_of(targets.split()[0])
        if target is not None:
            needs[target] |= needs.keys() & {_source_of(s) for s in sources.split()}
    return needs


def _source_of(compiled: str) -> str | None:
    """Return the source of a compiled file in coqdep's words, or None for another kind of file."""
    return f"{compiled.removeprefix('./').removesuffix('.vo')}.v" if compiled.endswith(".vo") else None


# --- what a theorem rests on ---------------------------------------------------------------------------


def parse_assumptions(text: str) -> frozenset[str]:
    """Return what a theorem rests on, from the output of ``Print Assumptions``.

    A line that is neither a name with its type nor a heading (such as "f is assumed to be guarded.") is
    returned whole: it is no allowed axiom, so it cannot pass unseen.

    >>> sorted(parse_assumptions("Axioms:\\nclassic : forall P : Prop,\\n  P\\nlong.name\\n  : nat\\n"))
    ['classic', 'long.name']
    >>> parse_assumptions("Closed under the global context\\n")
    frozenset()
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or lines[0] not in ("Axioms:", "Closed under the global context"):
        raise BoundcheckError(f"this is no output of Print Assumptions: {text.strip()[:200]!r}")
    names = set()
    for line in lines[1:]:
        if line[0].isspace():
            continue  # the rest of a type
        name = re.fullmatch(r"(\S+)(\s*:.*)?", line)
        names.add(name[1] if name else line.strip())
    return frozenset(names)


def _checks(theorems: Sequence[Theorem]) -> list[str]:
    """Return lines that give each theorem the type of its statement."""
    files = {file for s in theorems for file in (s.stated_in, s.proved_in)}
    lines = [f"Require {name}." for name in sorted(map(module, files))]
    return lines + [f"Definition checked_{s.name} : {s.statement} := {s.theorem}." for s in theorems]


def _all_stated(result: BuildResult) -> list[Theorem]:
    return [*stated(result.directory), *facts(result.directory)]


def rests_on(result: BuildResult, only: Collection[str] | None = None) -> frozenset[str]:
    """Return the axioms of all that is stated together, or of ``only`` these; as strict as ``assumptions``, quicker."""
    theorems = [s for s in _all_stated(result) if only is None or s.of in only]
    everything = "I"
    for s in theorems:
        everything = f"(conj checked_{s.name} {everything})"
    lines = [*_checks(theorems), f"Definition everything := {everything}.", "Print Assumptions everything."]
    return parse_assumptions(_audit(result.directory, "Audit.v", lines))


def assumptions(result: BuildResult, only: Collection[str] | None = None) -> dict[str, frozenset[str]]:
    """Return the axioms of the theorem of each stated claim, by its id, and of each fact (``only`` these, if given).

    Each theorem is first given the type of its statement, by full names, so that it proves what is stated.
    Raises CoqFailed where a theorem is missing or proves something else.
    """
    theorems = [s for s in _all_stated(result) if only is None or s.of in only]
    if not theorems:
        raise CoqFailed("nothing is stated")
    parts = [theorems[i::WORKERS] for i in range(min(WORKERS, len(theorems)))]
    with ThreadPoolExecutor(WORKERS) as pool:
        printed = "".join(
            pool.map(lambda i: _audit(result.directory, f"Audit{i}.v", _each(parts[i])), range(len(parts)))
        )
    blocks = [block.partition("\n") for block in printed.split("@@")[1:]]
    output = {identifier.strip(): text for identifier, _, text in blocks}
    missing = [s.of for s in theorems if s.of not in output]
    if missing:
        raise CoqFailed(f"Coq printed no assumptions for {', '.join(missing)}")
    return {s.of: parse_assumptions(output[s.of]) for s in theorems}


def _each(theorems: Sequence[Theorem]) -> list[str]:
    lines = _checks(theorems)
    for s in theorems:
        lines += [f'Goal True. idtac "@@{s.of}". Abort.', f"Print Assumptions checked_{s.name}."]
    return lines


def _audit(directory: Path, file: str, lines: list[str]) -> str:
    """Run a file of checks and return what Coq prints; raise CoqFailed if a check fails."""
    (directory / file).write_text("\n".join(lines) + "\n")
    done = run_program("coqc", "-q", file, directory=directory)
    if done.returncode:
        raise CoqFailed(f"a theorem does not have its statement: {done.stderr.strip()}")
    return done.stdout


def recheck(result: BuildResult) -> frozenset[str]:
    """Have the independent checker coqchk re-check all theorems with the library; return the axioms it lists.

    Raises CoqFailed if it rejects a file, or lists a relaxed check (type-in-type, unguarded fixpoints or
    types assumed positive). Takes about a minute.
    """
    modules = sorted({module(s.proved_in) for s in _all_stated(result)})
    done = run_program("coqchk", "-silent", "-o", *modules, directory=result.directory)
    text = done.stdout + done.stderr
    if done.returncode or "* Axioms:" not in text:
        raise CoqFailed(f"coqchk rejects the proofs: {text.strip()[-500:]}")
    relaxed = re.findall(r"^\* (?!Theory|Axioms)([^:]+):[ \n]+(?!<none>)(.*)$", text, re.MULTILINE)
    if relaxed:
        raise CoqFailed(f"coqchk lists relaxed checks: {relaxed}")
    listed = text.partition("* Axioms:")[2].partition("\n* ")[0]
    return frozenset(name.removeprefix("Coq.") for name in listed.split() if name != "<none>")


# --- the answer, remembered and recorded ---------------------------------------------------------------


def _texts(sources: Path) -> dict[str, str]:
    return {file: (sources / file).read_text() for file in coq_files(sources)} | generated(sources)


def _sha256(texts: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()


@cache
def digest(sources: Path = SOURCES) -> str:
    """Return the sha256 of what is proved: the sources, and the files generated from the catalogue as it is."""
    return _sha256(_texts(sources))


def fingerprint(sources: Path = SOURCES) -> str:
    """Return the sha256 of everything that the answer depends on: sources, generated files, Coq's version."""
    return _sha256({"sources": digest(sources), "coq": coq_version(), "runner": Path(__file__).read_text()})


def judge(result: BuildResult) -> dict[str, frozenset[str]]:
    """Return the axioms of each claim and fact; raise CoqFailed on any fault, or for an axiom that is not standard."""
    result.require()
    proved = assumptions(result)
    for identifier, axioms in proved.items():
        if forbidden := axioms - STANDARD_AXIOMS:
            raise CoqFailed(f"the proof of {identifier} rests on {', '.join(sorted(forbidden))}")
    return proved


def confirmed(result: BuildResult, known: Checked) -> dict[str, frozenset[str]]:
    """Return what is known, where that is all that is stated, and nothing rests on more than is known of it.

    Raises CoqFailed otherwise. One question a set of axioms, in place of one a theorem.
    """
    result.require()
    proved = {**known.axioms, **known.facts}
    stated_here = {s.of for s in _all_stated(result)}
    groups = {axioms: {name for name in proved if proved[name] == axioms} for axioms in proved.values()}
    if stated_here != proved.keys() or not all(rests_on(result, of) <= axioms for axioms, of in groups.items()):
        raise CoqFailed(NOT_THE_RECORD)
    return proved


def remembered() -> dict[str, frozenset[str]] | None:
    """Return what ``proved_in_coq`` found for these sources before; None if it was not asked, or cannot be told."""
    try:
        return _standard(recall(_memory())) or None
    except (BoundcheckError, TypeError):
        return None


def _standard(read: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """Return axioms by what they prove, as they were read; nothing where one of them is not standard."""
    proved = {name: frozenset(axioms) for name, axioms in read.items()}
    return proved if all(axioms <= STANDARD_AXIOMS for axioms in proved.values()) else {}


def _memory() -> Path:
    return cache_directory() / f"coq-{fingerprint()}.json"


def proved_in_coq() -> dict[str, frozenset[str]]:
    """Return the claims and facts that Coq proves, with their axioms; an actual run, remembered until a source changes.

    Raises BoundcheckError if Coq is not installed (see ``coq_available``), CoqFailed if a proof is rejected.
    """
    known = remembered()
    if known is not None:
        return known
    with tempfile.TemporaryDirectory() as name:
        proved = judge(build(Path(name)))
    _remember(proved)
    return proved


def _remember(proved: Mapping[str, frozenset[str]]) -> None:
    with suppress(BoundcheckError):
        keep(_memory(), {identifier: sorted(axioms) for identifier, axioms in proved.items()})


@cache
def checked() -> Checked | None:
    """Return what Coq found of these sources: here, or where the record was made; None if that is unknown."""
    proved = remembered() if coq_available() else None
    if proved is None:
        return recorded()
    claims, of_facts = _apart(proved)
    return Checked(claims, here=True, version=coq_release(), facts=of_facts)


def _apart(proved: Mapping[str, frozenset[str]]) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Return what was found of claims, and of facts."""
    claims = {name: axioms for name, axioms in proved.items() if not name.startswith(FACT)}
    return claims, {name: axioms for name, axioms in proved.items() if name not in claims}


def recorded(record: Path = RECORD, sources: Path = SOURCES) -> Checked | None:
    """Return what a record says, if it is about these sources and is whole; an axiom that is not standard is none."""
    try:
        read = json.loads(record.read_text())
        if read["sha256"] != digest(sources):
            return None
        proved = _standard({**read["axioms"], **read["facts"]})
        if not proved:
            return None
        claims, of_facts = _apart(proved)
        return Checked(claims, here=False, version=str(read["coq"]), facts=of_facts)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def record_text(proved: Mapping[str, frozenset[str]], version: str) -> str:
    """Return the record of a run: the digest of what was proved, Coq's version, and a line a claim or a fact."""
    texts = [f' "sha256": "{digest()}"', f' "coq": "{version}"']
    for title, part in zip(("axioms", "facts"), _apart(proved), strict=True):
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(sorted(part[name]))}" for name in sorted(part))
        texts.append(f' "{title}": {{\n{lines}\n }}')
    return "{\n" + ",\n".join(texts) + "\n}\n"


def _record(proved: Mapping[str, frozenset[str]], *, only_compare: bool) -> None:
    """Write the record of a run, or raise CoqFailed where it is not the one that there is."""
    known = recorded()
    if known is not None and (known.axioms, known.facts) == _apart(proved):
        return
    if only_compare:
        raise CoqFailed(NOT_THE_RECORD)
    RECORD.write_text(record_text(proved, coq_release()))


def main(arguments: list[str] | None = None) -> int:
    """Print the proved claims and facts with their axioms, and write the record of the run."""
    parser = argparse.ArgumentParser(prog=RUN, description=main.__doc__)
    parser.add_argument("--coqchk", action="store_true", help="re-check with the independent checker (a minute)")
    parser.add_argument("--compare", action="store_true", help="fail where the record is another; do not write it")
    parser.add_argument("--unrecorded", action="store_true", help="do nothing where the record is of these sources")
    options = parser.parse_args(arguments)
    digest()  # of the sources as they are read now
    if options.unrecorded and (known := recorded()) is not None:
        print(f"{RECORD.name} is the record of these sources: Coq {known.version} has accepted them")
        return 0
    try:
        with tempfile.TemporaryDirectory() as name:
            result = build(Path(name))
            known = recorded() if options.compare else None
            proved = judge(result) if known is None else confirmed(result, known)
            _remember(proved)
            if options.coqchk:
                listed = recheck(result)
                print(f"coqchk accepts everything; axioms: {', '.join(sorted(listed))}")
        _record(proved, only_compare=options.compare)
    except BoundcheckError as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 1
    for identifier, axioms in proved.items():
        print(f"{identifier:24} {', '.join(sorted(axioms)) or 'no axiom'}")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
