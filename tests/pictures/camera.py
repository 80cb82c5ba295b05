"""Pictures of few colours: of the window, of a part of a page, of paper."""

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page

PICTURES = Path(__file__).resolve().parent.parent.parent / "docs" / "pictures"
COLOURS = 128  # screens are flat: with so few they look the same and weigh a third
DPI = 90


def shoot(page: Page, name: str, *, part: Locator | None = None) -> None:
    """What the window shows, or a part of the page however long it is."""
    page.wait_for_timeout(250)
    _keep((part or page).screenshot(animations="disabled"), name)


def shoot_paper(pdf: bytes, name: str) -> None:
    """The first page of a PDF; without poppler's `pdftoppm` the picture stays as it was."""
    if shutil.which("pdftoppm") is None:
        return
    command = ["pdftoppm", "-png", "-r", str(DPI), "-singlefile", "-"]
    _keep(subprocess.run(command, input=pdf, check=True, capture_output=True).stdout, name)


def _keep(png: bytes, name: str) -> None:
    picture = Image.open(BytesIO(png)).convert("RGB")
    few = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)
