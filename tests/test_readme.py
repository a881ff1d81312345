"""What the README says of set-up is what the Makefile does; its code and commands are run by test_docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("target", ["verify", "test", "lint", "prove", "notebooks"])
def test_the_targets_that_the_readme_names_are_the_makefiles(target: str) -> None:
    assert f"make {target}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
