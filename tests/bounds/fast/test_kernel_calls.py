"""Calls of compiled kernels."""

from __future__ import annotations

import pytest

from bounds.fast.compiler import call


def test_a_kernel_whose_object_file_was_lost_is_called_again() -> None:
    """An exception in a callback of the compiler is swallowed there; any other error is not."""
    calls: list[int] = []

    def kernel(x: int) -> int:
        calls.append(x)
        if len(calls) == 1:
            raise RuntimeError("no compiled object yet for <Library 'additive'>")
        return x

    assert call(kernel, 3) == 3
    assert calls == [3, 3]

    def broken() -> None:
        raise RuntimeError("something else")

    with pytest.raises(RuntimeError, match="something else"):
        call(broken)
