"""The caídas of a log belong to its result, whichever way that is a partida's again."""

import pytest

from brackets.services.fixtures import fixture_clear, fixture_record
from referee.selectors.mesas import mesa_counts
from tests.factories.finals import Final, final_of
from tests.factories.referee import SORTEO

pytestmark = pytest.mark.django_db

OWN = ("A", [[40, 2]], True)
OTHER = ("B", [[20, 40], [20, 40]], False)


def sealed() -> Final:
    final = final_of(SORTEO, "caida B", 'ajusta A +38 "m"', "limpia A", "proclama")
    final.kept.seal()
    assert final.fixture.caidas == [0, 1]
    return final


def clear(final: Final) -> None:
    fixture_clear(fixture=final.fixture, user=final.night.director, now=final.kept.tick(), reason="Por error")


def record(final: Final, winner: str, chicas: list[list[int]], zapateria: bool) -> None:  # noqa: FBT001
    fixture_record(
        fixture=final.fixture, how="played", winner=winner, chicas=chicas, zapateria=zapateria, reason="Así fue",
        user=final.night.director, now=final.kept.tick(),
    )  # fmt: skip


def test_a_result_taken_back_and_typed_again_has_them() -> None:
    final = sealed()
    clear(final)
    record(final, *OWN)

    assert mesa_counts(final.mesa)
    assert final.fixture.caidas == [0, 1]


def test_a_result_corrected_and_corrected_back_has_them() -> None:
    final = sealed()
    record(final, *OTHER)
    assert final.fixture.caidas == []
    record(final, *OWN)

    assert final.fixture.caidas == [0, 1]


def test_another_result_played_in_its_place_has_none_and_never_gets_them() -> None:
    final = sealed()
    clear(final)
    record(final, *OTHER)
    assert final.fixture.caidas == []
    record(final, *OWN)

    assert mesa_counts(final.mesa) == bool(final.fixture.caidas)
