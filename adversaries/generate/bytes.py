"""Choices read from a string of bytes: random ones, or Hypothesis' own, which shrink."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Bytes:
    """A reader of choices from bytes; after the end every choice is the first one."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def byte(self) -> int:
        """Return the next byte, 0 after the end."""
        self._position += 1
        return self._data[self._position - 1] if self._position <= len(self._data) else 0

    def below(self, n: int) -> int:
        """Return a choice among 0, ..., n - 1."""
        return self.byte() % n

    def pick(self, options: Sequence[Any]) -> Any:
        """Return one of the options; byte 0 picks the first."""
        return options[self.below(len(options))]

    def signed(self, limit: int) -> int:
        """Return an integer in -limit, ..., limit; small bytes give small magnitudes."""
        code = self.below(2 * limit + 1)
        return (code + 1) // 2 if code % 2 else -code // 2

    def take(self, count: int) -> Bytes:
        """Return a reader of the next so many bytes."""
        return Bytes(bytes(self.byte() for _ in range(count)))

    @property
    def remaining(self) -> int:
        """The number of bytes not yet read."""
        return max(0, len(self._data) - self._position)
