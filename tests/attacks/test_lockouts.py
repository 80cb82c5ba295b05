"""Guessing is made slow, and making it slow locks nobody out."""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from pytest_django import Settings
from structlog.testing import capture_logs

from brackets.models import User
from tests.factories.brackets import NOW, UserFactory

pytestmark = pytest.mark.django_db

SIGN_IN = "/cuenta/entrar/"
RIGHT = "cuarenta40"  # of every account that the factories make
DESK, HOME, STRANGER = "203.0.113.7", "198.51.100.4", "203.0.113.66"


class Clock:
    """The time that the site reads."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **much: float) -> None:
        self.now += timedelta(**much)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", clock)
    return clock


@pytest.fixture(autouse=True)
def behind_the_proxy(settings: Settings) -> None:
    """As `deploy/caddy` serves it: every request comes from Caddy, which says for whom."""
    settings.TRUSTED_PROXY = True


@pytest.fixture
def director() -> User:
    return UserFactory(username="directora")


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were hashed, which is what costs."""
    asked: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        asked.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    return asked


def enters(browser: Client, password: str, *, at: str, username: str = "directora") -> int:
    """The answer to one try: 302 lets in, 200 was wrong, 429 must wait."""
    browser.cookies.pop("sesion", None)
    sent = {"username": username, "password": password}
    return browser.post(SIGN_IN, sent, REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR=at).status_code


def waits_told(browser: Client, *, at: str, username: str = "directora") -> int:
    sent = {"username": username, "password": RIGHT}
    answer = browser.post(SIGN_IN, sent, REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR=at)
    assert answer.status_code == 429
    assert f"Espere {answer['Retry-After']} s" in answer.content.decode()
    return int(answer["Retry-After"])


def test_a_stranger_behind_the_proxy_does_not_lock_the_director_out(director: User, clock: Clock) -> None:
    for _ in range(30):
        enters(Client(), "adivino", at=STRANGER)

    assert enters(Client(), "adivino", at=STRANGER) == 429
    assert enters(Client(), RIGHT, at=DESK) == 302


def test_what_a_client_writes_about_itself_gives_it_no_fresh_tries(director: User, clock: Clock) -> None:
    answers = [enters(Client(), "adivino", at=f"10.0.0.{number}, {STRANGER}") for number in range(6)]

    assert answers == [200] * 5 + [429]


def test_without_a_proxy_nobody_says_where_he_comes_from(director: User, clock: Clock, settings: Settings) -> None:
    settings.TRUSTED_PROXY = False

    assert [enters(Client(), "adivino", at=f"10.0.0.{number}") for number in range(6)] == [200] * 5 + [429]


def test_a_network_of_one_has_no_fresh_tries_for_each_of_its_addresses(director: User, clock: Clock) -> None:
    answers = [enters(Client(), "adivino", at=f"2001:db8:0:7::{number:x}") for number in range(6)]

    assert answers == [200] * 5 + [429]


def test_an_address_with_its_interface_is_one_of_its_network(director: User, clock: Clock) -> None:
    answers = [enters(Client(), "adivino", at=f"fe80::{number:x}%eth0") for number in range(6)]

    assert answers == [200] * 5 + [429]


def test_a_device_that_signed_in_before_is_let_through_where_a_stranger_sits_beside_it(
    director: User, clock: Clock
) -> None:
    laptop = Client()
    assert enters(laptop, RIGHT, at=DESK) == 302

    for _ in range(200):
        enters(Client(), "adivino", at=DESK)
        clock.pass_(seconds=20)
    enters(Client(), "adivino", at=DESK)

    assert enters(Client(), RIGHT, at=DESK) == 429
    assert enters(laptop, RIGHT, at=DESK) == 302
    assert enters(laptop, RIGHT, at=HOME) == 302


def test_a_device_that_signed_in_before_is_held_back_by_its_own_failures(director: User, clock: Clock) -> None:
    laptop = Client()
    enters(laptop, RIGHT, at=DESK)

    assert [enters(laptop, "adivino", at=DESK) for _ in range(6)] == [200] * 5 + [429]
    assert enters(laptop, RIGHT, at=DESK) == 429
    clock.pass_(seconds=30)
    assert enters(laptop, RIGHT, at=DESK) == 302


@pytest.mark.parametrize("stolen", ["other account", "old password", "altered"])
def test_a_device_is_known_for_one_account_as_long_as_its_password_is(
    director: User, clock: Clock, stolen: str
) -> None:
    laptop = Client()
    enters(laptop, RIGHT, at=DESK)
    for _ in range(6):
        enters(Client(), "adivino", at=DESK)
    name, known = next((name, each.value) for name, each in laptop.cookies.items() if name.startswith("conocido"))
    if stolen == "other account":
        other = UserFactory(username="otra")
        for _ in range(6):
            enters(Client(), "adivino", at=DESK, username="otra")
        laptop.cookies[name.replace(str(director.pk), str(other.pk))] = known
        assert enters(laptop, RIGHT, at=DESK, username="otra") == 429
        return
    if stolen == "old password":
        director.set_password("otra-clave-larga")
        director.save()
        for _ in range(6):
            enters(Client(), "adivino", at=DESK)
    else:
        laptop.cookies[name] = known[:-2] + "xx"

    assert enters(laptop, "otra-clave-larga" if stolen == "old password" else RIGHT, at=DESK) == 429


def test_many_strangers_slow_an_unknown_device_and_never_lock_it(director: User, clock: Clock) -> None:
    for number in range(60):
        enters(Client(), "adivino", at=f"198.18.0.{number}")

    phone = Client()
    wait = waits_told(phone, at=HOME)
    clock.pass_(seconds=wait - 1)
    for number in range(60):  # they go on, and take nobody's turn
        enters(Client(), "adivino", at=f"198.18.0.{number}")
    assert waits_told(phone, at=HOME) == 1
    clock.pass_(seconds=1)

    assert wait <= 300
    assert enters(phone, RIGHT, at=HOME) == 302


def test_tries_while_one_must_wait_renew_nothing_and_hash_nothing(
    director: User, clock: Clock, hashed: list[str]
) -> None:
    for _ in range(5):
        enters(Client(), "adivino", at=STRANGER)
    hashed.clear()

    told = []
    for _ in range(29):
        told.append(waits_told(Client(), at=STRANGER))
        clock.pass_(seconds=1)

    assert told == list(range(30, 1, -1))
    assert hashed == []
    clock.pass_(seconds=1)
    assert enters(Client(), RIGHT, at=STRANGER) == 302


def test_a_hall_behind_one_address_is_not_punished(clock: Clock) -> None:
    jueces = [UserFactory(username=f"juez{number}") for number in range(40)]

    for juez in jueces:
        assert enters(Client(), "me equivoqué", at=DESK, username=juez.username) == 200
    for juez in jueces:
        assert enters(Client(), RIGHT, at=DESK, username=juez.username) == 302


def test_who_signs_in_after_all_has_his_free_tries_again(director: User, clock: Clock) -> None:
    for _ in range(8):
        phone = Client()
        assert [enters(phone, "me equivoqué", at=HOME) for _ in range(3)] == [200] * 3
        assert enters(phone, RIGHT, at=HOME) == 302


def test_an_account_that_is_none_is_answered_like_any_other(director: User, clock: Clock) -> None:
    for username in ("directora", "nadie"):
        answers = [enters(Client(), "adivino", at=STRANGER, username=username) for _ in range(7)]
        assert answers == [200] * 5 + [429] * 2


def test_each_try_is_in_the_log_and_nothing_that_was_typed(director: User, clock: Clock) -> None:
    with capture_logs() as lines:
        enters(Client(), RIGHT, at=STRANGER, username="manzana-verde-7")  # a password where the name belongs
        enters(Client(), "manzana-verde-7", at=STRANGER)
        enters(Client(), RIGHT, at=DESK)
        for _ in range(5):
            enters(Client(), "adivino", at=STRANGER)

    account = str(director.public_id)
    said = [(line["event"], line["account"], line["network"]) for line in lines if line["event"].startswith("sign_in")]
    assert said[:3] == [
        ("sign_in_refused", None, STRANGER),
        ("sign_in_refused", account, STRANGER),
        ("sign_in", account, DESK),
    ]
    assert said[-1] == ("sign_in_waits", account, STRANGER)
    assert not any(typed in str(lines) for typed in ("manzana", "adivino", RIGHT))


def test_a_password_is_not_guessed_where_it_is_changed(director: User, clock: Clock) -> None:
    browser = Client()
    browser.force_login(director)
    new = {"new_password1": "manzana-verde-7", "new_password2": "manzana-verde-7"}

    def tries(old: str) -> int:
        sent = {"old_password": old, **new}
        return browser.post("/cuenta/clave/", sent, HTTP_X_FORWARDED_FOR=DESK).status_code

    assert [tries("adivino") for _ in range(7)] == [200] * 5 + [429] * 2
    assert tries(RIGHT) == 429
    clock.pass_(seconds=30)
    assert tries(RIGHT) == 302


def test_passwords_are_checked_in_one_place() -> None:
    root = Path(__file__).resolve().parents[2]
    asking = {
        path.relative_to(root).as_posix()
        for app in ("brackets", "referee", "cuarenta_torneo")
        for path in (root / app).rglob("*.py")
        if re.search(r"import .*\bauthenticate\b|\bcheck_password\(", path.read_text())
    }

    assert asking == {"brackets/services/sign_in.py"}


def test_a_clock_that_ran_ahead_keeps_nobody_out_until_it_is_so_late(clock: Clock, director: User) -> None:
    clock.pass_(days=2)
    for _ in range(5):
        enters(Client(), "adivino", at=HOME)
    assert enters(Client(), RIGHT, at=HOME) == 429

    clock.pass_(days=-2)

    assert enters(Client(), RIGHT, at=HOME) == 302
