"""Folders of the user's own: the cache and the data folder, where what is found is remembered.

What is read there is believed, so that nobody else may be able to write it: a folder that others can write into, or
replace, is none.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from bounds.errors import BoundcheckError

OTHERS = stat.S_IWGRP | stat.S_IWOTH


def user_folder(variable: str, *default: str) -> Path:
    """Return the folder that an XDG variable names, or the default below the user's home; it need not exist.

    A relative path is passed over, as the XDG specification has it. Raises BoundcheckError where there is no home.
    """
    given = Path(os.environ.get(variable, ""))
    if given.is_absolute():
        return given
    try:
        home = Path.home()
    except RuntimeError:  # no HOME, and a user whom the system does not know
        home = Path()
    if not home.is_absolute():
        raise BoundcheckError(f"this user has no home; set HOME, or {variable} to the full name of a folder")
    return home.joinpath(*default)


def private(folder: Path) -> Path:
    """Return a folder that is made where there is none, and that the user alone can write into or replace.

    Raises BoundcheckError for one of another user, one that others can write into, and one below such a folder.
    Windows keeps the user's folders apart by itself.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        whole = folder.resolve(strict=True)
        user = _user()
        if user is not None:
            _require_own(whole, user)
    except (OSError, RuntimeError) as error:
        raise BoundcheckError(f"{folder}: cannot use this folder: {error}; name another in XDG_CACHE_HOME") from None
    if not os.access(whole, os.W_OK):
        raise BoundcheckError(f"{folder}: cannot write into this folder; name another in XDG_CACHE_HOME")
    return whole


def _require_own(whole: Path, user: int) -> None:
    """Raise OSError unless a resolved path is the user's from end to end; a sticky folder keeps each user's apart."""
    there = whole.lstat()
    if not stat.S_ISDIR(there.st_mode) or there.st_uid != user or there.st_mode & OTHERS:
        raise OSError(f"it is not this user's alone (make it so: chmod 700 {whole})")
    for parent in whole.parents:
        there = parent.lstat()
        group = 0 if there.st_gid == os.getegid() else stat.S_IWGRP  # that of the user alone, on most systems
        open_to = there.st_mode & (group | stat.S_IWOTH) and not there.st_mode & stat.S_ISVTX
        if there.st_uid not in (user, 0) or open_to:
            raise OSError(f"others can replace what is in {parent}")


def read_own(file: Path) -> str:
    """Return the text of a file of the user's own.

    Raises OSError for one of another user, one that others can write, and what is no file, such as a pipe.
    """
    with open(os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), encoding="utf-8") as opened:
        there, user = os.fstat(opened.fileno()), _user()
        if not stat.S_ISREG(there.st_mode) or (
            user is not None and (there.st_uid != user or there.st_mode & stat.S_IWOTH)
        ):
            raise OSError(f"{file} is not this user's")
        return opened.read()


def _user() -> int | None:
    """Return the user's number; None on Windows, which has none."""
    number = getattr(os, "geteuid", None)
    return None if number is None else int(number())
