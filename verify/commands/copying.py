"""What is installed beside the packages and copied for the user: notebooks, and data to try things on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bounds.data.files import read_whole, write_text
from bounds.errors import BoundcheckError
from verify.commands.printing import say

HERE = Path(__file__).parents[1]
EXAMPLES = HERE / "examples"
NOTEBOOKS = HERE / "notebooks"
MOST = 10_000_000


def copied(files: Iterable[Path], folder: Path) -> None:
    """Copy files into a folder, which is made, and say so; none of them where one would change a file that is there.

    Raises BoundcheckError where it cannot be done.
    """
    texts = {folder / file.name: read_whole(file, MOST) for file in files}
    for file, text in texts.items():
        if file.exists() and not (file.is_file() and file.read_bytes() == text.encode("utf-8")):
            raise BoundcheckError(f"{file} is there already, and another one; move it, or name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoundcheckError(f"cannot make {folder}: {error.strerror or error}; name another folder") from None
    for file, text in texts.items():
        write_text(file, text)
        say(f"written {file}")
