"""Freezing, signing and sealing without a network, with PINs; the receipt that the parejas take; a ruling afterwards."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.models import Role, User
from referee.models import Planilla
from referee.services.corrections import planilla_correct
from tests.factories.brackets import director_of
from tests.factories.devices import pin_given
from tests.factories.referee import SORTEO, Keeper, keeper
from tests.journeys.tablet_screen import ALL_SENT, TabletScreen, device_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ENGINE_MS = 60_000
PIN = "4071"
LINES = (SORTEO, 'ajusta A +38 "marcador"', "caida B", "limpia B", "anula 4", "caida A", "proclama")

EVERYTHING_KEPT = """async () => {
    const kept = [];
    for (const { name } of await indexedDB.databases()) {
        const db = await new Promise(done => { indexedDB.open(name).onsuccess = ({ target }) => done(target.result); });
        for (const store of db.objectStoreNames) {
            const asked = db.transaction(store).objectStore(store).getAll();
            kept.push(await new Promise(done => { asked.onsuccess = () => done(asked.result); }));
        }
        db.close();
    }
    return JSON.stringify([kept, { ...localStorage }, { ...sessionStorage }]);
}"""

# How much of the canvas is ink: not the transparent ground.
INKED = """canvas => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let inked = 0;
    for (let i = 3; i < data.length; i += 4) inked += data[i] > 0;
    return inked / (canvas.width * canvas.height);
}"""


@pytest.fixture
def kept() -> Keeper:
    """A Juez who has a PIN."""
    kept = keeper()
    pin_given(kept.championship, PIN, user=kept.juez)
    return kept


def over(kept: Keeper, context: BrowserContext, live_server: LiveServer, by: User | None = None) -> TabletScreen:
    """His tablet, or that of somebody else, with a mesa on it that is over."""
    screen = TabletScreen(context.new_page(), live_server.url)
    screen.sign_in(by or kept.juez)
    kept.device, kept.now = device_of(), timezone.now() - timedelta(minutes=5)
    kept.open()
    kept.record(*LINES)
    screen.page.reload()
    screen.open_mesa()
    expect(screen.page.locator(".mesa")).to_be_visible()
    return screen


def prove(screen: TabletScreen, pin: str = PIN) -> None:
    for digit in pin:
        screen.sheet.locator(".pin-keys").get_by_role("button", name=digit, exact=True).tap()


def begin(screen: TabletScreen, who: str, how: str) -> None:
    screen.page.get_by_role("button", name=who).tap()
    screen.page.get_by_role("button", name=how, exact=True).tap()


def offline(page: Page) -> None:
    page.route("**/api/**", lambda route: route.abort())


def online(screen: TabletScreen) -> None:
    screen.page.unroute("**/api/**")
    screen.retry()
    expect(screen.chip).to_contain_text(ALL_SENT)


@pytest.mark.long
def test_who_is_of_the_desk_freezes_and_seals_only_where_the_server_answers(
    kept: Keeper, open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    control = pin_given(kept.championship, "285016", kind=Role.Kind.CONTROL)
    screen = over(kept, open_context(), live_server, control)
    page = screen.page

    def confirmed(pin: str) -> None:
        """Refused where it was asked as long as there is no network, then done."""
        prove(screen, pin)
        expect(screen.sheet.get_by_role("alert")).to_contain_text("Esto lo confirma el servidor: espere la red")
        page.unroute("**/api/**")
        prove(screen, "999999")
        expect(screen.sheet.get_by_role("alert")).to_contain_text("Ese PIN no es correcto")
        prove(screen, pin)
        expect(screen.sheet).to_have_count(0)

    offline(page)
    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))
    confirmed("285016")
    assert Planilla.objects.get().frozen_by == control
    for pareja in "AB":
        begin(screen, f"SOY DE LA PAREJA {pareja}", "FIRMO")
        screen.sign()
        page.get_by_role("button", name="CONFIRMAR").tap()
    page.get_by_role("button", name="SOY EL JUEZ").tap()
    screen.sign()
    expect(screen.chip).to_contain_text(ALL_SENT)
    offline(page)
    page.get_by_role("button", name="SELLAR").tap()
    confirmed("285016")

    expect(page.get_by_role("heading", name="Planilla sellada")).to_be_visible()
    planilla = Planilla.objects.get()
    assert (planilla.status, planilla.signatures.get(party="juez").user) == ("sealed", control)
    kept_on_disk = page.evaluate(EVERYTHING_KEPT)
    assert "Tablet 07" in kept_on_disk
    assert "285016" not in kept_on_disk


def test_a_whole_signing_without_a_network_arrives_as_it_was_shown(
    kept: Keeper, open_context: Callable[..., BrowserContext], live_server: LiveServer, phone_page: Page
) -> None:
    screen = over(kept, open_context(engine=True), live_server)
    page = screen.page
    expect(page.locator("html[data-engine=ready]")).to_have_count(1, timeout=ENGINE_MS)
    offline(page)

    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))
    prove(screen, "1234")
    expect(screen.sheet).to_contain_text("PIN")
    prove(screen)
    fingerprint = page.locator(".fingerprint").inner_text()
    assert re.fullmatch(r"Huella [0-9A-F]{4}(-[0-9A-F]{4}){3}", fingerprint)

    begin(screen, "SOY DE LA PAREJA A", "NO FIRMO")
    confirm = page.get_by_role("button", name="CONFIRMAR")
    page.get_by_role("button", name="Se retiró sin firmar").tap()
    expect(confirm).to_be_disabled()  # it won: somebody must have seen it
    page.get_by_label("Testigo").fill("Irene Vaca")
    expect(confirm).to_be_enabled()
    page.get_by_role("button", name="‹ Volver").tap()
    page.get_by_role("button", name="FIRMO", exact=True).tap()
    screen.sign()
    drawn = page.locator("canvas").evaluate(INKED)
    page.set_viewport_size({"width": 800, "height": 1280})  # turned in the hands of who signs
    page.wait_for_timeout(300)
    assert page.locator("canvas").evaluate(INKED) == pytest.approx(drawn, rel=1)
    page.set_viewport_size({"width": 1280, "height": 800})
    confirm.tap()

    begin(screen, "SOY DE LA PAREJA B", "FIRMO BAJO PROTESTA")
    page.get_by_role("button", name="Conteo", exact=True).tap()
    page.locator(".contested summary").tap()
    row = page.locator(".contested .chip-button")
    row.filter(has_text=re.compile(r"^\s*3 ·")).tap()
    expect(page.locator(".changes")).to_have_text("Sin esas jugadas el resultado sería el mismo.")
    row.filter(has_text=re.compile(r"^\s*7 ·")).tap()
    expect(page.locator(".changes")).to_have_text("Sin esas jugadas el resultado SERÍA OTRO.")
    page.locator(".contested summary").tap()
    screen.sign()
    confirm.tap()

    page.get_by_role("button", name="SOY EL JUEZ").tap()
    screen.sign()
    page.get_by_role("button", name="SELLAR").tap()
    prove(screen)
    expect(page.get_by_role("heading", name="Planilla sellada")).to_be_visible()
    expect(page.locator(".sealed")).to_contain_text("Sellada en el equipo, por enviar")
    expect(page.locator(".sealed .fingerprint")).to_have_text(fingerprint)
    expect(page.locator(".receipt svg.qr")).to_be_visible()
    receipt = page.locator(".receipt a").get_attribute("href") or ""
    assert not Planilla.objects.exists()
    phone_page.goto(receipt)
    expect(phone_page.locator("main")).to_contain_text("La tablet todavía no ha enviado esta Planilla sellada")

    online(screen)
    expect(page.locator(".sealed")).not_to_contain_text("por enviar")
    planilla = Planilla.objects.get()
    assert (planilla.status, f"Huella {planilla.fingerprint}") == ("sealed", fingerprint)
    answers = {each.party: each for each in planilla.signatures.all()}
    assert [answers[party].outcome for party in ("A", "B", "juez")] == ["firma", "bajo-protesta", "firma"]
    assert (answers["B"].contested, answers["B"].changes_result, answers["juez"].user) == ([3, 7], True, kept.juez)
    assert all(each.signed_at < each.received_at for each in answers.values())
    phone_page.goto(receipt)
    expect(phone_page.locator("main")).to_contain_text("El papel es la Planilla vigente")
    phone_page.goto(receipt.replace("r=A.40-2", "r=B.40-2"))
    expect(phone_page.locator("main")).to_contain_text("no corresponde a ninguna Planilla")


@pytest.mark.long
def test_a_ruling_opens_the_next_version_and_the_juez_signs_it_alone(
    kept: Keeper, open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    screen = over(kept, open_context(), live_server)
    kept.seal()
    page = screen.page
    director = director_of(kept.championship)
    unsigned = "Los jugadores ya se habían ido."
    planilla_correct(mesa=kept.mesa, reason="Fallo 3.", unsigned=unsigned, user=director, now=kept.tick())
    kept.record('adjudica-mesa B "fallo 3"')
    screen.restart()

    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    expect(screen.sheet).to_contain_text("Corrección oficial de la versión 1 por fallo del Director: Fallo 3.")
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))
    prove(screen)
    page.get_by_role("button", name="SOY EL JUEZ").tap()
    screen.sign()
    page.get_by_role("button", name="SELLAR").tap()
    prove(screen)

    expect(page.get_by_role("heading", name="Planilla sellada")).to_be_visible()
    expect(screen.chip).to_contain_text(ALL_SENT)
    versions = [(each.version, each.status) for each in Planilla.objects.all()]
    assert versions == [(1, "sealed"), (2, "sealed")]
