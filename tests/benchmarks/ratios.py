"""Ratios of our time to a baseline's, and the table of them."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROWS: list[tuple[str, str, str, str]] = []


@dataclass(frozen=True)
class Ratio:
    """Times our work and a baseline in turns and asks that the baseline takes ``reach`` times as long."""

    benchmark: Any

    def __call__(
        self,
        work: str,
        baseline_name: str,
        reach: float,
        ours: Callable[[], object],
        baseline: Callable[[], object],
        *,
        scale: float = 1.0,
        calls: int = 1,
        rounds: int = 9,
    ) -> None:
        """``baseline`` does 1/scale of the work; ``ours`` is called ``calls`` times a round. CPU time, best round."""
        ours()
        times: tuple[list[float], list[float]] = ([], [])
        for i in range(rounds):
            start = time.process_time()
            for _ in range(calls):
                ours()
            times[0].append((time.process_time() - start) / calls)
            if i < 5:
                start = time.process_time()
                baseline()
                times[1].append((time.process_time() - start) * scale)
        mine, other = (min(values) for values in times)
        found = other / mine
        self.benchmark.pedantic(ours, rounds=1, iterations=1)
        self.benchmark.extra_info.update(ratio=found, reach=reach)
        ROWS.append((work, baseline_name, f"{reach:g}x", f"{found:,.0f}x" if reach > 1 else f"{found:.2f}x"))
        assert found >= reach, f"{work}: {found:.1f}x, wanted {reach:g}x ({mine:.3g} s against {other:.3g} s)"


def report(work: str, what: str, value: str) -> None:
    """Add a line that is no ratio."""
    ROWS.append((work, what, "", value))


def table() -> list[str]:
    """Return the table's lines, the machine first."""
    lines = [f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}", ""]
    lines += ["| work | baseline in the same run | reach | measured |", "|---|---|---|---|"]
    return lines + [f"| {' | '.join(row)} |" for row in ROWS]


def processor() -> str:
    """Return what the machine calls its processor."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
