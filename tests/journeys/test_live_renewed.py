"""What stands below the floor of a championship follows it, without a reload and without taking anything from who reads."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, Request, expect

from brackets.draw.formats import Series
from brackets.draw.qualification import Everybody
from brackets.models import Fixture
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record
from brackets.services.planning import StagePlan
from brackets.services.stages import stage_publish, stage_reopen
from tests.brackets.services.test_formats import TABLE, Night
from tests.chromium import PHONE
from tests.factories.brackets import TableFactory, director_of, published_stage
from tests.factories.referee import Keeper, keeper
from tests.journeys.live_servers import Servers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SPREAD, PAUSE = 15_000, 20_000  # at most so long until the parts are asked for, and at least so long between two times


@pytest.fixture
def hall(running: Servers, kept: Keeper) -> Servers:
    assert kept.fixture
    return running


def board(address: str, context: BrowserContext) -> tuple[Page, list[str]]:
    """A page that is followed, with a clock that can be put on, and what it asks for besides the stream."""
    page = context.new_page()
    asked: list[str] = []

    def note(request: Request) -> None:
        if "solo=partes" in request.url:
            asked.append(request.url)

    page.on("request", note)
    page.clock.install()
    page.goto(address)
    expect(page.locator("[data-line=stream] [data-fill=age]")).to_have_text("Al día")
    page.evaluate("window.stayed = true")
    page.clock.fast_forward(SPREAD)
    expect(page.locator("[data-line=stream] [data-fill=age]")).to_have_text("Al día")
    assert not asked, "nothing has changed"
    return page, asked


def put_on(page: Page, milliseconds: int) -> None:
    """The clock of the page; what the server keeps is kept by its own."""
    page.wait_for_timeout(2100)
    page.clock.fast_forward(milliseconds)


def below(page: Page, heading: str) -> Locator:
    return page.locator(f"section[aria-labelledby={heading}] .fixture")


def test_a_card_leaves_what_comes_next_and_a_result_comes_to_the_results_and_the_bracket(
    hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    kept = keeper(parejas=16)
    page, asked = board(f"{hall.url}/c/{kept.championship.slug}/?etapa=1&parte=2", open_context(**PHONE))
    floor = page.locator(f'[data-floor] [data-mesa="{kept.fixture.pk}"]')
    own = re.compile(rf"Partida {kept.fixture.number}\b")
    bracket = page.locator("section[aria-labelledby=llave]")
    expect(below(page, "proximas").filter(has_text=own)).to_have_count(1)
    bracket.get_by_role("link", name=own).focus()
    page.evaluate("document.querySelector('section[aria-labelledby=llave]').scrollIntoView({ behavior: 'instant' })")
    scroller = bracket.locator(".bracket-scroll").first
    rolled = scroller.evaluate("box => { box.scrollLeft = 40; return box.scrollLeft; }")
    assert rolled > 0

    fixture_call(fixture=kept.fixture, user=director_of(kept.championship), now=timezone.now())
    expect(floor).to_contain_text("Convocada")
    assert not asked, "a thousand telephones would ask at once"
    top = bracket.locator("h2").bounding_box()
    assert top
    put_on(page, SPREAD)

    expect(below(page, "proximas").filter(has_text=own)).to_have_count(0)
    expect(page.get_by_role("navigation", name="En esta página").get_by_role("link", name="Convocadas")).to_be_visible()
    assert len(asked) == 1
    assert all(each in asked[0] for each in ("etapa=1", "parte=2"))
    expect(bracket.get_by_role("link", name=own)).to_be_focused()
    assert scroller.evaluate("box => box.scrollLeft") == rolled
    again = bracket.locator("h2").bounding_box()
    assert again
    assert abs(again["y"] - top["y"]) < 2, "what is read moved"

    fixture_record(
        fixture=Fixture.objects.get(pk=kept.fixture.pk), how="played", winner="A", chicas=[[40, 22], [40, 8]],
        zapateria=False, user=director_of(kept.championship), now=timezone.now(), reason="Se llevó en papel",
    )  # fmt: skip
    expect(floor).to_contain_text("FINAL")
    put_on(page, PAUSE)

    expect(below(page, "resultados").filter(has_text=own)).to_contain_text("(gana)")
    expect(bracket.locator(f"#partida-{kept.fixture.number} .fixture__side--winner").first).to_be_visible()
    winner = kept.fixture.pareja_a
    assert winner
    following = Fixture.objects.get(stage=kept.fixture.stage, round=2, position=kept.fixture.position // 2)
    expect(bracket.locator(f"#partida-{following.number}").first).to_contain_text(winner.title)
    assert page.evaluate("window.stayed"), "the page was loaded again"


@pytest.mark.long
def test_where_the_draw_is_published_no_more_the_bracket_goes_and_comes_back(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    page, _ = board(f"{hall.url}/c/{kept.championship.slug}/", open_context(**PHONE))
    director = director_of(kept.championship)

    stage = stage_reopen(stage=kept.fixture.stage, user=director, now=timezone.now(), reason="Faltaba uno").stage
    put_on(page, SPREAD)
    expect(page.get_by_text("El sorteo todavía no está publicado")).to_be_visible()
    expect(page.locator("section[aria-labelledby=llave]")).to_have_count(0)

    stage_publish(stage=stage, user=director, now=timezone.now())
    fixture_call(fixture=Fixture.objects.get(pk=kept.fixture.pk), user=director, now=timezone.now())
    expect(page.locator("[data-floor] [data-mesa]")).to_contain_text("Convocada")
    put_on(page, PAUSE)
    expect(page.locator("section[aria-labelledby=llave] .fixture").first).to_be_visible()


@pytest.mark.long
def test_it_asks_once_for_many_changes_and_not_while_nobody_looks(
    hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    stage = published_stage(8)
    page, asked = board(f"{hall.url}/c/{stage.championship.slug}/", open_context(**PHONE))
    director = director_of(stage.championship)
    page.evaluate(
        "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true, writable: true })"
    )

    for fixture in stage.fixtures.filter(status=Fixture.Status.READY):
        fixture_record(
            fixture=fixture, how="walkover", winner="A", chicas=[], zapateria=False, user=director,
            now=timezone.now(), reason="No vino",
        )  # fmt: skip
    page.wait_for_timeout(2000)  # the stream has told it
    page.clock.fast_forward(SPREAD)
    page.wait_for_timeout(500)
    assert not asked

    page.evaluate("document.visibilityState = 'visible'; document.dispatchEvent(new Event('visibilitychange'))")
    put_on(page, 2000)

    expect(below(page, "resultados")).to_have_count(4)
    put_on(page, PAUSE)
    page.wait_for_timeout(500)
    assert len(asked) == 1


@pytest.mark.long
def test_what_was_opened_stays_open(hall: Servers, open_context: Callable[..., BrowserContext]) -> None:
    night = Night.published(6, StagePlan(name="Series", format=Series(size=3), entry=(Everybody(),), criteria=TABLE))
    page, asked = board(f"{hall.url}/c/{night.championship.slug}/", open_context(**PHONE))
    fixture = night.stage(1).fixtures.filter(status=Fixture.Status.READY).order_by("number").first()
    assert fixture
    games = page.locator("section.stage-part details").filter(has=page.locator(f"#partida-{fixture.number}"))
    games.locator("summary").click()

    table = TableFactory(championship=night.championship)
    fixture = fixture_assign(fixture=fixture, table=table, juez=None, user=night.director, now=timezone.now())
    fixture_call(fixture=fixture, user=night.director, now=timezone.now())
    expect(page.locator("[data-floor] [data-mesa]")).to_contain_text("Convocada")
    put_on(page, SPREAD)

    expect(games.locator(f"#partida-{fixture.number}")).to_contain_text("Convocada")
    expect(games.locator(f"#partida-{fixture.number}")).to_be_visible()
    expect(games.locator("summary")).to_be_focused()
    assert len(asked) == 1


@pytest.mark.long
def test_a_page_that_the_browser_kept_is_as_old_as_it_is(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    place, opened = f"{hall.url}/c/{kept.championship.slug}/", []
    for slow in (0, 600_000):  # its clock is right, or ten minutes behind
        context = open_context(**PHONE)
        context.add_init_script(f"const now = Date.now; Date.now = () => now() - {slow};")
        page, before = context.new_page(), timezone.localtime()
        page.goto(f"{place}partidas/{kept.fixture.pk}/")
        expect(page.locator("[data-line=stream]")).to_be_visible()
        page.goto(f"{place}horario/")
        opened.append((page, before))
    page.wait_for_timeout(12_000)

    for page, before in opened:
        page.context.set_offline(True)
        page.go_back()
        down = page.locator("[data-line=down] [data-fill=age]")
        expect(down).to_contain_text("Sin conexión")
        told = re.fullmatch(r"Sin conexión: lo último es de las (\d\d:\d\d):\d\d \(hace (\d+) s\)", down.inner_text())

        assert told, down.inner_text()
        assert 12 <= int(told[2]) < 80
        assert told[1] in {before.strftime("%H:%M"), (before + timedelta(minutes=1)).strftime("%H:%M")}
