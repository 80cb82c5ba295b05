"""What the Juez sets on his tablet and what he asks for besides the log: keys, a call, another language."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, FloatRect, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.services.fixtures import fixture_record
from referee.models import Call, Mesa
from referee.services.calls import call_attend
from tests.factories.brackets import RoleFactory, director_of
from tests.factories.referee import keeper, log_of
from tests.journeys.tablet_screen import ALL_SENT, TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_keys_press_the_buttons_of_the_screen_and_can_be_changed(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = keeper(), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    keys = page.keyboard

    for number, key in enumerate("qiu", start=2):
        keys.press(key)
        screen.saved(number)
    keys.press("q")
    keys.press("q")  # at once: a slip, as of a finger
    screen.saved(5)
    expect(screen.button("caida", "A")).to_contain_text("¿Otra Caída de A? Toque de nuevo")
    keys.press("Backspace")
    screen.saved(6)
    page.get_by_role("button", name="⇄ Lados").tap()
    keys.press("w")
    screen.saved(7)
    fixture = kept.fixture
    fixture.refresh_from_db()
    log = log_of(fixture.mesa)
    assert log[1:] == ["caida A", "limpia B", "caida B", "caida A", "anula 5", "limpia B"]

    page.get_by_role("button", name="Más…").tap()
    screen.sheet.get_by_role("button", name="Ajustes").tap()
    screen.sheet.get_by_role("button", name="Teclas…").tap()
    screen.sheet.get_by_role("button", name="Izquierda: caída Q").tap()
    keys.press("7")
    expect(screen.sheet.get_by_role("button", name="Izquierda: caída 7")).to_be_visible()
    screen.sheet.get_by_role("button", name="Derecha: caída U").tap()
    keys.press("7")  # taken: the two change places
    expect(screen.sheet.get_by_role("button", name="Izquierda: caída U")).to_be_visible()
    keys.press("Escape")
    keys.press("q")
    keys.press("7")
    screen.saved(8)
    assert log_of(fixture.mesa)[-1] == "caida A"  # A is on the right since the sides were swapped


# What is under this point is tapped again as soon as it is a button of the play: the second half of a double tap.
DOUBLE = """at => {
  globalThis.slipped = new Promise((done) => {
    const watcher = new MutationObserver(() => {
      const button = document.elementFromPoint(...at)?.closest('.play-button.award');
      if (!button) return;
      watcher.disconnect();
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2, clientX: at[0], clientY: at[1] }));
      done(button.dataset.jugada);
    });
    watcher.observe(document, { subtree: true, childList: true });
  });
}"""


def test_the_second_half_of_a_double_tap_on_a_mesa_records_nothing(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = keeper(), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    buttons = [each.bounding_box() for each in page.locator(".play-button.award").all()]
    page.locator(".back").tap()
    expect(page.locator(".mesa-card")).to_be_enabled()
    card = page.locator(".mesa-card").bounding_box()
    at = next(common for button in buttons if button and card and (common := middle_of_both(button, card)))

    page.evaluate(DOUBLE, at)
    page.touchscreen.tap(*at)

    expect(page.locator(".play")).to_be_visible()
    assert page.evaluate("slipped") in ("caida", "limpia", "caida-limpia", "ronda")
    page.wait_for_timeout(600)
    screen.saved(1)  # the sorteo
    page.touchscreen.tap(*at)  # a choice: the screen has been there for a while
    screen.saved(2)


def middle_of_both(one: FloatRect, other: FloatRect) -> tuple[float, float] | None:
    left, right = max(one["x"], other["x"]), min(one["x"] + one["width"], other["x"] + other["width"])
    top, bottom = max(one["y"], other["y"]), min(one["y"] + one["height"], other["y"] + other["height"])
    return ((left + right) / 2, (top + bottom) / 2) if left < right and top < bottom else None


@pytest.mark.long
def test_a_call_is_received_only_when_the_server_has_it(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = keeper(), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    page.get_by_role("button", name="Llamar").tap()
    reason = screen.sheet.locator("[data-reason=medico]")
    reason.tap()  # too short
    page.context.set_offline(True)
    screen.hold(reason)

    expect(screen.sheet.locator(".call-text")).to_have_text("sin red: levante la mano")
    assert Call.objects.count() == 0
    page.keyboard.press("Escape")
    page.context.set_offline(False)

    chip = page.locator(".call-chip")
    expect(chip).to_have_text(re.compile(r"✓ Médico: recibido \d\d:\d\d"))
    call = Call.objects.get()
    call_attend(call=call, by=director_of(kept.championship), now=timezone.now())
    expect(chip).to_contain_text(f"va {director_of(kept.championship)}")
    chip.tap()
    screen.sheet.get_by_role("button", name="VISTO").tap()
    expect(chip).to_have_count(0)


@pytest.mark.parametrize("opened", [False, True])
def test_what_was_decided_at_the_desk_is_over_and_not_called_sealed(
    tablet_page: Page,
    live_server: LiveServer,
    opened: bool,  # noqa: FBT001
) -> None:
    kept = keeper()
    if opened:
        kept.open()
        kept.fixture.refresh_from_db()
    fixture_record(
        fixture=kept.fixture, how="walkover", winner="A", chicas=[], zapateria=False,
        user=director_of(kept.championship), now=timezone.now(), reason="No llegaron.",
    )  # fmt: skip
    TabletScreen(tablet_page, live_server.url).sign_in(kept.juez)

    expect(tablet_page.get_by_text("Terminada", exact=True)).to_be_visible()
    expect(tablet_page.get_by_text("sellada")).to_have_count(0)


@pytest.mark.long
def test_a_practice_teaches_by_the_real_rules_and_reaches_no_mesa(
    open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    kept, page = keeper(), open_context(engine=True).new_page()
    screen = TabletScreen(page, live_server.url)
    screen.sign_in(kept.juez)
    asked: list[str] = []
    page.locator("html[data-engine=ready]").wait_for(state="attached", timeout=60_000)
    page.on("request", lambda request: asked.append(request.url))
    guide = page.locator(".guide")

    page.get_by_role("button", name="PRÁCTICA GUIADA").tap()
    expect(page.locator(".chip-practice")).to_contain_text("nada se guarda ni se envía")
    expect(guide).to_contain_text("1 de 7")
    screen.ronda("ronda", "A", "7")
    screen.tap("caida", "B")
    expect(guide).to_contain_text("3 de 7")
    screen.undo()
    screen.tap("caida-limpia", "A")
    screen.tap("segundo-reparto")
    screen.conteo(24)
    expect(guide).to_contain_text("7 de 7")
    row = screen.history(5)
    row.get_by_role("button", name="Se anotó dos veces").tap()
    row.get_by_role("button", name="Anular", exact=True).tap()
    expect(guide).to_contain_text("¡Listo!")

    page.get_by_role("button", name="Más…").tap()
    expect(screen.sheet.get_by_role("button", name="Naipes: carta por carta")).to_have_count(0)
    screen.sheet.get_by_role("button", name="Ajustes").tap()
    screen.sheet.get_by_role("button", name="English").tap()
    page.keyboard.press("Escape")
    expect(screen.button("segundo-reparto")).to_contain_text("Second deal", ignore_case=True)
    expect(screen.latest.last).to_contain_text("Draw for the deal")
    page.locator(".back").tap()
    expect(page.get_by_role("heading", name="My tables")).to_be_visible()
    assert [url for url in asked if re.search("/api/v1/(mesas/|rondas/)", url)] == []
    assert not Mesa.objects.exists()


@pytest.mark.long
def test_a_ronda_waits_to_be_verified_and_is_recorded_where_it_was_asked_for(
    open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    kept = keeper()
    inspector = RoleFactory(championship=kept.championship, kind="inspector").user
    page = open_context(engine=True).new_page()
    screen = TabletScreen(page, live_server.url)
    other = TabletScreen(open_context().new_page(), live_server.url)
    other.sign_in(inspector, "Inspector")
    screen.begin(kept.juez)
    page.locator("html[data-engine=ready]").wait_for(state="attached", timeout=60_000)

    screen.tap("ronda", "A")
    screen.sheet.get_by_role("button", name="QUEDA POR VERIFICAR").tap()
    claim = page.locator(".claim-chip")
    expect(claim).to_contain_text("Ronda +2 por verificar")
    for number, line in enumerate(("caida A", "caida B", "limpia A", "caida B"), start=2):
        screen.play(line, number)
    screen.score(4, 4)
    screen.tap("conteo")
    expect(screen.sheet.locator(".prompts")).to_contain_text("Falta verificar: Ronda de A")
    page.keyboard.press("Escape")

    other.page.get_by_role("button", name=re.compile("ronda")).tap()
    other.page.locator("[data-rank='7']").tap()

    expect(screen.toast).to_contain_text(f"{inspector}: Ronda de A, de 7, verificada")
    screen.score(6, 4)
    expect(claim).to_have_count(0)
    expect(screen.chip).to_contain_text(ALL_SENT)
    counting = [row for row in log_of(Mesa.objects.get()) if not row.startswith("anula")][5:]
    assert counting == ["ronda A 7", "caida A", "caida B", "limpia A", "caida B"]
    expect(other.page.locator(".inspection")).to_contain_text("Ninguna por ahora")
