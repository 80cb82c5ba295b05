"""The Juez on his tablet, a telephone on the partida, a big board on the championship, the projector of the hall: all live, and
nobody reloads."""

from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from playwright.sync_api import BrowserContext, Page, Route, expect

from brackets.models import Championship, User
from cuarenta_torneo.live.frames import CROWDED
from referee.selectors.mesas import planilla_standing
from referee.services.protests import protest_see
from referee.services.screens import Shown
from tests.chromium import PHONE
from tests.factories.brackets import director_of
from tests.factories.referee import Keeper
from tests.journeys.live_servers import Servers
from tests.journeys.screen_register import register
from tests.journeys.tablet_screen import PASSWORD, TabletScreen, device_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PROJECTOR = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False}
TAPPED = "addEventListener('pointerdown', () => { window.tapped = Date.now(); }, true)"
# When each score came up on the page, by the clock that all browsers of this machine share.
WATCH = """fixture => {
    window.stayed = true;
    window.seen = {};
    const points = document.querySelector(`[data-mesa="${fixture}"] [data-fill="points-a"]`);
    new MutationObserver(() => { window.seen[points.textContent] ??= Date.now(); })
        .observe(points, { childList: true, characterData: true, subtree: true });
}"""


@pytest.fixture
def hall(running: Servers, kept: Keeper) -> Servers:
    known_to_servers(kept.juez)
    return running


def known_to_servers(user: User) -> None:
    """The quick passwords of the tests are known in this process alone."""
    user.password = Argon2PasswordHasher().encode(PASSWORD, "salt-of-this-test")
    user.save()


def following(page: Page, address: str, fixture: int) -> Page:
    page.goto(address)
    expect(page.locator("[data-line=stream] [data-fill=age]")).to_have_text("Al día")
    page.evaluate(WATCH, fixture)
    return page


def state_is(page: Page, kept: Keeper, label: str) -> None:
    expect(page.locator(f'[data-mesa="{kept.fixture.pk}"] [data-fill=state]').first).to_have_text(label)


def states_are(label: str, kept: Keeper, wall: Page, *pages: Page) -> None:
    for page in pages:
        state_is(page, kept, label)
    expect(wall.locator(".mesa .estado")).to_have_text(label.upper())


@pytest.mark.long
def test_a_jugada_is_on_every_board_within_a_second_and_a_restart_makes_nobody_reload(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    screen = TabletScreen(open_context().new_page(), hall.url)
    screen.begin(kept.juez)
    screen.page.evaluate(TAPPED)
    place = f"{hall.url}/c/{kept.championship.slug}/"
    phone = following(open_context(**PHONE).new_page(), f"{place}partidas/{kept.fixture.pk}/", kept.fixture.pk)
    board = following(open_context(**PROJECTOR).new_page(), place, kept.fixture.pk)
    wall = open_context(**PROJECTOR).new_page()
    wall.goto(f"{hall.url}/pantalla/")
    wall.evaluate("window.stayed = true")
    register(kept.championship, director_of(kept.championship), Shown("juego"))
    states_are("EN VIVO", kept, wall, phone, board)

    delays: dict[Page, list[int]] = {phone: [], board: []}
    for score in range(2, 12, 2):
        screen.tap("limpia" if score % 4 else "caida", "A")
        for page, took in delays.items():
            expect(page.locator(f'[data-mesa="{kept.fixture.pk}"] [data-fill="points-a"]')).to_have_text(str(score))
            took.append(
                page.evaluate("score => window.seen[score]", str(score)) - screen.page.evaluate("window.tapped")
            )
        screen.saved(score // 2 + 1)
    assert max(max(took) for took in delays.values()) < 1000, delays
    expect(wall.locator(".mesa__points").first).to_contain_text("10")

    screen.tap("juego-y-veo")
    expect(screen.sheet).to_be_visible()
    states_are("EN REVISIÓN", kept, wall, phone, board)
    expect(phone.get_by_text("Un «juego y veo» que el Juez comprueba")).to_be_visible()
    screen.touch(screen.sheet.locator(".pareja-B .rejected"))
    screen.saved(7)
    states_are("EN VIVO", kept, wall, phone, board)
    screen.tap("juego-y-veo")
    states_are("EN REVISIÓN", kept, wall, phone, board)
    screen.page.keyboard.press("Escape")  # looked into, and given up
    states_are("EN VIVO", kept, wall, phone, board)

    hall.stop()
    expect(board.locator("[data-line=down]")).to_contain_text("Sin conexión: lo último es de las")
    hall.start()
    screen.tap("limpia", "A")
    for page in (phone, board):
        expect(page.locator(f'[data-mesa="{kept.fixture.pk}"] [data-fill="points-a"]')).to_have_text("12")
        expect(page.locator("[data-line=stream] [data-fill=age]")).to_have_text("Al día")
    expect(phone.locator(".jugadas li").first).to_contain_text("Limpia")
    expect(wall.locator(".mesa__points").first).to_contain_text("12")

    kept.device, kept.mesa_id = device_of(), kept.fixture.mesa.public_id
    kept.record('ajusta A +26 "marcador"', "limpia A", "proclama")
    states_are("Provisional", kept, wall, phone, board)
    expect(board.locator(f'[data-mesa="{kept.fixture.pk}"] [data-fill="points-a"]')).to_be_hidden()
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    protest = kept.sign(planilla, "B", "bajo-protesta")
    states_are("EN REVISIÓN", kept, wall, phone, board)
    kept.sign(planilla, "juez")
    standing = planilla_standing(kept.mesa)
    assert standing is not None
    assert standing.sealed_at
    state_is(phone, kept, "EN REVISIÓN")
    protest_see(signature=protest, by=director_of(kept.championship), now=kept.tick())
    for page in (phone, board):
        state_is(page, kept, "FINAL")
    assert all(page.evaluate("window.stayed") for page in (phone, board, wall)), "a page was loaded again"


def test_without_a_stream_the_page_asks_and_says_how_old_it_is(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    kept.open()
    kept.record("sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1")
    asked: list[str] = []

    def crowded(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(
            content_type="text/event-stream", body=CROWDED.decode(), headers={"Access-Control-Allow-Origin": "*"}
        )

    context = open_context(**PHONE)
    pages = context.new_page(), context.new_page()
    pages[0].route("**/vivo/**", lambda route: route.abort())
    pages[1].route("**/vivo/**", crowded)
    for page in pages:
        page.goto(f"{hall.url}/c/{kept.championship.slug}/partidas/{kept.fixture.pk}/")
        expect(page.locator("[data-line=poll]")).to_contain_text("Actualizado hace")

    kept.record("caida A")

    for page in pages:
        expect(page.locator('[data-fill="points-a"]')).to_have_text("2")
    assert len(asked) == 1, "it was told to leave the stream alone for a minute"


@pytest.mark.long
def test_without_scripts_the_page_is_whole_and_says_its_hour(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    kept.open()
    kept.record("sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1", "caida A")
    page = open_context(**PHONE, java_script_enabled=False).new_page()

    for place in ("", f"partidas/{kept.fixture.pk}/"):
        page.goto(f"{hall.url}/c/{kept.championship.slug}/{place}")
        expect(page.locator("[data-line]")).to_contain_text("Así estaba a las")
        expect(page.get_by_role("link", name="Actualizar")).to_be_visible()
        state_is(page, kept, "EN VIVO")
        expect(page.locator(f'[data-mesa="{kept.fixture.pk}"] [data-fill="points-a"]')).to_have_text("2")


def test_a_line_that_says_nothing_more_is_not_called_up_to_date(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context(**PHONE).new_page()
    page.clock.install()
    page.goto(f"{hall.url}/c/{kept.championship.slug}/")
    said = page.locator("[data-line]")
    expect(said).to_contain_text("Al día")

    with hall.stream_held():
        page.clock.fast_forward(25_000)  # after the last word, of which nobody knows how long ago it was
        expect(said).to_contain_text("Actualizado hace", timeout=5000)
        page.clock.fast_forward(10_000)  # taken for dead
        expect(page.locator("[data-line=poll]")).to_contain_text("Actualizado hace")


def test_after_midnight_the_hour_is_that_of_the_hall_and_begins_at_nought(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context(**PHONE, timezone_id="Europe/Madrid").new_page()
    page.clock.install(time="2026-11-29T05:05:10Z")
    page.goto(f"{hall.url}/c/{kept.championship.slug}/")
    expect(page.locator("[data-line=stream]")).to_be_visible()

    hall.stop()

    expect(page.locator("[data-line=down]")).to_contain_text("lo último es de las 00:05:")


@pytest.mark.long
def test_what_the_public_may_see_changes_on_the_page_that_is_open(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    kept.open()
    kept.record("sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1", "caida A")
    page = open_context(**PHONE).new_page()
    page.goto(f"{hall.url}/c/{kept.championship.slug}/partidas/{kept.fixture.pk}/")
    expect(page.locator("[data-line=stream] [data-fill=age]")).to_have_text("Al día")
    rows, points = page.locator(".jugadas li"), page.locator('[data-fill="points-a"]')
    covered = page.get_by_text("aquí no se ve el marcador")
    expect(rows).to_have_count(2)

    def shows(visibility: str) -> None:
        Championship.objects.update(live_visibility=visibility)

    shows("final")
    expect(covered).to_be_visible()
    expect(rows).to_have_count(0)
    expect(points).to_be_hidden()
    kept.record("limpia A")
    shows("todo")
    expect(covered).to_have_count(0)
    expect(rows).to_have_count(3)
    expect(points).to_have_text("4")
    kept.record("limpia B")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("Pareja B:")
    shows("final")
    expect(covered).to_be_visible()
    kept.record('ajusta A +36 "marcador"', "proclama", 'adjudica-mesa A "fallo"')
    expect(covered).to_have_count(0)
    expect(rows.first).to_contain_text("adjudica la mesa")
    expect(points).to_be_hidden()
