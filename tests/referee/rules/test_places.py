"""The places of a rulebook's text."""

import pytest

from referee.rules import REGLAMENTOS, Place, places


def test_they_come_in_the_order_of_the_text_each_with_what_it_is_about() -> None:
    there = places(REGLAMENTOS["riobamba"])

    numbers = [place.article for place in there]
    assert numbers.index("9.b") < numbers.index("10") < numbers.index("18")
    assert {"3", "3.g", "3.g.4"} <= set(numbers)
    assert Place("5.c", "Protestas y sanciones") in there
    assert next(place.label for place in there if place.article == "12") == "art. 12: Zapatería"


@pytest.mark.parametrize("key", REGLAMENTOS)
def test_every_place_that_a_rulebook_cites_is_there_once_and_no_convention_of_ours(key: str) -> None:
    rules = REGLAMENTOS[key]
    cited = {part.strip() for parameter in rules.parameters.values() for part in parameter.article.split(",")}
    numbers = [place.article for place in places(rules)]

    assert {one for one in cited if one and not one.startswith("A-")} <= set(numbers)
    assert len(numbers) == len(set(numbers))
    assert not [one for one in numbers if one.startswith("A-")]
    assert all(place.title for place in places(rules))
