"""The whole main job in a real browser, from an empty database: inscription, sorteo, mesa, signatures, Planilla.

The Director works at a desk, the Juez on a tablet, the public on a phone. Nothing is prepared but the first account.
"""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from brackets.models import Championship, Fixture, User
from referee.management.rehearsal.people import invented_parejas
from referee.models import Mesa, Planilla
from tests.journeys.tablet_screen import ALL_SENT, TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}
PHONE = {"viewport": {"width": 390, "height": 844}}
ENTRANTS, JUECES, TABLES = 96, 24, 24


@pytest.fixture
def spreadsheet(tmp_path: Path) -> Path:
    """96 parejas as an organiser has them: other order of columns, accents here and there, an empty line."""
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.append(["CLUB O INSTITUCION", "Jugador 1", "jugador 2", "Número", "Cabeza de serie"])
    for number, pareja in enumerate(invented_parejas(ENTRANTS, Random(7)), start=1):
        sheet.append([pareja.club, *pareja.players, number, number if number <= 4 else None])
        if number == 50:
            sheet.append([])
    file = tmp_path / "inscritos.xlsx"
    workbook.save(file)
    return file


@pytest.fixture
def desk(open_context: Callable[..., BrowserContext], live_server: LiveServer) -> Page:
    """The first account, signed in on a laptop."""
    User.objects.create_superuser("organizadora", password="cuarenta40", display_name="Rosario Vinueza")
    page = open_context(**DESK).new_page()
    page.goto(f"{live_server.url}/cuenta/entrar/")
    page.get_by_label("Usuario").fill("organizadora")
    page.get_by_label("Contraseña").fill("cuarenta40")
    page.get_by_role("button", name="Entrar").click()
    return page


def test_a_mesa_from_the_inscription_to_the_signed_planilla(
    desk: Page, spreadsheet: Path, open_context: Callable[..., BrowserContext], live_server: LiveServer, tmp_path: Path
) -> None:
    create_championship(desk, live_server)
    championship = Championship.objects.get()
    panel = f"{live_server.url}/c/{championship.slug}/panel"
    open_it(desk, panel)
    passwords = hire(desk, panel)
    import_parejas(desk, panel, spreadsheet)
    draw_and_publish(desk, panel)
    hand_out(desk, panel)

    fixture = Fixture.objects.filter(status="ready", table__isnull=False, juez__isnull=False).earliest("number")
    assert fixture.juez is not None
    screen = TabletScreen(open_context().new_page(), live_server.url)
    keep_mesa(screen, fixture.juez, passwords[fixture.juez.username])
    sign_and_seal(screen)

    mesa = Mesa.objects.get()
    read_planilla(desk, panel, mesa, tmp_path)
    see_in_public(open_context(**PHONE).new_page(), live_server, championship, fixture, mesa)
    type_paper_result(desk, panel)


def create_championship(desk: Page, live_server: LiveServer) -> None:
    desk.goto(f"{live_server.url}/nuevo/")
    desk.get_by_label("Nombre del campeonato").fill("Campeonato de la Fiesta")
    desk.get_by_label("Edición").fill("3")
    desk.get_by_label("Organizador").fill("Comité de Fiestas")
    desk.get_by_label("Lugar").fill("Coliseo Central, Riobamba")
    desk.get_by_label("Primer día").fill("2026-12-04")
    desk.get_by_label("Último día").fill("2026-12-05")
    desk.get_by_role("radio", name=re.compile("Riobamba")).check()
    desk.get_by_role("button", name="Crear campeonato").click()
    expect(desk).to_have_url(re.compile("/c/campeonato-de-la-fiesta-3/panel/$"))


def open_it(desk: Page, panel: str) -> None:
    """Without the appeal time it cannot be opened, and the page says so."""
    desk.goto(f"{panel}/")
    button = desk.get_by_role("button", name="Abrir")
    if button.count():
        button.first.click()
    expect(desk.locator("main")).to_contain_text(re.compile("apelar|apelación"))
    assert Championship.objects.get().status == Championship.Status.DRAFT

    desk.goto(f"{panel}/ajustes/")
    desk.get_by_label("Minutos para apelar").fill("15")
    desk.get_by_role("button", name="Guardar los ajustes").click()
    desk.goto(f"{panel}/")
    desk.get_by_role("button", name="Abrir").first.click()
    assert Championship.objects.get().status == Championship.Status.OPEN


def hire(desk: Page, panel: str) -> dict[str, str]:
    """24 jueces and 24 tables; the passwords as they are shown, once."""
    desk.goto(f"{panel}/equipo/")
    desk.get_by_label("O cuántos, sin nombre").fill(str(JUECES))
    desk.get_by_role("button", name="Crear jueces").click()
    expect(desk.locator("td.secret")).to_have_count(2 * JUECES)
    secrets = desk.locator("td.secret").all_inner_texts()
    desk.goto(f"{panel}/mesas/")
    desk.get_by_label("Número de mesas").fill(str(TABLES))
    desk.get_by_role("button", name="Guardar").click()
    return dict(zip(secrets[::2], secrets[1::2], strict=True))


def import_parejas(desk: Page, panel: str, spreadsheet: Path) -> None:
    """A dry run, the import, and the same file again, which then has nothing to say."""
    for expected in ("Importar 96 nuevas", None):
        desk.goto(f"{panel}/parejas/importar/")
        desk.get_by_label("Archivo .xlsx o .csv").set_input_files(spreadsheet)
        desk.get_by_role("button", name="Revisar el archivo").click()
        if expected:
            assert Championship.objects.get().parejas.count() == 0
            expect(desk.locator("main")).to_contain_text("Se saltó 1 fila vacía")
            desk.get_by_role("button", name=expected).click()
            assert Championship.objects.get().parejas.count() == ENTRANTS
    expect(desk.locator("main")).to_contain_text("No hay nada que importar")


def draw_and_publish(desk: Page, panel: str) -> None:
    desk.goto(f"{panel}/sorteo/")
    desk.get_by_role("button", name="Publicar el compromiso").click()
    desk.get_by_label("Semilla pública").fill("6 4 1")
    desk.get_by_label("Primer testigo").fill("Rocío Andrade")
    desk.get_by_label("Segundo testigo").fill("Marco Villacís")
    desk.get_by_role("button", name="Sortear").click()
    expect(desk.locator("main")).to_contain_text("96, en una llave de 128")
    assert "Partida" not in fetch(desk, panel.removesuffix("/panel") + "/")
    desk.get_by_role("button", name="Publicar la llave").click()
    expect(desk.locator("main")).to_contain_text("La llave está publicada")
    assert Fixture.objects.filter(how="bye").count() == 32


def hand_out(desk: Page, panel: str) -> None:
    """A table and a Juez for as many as there are; one is called."""
    desk.goto(f"{panel}/partidas/")
    desk.get_by_role("button", name="Asignar automáticamente").click()
    expect(desk.locator("main")).to_contain_text(f"Se asignó mesa y Juez a {TABLES} partidas")


def keep_mesa(screen: TabletScreen, juez: User, password: str) -> None:
    """Two chicas by touching the screen: every kind of award, a protest, a misdeal, and an undo."""
    page = screen.page
    screen.start()
    page.get_by_label("Usuario").fill(juez.username)
    page.get_by_label("Contraseña").fill(password)
    page.get_by_label("Nombre de esta tablet").fill("Tablet 07")
    page.get_by_role("button", name="ENTRAR").tap()
    expect(page.get_by_role("heading", name="Mis mesas")).to_be_visible()
    screen.open_mesa()
    screen.seat()
    screen.draw("7", "2", "7", "3")
    page.locator(".dealers button").first.tap()
    screen.saved(1)
    number = play(screen, ["ronda A 7", "caida A", "limpia B", "caida-limpia A"], after=1)
    screen.tap("limpia", "A")
    screen.saved(number + 1)
    screen.undo()
    screen.saved(number + 2)
    screen.score(6, 2)
    number = play(screen, ["conteo A=30 B=10 mesa=0"], after=number + 2)
    screen.score(22, 2)
    number = play(screen, ["doble-ronda B K", "conteo A=10 B=30 mesa=0"], after=number)
    screen.score(22, 22)
    number = play(screen, ["caida A", "conteo A=30 B=10 mesa=0", "proclama"], after=number)
    expect(page.locator(".mesa-title")).to_contain_text("Chica 2 de 3 (1–0)")
    number = play(screen, ["conteo A=40 B=0 mesa=0", "caida B", "conteo A=30 B=10 mesa=0", "proclama"], after=number)
    expect(page.locator(".standing")).to_have_text("Mesa terminada")


def play(screen: TabletScreen, lines: list[str], after: int) -> int:
    """Touch these; a count marks the second deal as well. The number of the last jugada."""
    for line in lines:
        after += 2 if line.startswith("conteo") else 1
        screen.play(line, after)
    return after


def sign_and_seal(screen: TabletScreen) -> None:
    page = screen.page
    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))
    for party in "AB":
        page.get_by_role("button", name=f"SOY DE LA PAREJA {party}").tap()
        page.get_by_role("button", name="FIRMO", exact=True).tap()
        screen.sign()
        page.get_by_role("button", name="CONFIRMAR").tap()
        expect(page.locator(f"[data-party={party}]")).to_have_count(0)
    page.get_by_role("button", name="SOY EL JUEZ").tap()
    screen.sign()
    page.get_by_role("button", name="SELLAR").tap()
    expect(page.get_by_role("heading", name="Planilla sellada")).to_be_visible()
    expect(screen.chip).to_contain_text(ALL_SENT)


def read_planilla(desk: Page, panel: str, mesa: Mesa, tmp_path: Path) -> None:
    """The PDF holds scores, names, signers and the fingerprint."""
    desk.goto(f"{panel}/partidas/{mesa.fixture_id}/")
    with desk.expect_download() as download:
        desk.evaluate(
            "url => { const a = document.createElement('a'); a.href = url; a.download = ''; a.click(); }",
            f"{panel}/planillas/{mesa.public_id}.pdf",
        )
    file = tmp_path / "planilla.pdf"
    download.value.save_as(file)
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(file.read_bytes())).pages).split())
    planilla = Planilla.objects.get(mesa=mesa)
    fixture = mesa.fixture
    for pareja in filter(None, (fixture.pareja_a, fixture.pareja_b)):
        for player in pareja.players.all():
            assert player.name in text
    assert planilla.fingerprint in text
    assert str(fixture.juez) in text
    assert re.search(r"40\D+22", text)
    assert "dos chicas a cero" in text or "por dos chicas" in text


def see_in_public(
    phone: Page, live_server: LiveServer, championship: Championship, fixture: Fixture, mesa: Mesa
) -> None:
    """The public page has the result, the winner stands in the next round, and the QR's page vouches for the Planilla."""
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.FINAL
    assert fixture.winner == fixture.pareja_a
    following = Fixture.objects.get(stage=fixture.stage, round=2, position=fixture.position // 2)
    assert fixture.winner in (following.pareja_a, following.pareja_b)
    phone.goto(f"{live_server.url}/c/{championship.slug}/")
    expect(phone.locator("main")).to_contain_text(str(fixture.winner.title if fixture.winner else ""))
    phone.goto(f"{live_server.url}/c/{championship.slug}/partidas/{fixture.pk}/")
    expect(phone.locator("main")).to_contain_text("Caída y limpia")
    phone.goto(f"{live_server.url}/planilla/{mesa.public_id}/")
    expect(phone.locator("main")).to_contain_text(Planilla.objects.get(mesa=mesa).fingerprint)


def type_paper_result(desk: Page, panel: str) -> None:
    """Someone at the desk types a mesa that was kept on paper; a wrong score is refused by its chica."""
    fixture = Fixture.objects.filter(status="ready", round=1).latest("number")
    desk.goto(f"{panel}/partidas/{fixture.pk}/papel/")
    scores = desk.locator("main input[type=number], main input[inputmode=numeric]")
    for index, value in enumerate(("40", "41", "12", "40", "40", "26")):
        scores.nth(index).fill(value)
    desk.get_by_role("button", name="Registrar resultado").click()
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.READY
    for index, value in enumerate(("40", "22", "12", "40", "40", "26")):
        scores.nth(index).fill(value)
    desk.get_by_role("button", name="Registrar resultado").click()
    fixture.refresh_from_db()
    assert (fixture.status, fixture.chicas) == (Fixture.Status.FINAL, [[40, 22], [12, 40], [40, 26]])


def fetch(desk: Page, url: str) -> str:
    """What somebody without an account gets."""
    browser = desk.context.browser
    assert browser is not None
    with browser.new_context() as context:
        return context.request.get(url).text()
