"""Sending the outbox through a real mail server: once, again only where nothing left, never by itself in doubt."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
import time_machine
from celery.contrib.testing.worker import start_worker
from django.db import connections
from pytest_django import Settings

from brackets.models import AuditEntry, Delivery
from brackets.services.deliveries import delivery_again, delivery_claim
from brackets.services.errors import BracketError
from brackets.services.notices import notice_add
from brackets.tasks import deliveries_send
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, personal_set
from tests.smtp import Post, mail_server


@pytest.fixture
def post(settings: Settings) -> Iterator[Post]:
    with mail_server() as server:
        settings.MAIL_CONFIGURED = True
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", server.port, 2
        settings.PUBLIC_URL = "https://torneo.example.ec"
        yield server


def waiting(*addresses: str) -> list[Delivery]:
    championship = ChampionshipFactory(name="Copa Ñandú", slug=f"copa-{ChampionshipFactory().pk}")
    for address in addresses:
        pareja = ParejaFactory(championship=championship, number=championship.parejas.count() + 1)
        personal_set(pareja.players.filter(position=1), email=address)
        notice_add(
            championship=championship, parejas=[pareja], kind="call-up", title="Convocatoria: Mesa 3",
            text="Preséntense en la Mesa 3.", now=NOW,
        )  # fmt: skip
    return list(Delivery.objects.filter(notice__championship=championship).order_by("pk"))


def at(minutes: float) -> time_machine.travel:
    return time_machine.travel(NOW + timedelta(minutes=minutes), tick=False)


def states() -> list[tuple[str, int]]:
    return list(Delivery.objects.order_by("pk").values_list("state", "attempts"))


@pytest.mark.django_db
def test_what_is_due_leaves_once_and_says_what_the_page_says(post: Post) -> None:
    first, _ = waiting("una@ejemplo.ec", "otra@ejemplo.ec")

    with at(1):
        assert (deliveries_send(), deliveries_send()) == (2, 0)

    assert states() == [("sent", 1)] * 2
    mail = post.taken[0]
    assert [each["To"] for each in post.taken] == ["una@ejemplo.ec", "otra@ejemplo.ec"]
    assert (mail["Subject"], mail["Message-ID"]) == ("Convocatoria: Mesa 3", f"<{first.public_id}@localhost>")
    text = mail.get_payload(decode=True).decode()
    assert "Preséntense en la Mesa 3." in text
    assert "Pareja 1 · Copa Ñandú" in text
    assert f"https://torneo.example.ec/c/{first.notice.championship.slug}/" in text


@pytest.mark.django_db
def test_what_has_no_address_that_can_be_read_does_not_leave_and_says_so(
    post: Post, settings: Settings, tmp_path: Path
) -> None:
    erased, _ = waiting("una@ejemplo.ec", "otra@ejemplo.ec")
    erased.personal.delete()
    settings.PEOPLE_KEYS = tmp_path / "people_keys"  # not those they were enciphered with

    with at(1):
        assert deliveries_send() == 0

    assert (post.taken, states()) == ([], [("failed", 1)] * 2)
    errors = list(Delivery.objects.order_by("pk").values_list("error", flat=True))
    assert "la dirección se borró" in errors[0]
    assert "no tiene la clave" in errors[1]


@pytest.mark.django_db
def test_what_was_refused_for_now_is_tried_later_and_later_and_given_up(post: Post) -> None:
    waiting("una@ejemplo.ec")
    post.answers = ["450 llena"] * 6

    with at(0):
        assert deliveries_send() == 0
        assert deliveries_send() == 0  # not due yet
    assert states() == [("pending", 1)]
    for minutes in (1, 3, 6, 12, 30):
        with at(minutes):
            deliveries_send()

    assert states() == [("abandoned", 6)]
    assert "llena" in Delivery.objects.get().error
    assert post.taken == []


@pytest.mark.django_db
def test_what_was_refused_for_good_fails_and_the_next_leaves(post: Post) -> None:
    waiting("nadie@ejemplo.ec", "otra@ejemplo.ec")
    post.answers = ["550 no hay tal"]

    with at(0):
        assert deliveries_send() == 1

    assert states() == [("failed", 1), ("sent", 1)]


@pytest.mark.django_db
def test_a_server_that_is_not_there_is_asked_again(settings: Settings, post: Post) -> None:
    waiting("una@ejemplo.ec")
    settings.EMAIL_PORT = 1

    with at(0):
        deliveries_send()
    settings.EMAIL_PORT = post.port
    with at(1):
        assert deliveries_send() == 1

    assert states() == [("sent", 2)]


@pytest.mark.django_db
def test_a_server_that_falls_silent_may_have_it_and_only_a_person_repeats_it(post: Post) -> None:
    (delivery,) = waiting("una@ejemplo.ec")
    director, post.silent = director_of(delivery.notice.championship), True

    with at(0):
        deliveries_send()
    for minutes in (10, 60):
        with at(minutes):
            deliveries_send()
    assert states() == [("unknown", 1)]
    assert len(post.taken) == 1

    post.silent = False
    for _ in range(2):
        delivery_again(delivery=delivery, user=director, now=NOW + timedelta(hours=8))
    with at(8 * 60):
        assert deliveries_send() == 1
    assert len({mail["Message-ID"] for mail in post.taken}) == 1
    assert AuditEntry.objects.get(action="aviso-repetir").data["before"] == "unknown"
    with pytest.raises(BracketError) as refused:
        delivery_again(delivery=delivery, user=director, now=NOW)
    assert refused.value.code == "correo-enviado"


@pytest.mark.django_db
def test_a_claim_nobody_confirmed_is_in_doubt_after_a_while_and_what_waited_too_long_is_not_sent(post: Post) -> None:
    waiting("una@ejemplo.ec", "otra@ejemplo.ec")
    assert delivery_claim(now=NOW) is not None

    with at(7 * 60):
        assert deliveries_send() == 0

    assert states() == [("unknown", 1), ("abandoned", 0)]
    assert post.taken == []


@pytest.mark.django_db(transaction=True)
def test_many_senders_at_once_send_each_mail_once(post: Post) -> None:
    waiting(*(f"persona{n}@ejemplo.ec" for n in range(12)))

    def send() -> None:
        try:
            deliveries_send()
        finally:
            connections.close_all()

    with at(1):
        senders = [Thread(target=send) for _ in range(4)]
        for each in senders:
            each.start()
        for each in senders:
            each.join()

    assert len(post.taken) == len({mail["To"] for mail in post.taken}) == 12
    assert states() == [("sent", 1)] * 12


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_with_redis_a_worker_sends(post: Post) -> None:
    with time_machine.travel(NOW):
        waiting("una@ejemplo.ec")
        with start_worker(deliveries_send.app, pool="solo", perform_ping_check=False, shutdown_timeout=30):
            deliveries_send.delay()
            post.took.wait(20)
            for _ in range(100):
                if states() == [("sent", 1)]:
                    break
                sleep(0.1)

    assert states() == [("sent", 1)]
    assert len(post.taken) == 1
