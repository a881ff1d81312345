"""Where an error came out of a user's own code, and the way it took there."""

from __future__ import annotations

import os
import sysconfig
import traceback
from pathlib import Path

import bounds.learners.run
from bounds.display import plain


def while_playing(error: Exception) -> bool:
    """Tell whether an error was raised while a learner was played, which is the learner's fault whatever it is."""
    return any(frame.filename == bounds.learners.run.__file__ for frame in traceback.extract_tb(error.__traceback__))


ROOT = Path(__file__).parents[2]
OURS = tuple(f"{ROOT / package}{os.sep}" for package in ("bounds", "adversaries", "verify"))


def _own_frames(error: Exception) -> list[traceback.FrameSummary]:
    """Return the frames of an error in code that is neither ours nor a library's; in a library's, if there are none."""
    frames = traceback.extract_tb(error.__traceback__)
    libraries = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib"))
    others = [frame for frame in frames if not frame.filename.startswith((*OURS, "<frozen"))]
    return [frame for frame in others if not frame.filename.startswith(libraries)] or others


def user_place(error: Exception) -> str:
    """Return file, line and function where an error came out of code that is neither ours nor a library's, if any."""
    own = _own_frames(error)
    return f"{own[-1].filename}, line {own[-1].lineno}, in {own[-1].name}" if own else ""


def own_traceback(error: Exception) -> str:
    """Return the traceback of an error through one's own code; nothing where it did not pass there."""
    own = _own_frames(error)
    if not own:
        return ""
    lines = "".join([*traceback.format_list(own), *traceback.format_exception_only(error)]).splitlines()
    return "\n".join(["Traceback (your own code):", *map(plain, lines)]).rstrip()
