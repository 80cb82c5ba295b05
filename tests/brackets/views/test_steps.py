"""The next step that the panel names."""

import pytest

from brackets.selectors.championships import championship_progress
from brackets.services.departures import pareja_leave
from brackets.views.steps import steps_of
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("leaving", [1, 2])
def test_nobody_is_inscribed_after_the_draw_is_published_however_few_are_left(leaving: int) -> None:
    championship = published_stage(2).championship

    for pareja in championship.parejas.order_by("number")[:leaving]:
        pareja_leave(pareja=pareja, user=director_of(championship), now=NOW, reason="prueba")

    steps = steps_of(championship, championship_progress(championship))
    assert next(step.done for step in steps if step.title == "Parejas")
