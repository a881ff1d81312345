"""A claim of one's own as a file, TOML or JSON: the same texts that ``own_claim`` takes, and nothing else.

``learner`` is the text of w's update, or a table of the state's parts, in which ``predict``, ``start``, ``outcomes``
and ``version`` are what they are in ``learner``; ``bound``, ``gain``, ``loss``, ``times``, ``given`` (a list),
``define``, ``symbols``, ``trial`` and ``draw`` (tables), ``observe``, ``relation``, ``comparator``, ``adversary``,
``name`` and ``title`` are texts;
``per_trial`` is true or false; ``potential``, ``invariants`` and ``lemmas`` say what it is proved by; ``nature`` (a
table) is what a claim about any learner plays.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bounds.calls import checked
from bounds.claims.catalogue import CLAIM_FILES
from bounds.claims.claim import Claim, LearnerSpec, Potential
from bounds.claims.own import learner, own_claim
from bounds.claims.own_symbols import declared
from bounds.data.cells import with_keys_once
from bounds.data.files import name_of, read_whole
from bounds.errors import BoundcheckError

MAX_BYTES = 1_000_000
_TEXTS = ("bound", "gain", "loss", "times", "relation", "comparator", "adversary", "name", "title")
_OF_LEARNER = ("predict", "start", "outcomes", "version")


def is_claim_file(text: str) -> bool:
    """Tell whether a text names a claim file rather than a claim of the catalogue.

    >>> is_claim_file("mine.toml"), is_claim_file("bylander.5")
    (True, False)
    """
    return text.lower().endswith(CLAIM_FILES)


@checked
def read_claim(path: Path | str) -> Claim:
    """Return the claim in a file.

    Parameters
    ----------
    path : Path or str
        A TOML file that states a claim; one without a name is called after its file.

    Returns
    -------
    Claim
        The claim.

    Raises
    ------
    BoundcheckError
        With the file's name and what is wrong in it.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.toml")
    ...     _ = file.write_text('learner = "w + y*x if y*yhat <= 0 else w"\\nbound = "l"')
    ...     print(read_claim(file))
    own.mine: sum_t(mistake) <= l
    """
    path = Path(path)
    table = read_table(path)
    try:
        return claim_of(table, f"own.{path.stem}")
    except BoundcheckError as error:
        raise BoundcheckError(f"{name_of(path)}: {error}") from None


def read_table(path: Path) -> Mapping[str, Any]:
    """Return the table of texts in a claim file, which ``claim_of`` reads; raise BoundcheckError if it has none."""
    try:
        return _document(path, read_whole(path, MAX_BYTES))
    except BoundcheckError as error:
        raise BoundcheckError(f"{name_of(path)}: {error}") from None


def _document(path: Path, text: str) -> Mapping[str, Any]:
    try:
        toml = path.suffix.lower() == ".toml"
        document = tomllib.loads(text) if toml else json.loads(text, object_pairs_hook=with_keys_once)
    except BoundcheckError:
        raise
    except (ValueError, RecursionError) as error:
        kind = "TOML" if path.suffix.lower() == ".toml" else "JSON"
        raise BoundcheckError(f"this is not {kind}: {' '.join(str(error).split())}") from None
    if not isinstance(document, Mapping):
        raise BoundcheckError("a claim file is a table with a learner and a bound")
    return document


def claim_of(document: Mapping[str, Any], name: str = "own.claim") -> Claim:
    """Return the claim that a table of texts states.

    >>> claim = claim_of({"learner": "w + y*x if y*yhat <= 0 else w", "bound": "l"})
    >>> print(claim)
    own.claim: sum_t(mistake) <= l
    """
    if "format" in document:
        raise BoundcheckError("this is a certificate, and no claim file; in Python, read_certificate reads it")
    of_proof = ("per_trial", "potential", "invariants", "lemmas", "nature")
    known = {*_TEXTS, "learner", "given", "define", "symbols", "trial", "draw", "observe", *of_proof}
    if others := sorted(document.keys() - known):
        raise BoundcheckError(f"a claim has no {others[0]!r}; it has {', '.join(sorted(known))}")
    for key in ("learner", "bound"):
        if key not in document:
            raise BoundcheckError(f'the claim has no {key}; say {key} = "..."')
    symbols = _table(document.get("symbols", {}), "symbols")
    declared(symbols)
    texts = {key: _text(document[key], key) for key in _TEXTS if key in document}
    given = _texts(document, "given", "premise", "norm(u, 2) <= U")
    per_trial = document.get("per_trial", False)
    if not isinstance(per_trial, bool):
        raise BoundcheckError(f"per_trial is {per_trial!r}; it is true or false")
    return own_claim(
        _learner(document["learner"], document),
        texts.pop("bound"),
        given=given,
        define=_table(document.get("define", {}), "define"),
        symbols=symbols,
        per_trial=per_trial,
        potential=_potential(document),
        nature=_nature(document["nature"]) if "nature" in document else None,
        **{"name": name, **texts},
    )


def asked_of(document: Mapping[str, Any]) -> tuple[LearnerSpec, dict[str, Any]]:
    """Return the learner of a claim file without a bound, and its losses and premises as ``own_claim`` takes them.

    >>> spec, asked = asked_of({"learner": {"v": "v + x", "predict": "-eta*dot(v, x)"}, "gain": "linear"})
    >>> asked
    {'gain': 'linear', 'given': []}
    """
    known = {"learner", "gain", "loss", "given", "title"}
    if others := sorted(document.keys() - known):
        remedy = "leave it out, or prove the claim as it is with boundcheck prove" if "bound" in document else ""
        remedy = remedy or f"it has {', '.join(sorted(known))}"
        raise BoundcheckError(f"what a bound is derived from has no {others[0]!r}; {remedy}")
    if "learner" not in document:
        raise BoundcheckError('there is no learner; say learner = "..."')
    texts = {key: _text(document[key], key) for key in ("gain", "loss") if key in document}
    return _learner(document["learner"]), {**texts, "given": _texts(document, "given", "premise", "norm(u, 2) <= U")}


def _potential(document: Mapping[str, Any]) -> Potential | None:
    more = [_texts(document, part, "condition", "S >= 0") for part in ("invariants", "lemmas")]
    if "potential" in document:
        return Potential(_text(document["potential"], "potential"), *map(tuple, more))
    if any(more):
        raise BoundcheckError("there are invariants or lemmas, and no potential that they belong to")
    return None


def _nature(given: Any) -> dict[str, Any]:
    """Return what nature plays: texts, tables and lists of texts, and the sides that ties count for."""
    if not isinstance(given, Mapping):
        raise BoundcheckError(f"nature is {given!r}; it is a table with norm, margin and with, or with examples")
    nature = dict(given)
    for key, value in given.items():
        if isinstance(value, Mapping):
            nature[key] = _table(value, f"nature.{key}")
        elif isinstance(value, list):
            nature[key] = _texts(given, key, "formula", "1/2")
        elif key != "tie":
            nature[key] = _text(value, f"nature.{key}")
    return nature


def _texts(document: Mapping[str, Any], key: str, what: str, example: str) -> list[str]:
    given = document.get(key, [])
    if not isinstance(given, list):
        raise BoundcheckError(f'{key} is {given!r}; it is a list of {what}s, such as ["{example}"]')
    return [_text(text, f"a {what}") for text in given]


def _learner(given: Any, document: Mapping[str, Any] | None = None) -> LearnerSpec:
    """Return the learner, with what the document says of its trials and of its draws."""
    also: dict[str, Any] = {key: _table((document or {}).get(key, {}), key) for key in ("trial", "draw")}
    also["observe"] = _text((document or {}).get("observe", ""), "observe")
    if isinstance(given, Mapping):
        others: dict[str, Any] = {key: value for key, value in given.items() if key in _OF_LEARNER}
        updates = _table({key: value for key, value in given.items() if key not in _OF_LEARNER}, "learner")
        if not updates:
            raise BoundcheckError('the learner has no rule for any part of its state; say w = "..."')
        start = _table(others.pop("start", {}), "start")
        texts: dict[str, Any] = {key: _text(value, key) for key, value in others.items()}
        return learner(updates, start=start, **also, **texts)
    return learner(_text(given, "learner"), **also)


def _table(given: Any, what: str) -> dict[str, str]:
    if not isinstance(given, Mapping):
        raise BoundcheckError(f"{what} is {given!r}; it is a table of texts")
    return {name: _text(value, f"{what}.{name}") for name, value in given.items()}


def _text(value: Any, what: str) -> str:
    """Return a text, on one line; a whole number stands for itself, and a float is refused."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, float):
        raise BoundcheckError(f"{what} is the float {value!r}; floats are not exact: write a text such as '1/10'")
    raise BoundcheckError(f"{what} is {value!r}; write a text")
