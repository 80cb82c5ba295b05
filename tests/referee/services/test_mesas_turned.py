"""A mesa whose two meet again with their sides the other way about: its log has its sides, so it does not count, and that is what is said."""

from dataclasses import replace
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import Elimination
from brackets.models import Fixture
from brackets.selectors.holding import holding
from brackets.services.errors import BracketError
from brackets.services.exchanges import draw_exchange
from brackets.services.fixtures import fixture_restore
from brackets.services.stages import stage_publish
from cuarenta_torneo.english.page import page_in_english
from referee.models import Transcription
from referee.services.errors import RefereeError
from referee.services.transcriptions.holding import require_rivals
from tests.brackets.services.test_formats import SERIES, Night
from tests.brackets.services.test_reopening import reopen
from tests.factories.brackets import NOW
from tests.factories.referee import ZAPATERIA, Keeper, keepers

pytestmark = pytest.mark.django_db

TURNED: Final = "con los lados A y B al revés"
OTHERS: Final = ("otros", "ya no son")


def reopened(parejas: int) -> tuple[Night, Keeper]:
    """A knock-out whose first mesa was played on a tablet, and reopened on purpose since."""
    night = Night.published(parejas, replace(SERIES, format=Elimination()))
    (kept,) = keepers([night.stage(1).fixtures.filter(status="ready").earliest("number")])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    reopen(night, on_purpose=True)
    return night, kept


def exchange(night: Night, a: int, b: int) -> None:
    draw_exchange(stage=night.stage(1), a=a, b=b, reason="prueba", user=night.director, now=NOW)


def turned(*, published: bool = True) -> tuple[Night, Keeper]:
    """The two of a final have changed places."""
    night, kept = reopened(2)
    exchange(night, *sat_at(kept))
    if published:
        stage_publish(stage=night.stage(1), user=night.director, now=NOW)
        kept.fixture = Fixture.objects.select_related("stage__championship", "pareja_a", "pareja_b").get(
            pk=kept.fixture.pk
        )
    return night, kept


def sat_at(kept: Keeper) -> tuple[int, int]:
    return kept.mesa.pareja_a.number, kept.mesa.pareja_b.number


def is_said(text: str) -> bool:
    return TURNED in text and not any(each in text for each in OTHERS)


@pytest.mark.parametrize("seed", list("abcdef"))
def test_drawn_by_another_seed_its_mark_is_true(seed: str) -> None:
    night, kept = reopened(2)
    first = sat_at(kept)

    night.draw(seed=seed)

    fixture = night.stage(1).fixtures.get(mesa=kept.mesa)
    assert fixture.pareja_a is not None
    assert is_said(fixture.mark) == (fixture.pareja_a.number != first[0])
    assert not any(each in fixture.mark for each in OTHERS)


def test_its_mark_follows_who_meets_there() -> None:
    night, kept = reopened(4)
    a, b = sat_at(kept)
    other = next(number for number in night.stage(1).slots if number not in (a, b))

    def mark() -> str:
        return night.stage(1).fixtures.get(mesa=kept.mesa).mark

    before = mark()
    exchange(night, a, b)
    assert is_said(mark())
    exchange(night, a, other)
    assert "de otros rivales" in mark()
    assert TURNED not in mark()
    exchange(night, a, other)
    assert is_said(mark())
    exchange(night, a, b)
    assert mark() == before


def test_the_tablet_does_not_go_on_with_it_and_says_why() -> None:
    _, kept = turned()

    with pytest.raises(RefereeError, match="se lleva en papel") as refused:
        kept.open()

    assert refused.value.code == "mesa-de-otros"
    assert is_said(str(refused.value))


def test_its_result_is_not_given_back_and_says_why() -> None:
    night, kept = turned()
    assert holding([kept.fixture])

    with pytest.raises(BracketError) as refused:
        fixture_restore(fixture=kept.fixture, user=night.director, now=NOW)

    assert refused.value.code == "otros-rivales"
    assert is_said(str(refused.value))


@pytest.mark.parametrize("page", ["referee:partida", "referee:planilla"])
def test_its_public_pages_say_so_in_english_too(client: Client, page: str) -> None:
    night, kept = turned()
    at = (kept.mesa.public_id,) if page == "referee:planilla" else (night.championship.slug, kept.fixture.pk)

    shown = page_in_english(client.get(reverse(page, args=at)).content.decode())

    assert "the other way about" in shown
    assert "al revés" not in shown


def test_a_paper_begun_before_says_so() -> None:
    _, kept = turned()
    paper = Transcription(fixture=kept.fixture, pareja_a=kept.mesa.pareja_a, pareja_b=kept.mesa.pareja_b)

    with pytest.raises(RefereeError, match="la juegan con los lados A y B al revés: no cuenta"):
        require_rivals(paper)


@pytest.mark.parametrize("page", ["brackets:fixture", "referee:partida", "referee:correction", "referee:planilla"])
def test_its_pages_say_so(client: Client, page: str) -> None:
    night, kept = turned()
    client.force_login(night.director)
    args: tuple[Any, ...] = (night.championship.slug, kept.fixture.pk)
    address = reverse(page, args=(kept.mesa.public_id,) if page == "referee:planilla" else args)

    shown = client.get(address).content.decode()

    assert TURNED in shown
    for each in ("de otros rivales", "ya no son los rivales", "lo que jugaron otros", "porque cambió un resultado"):
        assert each not in shown


def test_what_they_play_now_is_typed_from_paper() -> None:
    night, kept = turned()

    night.record(kept.fixture)

    assert night.stage(1).fixtures.get(mesa=kept.mesa).status == "final"
