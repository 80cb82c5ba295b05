"""A mesa kept on paper: one person types it with the keys alone, another reads it again, and it is sealed."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.models import Fixture, User
from referee.models import Transcription
from referee.selectors.planilla.sheet import CAUSES
from referee.selectors.transcription.form import PaperRow
from tests.factories.referee import keeper
from tests.factories.transcriptions import PAPER, Desk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def page_of(browser: Browser, server: str, user: User, address: str, *, script: bool = True) -> Page:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800} if script else {"width": 390, "height": 844}, java_script_enabled=script
    )
    page = context.new_page()
    page.goto(f"{server}/cuenta/entrar/?next={address}")
    page.get_by_label("Usuario").fill(user.username)
    page.get_by_label("Contraseña").fill("cuarenta40")
    page.locator("main").get_by_role("button", name="Entrar").click()
    return page


def keys(page: Page, boxes: Sequence[object]) -> None:
    """Type each, empty ones too, and Enter after it; the last Enter saves."""
    for box in boxes:
        if box not in (None, 0, ""):
            page.keyboard.type(str(box))
        page.keyboard.press("Enter")


def slow(page: Page) -> None:
    """Half a second until anything comes, a script too, for which who types does not wait."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    conditions = {"offline": False, "latency": 500, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", conditions)


def boxes_of(row: PaperRow) -> list[object]:
    """In the order of the form: A's line with the table's boxes, then B's; a nought that counts is typed."""
    a, b = row.cards or ("", "")
    causes = [[row.of(cause)[side] for cause in CAUSES] for side in (0, 1)]
    first = [str(a), row.table, row.withdrawn, *causes[0], str(row.score[0])]
    return [*first, str(b), *causes[1], str(row.score[1])]


@pytest.mark.long
def test_typed_with_the_keys_alone_and_confirmed_on_a_phone_without_a_script(
    browser: Browser, live_server: LiveServer
) -> None:
    desk = Desk(keeper().fixture)
    slug = desk.fixture.stage.championship.slug
    typing = page_of(browser, live_server.url, desk.typist, f"/c/{slug}/panel/partidas/{desk.fixture.pk}/transcribir/")
    slow(typing)
    typing.get_by_role("button", name="Empezar").click()
    typing.locator("#id_s-A1_0").focus()
    keys(typing, [rank for _, rank in PAPER.draws[0].cards])
    typing.locator("#id_s-dealer_0").select_option(PAPER.draws[0].dealer)
    typing.get_by_role("button", name="Guardar el sorteo").click()
    for number, row in enumerate(PAPER.rows, 1):
        expect(typing.locator("#fila-t")).to_contain_text(f"Fila {number}")
        expect(typing.locator("#id_cards_A")).to_be_focused()
        keys(typing, boxes_of(row))
        expect(typing.get_by_role("button", name="Guardar la fila")).to_be_focused()
        typing.keyboard.press("Enter")
        expect(typing.locator(".paper-row")).to_have_count(number)
    expect(typing.locator(".paper-row--wrong")).to_have_count(0)
    typing.get_by_label("Fecha").fill("2024-11-29")
    typing.get_by_label("Marcado: El Juez identificó").check()
    typing.locator("#id_f-winner_0").check()
    typing.locator("#id_f-outcome_A").select_option("firma")
    typing.locator("#id_f-outcome_juez").select_option("firma")
    typing.locator("#id_f-name_juez").fill("Una Jueza")
    typing.get_by_role("button", name="Guardar y pasar a otra persona").click()
    expect(typing.locator("main")).to_contain_text("Por confirmar")

    paper = Transcription.objects.get()
    reading = page_of(
        browser,
        live_server.url,
        desk.reader,
        f"/c/{slug}/panel/transcripciones/{paper.public_id}/confirmar/",
        script=False,
    )
    for number, row in enumerate(PAPER.rows, 1):
        for side, points in zip("AB", row.score, strict=True):
            reading.get_by_label(f"Fila {number}, puntos de {side}").fill(str(points))
    reading.locator("#id_winner_0").check()
    reading.get_by_role("button", name="Comparar").click()
    expect(reading.locator("main")).to_contain_text("Los puntos coinciden")
    for box in reading.locator("[name=vista]").all():
        box.check()
    reading.get_by_role("button", name="Confirmar", exact=True).click()

    expect(reading.locator("main")).to_contain_text("Confirmada y sellada")
    fixture = Fixture.objects.get(pk=desk.fixture.pk)
    assert (fixture.status, fixture.chicas) == ("final", [[40, 22], [40, 0]])
