"""The pages beside the code are executed and compared: Python, commands, findings, certificates."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim, Standing
from bounds.claims.standing import SOURCES
from tests import source_pages
from tests.ladder import rung
from verify import kernel
from verify.cli import main
from verify.commands.arguments import GUIDE

ROOT = Path(__file__).parents[1]
FINDINGS = tuple(source_pages.PAGES / f"{name}.md" for name in SOURCES.values())
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "bounds" / "LEARNERS.md",
    ROOT / "bounds" / "RULES.md",
    ROOT / "verify" / "README.md",
    *(ROOT / "verify" / "guide" / f"{task}.md" for task in GUIDE),
    *FINDINGS,
)
CERTIFICATES = sorted(source_pages.CERTIFICATES.glob("*.json"))


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def commands(page: Path) -> list[tuple[str, str]]:
    """Return (command, output) for every ``$`` line of a page's console blocks."""
    found = []
    for block in blocks(page.read_text(encoding="utf-8"), "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def name_of(page: object) -> str:
    return page.stem if isinstance(page, Path) else ""


# --- what is said runs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_blocks(page: Path) -> None:
    """Blocks with >>> run as doctests, one after the other; plain ones run as they are, in the same namespace."""
    names: dict[str, object] = {"__name__": "documentation"}
    for i, block in enumerate(blocks(page.read_text(encoding="utf-8"), "python"), 1):
        if ">>>" not in block:
            exec(compile(block, f"{page.name}, block {i}", "exec"), names)  # noqa: S102
            continue
        test = doctest.DocTestParser().get_doctest(block, names, f"{page.name}, block {i}", str(page), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, clear_globs=False)
        assert runner.failures == 0, f"{page.name}, block {i}"
        names = test.globs


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page's commands run in its order, in a folder of their own beside links to the project's."""
    for folder in ("bounds", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    for command, output in commands(page):
        program, *arguments = shlex.split(command)
        assert program == "boundcheck"
        main(arguments)
        assert without_times(capsys.readouterr().out) == without_times(output), command


def without_times(text: str) -> str:
    """Return a text with its measured seconds blotted out."""
    return re.sub(r"\b\d+\.\d+ s\b", "? s", text).rstrip()


def test_there_is_something_to_run() -> None:
    assert sum(len(commands(page)) for page in PAGES) >= len(FINDINGS)
    assert sum(len(blocks(page.read_text(encoding="utf-8"), "python")) for page in PAGES) >= 12


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8").partition(source_pages.MARKER)[0]
    for name in re.findall(r"`((?:bounds|adversaries|verify|tests)/[\w./]+)`", text):
        assert (ROOT / name).exists(), name


# --- certificates and findings ---------------------------------------------------------------------------


def test_every_false_and_every_attained_claim_has_its_certificate_and_no_other_has() -> None:
    assert {path.name for path in CERTIFICATES} == {source_pages.path_of(c).name for c in source_pages.certified()}


@rung("certificate", source_pages.certified())
def test_certificate_replays(claim: Claim) -> None:
    """The independent checker confirms each file, of the claim as it stands in the catalogue."""
    confirmed, said = kernel.replay(source_pages.path_of(claim))
    assert confirmed, said
    assert said[0] == f"claim {claim.id}, as catalogued"


@rung("certificate", source_pages.certified())
def test_certificate_shows_what_the_standing_says(claim: Claim) -> None:
    verdict = kernel.load(source_pages.path_of(claim).read_text(encoding="utf-8"))
    assert verdict["verdict"] == ("VIOLATED" if claim.standing is Standing.FALSE else "HOLDS")
    if claim.standing is not Standing.FALSE:
        assert verdict["left"] == verdict["right"], "attained with equality, exactly"


@pytest.mark.parametrize("prefix", SOURCES)
def test_page_mentions_every_claim_and_certificate_and_is_up_to_date(prefix: str) -> None:
    """Where this fails after a change of the catalogue: python -m tests.source_pages."""
    text = (source_pages.PAGES / f"{SOURCES[prefix]}.md").read_text(encoding="utf-8")
    for claim in catalogue(source=prefix):
        assert f"`{claim.id}`" in text
    for claim in source_pages.certified(f"{prefix}."):
        assert f"(certificates/{source_pages.path_of(claim).name})" in text
    _, marker, written = text.partition(source_pages.MARKER + "\n")
    assert marker
    assert written == source_pages.tables(prefix)


def test_a_changed_certificate_is_noticed(tmp_path: Path) -> None:
    """Power: one digit of a counterexample, or of its claim, and the checker no longer confirms it."""
    text = (source_pages.CERTIFICATES / "bylander.zeta0.summed.json").read_text(encoding="utf-8")
    for old, new in (('"right": "0"', '"right": "1"'), ('"bound": "0"', '"bound": "1/4"'), ("(0,oo)", "[0,oo)")):
        assert old in text
        changed = tmp_path / "changed.json"
        changed.write_text(text.replace(old, new), encoding="utf-8")
        assert not kernel.replay(changed)[0]


def test_claims_named_in_the_prose_exist() -> None:
    known = {claim.id for claim in catalogue()}
    sources = "|".join(SOURCES)
    for page in FINDINGS:
        prose = page.read_text(encoding="utf-8").partition(source_pages.MARKER)[0]
        for name in re.findall(rf"`((?:{sources})\.[\w.+]+)`", prose):
            assert name in known or name.endswith(".py"), name
