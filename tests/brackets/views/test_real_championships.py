"""Championships as they were really played, built by the Director on the pages: planned, drawn, published, to the champion."""

from collections import Counter
from itertools import pairwise

import pytest

from brackets.models import Championship, Fixture, Stage
from brackets.selectors.planning import plan_digest, plans_of
from brackets.selectors.stages import stages_of
from tests.brackets.services.test_formats import Night
from tests.brackets.views.conftest import Sits, draw_on_the_page, seen_by, url
from tests.factories.brackets import ParejaFactory

pytestmark = pytest.mark.django_db


class Desk:
    """The Director in front of the pages; results arrive from the mesas."""

    def __init__(self, sits_at: Sits, parejas: int, *, clubs: int = 0) -> None:
        self.night = Night(parejas, clubs=clubs)
        self.championship: Championship = self.night.championship
        self.client = sits_at(self.championship)

    def post(self, page: str, **values: object) -> None:
        answer = self.client.post(url(page, self.championship), values, follow=True)
        assert answer.status_code == 200
        refused = [str(told) for told in answer.context["messages"] if told.level_tag == "error"]
        assert not refused, refused

    def choose(self, template: str) -> list[str]:
        """Pick a template; the names of the stages there are then."""
        shown = plan_digest(plans_of(stages_of(self.championship)))
        self.post("stages_choose", plantilla=template, parejas=self.championship.parejas.count(), etapas=shown)
        return list(self.championship.stages.values_list("name", flat=True))

    def draw(self, number: int, **protections: str) -> Stage:
        """Draw, look at the check, publish."""
        draw_on_the_page(self.client, self.championship, f"público {number}", number, apart="on", **protections)
        drawn = self.night.stage(number)
        assert drawn.status == Stage.Status.DRAWN
        self.post("draw_publish", **seen_by(self.championship, number))
        stage = self.night.stage(number)
        assert stage.status == Stage.Status.PUBLISHED
        return stage

    def champion(self) -> str:
        """As the public sees it."""
        body = self.client.get(url("championship", self.championship)).content.decode()
        return body.partition('champion__name">')[2].partition("<")[0].strip()


def series_of(stage: Stage) -> Counter[int]:
    """How many series of which size, by who meets whom in its first stage."""
    rivals: dict[int, set[int]] = {}
    for a, b in stage.fixtures.values_list("pareja_a__number", "pareja_b__number"):
        rivals.setdefault(a, {a}).add(b)
        rivals.setdefault(b, {b}).add(a)
    return Counter(len(series) for series in {frozenset(each) for each in rivals.values()})


def clubs_meeting(fixtures: list[Fixture]) -> int:
    both = [(fixture.pareja_a, fixture.pareja_b) for fixture in fixtures]
    return sum(a is not None and b is not None and a.club == b.club for a, b in both)


@pytest.mark.long
def test_the_mundial_of_2025(sits_at: Sits) -> None:
    desk = Desk(sits_at, 96)

    desk.choose("mundial")
    first = desk.draw(1)
    assert series_of(first) == {4: 24}
    desk.night.play(1)
    second = desk.draw(2)
    assert len(second.entrants) == 36
    assert series_of(second) == {4: 9}
    desk.night.play(2)
    last = desk.draw(3)
    assert len(last.entrants) == 12  # nine winners and three by repechaje
    desk.night.play(3)

    assert desk.champion().startswith("1 ·")  # the smaller number wins here
    assert Fixture.objects.filter(stage__championship=desk.championship, number__isnull=False).count() == 144 + 54 + 12


@pytest.mark.long
def test_the_sixty_nine_of_2022(sits_at: Sits) -> None:
    desk = Desk(sits_at, 69)

    desk.choose("series-final")
    assert series_of(desk.draw(1)) == {4: 15, 3: 3}
    desk.night.play(1)
    desk.draw(2)
    desk.night.play(2)

    assert desk.champion().startswith("1 ·")


@pytest.mark.long
def test_hundreds_with_their_clubs_apart_in_the_first_round(sits_at: Sits) -> None:
    desk = Desk(sits_at, 200, clubs=25)

    desk.choose("relampago")
    stage = desk.draw(1, club="1!")

    first = list(stage.fixtures.filter(round=1).select_related("pareja_a", "pareja_b"))
    assert len(first) == 128
    assert clubs_meeting(first) == 0
    assert sorted(number for number in stage.slots if number) == list(range(1, 201))


@pytest.mark.long
def test_salinas_plays_series_of_which_two_go_on_until_two_are_left(sits_at: Sits) -> None:
    desk = Desk(sits_at, 24, clubs=6)

    names = desk.choose("salinas")
    entered = []
    for number in range(1, len(names) + 1):
        stage = desk.draw(number)
        entered.append(len(stage.entrants))
        if number == 1:
            assert clubs_meeting(list(stage.fixtures.select_related("pareja_a", "pareja_b"))) == 0
        desk.night.play(number)

    assert entered[0] == 24
    assert all(later == 2 * -(-before // 4) for before, later in pairwise(entered) if before > 5)
    assert entered[-1] == 2
    assert desk.champion().startswith("1 ·")


def test_riobamba_gives_a_second_chance_but_not_to_the_defeated_who_lose_as_zapateros(sits_at: Sits) -> None:
    desk = Desk(sits_at, 16)
    desk.choose("riobamba")
    stage = desk.draw(1)
    opening = list(stage.fixtures.filter(status="ready").order_by("number"))
    for fixture in opening:
        desk.night.record(fixture, "A")  # eight have one defeat
    second = stage.fixtures.filter(status="ready", pareja_a__in=[each.pareja_b for each in opening]).first()
    assert second is not None

    desk.night.record(second, "A", chicas=[[40, 6]], zapateria=True)
    out = second.pareja_b
    assert not stage.fixtures.filter(status__in=("ready", "waiting"), pareja_a=out).exists()
    assert not stage.fixtures.filter(status__in=("ready", "waiting"), pareja_b=out).exists()
    desk.night.play(1)

    losses = Counter(
        side
        for fixture in stage.fixtures.filter(how="played")
        for side in (fixture.pareja_a_id, fixture.pareja_b_id)
        if side != fixture.winner_id
    )
    assert max(losses.values()) == 2
    assert desk.champion()


def test_a_late_inscription_makes_a_draft_old_and_nothing_is_published(sits_at: Sits) -> None:
    desk = Desk(sits_at, 8)
    desk.choose("relampago")
    draw_on_the_page(desk.client, desk.championship, "uno")
    ParejaFactory(championship=desk.championship, number=9)

    answer = desk.client.post(url("draw_publish", desk.championship), seen_by(desk.championship), follow=True)

    assert "Vuelva a sortear" in answer.content.decode()
    assert desk.night.stage(1).status == Stage.Status.DRAWN
