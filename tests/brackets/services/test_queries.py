"""What a result costs the database: the same with one other championship as with three, and however much has been played."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series
from brackets.draw.qualification import Everybody
from brackets.models import UNPLAYED, Fixture
from brackets.services.fixtures import fixture_clear
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db


def night_of(form: Format, parejas: int) -> Night:
    return Night.published(parejas, StagePlan(name="Etapa", format=form, entry=(Everybody(),), criteria=TABLE))


def queries(action: Callable[..., object], **given: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        action(**given)
    return len(captured)


def other(fixture: Fixture) -> str:
    """The side that did not win."""
    return "B" if fixture.winner_id == fixture.pareja_a_id else "A"


def corrected(night: Night) -> list[int]:
    """The queries of each action that carries a correction of the first round through: back, corrected, again."""
    night.play()
    played = night.stage(1).fixtures.filter(status="final", round__gt=1).exclude(how__in=UNPLAYED)
    counts = [
        queries(fixture_clear, fixture=fixture, user=night.director, now=NOW, reason="prueba")
        for fixture in played.order_by("-round", "-position")
    ]
    wrong = night.stage(1).fixtures.filter(round=1, number__isnull=False).order_by("number")[0]
    counts.append(queries(night.record, fixture=wrong, winner=other(wrong)))
    while ready := list(night.stage(1).fixtures.filter(status="ready").order_by("number")):
        counts += [queries(night.record, fixture=fixture, winner="A") for fixture in ready]
    return counts


@pytest.mark.parametrize("form", [DoubleElimination(), Elimination(third_place=True)])
def test_a_correction_costs_the_same_however_many_championships_there_are(form: Format) -> None:
    night_of(form, 4).play()
    with_one = corrected(night_of(form, 8))
    for _ in range(2):
        night_of(form, 4).play()
    with_three = corrected(night_of(form, 8))

    assert with_one == with_three
    # Two of them begin and end it here, one tells both parejas.
    assert max(with_one) <= 12


def test_a_result_in_a_series_costs_the_same_however_many_series_there_are_and_however_much_is_played() -> None:
    counts = []
    for parejas in (8, 16):
        night = night_of(Series(4), parejas)
        first = night.stage(1).fixtures.order_by("number")[0]
        counts.append(queries(night.record, fixture=first, winner="A"))
        night.play()
        last = night.stage(1).fixtures.order_by("-number")[0]
        fixture_clear(fixture=last, user=night.director, now=NOW, reason="prueba")
        last = night.stage(1).fixtures.order_by("-number")[0]
        counts.append(queries(night.record, fixture=last, winner="A"))

    assert counts[:2] == counts[2:]
    assert counts[1] - counts[0] <= 1, "of one that was taken back it is asked whether a mesa is kept"
