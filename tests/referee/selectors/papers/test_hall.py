"""Who is called on which day and at what hour: what was planned and what can be expected, never the hour of printing."""

from datetime import date, datetime, timedelta

import pytest
from django.utils.timezone import localtime

from brackets.draw.formats import Series
from brackets.models import Championship, Fixture, Stage
from brackets.services.departures import pareja_leave
from brackets.services.hours import round_hour_set
from referee.selectors.papers.hall import callup_papers, day_papers, juez_papers, table_papers
from referee.selectors.papers.people import check_in_papers
from referee.selectors.papers.values import Asked, Paper, Where
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, director_of, published_stage
from tests.referee.printing.papers.worlds import long_names
from tests.referee.selectors.papers.told import BASE, decided, words

pytestmark = pytest.mark.django_db

EVE = NOW - timedelta(days=1)
FIRST, SECOND = "sábado 28 de noviembre de 2026", "domingo 29 de noviembre de 2026"
UNTOLD = "Sin hora todavía"


def asked_at(now: datetime, championship: Championship, **where: object) -> Asked:
    return Asked(championship, now, BASE, Where(**where))  # type: ignore[arg-type]


def planned(stage: Stage, round_: int, at: datetime) -> None:
    round_hour_set(stage=stage, round=round_, typed=localtime(at).time(), user=director_of(stage.championship), now=at)
    stage.refresh_from_db()


def hours(paper: Paper, number: int = 0) -> list[str]:
    table = paper.tables[number]
    return [row[[column.head for column in table.columns].index("Hora")] for row in table.rows]


def test_before_the_first_day_nothing_is_estimated_from_the_hour_of_printing() -> None:
    stage = published_stage(8, tables=2)

    (paper,) = callup_papers(asked_at(EVE, stage.championship, round=1))

    text = words([paper])
    assert hours(paper) == hours(paper, 1)[:4] == [UNTOLD] * 4
    assert {row[1] for row in paper.tables[0].rows} == {"—"}
    assert "27 de noviembre" not in text
    assert "≈" not in text
    assert "Sin día todavía" in paper.subtitle


def test_the_day_is_that_of_the_hour_planned_for_the_round() -> None:
    stage = published_stage(8, tables=2)
    planned(stage, 1, NOW + timedelta(hours=4))

    (paper,) = callup_papers(asked_at(EVE, stage.championship, round=1))

    assert FIRST in paper.subtitle
    assert hours(paper)[:2] == ["≈ 18:00"] * 2
    assert hours(paper)[2] > "≈ 18:00"  # it waits for a table


def test_what_rests_on_no_planned_hour_has_none_the_evening_before() -> None:
    """Who has a bye meets nobody of the first round: from now on they could sit down at any time."""
    stage = published_stage(5, tables=2)
    planned(stage, 1, NOW + timedelta(hours=4))
    second = stage.fixtures.get(round=2, status=Fixture.Status.READY)

    (paper,) = callup_papers(asked_at(EVE, stage.championship))

    told = {row[5]: row[0] for table in paper.tables[:2] for row in table.rows}
    assert told[str(second.number)] == UNTOLD


def test_each_day_has_its_own_table_and_who_looks_by_number_reads_the_day() -> None:
    stage = published_stage(5, tables=2)
    planned(stage, 1, NOW + timedelta(hours=4))
    planned(stage, 2, NOW + timedelta(hours=26))

    (paper,) = callup_papers(asked_at(EVE, stage.championship))

    first, second, by_number = paper.tables
    assert [first.title, second.title] == [FIRST.capitalize(), SECOND.capitalize()]
    assert [column.head for column in by_number.columns][2:4] == ["Día", "Hora"]
    assert {row[2] for row in by_number.rows} == {"28/11", "29/11"}
    assert "noviembre" not in paper.subtitle


def test_a_championship_of_one_day_has_its_day_before_its_hours() -> None:
    championship = ChampionshipFactory(ends_on=date(2026, 11, 28))
    published_stage(4, tables=1, championship=championship)

    (paper,) = callup_papers(asked_at(EVE, championship))
    (of_day,) = callup_papers(asked_at(EVE, championship, day=date(2026, 11, 28)))

    assert FIRST in paper.subtitle
    assert hours(paper) == hours(of_day) == [UNTOLD] * 2


def test_a_day_without_hours_says_what_to_do() -> None:
    stage = published_stage(4, tables=1)

    (paper,) = callup_papers(asked_at(EVE, stage.championship, day=date(2026, 11, 29)))

    assert paper.tables == []
    assert "fije la hora de sus rondas en «Horas»" in words([paper])


def test_an_hour_planned_before_the_first_day_is_no_hour() -> None:
    stage = published_stage(4, tables=1)
    planned(stage, 1, EVE + timedelta(hours=1))

    (paper,) = callup_papers(asked_at(EVE, stage.championship))

    assert hours(paper) == [UNTOLD] * 2


def test_of_a_night_that_is_over_nothing_is_estimated_into_the_morning() -> None:
    """At eleven at night some are left for another day: nobody plays at six."""
    stage = published_stage(64, tables=1)
    late = NOW + timedelta(hours=9)

    (paper,) = callup_papers(asked_at(late, stage.championship, round=1))

    told = [table for table in paper.tables if table.title]
    assert [table.title for table in told] == [FIRST.capitalize(), "Sin día todavía"]
    assert all(row[0].startswith("≈") for row in told[0].rows)
    assert {row[0] for row in told[1].rows} == {UNTOLD}


def test_before_the_hour_of_the_evening_nothing_is_expected_that_day() -> None:
    stage = published_stage(4, tables=2)
    planned(stage, 1, NOW + timedelta(hours=4))

    (paper,) = callup_papers(asked_at(NOW, stage.championship))

    assert set(hours(paper)) == {"≈ 18:00"}


def test_the_schedule_of_a_day_has_none_of_the_hours_of_printing() -> None:
    stage = published_stage(4, tables=2)

    (paper,) = day_papers(asked_at(EVE, stage.championship))

    assert paper.subtitle == "Sin día todavía"
    assert set(hours(paper)) == {UNTOLD}


def test_the_schedules_of_a_table_and_of_a_juez_say_the_day() -> None:
    stage = published_stage(4, tables=1)
    juez = RoleFactory(championship=stage.championship).user
    one, two = stage.fixtures.filter(status=Fixture.Status.READY)
    Fixture.objects.filter(stage=stage).update(table=stage.championship.tables.get(), juez=juez)
    decided(one, [[40, 22], [40, 22]], zapateria=False)
    later = NOW + timedelta(days=1)
    Fixture.objects.filter(pk=two.pk).update(status=Fixture.Status.CALLED, called_at=later)

    for make in (table_papers, juez_papers):
        (both,) = make(asked_at(later, stage.championship))
        (single,) = make(asked_at(later, stage.championship, day=date(2026, 11, 29)))

        head = [column.head for column in both.tables[0].columns]
        days = [row[head.index("Día")] for row in both.tables[0].rows]
        assert days[:2] == ["28/11", "29/11"], make
        assert SECOND in single.subtitle, make
        assert "Día" not in {column.head for column in single.tables[0].columns}


def test_of_what_nobody_saw_begin_the_schedule_says_until_when() -> None:
    stage = published_stage(4, tables=1)
    one, two = stage.fixtures.filter(status=Fixture.Status.READY)
    decided(one, [[40, 22], [40, 22]], zapateria=False)
    decided(two, [[40, 22], [40, 22]], minutes=9, zapateria=False)
    Fixture.objects.filter(pk=two.pk).update(started_at=NOW - timedelta(minutes=30))

    (paper,) = day_papers(asked_at(NOW + timedelta(hours=1), stage.championship, day=date(2026, 11, 28)))

    assert hours(paper)[:2] == ["13:30", "hasta las 14:00"]
    assert "«hasta las»: a esa hora terminó; cuándo empezó no se anotó." in words([paper])


def test_what_nobody_plays_is_on_no_schedule() -> None:
    championship = long_names(4, format_=Series(size=4))
    pareja_leave(pareja=championship.parejas.get(number=1), user=director_of(championship), now=NOW, reason="Se fue")
    unplayed = championship.stages.get().fixtures.filter(how=Fixture.How.PASS, number__isnull=False)
    assert unplayed.count() == 3
    unplayed.update(table=championship.tables.first())

    both = [*day_papers(asked_at(NOW, championship)), *table_papers(asked_at(NOW, championship))]

    told = words(both)
    assert "Nadie" not in told
    assert "Sin rival" not in told
    assert len(hours(both[0])) + len(hours(both[1])) >= 3


def test_the_check_in_list_is_never_for_a_day_before_the_first() -> None:
    championship = published_stage(4).championship

    (before,) = check_in_papers(asked_at(EVE, championship))
    (there,) = check_in_papers(asked_at(NOW + timedelta(days=1), championship))

    assert before.subtitle == FIRST
    assert there.subtitle == SECOND
