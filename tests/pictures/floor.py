"""The floor, the law and the inscription, as the demonstration leaves them: nothing is touched here."""

from playwright.sync_api import Browser, Page

from tests.chromium import PHONE
from tests.pictures.camera import shoot

# By the name of its picture, the page of the panel.
PAGES = {
    "presencia": "presencia/",
    "jueces": "jueces/",
    "control": "control/",
    "horas": "horas/",
    "neutralidad": "neutralidad/",
    "protestas": "protestas/",
    "apelacion": "apelaciones/1/",
    "consultas": "consultas/",
    "conducta": "conducta/",
    "registro": "registro/",
}


def floor_pages(page: Page, browser: Browser, championship: str, upcoming: str) -> None:
    """`upcoming` is the championship that takes inscriptions."""
    panel = f"{championship}panel/"
    for name, address in PAGES.items():
        page.goto(f"{panel}{address}")
        shoot(page, name)
    page.goto(f"{upcoming}panel/inscripciones/?ver=todas")
    shoot(page, "solicitudes")
    page.goto(f"{panel}parejas/1/enlace/")
    private = page.locator(".secret").first.inner_text()
    with browser.new_context(**PHONE, locale="es-EC") as context:
        phone = context.new_page()
        for name, address in (("inscripcion-telefono", f"{upcoming}inscripcion/"), ("privada-telefono", private)):
            phone.goto(address)
            shoot(phone, name)
