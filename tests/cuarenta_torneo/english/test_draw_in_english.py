"""What the public page of a draw tells besides its lines has its English: later changes, the check, and protections."""

from datetime import datetime
from typing import Any

import pytest

from brackets.draw.acta_seal import person, seals_verified, title_of, without_name
from brackets.draw.formats import Elimination, Format, Series
from brackets.draw.protections import ATTRIBUTES, Protection, words
from brackets.draw.shares import SharesWrong, share_data, shares_out_of_time, shares_seed
from brackets.draw.sources import SOURCES, shares_proof, shares_source
from brackets.selectors.draw_changes import CORRECTED, SENTENCES, Later
from cuarenta_torneo.english.page import english_or_none
from tests.brackets.draw.test_acta import acta, changed

HOURS = [f"2026-11-28T13:{minute}:00+00:00" for minute in (10, 20, 30, 40)]


def told_of(acta: dict[str, Any], published: str = "") -> tuple[list[str], list[str]]:
    """What the check of its seals says: of the digests that differ, and what no book has."""
    steps = list(seals_verified(acta, published))
    said = [text for step in steps for text in (step.what, *step.differs)]
    return [text for step in steps for text in step.differs], [text for text in said if english_or_none(text) is None]


@pytest.mark.parametrize(
    "later",
    [
        *(Later(3, kind, what, now="Ana", place=2) for kind, what in SENTENCES if what != "pareja"),
        *(Later(3, kind, what, now="9") for kind, what in SENTENCES if what == "pareja"),
        *(Later(3, CORRECTED, what, now="") for what in ("nombre", "club")),
    ],
    ids=lambda later: f"{later.kind} {later.what} {later.now}",
)
def test_each_change_after_a_draw(later: Later) -> None:
    assert english_or_none(later.sentence) is not None


@pytest.mark.parametrize(
    ("path", "value"),
    [(("inscritas", 3, "jugadores", 1, "nombre"), "Otro"), (("campeonato", "nombre"), "Otra"), (("huella",), "0" * 64)],
)
def test_what_somebody_changed_in_an_acta(path: tuple[str | int, ...], value: str) -> None:
    differing, untold = told_of(changed(path, value))

    assert differing
    assert untold == []


def test_an_acta_that_is_not_the_published_one() -> None:
    differing, untold = told_of(acta(), published="0" * 64)

    assert len(differing) == 1
    assert untold == []


def test_a_name_that_was_erased() -> None:
    one = acta()
    one["inscritas"][3]["jugadores"][1] = without_name(one["inscritas"][3]["jugadores"][1])

    assert told_of(one) == ([], [])
    assert english_or_none(title_of({"jugadores": [without_name(person("Otro", "5f"))]})) == "(name erased)"


@pytest.mark.parametrize("form", [Elimination(), Series(size=4)])
@pytest.mark.parametrize("attribute", ["club", "serie"])
def test_a_protection_that_is_suggested(attribute: str, form: Format) -> None:
    told = words(Protection(attribute), form)

    assert english_or_none(told[0].upper() + told[1:]) is not None


def test_what_two_have_in_common_that_may_meet_too_early() -> None:
    assert english_or_none(ATTRIBUTES["serie"]) is not None


def test_what_the_check_says_of_shares() -> None:
    shares = [share_data(number, "ab" * 32, promised_at=HOURS[each]) for number, each in ((3, 1), (4, 0), (9, 1))]
    source, proof = shares_source(2, HOURS[2]), shares_proof([*shares, *shares[:1]], HOURS[3])
    late = share_data(4, "", "5f", promised_at=HOURS[1], shown_at=HOURS[0])
    began, drawn = (datetime.fromisoformat(HOURS[each]) for each in (1, 3))
    said = [
        *shares_out_of_time(source, proof, began, drawn, [3, 4]),
        *shares_out_of_time(source, shares_proof([late], HOURS[2]), began, drawn, [4]),
        "Su aporte no se mostró a tiempo, por número: 3, 8 y 9.",
    ]
    for some in ([shares[0], late], shares[::-1], shares):
        with pytest.raises(SharesWrong) as wrong:
            shares_seed("c0", some, 2)
        said.append(str(wrong.value))

    assert len(said) == 9
    assert [text for text in said if english_or_none(text) is None] == []
    assert all(english_or_none(each) for each in SOURCES.values())
