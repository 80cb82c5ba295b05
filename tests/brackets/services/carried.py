"""What is played, corrected and let stand on purpose in the tests of `brackets.services.carrying` and `undoing`."""

from typing import Any

from django.db import transaction

from brackets.draw.formats import Elimination, Swiss
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.models import Fixture
from brackets.services.fixtures import fixture_assign, fixture_call
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.brackets import NOW, TableFactory

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
