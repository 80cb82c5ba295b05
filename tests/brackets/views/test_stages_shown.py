"""What people see of a championship of several stages, whatever their formats."""

import re
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.qualification import Best, Everybody, FromEach, WinnerOf
from brackets.services.fixtures import fixture_assign, fixture_call
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.brackets.views.conftest import Sits, url
from tests.brackets.views.stage_pages import PAGES, read, stage_of, words_of
from tests.factories.brackets import NOW, TableFactory
from tests.long import short
from tests.test_pages_are_sound import Page

pytestmark = pytest.mark.django_db

FORMATS: dict[str, Format] = {
    "elimination": Elimination(),
    "third place and consolation": Elimination(third_place=True, consolation=True),
    "double elimination": DoubleElimination(),
    "series": Series(size=4),
    "all against all": Series(size=0),
    "swiss": Swiss(rounds=3),
}


def wrong_on(client: Client, night: Night) -> dict[str, object]:
    """What is amiss on the pages of a championship, by page: its status, or what its HTML breaks."""
    answers = {page: client.get(url(page, night.championship)) for page in PAGES}
    found = {
        page: Page(answer.content.decode()).wrong if answer.status_code == 200 else answer.status_code
        for page, answer in answers.items()
    }
    return {page: wrong for page, wrong in found.items() if wrong}


@pytest.mark.parametrize("name", short(FORMATS, "series", "double elimination"))
def test_every_page_shows_every_format_at_every_moment(sits_at: Sits, name: str) -> None:
    form = FORMATS[name]
    night = Night(6, stage_of(form))
    director = sits_at(night.championship)
    chance = Random(5)

    night.draw()
    assert wrong_on(director, night) == {}
    night.publish()
    assert wrong_on(director, night) == {}
    for _ in range(form.rounds if isinstance(form, Swiss) else 1):
        if isinstance(form, Swiss):
            night.pair()
            assert wrong_on(director, night) == {}
        shown = director.get(url("championship", night.championship))
        numbers = set(re.findall(r'id="partida-(\d+)"', shown.content.decode()))
        assert numbers == {str(f.number) for f in night.stage(1).fixtures.filter(number__isnull=False)}
        for number in night.stage(1).fixtures.values_list("round", flat=True).distinct():
            read(director, url("fixtures", night.championship), etapa=1, ronda=number)
        night.play(random=chance)
    assert wrong_on(director, night) == {}

    champions = [number for number, words in words_of(director, night).items() if words == "Campeona"]
    if isinstance(form, Series) and form.size:
        assert champions == []
    else:
        assert champions == [director.get(url("championship", night.championship)).context["champion"].number]


@pytest.mark.long
def test_every_stage_of_several_is_sound(sits_at: Sits) -> None:
    middle = StagePlan(name="Cuartos", format=Series(size=3), entry=(FromEach(1, 2),), criteria=TABLE)
    final = StagePlan(name="Final", format=Elimination(third_place=True), entry=(FromEach(2, 2),), criteria=TABLE)
    night = Night(15, SERIES, middle, final)
    director = sits_at(night.championship)
    for each in (1, 2, 3):
        night.publish(each)
        assert wrong_on(director, night) == {}
        night.play(each)
        assert wrong_on(director, night) == {}


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS.keys())
def test_whoever_has_to_play_is_never_told_that_he_is_out(client: Client, form: Format) -> None:
    night = Night.published(6, stage_of(form))
    if isinstance(form, Swiss):
        night.pair()
    chance = Random(8)
    for _ in range(30):
        words = words_of(client, night)
        ready = list(night.stage(1).fixtures.filter(status="ready").select_related("pareja_a", "pareja_b"))
        assert {words[side.number] for each in ready for side in (each.pareja_a, each.pareja_b)} <= {"Sigue en juego"}
        if not ready:
            break
        night.record(chance.choice(ready), chance.choice("AB"))


def test_rounds_are_called_by_the_part_of_the_stage_they_belong_to(sits_at: Sits) -> None:
    night = Night.published(8, stage_of(DoubleElimination(), "Dos derrotas"))
    director = sits_at(night.championship)

    names = [each.name for each in director.get(url("fixtures", night.championship)).context["run"].rounds]
    titles = [section.title for section in director.get(url("championship", night.championship)).context["sections"]]
    lost = night.stage(1).fixtures.filter(round=2).order_by("-position").first()

    assert names[:2] == ["Ganadores, cuartos de final", "Ganadores, semifinal · Segunda oportunidad, ronda 1"]
    assert titles == ["Ganadores", "Segunda oportunidad", "Final"]
    assert "← Dos derrotas: segunda oportunidad, ronda 1" in read(director, url("fixture", night.championship, lost.pk))


def test_a_partida_that_nobody_will_play_is_not_offered_as_one(client: Client) -> None:
    """Beside a bye of the winners' bracket the losers' bracket has places that are decided without playing."""
    night = Night.published(11, stage_of(DoubleElimination()))

    page = client.get(url("championship", night.championship)).content.decode()

    assert "Partida None" not in page
    assert re.search(r'Perdedor de la \d+</span><span class="bye__why">pasa libre', page)


def test_who_waits_for_a_place_is_told_where_it_comes_from(client: Client) -> None:
    night = Night.published(4, stage_of(Elimination(third_place=True)))

    sections = client.get(url("championship", night.championship)).context["sections"]

    third = next(section for section in sections if section.title == "Tercer puesto")
    assert [side.text for side in third.heats[0].cards[0].sides] == ["Perdedor de la 1", "Perdedor de la 2"]


def test_the_champion_is_that_of_the_last_stage(client: Client) -> None:
    night = Night.played(8, SERIES, FINAL)
    assert client.get(url("championship", night.championship)).context["champion"] is None
    night.publish(2)
    assert set(words_of(client, night).values()) == {"Sigue en juego", "Eliminada"}
    night.play(2)

    answer = client.get(url("championship", night.championship))

    final = night.stage(2).fixtures.get()
    assert answer.context["champion"] == final.winner
    told = words_of(client, night)
    assert told[final.winner.number] == "Campeona"
    assert list(told.values()).count("2.º puesto") == 1
    assert list(told.values()).count("Eliminada") == 6


def test_the_current_stage_is_shown_and_any_other_by_asking(client: Client) -> None:
    night = Night.in_second(8, SERIES, FINAL)
    address = url("championship", night.championship)

    assert client.get(address).context["run"].stage.name == "Final"
    assert client.get(address, {"etapa": "1"}).context["run"].stage.name == "Series"
    assert client.get(address, {"etapa": "7"}).context["run"].stage.name == "Final"


def test_of_very_many_series_a_part_is_shown_at_a_time(client: Client) -> None:
    pairs = StagePlan(name="Series", format=Series(size=2), entry=(Everybody(),), criteria=TABLE)
    night = Night.published(50, pairs)
    standings, public = url("standings", night.championship), url("championship", night.championship)

    first, second = (client.get(standings, {"parte": part}).context for part in (1, 2))
    everybody = client.get(standings, {"todas": ""}).context

    assert [table.title for table in second["tables"]] == ["Serie 25"]
    assert (len(first["tables"]), first["compared"], everybody["tables"]) == (24, None, ())
    assert len(everybody["compared"].lines) == 50
    shown = client.get(public, {"parte": 2}).context["sections"]
    assert [(section.title, section.table.title) for section in shown] == [("Serie 25", "Serie 25")]
    assert len(client.get(public).context["sections"]) == 24


def night_of_stages(parejas: int, stages: int) -> Night:
    """The last of them published, those before it played."""
    middle = StagePlan(name="Cuartos", format=Series(size=3), entry=(FromEach(1, 2),), criteria=TABLE)
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(2),), criteria=TABLE)
    night = Night(parejas, *(SERIES, middle, final)[:stages])
    for number in range(1, stages + 1):
        night.publish(number)
        if number < stages:
            night.play(number)
    return night


COUNT = {"championship": 16, "standings": 9, "standings_desk": 8, "parejas_public": 9, "fixtures": 12, "panel": 12}


OF_THE_DAY = 4
"""What was decided today is told on the public page besides."""


@pytest.mark.parametrize(("parejas", "stages"), [(8, 1), (12, 3), (18, 3)])
def test_its_queries_grow_neither_with_the_stages_nor_with_the_parejas(
    sits_at: Sits, django_assert_num_queries: DjangoAssertNumQueries, parejas: int, stages: int
) -> None:
    night = night_of_stages(parejas, stages)
    director = sits_at(night.championship)

    def counted(page: str, number: int) -> None:
        director.get(url(page, night.championship))
        with django_assert_num_queries(number):
            director.get(url(page, night.championship))

    with time_machine.travel(NOW + timedelta(days=2), tick=False):  # nothing was decided today
        for page in PAGES:
            counted(page, COUNT[page])
    if stages > 1:
        with time_machine.travel(NOW, tick=False):
            counted("championship", COUNT["championship"] + OF_THE_DAY)


def test_nobody_is_called_a_pareja_where_single_players_meet(sits_at: Sits) -> None:
    entry = (FromEach(1), Best(1, 1, place=2), Best(1, 1))
    double = StagePlan(name="Dos derrotas", format=DoubleElimination(), entry=entry, criteria=TABLE)
    last = StagePlan(name="Final", format=Elimination(), entry=(WinnerOf(2), WinnerOf(2, "perdedores")), criteria=TABLE)
    night = Night(8, SERIES, double, last, players=1)
    director = sits_at(night.championship)
    found = []
    for number in (1, 2, 3):
        night.publish(number)
        pages = [read(director, url(page, night.championship)) for page in PAGES]
        night.play(number)
        pages += [read(director, url(page, night.championship)) for page in PAGES]
        found += [word for page in pages for word in re.findall(r".{20}pareja.{20}", page, re.IGNORECASE)]
        if number == 1:
            assert any("Primero de la serie 1 de «Series»." in page for page in pages)
            assert any("1.º mejor de los segundos de «Series»" in page for page in pages)

    assert found == []


def test_a_called_partida_stands_under_its_stage(client: Client) -> None:
    night = Night.published(8, SERIES, FINAL)
    table = TableFactory(championship=night.championship, number=3)
    fixture = night.stage(1).fixtures.order_by("number").first()
    fixture_assign(fixture=fixture, table=table, juez=None, user=night.director, now=NOW)
    fixture_call(fixture=fixture, user=night.director, now=NOW)

    page = client.get(url("championship", night.championship)).text

    assert '<span data-fill="round">Series: serie 1, ronda 1</span>' in page
