"""A passkey lets in its owner, from the site's own address, once for each challenge; and lets in no one else."""

import json
from copy import copy
from datetime import timedelta

import pytest
import time_machine
from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from structlog.testing import capture_logs

from brackets.models import AuditEntry, Passkey, Role, User
from brackets.selectors.passkeys import RelyingParty, relying_party
from brackets.services.accounts import password_set_by_the_installation
from brackets.services.passkeys import MOST, PasskeyRefused, passkey_begin, passkey_make, passkey_remove
from tests.authenticator import PRESENT, Authenticator
from tests.factories.brackets import RoleFactory

pytestmark = pytest.mark.django_db
SITE, HOST, PASSWORD = "https://sala.example", "sala.example", "cuarenta40"


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> None:
    settings.PUBLIC_URL = SITE
    settings.ALLOWED_HOSTS = ["*"]


def person(kind: str = Role.Kind.DIRECTOR) -> User:
    return RoleFactory(kind=kind).user


def made(user: User, **how: object) -> Authenticator:
    """A passkey of this account, through its page."""
    browser, key = Client(), Authenticator(SITE, HOST, **how)
    browser.force_login(user)
    options = browser.post("/cuenta/llaves/reto/", {"password": PASSWORD})
    assert options.status_code == 200
    answer = browser.post("/cuenta/llaves/", {"credential": key.make(options.json()), "name": "Mi teléfono"})
    assert answer.status_code == 302
    return key


def entered(browser: Client, credential: str, **further: str) -> bool:
    """Whether it signed in."""
    browser.post("/cuenta/entrar/llave/", {"credential": credential, **further})
    return "_auth_user_id" in browser.session


def asked(browser: Client) -> dict[str, object]:
    return browser.post("/cuenta/entrar/llave/reto/").json()


def test_its_owner_enters_without_a_password_and_his_device_is_known() -> None:
    user, browser = person(), Client()
    key = made(user, count=7)
    assert "Usar una llave de acceso" in browser.get("/cuenta/entrar/").text

    answer = browser.post("/cuenta/entrar/llave/", {"credential": key.sign(asked(browser)), "next": "/cuenta/llaves/"})

    assert (answer.status_code, answer["Location"]) == (302, "/cuenta/llaves/")
    assert browser.session["_auth_user_id"] == str(user.pk)
    assert f"conocido-{user.pk}" in browser.cookies
    page = browser.get("/cuenta/llaves/").text
    assert "Mi teléfono" in page
    assert "Se usó por última vez" in page
    kept = Passkey.objects.get()
    assert kept.sign_count == 8
    assert AuditEntry.objects.get(action="llave-agregar").user == user


def test_no_other_page_is_where_one_lands() -> None:
    key, browser = made(person()), Client()
    sent = {"credential": key.sign(asked(browser)), "next": "https://evil.example/"}
    assert browser.post("/cuenta/entrar/llave/", sent)["Location"] == "/"


def test_a_challenge_serves_once_in_its_own_session_and_for_minutes() -> None:
    key, browser, thief = made(person()), Client(), Client()
    options = asked(browser)
    signed = key.sign(options)
    assert not entered(thief, signed)  # it was asked for none
    asked(thief)
    assert not entered(thief, signed)  # or for another
    assert entered(browser, signed)
    browser.logout()
    assert not entered(browser, signed)

    assert not entered(browser, "{}")
    options = asked(browser)
    assert not entered(browser, "not JSON")
    assert not entered(browser, key.sign(options))  # a try takes it too
    options = asked(browser)
    with time_machine.travel(timezone.now() + timedelta(minutes=4), tick=False):
        assert not entered(browser, key.sign(options))


def test_two_at_once_are_one() -> None:
    key, browser = made(person()), Client()
    options = asked(browser)
    before = browser.cookies.output(header="", sep=";")
    signed = key.sign(options)
    assert entered(browser, signed)
    late = Client()
    late.cookies.load(before)  # as they were before the first of them ended
    assert not entered(late, signed)
    assert entered(late, key.sign(asked(late)))
    assert len(Passkey.objects.get().spent) == 2
    with time_machine.travel(timezone.now() + timedelta(minutes=4), tick=False):
        browser.logout()
        assert entered(browser, key.sign(asked(browser)))
    assert len(Passkey.objects.get().spent) == 1  # those that are over by now are forgotten


def test_strangers_who_ask_for_challenges_leave_nothing_behind() -> None:
    key, before = made(person()), rows()
    for _ in range(20):
        stranger = Client()
        answer = stranger.post("/cuenta/entrar/llave/reto/")
        assert "sesion" not in answer.cookies
        sent = {"credential": Authenticator(SITE, HOST).sign(answer.json())}
        assert stranger.post("/cuenta/entrar/llave/", sent)["Location"].startswith("/cuenta/entrar/")
        stranger.post("/cuenta/entrar/llave/", sent)
    assert rows() == before
    # What a browser says that it was asked is worth nothing without our signature.
    browser = Client()
    options = asked(browser)
    browser.cookies["reto-llave"] = "x" + browser.cookies["reto-llave"].value
    assert not entered(browser, key.sign(options))


def rows() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in apps.get_models()}


def test_another_origin_or_host_signs_for_nothing() -> None:
    key, browser = made(person()), Client()
    for origin, rp_id in (
        ("https://evil.example", HOST),
        (f"{SITE}:8443", HOST),
        ("http://sala.example", HOST),
        (SITE, "evil.example"),
    ):
        other = copy(key)
        other.origin, other.rp_id = origin, rp_id
        assert not entered(browser, other.sign(asked(browser)))
    # What a request says of its host is nothing to it.
    forged = Client(headers={"host": "evil.example"})
    assert forged.post("/cuenta/entrar/llave/reto/").json()["rpId"] == HOST
    other.origin, other.rp_id = "https://evil.example", "evil.example"
    assert not entered(forged, other.sign(asked(forged)))


def test_the_key_of_one_is_not_that_of_another() -> None:
    mine, yours, browser = made(person()), made(person()), Client()
    posing = copy(mine)
    posing.handle = yours.handle
    assert not entered(browser, posing.sign(asked(browser)))
    posing = copy(mine)
    posing.credential_id, posing.handle = yours.credential_id, yours.handle
    assert not entered(browser, posing.sign(asked(browser)))
    posing.handle = ""
    assert not entered(browser, posing.sign(asked(browser)))
    assert entered(browser, mine.sign(asked(browser)))


def test_a_clone_is_found_by_its_counter_and_a_person_must_be_verified() -> None:
    key, browser = made(person(), count=3), Client()
    clone = copy(key)
    assert entered(browser, key.sign(asked(browser)))
    browser.logout()
    assert not entered(browser, clone.sign(asked(browser)))
    key.flags = PRESENT
    assert not entered(browser, key.sign(asked(browser)))


def test_what_is_removed_or_of_a_closed_account_lets_in_no_more() -> None:
    user, browser = person(), Client()
    key, other = made(user), made(user)
    own = Client()
    own.force_login(user)
    passkey = Passkey.objects.first()
    own.post("/cuenta/llaves/quitar/", {"passkey": passkey.pk, "password": "otra cosa"})
    assert Passkey.objects.count() == 2
    stranger = Client()
    stranger.force_login(person())
    sent = {"passkey": passkey.pk, "password": PASSWORD}
    assert stranger.post("/cuenta/llaves/quitar/", sent).status_code == 404
    own.post("/cuenta/llaves/quitar/", sent)
    assert AuditEntry.objects.filter(action="llave-quitar").count() == 1
    assert not entered(browser, key.sign(asked(browser)))

    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not entered(browser, other.sign(asked(browser)))
    User.objects.filter(pk=user.pk).update(is_active=True)
    user.refresh_from_db()
    password_set_by_the_installation(user=user, password="cinco nubes rojas", now=timezone.now())
    assert not entered(browser, other.sign(asked(browser)))  # with a password given anew by another, all begins anew


def test_with_a_passkey_go_the_sessions_that_it_opened() -> None:
    user = person()
    mine, lost = made(user), made(user)
    own, thief, other = Client(), Client(), Client()
    assert entered(thief, lost.sign(asked(thief)))
    assert entered(own, mine.sign(asked(own)))
    other.force_login(user)
    assert [inside(each) for each in (own, thief, other)] == [True] * 3

    passkey = Passkey.objects.order_by("pk").last()
    own.post("/cuenta/llaves/quitar/", {"passkey": passkey.pk, "password": PASSWORD})

    assert [inside(each) for each in (own, thief, other)] == [True, False, True]
    assert "_auth_user_id" not in thief.session
    # With its own passkey a session ends too, and the next page says what was done.
    answer = own.post(
        "/cuenta/llaves/quitar/", {"passkey": Passkey.objects.get().pk, "password": PASSWORD}, follow=True
    )
    assert answer.redirect_chain[-1][0].startswith("/cuenta/entrar/")
    assert "ya no entra en su cuenta" in answer.text
    assert not inside(own)


def inside(browser: Client) -> bool:
    return browser.get("/cuenta/llaves/").status_code == 200


def test_none_is_made_without_the_password_for_another_or_beyond_the_limit() -> None:
    user, browser = person(), Client()
    browser.force_login(user)
    assert browser.post("/cuenta/llaves/reto/", {"password": "no"}).status_code == 409
    key = Authenticator(SITE, HOST)
    options = browser.post("/cuenta/llaves/reto/", {"password": PASSWORD}).json()
    stranger = Client()
    stranger.force_login(person())
    assert stranger.post("/cuenta/llaves/", {"credential": key.make(options), "name": "x"}).status_code == 403
    key.flags = PRESENT
    assert browser.post("/cuenta/llaves/", {"credential": key.make(options), "name": "x"}).status_code == 403
    # A challenge for signing in makes none.
    options = {**options, **asked(browser)}
    assert (
        browser.post(
            "/cuenta/llaves/", {"credential": Authenticator(SITE, HOST).make(options), "name": "x"}
        ).status_code
        == 403
    )
    assert not Passkey.objects.exists()
    key = made(user)
    again = copy(key)
    options = browser.post("/cuenta/llaves/reto/", {"password": PASSWORD}).json()
    assert browser.post("/cuenta/llaves/", {"credential": again.make(options), "name": "x"}).status_code == 403
    for number in range(1, MOST):
        Passkey.objects.create(
            user=user, name="x", credential_id=bytes([number]), public_key=b"", created_at=timezone.now()
        )
    assert "a lo más" in browser.post("/cuenta/llaves/reto/", {"password": PASSWORD}).json()["message"]


def test_without_https_the_page_says_so(settings: Settings) -> None:
    assert relying_party("https://Sala.example:443") == RelyingParty(HOST, SITE)
    assert relying_party("http://localhost:8000") == RelyingParty("localhost", "http://localhost:8000")
    none = ("http://sala.example", "https://192.168.1.5:8000", "https://[::1]", "http://127.0.0.1:8000", "")
    assert [relying_party(each) for each in none if each] == [None] * 4
    settings.PUBLIC_URL = "http://192.168.1.5:8000"
    browser = Client()
    assert "Usar una llave" not in browser.get("/cuenta/entrar/").text
    assert browser.post("/cuenta/entrar/llave/reto/").status_code == 409
    browser.force_login(person())
    assert "Aquí no se pueden hacer llaves" in browser.get("/cuenta/llaves/").text


def test_each_sign_in_is_in_the_log_and_nothing_that_was_sent() -> None:
    user, browser = person(), Client()
    key = made(user)
    clone = copy(key)
    clone.flags = PRESENT
    with capture_logs() as lines:
        entered(browser, clone.sign(asked(browser)))
        entered(browser, "not JSON")
        entered(browser, key.sign(asked(browser)))
    account = str(user.public_id)
    said = [(line["event"], line.get("account"), line["network"]) for line in lines if "passkey" in line["event"]]
    here = "127.0.0.1"
    assert said == [("passkey_refused", account, here), ("passkey_refused", None, here), ("passkey", account, here)]
    assert "JSON" not in str(lines)


def test_what_no_browser_sends_is_refused_and_breaks_nothing() -> None:
    user, browser = person(), Client()
    key, own = made(user), Client()
    own.force_login(user)
    spoilt = ("", "A", "ñ", "AAAA", "%%%", "gA==", "_" * 200, 7, None, [], {})
    for making in (True, False):
        page, who = ("/cuenta/llaves/", own) if making else ("/cuenta/entrar/llave/", browser)
        for name in (
            ("clientDataJSON", "attestationObject")
            if making
            else ("clientDataJSON", "authenticatorData", "signature", "userHandle")
        ):
            for value in spoilt:
                options = own.post("/cuenta/llaves/reto/", {"password": PASSWORD}).json() if making else asked(browser)
                sent = json.loads(Authenticator(SITE, HOST).make(options) if making else key.sign(options))
                sent["response"][name] = value
                answer = who.post(page, {"credential": json.dumps(sent), "name": "x"})
                assert answer.status_code == (403 if making else 302), (name, value)
        for name in ("id", "rawId", "type", "response"):
            for value in spoilt:
                options = own.post("/cuenta/llaves/reto/", {"password": PASSWORD}).json() if making else asked(browser)
                sent = json.loads(Authenticator(SITE, HOST).make(options) if making else key.sign(options))
                sent[name] = value
                answer = who.post(page, {"credential": json.dumps(sent), "name": "x"})
                assert answer.status_code == (403 if making else 302), (name, value)
    for label in (1, 3, -1, -2, -3):
        options = own.post("/cuenta/llaves/reto/", {"password": PASSWORD}).json()
        made_wrong = Authenticator(SITE, HOST, lacks=label).make(options)
        assert own.post("/cuenta/llaves/", {"credential": made_wrong, "name": "x"}).status_code == 403
    for text in ("", "null", "[]", "[" * 9000, '{"response": {}}', "x" * 20_000):
        asked(browser)
        assert not entered(browser, text)
    assert "_auth_user_id" not in browser.session
    assert Passkey.objects.count() == 1


def test_removing_one_that_another_request_removed_records_nothing() -> None:
    user = person()
    made(user)
    passkey = Passkey.objects.select_related("user").get()

    for _ in range(2):
        passkey_remove(passkey=copy(passkey), by=user, now=timezone.now())

    assert AuditEntry.objects.filter(action="llave-quitar").count() == 1


def test_none_is_made_by_who_was_inside_when_the_password_was_given_anew() -> None:
    """As two requests go at once: the session was good as this one came, and the account is given back before it makes its passkey."""
    user, session, now = person(), SessionStore(), timezone.now()
    made_there = Authenticator(SITE, HOST).make(json.loads(passkey_begin(user=user, session=session, now=now)))
    password_set_by_the_installation(user=User.objects.get(pk=user.pk), password="cinco nubes rojas", now=now)

    with pytest.raises(PasskeyRefused):
        passkey_make(user=user, session=session, credential=made_there, name="Mía", now=now)

    assert not Passkey.objects.exists()
