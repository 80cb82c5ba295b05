"""Where a Director demands passkeys, a password or a PIN of the desk opens nothing that is the desk's, and adds no way around it."""

import re
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from brackets.models import AuditEntry, Championship, Passkey, PasskeyDemand, Role, User
from brackets.selectors.access import roles_here
from brackets.services.accounts import password_set_anew
from brackets.services.errors import BracketError
from referee.models import Mesa
from tests.access_world import WHO, World, routes
from tests.attacks.test_passkeys import PASSWORD, _site, asked, entered, made
from tests.attacks.test_pins import CONTROL, JUEZ, OTHER, Hall
from tests.authenticator import Authenticator
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, director_of
from tests.factories.devices import paired
from tests.factories.referee import DeviceFactory, kept_mesa
from tests.referee.views.screens import registered
from tests.test_access_matrix import EXPECTED, METHODS, ask, quiet, world

__all__ = ["_site", "quiet", "world"]
pytestmark = pytest.mark.django_db


def by_password(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def by_passkey(user: User, key: Authenticator | None = None) -> Client:
    browser = Client()
    assert entered(browser, (key or made(user)).sign(asked(browser)))
    return browser


def demanded(championship: Championship) -> None:
    PasskeyDemand.objects.create(championship=championship, by=director_of(championship), since=NOW)


def page(championship: Championship) -> str:
    return f"/c/{championship.slug}/panel/equipo/llaves/"


def switched(browser: Client, championship: Championship, act: str) -> HttpResponse:
    return browser.post(page(championship), {"a": act}, follow=True)


def test_a_director_demands_them_only_from_a_session_of_his_own_passkey() -> None:
    championship = ChampionshipFactory()
    director = director_of(championship)
    control = RoleFactory(championship=championship, kind=Role.Kind.CONTROL).user
    own = by_password(director)
    assert "Usar una llave de acceso" not in own.get(page(championship)).text  # there is none to use
    key = made(director)
    shown = own.get(page(championship)).text
    assert f"({control.username})</span>: <strong>sin llave" in shown
    assert f"({director.username})</span>: tiene llave" in shown
    assert "Antes de exigirla, entre usted con la suya" in shown

    assert "Entre usted mismo con su llave" in switched(own, championship, "exigir").text
    assert not PasskeyDemand.objects.exists()

    assert entered(own, key.sign(asked(own)))  # the same session, with more
    for _ in range(2):
        assert "Desde ahora se exige" in switched(own, championship, "exigir").text
    assert PasskeyDemand.objects.get().by == director
    assert switched(by_password(director), championship, "dejar").status_code == 403
    assert switched(by_passkey(control), championship, "dejar").status_code == 403
    assert "Ya no se exige" in switched(own, championship, "dejar").text
    assert not PasskeyDemand.objects.exists()
    told = AuditEntry.objects.filter(action__in=("llave-exigir", "llave-no-exigir")).order_by("pk")
    assert [(each.action, each.user) for each in told] == [("llave-exigir", director), ("llave-no-exigir", director)]


def test_with_a_password_the_desk_is_told_where_to_go_and_does_nothing() -> None:
    championship = ChampionshipFactory()
    demanded(championship)
    desk = [RoleFactory(championship=championship, kind=kind).user for kind in ("director", "adjunct", "control")]
    screens = RoleFactory(championship=championship, kind="screens").user
    panel, tables = f"/c/{championship.slug}/panel/", f"/c/{championship.slug}/panel/mesas/"
    for user in desk:
        browser = by_password(user)
        answer = browser.get(panel)
        assert answer.status_code == 403
        assert "Agregar una llave de acceso" in answer.text
        assert "si lo es usted, a quien cuida el servidor" in answer.text
        assert browser.post(tables, {"count": 9}).status_code == 403
        assert roles_here(user, championship.pk).held
    assert not championship.tables.exists()
    assert by_password(screens).get(f"{panel}pantallas/").status_code == 200

    key = made(desk[2])  # the first one is added with the password
    browser = by_password(desk[2])
    assert "Usar una llave de acceso" in browser.get(panel).text
    assert "si lo es usted, a quien cuida el servidor" in browser.get(panel).text
    assert entered(browser, key.sign(asked(browser)))
    assert browser.get(panel).status_code == 200
    assert by_passkey(desk[0]).get(page(championship)).status_code == 200


def test_who_has_both_functions_keeps_the_other_one() -> None:
    championship = ChampionshipFactory()
    demanded(championship)
    user = RoleFactory(championship=championship, kind="control").user
    RoleFactory(championship=championship, kind="inscription", user=user)
    browser = by_password(user)
    assert browser.get(f"/c/{championship.slug}/panel/parejas/").status_code == 200
    assert "Hace falta su llave" in browser.get(f"/c/{championship.slug}/panel/mesas/").text


def test_on_a_tablet_the_desk_has_no_powers_and_a_juez_goes_on() -> None:
    kept = kept_mesa()
    championship, mesa = kept.championship, kept.mesa
    director = director_of(championship)
    DeviceFactory(championship=championship, user=director, token="del-director", desk=True)
    hall = paired(championship, token="del-salon")
    tablet = Client(headers={"authorization": "Device del-director"})
    assert tablet.get(f"/api/v1/mesas/{mesa.public_id}").status_code == 200
    demanded(championship)

    sent = {"username": director.username, "password": PASSWORD, "name": "Otra", "championship": championship.slug}
    one = {"client_id": str(uuid4()), "notation": "caida A"}
    unsent = {"lease_epoch": mesa.lease_epoch, "base_seq": mesa.head_seq, "jugadas": [one]}
    refused = [
        tablet.post(f"/api/v1/mesas/{mesa.public_id}/jugadas", unsent, content_type="application/json"),
        tablet.post(f"/api/v1/mesas/{mesa.public_id}/lease", {}, content_type="application/json"),
        Client().post("/api/v1/devices", sent, content_type="application/json"),
    ]
    assert [(each.status_code, each.json()["code"]) for each in refused] == [(403, "falta-llave")] * 3
    english = Client(headers={"accept-language": "en"}).post("/api/v1/devices", sent, content_type="application/json")
    assert "passkey" in english.json()["message"]
    assert tablet.get("/api/v1/mesas").json()["mesas"] == []
    assert tablet.get(f"/api/v1/mesas/{mesa.public_id}").status_code == 404  # by which it sets aside what is unsent
    assert Mesa.objects.get(pk=mesa.pk).device_id == mesa.device_id
    assert hall.user is None
    PasskeyDemand.objects.all().delete()
    assert tablet.get(f"/api/v1/mesas/{mesa.public_id}").status_code == 200


def test_six_digits_open_nothing_and_cost_no_try() -> None:
    hall = Hall()
    holder, tablet = hall.tablet(hall.two.fixture.table), hall.tablet(hall.one.fixture.table)
    holder.enter(hall.two.juez, OTHER)
    foreign = holder.open(hall.two).json()["id"]
    demanded(hall.championship)

    for _ in range(3):  # six tries, more than are free
        refused = [
            tablet.enter(hall.control, CONTROL),
            tablet.post("devices/current/table", {"table": hall.two.fixture.table.number, "pin": CONTROL}),
        ]
        assert [(each.status_code, each.json()["code"]) for each in refused] == [(403, "falta-llave")] * 2
    assert tablet.enter(hall.one.juez, JUEZ).status_code == 200
    mine = tablet.open(hall.one).json()["id"]
    assert tablet.post(f"mesas/{foreign}/lease", {"pin": CONTROL}).status_code == 404
    frozen = tablet.post(f"mesas/{mine}/freeze", {"pin": CONTROL})
    assert (frozen.status_code, frozen.json()["code"]) == (403, "falta-llave")
    assert tablet.device.desk is False


def test_no_screen_is_passed_on_to_where_a_passkey_is_demanded_or_that_was_only_read() -> None:
    """Whoever steers screens in one championship and in another only with a passkey that he has not got here."""
    here, strict, brought = ChampionshipFactory(), ChampionshipFactory(), ChampionshipFactory()
    user = RoleFactory(championship=here, kind="screens").user
    for each in (strict, brought):
        RoleFactory(championship=each, kind="control", user=user)
    Championship.objects.filter(pk=brought.pk).update(imported_at=NOW)
    demanded(strict)
    _, screen = registered(here)
    browser, pass_on = by_password(user), reverse("referee:screen_pass_on", args=[here.slug, screen.pk])

    for there in (strict, brought):
        browser.post(pass_on, {"campeonato": there.slug})
        screen.refresh_from_db()
        assert screen.championship == here
    assert browser.get(reverse("referee:screen_enrol"), {"codigo": "ABC123"}).status_code == 302  # to the only one

    by_passkey(user).post(pass_on, {"campeonato": strict.slug})
    screen.refresh_from_db()
    assert screen.championship == strict


def test_every_route_that_is_the_desks_alone_is_closed(world: World) -> None:
    """Whatever the table of access gives the Director and not a stranger; on a tablet, and not another Juez."""
    demanded(world.sealed.championship)
    client, open_ = world.client("director"), []
    for name, route in routes().items():
        for method, row in zip(METHODS, EXPECTED[name], strict=True):
            told = dict(zip(WHO, row.split(), strict=True))
            other = told["other_juez" if name.startswith("api:") else "stranger"]
            if told["director"] == other or name in ELSEWHERE:
                continue
            status = ask(client, world, route, method)
            if status not in ("403", "404") or (status == told["director"] == "403"):
                open_.append((name, method, status))
            if not name.startswith("api:"):
                break  # one decorator lets in to both
    assert open_ == []


ELSEWHERE = {
    "brackets:sign_in", "referee:account_device_close",
    "referee:championship_new", "referee:archive_bring", "referee:archive_arrival", "referee:archive_arrival_state",
    "referee:screen_enrol",
}  # fmt: skip
"""Of no championship yet, of one's own account, and the way to a page that is closed."""


def test_which_roles_a_session_may_use_is_asked_in_one_place(project_root: Path) -> None:
    """Whatever else looks up the roles of somebody stands here, with what for: they give no powers."""
    asked = {
        str(file.relative_to(project_root))
        for app in ("brackets", "referee", "cuarenta_torneo")
        for file in (project_root / app).rglob("*.py")
        if OF_SOMEBODY.search(file.read_text(encoding="utf-8"))
    }
    assert asked == {"brackets/selectors/access.py", *GIVES_NO_POWERS}


OF_SOMEBODY = re.compile(
    r"Role\.objects\.(?!create)\w+\([^)]*\buser=|roles__user=|\broles\.filter\([^)]*\buser=|juez\.roles"
)
GIVES_NO_POWERS = {
    "brackets/selectors/passkeys.py": "whether one is demanded of him",
    "brackets/selectors/team.py": "the championships listed to him, and names of accounts that may be one",
    "brackets/services/accounts.py": "giving and taking roles; whose password he may give, which looks at the passkey itself",
    "brackets/services/fixtures/assignment.py": "whether the Juez to be is one",
    "brackets/services/jueces.py": "the same",
    "brackets/services/passkeys.py": "in whose records it is noted",
    "referee/selectors/access.py": "where a tablet may ask to be let in, which `role_require` answers",
}


def test_who_knows_a_password_makes_himself_no_passkey_where_there_is_one() -> None:
    championship = ChampionshipFactory()
    user = director_of(championship)
    key = made(user)
    thief, own = by_password(user), by_passkey(user, key)
    options = thief.post("/cuenta/llaves/reto/", {"password": PASSWORD}).json()
    demanded(championship)

    assert "entre con una de las suyas" in thief.post("/cuenta/llaves/reto/", {"password": PASSWORD}).text
    sent = {"credential": Authenticator(key.origin, key.rp_id).make(options), "name": "x"}
    assert thief.post("/cuenta/llaves/", sent).status_code == 409  # asked for before the demand
    only = {"passkey": Passkey.objects.get().pk, "password": PASSWORD}
    assert "entre con una de las suyas" in thief.post("/cuenta/llaves/quitar/", only, follow=True).text
    assert "Es su única llave" in own.post("/cuenta/llaves/quitar/", only, follow=True).text
    assert Passkey.objects.count() == 1


def test_no_password_is_given_from_a_championship_that_asks_less() -> None:
    strict, lax = ChampionshipFactory(), ChampionshipFactory()
    director = director_of(strict)
    RoleFactory(championship=lax, kind="director", user=director)
    adjunct = RoleFactory(championship=strict, kind="adjunct").user
    RoleFactory(championship=lax, kind="juez", user=adjunct)
    demanded(strict)

    def give() -> None:
        password_set_anew(championship=lax, user=adjunct, password="tres nubes azules", by=director, now=NOW)

    with pytest.raises(BracketError) as refused:
        give()
    assert refused.value.code == "cuenta-ajena"
    director.by_passkey = True
    give()


def test_who_keeps_the_server_lifts_it() -> None:
    championship = ChampionshipFactory(status="closed")
    demanded(championship)
    said = StringIO()
    for _ in range(2):
        call_command("dejar_de_exigir_llave", championship.slug, stdout=said)
    assert "ya no se exige" in said.getvalue()
    assert not PasskeyDemand.objects.exists()
    assert AuditEntry.objects.get(action="llave-no-exigir").user is None
    with pytest.raises(CommandError):
        call_command("dejar_de_exigir_llave", "no-hay")
