"""The bracket for printing, over HTTP."""

from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from brackets.draw.formats import Elimination, Format, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import Championship, Fixture
from brackets.selectors.sheet import NOT_PAIRED, stage_sheet
from brackets.services.late_entries import pareja_enter_late
from brackets.services.parejas import ParejaData
from referee.selectors.bracket_paper import bracket_paper
from referee.services.paper import paper_result_record
from tests.brackets.services.test_formats import TABLE
from tests.brackets.services.tournament import Tournament
from tests.factories.brackets import NOW, director_of, drawn_stage, published_stage
from tests.referee.views.screens import registered, words

pytestmark = pytest.mark.django_db


def address(championship: Championship, papel: str = "a4") -> str:
    return f"{reverse('referee:sheet_pdf', args=(championship.slug, 1))}?papel={papel}"


def test_anybody_prints_a_published_bracket_on_the_paper_asked_for(client: Client) -> None:
    stage = published_stage(5)
    fixture = Fixture.objects.get(stage=stage, number=1)
    director = director_of(stage.championship)
    paper_result_record(fixture=fixture, chicas=[(12, 40), (8, 40)], user=director, now=NOW)

    answers = {papel: client.get(address(stage.championship, papel)) for papel in ("a4", "a3", "carta")}

    sizes = {
        papel: sorted(round(float(side)) for side in PdfReader(BytesIO(answer.content)).pages[0].mediabox[2:])
        for papel, answer in answers.items()
    }
    assert sizes == {"a4": [595, 842], "a3": [842, 1191], "carta": [595, 842]}
    assert answers["a4"]["Content-Type"] == "application/pdf"
    assert answers["a4"].content == client.get(address(stage.championship)).content
    text = PdfReader(BytesIO(answers["a4"].content)).pages[0].extract_text()
    assert "40 40 zap." in text
    assert "pasa libre" in text
    assert "Resultados hasta el 28/11/2026 14:00." in text


@pytest.mark.parametrize(
    ("chicas", "said"),
    [
        ([(40, 8)], ("40 zap.", "8")),
        ([(40, 12), (40, 6)], ("40 40 zap.", "12 6")),
        ([(40, 12), (6, 40), (40, 20)], ("40 6 40", "12 40 20 zap.")),
        ([(40, 12), (40, 10)], ("40 40", "12 10")),
    ],
)
def test_a_zapateria_is_beside_who_made_it_whoever_won_the_mesa(
    chicas: list[tuple[int, int]], said: tuple[str, str]
) -> None:
    stage = published_stage(4)
    fixture = Fixture.objects.get(stage=stage, number=1)
    paper_result_record(fixture=fixture, chicas=chicas, user=director_of(stage.championship), now=NOW)

    box = bracket_paper(stage_sheet(stage)).boxes[fixture.round, fixture.position]

    assert tuple(side.said for side in box.sides) == said


@pytest.mark.parametrize("form", [Series(size=4), Series(size=0), Swiss(rounds=2), Elimination()])
def test_who_entered_after_the_draw_is_drawn_wherever_the_stage_is(client: Client, form: Format) -> None:
    tournament = Tournament(range(1, 8), [StagePlan(name="Etapa", format=form, entry=(Everybody(),), criteria=TABLE)])
    stage = tournament.draw_and_publish(1)
    late = ParejaData(player_1="Ana Sol", player_2="Eva Paz")
    place = tournament.place(stage, 0)
    pareja_enter_late(stage=stage, data=late, place=place, number=None, reason="x", on_purpose=False, **tournament.who)
    if isinstance(form, Swiss):
        tournament.going_on()()
    page = reverse("brackets:sheet", args=(stage.championship.slug, 1))
    screen, _ = registered(stage.championship, "llave")

    paper = PdfReader(BytesIO(client.get(address(stage.championship)).content))
    told = {
        "page": client.get(page).content.decode(),
        "projector": "".join(client.get(f"{page}?pantalla=1&parte={part}").content.decode() for part in range(1, 5)),
        "paper": " ".join("\n".join(each.extract_text() for each in paper.pages).split()),
        "screens": "".join(words(screen, lugar=f"0.{number}") for number in range(4)),
    }

    assert {where: late.player_1 in text for where, text in told.items()} == dict.fromkeys(told, True)


@pytest.mark.parametrize("papel", ["a4", "a3"])
def test_a_swiss_stage_is_printed_before_its_first_round_and_says_that_nothing_is_paired(
    client: Client, papel: str
) -> None:
    plan = StagePlan(name="Etapa", format=Swiss(rounds=2), entry=(Everybody(),), criteria=TABLE)
    stage = Tournament(range(1, 8), [plan]).draw_and_publish(1)
    screen, _ = registered(stage.championship, "llave")

    (page,) = PdfReader(BytesIO(client.get(address(stage.championship, papel)).content)).pages

    assert NOT_PAIRED in page.extract_text()
    assert NOT_PAIRED in words(screen)


def test_what_is_not_published_is_not_printed(client: Client) -> None:
    stage = drawn_stage(4)
    client.force_login(director_of(stage.championship))

    assert client.get(address(stage.championship)).status_code == 404


def test_the_number_of_queries_does_not_grow(client: Client) -> None:
    counts = []
    for parejas in (2, 40):
        stage = published_stage(parejas)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(stage.championship))
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 7
