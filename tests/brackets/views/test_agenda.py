"""The schedule, the results day by day, and what may be said of an hour."""

import re
from collections.abc import Mapping
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from brackets.models import DayPlan, Fixture
from brackets.selectors.callups import hour
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record
from tests.brackets.services.test_formats import SERIES, Night
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW, TableFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now() -> object:
    with time_machine.travel(NOW, tick=False):
        yield


def announce(minutes: Mapping[Fixture, int]) -> None:
    """The day's plan with these hours, in minutes from now."""
    championship = next(iter(minutes)).stage.championship
    DayPlan.objects.create(
        championship=championship, day=championship.play_days.of(NOW), kept_at=NOW, by=director_of(championship),
        announced={
            str(fixture.pk): {"hour": (NOW + timedelta(minutes=ahead)).isoformat(), "table": 1}
            for fixture, ahead in minutes.items()
        },
    )  # fmt: skip


def win(fixture: Fixture) -> None:
    fixture_record(
        fixture=fixture, how="played", winner="A", chicas=[[40, 22], [40, 8]], zapateria=False,
        user=director_of(fixture.stage.championship), now=NOW, reason="",
    )  # fmt: skip


def call(fixture: Fixture) -> None:
    director = director_of(fixture.stage.championship)
    table = TableFactory(championship=fixture.stage.championship, number=1)
    fixture = fixture_assign(fixture=fixture, table=table, juez=None, user=director, now=NOW)
    fixture_call(fixture=fixture, user=director, now=NOW)


def test_before_the_day_only_what_was_announced_has_an_hour(client: Client) -> None:
    stage = published_stage(8)
    announce({stage.fixtures.get(number=2): 90})

    shown = client.get(url("schedule", stage.championship)).context

    assert [(slot.card.fixture.number, slot.known.firm) for slot in shown["rows"]] == [(2, True)]
    assert {card.fixture.number for card in shown["without"]} == {1, 3, 4, 5, 6, 7}


def test_while_it_is_played_the_next_ones_are_estimated_and_say_so(client: Client) -> None:
    stage = published_stage(4)
    call(stage.fixtures.get(number=1))

    answer = client.get(url("schedule", stage.championship))

    estimated = [slot for slot in answer.context["rows"] if slot.card.fixture.number == 2]
    assert [slot.known.firm for slot in estimated] == [False]
    assert "hacia las" in answer.content.decode()


def test_an_announced_hour_that_cannot_be_kept_is_not_told_as_if_it_could(client: Client) -> None:
    stage = published_stage(4)
    call(stage.fixtures.get(number=1))
    announce({stage.fixtures.get(number=2): 1})

    page = client.get(url("schedule", stage.championship)).content.decode()

    assert "(estaba para las 14:01)" in page


def test_it_can_be_narrowed_to_one_pareja(client: Client) -> None:
    stage = published_stage(8)
    fixture = stage.fixtures.get(number=3)
    for number in (1, 2, 3, 4):
        win(stage.fixtures.get(number=number))

    shown = client.get(url("schedule", stage.championship), {"pareja": fixture.pareja_b.number}).context

    assert [slot.card.fixture.number for slot in shown["rows"]] == [3]


def test_results_stand_under_their_day(client: Client) -> None:
    stage = published_stage(4)
    win(stage.fixtures.get(number=1))
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        fixture_record(
            fixture=stage.fixtures.get(number=2), how="played", winner="A", chicas=[[40, 2]], zapateria=True,
            user=director_of(stage.championship), now=timezone.now(), reason="",
        )  # fmt: skip

    def numbers(**asked: str) -> list[int]:
        context = client.get(url("results", stage.championship), asked).context
        return [card.fixture.number for card in context["cards"]]

    assert numbers() == [2]
    assert numbers(dia="2026-11-28") == [1]


def test_an_hour_at_which_nobody_saw_it_begin_is_told_as_its_end(client: Client) -> None:
    """A result typed without a call has no hour but that of its end, which is not told as an announced one."""
    stage = published_stage(8)
    call(stage.fixtures.get(number=1))
    win(stage.fixtures.get(number=2))
    first, second = stage.fixtures.get(number=1), stage.fixtures.get(number=2)

    schedule = client.get(url("schedule", stage.championship))
    pareja = client.get(reverse("referee:pareja", args=[stage.championship.slug, second.pareja_a.number])).text
    calendar = reverse("referee:pareja_calendar", args=[stage.championship.slug, second.pareja_a.number])

    told = f"hasta las {hour(NOW)}"
    text = " ".join(re.sub("<[^>]*>", "", schedule.text).split())
    assert text.count(told) == 1
    ended = {slot.card.fixture: slot.ended for slot in schedule.context["rows"]}
    assert (ended[first], ended[second]) == (False, True)
    assert told in pareja
    assert f"partida {second.number}" not in client.get(calendar).text


def test_a_long_day_comes_in_pages(client: Client) -> None:
    stage = published_stage(256)
    Fixture.objects.filter(stage=stage, round=1).update(status="final", how="walkover", decided_at=NOW)

    page = client.get(url("results", stage.championship), {"parte": "3"})

    assert len(page.context["cards"]) == 128 - 2 * 60
    assert "parte=2" in page.content.decode()


@pytest.mark.parametrize("parejas", [10, 150])
def test_queries_are_the_same_for_ten_and_for_many(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, parejas: int
) -> None:
    stage = published_stage(parejas)
    first = stage.fixtures.filter(round=1, status="ready").order_by("number")
    call(first[1])
    win(first[0])

    for name, queries in (("schedule", 13), ("results", 8), ("palmares", 8), ("standings", 6)):
        cache.clear()
        with django_assert_num_queries(queries):
            client.get(url(name, stage.championship))


@pytest.mark.parametrize(
    ("how", "winner", "told"),
    [("walkover", "A", "W.O.: la rival no se presentó"), ("double-no-show", None, "No se presentó ninguna de las dos")],
)
def test_a_partida_that_somebody_did_not_come_to_says_so_beside_its_hour(
    client: Client, how: str, winner: str | None, told: str
) -> None:
    fixture = published_stage(4).fixtures.filter(status="ready").first()
    assert fixture is not None
    absent = {"how": how, "winner": winner, "chicas": [], "zapateria": False, "reason": "No vinieron"}
    fixture_record(fixture=fixture, user=director_of(fixture.stage.championship), now=NOW, **absent)

    assert told in client.get(url("schedule", fixture.stage.championship)).text


def test_who_won_its_last_partida_and_is_out_was_not_put_out_by_it(client: Client) -> None:
    night = Night.published(8, SERIES)
    while ready := night.stage(1).fixtures.filter(status="ready").order_by("-number").first():
        night.record(ready, "A")
    out = [
        each
        for each in client.get(url("parejas_public", night.championship)).context["standing"]
        if each.words == "Eliminada"
    ]
    won = [each for each in out if each.is_out_elsewhere]

    page = client.get(url("parejas_public", night.championship)).text
    for each in out:
        (row,) = [row for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL) if f">{each.pareja.title}</a>" in row]
        assert ("Partida" in row) is (each not in won)
    assert won
