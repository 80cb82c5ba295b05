"""The Juez's hands on a tablet: what he touches, counted, and what he reads on the screen."""

import re
from contextlib import suppress
from uuid import uuid4

from django.utils import timezone
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLong

from brackets.models import Fixture, User
from referee.models import Device
from referee.rules import SEATS
from referee.services.log import JugadaInput, jugadas_add
from referee.services.mesas import mesa_open
from referee.services.writing import one_writer
from tests.factories.referee import SORTEO, Keeper, log_of

PASSWORD = "cuarenta40"  # what the factory gives every account
NAME = "Tablet 07"  # what it signs in as
HOLD_MS = 1150
RETRIED_MS = 3000  # by then it has tried by itself
ALL_SENT = re.compile(r"\b0 por enviar")
# How many files the service worker has not, by its own word.
MISSING = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const told = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data.missing); });
    active.postMessage('fill', [port2]);
    return told;
}"""


def log(kept: Keeper) -> list[str]:
    """The lines of his mesa, which he may have opened on the tablet."""
    kept.fixture.refresh_from_db()
    return log_of(kept.fixture.mesa)


def opened(juez: User) -> None:
    """His mesa is open on the tablet where he signed in last, and its first data dealt, as if that had come out of quarantine:
    what a tablet deals its key must have signed."""
    device, fixture, now = Device.objects.filter(user=juez).latest("pk"), Fixture.objects.get(juez=juez), timezone.now()
    parejas = {"A": fixture.pareja_a, "B": fixture.pareja_b}
    mesa = mesa_open(
        fixture=fixture,
        device=device,
        user=juez,
        seats=SEATS,
        representatives={side: pareja.representative for side, pareja in parejas.items() if pareja},
        identified=True,
        now=now,
    )
    with one_writer():
        mesa.fixture.refresh_from_db()  # in play by now
        jugadas_add(mesa=mesa, jugadas=(JugadaInput(uuid4(), SORTEO, now),), user=juez, now=now)


def device_of(name: str = NAME) -> Device:
    """What a tablet is to the server since it last signed in; it tries again where a busy server answers too late, and is two then."""
    return Device.objects.filter(name=name).latest("id")


class TabletScreen:
    """One tablet; `taps` counts every touch of the play, a hold as one."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.taps = 0

    def start(self) -> None:
        self.page.goto(f"{self.url}/tablet/")

    def sign_in(self, juez: User, name: str = NAME) -> None:
        self.start()
        self.page.get_by_label("Usuario").fill(juez.username)
        self.page.get_by_label("Contraseña").fill(PASSWORD)
        self.page.get_by_label("Nombre de esta tablet").fill(name)
        inside, unanswered = (
            self.page.get_by_role("heading", name="Mis mesas"),
            self.page.get_by_text("Sin respuesta del servidor"),
        )
        self.page.get_by_role("button", name="ENTRAR").tap()
        expect(inside.or_(unanswered)).to_be_visible()
        if unanswered.is_visible():  # he does as it says: a busy machine may take longer than a tablet waits
            self.page.get_by_role("button", name="ENTRAR").tap()
        expect(inside).to_be_visible()

    def open_mesa(self) -> None:
        self.page.locator(".mesa-card").first.tap()

    def restart(self) -> None:
        """The tablet goes on in the mesa that was open on it."""
        self.page.reload()
        expect(self.page.locator(".mesa")).to_be_visible()

    def seat(self) -> None:
        """Everybody where the system seats him, identified."""
        self.page.get_by_role("checkbox", name="Revisé la identificación").tap()
        self.page.get_by_role("button", name="ABRIR LA MESA").tap()
        expect(self.page.get_by_role("heading", name="Sorteo de la data")).to_be_visible()

    def draw(self, *ranks: str) -> None:
        """The four cards, in seat order."""
        for index, rank in enumerate(ranks):
            self.page.locator(".drawn-seat").nth(index).tap()
            self.page.locator(".rank").get_by_text(rank, exact=True).tap()

    def deals(self, name: str) -> None:
        self.page.locator(".dealers button").filter(has_text=name).tap()
        expect(self.page.locator(".play")).to_be_visible()

    def begin(self, juez: User) -> None:
        """In the first data, dealt by the first player of A: as if he had touched what `seat`, `draw` and `deals` touch."""
        self.sign_in(juez)
        opened(juez)
        self.page.get_by_role("button", name="Actualizar").tap()
        expect(self.page.locator(".mesa-card").first).to_contain_text("En juego")
        self.open_mesa()
        self.saved(1)

    # --- touching ---------------------------------------------------------------------------------------------

    def touch(self, target: Locator) -> None:
        """A finger on it; what is greyed out answers too, though Playwright takes it for disabled."""
        self.taps += 1
        target.tap(force=target.get_attribute("aria-disabled") == "true")

    def hold(self, target: Locator) -> None:
        self.taps += 1
        expect(target).to_be_enabled()
        box = target.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.wait_for_timeout(HOLD_MS)
        self.page.mouse.up()

    def button(self, jugada: str, subject: str | None = None) -> Locator:
        of = f"[data-subject={subject}]" if subject else ":not([data-subject])"
        return self.page.locator(f".play-button[data-jugada={jugada}]{of}")

    def tap(self, jugada: str, subject: str | None = None) -> None:
        self.touch(self.button(jugada, subject))

    def ronda(self, jugada: str, subject: str, rank: str) -> None:
        self.tap(jugada, subject)
        self.touch(self.sheet.get_by_role("button", name=f"{rank} ✓ verificada"))

    def conteo(self, cards_of_a: int) -> None:
        """All the other cards are B's."""
        self.tap("conteo")
        self.touch(self.sheet.locator(".key").get_by_text(str(cards_of_a), exact=True))
        self.touch(self.sheet.locator(".go"))

    def right(self) -> None:
        """It is as it was touched, though the log makes it implausible."""
        self.touch(self.sheet.get_by_role("button", name="ES CORRECTO"))

    def proclama(self) -> None:
        self.tap("proclama")
        self.hold(self.sheet.get_by_role("button", name="PROCLAMAR"))

    def play(self, line: str, number: int) -> None:
        """Touch what records this line as number so and so; the second deal is marked with the count."""
        match line.split():
            case ["segundo-reparto"]:
                return
            case ["proclama"]:
                self.proclama()
            case ["conteo", cards_of_a, _, _]:
                self.conteo(int(cards_of_a.removeprefix("A=")))
            case ["ronda" | "doble-ronda" as jugada, subject, rank]:
                self.ronda(jugada, subject, rank)
            case [jugada, subject]:
                self.tap(jugada, subject)
        self.saved(number)

    def rescue(self) -> None:
        self.touch(self.page.get_by_role("button", name="Más…"))
        self.touch(self.sheet.get_by_role("button", name="Rescate por QR"))

    def undo(self) -> None:
        self.touch(self.page.locator(".undo"))

    def more(self, jugada: str, subject: str | None = None) -> Locator:
        """Open «Más…» and find what is rare."""
        self.touch(self.page.get_by_role("button", name="Más…"))
        of = f"[data-subject={subject}]" if subject else ""
        return self.sheet.locator(f".rare[data-jugada={jugada}]{of}")

    def history(self, seq: int) -> Locator:
        """Open the history at this row; its actions."""
        self.touch(self.page.get_by_role("button", name="Historial"))
        row = self.sheet.locator("li", has=self.page.locator(f".history-row > :text-is('{seq}')"))
        self.touch(row.locator(".history-row"))
        return row

    def retry(self) -> None:
        """Touch «Reintentar», unless the tablet has sent everything by itself in the meantime."""
        with suppress(TooLong):
            self.page.locator(".chip-trouble").tap(timeout=RETRIED_MS)

    def sign(self) -> None:
        """Something like a name, on the canvas."""
        box = self.page.locator("canvas").bounding_box()
        assert box is not None
        x, y, width, height = box["x"], box["y"], box["width"], box["height"]
        self.page.mouse.move(x + 0.1 * width, y + 0.5 * height)
        self.page.mouse.down()
        for step in range(24):
            self.page.mouse.move(x + (0.1 + 0.03 * step) * width, y + (0.3 + 0.4 * (step % 2)) * height, steps=3)
        self.page.mouse.up()

    # --- reading ----------------------------------------------------------------------------------------------

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog.sheet[open]")

    @property
    def chip(self) -> Locator:
        return self.page.locator(".mesa-head > .chip")

    @property
    def toast(self) -> Locator:
        return self.page.locator(".toast")

    @property
    def latest(self) -> Locator:
        return self.page.locator(".latest li")

    def saved(self, seq: int) -> None:
        """Wait until the tablet says that all is saved, up to this jugada, and that the server has it."""
        expect(self.chip).to_contain_text(re.compile(rf"Guardado hasta la {seq}\b"))
        expect(self.chip).to_contain_text(ALL_SENT)
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)  # what follows from it is on the screen too

    def score(self, a: int, b: int) -> None:
        expect(self.page.locator("[data-score=A] output")).to_have_text(str(a))
        expect(self.page.locator("[data-score=B] output")).to_have_text(str(b))
