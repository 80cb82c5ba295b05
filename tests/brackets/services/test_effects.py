"""What an act answers of the partidas that it changed."""

import pytest

from brackets.draw.formats import DoubleElimination, Elimination
from brackets.models import Fixture
from brackets.services.telling import told_of_release
from tests.brackets.services.test_late_entries import night_of
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("form", [Elimination(), DoubleElimination()])
def test_a_partida_that_others_play_now_says_which_it_is(form: Elimination | DoubleElimination) -> None:
    """Of seven one passes without playing, in the losers' bracket too: that one has no number."""
    night = night_of(form)
    altered: list[Fixture] = []
    firsts = list(night.stage(1).fixtures.filter(round=1, status="ready").order_by("number"))
    for fixture in firsts:
        night.record(fixture)
    for fixture in night.stage(1).fixtures.all():
        told_of_release(fixture, now=NOW)
    for fixture in firsts:
        fixture.refresh_from_db()
        recorded = night.record(fixture, "B")
        assert repr(recorded.effects)
        altered += recorded.effects.altered

    assert altered
    for each in altered:
        there = Fixture.objects.get(pk=each.pk)
        assert (str(each), each.round, each.position) == (str(there), there.round, there.position)
    assert (isinstance(form, DoubleElimination)) == any(each.number is None for each in altered)
