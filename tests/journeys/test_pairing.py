"""A tablet is paired, tried out, and jueces come and go on it by their PINs, also without a network."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.models import Championship, Fixture, Role, User
from brackets.services.accounts import password_set_by_the_installation
from referee.models import Device
from referee.services.devices import device_revoke
from referee.services.pairing import pairing_create
from tests.factories.brackets import TableFactory, director_of
from tests.factories.devices import pin_given
from tests.factories.referee import Keeper, keeper
from tests.journeys.tablet_screen import TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def invited(championship: Championship, **given: object) -> tuple[str, str]:
    """The six digits and the secret of a new invitation."""
    given = {"name": "Tablet 07", "table": None, "now": timezone.now()} | given
    return pairing_create(championship=championship, by=director_of(championship), **given)[1:]


def type_on_keys(page: Page, digits: str) -> None:
    for digit in digits:
        page.locator(".pin-keys").get_by_role("button", name=digit, exact=True).tap()


def enter(page: Page, person: User, pin: str) -> None:
    page.get_by_role("button", name=person.display_name).tap()
    type_on_keys(page, pin)


def try_out(page: Page) -> None:
    """Touch the circles, wait for the rest, and go on."""
    expect(page.get_by_role("heading", name="Prueba del equipo")).to_be_visible()
    for _ in range(3):
        page.locator(".circle").first.tap()
    expect(page.get_by_role("button", name=re.compile("^CONTINUAR"))).to_be_enabled()


def mesas(page: Page) -> None:
    expect(page.get_by_role("heading", name="Mis mesas")).to_be_visible()


@pytest.fixture
def kept() -> Keeper:
    """A Juez with a PIN and one mesa, on table 1; somebody else has a PIN as well."""
    kept = keeper()
    pin_given(kept.championship, "4071", user=kept.juez)
    return kept


def test_a_tablet_is_paired_by_six_digits_and_kept_by_pins(
    kept: Keeper, tablet_page: Page, live_server: LiveServer
) -> None:
    page, championship = tablet_page, kept.championship
    other, control = pin_given(championship, "2850"), pin_given(championship, "285016", kind=Role.Kind.CONTROL)
    following = Fixture.objects.filter(status=Fixture.Status.READY).exclude(pk=kept.fixture.pk)
    assert following.update(table=kept.fixture.table, juez=other) == 1
    code, _ = invited(championship, table=kept.fixture.table)
    wrong = f"{(int(code) + 1) % 10**6:06}"

    page.goto(f"{live_server.url}/tablet/")
    type_on_keys(page, wrong)
    expect(page.get_by_role("alert")).to_contain_text("Ese código no sirve")
    page.get_by_label("Seis cifras de la Mesa de Control").fill(code)
    try_out(page)
    for item in ("secure", "save", "clock", "touch"):
        expect(page.locator(f"[data-check={item}]")).to_have_attribute("data-mark", "good")
    page.get_by_role("button", name=re.compile("^CONTINUAR")).tap()

    # A name and a PIN: the wrong one is told, and after five the tablet waits.
    enter(page, kept.juez, "0000")
    expect(page.get_by_role("alert")).to_contain_text("Ese PIN no es correcto")
    type_on_keys(page, "4071")
    mesas(page)
    expect(page.locator(".mesa-card")).to_have_count(1)
    device = Device.objects.get(paired_at__isnull=False)
    assert (device.user, device.name) == (kept.juez, "Tablet 07")

    # Without network another Juez of this table takes the tablet, and nobody of the desk; the server is told when it is back,
    # before anything else.
    page.context.set_offline(True)
    page.get_by_role("button", name="Cambiar de Juez").tap()
    enter(page, control, "285016")
    expect(page.get_by_role("alert")).to_contain_text("Esto lo confirma el servidor: espere la red")
    page.get_by_role("button", name="Otra persona").tap()
    enter(page, other, "2850")
    mesas(page)
    expect(page.locator(".page-head")).to_contain_text(other.display_name)
    assert Device.objects.get(paired_at__isnull=False).user == kept.juez
    page.context.set_offline(False)
    page.get_by_role("button", name="Actualizar").tap()
    expect(page.locator(".mesa-card")).to_contain_text("Lista")
    assert Device.objects.get(paired_at__isnull=False).user == other

    # With network whoever is of the desk enters: the server checks his PIN.
    page.get_by_role("button", name="Cambiar de Juez").tap()
    enter(page, control, "285016")
    mesas(page)
    expect(page.locator(".mesa-card")).to_have_count(2)
    device.refresh_from_db()
    assert (device.user, device.desk) == (control, True)

    # The wrong PIN again and again: the tablet waits, also after a reload.
    page.get_by_role("button", name="Cambiar de Juez").tap()
    page.get_by_role("button", name=kept.juez.display_name).tap()
    for _ in range(5):
        expect(page.locator(".pin-keys").get_by_role("button", name="9", exact=True)).to_be_enabled()
        type_on_keys(page, "9999")
        expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Espere")
    page.reload()
    page.get_by_role("button", name=kept.juez.display_name).tap()
    expect(page.get_by_role("alert")).to_contain_text("Espere")

    # Revoked at the desk: out at the next request, and the tablet says why.
    device_revoke(device=device, by=director_of(championship), now=timezone.now())
    page.reload()
    expect(page.get_by_role("heading", name="Emparejarla con la Mesa de Control")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("ya no está emparejada")


def test_the_qr_of_the_desk_pairs_and_the_qr_of_a_table_opens_its_mesa_or_says_that_it_is_another(
    kept: Keeper, tablet_page: Page, live_server: LiveServer
) -> None:
    page, championship = tablet_page, kept.championship
    here = kept.fixture.table
    there = TableFactory(championship=championship, number=here.number + 1)
    control = pin_given(championship, "285016", kind=Role.Kind.CONTROL)
    _, secret = invited(championship, table=here)

    page.goto(f"{live_server.url}/tablet/#par={secret}")
    try_out(page)
    assert secret not in page.url
    page.get_by_role("button", name=re.compile("^CONTINUAR")).tap()
    enter(page, kept.juez, "4071")
    mesas(page)

    page.goto(f"{live_server.url}/tablet/#mesa={here.number}")
    expect(page.get_by_role("region", name="Asientos")).to_be_visible()

    page.goto(f"{live_server.url}/tablet/#mesa={there.number}")
    expect(page.get_by_role("heading", name=f"Esta tablet es de la MESA {here.number}")).to_be_visible()
    page.get_by_role("button", name=f"SEGUIR EN LA MESA {here.number}").tap()
    mesas(page)
    expect(page.locator(".mesa-card")).to_have_count(1)

    page.goto(f"{live_server.url}/tablet/#mesa={there.number}")
    page.get_by_role("button", name=f"Mover a la MESA {there.number}").tap()
    page.get_by_label("PIN", exact=True).fill("285016")
    mesas(page)
    expect(page.locator(".other-tables")).to_contain_text(f"MESA {here.number}")
    assert Device.objects.get(paired_at__isnull=False).table == there
    assert control.roles.exists()


def test_over_plain_http_the_server_checks_the_pin(
    kept: Keeper, open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    context = open_context()
    context.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    page = context.new_page()
    code, _ = invited(kept.championship)
    page.goto(f"{live_server.url}/tablet/")
    page.get_by_label("Seis cifras de la Mesa de Control").fill(code)
    try_out(page)
    page.get_by_role("button", name=re.compile("^CONTINUAR")).tap()

    enter(page, kept.juez, "0000")
    expect(page.get_by_role("alert")).to_contain_text("Ese PIN no es correcto")
    context.set_offline(True)
    type_on_keys(page, "4071")
    expect(page.get_by_role("alert")).to_contain_text("Esto lo confirma el servidor: espere la red")
    context.set_offline(False)
    type_on_keys(page, "4071")

    mesas(page)
    assert Device.objects.get(paired_at__isnull=False).user == kept.juez


def test_a_tablet_whose_password_was_set_anew_says_why_it_is_out(tablet_page: Page, live_server: LiveServer) -> None:
    kept = keeper()
    screen = TabletScreen(tablet_page, live_server.url)
    screen.sign_in(kept.juez)
    password_set_by_the_installation(user=kept.juez, password="puerta-azul-1907", now=timezone.now())

    tablet_page.get_by_role("button", name="Actualizar").tap()

    expect(tablet_page.get_by_role("button", name="ENTRAR")).to_be_visible()
    expect(tablet_page.get_by_role("alert")).to_contain_text("entre de nuevo")
