"""A mesa that counts for nobody, since a pareja left with its results voided, says so wherever it is shown, and counts nowhere."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from io import BytesIO
from typing import Final

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from brackets.models import Championship, Fixture, Pareja
from brackets.selectors.course import course_of
from brackets.selectors.private_links import link_token
from brackets.selectors.sheet import stage_sheet
from brackets.selectors.walkovers import walkovers_told
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.fixtures import fixture_record
from referee.models import Mesa
from referee.printing.pdf import pdf_bytes
from referee.printing.walkover import WalkoverPaper, walkover_pages
from referee.selectors.bracket_paper import bracket_paper
from referee.selectors.live import changed_since, latest_version, live_since
from referee.selectors.papers.acta import final_acta_papers
from referee.selectors.papers.hall import day_papers
from referee.selectors.papers.press import press_papers
from referee.selectors.papers.stages import series_papers
from referee.selectors.papers.values import Asked, Facts, Paper
from referee.selectors.statistics import counted_of
from referee.selectors.zapateros import zapateros_in
from tests.factories import consultas
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import ZAPATERIA, Keeper, keepers
from tests.factories.remembered import remembered
from tests.factories.tournaments import ready, tournament
from tests.referee.selectors.papers.told import asked
from tests.referee.views.test_screens import registered, words

pytestmark = pytest.mark.django_db

TOLD: Final = "Anulada: no cuenta para nadie"
ENGLISH: Final = "Voided: counts for nobody"
GONE: Final = 1
PAPERS: Final[list[Callable[[Asked], Iterable[Paper]]]] = [final_acta_papers, series_papers, day_papers, press_papers]


@dataclass(frozen=True)
class Night:
    """`void` was kept on a tablet, `absent` is a W.O., `passed` fell to the rival when pareja 1 left; `good` counts. All of one series but `good`."""

    championship: Championship
    kept: Keeper
    void: Fixture
    absent: Fixture
    passed: Fixture
    good: Fixture

    @property
    def gone(self) -> Pareja:
        return self.championship.parejas.get(number=GONE)

    @property
    def rival(self) -> Pareja:
        pareja = self.void.pareja_b if self.void.pareja_a == self.gone else self.void.pareja_a
        assert pareja is not None
        return pareja


def of_gone(fixture: Fixture) -> bool:
    return GONE in {pareja.number for pareja in (fixture.pareja_a, fixture.pareja_b) if pareja}


def paper(fixture: Fixture, how: str = "played", winner: str = "A") -> None:
    fixture_record(
        fixture=fixture, how=how, winner=winner, chicas=[[40, 4]] if how == "played" else [], zapateria=how == "played",
        user=director_of(fixture.stage.championship), now=NOW, reason="" if how == "played" else "no vino",
    )  # fmt: skip


@remembered
def night(form: str = "series-final", *, voided: bool = True) -> Night:
    """Pareja 1 played a mesa, was absent of another, and left before its third one; its rival won both."""
    championship = tournament(form, 8)
    first = ready(championship)
    own = next(each for each in first if of_gone(each))
    (kept,) = keepers([own])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    good = next(each for each in first if each != own)
    paper(good)
    absent = next(each for each in ready(championship) if of_gone(each))
    paper(absent, "walkover", "B" if absent.pareja_a and absent.pareja_a.number == GONE else "A")
    last = next(each for each in ready(championship) if of_gone(each))
    pareja_leave(
        pareja=championship.parejas.get(number=GONE), user=director_of(championship), now=NOW + timedelta(hours=1),
        reason="Golpeó la mesa y se fue.", expelled=True, voided=voided,
    )  # fmt: skip
    there = {
        each.pk: each for each in Fixture.objects.select_related("pareja_a", "pareja_b", "stage__championship", "table")
    }
    return Night(championship, kept, *(there[each.pk] for each in (own, absent, last, good)))


@pytest.fixture(autouse=True)
def later() -> Iterator[None]:
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        yield


@pytest.fixture
def there() -> Night:
    return night()


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def page(client: Client, name: str, *args: object, query: str = "") -> str:
    answer = client.get(reverse(name, args=args) + query)
    assert answer.status_code in (200, 404), name
    return answer.content.decode()


def pieces_of(html: str, fixture: Fixture) -> list[str]:
    """The cards, rows and list items of a page that lead to a partida, and the boxes of a drawing."""
    found = re.findall(
        r'<article class="fixture".*?</article>|<tr>.*?</tr>|<li class="fixture-row".*?</li>\s', html, re.DOTALL
    )
    return [text_of(each) for each in found if re.search(rf"\bPartida (?:</span>)?{fixture.number}\b", each)]


LISTS: Final = {
    "brackets:championship": "",
    "brackets:championship, partes": "?solo=partes",
    "brackets:results": "",
    "brackets:schedule": "",
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_partidas(there: Night, client: Client, name: str) -> None:
    html = page(client, name.partition(",")[0], there.championship.slug, query=LISTS[name])

    for fixture in (there.void, there.absent):
        pieces = pieces_of(html, fixture)
        assert pieces, fixture.number
        assert all(TOLD in piece and "(gana)" not in piece for piece in pieces), pieces
    ordinary = pieces_of(html, there.good)
    assert ordinary
    assert all(TOLD not in piece and "(gana)" in piece for piece in ordinary), ordinary


def test_a_mesa_that_fell_to_the_rival_counts_no_more_than_one_that_was_played(there: Night, client: Client) -> None:
    html = page(client, "brackets:championship", there.championship.slug)

    (piece,) = pieces_of(html, there.passed)
    assert TOLD in piece
    assert "Pasa por falta de rival" not in piece


def test_the_pages_of_both_parejas_public_and_private(there: Night, client: Client) -> None:
    for pareja in (there.gone, there.rival):
        for html in (
            page(client, "referee:pareja", there.championship.slug, pareja.number),
            page(client, "referee:own", link_token(pareja)),
        ):
            (piece,) = pieces_of(html, there.void)
            assert TOLD in piece
            assert "(gana)" not in piece


def test_the_page_of_the_partida(there: Night, client: Client) -> None:
    shown = page(client, "referee:partida", there.championship.slug, there.void.pk)
    assert TOLD in text_of(shown)
    assert not re.search(r'data-fill="winner-[ab]">', shown)
    assert "gana la pareja" not in text_of(shown)

    for other in (there.absent, there.passed):
        assert TOLD in text_of(page(client, "referee:partida", there.championship.slug, other.pk))
    ordinary = page(client, "referee:partida", there.championship.slug, there.good.pk)
    assert TOLD not in ordinary
    assert re.search(r'data-fill="winner-a">', ordinary)


def test_the_page_of_its_planilla(there: Night, client: Client) -> None:
    mesa = Mesa.objects.get(fixture=there.void)

    assert TOLD in text_of(page(client, "referee:planilla", mesa.public_id))


def test_drawings(there: Night, client: Client) -> None:
    for query in ("", "?pantalla=1"):
        html = page(client, "brackets:sheet", there.championship.slug, 1, query=query)
        labels = {
            number: unescape(label)
            for label, number in re.findall(r'aria-label="((?:[^"]*\. )?Partida (\d+),[^"]*)"', html)
        }
        for fixture in (there.void, there.absent, there.passed):
            assert TOLD in labels[str(fixture.number)]
            assert "Gana " not in labels[str(fixture.number)]
        assert TOLD not in labels[str(there.good.number)]
        assert "Gana " in labels[str(there.good.number)]
        boxes = [text_of(each) for each in re.findall(r'<g class="text .*?</g>', html, re.DOTALL)]
        (seen,) = [each for each in boxes if each.startswith(f"Partida {there.void.number} ")]
        assert "Anulada" in seen
        assert TOLD in text_of(html)


def test_one_that_is_under_review_says_both(there: Night, client: Client) -> None:
    consultas.asked(there.championship, fixture=there.void)

    html = page(client, "brackets:sheet", there.championship.slug, 1)
    (label,) = re.findall(rf'aria-label="(Partida {there.void.number},[^"]*)"', html)
    assert f"EN REVISIÓN · {TOLD}" in label
    for name in ("brackets:championship", "brackets:results"):
        for piece in pieces_of(page(client, name, there.championship.slug), there.void):
            assert "EN REVISIÓN" in piece
            assert TOLD in piece


def test_the_printed_bracket(there: Night) -> None:
    printed = bracket_paper(stage_sheet(there.void.stage))

    boxes = {box.number: box for box in printed.boxes.values()}
    for fixture in (there.void, there.absent, there.passed):
        assert boxes[str(fixture.number)].mark == "anul."
        assert not any(side.wins for side in boxes[str(fixture.number)].sides)
    assert boxes[str(there.good.number)].mark == ""
    assert any(side.wins for side in boxes[str(there.good.number)].sides)


def test_live_and_the_overlay(there: Night, client: Client) -> None:
    def both(fixture: Fixture) -> Iterator[dict[str, object]]:
        slug = there.championship.slug
        yield client.get(reverse("referee:live_partida", args=[slug, fixture.pk])).json()["mesas"][0]
        yield client.get(reverse("referee:partida_overlay_json", args=[slug, fixture.pk])).json()["mesa"]

    for fixture in (there.void, there.absent, there.passed):
        for mesa in both(fixture):
            assert mesa["voided"] is True
            assert mesa["result"] == TOLD
            assert [side["winner"] for side in mesa["sides"]] == [False, False]  # type: ignore[attr-defined]
    for mesa in both(there.good):
        assert mesa["voided"] is False
        assert mesa["result"] == f"Gana la pareja {there.good.winner.number}"  # type: ignore[union-attr]


@pytest.mark.django_db(transaction=True)
def test_who_follows_a_partida_is_told_when_it_comes_to_count_for_nobody_and_when_it_counts_again(there: Night) -> None:
    before = latest_version()
    pareja_return(
        pareja=there.gone, user=director_of(there.championship), now=NOW + timedelta(hours=2), reason="Se revocó"
    )

    assert there.void.pk in changed_since(before)
    told = {mesa.fixture: mesa for mesa in live_since(there.championship, before).mesas}
    assert (told[there.void.pk].voided, told[there.void.pk].state.label) == (False, "FINAL")

    before = latest_version()
    pareja_leave(
        pareja=there.gone,
        user=director_of(there.championship),
        now=NOW + timedelta(hours=3),
        reason="Otra vez",
        voided=True,
    )
    told = {mesa.fixture: mesa for mesa in live_since(there.championship, before).mesas}
    assert (told[there.void.pk].voided, told[there.void.pk].state.label) == (True, "Anulada")


def test_screens(there: Night, client: Client) -> None:
    slug, table = there.championship.slug, there.kept.fixture.table
    assert table is not None
    for name in ("referee:table_display", "referee:table_overlay"):
        told = text_of(page(client, name, slug, table.number))
        assert TOLD in told, name
        assert "Gana la partida" not in told
    projector, _ = registered(there.championship, "llave")
    shown = [words(projector, lugar=f"0.{number}") for number in range(4)]
    assert any(re.search(rf"Partida {there.void.number}\s*{TOLD}", each) for each in shown), shown


def test_the_desk(there: Night, client: Client) -> None:
    client.force_login(director_of(there.championship))
    slug = there.championship.slug

    assert TOLD in text_of(page(client, "brackets:fixture", slug, there.void.pk))
    (piece,) = pieces_of(
        page(client, "brackets:fixtures", slug, query=f"?etapa=1&ronda={there.void.round}&todas=1"), there.void
    )
    assert TOLD in piece


@pytest.mark.parametrize("make", PAPERS)
def test_papers(there: Night, make: Callable[[Asked], Iterable[Paper]]) -> None:
    rows = {}
    for table in (table for each in make(asked(there.championship)) for table in each.tables):
        heads = [column.head for column in table.columns]
        if "Partida" in heads and {"Resultado", "Chicas"} & set(heads):
            rows |= {row[heads.index("Partida")]: (row, row[heads.index("Gana")]) for row in table.rows}

    for fixture in (there.void, there.absent, there.passed):
        if fixture == there.passed and str(fixture.number) not in rows:
            continue  # nobody played it: a paper of what was played has it not
        row, winner = rows[str(fixture.number)]
        assert any("anulada" in cell for cell in row), row
        assert winner in ("", "Nadie")
    assert not any("anulada" in cell for cell in rows[str(there.good.number)][0])


def test_the_act_of_a_walkover(there: Night) -> None:
    (told,) = walkovers_told([there.absent], there.championship).values()
    act = walkover_pages(WalkoverPaper(told, "Ronda 2", "https://torneo.example"))

    written = " ".join(
        " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf_bytes(act, title="Acta"))).pages).split()
    )
    assert f"{TOLD}." in written
    assert "Gana " not in written


def test_statistics_and_records_leave_them_out(there: Night, client: Client) -> None:
    assert [each.fixture for each in counted_of([there.championship])] == [there.good.pk]
    assert [each.fixture for each in zapateros_in(there.championship)] == [there.good]
    page_ = client.get(reverse("referee:statistics", args=[there.championship.slug]))
    assert page_.context["figures"].mesas == 1
    assert page_.context["deepest"] is None
    assert (
        client.get(reverse("referee:pareja", args=[there.championship.slug, there.rival.number])).context["figures"]
        is None
    )
    facts = dict(
        pair
        for each in final_acta_papers(asked(there.championship))
        for block in each.blocks
        if isinstance(block, Facts)
        for pair in block.pairs
    )
    assert facts["Partidas con resultado"] == "1"
    assert facts["Chicas"] == "1"
    assert facts["Por ausencia (W.O.)"] == "0"
    assert facts["Anuladas, que no cuentan para nadie"] == "2"
    assert "se jugó 1 partida." in " ".join(
        block.text
        for each in press_papers(asked(there.championship))
        for block in each.blocks
        if hasattr(block, "text")
    )


@pytest.mark.parametrize(("form", "voided"), [("series-final", False), ("eliminatoria", True)])
def test_what_counts_is_not_called_void(client: Client, form: str, *, voided: bool) -> None:
    championship = tournament(form, 8)
    fixture = next(each for each in ready(championship) if of_gone(each))
    paper(fixture, winner="A")
    pareja_leave(
        pareja=championship.parejas.get(number=GONE), user=director_of(championship), now=NOW + timedelta(hours=1),
        reason="Se fue.", voided=voided,
    )  # fmt: skip

    for name in ("brackets:championship", "brackets:results"):
        assert TOLD not in page(client, name, championship.slug)
    assert [each.fixture for each in counted_of([championship])] == [fixture.pk]
    assert course_of(championship).voided.meetings.get(fixture.stage_id, frozenset()) == frozenset()


def test_the_panel_counts_it_apart_as_the_final_acta_does(there: Night, client: Client) -> None:
    client.force_login(director_of(there.championship))

    context = client.get(reverse("brackets:panel", args=(there.championship.slug,))).context

    assert (dict(context["counts"])["final"], context["progress"].voided) == (1, 2)


def test_in_english(there: Night, client: Client) -> None:
    client.cookies["idioma"] = "en"

    for name, args in (
        ("brackets:championship", ()),
        ("brackets:schedule", ()),
        ("brackets:results", ()),
        ("referee:partida", (there.void.pk,)),
        ("brackets:sheet", (1,)),
        ("referee:live_partida", (there.void.pk,)),
    ):
        told = page(client, name, there.championship.slug, *args, query="?idioma=en")
        assert ENGLISH in told, name
        assert "Anulada" not in told, name
    table = there.kept.fixture.table
    assert table is not None
    for name in ("referee:table_display", "referee:table_overlay"):
        told = page(client, name, there.championship.slug, table.number, query="?idioma=en")
        assert "VOIDED" in told, name
        assert "ANULADA" not in told, name


QUERIED: Final = (
    "brackets:championship", "brackets:results", "brackets:schedule", "brackets:sheet", "referee:partida", "referee:live",
    "referee:statistics", "referee:zapateros", "referee:pareja",
)  # fmt: skip


@pytest.mark.long
def test_queries_do_not_grow_with_what_is_void(client: Client) -> None:
    def queries(many: int) -> dict[str, int]:
        championship = tournament("series-final", 8)
        for each in ready(championship)[:4]:
            paper(each)
        parejas = list(championship.parejas.order_by("number"))
        for pareja in parejas[:many]:
            pareja_leave(pareja=pareja, user=director_of(championship), now=NOW, reason="Se fue.", voided=True)
        own = next(
            each for each in Fixture.objects.filter(stage__championship=championship, how="played") if of_gone(each)
        )
        further = {"brackets:sheet": (1,), "referee:partida": (own.pk,), "referee:pareja": (GONE,)}
        counted = {}
        for name in QUERIED:
            address = reverse(name, args=(championship.slug, *further.get(name, ())))
            address += "?desde=0" if name == "referee:live" else ""
            client.get(address)
            with CaptureQueriesContext(connection) as seen:
                assert client.get(address).status_code == 200
            counted[name] = len(seen)
        return counted

    assert queries(1) == queries(3)
