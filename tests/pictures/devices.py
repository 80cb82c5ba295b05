"""A tablet from its pairing to the PIN of a Juez, and what the desk sees of it."""

import re

from playwright.sync_api import Browser, Page

from tests.chromium import TABLET
from tests.pictures.camera import shoot

DESK_PIN = "402040"  # of the demonstration: control


def device_pages(desk: Page, browser: Browser, url: str, championship: str) -> None:
    """Pair a tablet for table 3, enter on it, and ask it for another table; give PINs and print cards."""
    panel = f"{championship}panel/"
    desk.goto(f"{panel}tablets/")
    desk.get_by_label("Mesa fija").last.select_option(label="Mesa 3")
    desk.get_by_role("button", name="Mostrar el código").click()
    shoot(desk, "tablets-emparejar")
    code = (desk.locator(".pairing-digits").text_content() or "").replace(" ", "")
    with browser.new_context(**TABLET, locale="es-EC") as context:
        _pair(context.new_page(), url, code)
    desk.goto(f"{panel}tablets/")
    shoot(desk, "tablets")
    desk.goto(f"{panel}pines/")
    for place in range(3):
        desk.locator("input[name=user]").nth(place).check()
    desk.get_by_role("button", name="Dar PIN nuevo a los marcados").click()
    shoot(desk, "pines-nuevos")
    desk.goto(f"{panel}tablets/mesas/")
    shoot(desk, "tablets-mesas")


def _pair(page: Page, url: str, code: str) -> None:
    page.goto(f"{url}/tablet/")
    page.get_by_label("Seis cifras de la Mesa de Control").fill(code)
    page.locator("[data-check=battery]:not([data-mark=waiting])").wait_for()
    shoot(page, "tablet-prueba")
    for _ in range(3):
        page.locator(".circle").first.tap()
    page.get_by_role("button", name=re.compile("^CONTINUAR")).tap()
    page.locator(".person").first.wait_for()
    shoot(page, "tablet-juez")
    page.locator(".person").first.tap()
    page.locator(".pin-keys").get_by_role("button", name="4").tap()
    shoot(page, "tablet-pin")
    page.get_by_role("button", name="Otra persona").tap()
    page.locator(".person").filter(has_text="Mesa de Control").tap()
    page.get_by_label("PIN", exact=True).fill(DESK_PIN)
    page.get_by_role("heading", name="Mis mesas").wait_for()
    page.get_by_role("button", name="Cambiar de Juez").tap()
    page.locator(".person").filter(has_text="Juez").first.wait_for()
