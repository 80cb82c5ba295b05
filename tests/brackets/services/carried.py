"""What is played, corrected and let stand on purpose in the tests of `brackets.services.carrying` and `undoing`."""

from itertools import permutations
from typing import Any

from django.db import transaction

from brackets.draw.formats import Elimination, Swiss
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.models import Fixture
from brackets.selectors.bound import kept_wrongly
from brackets.selectors.events import events_of
from brackets.services.fixtures import fixture_assign, fixture_call
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.factories.brackets import NOW, TableFactory
from tests.factories.remembered import remembered

KNOCK_OUT = StagePlan(name="Llave", format=Elimination(), entry=(Everybody(),), criteria=TABLE)
SWISS = StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)


def correct(night: Night, fixture: Fixture, winner: str, reason: str = "Jugó quien no debía") -> tuple[Fixture, ...]:
    return night.record(fixture, winner, on_purpose=True, reason=reason).marked


def upset(fixture: Fixture) -> str:
    """The side that has not won it."""
    return "B" if fixture.winner_id == fixture.pareja_a_id else "A"


def entrants_change(night: Night, fixture: Fixture) -> bool:
    try:
        with transaction.atomic():
            night.record(fixture, upset(fixture))
            transaction.set_rollback(True)
    except DrawRefusal:
        return True
    return False


def called(night: Night, fixture: Fixture) -> None:
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    fixture_assign(fixture=fixture, table=TableFactory(championship=night.championship), juez=None, **who)
    fixture_call(fixture=fixture, **who)
    fixture.refresh_from_db()


def recorded_as_kept(night: Night, number: int = 1) -> list[list[int]]:
    """What each event of a stage says that is kept of it; the last one of them is right."""
    stage = night.stage(number)
    assert not kept_wrongly(stage, events_of(stage))
    return [event.data["numbers"] for event in events_of(stage).filter(action="mantener")]


@remembered
def series_and_a_final() -> tuple[Night, Fixture]:
    """Both played, and who entered the final by a result of its own."""
    night = Night.in_second(8, SERIES, FINAL)
    night.play(2)
    drawn = night.stage(2).slots
    wins = (each for each in night.stage(1).fixtures.order_by("number") if each.winner and each.winner.number in drawn)
    return night, next(each for each in wins if entrants_change(night, each))


@remembered
def followed_again() -> tuple[Night, Fixture, list[dict[str, object]]]:
    """A final let stand against a mesa, which follows again by the plain correction of another: that one, and the rows before it."""
    night, _ = series_and_a_final()
    played = list(night.stage(1).fixtures.filter(winner__isnull=False).order_by("number"))
    for first, other in permutations(played, 2):
        with transaction.atomic():
            first.refresh_from_db()
            correct(night, first, upset(first))
            before = night.rows()
            if night.stage(2).kept_draw:
                other.refresh_from_db()
                night.record(other, upset(other))
                if not night.stage(2).kept_draw:
                    return night, other, before
            transaction.set_rollback(True)
    raise AssertionError("no two of them")
