"""A shaky network, another tablet, a session that ends: the screen tells the truth and nothing is recorded twice.

By a tablet that cannot run the rulebook: it records, and adds nothing up.
"""

import statistics
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Mesa
from referee.services.devices import device_revoke
from referee.services.mesas import lease_take
from tests.factories.referee import Keeper, log_of
from tests.journeys.tablet_screen import TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

JUGADAS = "**/jugadas"
GIVEN_UP_S = 8
MOST_S = 3


@pytest.fixture
def screen(kept: Keeper, tablet_page: Page, live_server: LiveServer) -> Iterator[TabletScreen]:
    """A mesa in its first data; the keeper writes to it as the Mesa de Control might."""
    screen = TabletScreen(tablet_page, live_server.url)
    screen.begin(kept.juez)
    mesa = kept.fixture.mesa
    kept.mesa_id, kept.device = mesa.public_id, mesa.device
    yield screen
    tablet_page.context.set_offline(False)


def unsaved(screen: TabletScreen, *rows: str) -> None:
    """These are listed as still to be added up, newest first, and the score is that of what the server has."""
    pending = screen.page.locator(".latest .pending")
    expect(pending).to_have_count(len(rows))
    for index, row in enumerate(rows):
        expect(pending.nth(index)).to_contain_text(row)
        expect(pending.nth(index)).to_contain_text("por confirmar")


def test_without_network_a_touch_is_saved_here_and_recorded_once_when_it_returns(
    kept: Keeper, screen: TabletScreen
) -> None:
    screen.page.context.set_offline(True)
    screen.tap("caida", "A")
    screen.tap("limpia", "B")

    unsaved(screen, "B Limpia +2", "A Caída +2")
    screen.score(0, 0)
    expect(screen.chip).to_contain_text("2 por enviar · sin red")
    expect(screen.chip).to_contain_text("Guardado hasta la 3")
    expect(screen.chip).to_contain_text("hace ")
    expect(screen.page.locator(".unsaved")).to_have_text(["+2 por confirmar", "+2 por confirmar"])
    assert len(log_of(kept.mesa)) == 1

    screen.page.context.set_offline(False)
    screen.page.get_by_role("button", name="Reintentar").or_(screen.chip).first.tap()

    screen.saved(3)
    unsaved(screen)
    screen.score(2, 2)
    assert log_of(kept.mesa)[1:] == ["caida A", "limpia B"]


def test_it_tries_again_by_itself(kept: Keeper, screen: TabletScreen) -> None:
    tried: list[str] = []

    def refuse_twice(route: Route) -> None:
        tried.append(route.request.url)
        if len(tried) < 3:
            route.fulfill(status=503, body="<html>") if len(tried) == 1 else route.abort()
        else:
            route.continue_()

    screen.page.route(JUGADAS, refuse_twice)

    screen.tap("caida", "A")
    expect(screen.chip).to_contain_text("1 por enviar · sin red")

    expect(screen.chip).to_contain_text("0 por enviar", timeout=20_000)
    screen.saved(2)
    assert len(tried) == 3
    assert log_of(kept.mesa)[1:] == ["caida A"]


def test_a_request_that_hangs_is_given_up_when_the_network_is_another_one(kept: Keeper, screen: TabletScreen) -> None:
    """Far sooner than it would be given up by itself, which takes eight seconds."""
    tried: list[float] = []

    def hang_once(route: Route) -> None:
        tried.append(time.monotonic())
        if len(tried) > 1:
            route.continue_()

    screen.page.route(JUGADAS, hang_once)
    with screen.page.expect_request(JUGADAS):
        screen.tap("caida", "A")
    expect(screen.chip).to_contain_text("1 por enviar")

    returned = time.monotonic()
    screen.page.evaluate("window.dispatchEvent(new Event('online'))")

    screen.saved(2)
    assert len(tried) == 2
    assert tried[1] - returned < GIVEN_UP_S / 2
    assert log_of(kept.mesa)[1:] == ["caida A"]


@pytest.mark.long
def test_what_waits_is_tried_every_two_seconds_until_there_is_a_server_again(screen: TabletScreen) -> None:
    """The browser may not notice that it is there again."""
    page, tried = screen.page, []
    page.route(JUGADAS, lambda route: (tried.append(time.monotonic()), route.abort()))
    screen.tap("caida", "A")
    while len(tried) < 6:
        page.wait_for_timeout(100)

    waits = [later - earlier for earlier, later in pairwise(tried)]
    assert statistics.median(waits) < MOST_S  # of several: the machine of the test may stop for a while


@pytest.mark.long
def test_a_server_in_trouble_is_given_longer_each_time(screen: TabletScreen) -> None:
    page, tried = screen.page, []
    page.route(JUGADAS, lambda route: (tried.append(time.monotonic()), route.fulfill(status=503, body="")))
    screen.tap("caida", "A")
    while len(tried) < 4:
        page.wait_for_timeout(100)

    waits = [later - earlier for earlier, later in pairwise(tried)]
    assert waits[2] > waits[0] * 2


def test_a_lost_answer_is_asked_for_again_and_records_nothing_twice(kept: Keeper, screen: TabletScreen) -> None:
    lost: list[Route] = []

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route)
        route.fetch()
        route.abort()

    screen.page.route(JUGADAS, lose_the_first)
    screen.tap("caida", "A")
    expect(screen.chip).to_contain_text("1 por enviar · sin red")
    unsaved(screen, "A Caída +2")
    assert len(log_of(kept.mesa)) == 2  # it arrived, and the tablet cannot know
    screen.tap("limpia", "A")  # each touch is another try
    screen.undo()

    for _ in range(100):  # between two touches nothing may be unsent either
        if len(log_of(kept.mesa)) == 4:
            break
        screen.page.wait_for_timeout(100)
    expect(screen.chip).to_contain_text("0 por enviar")
    unsaved(screen)
    rows = log_of(kept.mesa)[1:]
    assert rows.count("caida A") == 1
    assert rows == ["caida A", "limpia A", "anula 3"]
    screen.score(2, 0)


def test_what_is_not_sent_outlives_a_reload(kept: Keeper, screen: TabletScreen) -> None:
    screen.page.route(JUGADAS, lambda route: route.abort())
    screen.tap("caida", "A")
    unsaved(screen, "A Caída +2")

    screen.restart()
    unsaved(screen, "A Caída +2")
    screen.page.unroute(JUGADAS)
    screen.page.get_by_role("button", name="Reintentar").or_(screen.chip).first.tap()

    screen.saved(2)
    assert log_of(kept.mesa)[1:] == ["caida A"]


def test_what_was_not_sent_when_the_mesa_was_left_is_sent_all_the_same(kept: Keeper, screen: TabletScreen) -> None:
    screen.page.route(JUGADAS, lambda route: route.abort())
    screen.tap("caida", "A")
    unsaved(screen, "A Caída +2")
    screen.page.locator(".back").tap()
    expect(screen.page.locator(".mesa-card")).to_be_visible()

    screen.page.unroute(JUGADAS)
    with screen.page.expect_response(JUGADAS):
        screen.page.evaluate("dispatchEvent(new Event('online'))")

    assert log_of(kept.mesa)[1:] == ["caida A"]


def test_undoing_without_network_is_sent_after_what_it_undoes(kept: Keeper, screen: TabletScreen) -> None:
    screen.tap("caida", "A")
    screen.saved(2)
    screen.page.context.set_offline(True)
    screen.tap("limpia", "B")
    unsaved(screen, "B Limpia +2")
    screen.undo()
    screen.undo()
    unsaved(screen, "Deshacer «la anterior»", "Deshacer «B Limpia»", "B Limpia +2")

    screen.page.context.set_offline(False)
    screen.saved(5)

    assert log_of(kept.mesa)[1:] == ["caida A", "limpia B", "anula 3", "anula 2"]
    screen.score(0, 0)


def test_undoing_a_touch_that_has_not_left_yet_is_recorded_too(kept: Keeper, screen: TabletScreen) -> None:
    held: list[Route] = []
    screen.page.route(JUGADAS, lambda route: route.continue_() if held else held.append(route))
    screen.tap("caida", "A")
    expect(screen.chip).to_contain_text("1 por enviar")
    screen.tap("limpia", "B")
    unsaved(screen, "B Limpia +2", "A Caída +2")

    screen.undo()
    unsaved(screen, "Deshacer «B Limpia»", "B Limpia +2", "A Caída +2")
    held[0].continue_()

    screen.saved(4)
    assert log_of(kept.mesa)[1:] == ["caida A", "limpia B", "anula 3"]
    screen.score(2, 0)


def test_what_the_log_has_meanwhile_is_seen_and_the_touch_comes_after_it(kept: Keeper, screen: TabletScreen) -> None:
    kept.record("limpia B")  # the same tablet, in another tab

    screen.tap("caida", "A")

    screen.saved(3)
    screen.score(2, 2)
    assert log_of(kept.mesa)[1:] == ["limpia B", "caida A"]


@pytest.mark.long
def test_a_touch_that_the_server_refuses_says_why_and_stays_listed(kept: Keeper, screen: TabletScreen) -> None:
    kept.record('ajusta B +40 "acta 1"')  # the tablet does not know yet that the chica is over

    screen.tap("caida", "A")

    expect(screen.button("caida", "A")).to_contain_text("no vale")
    expect(screen.toast).to_contain_text("La chica está por proclamar")
    expect(screen.toast).to_contain_text("art. 16")
    expect(screen.page.locator(".latest .refused")).to_contain_text("A Caída +2 no vale")
    screen.saved(2)
    screen.score(0, 40)
    screen.touch(screen.page.get_by_role("button", name="Historial"))
    screen.touch(screen.sheet.get_by_role("button", name="Visto"))
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator(".latest .refused")).to_have_count(0)
    assert log_of(kept.mesa)[1:] == ['ajusta B +40 "acta 1"']


def test_another_tablet_takes_over_and_this_one_only_reads(kept: Keeper, screen: TabletScreen) -> None:
    other = kept.tablet()
    other.name = "Tablet 12"
    other.save(update_fields=["name"])
    lease_take(mesa_id=kept.mesa_id, device=other, user=kept.juez, now=timezone.now())

    screen.tap("caida", "A")

    expect(screen.page.get_by_role("alert")).to_contain_text("Esta mesa continúa en Tablet 12")
    expect(screen.chip).to_contain_text("Solo lectura")
    expect(screen.chip).to_contain_text("0 por enviar")
    expect(screen.page.get_by_role("alert")).to_contain_text("1 jugada en cuarentena")
    expect(screen.page.locator(".undo")).to_be_disabled()
    screen.tap("limpia", "B")
    expect(screen.toast).to_contain_text("ya no anota")
    assert len(log_of(kept.mesa)) == 1

    screen.page.get_by_role("button", name="Continuar aquí").tap()
    screen.hold(screen.sheet.get_by_role("button", name="Continuar aquí"))

    expect(screen.page.get_by_role("alert")).to_have_count(0)
    expect(screen.page.locator(".latest .refused")).to_contain_text("A Caída +2 en cuarentena")
    screen.tap("caida", "A")
    screen.saved(2)
    assert log_of(kept.mesa)[1:] == ["caida A"]


def test_a_session_that_ended_asks_to_sign_in_and_keeps_what_was_touched(kept: Keeper, screen: TabletScreen) -> None:
    device_revoke(device=kept.device, by=kept.juez, now=timezone.now())

    screen.tap("caida", "A")
    expect(screen.chip).to_contain_text("1 por enviar · la sesión terminó")
    screen.page.get_by_role("button", name="Entrar").tap()
    screen.sign_in(kept.juez, "Tablet 08")
    expect(screen.page.locator(".mesa-card")).to_contain_text("En juego en Tablet 07")
    screen.open_mesa()
    screen.hold(screen.sheet.get_by_role("button", name="Continuar aquí"))

    expect(screen.page.locator(".latest .refused")).to_contain_text("A Caída +2")
    screen.score(0, 0)
    assert len(log_of(kept.mesa)) == 1


@pytest.mark.long
def test_a_wrong_password_is_said_and_no_cookie_lets_anybody_in(
    kept: Keeper, tablet_page: Page, live_server: LiveServer
) -> None:
    screen = TabletScreen(tablet_page, live_server.url)
    screen.start()
    tablet_page.get_by_label("Usuario").fill(kept.juez.username)
    tablet_page.get_by_label("Contraseña").fill("otra cosa")
    tablet_page.get_by_label("Nombre de esta tablet").fill("Tablet 07")
    tablet_page.get_by_role("button", name="ENTRAR").tap()
    expect(tablet_page.get_by_role("alert")).to_contain_text("no son correctos")

    screen.begin(kept.juez)

    (cookie,) = tablet_page.context.cookies()
    assert (cookie["name"], cookie["httpOnly"]) == (f"conocido-{kept.juez.pk}", True)  # by it he is only not held back
    assert Mesa.objects.get().device.name == "Tablet 07"
    screen.restart()  # still signed in
    tablet_page.locator(".back").tap()
    expect(tablet_page.locator(".mesa-card")).to_be_visible()
    tablet_page.get_by_role("button", name="Salir").tap()
    expect(tablet_page.get_by_label("Usuario")).to_be_visible()
