"""When and why each left, however its departure was changed since."""

from datetime import datetime, timedelta

import pytest

from brackets.draw.formats import Elimination, Series
from brackets.draw.qualification import Everybody, FromEach
from brackets.models import Championship, Pareja, Stage
from brackets.selectors.departures import departures_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.late_entries import late_entry_undo
from brackets.services.planning import StagePlan
from brackets.services.stages import stage_reopen
from tests.brackets.services.test_formats import TABLE, Night
from tests.brackets.services.test_late_entries import enter
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def night() -> Night:
    """A series of four and a final of three; nothing is drawn yet."""
    series = StagePlan(name="Series", format=Series(0), entry=(Everybody(),), criteria=TABLE)
    return Night(4, series, StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 3),), criteria=TABLE))


def leave(night: Night, hours: int, reason: str = "Enfermedad", *, number: int = 1, expelled: bool = False) -> None:
    who = {"user": night.director, "now": NOW + hours * HOUR}
    pareja_leave(pareja=night.championship.parejas.get(number=number), reason=reason, expelled=expelled, **who)


def come_back(night: Night, hours: int, *, number: int = 1) -> None:
    pareja = night.championship.parejas.get(number=number)
    pareja_return(pareja=pareja, user=night.director, now=NOW + hours * HOUR, reason="Fue un error")


def departures(championship: Championship) -> list[tuple[int, datetime | None, str]]:
    parejas = Pareja.objects.filter(championship=championship)
    return [(each.pareja.number, each.at, each.reason) for each in departures_of(championship, parejas)]


def hours_in(stage: Stage) -> list[datetime]:
    return [datetime.fromisoformat(each["at"]) for each in stage.left]


@pytest.mark.parametrize("stages", [0, 1, 2])
def test_one_that_is_expelled_later_left_when_it_withdrew(night: Night, stages: int) -> None:
    for number in range(1, stages + 1):
        night.publish(number)
        if number < stages:
            night.play(number)

    leave(night, 0)
    leave(night, 2, "Insultos al juez", expelled=True)

    assert departures(night.championship) == [(1, NOW, "Enfermedad; Insultos al juez")]
    assert [hours_in(night.stage(number)) for number in range(1, stages + 1)] == [[NOW]] * stages


def test_one_that_came_back_left_when_it_left_again(night: Night) -> None:
    night.publish(1)
    leave(night, 0)
    leave(night, 1, "Insultos al juez", expelled=True)
    come_back(night, 2)
    assert departures(night.championship) == []

    leave(night, 3, "Viaje")

    assert departures(night.championship) == [(1, NOW + 3 * HOUR, "Viaje")]


def test_so_did_one_that_came_back_in_a_new_draw(night: Night) -> None:
    night.publish(1)
    leave(night, 0)
    stage_reopen(stage=night.stage(1), reason="Se repite", user=night.director, now=NOW)
    night.draw(1)
    come_back(night, 1)
    night.publish(1)

    leave(night, 2, "Viaje")

    assert departures(night.championship) == [(1, NOW + 2 * HOUR, "Viaje")]
    assert hours_in(night.stage(1)) == [NOW + 2 * HOUR]


def test_one_whose_late_entry_was_undone_did_not_leave(night: Night) -> None:
    night.publish(1)
    entry = enter(night)
    leave(night, 0, number=entry.pareja.number)
    come_back(night, 1, number=entry.pareja.number)

    late_entry_undo(pareja=entry.pareja, user=night.director, now=NOW + 2 * HOUR)

    assert departures(night.championship) == []
