"""What a failing assertion says: the counterexample, why it is one, its code and its certificate."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from boundcheck.plugin.evidence import running
from bounds.claims.claim import Claim
from bounds.data.repetition import Repeated
from bounds.instances import Instance, instance_code
from verify.addresses import address
from verify.judge.certificate import write_certificate
from verify.judge.check import Verdict, verdict_lines, verdict_parts
from verify.judge.status import Status
from verify.judge.words import lines_of
from verify.search.search import Search, counterexample_of
from verify.shrink.shrink import shrink

SHRINKING = 2000
"""Checks that are spent on making the counterexample of ``assert_bound`` small."""


def drawing() -> Any:
    """Return the example that Hypothesis is trying now, or None outside of ``@given``."""
    control = sys.modules.get("hypothesis.control")
    return control.current_build_context() if control is not None and control.currently_in_test_context() else None


def violated(verdict: Verdict, how: str = "") -> str:
    """Explain a violation, and how it was found; of the many that Hypothesis shrinks, only the last one."""
    example = drawing()
    if example is not None and not example.is_final:
        return f"{verdict.claim.id} is VIOLATED"

    shrunk = shrink(verdict, checks=SHRINKING)
    lines = [f"{verdict.claim.id} is VIOLATED{how and f' {how}'}", *_lines(verdict)]
    if shrunk.verdict.instance == verdict.instance:
        lines += ["this is the minimal counterexample"]
    else:
        lines += ["the minimal counterexample", *_compared(shrunk.verdict)]
    lines += [f"  minimal      {shrunk.brief}", *_replayable(shrunk.verdict)]
    return "\n".join(lines)


def refuted(result: Search) -> str:
    """Explain what a search found."""
    verdict = result.verdict
    if verdict is None:
        raise ValueError("the search refuted nothing")
    *lines, _ = result.lines()
    lines = [f"{result.claim.id} is REFUTED by the minimal counterexample", *lines, *_learner(verdict.claim)]
    return "\n".join([*lines, *_replayable(verdict)])


def unsupported(verdict: Verdict, why: str, accepted_by: str) -> str:
    """Explain why a verdict is no support, and what would accept it."""
    head = f"{verdict.claim.id} is {verdict.status.value}: {why}; that is no support ({accepted_by}=True accepts it)"
    return "\n".join([head, *_lines(verdict), *_code(verdict.instance)])


def _lines(verdict: Verdict) -> list[str]:
    """Return the verdict's lines, with the learner, and the hypotheses where all of them hold."""

    lines = [*verdict_lines(verdict), *_learner(verdict.claim)]
    if verdict.status is Status.VIOLATED:
        lines += [f"  hypothesis   holds: {hypothesis}" for hypothesis in verdict.claim.hypotheses]
    return lines


def _learner(claim: Claim) -> list[str]:
    return [] if claim.learner is None else [f"  learner      {claim.learner.text}"]


def _compared(verdict: Verdict) -> list[str]:

    decisive = ("compared", "bound", "first step")
    return lines_of([(name, text) for name, text in verdict_parts(verdict) if name in decisive])


def _code(instance: Instance) -> list[str]:

    if isinstance(instance.trials, Repeated):
        return []
    return ["  as code", *(f"    {line}" for line in instance_code(instance).splitlines())]


def _replayable(verdict: Verdict) -> list[str]:
    """Return the counterexample as code, and write its certificate beside pytest's cache."""

    lines = _code(verdict.instance)
    document = counterexample_of(verdict)
    reason = document.get("uncertified")
    path = place(verdict.claim.id)
    if path is not None:
        write_certificate(document, path)
    if reason is not None:
        lines.append(f"  certificate  none: {reason}")
        return lines if path is None else [*lines, f"  written      {path} (the instance)"]
    lines.append(f"  link         {address(document)}")
    if path is not None:
        return [*lines, f"  certificate  {path}", f"  check it     boundcheck replay {path}"]
    return [*lines, "  certificate  boundcheck.certificate(boundcheck.check(claim, instance)) makes one"]


def place(identifier: str) -> Path | None:
    """Return the file for a certificate of the test that runs now, if one runs."""
    if not running:
        return None
    config = running[-1].config
    cache = getattr(config, "cache", None)  # there is none where its plugin is switched off
    directory = Path(tempfile.mkdtemp(prefix="boundcheck-")) if cache is None else cache.mkdir("boundcheck")
    name = re.sub(r"[^\w.-]+", "_", f"{running[-1].nodeid}-{identifier}")
    return directory / f"{name[-120:]}.json"
