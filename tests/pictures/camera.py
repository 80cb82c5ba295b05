"""Pictures of few colours: of the window, of a part of a page, of paper."""

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURES = ROOT / "docs" / "pictures"
THEMED = ROOT / "var" / "pictures"  # every screen of the tablet in every theme: to be looked at, too many to be kept
THEMES = ("oscuro", "claro", "contraste")
COLOURS = 128  # screens are flat: with so few they look the same and weigh a third
DPI = 90
TILE = (640, 400)


def shoot(page: Page, name: str, *, part: Locator | None = None) -> None:
    """What the window shows, or a part of the page however long it is."""
    page.wait_for_timeout(250)
    _keep((part or page).screenshot(animations="disabled"), PICTURES / f"{name}.png")
    if page.locator("#tablet").count():
        _shoot_themes(page, name)


def _shoot_themes(page: Page, name: str) -> None:
    """The same screen in every theme, and back in the one it was in."""
    was = page.locator("html").get_attribute("data-theme")
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        _keep(page.screenshot(animations="disabled"), THEMED / theme / f"{name}.png")
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", was)


def contact_sheets() -> list[Path]:
    """All screens of a theme on one sheet, four in a row, so that somebody can look at them."""
    sheets = []
    for theme in THEMES:
        taken = [Image.open(path).convert("RGB") for path in sorted((THEMED / theme).glob("*.png"))]
        sheet = Image.new("RGB", (4 * TILE[0], -(-len(taken) // 4) * TILE[1]), "white")
        for number, picture in enumerate(taken):
            picture.thumbnail(TILE)
            sheet.paste(picture, (number % 4 * TILE[0], number // 4 * TILE[1]))
        sheets.append(THEMED / f"{theme}.png")
        sheet.save(sheets[-1])
    return sheets


def shoot_paper(pdf: bytes, name: str) -> None:
    """The first page of a PDF; without poppler's `pdftoppm` the picture stays as it was."""
    if shutil.which("pdftoppm") is None:
        return
    command = ["pdftoppm", "-png", "-r", str(DPI), "-singlefile", "-"]
    _keep(subprocess.run(command, input=pdf, check=True, capture_output=True).stdout, PICTURES / f"{name}.png")


def _keep(png: bytes, path: Path) -> None:
    picture = Image.open(BytesIO(png)).convert("RGB")
    few = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    path.parent.mkdir(parents=True, exist_ok=True)
    few.save(path, optimize=True)
