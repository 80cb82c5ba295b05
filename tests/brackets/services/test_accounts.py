"""Accounts and roles."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import MD5PasswordHasher, identify_hasher
from django.db import connection
from django.test import override_settings

from brackets.models import AuditEntry, Championship, Role, User
from brackets.services.accounts import (
    account_create,
    password_change_own,
    password_set_anew,
    password_set_by_the_installation,
    role_grant,
    role_revoke,
)
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import fixture_assign
from brackets.services.team import jueces_create, member_create
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, UserFactory, director_of, published_stage

pytestmark = pytest.mark.django_db

PASSWORD = "girasol-azul-7"


def create(username: str = "rosa.vega", password: str = PASSWORD, name: str = "Rosa Vega") -> User:
    return account_create(username=username, password=password, display_name=name, by=None)


def test_an_account_signs_in_with_its_password_and_has_no_rights() -> None:
    maker = UserFactory()

    user = account_create(username=" rosa.vega ", password=PASSWORD, display_name="Rosa  Vega", by=maker)

    assert (user.username, user.display_name, user.created_by) == ("rosa.vega", "Rosa Vega", maker)
    assert user.check_password(PASSWORD)
    assert (user.is_staff, user.is_superuser, user.roles.count()) == (False, False, 0)


@override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.Argon2PasswordHasher"])
def test_passwords_are_kept_by_argon2() -> None:
    assert identify_hasher(create().password).algorithm == "argon2"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"username": "ROSA.vega"}, "username"),
        ({"username": "dos palabras"}, "username"),
        ({"username": ""}, "username"),
        ({"username": "x" * 151}, "username"),
        ({"password": "corta"}, "password"),
        ({"password": "12345678901"}, "password"),
        ({"password": "password"}, "password"),
        ({"name": ""}, "display_name"),
        ({"name": "Rosa\u202e"}, "display_name"),
    ],
)
def test_a_bad_account_is_refused_at_its_field(given: dict[str, str], field: str) -> None:
    UserFactory(username="rosa.vega")

    with pytest.raises(InvalidValue) as refused:
        create(**{"username": "otra"} | given)

    assert refused.value.field == field
    assert get_user_model().objects.count() == 1


def test_a_role_is_given_once_and_taken_once() -> None:
    championship = ChampionshipFactory()
    director, juez = director_of(championship), UserFactory(display_name="Rosa Vega")
    for _ in range(2):
        role_grant(championship=championship, user=juez, kind="juez", by=director, now=NOW)
    assert Role.objects.filter(user=juez).count() == 1

    for _ in range(2):
        role_revoke(championship=championship, user=juez, kind="juez", by=director, now=NOW)

    assert not Role.objects.filter(user=juez).exists()
    assert [entry.sentence for entry in AuditEntry.objects.order_by("id")] == [
        "Dio a Rosa Vega la función de Juez.",
        "Quitó a Rosa Vega la función de Juez.",
    ]


# By hand, against `GRANTS`: who gives and takes away what.
GRANTED = {
    "director": {"director", "adjunct", "control", "juez", "inspector", "inscription", "screens"},
    "adjunct": {"control", "juez", "inspector", "inscription", "screens"},
}


@pytest.mark.parametrize("kind", Role.Kind.values)
@pytest.mark.parametrize("by", [*Role.Kind.values, "nobody", "foreign_director"])
def test_a_role_is_given_and_taken_by_whom_it_is_his_to_give(by: str, kind: str) -> None:
    held = RoleFactory(kind=kind)
    championship, other = held.championship, UserFactory()
    RoleFactory(championship=championship, kind="director")  # so that no Director is the last
    giver = UserFactory() if by == "nobody" else None
    giver = giver or (director_of(ChampionshipFactory()) if by == "foreign_director" else None)
    giver = giver or RoleFactory(championship=championship, kind=by).user
    before = Role.objects.count()

    for act, user in ((role_grant, other), (role_revoke, held.user)):
        if kind in GRANTED.get(by, ()):
            act(championship=championship, user=user, kind=kind, by=giver, now=NOW)
            continue
        with pytest.raises(BracketError) as refused:
            act(championship=championship, user=user, kind=kind, by=giver, now=NOW)
        assert refused.value.code == "funcion-ajena"

    assert Role.objects.count() == before
    assert other.roles.exists() == (kind in GRANTED.get(by, ()))


def test_the_last_director_stays() -> None:
    role = RoleFactory(kind=Role.Kind.DIRECTOR)

    with pytest.raises(BracketError) as refused:
        role_revoke(championship=role.championship, user=role.user, kind="director", by=role.user, now=NOW)
    assert refused.value.code == "ultimo-director"

    other = RoleFactory(championship=role.championship, kind=Role.Kind.DIRECTOR)
    role_revoke(championship=role.championship, user=role.user, kind="director", by=other.user, now=NOW)
    assert Role.objects.get() == other


def test_a_juez_with_fixtures_to_keep_stays_and_one_who_is_done_goes() -> None:
    stage = published_stage(4, jueces=1)
    championship, director = stage.championship, director_of(stage.championship)
    juez = championship.roles.get(kind=Role.Kind.JUEZ).user
    fixture = stage.fixtures.get(number=1)
    fixture_assign(fixture=fixture, table=None, juez=juez, user=director, now=NOW)

    with pytest.raises(BracketError, match="partida 1") as refused:
        role_revoke(championship=championship, user=juez, kind="juez", by=director, now=NOW)
    assert refused.value.code == "juez-asignado"

    fixture_assign(fixture=fixture, table=None, juez=None, user=director, now=NOW)
    role_revoke(championship=championship, user=juez, kind="juez", by=director, now=NOW)
    assert not championship.roles.filter(user=juez).exists()


ACTS: dict[str, Callable[[Championship, User], object]] = {
    "account": lambda there, by: create(),
    "member": lambda there, by: member_create(
        championship=there, username="rosa", password=PASSWORD, display_name="Rosa", kind="juez", by=by, now=NOW
    ),
    "jueces": lambda there, by: jueces_create(
        championship=there, names=["Ana Paz", "Luz Vera"], passwords=[PASSWORD, PASSWORD], by=by, now=NOW
    ),
    "anew": lambda there, by: password_set_anew(
        championship=there, user=RoleFactory(championship=there, kind="juez").user, password=PASSWORD, by=by, now=NOW
    ),
    "own": lambda there, by: password_change_own(user=by, password=PASSWORD, now=NOW),
    "installation": lambda there, by: password_set_by_the_installation(user=by, password=PASSWORD, now=NOW),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ACTS)
def test_no_password_is_hashed_in_a_turn_to_write(act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is slow on purpose, and waits for those of strangers: on SQLite all tablets would wait with it."""
    championship = ChampionshipFactory()
    by, held, encode = director_of(championship), [], MD5PasswordHasher.encode

    def hashed(self: MD5PasswordHasher, password: str, salt: str) -> str:
        if password == PASSWORD:
            held.append(connection.in_atomic_block)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", hashed)
    ACTS[act](championship, by)

    assert held
    assert not any(held)
