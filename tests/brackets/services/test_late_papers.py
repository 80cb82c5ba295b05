"""The paper of a mesa comes after one of its parejas left."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import Q

from brackets.draw.events import Decided, Departed, EnteredLate, in_order_of_effect
from brackets.draw.formats import Elimination, Series, Swiss
from brackets.draw.qualification import Everybody
from brackets.models import AuditEntry, Fixture, Stage
from brackets.selectors.departures import late_paper, possible_from
from brackets.selectors.events import draw_events, events_of
from brackets.services.errors import InvalidValue
from brackets.services.fixtures import (
    Recorded,
    fixture_clear,
    fixture_record,
    fixture_restore,
)
from brackets.services.planning import StagePlan
from tests.brackets.services.leaving import (
    agrees,
    between_these,
    disqualify,
    first,
    five_in_a_series,
    leave,
    record,
)
from tests.brackets.services.test_formats import Night
from tests.brackets.services.test_late_entries import enter, night_of
from tests.brackets.services.tournament import Tournament
from tests.factories.brackets import (
    NOW,
    director_of,
    published_stage,
)

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def stage(db: None) -> Stage:
    """Eight, four first-round partidas."""
    return published_stage(8)


def test_a_pass_that_a_correction_makes_later_than_what_was_played_on_it_may_have_its_paper() -> None:
    """Nobody came to the first mesa, and who passed played the final; one who had come, it turns out, has left since."""
    five = published_stage(5)
    came = five.fixtures.select_related("stage", "pareja_a").get(round=1, how="")
    details = {"winner": None, "chicas": [], "zapateria": False, "reason": "prueba", "now": NOW}
    fixture_record(fixture=came, how="double-no-show", user=director_of(five.championship), **details)
    while ready := five.fixtures.filter(status="ready").first():
        record(ready)
    leave(came.pareja_a)

    record(came)

    passed = five.fixtures.select_related("stage").get(round=2, how="pass")
    paper = late_paper(passed)
    assert paper is not None
    assert came.pareja_a is not None
    assert (paper.pareja, paper.fell) == (came.pareja_a.number, True)


def paper(stage: Stage, number: int = 1, **given: Any) -> Recorded:
    """A mesa that its first side won, typed two hours after `NOW`."""
    fixture = stage.fixtures.select_related("pareja_a", "pareja_b", "stage").get(number=number)
    return fixture_record(
        **{
            "fixture": fixture, "how": "played", "winner": "A", "chicas": [[40, 20], [40, 30]], "zapateria": False,
            "user": director_of(stage.championship), "now": NOW + 2 * HOUR, "reason": "Llegó tarde",
        } | given
    )  # fmt: skip


def test_a_paper_typed_late_counts_where_its_hour_is_before_the_departure(stage: Stage) -> None:
    fixture, leaver = first(stage), first(stage).pareja_a
    leave(leaver, now=NOW + HOUR)
    with pytest.raises(InvalidValue) as refused:
        paper(stage, decided_at=NOW + 1.5 * HOUR)
    assert (refused.value.code, refused.value.field) == ("despues-de-salir", "decided_at")
    assert first(stage).how == "pass"

    paper(stage, decided_at=NOW + 0.5 * HOUR)

    assert (first(stage).how, first(stage).winner) == ("played", leaver)
    assert stage.fixtures.get(round=2, position=0).nobody_a
    assert fixture.pareja_b_id == first(stage).pareja_b_id
    assert agrees(stage)


def test_a_mesa_that_began_before_the_departure_counts_though_it_ended_after_it(stage: Stage) -> None:
    leaver = first(stage).pareja_a
    leave(leaver, now=NOW + HOUR)

    paper(stage, decided_at=NOW + 1.5 * HOUR, began_before=True)

    assert (first(stage).how, first(stage).winner) == ("played", leaver)
    assert first(stage).decided_at == NOW + 1.5 * HOUR
    assert agrees(stage)


def test_the_record_of_a_late_paper_has_its_hour_that_it_had_begun_before_and_what_stood_there(stage: Stage) -> None:
    leaver, rival = first(stage).pareja_a, first(stage).pareja_b
    assert leaver is not None
    assert rival is not None
    leave(leaver, now=NOW + HOUR)
    passed = first(stage).decided_at

    paper(stage, decided_at=NOW + 1.5 * HOUR, began_before=True)

    entry = AuditEntry.objects.latest("id")
    assert "el sábado 28, a las 15:30" in entry.sentence
    assert "La mesa había empezado antes de la salida" in entry.sentence
    assert entry.data["paper"] == {"decided_at": (NOW + 1.5 * HOUR).isoformat(), "began_before": True}
    before, after = entry.data["before"], entry.data["after"]
    assert (before["how"], before["winner"], before["status"], before["sides"]) == (
        "pass",
        rival.number,
        "final",
        [rival.number],
    )
    assert before["decided_at"] == (passed and passed.isoformat())
    assert (after["winner"], after["status"], after["sides"]) == (leaver.number, "final", [leaver.number, rival.number])


def test_a_result_that_is_given_back_after_its_rival_passed_says_what_stood_there(stage: Stage) -> None:
    record(first(stage))
    leaver, rival = first(stage).pareja_a, first(stage).pareja_b
    assert leaver is not None
    assert rival is not None
    fixture_clear(fixture=first(stage), user=director_of(stage.championship), now=NOW, reason="Por un fallo")
    leave(leaver, now=NOW + HOUR)

    fixture_restore(fixture=first(stage), user=director_of(stage.championship), now=NOW + HOUR)

    before = AuditEntry.objects.latest("id").data["before"]
    assert (before["how"], before["winner"], before["sides"]) == ("pass", rival.number, [rival.number])


def test_a_paper_follows_what_was_typed_after_its_hour_and_before_the_departure(stage: Stage) -> None:
    """Another left before its first mesas were typed: the hour on a paper places it among departures of its own sides alone."""
    leave(stage.fixtures.select_related("pareja_a").get(number=4).pareja_a, now=NOW)
    record(first(stage))
    record(stage.fixtures.get(number=2))
    leaver = stage.fixtures.select_related("pareja_a").get(number=5).pareja_a
    leave(leaver, now=NOW + HOUR)

    paper(stage, 5, decided_at=NOW - HOUR)

    assert stage.fixtures.get(number=5).winner == leaver
    assert agrees(stage)


def test_a_paper_of_a_mesa_whose_result_was_taken_back_before_the_departure_has_the_place_of_the_first(
    stage: Stage,
) -> None:
    record(first(stage))
    fixture_clear(fixture=first(stage), user=director_of(stage.championship), now=NOW, reason="Por un fallo")
    leave(stage.fixtures.select_related("pareja_a").get(number=4).pareja_a, now=NOW)
    leave(first(stage).pareja_a, now=NOW + HOUR)

    paper(stage, decided_at=NOW + 0.5 * HOUR)

    assert first(stage).how == "played"
    assert agrees(stage)


def test_two_papers_of_one_night_typed_late_count_both(stage: Stage) -> None:
    """The rival that it met came from a mesa that nobody had typed either: its paper has an hour too."""
    paper(stage, 1)
    leaver = first(stage).winner
    leave(leaver, now=NOW + HOUR)
    paper(stage, 2, decided_at=NOW - HOUR)
    assert stage.fixtures.get(number=5).how == "pass"

    paper(stage, 5, decided_at=NOW)

    assert stage.fixtures.get(number=5).how == "played"
    assert agrees(stage)


def test_no_paper_goes_before_those_that_its_rivals_come_from(stage: Stage) -> None:
    leave(stage.fixtures.select_related("pareja_a").get(number=4).pareja_a, now=NOW)
    record(first(stage))
    record(stage.fixtures.get(number=2))

    paper(stage, 5, decided_at=NOW - HOUR)

    assert stage.fixtures.get(number=5).order == first(stage).order
    assert agrees(stage)


def test_a_result_entered_anew_does_not_go_before_what_its_rivals_have_played_since() -> None:
    tournament = Tournament(
        range(1, 6), [StagePlan(name="Una", format=Elimination(), entry=(Everybody(),), criteria=("mesas", "sorteo"))]
    )
    stage = tournament.draw_and_publish(1)
    semifinal = stage.fixtures.select_related("pareja_a", "pareja_b").get(round=2, status="ready")
    assert semifinal.pareja_a is not None
    record(semifinal)
    fixture_clear(fixture=semifinal, user=tournament.director, now=NOW, reason="Por un fallo")
    others = {semifinal.pareja_a_id, semifinal.pareja_b_id}
    leave(next(each for each in tournament.parejas() if each.pk not in others))
    stage.refresh_from_db()
    tournament.enter_at(stage, stage.slots.index(semifinal.pareja_a.number) ^ 1)
    for each in stage.fixtures.filter(round=1, status="ready"):
        record(each, "A" if each.pareja_a_id in others else "B")

    record(stage.fixtures.get(pk=semifinal.pk))

    assert stage.fixtures.get(pk=semifinal.pk).how == "played"
    assert agrees(stage)


def test_a_mesa_that_fell_to_a_disqualification_has_no_paper_typed_late() -> None:
    stage = five_in_a_series()
    leave(stage.championship.parejas.get(number=5))
    fallen = between_these(stage, 1, 2)
    disqualify(stage, 1, rival=3)

    fallen = stage.fixtures.select_related("stage").get(pk=fallen.pk)

    assert (fallen.how, late_paper(fallen)) == ("pass", None)


def hours(fixture: Fixture, **given: datetime | None) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(**given)


@pytest.mark.parametrize(
    ("feeders", "minutes"),
    [
        # A mesa kept at the hall ended at its hour; one that was only typed had been called at its own.
        ([{"called": 10, "started": 12, "decided": 40}, {"called": 15, "decided": 90}], 40),
        ([{"called": 10, "decided": 90}, {"called": 15, "decided": 95}], 15),
        ([{"decided": 90}, {"called": 15, "decided": 95}], 15),
        ([{"decided": 90}, {"decided": 95}], 0),
    ],
)
def test_nobody_played_before_the_mesas_of_its_rivals_were_called(
    stage: Stage, feeders: list[dict[str, int]], minutes: int
) -> None:
    for fixture, given in zip(stage.fixtures.filter(round=1).order_by("position")[:2], feeders, strict=True):
        record(fixture)
        times = {name: given.get(name) for name in ("called", "started", "decided")}
        hours(fixture, **{f"{name}_at": at and NOW + timedelta(minutes=at) for name, at in times.items()})
    second = stage.fixtures.select_related("stage").get(round=2, position=0)

    assert possible_from(second, NOW + 9 * HOUR) == NOW + timedelta(minutes=minutes)


def test_what_was_typed_without_a_call_was_possible_when_the_mesas_before_it_were(stage: Stage) -> None:
    for fixture in stage.fixtures.filter(round=1).order_by("position")[:2]:
        record(fixture)
        hours(fixture, called_at=NOW + HOUR, started_at=None)
    second = stage.fixtures.get(round=2, position=0)
    record(second)
    hours(second, called_at=None, started_at=None)
    final = stage.fixtures.select_related("stage").get(round=3, position=0)

    assert possible_from(final, NOW + 9 * HOUR) == NOW + HOUR


def test_who_passed_was_there_once_it_had_won_the_mesa_before(stage: Stage) -> None:
    for fixture in stage.fixtures.filter(round=1).order_by("position"):
        record(fixture)
        played = {"called_at": NOW, "started_at": NOW} if fixture.position < 2 else {"called_at": None}
        hours(fixture, **played, decided_at=NOW + (HOUR if fixture.position == 0 else 2 * HOUR))
    one, other = stage.fixtures.filter(round=2).order_by("position")
    record(other)
    hours(other, called_at=None)
    leave(one.pareja_b, now=NOW + 3 * HOUR)
    final = stage.fixtures.select_related("stage").get(round=3, position=0)

    assert possible_from(final, NOW + 9 * HOUR) == NOW + HOUR


def test_nobody_played_before_it_entered() -> None:
    night = night_of(Series(size=4))
    stage = night.stage(1)
    leave(stage.championship.parejas.get(number=1), now=NOW + HOUR)
    enter(night, now=NOW + 2 * HOUR)
    own = stage.fixtures.select_related("pareja_a", "pareja_b", "stage").filter(status="ready")
    fixture = own.filter(Q(pareja_a__number=8) | Q(pareja_b__number=8)).first()
    assert fixture is not None
    assert possible_from(fixture, NOW + 9 * HOUR) == NOW + 2 * HOUR

    paper(stage, fixture.number or 0, decided_at=NOW, now=NOW + 3 * HOUR)

    told = [type(event.what) for event in in_order_of_effect(draw_events(events_of(night.stage(1))))]
    assert told == [Departed, EnteredLate, Decided]
    assert agrees(stage)


def test_nobody_played_before_the_round_was_paired() -> None:
    night = Night.published(
        7, StagePlan(name="Una", format=Swiss(rounds=2), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    )
    leave(night.championship.parejas.get(number=6), now=NOW - HOUR)
    night.pair()
    there = night.stage(1).fixtures.filter(status="ready").earliest("number")

    paper(night.stage(1), there.number or 0, decided_at=NOW - 2 * HOUR)

    told = [type(event.what) for event in in_order_of_effect(draw_events(events_of(night.stage(1))))]
    assert told == [Departed, Decided]
    assert agrees(night.stage(1))


def test_an_hour_that_a_clock_ahead_wrote_says_nothing_of_when_it_was_possible(stage: Stage) -> None:
    first_one = stage.fixtures.select_related("stage__championship").get(round=1, position=0)
    stage.published_at = first_one.stage.published_at = NOW + 2 * HOUR

    days = first_one.stage.championship.play_days
    assert possible_from(first_one, NOW + HOUR) == days.start(days.of(NOW + HOUR))
    assert possible_from(first_one, NOW + 2 * HOUR) == NOW + 2 * HOUR
