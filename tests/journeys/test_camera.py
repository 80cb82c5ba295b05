"""The camera of a tablet reads what another one without network shows."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Quarantined
from tests.chromium import FLAGS, PATIENCE_MS, TABLET
from tests.factories.devices import pin_given
from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEEN = 640, 480


def film(shown: Path, to: Path) -> None:
    """What a camera sees that is held before this picture, as YUV4MPEG2: one frame, over and over."""
    frame = Image.new("RGB", SEEN, "grey")
    code = Image.open(shown).convert("RGB").resize((420, 420))
    frame.paste(code, (110, 30))
    light, blue, red = frame.convert("YCbCr").split()
    half = SEEN[0] // 2, SEEN[1] // 2
    planes = light.tobytes() + blue.resize(half).tobytes() + red.resize(half).tobytes()
    to.write_bytes(b"YUV4MPEG2 W%d H%d F5:1 Ip A1:1 C420jpeg\n" % SEEN + b"FRAME\n" + planes)


@pytest.fixture
def watching(browser: Browser, chromium_path: str, tmp_path: Path) -> Iterator[Callable[[Path], BrowserContext]]:
    """Open a browser whose camera sees this film."""
    opened: list[Browser] = []

    def open_one(seen: Path) -> BrowserContext:
        camera = [
            "--use-fake-ui-for-media-stream",
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={seen}",
        ]
        opened.append(browser.browser_type.launch(executable_path=chromium_path, args=[*FLAGS, *camera]))
        context = opened[-1].new_context(permissions=["camera"], service_workers="block", locale="es-EC", **TABLET)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script("delete globalThis.Worker")
        return context

    yield open_one
    for each in opened:
        each.close()


def test_a_code_held_before_the_camera_is_read(
    kept: Keeper,
    screen: TabletScreen,
    watching: Callable[[Path], BrowserContext],
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
    film(tmp_path / "code.png", tmp_path / "film.y4m")

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
