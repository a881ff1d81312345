"""Finding claims: by id and by filters. A source is imported when one of its claims is first asked for."""

from __future__ import annotations

import copyreg
import difflib
import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from bounds.calls import checked
from bounds.claims.keywords import keywords
from bounds.claims.standing import SOURCES, STANDINGS, Standing
from bounds.display import html_table, rich_table, text_table
from bounds.errors import BoundcheckError

if TYPE_CHECKING:
    from rich.table import Table

    from bounds.claims.claim import Claim

ABBREVIATIONS = {"exponentiated update": "EU", "eu": "EU", "wma": "WMA", "rwma": "RWMA", "wm": "Weighted Majority"}
"""Other names of learners; those in capitals are looked for as they are written."""

CLAIM_FILES = (".toml", ".json")
"""How the names of files end that state a claim of one's own."""


@cache
def _claims(prefix: str) -> dict[str, Claim]:
    claims: dict[str, Claim] = {}
    for claim in import_module(f"bounds.sources.{SOURCES[prefix]}").CLAIMS:
        key = claim.id.lower()
        if key in claims:
            titles = f"{str(claims[key].title)!r} and {str(claim.title)!r}"
            raise BoundcheckError(f"two claims are called {claim.id}, {titles}; give each an id of its own")
        if not key.startswith(prefix + "."):
            raise BoundcheckError(f"{claim.id} is a claim of {SOURCES[prefix]}; its id must begin with {prefix}.")
        claims[key] = claim
        copyreg.pickle(type(claim), _pickled)
    return claims


def _pickled(claim: Claim) -> Any:
    """Return how a pickle makes a claim again: one of the catalogue comes back as itself."""
    return (theorem, (claim.id,)) if catalogued(claim) else object.__reduce_ex__(claim, 4)


class Catalogue(list["Claim"]):
    """A list of claims that prints as a table.

    See also: ``catalogue`` (makes one), ``where`` (narrows one down), ``theorem`` (one claim by its id).
    """

    HEADINGS = ("id", "standing", "learner", "title")

    def where(
        self,
        *,
        source: str | None = None,
        learner: str | None = None,
        standing: str | Standing | None = None,
        text: str | None = None,
    ) -> Catalogue:
        """Return the claims that pass all filters (see ``catalogue``).

        >>> catalogue(source="bylander").where(learner="Perceptron", text="mistakes").ids
        ['bylander.4', 'bylander.5', 'bylander.5.loss', 'bylander.5.eta', 'bylander.fn5.printed']
        """
        claims: Iterable[Claim] = self
        if source is not None:
            prefixes = _prefixes(source)
            claims = [claim for claim in claims if claim.id.lower().partition(".")[0] in prefixes]
        if learner is not None:
            _require_learner(learner)
            claims = [claim for claim in claims if _has_learner(claim, learner)]
        if standing is not None:
            wanted = _standing(standing)
            claims = [claim for claim in claims if claim.standing is wanted]
        if text is not None:
            key = _text("text", text, "such as 'footnote 5'")
            claims = [claim for claim in claims if key in _searched(claim)]
        return Catalogue(claims)

    def titled(self, *words: str) -> Catalogue:
        """Return the claims with all these words, or parts of words, in id, title or ``bounds.claims.keywords``.

        Raises BoundcheckError, with near matches, for a word that no claim of the catalogue has.

        >>> catalogue().titled("perceptron", "mistakes", "separable").ids
        ['bylander.5', 'bylander.5.loss']
        """
        keys = [_text("word", word, "such as 'perceptron'") for word in words]
        everywhere = [_named(claim) for claim in catalogue()]
        for word, key in zip(words, keys, strict=True):
            if not any(key in text for text in everywhere):
                known = sorted({term for text in everywhere for term in re.findall(r"[\w.*+-]*\w", text)})
                near = difflib.get_close_matches(key, known, n=3, cutoff=0.6)
                hint = f"did you mean {', '.join(near)}?" if near else "see 'boundcheck list'"
                raise BoundcheckError(f"no claim has {word!r} in id, title or keywords; {hint}")
        return Catalogue(claim for claim in self if all(key in _named(claim) for key in keys))

    @property
    def ids(self) -> list[str]:
        """The ids."""
        return [claim.id for claim in self]

    def rows(self) -> list[list[str]]:
        """Return the table's cells, a row a claim."""
        return [
            [claim.id, STANDINGS[claim.standing.value], claim.learner.text if claim.learner else "", claim.title]
            for claim in self
        ]

    @property
    def _size(self) -> str:
        return f"{len(self)} claim{'' if len(self) == 1 else 's'}"

    def __str__(self) -> str:
        return f"{text_table(self.HEADINGS, self.rows())}\n{self._size}" if self else "no claims"

    __repr__ = __str__

    def __rich__(self) -> Table:
        return rich_table(self.HEADINGS, self.rows(), self._size)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        rows = [[*row, f"${claim.latex()}$"] for row, claim in zip(self.rows(), self, strict=True)]
        return html_table([*self.HEADINGS, "claim"], rows, self._size)


@checked
def catalogue(
    source: str | None = None,
    learner: str | None = None,
    standing: str | Standing | None = None,
    text: str | None = None,
) -> Catalogue:
    """Return every claim, or those that pass all filters, in the order of the sources.

    Parameters
    ----------
    source : str, optional
        The word with which ids begin, such as ``"kw"``, or a part of a document's name. Case does not matter, here and
        below.
    learner : str, optional
        A part of the learner's text, such as ``"Winnow"`` or ``"EU"``.
    standing : str or Standing, optional
        One of ``"true"``, ``"true*"``, ``"false"``, ``"reading"`` and ``"unproved"``.
    text : str, optional
        Anything in the id, title, inequality or note.

    Returns
    -------
    Catalogue
        The claims, as a sequence that prints as a table.

    Raises
    ------
    BoundcheckError
        For a source, learner or standing that does not exist, with what there is.

    See Also
    --------
    theorem : one claim by its id.
    claims : claims by completion.

    Examples
    --------
    >>> print(catalogue(source="kitani", learner="WMA", standing="false"))
    id                   standing  learner    title
    kitani.wma.printed   false     WMA(eta)   (3) without a range of eta
    kitani.rwma.printed  false     RWMA(eta)  (5) without a range of eta
    2 claims
    """
    everything = Catalogue(claim for prefix in SOURCES for claim in _claims(prefix).values())
    if source is learner is standing is text is None:
        return everything
    return everything.where(source=source, learner=learner, standing=standing, text=text)


catalog = catalogue


def _text(name: str, given: object, example: str) -> str:
    if not isinstance(given, str):
        raise BoundcheckError(f"the {name} is {given!r}; give a text {example}")
    return given.strip().lower()


def _prefixes(source: str) -> set[str]:
    key = _text("source", source, "such as 'bylander' or 'kw'")
    if key in SOURCES:
        return {key}
    documents = {prefix: {claim.source.document for claim in _claims(prefix).values()} for prefix in SOURCES}
    prefixes = {prefix for prefix, names in documents.items() if any(key in name.lower() for name in names)}
    if not key or not prefixes:
        names = ", ".join(f"{prefix} ({'; '.join(sorted(names))})" for prefix, names in documents.items())
        raise BoundcheckError(f"no source is called {source!r}; there are {names}")
    return prefixes


def _standing(standing: str | Standing) -> Standing:
    if isinstance(standing, Standing) and standing.value in STANDINGS:
        return standing
    if isinstance(standing, Standing):
        raise BoundcheckError(f"no claim of the catalogue is {standing.value}: that is what claims of one's own are")
    key = _text("standing", standing, f"of {', '.join(map(repr, STANDINGS.values()))}, or a Standing")
    for member in Standing:
        if member.value in STANDINGS and key in (member.name.lower(), STANDINGS[member.value]):
            return member
    raise BoundcheckError(f"no standing is called {standing!r}; there are {', '.join(STANDINGS.values())}")


def _has_learner(claim: Claim, learner: str) -> bool:
    if claim.learner is None:
        return learner.strip().lower() == "none"
    key = learner.strip().lower()
    return key in claim.learner.text.lower() or ABBREVIATIONS.get(key, "\0") in claim.learner.text


def _require_learner(learner: str) -> None:
    key = _text("learner", learner, "such as 'Perceptron' or 'EU'")
    if key and any(_has_learner(claim, key) for claim in catalogue()):
        return
    names = {learner_name(claim.learner.text) for claim in catalogue() if claim.learner is not None}
    known = {name.lower(): name for name in sorted(names)}
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.6)
    hint = f"did you mean {known[near[0]]}? " if near else ""
    raise BoundcheckError(f"no learner is called {learner!r}; {hint}there are {', '.join(known.values())}, or none")


def learner_name(text: str) -> str:
    """Return the name with which a learner's text begins.

    >>> [learner_name(text) for text in ("EU on (x, -x)", "QA(exp)", "Balanced Winnow: QA(2 sinh), z0 = 0")]
    ['EU', 'QA', 'Balanced Winnow']
    """
    return re.split(r"[(:,]| on | with ", text)[0].strip()


def _named(claim: Claim) -> str:
    return f"{claim.id}\n{claim.title}\n{keywords(claim.id)}".lower()


def _searched(claim: Claim) -> str:
    return "\n".join((_named(claim), claim.inequality, claim.note, str(claim.source))).lower()


def theorem(identifier: str) -> Claim:
    """Return the claim with this id; case does not matter.

    Parameters
    ----------
    identifier : str
        An id of the catalogue, such as ``"bylander.5"``.

    Returns
    -------
    Claim
        The claim, the same object each time.

    Raises
    ------
    BoundcheckError
        For an id that no claim has, with near matches.

    See Also
    --------
    catalogue : all claims, with filters.
    claims : claims by completion.

    Examples
    --------
    >>> theorem("BYLANDER.5").title
    'Theorem 5: mistakes of the Perceptron on separable labels'
    >>> theorem("bylander.22")
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: no claim is called 'bylander.22'; did you mean bylander.2, bylander.12, bylander.9?
    """
    if not isinstance(identifier, str):
        raise BoundcheckError(
            f"the id of a claim is {identifier!r}; give a text such as 'bylander.5', see 'boundcheck list'"
        )
    key = identifier.strip().lower()
    prefix = key.partition(".")[0]
    claim = _claims(prefix).get(key) if prefix in SOURCES else None
    if claim is None:
        known = {claim.id.lower(): claim.id for claim in catalogue()}
        near = difflib.get_close_matches(key, known, n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(known[close] for close in near)}?" if near else "see 'boundcheck list'"
        if key in SOURCES:
            hint = f"see 'boundcheck list --source {key}'"
        elif key and any(key in _named(claim) for claim in catalogue()):
            hint = f"see 'boundcheck list {key}'"
        if key.endswith(CLAIM_FILES):
            hint = f"if it is a file that states a claim, give read_claim({identifier!r})"
        raise BoundcheckError(f"no claim is called {identifier!r}; {hint}")
    return claim


def catalogued(claim: Claim) -> bool:
    """Tell whether a claim is the catalogue's own, by its value.

    >>> five = theorem("bylander.5")
    >>> catalogued(five), catalogued(five.replace(bound="U**2")), catalogued(five.replace())
    (True, False, False)
    """
    key = claim.id.lower()
    prefix = key.partition(".")[0]
    return prefix in SOURCES and claim == _claims(prefix).get(key)
