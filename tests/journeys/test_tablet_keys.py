"""A tablet in a real browser signs what it records: by a key that its page cannot give out, without a network too, and anew on top of other rows."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from kernel.tablet_keys import Signed, statement
from referee.models import Device, Jugada, Mesa
from referee.rules import moment
from referee.selectors.receipts import receipts_problems, receipts_read
from referee.services.log import JugadaInput, jugadas_add
from referee.services.writing import one_writer
from tests.attacks.test_tree import rechain
from tests.factories.insider import triggers_lifted
from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import ALL_SENT, TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What the page can get of its key.
GIVEN_OUT = """async () => {
    const { Storage } = await import('/static/tablet/storage.js');
    const { publicKey, privateKey } = await new Storage().get('key');
    const refused = (form) => crypto.subtle.exportKey(form, privateKey).then(() => '', (error) => error.name);
    return {
        extractable: privateKey.extractable,
        usages: privateKey.usages,
        raw: (await crypto.subtle.exportKey('raw', publicKey)).byteLength,
        refused: [await refused('jwk'), await refused('pkcs8')],
    };
}"""


@pytest.fixture
def context(open_context: Callable[..., BrowserContext]) -> BrowserContext:
    return open_context()


@pytest.fixture
def screen(kept: Keeper, context: BrowserContext, live_server: LiveServer) -> TabletScreen:
    screen = TabletScreen(context.new_page(), live_server.url)
    screen.begin(kept.juez)
    return screen


def signatures() -> list[Signed]:
    """Of the rows that a tablet wrote, in their order."""
    read = [Signed.read(row.signed) for row in Jugada.objects.filter(device__isnull=False).order_by("seq")]
    assert None not in read
    return read


def unsent(screen: TabletScreen, saved: int, waiting: int) -> None:
    expect(screen.chip).to_contain_text(re.compile(rf"Guardado hasta la {saved}\b.*\b{waiting} por enviar", re.DOTALL))


def verified() -> None:
    told = StringIO()
    call_command("verificar_bitacora", stdout=told)
    assert "la bitácora está completa" in told.getvalue()


def test_a_tablet_signs_what_it_records_and_its_page_cannot_give_the_key_out(
    kept: Keeper, screen: TabletScreen
) -> None:
    screen.tap("caida", "A")
    screen.tap("caida", "B")
    screen.saved(3)
    expect(screen.chip).to_contain_text(ALL_SENT)

    assert len(Device.objects.filter(user=kept.juez).latest("pk").public_key) == 87
    assert [each.counter for each in signatures()] == [1, 2]
    assert signatures()[0].head == Jugada.objects.get(seq=1).hash
    verified()
    assert screen.page.evaluate(GIVEN_OUT) == {
        "extractable": False,
        "usages": ["sign"],
        "raw": 65,
        "refused": ["InvalidAccessError", "InvalidAccessError"],
    }


@pytest.mark.long
def test_a_log_that_is_written_anew_is_told_on_the_tablet_that_recorded_it(
    kept: Keeper, screen: TabletScreen, context: BrowserContext
) -> None:
    screen.tap("caida", "A")
    screen.saved(2)
    expect(screen.chip).to_contain_text(ALL_SENT)
    screen.restart()
    warning = screen.page.get_by_text("El servidor muestra otra bitácora")
    screen.tap("caida", "B")
    screen.saved(3)
    expect(screen.chip).to_contain_text(ALL_SENT)
    expect(warning).to_have_count(0)

    kept.mesa_id = Mesa.objects.get().public_id  # the tablet opened it
    with triggers_lifted():
        rechain(kept)
    screen.restart()
    expect(warning).to_be_visible()
    with screen.page.expect_download() as saved:
        screen.page.get_by_role("button", name="GUARDAR LOS RECIBOS").click()
    problems = receipts_problems(receipts_read(Path(saved.value.path()).read_bytes()), Mesa.objects.all())
    assert any("confirmó «caida A»" in each for each in problems)


def test_what_was_signed_on_top_of_a_row_that_is_gone_is_signed_anew(
    kept: Keeper, screen: TabletScreen, context: BrowserContext
) -> None:
    screen.tap("caida", "A")
    screen.saved(2)
    context.set_offline(True)
    screen.tap("caida", "B")
    unsent(screen, 3, 1)
    kept.mesa_id = Mesa.objects.get().public_id
    with triggers_lifted():
        rechain(kept)

    context.set_offline(False)
    screen.retry()

    expect(screen.chip).to_contain_text(ALL_SENT)
    assert [each.head for each in signatures()][-1] == Jugada.objects.get(seq=2).hash


def test_what_was_recorded_without_a_network_is_signed_too(
    kept: Keeper, screen: TabletScreen, context: BrowserContext
) -> None:
    context.set_offline(True)
    for side in "ABA":
        screen.tap("caida", side)
    screen.undo()
    unsent(screen, 5, 4)
    context.set_offline(False)
    screen.restart()  # the unsent, and how many were signed, come from the disk
    screen.tap("limpia", "B")
    screen.saved(6)
    expect(screen.chip).to_contain_text(ALL_SENT)

    taps = signatures()[:3]
    assert [each.counter for each in taps] == [1, 2, 3]
    assert {each.head for each in taps} == {Jugada.objects.get(seq=1).hash}
    assert {each.counter for each in signatures()} == {
        1,
        2,
        3,
        4,
        5,
    }  # the undo when the server had said what it undoes
    verified()


@pytest.mark.long
def test_what_comes_on_top_of_other_rows_is_signed_anew(
    kept: Keeper, screen: TabletScreen, context: BrowserContext
) -> None:
    context.set_offline(True)
    screen.tap("caida", "A")
    unsent(screen, 2, 1)
    with one_writer():
        line = JugadaInput(uuid4(), 'ajusta B +2 "marcador del caso"')
        jugadas_add(mesa=Mesa.objects.get(), jugadas=[line], user=kept.juez, now=timezone.now())
    context.set_offline(False)
    screen.retry()
    screen.saved(3)
    expect(screen.chip).to_contain_text(ALL_SENT)

    (only,) = signatures()
    assert (only.counter, only.head) == (2, Jugada.objects.get(seq=2).hash)
    verified()


def test_what_the_page_signs_is_to_the_byte_what_the_server_checks(tablet_page: Page, live_server: LiveServer) -> None:
    tablet_page.goto(f"{live_server.url}/tablet/")
    at = datetime(2026, 12, 6, 1, 30, 0, 7000, tzinfo=UTC)
    lines = [
        "caida A1",
        'suspension "se fue la luz: «¡apagón!» \\\\ y “más” \\"así\\""',
        'abandono A "\u2028 ñ 🂡 </script>"',
    ]
    ids = {"mesa": str(uuid4()), "client_id": str(uuid4())}
    signings = {"counter": 12, "previous": "ab" * 32, "head": "cd" * 32}

    written = tablet_page.evaluate(
        """async ([lines, mesa, clientId, at, signings]) => {
            const { statement } = await import('/static/tablet/tablet_key.js');
            return lines.map((line) => new TextDecoder().decode(statement({ mesa, clientId, line, at }, signings)));
        }""",
        [lines, ids["mesa"], ids["client_id"], round(at.timestamp() * 1000), signings],
    )

    assert written == [statement(notation=line, device_ts=moment(at), **ids, **signings).decode() for line in lines]


def test_two_tabs_give_no_number_twice(kept: Keeper, live_server: LiveServer, context: BrowserContext) -> None:
    first, second = context.new_page(), context.new_page()
    TabletScreen(first, live_server.url).sign_in(kept.juez)
    second.goto(f"{live_server.url}/tablet/")
    sign = """async () => {
        const { Storage } = await import('/static/tablet/storage.js');
        const { TabletKey } = await import('/static/tablet/tablet_key.js');
        const storage = new Storage();
        const item = { mesa: 'm', clientId: 'c', line: 'caida A', at: 0 };
        const keep = async ([{ signed }], signings) => {
            await storage.set('signings', signings);
            return Number(signed.split('.')[0]);
        };
        const key = new TabletKey(storage);
        globalThis.numbers = Promise.all(Array.from({ length: 40 }, () => key.sign([item], '0'.repeat(64), keep)));
    }"""

    first.evaluate(sign)
    second.evaluate(sign)

    numbers = [number for page in (first, second) for number in page.evaluate("globalThis.numbers")]
    assert sorted(numbers) == list(range(1, 81))
