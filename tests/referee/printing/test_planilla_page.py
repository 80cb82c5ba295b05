"""Planillas and acts of W.O. as pages: every word of the paper stands on them, for a partida and for a round."""

import re
from collections.abc import Callable
from html import unescape
from io import BytesIO
from typing import Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localtime
from pypdf import PdfReader

from brackets.models import Championship, Fixture, Role
from brackets.services.fixtures import fixture_record
from referee.models import Consulta
from referee.rules import Measure
from referee.services.appeals.ruling import appeal_rule
from tests.factories.appeals import admitted
from tests.factories.brackets import ChampionshipFactory, director_of, personal_set
from tests.factories.consultas import asked, resolved
from tests.factories.insider import insider
from tests.factories.referee import keeper, keepers, kept_mesa, sealed_mesa
from tests.factories.transcriptions import GAME, PAPER, Desk
from tests.referee.desk import member, paper_address
from tests.referee.printing.papers.worlds import contested

pytestmark = pytest.mark.django_db

ONLY_ON_PAPER: Final = {"reti-", "radas"}
"""A head that is broken into two lines."""
FOOT: Final = re.compile(r"Página \d+ de \d+")
GLUED: Final = re.compile(r"Representante(?=\w)")
"""What stands in a box of its own, and is read as one word with the name beside it."""
SUSPENDED: Final = ('suspension "se fue la luz"', "reanudacion")


def page_of(championship: Championship, kind: str, **where: object) -> str:
    answer = member(championship).get(paper_address(championship, kind, "html"), where)
    assert answer.status_code == 200
    return answer.content.decode()


def told(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def words(text: str) -> set[str]:
    return set(text.casefold().split())


def paper_words(championship: Championship, kind: str, **where: object) -> set[str]:
    pdf = member(championship).get(paper_address(championship, kind, "pdf"), where).content
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    found = words(GLUED.sub("Representante ", FOOT.sub("", text)))
    assert len(found) > 60
    return found - ONLY_ON_PAPER


def normal() -> Fixture:
    kept = kept_mesa(*GAME[:13], *SUSPENDED, *GAME[13:])
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    kept.sign(planilla, "B", "bajo-protesta", reason="No se contó bien", witness="Un Testigo", contested=(2,))
    kept.sign(planilla, "juez")
    return kept.fixture


def ruled() -> Fixture:
    kept = sealed_mesa(*GAME)
    consulta = asked(kept.championship)
    with insider(Consulta):
        Consulta.objects.filter(pk=consulta.pk).update(fixture=kept.fixture)
    consulta.refresh_from_db()
    resolved(consulta, text="Vale la mano")
    appeal = admitted(kept)
    director = director_of(kept.championship)
    appeal_rule(
        appeal=appeal, measure=Measure("ajusta", "B", 2), grounds="La carta (13)", user=director, now=kept.tick()
    )
    assert kept.mesa.planillas.filter(status="sealed").count() == 2
    return kept.fixture


def transcribed() -> Fixture:
    desk = Desk(keeper().fixture)
    desk.confirm(desk.type(PAPER.with_row(1, note="Con la luz mala")))
    return desk.fixture


def overruled() -> Fixture:
    """The Director disqualified the winner after the seal."""
    kept = sealed_mesa(*GAME)
    fixture_record(
        fixture=kept.fixture, how="disqualification", winner="B", chicas=[[22, 40]], zapateria=False,
        user=director_of(kept.championship), now=kept.tick(), reason="Trampa", on_purpose=True,
    )  # fmt: skip
    return kept.fixture


@pytest.mark.parametrize("world", [normal, ruled, transcribed, overruled])
def test_every_word_of_a_planilla_stands_on_its_page(world: Callable[[], Fixture]) -> None:
    fixture = world()
    championship = fixture.stage.championship

    page = page_of(championship, "planillas", partida=fixture.pk)

    assert paper_words(championship, "planillas", partida=fixture.pk) - words(told(page)) == set()


def test_each_side_has_its_line_of_every_data() -> None:
    page = page_of((fixture := normal()).stage.championship, "planillas", partida=fixture.pk)

    rows = [
        [told(cell) for cell in re.findall(r"<td[^>]*>.*?</td>", row, re.DOTALL)]
        for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL)
    ]
    lines = [row for row in rows if len(row) == 20]
    assert lines[0] == ["1", "1", "A1", "A", "22", "1", "0", "", "+2", "", "+2", "", "+8", "", "", "", "", "", "", "12"]
    assert lines[1][3:7] == ["B", "17", "1", "0"]
    assert lines[6][4:7] == ["nula", "—", "—"]
    assert len(lines) == 14
    assert "Chica 1: A 40 – B 22. Gana A." in told(page)


def test_a_signature_on_a_tablet_is_told_in_words_and_shows_no_cedula() -> None:
    fixture = normal()
    personal_set(fixture.pareja_a.players.filter(position=1), cedula="1710034065")

    page = page_of(fixture.stage.championship, "planillas", partida=fixture.pk)

    signed = localtime(fixture.mesa.planillas.get().signatures.get(party="A").signed_at)
    assert f"firmó en la tablet a las {signed:%H:%M}" in told(page)
    assert "1710034065" not in page


def test_a_round_has_each_of_its_sealed_planillas() -> None:
    first = sealed_mesa(*GAME)
    (second,) = keepers(list(first.fixture.stage.fixtures.filter(status="ready").exclude(pk=first.fixture.pk)[:1]))
    second.open()
    second.record(*GAME)
    second.seal()

    page = page_of(first.championship, "planillas", etapa=1, ronda=1)

    assert page.count('<article class="paper-sheet') == 2
    assert len(re.findall(r"<h1\b", page)) == 1


@pytest.mark.parametrize("how", ["walkover", "double-no-show"])
def test_every_word_of_an_act_stands_on_its_page(how: str) -> None:
    """One declared on its convocatoria, one recorded without any."""
    championship = contested()
    fixture = Fixture.objects.get(stage__championship=championship, how=how)

    page = page_of(championship, "acta-wo", partida=fixture.pk)

    assert paper_words(championship, "acta-wo", partida=fixture.pk) - words(told(page)) == set()
    assert "Motivo: " in told(page) or "motivo: " in told(page)


@pytest.mark.parametrize(
    ("kind", "nothing"),
    [("planillas", "Todavía no hay Planillas selladas."), ("acta-wo", "Todavía no se ha declarado ningún W.O.")],
)
def test_what_there_is_none_of_is_said(kind: str, nothing: str) -> None:
    assert nothing in page_of(ChampionshipFactory(), kind)


@pytest.mark.parametrize("kind", ["planillas", "acta-wo"])
def test_who_may_not_print_has_neither_the_page_nor_the_paper(kind: str) -> None:
    championship = ChampionshipFactory()
    client = member(championship, Role.Kind.INSCRIPTION)

    assert [client.get(paper_address(championship, kind, ending)).status_code for ending in ("pdf", "html")] == [
        403,
        403,
    ]


def test_the_number_of_queries_does_not_grow_with_the_planillas() -> None:
    counted = []
    for parejas in (4, 8):
        first = keeper(parejas=parejas)
        ready = list(first.fixture.stage.fixtures.filter(status="ready").exclude(pk=first.fixture.pk))
        for kept in (first, *keepers(ready)):
            kept.open()
            kept.record(*GAME)
            kept.seal()
        client = member(first.championship)
        client.get(paper_address(first.championship, "planillas", "html"))
        with CaptureQueriesContext(connection) as queries:
            page = client.get(paper_address(first.championship, "planillas", "html"))
        assert page.content.decode().count('<article class="paper-sheet') == parejas // 2
        counted.append(len(queries))

    assert counted[0] == counted[1]
