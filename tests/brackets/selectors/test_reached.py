"""Where somebody is out of a knock-out is one answer, in the column that says what decided as in the place."""

import pytest

from brackets.draw.formats import DoubleElimination
from brackets.models import Stage
from brackets.selectors.course import Run, course_of
from brackets.selectors.standings import reached_of
from brackets.services.departures import pareja_leave
from tests.brackets.views.test_sheet import stage_of, walked_over
from tests.factories.brackets import NOW, director_of

pytestmark = pytest.mark.django_db


def run_of(stage: Stage) -> Run:
    (run,) = course_of(stage.championship).runs
    return run


@pytest.mark.parametrize("side", ["pareja_a", "pareja_b"])
def test_who_leaves_with_two_defeats_is_out_where_its_absences_would_put_it_out(side: str) -> None:
    """One that leaves after its first mesa says the same as where it is out by absences typed in its name."""
    found = []
    for leaves in (True, False):
        stage = stage_of(DoubleElimination(), 4)
        for fixture in stage.fixtures.filter(round=1):
            walked_over(fixture, "A")
        first = stage.fixtures.select_related("pareja_a", "pareja_b").get(number=1)
        pareja = getattr(first, side)
        if leaves:
            pareja_leave(pareja=pareja, user=director_of(stage.championship), now=NOW, reason="prueba")
        while ready := stage.fixtures.filter(status="ready").order_by("number").first():
            walked_over(ready, "B" if ready.pareja_a_id == pareja.pk else "A")
        found.append(reached_of(run_of(stage))[pareja.number])

    assert found[0] == found[1]
