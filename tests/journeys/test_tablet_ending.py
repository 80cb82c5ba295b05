"""A mesa is over: the equal exits of signing it, reopening it, and a tablet that is turned in the hand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Planilla, Signature
from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import ALL_SENT, TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long
def test_signing_under_protest_and_not_signing_are_equal_exits(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("caida", "A")
    screen.touch(screen.more("abandono", "B"))
    screen.touch(screen.sheet.get_by_role("button", name="Se retira por salud"))
    screen.hold(screen.sheet.get_by_role("button", name="ANOTAR ABANDONO"))
    screen.saved(3)
    page = screen.page
    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))

    page.get_by_role("button", name="SOY DE LA PAREJA A").tap()
    page.get_by_text("Historial").tap()
    expect(page.locator(".read li")).to_have_text(
        ["1 · Sorteo de la data A 0 · B 0", "2 · A Caída +2 A 2 · B 0", "3 · B Abandono A 2 · B 0"]
    )
    boxes = [each.bounding_box() for each in page.locator(".exit").all()]
    assert len({(box["width"], box["height"]) for box in boxes if box}) == 1
    page.get_by_role("button", name="FIRMO BAJO PROTESTA").tap()
    page.get_by_role("button", name="Caída reclamada tarde").tap()
    page.locator("summary").tap()
    page.get_by_role("button", name="2 · A Caída +2").tap()
    page.get_by_role("button", name=kept.players("A")[1]).tap()
    screen.sign()
    page.get_by_role("button", name="CONFIRMAR").tap()
    page.get_by_role("button", name="SOY DE LA PAREJA B").tap()
    page.get_by_role("button", name="NO FIRMO").tap()
    page.get_by_role("button", name="Se retiró sin firmar").tap()
    page.get_by_label("Testigo (obligatorio si quien no firma es la pareja ganadora)").fill("Inés Quinde")
    page.get_by_role("button", name="CONFIRMAR").tap()
    expect(page.locator(".given")).to_contain_text("no firma")
    expect(screen.chip).to_contain_text(ALL_SENT)

    a, b = Signature.objects.order_by("party")
    assert (a.outcome, a.reason, a.contested, a.name) == (
        "bajo-protesta",
        "Caída reclamada tarde",
        [2],
        kept.players("A")[1],
    )
    assert (b.outcome, b.reason, b.witness, b.ink) == ("no-firma", "Se retiró sin firmar", "Inés Quinde", [])


@pytest.mark.long
def test_the_result_is_reopened_to_be_corrected(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.touch(screen.more("abandono", "B"))
    screen.touch(screen.sheet.get_by_role("button", name="Se retira por salud"))
    screen.hold(screen.sheet.get_by_role("button", name="ANOTAR ABANDONO"))
    screen.saved(2)
    screen.page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))

    screen.hold(screen.page.get_by_role("button", name="Reabrir para corregir"))
    expect(screen.page.locator(".play")).to_be_visible()
    screen.undo()
    screen.saved(3)
    screen.tap("caida", "A")

    screen.saved(4)
    assert Planilla.objects.get().status == Planilla.Status.REOPENED


@pytest.mark.long
def test_a_signature_survives_turning_the_tablet(
    kept: Keeper, open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    kept.open()
    kept.record('abandono B "se fue"')
    kept.freeze()
    page = open_context().new_page()
    screen = TabletScreen(page, live_server.url)
    screen.sign_in(kept.juez)
    screen.open_mesa()
    screen.hold(screen.sheet.get_by_role("button", name="Continuar aquí"))
    page.get_by_role("button", name="SOY DE LA PAREJA A").tap()
    page.get_by_role("button", name="FIRMO", exact=True).tap()
    screen.sign()
    drawn = "() => document.querySelector('canvas').getContext('2d').getImageData(0, 0, 2000, 750).data.some(v => v)"
    assert page.evaluate(drawn)

    page.set_viewport_size({"width": 800, "height": 1280})
    page.wait_for_timeout(200)

    assert page.evaluate(drawn)
    page.get_by_role("button", name="CONFIRMAR").tap()
    expect(page.get_by_role("button", name="SOY DE LA PAREJA B")).to_be_visible()
    expect(screen.chip).to_contain_text(ALL_SENT)
    (stroke,) = Signature.objects.get().ink
    assert max(stroke[0::2]) > 700
    assert max(stroke[1::2]) < 300
