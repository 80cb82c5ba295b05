"""The drawing of a stage as anybody sees it: everything once, in words, as a list to be read aloud, and of any size."""

from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss, as_data
from brackets.draw.sheet import lay_out
from brackets.models import Championship, Fixture, Role, Stage
from brackets.selectors.sheet import NOT_PAIRED, stage_sheet
from brackets.services.fixtures import fixture_record
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_publish
from brackets.views.sheet_boxes import SCREEN, cards_by_key, columns_of
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.views.conftest import Sits
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    StageFactory,
    director_of,
    drawn_stage,
    published_stage,
)

pytestmark = pytest.mark.django_db


def stage_of(form: Format, parejas: int, *, players: int = 2) -> Stage:
    """A published stage of this format between parejas 1, 2, 3, …"""
    championship = ChampionshipFactory(players_per_pareja=players)
    for number in range(1, parejas + 1):
        ParejaFactory(championship=championship, number=number)
    Stage.objects.create(championship=championship, format=as_data(form), status=Stage.Status.PLANNED)
    user = director_of(championship)
    drawn = draw_rehearsed(championship=championship, user=user, now=NOW, public_seed="prueba")
    return stage_publish(stage=drawn, user=user, now=NOW)


def walked_over(fixture: Fixture, winner: str) -> None:
    fixture_record(
        fixture=fixture,
        how=Fixture.How.WALKOVER,
        winner=winner,
        chicas=[],
        zapateria=False,
        user=director_of(fixture.stage.championship),
        now=NOW,
        reason="no vino",
    )


def address(championship: Championship, number: int = 1) -> str:
    return reverse("brackets:sheet", args=(championship.slug, number))


class Boxes(HTMLParser):
    """The boxes of a page, in its order, with the list items they are in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.boxes: list[dict[str, str]] = []
        self.headings: list[str] = []
        self.roles: list[str] = []
        self._heading = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.roles.append(given.get("role", ""))
        self._heading = given.get("role") == "heading"
        if given.get("class", "").startswith("box box--") or given.get("class", "") == "box":
            self.boxes.append(given | {"tag": tag})

    def handle_data(self, data: str) -> None:
        if self._heading:
            self.headings.append(data)
            self._heading = False

    def of(self, anchor: str) -> dict[str, str]:
        return next(box for box in self.boxes if box["id"] == anchor)


def boxes(client: Client, championship: Championship, query: str = "") -> Boxes:
    answer = client.get(address(championship) + query)
    assert answer.status_code == 200
    return Boxes(answer.content.decode())


@pytest.mark.parametrize(
    ("form", "parejas", "matches"),
    [
        (Elimination(third_place=True, consolation=True), 16, 23),
        (DoubleElimination(), 8, 15),
        (Series(size=4), 8, 12),
        (Elimination(), 128, 127),
    ],
)
def test_every_match_stands_in_it_once_in_a_list_under_its_round(
    client: Client, form: Format, parejas: int, matches: int
) -> None:
    stage = stage_of(form, parejas)

    page = boxes(client, stage.championship)

    assert len({box["id"] for box in page.boxes}) == len(page.boxes) == matches
    assert page.roles.count("listitem") == matches
    assert page.roles.count("list") == len(page.headings)
    assert all(box["aria-label"].startswith("Partida ") for box in page.boxes)


def test_a_box_leads_to_its_partida_and_says_who_meets_and_what_follows(client: Client) -> None:
    stage = stage_of(DoubleElimination(), 4)

    page = boxes(client, stage.championship)

    first = Fixture.objects.get(stage=stage, number=1)
    box = page.of("partida-1")
    assert box["href"] == reverse("referee:partida", args=(stage.championship.slug, first.pk))
    a, b = first.pareja_a, first.pareja_b
    assert box["aria-label"] == (
        f"Partida 1, Ganadores, semifinal: {a.number} {a.title} contra {b.number} {b.title}".rstrip(".")
        + ". Por jugar. Quien gana va a la partida 3. Quien pierde va a la partida 4"
    )
    assert (box["data-winner"], box["data-loser"]) == ("partida-3", "partida-4")
    assert page.of("partida-3")["data-before"] == "partida-1 partida-2"
    assert "Perdedor de la 1 contra Perdedor de la 2" in page.of("partida-4")["aria-label"]
    assert "Si el invicto pierde la 6" in page.of("partida-7")["aria-label"]


def test_a_result_is_told_by_words_and_not_by_colour(client: Client) -> None:
    stage = published_stage(4)
    fixture = Fixture.objects.get(stage=stage, number=1)
    walked_over(fixture, "B")

    label = boxes(client, stage.championship).of("partida-1")["aria-label"]

    assert f"W.O. Gana {fixture.pareja_b.number}. W.O.: la rival no se presentó" in label
    assert b">W.O.<" in client.get(address(stage.championship)).content


def test_a_bye_leads_nowhere_and_says_so(client: Client) -> None:
    stage = published_stage(3)

    (bye,) = [box for box in boxes(client, stage.championship).boxes if box["id"].startswith("pase-")]

    assert bye["tag"] == "g"
    assert bye["aria-label"].endswith(" pasa libre")


def test_where_nobody_will_ever_stand_nothing_is_drawn(client: Client) -> None:
    stage = stage_of(DoubleElimination(), 5)
    nobody = Fixture.objects.filter(stage=stage, nobody_a=True, nobody_b=True).count()

    page = boxes(client, stage.championship)

    assert nobody > 0
    assert len(page.boxes) == stage.fixtures.count() - nobody


def test_a_side_of_a_match_that_is_never_played_awaits_who_comes_through_it() -> None:
    stage = stage_of(DoubleElimination(), 6)

    awaited = {
        text for sides in stage_sheet(stage).awaited.values() for text in sides if text.startswith(("Ganador", "Perd"))
    }

    html = Client().get(address(stage.championship)).content.decode()
    assert "None" not in html
    assert all(text.rsplit(" ", 1)[1].isdecimal() for text in awaited)


def test_my_pareja_is_marked_in_all_its_matches_and_listed(client: Client) -> None:
    stage = published_stage(4)
    fixture = Fixture.objects.get(stage=stage, number=2)

    page = boxes(client, stage.championship, f"?buscar={fixture.pareja_a.number}")
    answer = client.get(address(stage.championship) + f"?buscar={fixture.pareja_a.number}").content.decode()

    marked = [box for box in page.boxes if "box--found" in box["class"]]
    assert [box["id"] for box in marked] == ["partida-2"]
    assert marked[0]["aria-label"].startswith("La que busca. ")
    assert 'href="#partida-2"' in answer


def test_who_is_not_there_is_told(client: Client) -> None:
    stage = published_stage(4)

    assert "Ninguna pareja coincide" in client.get(address(stage.championship) + "?buscar=zzz").content.decode()


def test_a_championship_of_single_players_has_its_words(client: Client) -> None:
    stage = stage_of(Elimination(), 4, players=1)

    html = client.get(address(stage.championship) + "?buscar=zzz").content.decode()

    assert "Buscarme: número o nombre" in html
    assert "pareja" not in html.lower().replace("parejas/", "").replace("partida", "")


def test_what_is_not_published_is_seen_by_the_desk_alone(sits_at: Sits) -> None:
    stage = drawn_stage(4)

    assert Client().get(address(stage.championship)).status_code == 404
    assert sits_at(stage.championship, Role.Kind.JUEZ).get(address(stage.championship)).status_code == 404
    answer = sits_at(stage.championship).get(address(stage.championship))
    assert answer.status_code == 200
    assert "no está publicado" in answer.content.decode()
    assert b"/partidas/" not in answer.content.split(b"<svg class=")[1].split(b"</svg>")[0]
    assert b"llave.pdf" not in answer.content


def test_a_stage_that_is_only_planned_or_not_there_is_not_found(client: Client) -> None:
    stage = StageFactory(status=Stage.Status.PLANNED, lots_seed="", drawn_at=None)

    assert client.get(address(stage.championship)).status_code == 404
    assert client.get(address(stage.championship, 7)).status_code == 404


@pytest.mark.long
def test_hundreds_of_parejas_are_paged_and_found(client: Client) -> None:
    stage = published_stage(500)

    first = client.get(address(stage.championship))
    last = client.get(address(stage.championship) + "?parte=99")
    pareja = Fixture.objects.filter(stage=stage, round=1, position__gte=150, pareja_a__isnull=False)[0].pareja_a
    found = client.get(address(stage.championship) + f"?buscar={pareja.number}")

    assert all(len(answer.content) < 400_000 for answer in (first, last, found))
    assert len(Boxes(first.content.decode()).boxes) == 127
    assert "Rondas finales" in last.content.decode()
    assert "box--found" in found.content.decode()


@pytest.mark.parametrize("form", [Elimination(third_place=True), DoubleElimination(), Series(size=4)])
def test_a_projector_shows_each_part_in_its_turn(client: Client, form: Format) -> None:
    stage = stage_of(form, 32)

    address_, seen, shown = "?pantalla=1", [], set()
    while address_ not in seen:
        seen.append(address_)
        answer = client.get(address(stage.championship) + address_).content.decode()
        shown |= {box["id"] for box in Boxes(answer).boxes}
        address_ = answer.split('data-next="', 1)[1].split('"', 1)[0].replace("&amp;", "&")

    assert len(shown) == stage.fixtures.count()


def test_a_projector_passes_over_what_has_ended(client: Client) -> None:
    stage = published_stage(32)
    half = Fixture.objects.filter(stage=stage, round=1, position__lt=8)
    for round_ in range(1, 5):
        for fixture in Fixture.objects.filter(stage=stage, round=round_, position__lt=8 >> (round_ - 1)):
            walked_over(fixture, "A")

    html = client.get(address(stage.championship) + "?pantalla=1").content.decode()

    assert half.exclude(status=Fixture.Status.FINAL).count() == 0
    assert "parte 2 de 2" in html


def test_a_swiss_stage_is_drawn_by_rounds_and_before_its_first_is_empty(client: Client) -> None:
    stage = stage_of(Swiss(rounds=3), 8)
    for query in ("", "?pantalla=1"):
        assert boxes(client, stage.championship, query).boxes == []
        assert NOT_PAIRED in client.get(address(stage.championship) + query).content.decode()

    round_pair(stage=stage, user=director_of(stage.championship), now=NOW)

    page = boxes(client, stage.championship)
    assert page.headings == ["Ronda 1"]
    assert NOT_PAIRED not in client.get(address(stage.championship)).content.decode()
    assert len(page.boxes) == 4


def test_the_order_of_the_page_is_that_of_the_drawing() -> None:
    drawn = stage_sheet(stage_of(DoubleElimination(), 8))
    drawing = lay_out(drawn.structure, SCREEN)

    columns = columns_of(drawn, drawing, cards_by_key(drawn), ())

    shown = [(box.card.fixture.round, box.card.fixture.position) for column in columns for box in column.boxes]
    assert shown == [key for column in drawing.columns for key in column]


@pytest.mark.parametrize("query", ["", "?pantalla=1", "?buscar=1"])
def test_the_number_of_queries_does_not_grow(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, query: str
) -> None:
    counts = []
    for parejas in (4, 32):
        stage = stage_of(DoubleElimination(), parejas)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(stage.championship) + query)
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 8
