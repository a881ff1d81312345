"""Filters of the catalogue: what they select, and what they say where nothing can be meant."""

from __future__ import annotations

import fnmatch
import re
from typing import Any

import pytest

from bounds.claims.asked import as_claim
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.keywords import KEYWORDS
from bounds.errors import BoundcheckError


@pytest.mark.parametrize(
    ("filters", "messages"),
    [
        ({"learner": "Perceptrn"}, ["no learner is called 'Perceptrn'; did you mean Perceptron?", "EU", "or none"]),
        ({"learner": "Winow"}, ["did you mean Winnow?"]),
        ({"learner": "zzzz"}, ["Balanced Winnow", "EG, EU,", "p-norm Perceptron"]),
        ({"learner": ""}, ["no learner is called ''"]),
        ({"learner": 3}, ["learner is 3; give a text"]),
        ({"standing": True}, ["standing is True; give a text or a Standing, such as Standing.TRUE"]),
        ({"standing": "proved"}, ["there are true, true*, false, reading"]),
        ({"source": 3}, ["source is 3; give a text"]),
        ({"text": 3}, ["text is 3; give a text"]),
    ],
)
def test_filters_that_cannot_be_meant_say_what_there_is(filters: dict[str, Any], messages: list[str]) -> None:
    """Power: a misspelt learner, and standing=True, selected no claims without a word."""
    with pytest.raises(BoundcheckError) as refused:
        catalogue(**filters)
    for message in messages:
        assert message in str(refused.value)


def test_a_learner_that_a_selection_does_not_have_is_no_mistake() -> None:
    assert catalogue(source="kitani").where(learner="EU") == []
    assert catalogue(source="kitani", learner="none").ids


def test_words_of_ids_and_titles() -> None:
    found = catalogue().titled("PERCEPTRON", "mistakes")
    assert "bylander.5" in found.ids
    assert all(re.search("perceptron", f"{claim.id} {claim.title}", re.IGNORECASE) for claim in found)
    assert catalogue(source="kitani").titled("kitani.perc").ids[0] == "kitani.perc"
    assert catalogue().titled().ids == catalogue().ids
    assert catalogue(source="uml").titled("winnow") == []
    with pytest.raises(
        BoundcheckError,
        match="no claim has 'percetron' in id, title or keywords; did you mean perceptron",
    ):
        catalogue().titled("percetron")
    with pytest.raises(BoundcheckError, match="see 'boundcheck list'"):
        catalogue().titled("qqqq")


@pytest.mark.parametrize(
    ("name", "hint"),
    [("Bylander", "see 'boundcheck list --source bylander'"), ("winnow2", "see 'boundcheck list winnow2'")],
)
def test_the_name_of_a_source_or_a_learner_tells_how_to_list_its_claims(name: str, hint: str) -> None:
    with pytest.raises(BoundcheckError, match=hint):
        theorem(name)


def test_a_claim_or_its_id() -> None:
    assert as_claim("BYLANDER.5") is theorem("bylander.5")
    weak = theorem("bylander.5").replace(relation="<")
    assert as_claim(weak) is weak


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["Novikoff"], {"bylander.5", "kitani.perc", "gls.perceptron"}),
        (["regret", "experts"], {"kitani.wma", "kitani.rwma", "classics.hedge"}),
        (["mistake bound"], {"bylander.5", "kitani.winnow", "gls.7.1a"}),
        (["multiplicative", "weights"], {"bylander.3", "kitani.wma", "classics.winnow2"}),
        (["projection"], {"classics.ogd.projected"}),
    ],
)
def test_claims_are_found_by_words_of_the_field(words: list[str], expected: set[str]) -> None:
    assert expected <= set(catalogue().titled(*words).ids) < set(catalogue().ids)


def test_every_keyword_is_of_claims_that_there_are() -> None:
    """Power: a pattern that matches nothing, as after an id was renamed, is seen."""
    ids = catalogue().ids
    lost = [
        (words, pattern)
        for words, patterns in KEYWORDS.items()
        for pattern in patterns
        if not fnmatch.filter(ids, pattern)
    ]
    assert lost == []
