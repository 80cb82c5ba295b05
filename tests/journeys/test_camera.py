"""What is held before a camera is read: the codes of a tablet without network, and the Planilla on paper."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Quarantined
from referee.printing import sheet_pdf
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.selectors.planilla.sheet import PlanillaSheet
from tests.chromium import FLAGS, PATIENCE_MS, PHONE, TABLET
from tests.factories.devices import pin_given
from tests.factories.referee import Keeper, sealed_mesa
from tests.journeys.tablet_screen import TabletScreen
from tests.programs import run

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEEN = 640, 480


def film(shown: Image.Image, to: Path) -> None:
    """What a camera sees that is held before this picture, as YUV4MPEG2: one frame, over and over."""
    light, blue, red = shown.convert("RGB").convert("YCbCr").split()
    half = shown.width // 2, shown.height // 2
    planes = light.tobytes() + blue.resize(half).tobytes() + red.resize(half).tobytes()
    to.write_bytes(b"YUV4MPEG2 W%d H%d F5:1 Ip A1:1 C420jpeg\n" % shown.size + b"FRAME\n" + planes)


def held_near(picture: Path) -> Image.Image:
    """A code that fills most of what the camera sees."""
    frame = Image.new("RGB", SEEN, "grey")
    frame.paste(Image.open(picture).convert("RGB").resize((420, 420)), (110, 30))
    return frame


def photograph(sheet: PlanillaSheet, to: Path) -> Image.Image:
    """The first page of a Planilla as it is printed."""
    paper = to / "planilla.pdf"
    paper.write_bytes(sheet_pdf(sheet))
    run("poppler-utils", "pdftoppm", "-r", "150", "-png", "-singlefile", paper, to / "planilla")
    return Image.open(to / "planilla.png").convert("RGB")


@pytest.fixture
def watching(browser: Browser, chromium_path: str) -> Iterator[Callable[..., BrowserContext]]:
    """Open a browser whose camera sees this film. It has no `BarcodeDetector`, just as an iPhone has none."""
    opened: list[Browser] = []

    def open_one(seen: Path, **device: object) -> BrowserContext:
        camera = [
            "--use-fake-ui-for-media-stream",
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={seen}",
        ]
        opened.append(browser.browser_type.launch(executable_path=chromium_path, args=[*FLAGS, *camera]))
        context = opened[-1].new_context(
            permissions=["camera"], service_workers="block", locale="es-EC", **(device or TABLET)
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script("delete globalThis.Worker; delete globalThis.BarcodeDetector")
        return context

    yield open_one
    for each in opened:
        each.close()


@pytest.mark.long
def test_a_code_held_before_the_camera_is_read(
    kept: Keeper,
    screen: TabletScreen,
    watching: Callable[..., BrowserContext],
    live_server: LiveServer,
    tmp_path: Path,
) -> None:
    pin_given(kept.championship, "4071", user=kept.juez)
    screen.begin(kept.juez)
    screen.rescue()  # what is rare comes with the first use here, where no service worker has it
    expect(screen.sheet).to_contain_text("no hay nada que rescatar")
    screen.page.keyboard.press("Escape")
    screen.page.context.set_offline(True)
    screen.tap("caida", "A")
    screen.tap("limpia", "B")
    expect(screen.chip).to_contain_text("2 por enviar")
    screen.rescue()
    screen.sheet.locator(".rescue-code").screenshot(path=tmp_path / "code.png")
    film(held_near(tmp_path / "code.png"), tmp_path / "film.y4m")

    other = TabletScreen(watching(tmp_path / "film.y4m").new_page(), live_server.url)
    other.sign_in(kept.juez, "Tablet 12")
    other.page.goto(f"{live_server.url}/tablet/#mesa={kept.fixture.table.number}")
    for digit in "4071":
        other.touch(other.sheet.locator(".pin-keys").get_by_role("button", name=digit, exact=True))
    other.touch(other.page.get_by_role("button", name="Más…"))
    other.touch(other.sheet.get_by_role("button", name="Cuarentena"))
    other.touch(other.sheet.get_by_role("button", name="Leer códigos"))
    other.touch(other.sheet.get_by_role("button", name="USAR LA CÁMARA"))

    expect(other.sheet).to_contain_text("Códigos leídos: 1 de 1 · entregadas 2")
    other.page.screenshot(path=tmp_path / "camera.png")
    assert list(Quarantined.objects.order_by("number").values_list("notation", flat=True)) == ["caida A", "limpia B"]


@pytest.fixture
def page_of_a_phone(open_context: Callable[..., BrowserContext]) -> Page:
    context = open_context(**PHONE)
    context.add_init_script("delete globalThis.BarcodeDetector")
    return context.new_page()


@pytest.fixture
def printed(live_server: LiveServer) -> PlanillaSheet:
    """A sealed Planilla, as it is printed under the address of this server."""
    kept = sealed_mesa()
    return planilla_sheet(mesas_to_print().get(public_id=kept.mesa_id), base_url=live_server.url)


def test_a_planilla_held_before_a_phone_is_authentic(
    printed: PlanillaSheet, watching: Callable[..., BrowserContext], live_server: LiveServer, tmp_path: Path
) -> None:
    seen = Image.new("RGB", (1280, 720), "grey")
    seen.paste(photograph(printed, tmp_path), (20, 60))  # the sheet's whole width, so the code takes an eighth of it
    film(seen, tmp_path / "film.y4m")
    page = watching(tmp_path / "film.y4m", **PHONE).new_page()
    page.goto(f"{live_server.url}/planilla/verificar/")

    page.get_by_role("button", name="Leer con la cámara").click()

    expect(page.get_by_role("status")).to_contain_text("El papel es la Planilla vigente")
    expect(page.get_by_role("status")).to_contain_text(printed.fingerprint)


def test_a_photograph_of_a_planilla_is_enough(
    printed: PlanillaSheet, page_of_a_phone: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    photograph(printed, tmp_path)
    page_of_a_phone.goto(f"{live_server.url}/planilla/verificar/")

    page_of_a_phone.locator("[data-photo]").set_input_files(tmp_path / "planilla.png")

    expect(page_of_a_phone.get_by_role("status")).to_contain_text("El papel es la Planilla vigente")


def test_a_photograph_without_a_code_says_what_to_do(
    page_of_a_phone: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    Image.new("RGB", (640, 480), "grey").save(tmp_path / "nothing.png")
    page_of_a_phone.goto(f"{live_server.url}/planilla/verificar/")

    page_of_a_phone.locator("[data-photo]").set_input_files(tmp_path / "nothing.png")

    expect(page_of_a_phone.get_by_role("status")).to_contain_text("no se ve ningún código QR")
