"""The tokens of a formula, and errors that point into it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bounds.errors import BoundcheckError
from bounds.formulas.typed import how_typed

MAX_LENGTH = 2000

_TOKEN = re.compile(
    r"""[ \t]*(?: (?P<number> (?: \d+ (?: \.\d* )? | \.\d+ ) (?: [eE][+-]?\d+ )? )
              | (?P<name> [A-Za-z_][A-Za-z_0-9]* )
              | (?P<operator> \*\* | [-+*/(),=] )
              | (?P<end> $ ) )""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True)
class Token:
    """A number, a name, an operator or the end, and where it stands, counted from 1."""

    kind: str
    text: str
    position: int


@dataclass(frozen=True)
class Text:
    """A formula as it was written. Raises BoundcheckError for what is no text, or too long a one."""

    whole: str

    def __post_init__(self) -> None:
        if not isinstance(self.whole, str):
            raise BoundcheckError(f"cannot read {self.whole!r} of type {type(self.whole).__name__}; expected text")
        if len(self.whole) > MAX_LENGTH:
            raise BoundcheckError(
                f"cannot read {self.shown}: it has {len(self.whole)} characters; use at most {MAX_LENGTH}"
            )

    @property
    def shown(self) -> str:
        """The text, quoted and shortened, for messages."""
        return repr(short(self.whole))

    def error(self, what: str, position: int, remedy: str = "") -> BoundcheckError:
        """Make an error that points into the text; position 0 means the whole of it."""
        where = f" at position {position}" if position else ""
        return BoundcheckError(f"cannot read {self.shown}: {what}{where}{'; ' + remedy if remedy else ''}")

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens, the end at last."""
        index = 0
        while True:
            match = _TOKEN.match(self.whole, index)
            if match is None or (match["end"] is not None and match.end() < len(self.whole)):
                blank = len(self.whole[index:]) - len(self.whole[index:].lstrip(" \t"))
                character = self.whole[index + blank]
                raise self.error(f"unexpected {character!r}", index + blank + 1, how_typed(character))
            kind = str(match.lastgroup)
            yield Token(kind, match[kind], match.start(kind) + 1)
            if kind == "end":
                return
            index = match.end()


def short(text: str) -> str:
    """Return a text, cut where it is long."""
    return text if len(text) <= 60 else text[:57] + "..."
