"""A result that counts no longer until it is reported again, though one of the two has gone home since."""

from datetime import timedelta
from typing import Any

import pytest

from brackets.draw.formats import Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import AuditEntry, Fixture, Pareja, Stage, StageEvent
from brackets.selectors.events import disagreements
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.fixtures import fixture_clear, fixture_record, fixture_report, fixture_start, fixture_unsettle
from tests.brackets.services.tournament import Tournament
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
SCORES = {"A": [[40, 20], [40, 30]], "B": [[20, 40], [30, 40]]}


def who(stage: Stage, now: Any = NOW) -> dict[str, Any]:
    return {"user": director_of(stage.championship), "now": now}


def at(stage: Stage, round: int, position: int) -> Fixture:  # noqa: A002
    fixtures = stage.fixtures.select_related("stage", "pareja_a", "pareja_b", "winner")
    return fixtures.get(round=round, position=position)


def record(fixture: Fixture, winner: str = "A", how: str = "played", **given: Any) -> None:
    chicas = SCORES[winner] if how == "played" else []
    given = {"how": how, "winner": winner, "chicas": chicas, "zapateria": False, "reason": "prueba"} | given
    fixture_record(fixture=fixture, **given, **who(fixture.stage))


def report(fixture: Fixture, winner: str, *, final: bool) -> None:
    told = {"how": "played", "winner": winner, "chicas": SCORES[winner], "zapateria": False}
    fixture_report(fixture=fixture, final=final, **told, **who(fixture.stage))


def leave(stage: Stage, pareja: Pareja | None, hours: int = 1, **given: Any) -> None:
    assert pareja is not None
    pareja_leave(pareja=pareja, reason="Enfermedad", **given, **who(stage, NOW + hours * HOUR))


def unsettle(fixture: Fixture, **given: Any) -> None:
    fixture_unsettle(fixture=fixture, reason="Apelación 1", **given, **who(fixture.stage, NOW + 5 * HOUR))


def agrees(stage: Stage) -> bool:
    stage.refresh_from_db()
    return disagreements(stage) == []


def rows(stage: Stage) -> list[dict[str, Any]]:
    return list(stage.fixtures.order_by("pk").values())


@pytest.mark.parametrize("leaving", [["winner"], ["loser"], ["winner", "loser"]])
@pytest.mark.parametrize("corrected", ["A", "B"])
def test_it_is_corrected_as_if_both_were_there(leaving: list[str], corrected: str) -> None:
    right = published_stage(8)
    stage = published_stage(8)
    parejas = {"winner": at(stage, 1, 0).pareja_a, "loser": at(stage, 1, 0).pareja_b}
    record(at(stage, 1, 0))
    for pareja in leaving:
        leave(stage, parejas[pareja])

    unsettle(at(stage, 1, 0))

    fixture = at(stage, 1, 0)
    assert (fixture.status, fixture.how, fixture.pareja_a, fixture.pareja_b) == (
        "provisional", "played", parejas["winner"], parejas["loser"],
    )  # fmt: skip
    assert at(stage, 2, 0).nobody_a is False
    assert agrees(stage)

    report(fixture, corrected, final=True)

    record(at(right, 1, 0), corrected)
    for pareja in leaving:
        leave(right, at(right, 1, 0).pareja_a if pareja == "winner" else at(right, 1, 0).pareja_b)
    shown = ("round", "position", "status", "how", "winner__number", "pareja_a__number", "pareja_b__number", "nobody_a")
    assert list(stage.fixtures.values(*shown)) == list(right.fixtures.values(*shown))
    assert agrees(stage)


def test_in_a_series_too() -> None:
    stage = series()
    fixture = at(stage, 1, 0)
    record(fixture)
    leave(stage, fixture.pareja_a)

    unsettle(at(stage, 1, 0))

    assert at(stage, 1, 0).status == "provisional"
    assert agrees(stage)


def series() -> Stage:
    plan = StagePlan(name="Liga", format=Series(size=0), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    tournament = Tournament((1, 2, 3, 4), [plan])
    return tournament.draw_and_publish(1)


def test_the_mesa_may_go_on_and_is_played_to_its_end() -> None:
    stage = published_stage(8)
    fixture = at(stage, 1, 0)
    record(fixture)
    leave(stage, fixture.pareja_b)
    unsettle(at(stage, 1, 0))

    fixture_clear(fixture=at(stage, 1, 0), reason="La mesa sigue", **who(stage))
    fixture_start(fixture=at(stage, 1, 0), now=NOW)

    assert (at(stage, 1, 0).status, at(stage, 1, 0).pareja_b) == ("in-play", fixture.pareja_b)
    report(at(stage, 1, 0), "B", final=True)
    assert at(stage, 1, 0).winner == fixture.pareja_b
    assert at(stage, 2, 0).nobody_a
    assert agrees(stage)


def test_who_comes_back_is_there_as_if_it_had_not_left() -> None:
    stage = published_stage(8)
    fixture = at(stage, 1, 0)
    record(fixture)
    before = rows(stage)
    leave(stage, fixture.pareja_a)
    unsettle(at(stage, 1, 0))
    pareja_return(pareja=fixture.pareja_a, reason="Fue un error", **who(stage))

    report(at(stage, 1, 0), "A", final=True)

    assert rows(stage) == before
    assert agrees(stage)


def test_repeating_it_does_nothing() -> None:
    stage = published_stage(8)
    record(at(stage, 1, 0))
    leave(stage, at(stage, 1, 0).pareja_a)
    unsettle(at(stage, 1, 0))
    before = rows(stage), StageEvent.objects.count(), AuditEntry.objects.count()

    unsettle(at(stage, 1, 0))

    assert (rows(stage), StageEvent.objects.count(), AuditEntry.objects.count()) == before


def test_in_a_series_of_a_disqualified_pareja_what_it_played_before_is_corrected_too() -> None:
    stage = series()
    fixture = at(stage, 1, 0)
    record(fixture)
    other = next(
        each for each in stage.fixtures.filter(round=2) if fixture.pareja_a_id in (each.pareja_a_id, each.pareja_b_id)
    )
    record(other, "B" if other.pareja_a_id == fixture.pareja_a_id else "A", "disqualification")

    unsettle(at(stage, 1, 0))

    assert (at(stage, 1, 0).status, at(stage, 1, 0).pareja_a) == ("provisional", fixture.pareja_a)
    assert agrees(stage)
    report(at(stage, 1, 0), "B", final=True)
    assert at(stage, 1, 0).winner == fixture.pareja_b
    assert agrees(stage)
