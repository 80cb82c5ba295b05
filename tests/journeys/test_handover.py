"""A mesa goes from one tablet to another: nothing that either saved is lost, and a person decides about what is left."""

import re
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.models import Role
from referee.models import Quarantined, QuarantineDecision
from referee.selectors.pins import ITERATIONS
from tests.chromium import PHONE, TABLET
from tests.factories.devices import pin_given, pins_salted
from tests.factories.referee import Keeper, keeper, log_of
from tests.journeys.tablet_screen import PASSWORD, TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOUCHES, SECONDS, SLOWER = 4, 20, 6


@pytest.fixture
def kept() -> Keeper:
    """A Juez whose PIN takes as long to prove as outside the tests."""
    kept = keeper()
    pins_salted(kept.championship, ITERATIONS)
    pin_given(kept.championship, "4071", user=kept.juez)
    return kept


def mark(screen: TabletScreen, pin: str) -> None:
    for digit in pin:
        screen.touch(screen.sheet.locator(".pin-keys").get_by_role("button", name=digit, exact=True))


def goes_on(screen: TabletScreen) -> None:
    expect(screen.page.locator(".play")).to_be_visible(timeout=SECONDS * 1000)
    expect(screen.sheet).to_have_count(0, timeout=SECONDS * 1000)


def slow_down(page: Page, rate: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def decide(screen: TabletScreen) -> None:
    screen.touch(screen.page.locator(".waiting-chip"))


def test_from_tablet_to_tablet_and_back_with_nothing_lost(
    kept: Keeper, open_context: Callable[..., BrowserContext], live_server: LiveServer, tmp_path: Path
) -> None:
    old = TabletScreen(open_context(**TABLET).new_page(), live_server.url)
    new = TabletScreen(open_context(**TABLET).new_page(), live_server.url)
    old.begin(kept.juez)
    kept.mesa_id = kept.fixture.mesa.public_id
    old.page.context.set_offline(True)
    old.tap("caida", "A")
    old.tap("limpia", "A")
    expect(old.chip).to_contain_text("2 por enviar")

    # The other tablet, a slow one, scans the code on the table: the PIN is all there is to touch.
    new.sign_in(kept.juez, "Tablet 12")
    expect(new.page.locator(".mesa-card")).to_contain_text(re.compile(r"En juego en Tablet 07 \(hace \d+ s\)"))
    slow_down(new.page, SLOWER)
    new.taps, began = 0, time.monotonic()
    new.page.goto(f"{live_server.url}/tablet/#mesa={kept.fixture.table.number}")
    expect(new.sheet).to_contain_text("En uso por Tablet 07", timeout=SECONDS * 1000)
    mark(new, "4071")
    goes_on(new)
    taken = time.monotonic() - began
    assert new.taps <= TOUCHES
    assert taken <= SECONDS
    slow_down(new.page, 1)
    new.tap("limpia", "B")
    new.tap("caida", "B")
    new.saved(3)
    assert log_of(kept.mesa)[1:] == ["limpia B", "caida B"]

    # The first comes back: it only reads, and what it had saved waits for the Juez.
    old.page.context.set_offline(False)
    expect(old.page.get_by_role("alert")).to_contain_text("Esta mesa continúa en Tablet 12")
    expect(old.chip).to_contain_text("0 por enviar", timeout=20_000)
    assert list(Quarantined.objects.values_list("notation", "number")) == [("caida A", 2), ("limpia A", 3)]

    expect(new.page.locator(".waiting-chip")).to_contain_text("2 en cuarentena", timeout=20_000)
    decide(new)
    beside = new.sheet.locator(".beside section")
    log, waiting = beside.nth(0), beside.nth(1)
    expect(log.locator("li")).to_have_text([re.compile("2 · B Limpia"), re.compile("3 · B Caída")])
    expect(waiting.locator(".kept")).to_have_count(2)
    new.page.screenshot(path=tmp_path / "quarantine.png")
    waiting.locator(".kept").nth(0).get_by_role("button", name="INCORPORAR").tap()
    mark(new, "4071")
    expect(new.sheet.locator(".kept").nth(0)).to_contain_text("Incorporada: es la 4")
    second = new.sheet.locator(".kept").nth(1)
    second.get_by_role("button", name="DESCARTAR").tap()
    second.get_by_role("button", name="No ocurrió").tap()
    second.get_by_role("button", name="DESCARTAR").tap()
    expect(second).to_contain_text("No ocurrió")
    new.page.keyboard.press("Escape")
    expect(new.page.locator(".waiting-chip")).to_have_count(0)
    new.score(2, 4)
    for side, points in (("A", "2"), ("B", "4")):  # whoever only looks on sees what the other records
        expect(old.page.locator(f"[data-score={side}] output")).to_have_text(points, timeout=20_000)
    assert log_of(kept.mesa)[1:] == ["limpia B", "caida B", "caida A"]
    assert list(QuarantineDecision.objects.values_list("outcome", "reason", "user")) == [
        ("incorporada", "", kept.juez.pk),
        ("descartada", "No ocurrió", kept.juez.pk),
    ]

    rescued(kept, old, new, open_context(**PHONE).new_page(), tmp_path)


@pytest.mark.long
def test_what_no_single_code_can_say_is_said_by_several_in_any_order(
    kept: Keeper, open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    screen = TabletScreen(open_context(**TABLET).new_page(), live_server.url)
    screen.begin(kept.juez)
    screen.rescue()
    expect(screen.sheet).to_contain_text("no hay nada que rescatar")
    screen.page.keyboard.press("Escape")
    screen.page.context.set_offline(True)
    saved = [f"{jugada} {side}" for jugada, side in product(("caida", "limpia", "caida-limpia"), "AB")] * 4
    for line in saved:
        screen.tap(*line.split())
    expect(screen.chip).to_contain_text(f"{len(saved)} por enviar")

    screen.rescue()
    shown = screen.sheet.locator(".rescue-code")
    forth, back = (screen.sheet.get_by_role("button", name=name) for name in ("Siguiente ›", "‹ Anterior"))
    expect(back).to_be_disabled()
    codes, drawn = [shown.get_attribute("data-code")], {shown.inner_html()}
    while forth.is_enabled():
        forth.tap()
        expect(screen.sheet.locator(".lead")).to_contain_text(f"Código {len(codes) + 1} de ")
        codes.append(shown.get_attribute("data-code"))
        drawn.add(shown.inner_html())
    expect(screen.sheet.locator(".lead")).to_have_text(f"Código {len(codes)} de {len(codes)}")
    assert len(set(codes)) == len(drawn) == len(codes) > 1
    back.tap()
    expect(shown).to_have_attribute("data-code", codes[-2])

    desk = open_context(**PHONE).new_page()
    at_the_desk(kept, desk, live_server.url)
    for code in (*reversed(codes), codes[0]):
        desk.goto(code)
        expect(desk.get_by_text("Código leído")).to_be_visible()
    assert list(Quarantined.objects.order_by("number").values_list("notation", flat=True)) == saved


def rescued(kept: Keeper, old: TabletScreen, new: TabletScreen, phone: Page, tmp_path: Path) -> None:
    """The second tablet's network is dead: the first takes the mesa back and reads what that one saved."""
    new.page.context.set_offline(True)
    new.tap("limpia", "A")
    expect(new.chip).to_contain_text("1 por enviar")
    new.rescue()
    code = new.sheet.locator(".rescue-code")
    expect(code.locator("svg")).to_be_visible()
    photo = tmp_path / "code.png"
    new.page.screenshot(path=photo)

    old.page.get_by_role("button", name="Continuar aquí").tap()
    mark(old, "4071")
    expect(old.page.locator(".banner")).to_have_count(0)
    old.saved(4)
    old.touch(old.page.get_by_role("button", name="Más…"))
    old.touch(old.sheet.get_by_role("button", name="Cuarentena"))
    old.touch(old.sheet.get_by_role("button", name="Leer códigos"))
    old.sheet.locator("input[type=file]").set_input_files(photo)
    expect(old.sheet).to_contain_text("Códigos leídos: 1 de 1 · entregadas 1")
    old.page.screenshot(path=tmp_path / "scan.png")
    old.touch(old.sheet.get_by_role("button", name="LISTO"))
    expect(old.sheet.locator(".kept-espera")).to_contain_text("Limpia")

    # A telephone of the desk reads the same code, which does nothing more.
    phone_reads(kept, phone, str(code.get_attribute("data-code")))
    assert Quarantined.objects.count() == 3
    old.sheet.locator(".kept-espera").get_by_role("button", name="INCORPORAR").tap()
    mark(old, "4071")
    expect(old.sheet.locator(".kept-espera")).to_have_count(0)
    old.page.keyboard.press("Escape")

    # Its network returns: it brings the same once more, and nothing is repeated.
    new.page.keyboard.press("Escape")
    new.page.context.set_offline(False)
    expect(new.page.get_by_role("alert")).to_contain_text("Esta mesa continúa en Tablet 07", timeout=30_000)
    expect(new.chip).to_contain_text("0 por enviar", timeout=20_000)
    old.score(4, 4)
    assert log_of(kept.mesa)[1:] == ["limpia B", "caida B", "caida A", "limpia A"]
    assert Quarantined.objects.count() == 3


def phone_reads(kept: Keeper, phone: Page, code: str) -> None:
    at_the_desk(kept, phone, code.partition("/c/")[0])
    phone.goto(code)
    expect(phone.get_by_text("Código leído: 1 guardada")).to_be_visible()


def at_the_desk(kept: Keeper, phone: Page, url: str) -> None:
    control = pin_given(kept.championship, "385016", kind=Role.Kind.CONTROL)
    phone.goto(f"{url}/cuenta/entrar/")
    phone.get_by_label("Usuario").fill(control.username)
    phone.get_by_label("Contraseña").fill(PASSWORD)
    phone.get_by_role("button", name="Entrar").click()
