"""Documents at their addresses: every format of every kind, for whoever may have it."""

from html import unescape
from io import BytesIO

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags
from openpyxl import load_workbook
from pypdf import PdfReader

from brackets.models import Championship, Fixture, Role
from brackets.selectors.acta_text import ACTA_NAME
from brackets.selectors.draw_acta import acta_file, acta_of
from brackets.services.fixtures import fixture_record
from brackets.services.private_links import private_link_revoke
from referee.printing.papers import KINDS, Asked, kind_pages
from referee.selectors.papers.blank import DATAS
from referee.services.tree import tree_sweep
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    RoleFactory,
    director_of,
    invented_cedula,
    personal_set,
    published_stage,
)
from tests.factories.sealing import certified_mesa
from tests.long import longer
from tests.referee.desk import member, paper_address
from tests.referee.printing.papers.worlds import finished

pytestmark = pytest.mark.django_db

TYPES = {
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}


ONLY_ON_PAPER = (
    "Página ",
    "Hora",
    "Planilla de Juego en papel",
    "Represent",
    "Reti-",
    "Partida ",
    "Campeonato de prueba",
)
"""Head and foot of a further page, what the page has in another box, and a head that is broken into two lines."""


def test_every_kind_comes_in_every_format_it_says() -> None:
    championship = finished()
    client = member(championship)

    for kind in KINDS.values():
        for ending in kind.formats:
            answer = client.get(paper_address(championship, kind.key, ending))
            if ending == "html" and kind.shown:
                assert client.get(answer["Location"]).status_code == 200, kind.key
                continue
            assert (answer.status_code, answer["Content-Type"]) == (200, TYPES[ending]), (kind.key, ending)
            assert "no-store" in answer["Cache-Control"], kind.key


@pytest.mark.parametrize("ending", ["pdf", "html"])
def test_an_empty_championship_gets_an_answer_of_every_kind(ending: str) -> None:
    championship = ChampionshipFactory()
    client = member(championship)

    for kind in KINDS.values():
        if ending == "pdf" or kind.shown is None:
            assert client.get(paper_address(championship, kind.key, ending)).status_code == 200, kind.key


def test_what_there_is_none_of_is_not_found() -> None:
    championship = ChampionshipFactory()
    client = member(championship)

    assert client.get(paper_address(championship, "pergamino", "pdf")).status_code == 404
    assert client.get(paper_address(championship, "certificado-juez", "csv")).status_code == 404
    assert client.get(paper_address(championship, "planilla-vacia", "csv")).status_code == 404


def test_whoever_inscribes_has_the_check_in_list_and_not_the_acta() -> None:
    championship = ChampionshipFactory()
    client = member(championship, Role.Kind.INSCRIPTION)

    assert client.get(paper_address(championship, "lista-presencia", "pdf")).status_code == 200
    assert client.get(paper_address(championship, "acta-final", "pdf")).status_code == 403


@pytest.mark.parametrize(
    ("kind", "players"),
    [("planillas-en-blanco", 2), ("planillas-en-blanco", 1), ("planilla-vacia", 2), ("planilla-vacia", 1)],
)
def test_the_form_to_be_filled_has_on_its_page_what_it_has_on_paper(kind: str, players: int) -> None:
    championship = published_stage(
        4, tables=2, championship=ChampionshipFactory(players_per_pareja=players)
    ).championship
    asked = Asked(championship, NOW, "http://testserver")

    page = member(championship).get(paper_address(championship, kind, "html")).content.decode()

    told = " ".join(unescape(strip_tags(page)).split())
    boxes = {text.text for each in kind_pages(KINDS[kind], asked) for text in each.texts}
    boxes -= {text for text in boxes if text.startswith(ONLY_ON_PAPER)}
    assert len(boxes) > 40
    assert {text for text in boxes if text.lower() not in told.lower()} == set()
    assert page.count('<td class="paper-center paper-bold">A</td>') == DATAS * (
        2 if kind == "planillas-en-blanco" else 1
    )


def test_the_cards_to_be_cut_out_are_those_of_the_numbers_asked_for() -> None:
    championship = published_stage(4).championship
    client = member(championship)
    first, second, *_ = championship.parejas.order_by("number")

    credentials = client.get(paper_address(championship, "credenciales", "html"), {"numeros": "1"}).content.decode()
    links = client.get(paper_address(championship, "enlaces", "html"), {"numeros": "1"}).content.decode()

    for player in first.players.all():
        assert f"Código QR: {player.name}" in credentials
    assert "Credencial 1-1" in credentials
    assert f"Código QR: {first.title}" in links
    for player in second.players.all():
        assert player.name not in credentials + links


def test_a_private_page_that_was_closed_has_no_card() -> None:
    championship = published_stage(4).championship
    first = championship.parejas.get(number=1)
    private_link_revoke(pareja=first, user=RoleFactory(championship=championship).user, now=NOW)

    told = member(championship).get(paper_address(championship, "enlaces", "html"), {"numeros": "1"}).content.decode()

    assert "Todavía no hay páginas privadas abiertas." in told
    assert "Código QR" not in told


@pytest.mark.parametrize("query", ["etapa=uno", "dia=ayer", "numeros=1-x", "ronda=0"])
def test_an_address_that_says_nothing_is_told_so(query: str) -> None:
    championship = ChampionshipFactory()

    answer = member(championship).get(f"{paper_address(championship, 'convocatoria', 'pdf')}?{query}")

    assert answer.status_code == 422
    assert "no se entiende" in answer.content.decode()


def test_the_page_leads_to_the_other_formats_of_the_same() -> None:
    championship = published_stage(4).championship

    page = member(championship).get(paper_address(championship, "convocatoria", "html"), {"etapa": 1, "ronda": 1})

    told = page.content.decode()
    assert f"{paper_address(championship, 'convocatoria', 'pdf')}?etapa=1&amp;ronda=1&amp;papel=a5" in told
    assert f"{paper_address(championship, 'convocatoria', 'xlsx')}?etapa=1&amp;ronda=1" in told


def test_names_are_text_on_the_page() -> None:
    championship = ChampionshipFactory()
    ParejaFactory(championship=championship, number=1, name="<b>Los & Las</b>")

    told = member(championship).get(paper_address(championship, "certificado-participacion", "html")).content.decode()

    assert "<b>Los" not in told
    assert "&lt;b&gt;Los &amp; Las" in told


def test_a_sheet_says_what_the_page_says() -> None:
    championship = published_stage(4).championship
    client = member(championship)

    book = load_workbook(BytesIO(client.get(paper_address(championship, "posiciones", "xlsx")).content))
    page = client.get(paper_address(championship, "posiciones", "html")).content.decode()

    names = [row[2] for row in book.worksheets[0].iter_rows(min_row=2, values_only=True)]
    assert sorted(names) == sorted(pareja.title for pareja in championship.parejas.all())
    assert all(str(name) in page for name in names)


def test_a5_is_asked_for_in_the_address() -> None:
    championship = published_stage(4).championship
    answer = member(championship).get(paper_address(championship, "posiciones", "pdf"), {"papel": "a5"})

    box = PdfReader(BytesIO(answer.content)).pages[0].mediabox

    assert (round(box.width), round(box.height)) == (595, 420)  # wide: lying on its side


@pytest.mark.parametrize("size", ["a4", "a5"])
def test_the_acta_of_one_draw_has_its_file_attached(size: str) -> None:
    championship = published_stage(4).championship
    query = {"etapa": 1, "papel": size}

    pdf = member(championship).get(paper_address(championship, "acta-sorteo", "pdf"), query).content

    (file,) = PdfReader(BytesIO(pdf)).attachments[ACTA_NAME]
    assert file == acta_file(acta_of(championship.stages.get())).encode()


@pytest.mark.parametrize("size", ["a4", longer("a5")])
def test_the_final_acta_is_checked_by_the_file_that_it_has_attached(size: str) -> None:
    kept = certified_mesa()
    head = tree_sweep(championship=kept.championship, now=NOW).checkpoint
    pdf = member(kept.championship).get(paper_address(kept.championship, "acta-final", "pdf"), {"papel": size}).content
    printed = " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())
    assert head is not None
    assert f"Punto de control: tamaño {head.size}, raíz {head.root[:16]}," in printed

    told = Client().post(reverse("referee:planilla_check"), {"file": SimpleUploadedFile("acta.pdf", pdf)}).text

    assert "Las bitácoras son las de la cadena adjunta" in told


def test_where_no_mesa_has_a_log_the_final_acta_claims_to_prove_nothing() -> None:
    championship = published_stage(4).championship

    pdf = member(championship).get(paper_address(championship, "acta-final", "pdf")).content

    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    assert "Ninguna partida tiene bitácora" in text
    assert "Huella del campeonato" not in text


def test_blank_planillas_of_a_round_are_of_what_is_still_to_be_played() -> None:
    championship = published_stage(8).championship
    played, *_ = Fixture.objects.filter(stage__championship=championship, round=1)
    fixture_record(
        fixture=played, how="walkover", winner="A", chicas=[], zapateria=False, user=director_of(championship), now=NOW,
        reason="",
    )  # fmt: skip
    client = member(championship)

    of_round = client.get(paper_address(championship, "planillas-en-blanco", "html"), {"etapa": 1, "ronda": 1})
    alone = client.get(paper_address(championship, "planillas-en-blanco", "html"), {"partida": played.pk})

    assert len(of_round.context["papers"]) == 3
    assert played.pareja_a.title not in of_round.content.decode()
    assert played.pareja_a.title in alone.content.decode()


def test_the_number_of_queries_does_not_grow() -> None:
    championships = grown(2), grown(6)
    for key in KINDS:  # what is kept for the process is kept then
        member(championships[0]).get(paper_address(championships[0], key, "pdf"))

    few, many = ({key: queries_of(key, member(of), of) for key in KINDS} for of in championships)

    assert few == many


def queries_of(key: str, client: Client, championship: Championship) -> int:
    """What a document takes, where nothing is kept but for the process, and without the note of who took it, where somebody is in it."""
    address = paper_address(championship, key, "pdf")
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200, key
    return sum(query["sql"].startswith("SELECT") for query in queries)


def grown(many: int) -> Championship:
    """So many parejas with cédulas, tables, jueces and partidas at a table with a result."""
    championship = published_stage(many, tables=many, jueces=many).championship
    for number, pareja in enumerate(championship.parejas.all()):
        personal_set(pareja.players.filter(position=1), cedula=invented_cedula(number))
    tables = list(championship.tables.all())
    jueces = list(championship.roles.filter(kind=Role.Kind.JUEZ))
    ready = Fixture.objects.filter(stage__championship=championship, status=Fixture.Status.READY, number__isnull=False)
    for fixture, table, role in zip(ready, tables, jueces, strict=False):
        Fixture.objects.filter(pk=fixture.pk).update(
            table=table, juez=role.user, status=Fixture.Status.FINAL, how=Fixture.How.PLAYED, winner=fixture.pareja_a,
            chicas=[[40, 8]], by_zapateria=True, zapaterias=["A"], decided_at=NOW,
        )  # fmt: skip
    return championship
