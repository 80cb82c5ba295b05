"""A mesa that was opened where nothing was recorded, and whose partida was decided and left without effect since."""

import pytest

from brackets.services.fixtures import fixture_clear
from referee.selectors.live import latest_version, live_of
from referee.selectors.mesas import mesa_counts
from tests.factories.finals import Final, opened_final
from tests.factories.referee import SORTEO, ZAPATERIA
from tests.factories.transcriptions import Desk

pytestmark = pytest.mark.django_db


def opened() -> Final:
    final = opened_final()
    final.night.record(final.fixture, "A")
    final.left_without_effect()
    return final


def test_what_is_played_there_when_it_is_opened_again_counts() -> None:
    final = opened()

    final.kept.open()
    final.kept.record(SORTEO)
    (live,) = live_of([final.fixture.pk], version=latest_version()).values()
    final.kept.record(*ZAPATERIA[1:])
    final.kept.seal()

    assert (live.state.label, live.jugada) == ("EN VIVO", 1)
    assert mesa_counts(final.mesa)
    assert (final.fixture.status, final.fixture.winner) == ("final", final.sat[0])


def test_where_its_result_is_taken_back_it_goes_on() -> None:
    final = opened()
    final.kept.open()
    final.kept.record(SORTEO)
    final.night.record(final.fixture, "A", how="retirement", chicas=[])

    fixture_clear(fixture=final.fixture, user=final.night.director, now=final.kept.tick(), reason="x")
    final.kept.open()
    final.kept.record("limpia B")

    assert mesa_counts(final.mesa)
    assert (final.fixture.status, final.mesa.head_seq) == ("in-play", 2)


def test_so_does_the_paper_that_is_transcribed_since() -> None:
    final = opened()
    desk = Desk(final.fixture, now=final.kept.tick())

    desk.confirm(desk.type(tablet_left=True))

    assert mesa_counts(final.mesa)
    assert (final.fixture.status, final.fixture.winner) == ("final", final.sat[0])
