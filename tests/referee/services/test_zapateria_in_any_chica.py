"""Where any zapatería ends a mesa (16), one in the chica that wins it has ended it too, and puts out who has lost before."""

import pytest

from brackets.models import Championship
from referee.services.paper import paper_result_record
from tests.brackets.services.test_formats import Night
from tests.factories.brackets import NOW
from tests.factories.finals import FOUR

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("chicas", "made"),
    [
        ([(40, 4)], ["A"]),
        ([(20, 40), (40, 4)], ["", "A"]),
        ([(40, 20), (40, 4)], ["", "A"]),
        ([(20, 40), (40, 20), (40, 4)], ["", "", "A"]),
    ],
    ids=str,
)
def test_a_zapateria_in_the_last_chica_ended_the_mesa(chicas: list[tuple[int, int]], made: list[str]) -> None:
    night = Night(4, FOUR)
    Championship.objects.filter(pk=night.championship.pk).update(rule_settings={"zapateria-alcance": "cualquier-chica"})
    night.championship.refresh_from_db()
    night.publish()
    fixture = night.stage(1).fixtures.filter(round=1).first()
    assert fixture is not None
    paper_result_record(fixture=fixture, chicas=chicas, user=night.director, now=NOW, reason="papel")
    fixture.refresh_from_db()

    assert (fixture.by_zapateria, fixture.zapaterias) == (True, made)
