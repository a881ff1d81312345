"""The arguments of a public call, held against its annotations before anything is done with them.

>>> @checked
... def halve(number: int, *, names: Sequence[str] = ()) -> float:
...     return number / 2
>>> halve(3), halve(number=4)
(1.5, 2.0)
>>> halve("3")
Traceback (most recent call last):
bounds.errors.BoundcheckError: number is '3'; give a whole number
>>> halve(3, names=5)
Traceback (most recent call last):
bounds.errors.BoundcheckError: names is 5; give a list, each a text
"""

from __future__ import annotations

import builtins
import inspect
import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from enum import Enum
from functools import cache, wraps
from itertools import chain
from numbers import Integral, Real
from os import PathLike
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from bounds.errors import BoundcheckError

Call = TypeVar("Call", bound=Callable[..., Any])


class Kind(NamedTuple):
    """What an annotation asks for: whether a value is one, and how to call it."""

    holds: Callable[[Any], bool]
    said: str


ANYTHING = Kind(lambda _value: True, "")

MADE = {
    "Claim": "a Claim, or an id such as 'bylander.5'",
    "Instance": "an Instance(trials, comparator, parameters)",
    "Trials": "Trials, made with Trials.of",
}
"""How to say, by the name of a class, what is asked for where that is not evident."""


def checked(call: Call) -> Call:
    """Refuse arguments that are not what the annotations say, by a BoundcheckError with name, value and what to give.

    A class is checked where it is made. What an annotation leaves open (``Any``, ``object``, a name that only a type
    checker can see) is not looked at.
    """
    if isinstance(call, type):
        call.__init__ = _checked(call.__init__)  # type: ignore[misc]
        return call
    return cast(Call, _checked(call))


def _checked(function: Any) -> Any:
    parameters = inspect.signature(function).parameters.values()
    named = [given.name for given in parameters if given.kind not in (given.VAR_POSITIONAL, given.VAR_KEYWORD)]
    placed = [given.name for given in parameters if given.kind is given.POSITIONAL_OR_KEYWORD]

    @cache
    def kinds() -> dict[str, Kind]:
        asked = get_type_hints(function, None, _Seen(function.__globals__), include_extras=True)
        return {name: kind for name in named if (kind := kind_of(asked.get(name, Any))) is not ANYTHING}

    @wraps(function)
    def call(*args: Any, **given: Any) -> Any:
        __tracebackhide__ = True
        asked = kinds()
        for name, value in chain(zip(placed, args, strict=False), given.items()):
            if name in asked and not asked[name].holds(value):
                raise BoundcheckError(f"{name} is {reprlib.repr(value)}; give {asked[name].said}")
        return function(*args, **given)

    return call


class _Unseen:
    """A name that is imported for type checkers alone, and all that is made of it."""

    def __getattr__(self, name: str) -> _Unseen:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def _itself(self, *_: object) -> _Unseen:
        return self

    __getitem__ = __or__ = __ror__ = __call__ = _itself


class _Seen(dict[str, Any]):
    """The names of a module."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, _Unseen())


def _is_bool(value: object) -> bool:
    return type(value).__name__ in ("bool", "bool_")


PLAIN: dict[Any, Kind] = {
    bool: Kind(_is_bool, "True or False"),
    int: Kind(lambda value: isinstance(value, Integral) and not _is_bool(value), "a whole number"),
    float: Kind(lambda value: isinstance(value, Real) and not _is_bool(value) and value == value, "a number"),
    str: Kind(lambda value: isinstance(value, str), "a text"),
    NoneType: Kind(lambda value: value is None, "None"),
}


def kind_of(annotation: Any) -> Kind:
    """Return what an annotation asks for; ``Annotated[T, "a text"]`` says in its own words what to give."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return Kind(kind_of(parts[0]).holds, parts[1])
    if origin in (Union, UnionType):
        return _one_of([kind_of(part) for part in parts])
    if origin is Literal:
        return Kind(lambda value: isinstance(value, str) and value in parts, " or ".join(map(repr, parts)))
    kind = PLAIN.get(annotation)
    if kind is not None:
        return kind
    ground = origin or annotation
    if ground is Callable:
        return Kind(callable, "a function")
    if not isinstance(ground, type) or ground in (Any, object):
        return ANYTHING
    if issubclass(ground, Mapping):
        return _mapping(*(kind_of(part) for part in parts or (Any, Any)))
    if ground in (Sequence, Iterable, tuple, list):
        return _listed(ground, kind_of(parts[0]) if parts else ANYTHING)
    if issubclass(ground, PathLike):
        return Kind(lambda value: isinstance(value, PathLike), "a path")
    article = "an" if ground.__name__[0] in "AEIOU" else "a"
    example = f", such as {next(iter(ground))}" if issubclass(ground, Enum) else ""
    said = MADE.get(ground.__name__, f"{article} {ground.__name__}{example}")
    return Kind(lambda value: isinstance(value, ground), said)


def _one_of(kinds: Sequence[Kind]) -> Kind:
    if ANYTHING in kinds:
        return ANYTHING
    texts = dict.fromkeys(kind.said for kind in kinds if kind is not PLAIN[NoneType])
    return Kind(lambda value: any(kind.holds(value) for kind in kinds), " or ".join(texts))


def _mapping(key: Kind, value: Kind) -> Kind:
    def holds(given: Any) -> bool:
        return isinstance(given, Mapping) and all(key.holds(k) and value.holds(v) for k, v in given.items())

    return Kind(holds, "a dictionary" + (f", each value {value.said}" if value.said else ""))


def _listed(ground: Any, item: Kind) -> Kind:
    """A list is what has a length and items, an array too; the items of what can be gone through once are not seen."""

    def holds(given: Any) -> bool:
        if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
            return False
        if not isinstance(given, Sized):
            return ground is Iterable
        return item is ANYTHING or all(map(item.holds, given))

    return Kind(holds, "a list" + (f", each {item.said}" if item.said else ""))
