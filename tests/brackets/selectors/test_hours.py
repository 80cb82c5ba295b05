"""Hours from the durations of today, with a range; early and late; what more tables would change."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localtime

from brackets.draw.qualification import Everybody
from brackets.hours.durations import PRIOR, Durations
from brackets.models import Fixture, Notice, Stage
from brackets.selectors.course import course_of
from brackets.selectors.hours import HoursOfDay, hours_of
from brackets.selectors.observed import Observed, observed_in
from brackets.selectors.queue import next_to_call
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.services.fixtures import (
    fixture_assign,
    fixture_call,
    fixture_clear,
    fixture_record,
    fixture_report,
    fixture_restore,
    fixture_start,
)
from brackets.services.hours import day_plan_keep, frozen_set, hours_announce, round_hour_set
from brackets.services.tables import table_pause
from tests.brackets.services.test_defeats import LEAGUE, TWO_DEFEATS
from tests.brackets.services.test_formats import Night
from tests.factories.brackets import NOW, TableFactory, director_of, published_stage
from tests.factories.insider import insider

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def hours(stage: Stage, minutes: float = 0, *, more: int = 0) -> HoursOfDay:
    championship = stage.championship
    return hours_of(course_of(championship), championship, now=NOW + minutes * MINUTE, more_tables=more)


def call(stage: Stage, number: int, table: int, minutes: float = 0) -> Fixture:
    who = {"user": director_of(stage.championship), "now": NOW + minutes * MINUTE}
    there = stage.championship.tables.get(number=table)
    return fixture_call(
        fixture=fixture_assign(fixture=stage.fixtures.get(number=number), table=there, juez=None, **who), **who
    )


def play(stage: Stage, number: int, table: int, begin: float, end: float) -> None:
    fixture = call(stage, number, table, begin)
    fixture_start(fixture=fixture, now=NOW + begin * MINUTE)
    report(fixture, end)


def report(fixture: Fixture, minutes: float) -> None:
    fixture_report(
        fixture=fixture, winner="A", how="played", chicas=[[40, 20], [40, 20]], zapateria=False, final=True,
        user=director_of(fixture.stage.championship), now=NOW + minutes * MINUTE,
    )  # fmt: skip


def test_every_mesa_and_every_pareja_has_an_hour_with_its_range() -> None:
    stage = published_stage(8, tables=2, jueces=2)
    day = hours(stage)

    assert sorted(each.fixture.number or 0 for each in day.mesas) == [1, 2, 3, 4, 5, 6, 7]
    theirs = {key for each in day.mesas for key in (each.fixture.pareja_a_id, each.fixture.pareja_b_id) if key}
    assert theirs == set(stage.championship.parejas.values_list("pk", flat=True))
    assert all(NOW <= each.start.low <= each.start.middle <= each.start.high for each in day.mesas)
    final = day.by_fixture[stage.fixtures.get(number=7).pk]
    assert day.mesas[-1] is final
    assert day.end == final.end
    assert final.start.middle > NOW + 2 * Durations(PRIOR).median * MINUTE


def test_a_quick_day_moves_the_hours_forward() -> None:
    stage = published_stage(32, tables=4, jueces=4)
    first = hours(stage, 1)
    for number in range(1, 13):
        play(stage, number, 1, number / 100, 1 + 10)

    quick = hours(stage, 12)
    assert quick.observed == 12
    assert quick.minutes.median < first.minutes.median
    assert first.end
    assert quick.end
    assert quick.end.middle < first.end.middle


def test_a_mesa_lasts_from_when_it_began_and_not_from_when_it_was_called() -> None:
    stage = published_stage(8, tables=4, jueces=4)
    for number in (1, 2, 3, 4):
        fixture = call(stage, number, number, 0)
        fixture_start(fixture=fixture, now=NOW + 20 * MINUTE)
        report(fixture, 50)

    observed = observed_in(
        course_of(stage.championship).in_order_of_play, NOW + 51 * MINUTE, stage.championship.play_days
    )
    assert observed.by_stage == {stage.pk: [30.0] * 4}
    assert observed.gathering == 10
    assert Observed(list(observed.fixtures) * 3).gathering == 20
    assert hours(stage, 51).minutes.median < Durations(PRIOR).median


def test_one_that_nobody_said_to_begin_is_counted_from_the_usual_time_after_its_call() -> None:
    stage = published_stage(8, tables=4, jueces=4)
    fixture = call(stage, 1, 1, 0)
    fixture_record(
        fixture=fixture, winner="A", how="played", chicas=[[40, 20], [40, 20]], zapateria=False, reason="",
        user=director_of(stage.championship), now=NOW + 50 * MINUTE,
    )  # fmt: skip

    assert observed_in([stage.fixtures.get(number=1)], NOW, stage.championship.play_days).by_stage == {stage.pk: [40.0]}


def test_one_that_is_played_again_counts_once_it_has_been_and_from_its_own_beginning() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    play(stage, 1, 1, 0, 45)
    fixture, who = stage.fixtures.get(number=1), {"user": director_of(stage.championship)}
    fixture_clear(fixture=fixture, reason="Se repite", replayed=True, now=NOW + 60 * MINUTE, **who)

    day = hours(stage, 61)
    assert day.observed == 0
    assert day.by_fixture[fixture.pk].start.low >= NOW + 61 * MINUTE

    play(stage, 1, 1, 70, 95)
    assert observed_in([stage.fixtures.get(number=1)], NOW, stage.championship.play_days).by_stage == {stage.pk: [25.0]}


def test_a_result_that_is_given_back_has_its_beginning_again() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    play(stage, 1, 1, 0, 45)
    fixture, who = stage.fixtures.get(number=1), {"user": director_of(stage.championship), "now": NOW + 60 * MINUTE}
    fixture_clear(fixture=fixture, reason="Era otra", **who)
    assert stage.fixtures.get(number=1).started_at is None
    fixture_restore(fixture=fixture, **who)

    assert stage.fixtures.get(number=1).started_at == NOW


def test_a_second_final_counts_as_often_as_it_is_played() -> None:
    night = Night.published(4, replace(TWO_DEFEATS, entry=(Everybody(),)))
    TableFactory(championship=night.championship, number=1)
    day = hours(night.stage(1))
    *_, final, second = sorted(day.mesas, key=lambda each: each.fixture.round)

    assert (final.certain, second.certain) == (True, False)
    assert second.start.low > final.start.low
    assert final.end.low < day.end.low < second.end.low  # type: ignore[union-attr]


def test_what_somebody_passes_for_want_of_a_rival_has_no_hour_and_what_follows_waits_for_who_passes() -> None:
    stage = published_stage(8, tables=8)
    play(stage, 1, 1, 0, 40)
    fixture = stage.fixtures.get(number=1)
    pareja_leave(pareja=fixture.winner, reason="Lesión", user=director_of(stage.championship), now=NOW + 41 * MINUTE)

    told = {each.fixture.number: each for each in hours(stage, 45).mesas}

    assert set(told) == {2, 3, 4, 6, 7}
    assert told[7].start.middle >= max(told[2].end.middle, told[6].end.middle)


def test_what_is_not_drawn_or_paired_yet_is_named() -> None:
    night = Night.published(4, LEAGUE, TWO_DEFEATS)

    assert hours(night.stage(1)).unknown == ("«Llave», sin sortear",)
    assert hours(published_stage(4, tables=1)).unknown == ()


def test_two_more_tables_end_it_earlier() -> None:
    stage = published_stage(16, tables=2, jueces=2)
    few, many = hours(stage), hours(stage, more=2)

    assert few.end
    assert many.end
    assert (few.tables, many.tables) == (2, 4)
    assert many.end.middle < few.end.middle


def test_a_table_that_is_paused_or_gone_is_not_counted() -> None:
    stage = published_stage(8, tables=3, jueces=3)
    tables = list(stage.championship.tables.all())
    tables[0].paused_since = NOW
    tables[0].save()
    tables[1].available_until = NOW
    tables[1].save()

    assert hours(stage, 1).tables == 1


def test_a_table_whose_pause_has_an_end_is_counted_from_then_on() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    back = NOW + 200 * MINUTE
    table = stage.championship.tables.get(number=2)
    table_pause(table=table, paused=True, until=back, by=director_of(stage.championship), now=NOW)

    day = hours(stage, 1)
    assert day.tables == 2
    assert all(each.start.low >= back for each in day.mesas if each.table == 2)
    assert hours(stage, 201).tables == 2

    table_pause(table=table, paused=True, by=director_of(stage.championship), now=NOW)
    assert hours(stage, 1).tables == 1


def test_the_next_mesa_of_a_table_keeps_its_place_and_the_others_float() -> None:
    stage = published_stage(8, tables=2, jueces=2)
    who = {"user": director_of(stage.championship), "now": NOW}
    call(stage, 1, 1)
    for number in (2, 3):
        table = stage.championship.tables.get(number=1)
        fixture_assign(fixture=stage.fixtures.get(number=number), table=table, juez=None, **who)

    frozen = {each.fixture.number: each.table for each in hours(stage).mesas if each.frozen}
    assert frozen == {1: 1, 2: 1}

    frozen_set(championship=stage.championship, mesas=2, **who)
    stage.championship.refresh_from_db()
    assert {each.fixture.number for each in hours(stage).mesas if each.frozen} == {1, 2, 3}


def test_early_and_late_are_told_against_the_plan_that_was_kept() -> None:
    stage = published_stage(8, tables=2, jueces=2)
    assert hours(stage).late is None
    day_plan_keep(championship=stage.championship, user=director_of(stage.championship), now=NOW)

    assert hours(stage).late_told == "a la hora"
    assert hours(stage, 12).late_told == "12 min tarde"


def test_a_round_begins_no_earlier_than_its_planned_hour() -> None:
    stage = published_stage(8, tables=4, jueces=4)
    who = {"user": director_of(stage.championship), "now": NOW}
    later = NOW + 300 * MINUTE
    assert round_hour_set(stage=stage, round=2, typed=localtime(later).time(), **who) == later

    second = [each for each in hours(stage).mesas if each.fixture.round == 2]
    assert {each.start.low for each in second} == {later}
    assert {each.planned for each in second} == {later}
    with pytest.raises(BracketError, match="Esa ronda"):
        round_hour_set(stage=stage, round=9, typed=None, **who)


def test_the_frozen_are_told_once_and_keep_their_hour() -> None:
    stage = published_stage(8, tables=2, jueces=2)
    who = {"user": director_of(stage.championship), "now": NOW}
    call(stage, 1, 1)
    fixture = stage.fixtures.get(number=2)
    fixture_assign(fixture=fixture, table=stage.championship.tables.get(number=1), juez=None, **who)
    with insider(Notice):
        Notice.objects.all().delete()

    told = hours_announce(championship=stage.championship, **who)
    assert hours_announce(championship=stage.championship, **who) == ()

    assert [each.number for each in told] == [2]
    assert {notice.pareja_id for notice in Notice.objects.all()} == {fixture.pareja_a_id, fixture.pareja_b_id}
    announced = hours(stage).by_fixture[fixture.pk].announced
    assert announced
    assert hours(stage, 1).by_fixture[fixture.pk].start.low >= announced


def test_who_waits_longest_is_called_first() -> None:
    stage = published_stage(8, tables=4, jueces=4)
    for number, end in ((3, 20), (4, 21), (1, 30), (2, 31)):
        play(stage, number, number, number / 100, end)

    fixtures = course_of(stage.championship).in_order_of_play
    assert [each.number for each in next_to_call(fixtures)] == [6, 5]


def test_the_number_of_queries_does_not_grow() -> None:
    counts = []
    for parejas, tables in ((4, 1), (16, 5)):
        stage = published_stage(parejas, tables=tables, jueces=tables)
        championship = stage.championship
        course = course_of(championship)
        with CaptureQueriesContext(connection) as queries:
            hours_of(course, championship, now=NOW)
        counts.append(len(queries))

    assert counts == [4, 4]
