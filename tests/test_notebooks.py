"""Every notebook runs from its first cell to its last in a fresh kernel, and its stored outputs are what it prints.

python tests/test_notebooks.py            run them all, and say how it went
python tests/test_notebooks.py --write    and store the outputs
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]
TRACES = ("/home/", "/work/", "/root/", "/tmp/", "Traceback", "Warning")  # noqa: S108
DIGEST = re.compile(r"sha256 [0-9a-f]+")
LARGEST = 500_000
"""Most bytes of a notebook with its figures."""


def executed(notebook: Any) -> Any:
    """Return the notebook with the outputs of a run in a fresh kernel; errors are among them."""
    notebook = nbformat.from_dict(notebook)
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        allow_errors=True,
        record_timing=False,
        extra_arguments=["--log-level=40"],
        resources={"metadata": {"path": str(FOLDER)}},
    )
    client.execute()
    notebook.metadata.language_info = {"name": "python"}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
    return notebook


def _joined(outputs: list[Any]) -> list[Any]:
    """Join the pieces in which a stream arrives, which depend on the clock."""
    joined: list[Any] = []
    for output in outputs:
        last = joined[-1] if joined else None
        if output.output_type == "stream" and last is not None and last.get("name") == output.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


def troubles(notebook: Any) -> list[str]:
    """Return every error, every text on standard error and every code cell without a run, by cell."""
    found = []
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, 1):
        if cell.execution_count != number:
            found.append(f"code cell {number}: not run in order")
        for output in cell.outputs:
            if output.output_type == "error":
                found.append(f"code cell {number}: {output.ename}: {output.evalue}")
            elif output.output_type == "stream" and output.name != "stdout":
                found.append(f"code cell {number}: {output.name}: {output.text}")
    return found


def texts(notebook: Any) -> list[str]:
    """Return what each code cell prints and returns, but for digests, which every new statement changes."""
    return [
        DIGEST.sub(
            "sha256",
            "".join(output.get("text", "") or output.get("data", {}).get("text/plain", "") for output in cell.outputs),
        )
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def read(path: Path) -> Any:
    """Read a notebook."""
    return nbformat.read(path, as_version=4)


@pytest.mark.deep
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_notebook_runs_clean_and_prints_what_is_stored(path: Path) -> None:
    stored = read(path)
    fresh = executed(stored)
    assert not troubles(fresh)
    assert texts(fresh) == texts(stored), "store the outputs again: python tests/test_notebooks.py --write"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_notebook_is_stored_executed_small_and_without_traces_of_a_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not troubles(read(path))
    assert [trace for trace in TRACES if trace in text] == []
    assert len(text) < LARGEST


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 6


def _notebook(*cells: str) -> Any:
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])


@pytest.mark.filterwarnings("default")
def test_planted_errors_and_warnings_are_noticed() -> None:
    cells = "1 / 0", "import warnings; warnings.warn('look out')", "import sys; print('oh', file=sys.stderr)", "2"
    found = troubles(executed(_notebook(*cells)))
    assert [trouble.partition(": ")[0] for trouble in found] == ["code cell 1", "code cell 2", "code cell 3"]
    assert "ZeroDivisionError" in found[0]
    assert "look out" in found[1]


@pytest.mark.deep
@pytest.mark.filterwarnings("default")
def test_a_stale_output_and_a_cell_that_was_not_run_are_noticed() -> None:
    fresh = executed(_notebook("print(1)", "2"))
    assert not troubles(fresh)
    assert texts(fresh) == ["1\n", "2"]
    assert troubles(_notebook("print(1)")) == ["code cell 1: not run in order"]
    stale = nbformat.from_dict(fresh)
    stale.cells[1].outputs[0].data["text/plain"] = "3"
    assert texts(stale) != texts(executed(stale))


def main() -> int:
    """Run all notebooks; return 1 if one of them does not run clean."""
    parser = argparse.ArgumentParser(description="run all notebooks in fresh kernels")
    parser.add_argument("--write", action="store_true", help="store the outputs")
    options = parser.parse_args()
    failed = False
    for path in NOTEBOOKS:
        started = time.monotonic()
        notebook = executed(read(path))
        found = troubles(notebook)
        print(f"{path.stem:<28} {time.monotonic() - started:5.1f} s  {'; '.join(found) or 'ok'}", flush=True)
        failed = failed or bool(found)
        if options.write and not found:
            nbformat.write(notebook, path)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
