"""A mesa goes from one tablet to another: nothing that either saved is lost, and a person decides about what is left."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.models import Role
from referee.models import Quarantined, QuarantineDecision
from tests.chromium import PHONE, TABLET
from tests.factories.devices import pin_given
from tests.factories.referee import Keeper, keeper, log_of
from tests.journeys.tablet_screen import PASSWORD, TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOUCHES, SECONDS = 4, 20


@pytest.fixture
def kept() -> Keeper:
    kept = keeper()
    pin_given(kept.championship, "4071", user=kept.juez)
    return kept


def mark(screen: TabletScreen, pin: str) -> None:
    for digit in pin:
        screen.touch(screen.sheet.locator(".pin-keys").get_by_role("button", name=digit, exact=True))


def goes_on(screen: TabletScreen) -> None:
    expect(screen.page.locator(".play")).to_be_visible()
    expect(screen.sheet).to_have_count(0)


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

    # The other tablet scans the code on the table: the PIN is all there is to touch.
    new.sign_in(kept.juez, "Tablet 12")
    new.taps, began = 0, time.monotonic()
    new.page.goto(f"{live_server.url}/tablet/#mesa={kept.fixture.table.number}")
    expect(new.sheet).to_contain_text("En uso por Tablet 07")
    mark(new, "4071")
    goes_on(new)
    taken = time.monotonic() - began
    assert new.taps <= TOUCHES
    assert taken <= SECONDS
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
    assert log_of(kept.mesa)[1:] == ["limpia B", "caida B", "caida A"]
    assert list(QuarantineDecision.objects.values_list("outcome", "reason", "user")) == [
        ("incorporada", "", kept.juez.pk),
        ("descartada", "No ocurrió", kept.juez.pk),
    ]

    rescued(kept, old, new, open_context(**PHONE).new_page(), tmp_path)


def rescued(kept: Keeper, old: TabletScreen, new: TabletScreen, phone: Page, tmp_path: Path) -> None:
    """The second tablet's network is dead: the first takes the mesa back and reads what that one saved."""
    new.page.context.set_offline(True)
    new.tap("limpia", "A")
    expect(new.chip).to_contain_text("1 por enviar")
    new.touch(new.page.get_by_role("button", name="Más…"))
    new.touch(new.sheet.get_by_role("button", name="Rescate por QR"))
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
    control = pin_given(kept.championship, "385016", kind=Role.Kind.CONTROL)
    phone.goto(code.partition("/c/")[0] + "/cuenta/entrar/")
    phone.get_by_label("Usuario").fill(control.username)
    phone.get_by_label("Contraseña").fill(PASSWORD)
    phone.get_by_role("button", name="Entrar").click()
    phone.goto(code)
    expect(phone.get_by_text("Código leído: 1 guardadas")).to_be_visible()
