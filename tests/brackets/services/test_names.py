"""A text that shows no letter is none: refused where one is needed, and else left out."""

from dataclasses import replace

import pytest

from brackets.models import Fixture
from brackets.services.callups import absence_record
from brackets.services.errors import InvalidValue
from brackets.services.names import text_clean
from tests.brackets.services.leaving import first, five_in_a_series, leave
from tests.brackets.services.test_parejas import OTHERS, add
from tests.factories.brackets import NOW, ChampionshipFactory, director_of

BLANK = ["", "  ", "\u00a0", "\u2800", "\u3164\u3164", "\u115f \u1160", "\uffa0", "\u0301", "\ufe0f"]


def clean(text: str, *, required: bool = False) -> str:
    return text_clean(text, field="reason", label="El motivo", longest=300, required=required)


@pytest.mark.parametrize("text", BLANK)
def test_a_blank_text_is_refused_where_one_is_required(text: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        clean(text, required=True)

    assert (refused.value.code, refused.value.field, str(refused.value)) == ("falta", "reason", "Falta el motivo.")


@pytest.mark.parametrize("text", BLANK)
def test_a_blank_text_is_empty_where_none_is_required(text: str) -> None:
    assert clean(text) == ""


def test_what_shows_a_letter_is_kept() -> None:
    assert clean(" se  fue ", required=True) == "se fue"
    assert clean("\u28ff", required=True) == "\u28ff"


@pytest.mark.django_db
def test_a_player_needs_a_name_that_shows() -> None:
    with pytest.raises(InvalidValue) as refused:
        add(ChampionshipFactory(), replace(OTHERS, player_1="\u3164\u3164"))

    assert (refused.value.code, refused.value.field) == ("falta", "player_1")


@pytest.mark.django_db
def test_who_leaves_leaves_for_a_reason_that_shows() -> None:
    fixture = first(five_in_a_series())

    with pytest.raises(InvalidValue, match="Falta el motivo"):
        leave(fixture.pareja_a, reason="\u2800")


@pytest.mark.django_db
def test_an_absence_that_nobody_called_for_needs_a_reason_that_shows() -> None:
    fixture = first(five_in_a_series())

    with pytest.raises(InvalidValue) as refused:
        absence_record(
            fixture=fixture,
            how=Fixture.How.WALKOVER,
            winner="A",
            user=director_of(fixture.stage.championship),
            now=NOW,
            reason="\u3164",
        )

    assert (refused.value.code, refused.value.field) == ("motivo", "reason")
