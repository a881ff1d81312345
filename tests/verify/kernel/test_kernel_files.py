"""Certificates that the independent checker must not confirm, and what it says of them."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Quantity
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.verify.confirmed import confirmed
from verify import cli, kernel, kernel_worst
from verify.certify.search import certify
from verify.judge.certificate import certificate, instance_object, statement
from verify.judge.status import Status
from verify.own_data.completed import check

F = Fraction


def value(text: str) -> kernel.Number:
    return kernel.constant(text)


# --- certificates ------------------------------------------------------------------------------------------

ORTHONORMAL = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 1]))


def weak(claim_id: str, **changes: Any) -> Claim:
    return theorem(claim_id).replace(**changes)


def counterexamples() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, claim, instance in (
        ("perceptron", weak("bylander.5", bound=s.U**2 * s.X**2 * 9 / 10), ORTHONORMAL),
        (
            "tolerance",
            weak("bylander.8", bound=s.U**2 * s.X**2 / (5 * s.tau)),
            Instance(Trials.of([[1]], [Interval.parse("[2,oo)")]), vector([1]), {"tau": F(1, 2)}),
        ),
        (
            "exponentials",
            weak("bylander.6", bound=s.U**2 * s.X**2 / 2),
            Instance(Trials.of([[1, -1]], [1]), vector([1, 0])),
        ),
        ("start", theorem("bylander.5.eta.start"), Instance(
            Trials.of([[1], [1]], [-1, -1]), None, {"eta": F(1), "rate": F(2)}, vector([1])
        )),
    ):  # fmt: skip
        verdict = check(claim, instance)
        assert verdict.status is Status.VIOLATED, (name, verdict)
        yield name, certificate(verdict)


CERTIFICATES = dict(counterexamples())


@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_counterexample_is_confirmed(name: str) -> None:
    assert confirmed(CERTIFICATES[name])


def leaves(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(document, dict):
        for key in document:
            yield from leaves(document[key], (*path, key))
    elif isinstance(document, list):
        for i, item in enumerate(document):
            yield from leaves(item, (*path, i))
    else:
        yield path, document


def altered(document: Any, path: tuple[Any, ...], new: Any) -> Any:
    changed = copy.deepcopy(document)
    inside = changed
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = new
    return changed


def alternatives(path: tuple[Any, ...], old: Any) -> list[Any]:
    if path[-1] == "outcome":
        return ["+1", "-1", "[5,oo)", "(-oo,-7)"]
    if path[0] == "claim":
        return ["bylander.6", "bylander.2", "kitani.perc", "bylander.5", "mine"]
    if path[-1] == "learner":
        return ["perceptron(2*eta)", "exponentiated(eta, U)", "winnow(2)", "fixed()"]
    if path[-1] == "version":
        return ["absolute", "classification", "randomised", "threshold(1)"]
    if path[-1] in ("bound", "value") or path[-2:-1] in (("hypotheses",), ("defines",)):
        return [f"({old}) + 1/7", f"2*({old})", "1 == 1", "0"]
    if path[-1] == "relation":
        return ["<", "<=", ">", "==", ">="]
    if path[-1] == "verdict":
        return ["HOLDS", "VACUOUS", "VIOLATED"]
    if isinstance(old, str) and old[:1] in "-0123456789":
        third_more = str(kernel.constant(old.removesuffix("...")) + F(1, 3))
        return [third_more, f"-({old})" if "..." not in old else "1", "0", "2"]
    return [None, 7, "x"]


@pytest.mark.parametrize("name", CERTIFICATES)
def test_an_altered_certificate_is_confirmed_only_if_it_still_shows_what_it_says(name: str) -> None:
    """Every leaf is altered. Where the kernel still confirms, the exact checker has to agree that all is as said."""
    original = CERTIFICATES[name]
    rejected = tried = 0
    for path, old in leaves(original):
        for new in alternatives(path, old):
            if new == old or (path[0] in ("left", "right") and new == f"-({old})" and old == "0"):
                continue
            tried += 1
            changed = altered(original, path, new)
            try:
                accepted = confirmed(changed)
            except kernel.Malformed:
                accepted = False
            rejected += not accepted
            if accepted:
                assert path[0] == "instance", (path, old, new)
                assert str(changed["left"]) == original["left"]
                judged = kernel.judge(changed["statement"], changed["instance"])
                assert judged.status == "VIOLATED"
    assert rejected >= 0.8 * tried, (rejected, tried)


def test_each_kind_of_alteration_is_rejected() -> None:
    good = CERTIFICATES["perceptron"]
    for path, new in (
        (("claim",), "bylander.11"),
        (("changes",), []),
        (("statement", "bound"), "U**2*X**2"),
        (("statement", "learner"), "exponentiated(eta, U)"),
        (("statement", "relation"), "<"),
        (("instance", "trials", 0, "outcome"), "-1"),
        (("instance", "trials", 1, "x", 1), "2"),
        (("instance", "comparator", 0), "3"),
        (("left",), "3"),
        (("right",), "1"),
        (("verdict",), "HOLDS"),
    ):
        assert not confirmed(altered(good, path, new)), path
    weakened = copy.deepcopy(good)
    del weakened["statement"]["hypotheses"]["separable"]
    assert not confirmed(weakened), "a dropped hypothesis has to be said among the changes"


HOSTILE = [
    "",
    "null",
    "[]",
    "{}",
    "[" * 100000,
    '{"format": NaN}',
    '{"format": 1e999}',
    '{"a": 1, "a": 2}',
    "\x00",
    "{'a': 1}",
    '{"format": "boundcheck certificate 1"}',
    '{"format": "boundcheck certificate 2"}',
    '"' + "a" * 10**6 + '"',
    "1" * 10**5,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_file_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hostile.json"
    file.write_text(text, encoding="utf-8")
    assert kernel.main([str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kernel: ")
    assert len(err.splitlines()) == 1


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "binary.json"
    file.write_bytes(bytes(range(256)))
    assert kernel.main([str(file)]) == 2
    assert kernel.main([str(tmp_path)]) == 2
    assert kernel.main([str(tmp_path / "absent.json")]) == 2
    assert kernel.main([]) == 2


def test_a_claim_of_ones_own_is_said_to_be_one() -> None:
    own = copy.deepcopy(CERTIFICATES["perceptron"])
    own |= {"claim": "mine.1", "changes": ["new"]}
    agrees, said = kernel.confirm(json.dumps(own), kernel.statements())
    assert agrees
    assert "not in the catalogue" in said[0]


# --- what an instance may say -------------------------------------------------------------------------------

RUN_NAMES = ("err", "loss", "side", "one", "yhat", "K", "c", "w", "w_end", "u_loss", "u_err", "share", "x", "y", "t")


def as_catalogued(claim_id: str, instance: dict[str, Any], left: str, right: str) -> dict[str, Any]:
    """Return a certificate that would refute a claim as it stands."""
    said = kernel.statements()[claim_id]
    document = {"format": kernel.FORMAT, "claim": claim_id, "changes": [], "statement": said, "instance": instance}
    return document | {"verdict": "VIOLATED", "left": left, "right": right}


def test_no_parameter_stands_for_what_happens_in_a_run() -> None:
    """On an interval no mistake is counted; an instance that says so itself must not be believed."""
    for outcome in ("[1,oo)", "+1"):
        trial = {"x": ["1"], "outcome": outcome}
        one = {"n": 1, "trials": [trial], "comparator": ["1"], "parameters": {"err": "7"}}
        with pytest.raises(kernel.Malformed, match="is about labels" if outcome != "+1" else "err cannot be set"):
            confirmed(as_catalogued("bylander.5", one, "7", "1"))


@pytest.mark.parametrize("name", CERTIFICATES)
def test_only_parameters_that_the_claim_leaves_free_are_set(name: str) -> None:
    original = CERTIFICATES[name]
    for parameter in (*RUN_NAMES, "l", "n", "u", "s", "pi", "no such"):
        changed = copy.deepcopy(original)
        changed["instance"]["parameters"][parameter] = "7"
        with pytest.raises(kernel.Malformed, match=f"{parameter} cannot be set"):
            confirmed(changed)


@pytest.mark.parametrize(
    ("claim_id", "parameters"), [("kw.winnow.up", {"alpha": "3/2", "theta": "1/2"}), ("kw.elim", {"alpha": "2"})]
)
def test_a_run_without_trials_has_no_trials(claim_id: str, parameters: dict[str, str]) -> None:
    for size in ("n", "l"):
        empty = {"n": 0, "trials": [], "comparator": [], "parameters": {**parameters, size: "-100"}}
        with pytest.raises(kernel.Malformed, match=f"{size} cannot be set"):
            confirmed(as_catalogued(claim_id, empty, "0", "-600"))


@pytest.mark.parametrize("claim_id", ["bylander.11", "bylander.7.loss", "kw.def1", "uml.grad", "bylander.7.dev"])
@pytest.mark.parametrize("outcome", ["[2,oo)", "[-1,1]", "[3,3]"])
def test_a_claim_about_labels_is_not_refuted_by_intervals(claim_id: str, outcome: str) -> None:
    """Both judges refuse them: what a mistake is on an interval, the claim does not say."""
    trial = {"x": ["1"], "outcome": outcome}
    with pytest.raises(kernel.Malformed, match="is about labels"):
        confirmed(as_catalogued(claim_id, {"n": 1, "trials": [trial]}, "3/2", "1/2"))
    with pytest.raises(BoundcheckError, match="is about labels"):
        check(theorem(claim_id), Instance(Trials.of([[1]], [Interval.parse(outcome)]), vector([1])))


def test_a_claim_about_points_is_about_points() -> None:
    claim = theorem("bylander.eg")
    for outcome, fits in ((Interval.point(2), True), (Interval.parse("[1,2]"), False), (1, False)):
        instance = Instance(Trials.of([[1]], [outcome]), None, {"eta": F(1)})
        if fits:
            document = certificate(check(claim, instance))
            assert confirmed(document)
            for other in ("+1", "[1,2]", "(2,2)"):
                with pytest.raises(kernel.Malformed):
                    confirmed(altered(document, ("instance", "trials", 0, "outcome"), other))
        else:
            with pytest.raises(BoundcheckError, match="is about single points"):
                check(claim, instance)


@pytest.mark.parametrize(
    ("second", "status"), [("(eta)", "HOLDS"), ("(2*eta)", "VIOLATED")], ids=["the same rate", "twice the rate"]
)
def test_eg_is_told_from_eg_with_another_rate(second: str, status: str) -> None:
    """Power: EG with twice the rate predicts something else than EU, and both judges say so."""
    claim = theorem("bylander.eg")
    (part,) = claim.quantity.formula
    other = replace(claim, quantity=Quantity("", formula=({**part, "second": f"exponentiated_gradient{second}"},)))
    instance = Instance(Trials.of([[1, 0], [1, 0]], [Interval.point(2)] * 2), None, {"eta": F(1)})
    assert check(other, instance).status is Status[status]
    assert kernel.judge(statement(other), instance_object(other, instance)).status == status


def test_an_expert_is_not_one_with_its_sign_changed() -> None:
    """Power: max |u_i| = 1 and sum |u_i| = 1 hold for -e_i too, and the bound does not."""
    claim = theorem("bylander.7.267")
    verdict = check(claim, Instance(Trials.of([[1]], [-1]), vector([-1])))
    assert verdict.status is Status.VACUOUS
    assert [failure.hypothesis.name for failure in verdict.failures] == ["expert"]
    minus = {"n": 1, "trials": [{"x": ["1"], "outcome": "-1"}], "comparator": ["-1"]}
    assert kernel.judge(statement(claim), minus).status == "VACUOUS"
    assert check(claim, Instance(Trials.of([[1]], [-1]), vector([1]))).status is Status.HOLDS


# --- reports, and work ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", ["bylander.5, as catalogued\nVIOLATED: fails\n\x1b[8m", "\ud800", "\u202ereversed"])
def test_what_a_file_says_cannot_pass_for_what_was_found(
    claim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = copy.deepcopy(CERTIFICATES["perceptron"]) | {"claim": claim, "changes": ["new"]}
    own["statement"]["hypotheses"]["fine\nCONFIRMED"] = "1 == 1"
    file = tmp_path / "own.json"
    file.write_text(json.dumps(own), encoding="utf-8")
    assert kernel.main([str(file)]) == 0
    first, second, *rest = capsys.readouterr().out.replace("\n    ", " ").splitlines()
    assert first == "CONFIRMED"
    assert second.endswith("is not in the catalogue; the statement is the certificate's own")
    own_parts, found = rest[:-4], rest[-4:]
    assert [line.partition(" ")[0] for line in found] == ["VIOLATED:", "left", "right", "the"]
    said = ("free", "outcomes", "relation", "bound", "learner", "version", "hypothesis", "definition", "comparison")
    names = (*said, "parameter", "comparator", "trial")
    assert all(line.startswith(names) for line in own_parts)
    assert all(line.isprintable() and line.isascii() for line in (second, *rest))


# --- what is shown, and what was asked for ----------------------------------------------------------------------

CATALOGUE = kernel.statements()


def findings(document: Any, wanted: kernel.Expected | None = None) -> tuple[bool, str]:
    agrees, said = kernel.confirm(json.dumps(document), CATALOGUE, wanted)
    return agrees, "\n".join(said)


def test_two_long_bounds_that_differ_at_the_end_alone_look_different() -> None:
    """Power: texts were cut after 97 characters."""
    long = copy.deepcopy(CERTIFICATES["perceptron"])
    long["statement"]["bound"] += "+0" * 60 + "-1/8"
    _, text = findings(long)
    assert f"bound is {long['statement']['bound']}, catalogued floor(U**2*X**2)" in text


def test_what_was_changed_is_shown_with_its_formulas() -> None:
    changed = copy.deepcopy(CERTIFICATES["perceptron"])
    hypotheses = changed["statement"]["hypotheses"]
    dropped = hypotheses.pop("separable")
    hypotheses |= {"X > 0": "X > 1/9", "mine": "1 == 1"}
    changed["statement"]["compare"] = [{"value": "2*sum_t(err)"}]
    changed["changes"] = ["bound", "compare", "hypothesis X > 0", "hypothesis mine", "without separable"]
    _, text = findings(changed)
    assert f'hypothesis "separable" is not there, catalogued {dropped}' in text
    assert 'hypothesis "X > 0" is X > 1/9, catalogued X > 0' in text
    assert 'hypothesis "mine" is 1 == 1, catalogued nowhere' in text
    assert 'comparison 1 is {"value": "2*sum_t(err)"}, catalogued {"value": "sum_t(err)"}' in text


def test_a_claim_of_ones_own_is_shown_completely() -> None:
    own = copy.deepcopy(CERTIFICATES["tolerance"]) | {"claim": "mine.1", "changes": ["new"]}
    _, text = findings(own)
    said = own["statement"]
    for part in (
        *said["hypotheses"].values(),
        *said["defines"].values(),
        said["bound"],
        said["learner"],
        said["relation"],
    ):
        assert f" is {part}\n" in text


def test_only_what_was_asked_for_is_confirmed() -> None:
    perceptron = CERTIFICATES["perceptron"]
    bound = perceptron["statement"]["bound"]

    def asked(claim: str = "bylander.5", bound: str = "", relation: str = "", *without: str) -> bool:
        return findings(perceptron, kernel.variant(CATALOGUE, claim, bound, relation, without))[0]

    assert asked(bound=bound)
    assert asked(bound=f" ({bound}) ")
    assert not asked()
    assert not asked(bound=f"{bound}*1")
    assert not asked("bylander.5", bound, "<")
    assert not asked("bylander.5", bound, "", "separable")
    assert not asked("bylander.11", bound)
    for wrong in (("no such claim",), ("bylander.5", bound, "", "no such hypothesis")):
        with pytest.raises(kernel.Malformed, match="no such"):
            asked(*wrong)


def test_the_command_lines_confirm_only_what_was_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "c.json"
    file.write_text(json.dumps(CERTIFICATES["perceptron"]), encoding="utf-8")
    bound = CERTIFICATES["perceptron"]["statement"]["bound"]
    for run in (kernel.main, lambda arguments: cli.main(["replay", *arguments])):
        asked = [str(file), "--claim", "bylander.5"]
        assert [run([str(file)]), run([*asked, "--bound", bound]), run(asked)] == [0, 0, 1]
        assert f"bound is {bound}, asked for floor(U**2*X**2)" in capsys.readouterr().out
        assert run([str(file), "--claim", "bylander.55"]) == 2
        assert run([str(file), "--bound", bound]) == 2
        assert "name it with --claim ID" in capsys.readouterr().err


def test_changed_statements_confirm_nothing() -> None:
    """Power: the catalogue's bound is replaced by the certificate's, which then is "as catalogued"."""
    forged = copy.deepcopy(CATALOGUE)
    forged["bylander.5"]["bound"] = CERTIFICATES["perceptron"]["statement"]["bound"]
    document = CERTIFICATES["perceptron"] | {"changes": []}
    agrees, said = kernel.confirm(json.dumps(document), forged)
    assert not agrees
    assert said[-1].startswith("but statements.json was changed: it has sha256 ")


def test_the_digest_is_that_of_the_file() -> None:
    text = (Path(kernel.__file__).parent / "statements.json").read_text(encoding="utf-8")
    assert hashlib.sha256(text.encode()).hexdigest() == kernel.RELEASE == kernel.digest(CATALOGUE)


def test_every_statement_reads() -> None:
    for claim_id, said in kernel.statements().items():
        assert said == statement(theorem(claim_id))
        for part in said["compare"]:
            kernel.read(part["value"])
        for text in (*said["hypotheses"].values(), *said["defines"].values(), said["bound"]):
            kernel.read(text)


# --- on a machine without the package ------------------------------------------------------------------------


def alone(folder: Path, *names: str) -> list[str]:
    """Copy these files of the checker into a folder, with a certificate; return the command that checks it."""
    for name in names:
        (folder / name).write_bytes((Path(kernel.__file__).parent / name).read_bytes())
    claim = weak("bylander.5", bound=s.U**2 * s.X**2 * 9 / 10)
    (folder / "mail.json").write_text(json.dumps(certificate(check(claim, ORTHONORMAL))), encoding="utf-8")
    return [sys.executable, "-I", str(folder / "kernel.py"), str(folder / "mail.json")]


def test_two_files_are_enough_and_one_is_told_of_the_other(tmp_path: Path) -> None:
    """Power: without statements.json it said that the certificate could not be read, or ended in a traceback."""
    done = subprocess.run(alone(tmp_path, "kernel.py", "statements.json"), capture_output=True, text=True, check=True)
    assert "VIOLATED: sum_t(err) <= 9*U**2*X**2/10 fails\nleft side 2\nright side 9/5" in done.stdout
    for content in ("{", None):
        beside = tmp_path / "statements.json"
        beside.unlink() if content is None else beside.write_text(content, encoding="utf-8")
        for more in ([], ["--claim", "bylander.5"]):
            lost = subprocess.run([*alone(tmp_path, "kernel.py"), *more], capture_output=True, text=True, check=False)
            assert (lost.returncode, lost.stdout, lost.stderr.count("\n")) == (2, "", 1)
            assert lost.stderr.startswith("kernel: statements.json has to be beside kernel.py")


def written(module: str, folder: Path) -> str:
    """Write a certificate for one of the two checkers, and return where."""
    worst = module == "verify.kernel_worst"
    found = certify("bylander.2", 1).certificate if worst else certificate(check(theorem("bylander.5"), ORTHONORMAL))
    (folder / "certificate.json").write_text(json.dumps(found), encoding="utf-8")
    return str(folder / "certificate.json")


@pytest.mark.parametrize("module", ["verify.kernel", "verify.kernel_worst"])
def test_a_pipe_that_is_closed_is_no_traceback(module: str, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", module, written(module, tmp_path)]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("module", ["verify.kernel", "verify.kernel_worst"])
def test_the_checkers_files_alone_confirm_a_certificate(module: str, tmp_path: Path) -> None:
    """As README says: in a folder of their own, with no package installed. Power: with another bound they do not."""
    folder, home = tmp_path / "verify", Path(kernel.__file__).parent
    folder.mkdir()
    for file in [*home.glob("kernel*"), home / "statements.json"]:
        (shutil.copytree if file.is_dir() else shutil.copy)(file, folder / file.name)
    certificate = Path(written(module, tmp_path))
    command = [sys.executable, "-E", "-S", "-m", module, certificate.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:9], done.stderr) == (0, "CONFIRMED", "")
    document = json.loads(certificate.read_text())
    document["statement"]["bound"] = "0"
    certificate.write_text(json.dumps(document))
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_each_checker_names_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kernel.main([written("verify.kernel_worst", tmp_path)]) == 2
    assert "a worst case is checked by python -m verify.kernel_worst FILE" in capsys.readouterr().err
    assert kernel_worst.main([written("verify.kernel", tmp_path)]) == 2
    assert "an instance is kernel.py's to check" in capsys.readouterr().err
