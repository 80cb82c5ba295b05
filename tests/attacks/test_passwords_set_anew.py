"""A password is set anew by who may, and by nobody who would become somebody else by it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from brackets.models import AuditEntry, Role, User
from brackets.services.accounts import password_set_anew
from brackets.services.errors import BracketError
from brackets.services.passwords import password_new
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, UserFactory, director_of
from tests.factories.referee import DeviceFactory

pytestmark = pytest.mark.django_db


def refusal(user: User, *, by: User, championship: object) -> str:
    before = user.password
    with pytest.raises(BracketError) as refused:
        password_set_anew(championship=championship, user=user, password=password_new(), by=by, now=NOW)
    user.refresh_from_db()
    assert user.password == before
    return refused.value.code


def test_the_director_gives_a_juez_another_password_and_the_old_one_ends() -> None:
    championship = ChampionshipFactory()
    juez, by = RoleFactory(championship=championship).user, director_of(championship)
    browser = Client()
    browser.post("/cuenta/entrar/", {"username": juez.username, "password": "cuarenta40"})
    assert browser.get("/cuenta/clave/").status_code == 200
    fresh = password_new()

    password_set_anew(championship=championship, user=juez, password=fresh, by=by, now=NOW)

    juez.refresh_from_db()
    assert juez.check_password(fresh)
    assert browser.get("/cuenta/clave/").status_code == 302  # its sessions are over
    entry = AuditEntry.objects.get(action="contrasena-dar")
    assert (entry.user, entry.data, fresh in entry.sentence) == (by, {"user": juez.pk}, False)


@pytest.mark.parametrize("command", [False, True])
def test_who_gave_it_closed_the_tablets_and_not_whose_it_is(*, command: bool) -> None:
    championship = ChampionshipFactory()
    juez, by = RoleFactory(championship=championship).user, director_of(championship)
    DeviceFactory(championship=championship, user=juez)

    if command:
        call_command("nueva_contrasena", juez.username, stdout=StringIO())
    else:
        password_set_anew(championship=championship, user=juez, password=password_new(), by=by, now=NOW)

    assert AuditEntry.objects.get(action="equipo-revocar").user == (None if command else by)


def test_nobody_becomes_a_director_by_it() -> None:
    championship = ChampionshipFactory()
    by, other = director_of(championship), RoleFactory(championship=championship, kind=Role.Kind.DIRECTOR).user

    assert refusal(other, by=by, championship=championship) == "cuenta-ajena"


def test_who_serves_elsewhere_is_not_taken_over_by_giving_him_a_role_here() -> None:
    championship = ChampionshipFactory()
    elsewhere = RoleFactory(kind=Role.Kind.CONTROL).user
    RoleFactory(championship=championship, user=elsewhere)

    assert refusal(elsewhere, by=director_of(championship), championship=championship) == "cuenta-ajena"


def test_only_a_director_gives_one_and_only_to_his_people() -> None:
    championship = ChampionshipFactory()
    juez, adjunct = (RoleFactory(championship=championship, kind=kind).user for kind in ("juez", "adjunct"))
    owner = RoleFactory(championship=championship, user=UserFactory(is_superuser=True)).user

    assert refusal(juez, by=adjunct, championship=championship) == "funcion-ajena"
    assert refusal(UserFactory(), by=director_of(championship), championship=championship) == "cuenta-ajena"
    assert refusal(owner, by=director_of(championship), championship=championship) == "cuenta-ajena"


def test_the_page_shows_it_once() -> None:
    championship = ChampionshipFactory()
    juez = RoleFactory(championship=championship).user
    desk = Client()
    desk.force_login(director_of(championship))

    here = reverse("brackets:team_password", args=(championship.slug, juez.pk))
    assert here in desk.get(reverse("brackets:team", args=(championship.slug,))).content.decode()
    answer = desk.post(here)

    [(user, password)] = answer.context["accounts"]
    assert (answer.status_code, user) == (201, juez)
    assert user.check_password(password)
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("command", ["nueva_contrasena", "changepassword"])
def test_whoever_keeps_the_server_gives_the_director_another(command: str) -> None:
    """By the name of Django's own command too, which would leave tablets and passkeys as they are and tell nobody."""
    championship = ChampionshipFactory()
    director, told = director_of(championship), StringIO()

    call_command(command, director.username, stdout=told)

    director.refresh_from_db()
    assert director.check_password(told.getvalue().split()[-1])
    assert AuditEntry.objects.get(action="contrasena-dar").via == AuditEntry.Via.COMMAND
    with pytest.raises(CommandError, match="No hay ninguna cuenta «nadie»"):
        call_command(command, "nadie")
