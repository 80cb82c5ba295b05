"""What anybody sees, on a wide screen and on a phone."""

from playwright.sync_api import Browser, Page

from tests.chromium import PHONE
from tests.pictures.camera import shoot, shoot_paper

WIDE = {"viewport": {"width": 1280, "height": 800}}


def public_pages(browser: Browser, url: str, championship: str) -> None:
    for size, options in (("", WIDE), ("-telefono", PHONE)):
        with browser.new_context(**options, locale="es-EC", reduced_motion="reduce") as context:
            page = context.new_page()
            page.goto(url)
            shoot(page, f"inicio{size}")
            page.goto(f"{url}/reglamentos/?reglamento=riobamba&reglamento=quito&reglamento=juez-de-aguas&difiere=1")
            page.locator("#parte-4").evaluate("heading => heading.scrollIntoView({behavior: 'instant'})")
            shoot(page, f"reglamentos{size}")
            page.goto(championship)
            shoot(page, f"publico{size}")
            page.locator("#llave").evaluate("heading => heading.scrollIntoView({behavior: 'instant'})")
            shoot(page, f"llave{size}")
            page.goto(f"{championship}parejas/")
            shoot(page, f"parejas-publicas{size}")
            page.goto(f"{championship}reglamento/")
            shoot(page, f"reglas{size}")
            if not size:
                shoot_paper(page.request.get(f"{championship}reglamento/reglas.pdf").body(), "reglas-papel")
            _visit(page, championship, "EN VIVO")
            shoot(page, f"partida-en-juego{size}")
            _visit(page, championship, "Final")
            shoot(page, f"partida{size}")
            _read_the_code(page)
            shoot(page, f"planilla-publica{size}")


def _visit(page: Page, championship: str, state: str) -> None:
    """The first partida in this state."""
    page.goto(championship)
    page.locator(".fixture").filter(has_text=state).first.get_by_role("link").click()


def _read_the_code(page: Page) -> None:
    """As the QR on the paper leads there: with version and fingerprint."""
    page.get_by_role("link", name="Ver la Planilla de Juego").click()
    fingerprint = page.locator("dd.secret").first.inner_text()
    page.goto(f"{page.url}?v=1&h={fingerprint}")
