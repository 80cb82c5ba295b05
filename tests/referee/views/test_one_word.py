"""A partida stands by one word wherever the public reads of it: that of its board."""

import re
from collections.abc import Mapping
from io import BytesIO

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from brackets.draw.formats import Series
from brackets.models import Fixture
from brackets.selectors.private_links import link_token
from brackets.services.fixtures import fixture_record
from referee.printing.pictures import Picture, picture_png
from referee.selectors.live import estados_in, floor_live, live_of
from referee.selectors.papers.acta import final_acta_papers
from referee.selectors.papers.hall import day_papers, table_papers
from referee.selectors.papers.press import press_papers
from referee.selectors.papers.stages import series_papers
from referee.services.protests import protest_see
from tests.factories.brackets import NOW, TableFactory, director_of, published_stage
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keepers, kept_mesa
from tests.referee.printing.papers.worlds import long_names
from tests.referee.selectors.papers.told import asked
from tests.referee.selectors.papers.told import words as words_of
from tests.referee.services.test_calls import claim

pytestmark = pytest.mark.django_db
PAGES = ("results", "schedule", "championship")
LISTS = ("fixtures", "jueces", "tables", "hours")
STATE = r'<span class="state state--[^>]*>.*?<span[^>]*>([^<]+)</span></span>'


@pytest.fixture
def protested() -> Keeper:
    """A mesa sealed under a protest that no Director has read."""
    kept = kept_mesa(*ZAPATERIA)
    sealed_under_protest(kept)
    return kept


def sealed_under_protest(kept: Keeper) -> None:
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    kept.sign(planilla, "B", "bajo-protesta")
    kept.sign(planilla, "juez")


def addresses(kept: Keeper) -> Mapping[str, str]:
    slug, pareja = kept.championship.slug, kept.fixture.pareja_a
    assert pareja
    return {
        **{name: reverse(f"brackets:{name}", args=[slug]) for name in PAGES},
        "pareja": reverse("referee:pareja", args=[slug, pareja.number]),
        "own": f"/p/{link_token(pareja)}/",
        "partida": reverse("referee:partida", args=[slug, kept.fixture.pk]),
    }


def words(client: Client, kept: Keeper) -> dict[str, set[str]]:
    """What each page says of its partida, by the page."""
    found = {}
    for name, address in addresses(kept).items():
        page = client.get(address).text
        cards = re.findall(r"<article.*?</article>|<tr>.*?</tr>", page, re.DOTALL) or [page]
        own = [card for card in cards if f"/partidas/{kept.fixture.pk}/" in card] if name != "partida" else [page]
        found[name] = {word for card in own for word in re.findall(STATE, card, re.DOTALL)}
    return found


def test_what_is_sealed_under_a_protest_is_final_nowhere_until_a_director_knows(
    client: Client, protested: Keeper
) -> None:
    protest = protested.mesa.planillas.get().signatures.get(outcome="bajo-protesta")

    with time_machine.travel(protested.tick()):
        before = words(client, protested)
        protest_see(signature=protest, by=director_of(protested.championship), now=protested.tick())
        after = words(client, protested)

    assert before == {name: {"EN REVISIÓN"} for name in before}
    assert after == {name: {"FINAL"} for name in after}


def test_the_desk_says_so_in_its_lists_too(client: Client, protested: Keeper) -> None:
    client.force_login(director_of(protested.championship))
    stage = protested.fixture.stage
    lists = reverse("brackets:fixtures", args=[protested.championship.slug])
    answer = client.get(lists, {"etapa": stage.number, "ronda": protested.fixture.round}).text
    (row,) = (
        each for each in answer.split('<li class="fixture-row"') if f'id="partida-{protested.fixture.number}"' in each
    )

    assert re.findall(STATE, row, re.DOTALL) == ["EN REVISIÓN"]


@pytest.mark.parametrize(("lines", "word"), [((SORTEO,), "En juego"), ((SORTEO, 'suspension "luz"'), "Suspendida")])
def test_a_list_of_the_desk_has_its_own_steps_and_what_they_do_not_tell(
    client: Client, lines: tuple[str, ...], word: str
) -> None:
    kept = kept_mesa(*lines)
    client.force_login(director_of(kept.championship))
    table = TableFactory(championship=kept.championship, number=7)
    Fixture.objects.filter(pk=kept.fixture.pk).update(table=table)
    slug = kept.championship.slug
    lists = [reverse(f"brackets:{name}", args=[slug]) for name in LISTS]

    told = {
        address: re.findall(STATE, client.get(address).text, re.DOTALL)
        for address in (*lists, reverse("brackets:juez", args=[slug, kept.juez.pk]))
    }

    assert {address: set(words) & {"En juego", "EN VIVO", "Suspendida"} for address, words in told.items()} == {
        address: {word} for address in told
    }


def test_it_stands_on_the_floor_until_then(client: Client, protested: Keeper) -> None:
    protest = protested.mesa.planillas.get().signatures.get(outcome="bajo-protesta")
    championship = reverse("brackets:championship", args=[protested.championship.slug])

    def floor() -> list[str]:
        section = client.get(championship).text.split('data-floor="live')[1].split("</section>")[0]
        return re.findall(r'data-mesa="([0-9]+)"', section)

    assert floor() == [str(protested.fixture.pk)]
    assert 'href="#en-juego"' in client.get(championship).text

    protest_see(signature=protest, by=director_of(protested.championship), now=protested.tick())

    assert floor() == []


def test_the_drawing_says_it_too(client: Client, protested: Keeper) -> None:
    sheet = client.get(reverse("brackets:sheet", args=[protested.championship.slug, 1])).text

    assert ">EN REVISIÓN · Zapatería</text>" in sheet
    assert f". EN REVISIÓN · Zapatería. Gana {protested.fixture.pareja_a.number}" in sheet


PAPERS = (day_papers, table_papers, final_acta_papers, press_papers)


def on_paper(kept: Keeper) -> dict[str, str]:
    """What each paper says after the points of its partida."""
    found = {}
    for papers in PAPERS:
        told = words_of(papers(asked(kept.championship)))
        found[papers.__name__] = ", ".join(re.findall(r"\d+–\d+ \(([^)\d]*)\)$", told, re.MULTILINE))
    return found


def test_so_do_the_papers(protested: Keeper) -> None:
    fixture = Fixture.objects.get(pk=protested.fixture.pk)
    fixture.table = TableFactory(championship=protested.championship, number=7)
    fixture.save(update_fields=("table",))
    protest = protested.mesa.planillas.get().signatures.get(outcome="bajo-protesta")

    before = on_paper(protested)
    protest_see(signature=protest, by=director_of(protested.championship), now=protested.tick())
    after = on_paper(protested)

    assert before == {papers.__name__: "zapatería, en revisión" for papers in PAPERS}
    assert after == {papers.__name__: "zapatería" for papers in PAPERS}


def test_and_the_sheet_of_a_series() -> None:
    championship = long_names(6, format_=Series(size=3))
    (kept,) = keepers(list(Fixture.objects.filter(stage__championship=championship, status=Fixture.Status.READY)[:1]))
    kept.open()
    kept.record(*ZAPATERIA)

    assert "(zapatería, provisional)" in words_of(series_papers(asked(kept.championship)))
    sealed_under_protest(kept)
    assert "(zapatería, en revisión)" in words_of(series_papers(asked(kept.championship)))


def test_and_the_bracket_for_the_wall_as_short_as_its_room(client: Client, protested: Keeper) -> None:
    protest = protested.mesa.planillas.get().signatures.get(outcome="bajo-protesta")
    provisional, playing = kept_mesa(*ZAPATERIA), kept_mesa(SORTEO)

    def printed(kept: Keeper) -> str:
        pdf = client.get(reverse("referee:sheet_pdf", args=[kept.championship.slug, 1])).content
        return PdfReader(BytesIO(pdf)).pages[0].extract_text()

    assert ("rev." in printed(protested), "«rev.»: en revisión." in printed(protested)) == (True, True)
    assert ("prov." in printed(provisional), "«prov.»: provisional." in printed(provisional)) == (True, True)
    protest_see(signature=protest, by=director_of(protested.championship), now=protested.tick())
    assert not re.search(r"rev\.|prov\.", printed(protested) + printed(playing))


def test_how_it_ended_without_being_played_is_told_once_it_is_settled(client: Client) -> None:
    stage = published_stage(4)
    fixture = Fixture.objects.get(stage=stage, number=1)
    fixture_record(
        fixture=fixture, how="walkover", winner="A", chicas=(), zapateria=False, user=director_of(stage.championship), now=NOW,
        reason="",
    )  # fmt: skip

    assert ">W.O.</text>" in client.get(reverse("brackets:sheet", args=[stage.championship.slug, 1])).text


def picture(kept: Keeper, word: str) -> bytes:
    """As it is drawn with this word."""
    fixture = kept.fixture
    fixture.refresh_from_db()
    lines = tuple(
        (f"{pareja.number} · {pareja.title}", "  ".join(str(pair[place]) for pair in fixture.chicas))
        for place, pareja in enumerate((fixture.pareja_a, fixture.pareja_b))
        if pareja
    )
    return picture_png(Picture(f"Partida {fixture.number} · {kept.championship}", lines, kept.championship.place, word))


def test_the_picture_of_a_shared_link_says_the_same(client: Client, protested: Keeper) -> None:
    ahead = keepers(list(published_stage(4).fixtures.filter(number=1)))[0]
    told = [
        (ahead, ""),
        (kept_mesa(SORTEO), "EN VIVO"),
        (kept_mesa(*ZAPATERIA), "PROVISIONAL"),
        (protested, "EN REVISIÓN"),
    ]

    for kept, word in told:
        address = reverse("referee:partida_picture", args=[kept.championship.slug, kept.fixture.pk])
        assert client.get(address).content == picture(kept, word), word


def test_a_page_and_the_boards_have_it_from_the_same_rule() -> None:
    stage = published_stage(16)
    kept = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)))
    for each, lines in zip(kept, ((SORTEO,), (SORTEO,), ZAPATERIA, (SORTEO, 'suspension "luz"')), strict=False):
        each.open()
        each.record(*lines)
    claim(kept[0])

    estados, fixtures = estados_in(stage.championship), list(stage.fixtures.all())
    boards = live_of([fixture.pk for fixture in fixtures], version=1)

    told = {fixture.pk: estados.of(fixture, voided=False) for fixture in fixtures}
    assert told == {pk: board.state for pk, board in boards.items()}
    assert {each.code for each in told.values()} == {"review", "live", "provisional", "suspended", "upcoming"}
    assert [mesa.fixture for mesa in floor_live(stage.championship)[1]] == [each.fixture.pk for each in kept[:4]]
