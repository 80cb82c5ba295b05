"""A championship from the empty form to a draw that is not published yet."""

import re
from io import BytesIO

from openpyxl import Workbook
from playwright.sync_api import Page, expect

from tests.pictures.camera import shoot

# An inscription as organisers send it: one cédula is wrong, and the first pareja is inscribed already.
SHEET = (
    ("Número", "Jugador 1", "Cédula 1", "Jugador 2", "Club o institución", "Teléfono"),
    (None, "Aurelia Paz", None, "Berta Luna", "Barrio El Rosario", "no se importa"),
    (None, "Ciro Mora", "1712345675", "Delia Vaca", "Barrio El Rosario", None),
    (None, "Efraín Soto", "1712345674", "Flora Ríos", "Liga del Sur", None),
    (None, "Galo Peña", None, "Hilda Cruz", "Liga del Sur", None),
    (None, "Iván Tapia", None, "Julia Mena", None, None),
    (None, "Leonor Vela", None, "Mario Díaz", "Club Tungurahua", None),
)


def found_championship(page: Page, url: str) -> None:
    page.goto(f"{url}/nuevo/")
    for label, value in {
        "Nombre del campeonato": "Copa de la Fiesta",
        "Organizador": "Comité de Fiestas (demostración)",
        "Lugar": "Coliseo Central, Riobamba",
        "Primer día": "2026-12-04",
        "Último día": "2026-12-05",
    }.items():
        page.get_by_label(label).fill(value)
    page.get_by_role("radio", name=re.compile("Riobamba")).check()
    shoot(page, "crear", part=page.locator("main"))
    page.get_by_role("button", name="Crear campeonato").click()
    expect(page).to_have_url(re.compile("/panel/$"))
    panel = page.url
    shoot(page, "panel-preparacion")
    _settle(page, panel)
    _staff(page, panel)
    _inscribe(page, panel)
    page.goto(f"{panel}etapas/?parejas=96&mesas=24&minutos=40#plantillas")
    shoot(page, "etapas")
    page.goto(f"{panel}sorteo/")
    shoot(page, "sorteo-hacer")
    page.get_by_role("button", name="Publicar el compromiso").click()
    page.get_by_label("Semilla pública").fill("Lotería del 3 de diciembre: 27415")
    page.get_by_label("Primer testigo").fill("Rocío Andrade")
    page.get_by_label("Segundo testigo").fill("Marco Villacís")
    page.get_by_role("button", name="Sortear").click()
    shoot(page, "sorteo-borrador")


def _settle(page: Page, panel: str) -> None:
    """What the reglamento leaves open, and the opening."""
    page.goto(f"{panel}ajustes/")
    page.get_by_label("Minutos para apelar").fill("15")
    shoot(page, "ajustes-fijar", part=page.locator("section[aria-labelledby=no-da]"))
    shoot(page, "ajustes-dudas", part=page.locator("section[aria-labelledby=abiertos]"))
    page.get_by_text(re.compile(r"Ver \d+ variantes")).click()
    shoot(page, "ajustes-variantes", part=page.locator("section[aria-labelledby=variantes]"))
    page.get_by_role("button", name="Guardar los ajustes").click()
    page.goto(panel)
    page.get_by_role("button", name="Abrir campeonato").click()


def _staff(page: Page, panel: str) -> None:
    page.goto(f"{panel}mesas/")
    page.get_by_label("Número de mesas").fill("3")
    shoot(page, "mesas")
    page.get_by_role("button", name="Guardar").click()
    page.goto(f"{panel}equipo/")
    page.get_by_label("Nombres, uno por línea").fill("Amparo Salas\nBenito Cueva\nCarmela Ortiz")
    shoot(page, "equipo", part=page.locator("main"))
    page.get_by_role("button", name="Crear jueces").click()
    shoot(page, "contrasenas")


def _inscribe(page: Page, panel: str) -> None:
    """One pareja by hand; the others from a sheet, of which one row is refused."""
    page.goto(f"{panel}parejas/nueva/")
    page.get_by_label("Jugador 1: nombre y apellido").fill("Aurelia Paz")
    page.get_by_label("Jugador 2: nombre y apellido").fill("Berta Luna")
    shoot(page, "pareja", part=page.locator("main"))
    page.get_by_role("button", name="Inscribir", exact=True).click()
    page.goto(f"{panel}parejas/importar/")
    shoot(page, "importar")
    workbook, file = Workbook(), BytesIO()
    for row in SHEET:
        workbook.worksheets[0].append(row)
    workbook.save(file)
    page.get_by_label("Archivo .xlsx o .csv").set_input_files(
        {"name": "inscritos.xlsx", "mimeType": "application/octet-stream", "buffer": file.getvalue()}
    )
    page.get_by_role("button", name="Revisar el archivo").click()
    expect(page.get_by_text("No se importa", exact=True)).to_be_visible()
    shoot(page, "importar-revisar", part=page.locator("main"))
    page.get_by_role("button", name="Importar 4 nuevas").click()
