"""Every notebook runs from its first cell to its last, and holds no trace of the machine it was made on."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_notebook_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}})
    client.execute()
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_notebook_holds_no_machine_paths_and_no_errors(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not any(trace in text for trace in ("/home/", "/work/", "/root/", "/tmp/", "Traceback"))  # noqa: S108
    cells = nbformat.read(path, as_version=4).cells
    assert all(output.output_type != "error" for cell in cells for output in cell.get("outputs", []))


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS
