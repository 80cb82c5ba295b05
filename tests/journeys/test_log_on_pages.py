"""Open pages keep the checkpoints of the log, see what does not continue, and say so for good; a restored copy is told as one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import transaction
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from kernel.merkle import Frontier
from referee.models import Checkpoint, LeafSource, TreeLeaf, TreeLog
from referee.services.incarnations import incarnation_begin
from referee.services.tree import tree_sweep
from tests.chromium import PHONE
from tests.factories.brackets import NOW
from tests.factories.insider import insider
from tests.factories.referee import SORTEO, Keeper, kept_mesa
from tests.journeys.tablet_screen import TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def kept() -> Keeper:
    return kept_mesa(SORTEO)


def swept(kept: Keeper, minutes: int) -> Checkpoint:
    done = tree_sweep(championship=kept.championship, now=NOW + timedelta(minutes=minutes), at_once=True)
    assert done.checkpoint is not None
    return done.checkpoint


@contextmanager
def owned() -> Iterator[None]:
    """The hands of who owns the database."""
    with insider(TreeLeaf), insider(LeafSource), insider(Checkpoint):
        yield


def rewritten(kept: Keeper, minutes: int) -> Checkpoint:
    """The log made anew over other rows, and signed with its own key."""
    with owned(), transaction.atomic():
        cut_back(TreeLog(frontier=Frontier().dump()))
        kept.record("limpia B")
    return swept(kept, minutes)


def cut_back(copied: TreeLog) -> None:
    """The log as an older copy of the database has it."""
    LeafSource.objects.filter(leaf__index__gte=copied.signed_size).delete()
    TreeLeaf.objects.filter(index__gte=copied.signed_size).delete()
    Checkpoint.objects.filter(size__gt=copied.signed_size).delete()
    names = ("frontier", "reached", "seen", "signed_size", "signed_at")
    TreeLog.objects.update(**{name: getattr(copied, name) for name in names})


def opened(context: BrowserContext, address: str) -> Page:
    """A page whose hours its test moves on, and which waits for no other."""
    page = context.new_page()
    page.clock.install()
    page.add_init_script("Math.random = () => 0")
    page.goto(address)
    return page


def until_it_asked(page: Page) -> None:
    with page.expect_response("**/vivo.json?**"):
        page.clock.fast_forward(6000)


def test_an_open_page_sees_a_rewritten_log_at_its_next_poll_and_says_so_for_good(
    kept: Keeper, live_server: LiveServer, open_context: Callable[..., BrowserContext]
) -> None:
    place = f"{live_server.url}/c/{kept.championship.slug}/"
    first, context = swept(kept, 0), open_context(**PHONE)
    page = opened(context, place)
    head = page.locator("[data-log]")
    expect(head).to_contain_text(f"Registro: tamaño {first.size} · raíz {first.root[:16]}")
    expect(head).to_contain_text("el primero que guarda este equipo")
    kept.record("caida A", "caida B")  # to no power of two, of which one more leaf shows no fork
    second = swept(kept, 2)
    assert second.size & (second.size - 1)
    until_it_asked(page)
    expect(head).to_contain_text(second.root[:16])
    expect(head).to_contain_text("comprobado en este equipo: sigue a todo lo que este equipo vio desde")
    expect(page.get_by_role("alert")).to_have_count(0)

    forged = rewritten(kept, 4)
    assert forged.size > second.size
    until_it_asked(page)

    def warned(page: Page, words: str) -> None:
        alarm = page.get_by_role("alert")
        expect(alarm).to_contain_text(words)
        for each in (second, forged):
            expect(alarm).to_contain_text(f" {each.size} ·")
            expect(alarm).to_contain_text(each.root[:16])
            assert each.note in alarm.locator("pre").text_content()

    warned(page, "ATENCIÓN: el registro de este campeonato fue cambiado.")
    expect(head).to_contain_text("NO CONTINÚA")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Guardar las dos notas").click()
    assert forged.note in saved.value.path().read_text()
    page.goto(f"{place}posiciones/?idioma=en")
    warned(page, "WARNING: the log of this championship was changed.")
    page.goto(
        f"{place}punto/?n={forged.size}&r={forged.root}&idioma=es"
    )  # the code of a screen that was given the other view
    expect(page.locator("main")).to_contain_text("Coincide: el servidor firmó el mismo")
    expect(page.locator("[data-log-seen]")).to_contain_text("NO coincide con lo que guarda este equipo")
    tablet = TabletScreen(context.new_page(), live_server.url)
    tablet.sign_in(kept.juez)
    tablet.start()  # its pulse
    expect(tablet.page.get_by_role("alert")).to_contain_text(second.root[:16])
    plain = open_context(**PHONE)
    plain.add_init_script(
        "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"
    )  # as over plain http
    expect(opened(plain, place).locator("[data-log]")).to_contain_text("no comprobado: sin https")
    other = opened(open_context(**PHONE), f"{place}punto/?n={forged.size}&r={forged.root}")
    expect(other.locator("[data-log-seen]")).to_contain_text("Coincide con lo que guarda este equipo")


@pytest.mark.long
def test_a_restored_copy_is_told_with_both_heads_and_the_page_goes_on(
    kept: Keeper, live_server: LiveServer, open_context: Callable[..., BrowserContext]
) -> None:
    swept(kept, 0)
    copied = TreeLog.objects.get()
    kept.record("caida A")
    lost = swept(kept, 2)
    page = opened(open_context(**PHONE), f"{live_server.url}/c/{kept.championship.slug}/")
    expect(page.locator("[data-log]")).to_contain_text("el primero que guarda este equipo")

    with owned():
        cut_back(copied)
    incarnation_begin(known=(), new_keys=False, now=NOW + timedelta(minutes=9))
    until_it_asked(page)

    told = page.get_by_role("status").filter(has_text="Restaurado desde la copia de")
    begun = Checkpoint.objects.latest("pk")
    for each in (lost, begun):
        expect(told).to_contain_text(each.root[:16])
    expect(told).to_contain_text("Entradas que este equipo había visto y la copia no tiene:")
    kept.record("limpia A")
    goes_on = swept(kept, 12)
    until_it_asked(page)
    head = page.locator("[data-log]")
    expect(head).to_contain_text(goes_on.root[:16])
    expect(head).to_contain_text("comprobado en este equipo")
    page.get_by_role("button", name="Entendido").click()
    expect(told).to_have_count(0)


@pytest.mark.long
def test_a_phone_without_network_accuses_nobody_and_a_server_that_speaks_and_proves_nothing_is_told(
    kept: Keeper, live_server: LiveServer, open_context: Callable[..., BrowserContext]
) -> None:
    swept(kept, 0)
    context = open_context(**PHONE)
    page = opened(context, f"{live_server.url}/c/{kept.championship.slug}/")
    head, alarm = page.locator("[data-log]"), page.get_by_role("alert")
    expect(head).to_contain_text("el primero que guarda este equipo")

    page.route("**/punto/**", lambda route: route.abort())  # the network goes right after the head came
    kept.record("caida A")
    swept(kept, 2)
    until_it_asked(page)
    expect(head).to_contain_text("sin comprobar todavía")
    context.set_offline(True)
    page.clock.fast_forward("01:00:00")  # the phone sleeps
    page.clock.run_for("05:00")
    expect(head).to_contain_text("sin comprobar todavía")
    expect(alarm).to_have_count(0)
    context.set_offline(False)
    until_it_asked(page)
    expect(alarm).to_have_count(0)
    page.unroute("**/punto/**")
    page.clock.run_for(31000)
    expect(head).to_contain_text("comprobado en este equipo")

    page.route("**/punto/**", lambda route: route.abort())
    kept.record("limpia A")
    swept(kept, 4)
    for _ in range(40):
        until_it_asked(page)
    expect(alarm).to_contain_text("ATENCIÓN: el servidor no prueba que el registro solo haya crecido.")
