"""Sending the mails of the outbox: by Celery's beat, or without Redis by a thread of the serving process."""

from collections.abc import Callable
from contextlib import suppress
from email.utils import format_datetime
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected
from threading import Thread
from time import sleep
from typing import Final

import structlog
from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connections
from django.urls import reverse
from django.utils import timezone

from brackets.models import Delivery
from brackets.people_keys import KeysLost
from brackets.selectors.wording import said
from brackets.services.deliveries import (
    deliveries_sweep,
    delivery_claim,
    delivery_doubtful,
    delivery_refused,
    delivery_sent,
)

EVERY: Final = 3  # seconds, of the thread
PERMANENT: Final = 500  # what a mail server answers from here on it will answer again

log = structlog.get_logger(__name__)


@shared_task
def deliveries_send() -> int:
    """Send what is due, and say how many left. Any number of these may run at once, and be killed at any moment."""
    deliveries_sweep(now=timezone.now())
    sent = 0
    server: BaseEmailBackend | None = None
    try:
        while (delivery := delivery_claim(now=timezone.now())) is not None:
            try:
                server = server or _opened()
            except (OSError, SMTPException) as error:  # nothing was said of this mail yet
                delivery_refused(delivery=delivery, error=_told(error), for_good=False, now=timezone.now())
                break
            if _send(delivery, server):
                sent += 1
            else:
                _close(server)
                server = None
    finally:
        _close(server)
    return sent


def outbox_start() -> None:
    """Where no worker would send, a thread of this process does, beginning with what an earlier one left."""
    if settings.MAIL_CONFIGURED and not settings.REDIS_URL:
        Thread(target=_keep_sending, args=(lambda: True,), name="outbox", daemon=True).start()


def _keep_sending(going_on: Callable[[], bool]) -> None:
    while going_on():
        try:
            deliveries_send()
        except Exception:  # whatever it was: the next round may go well
            log.exception("outbox")
        finally:
            connections.close_all()
        sleep(EVERY)


def _opened() -> BaseEmailBackend:
    server: BaseEmailBackend = get_connection()
    server.open()
    return server


def _close(server: BaseEmailBackend | None) -> None:
    if server is not None:
        with suppress(OSError, SMTPException):
            server.close()


def _send(delivery: Delivery, server: BaseEmailBackend) -> bool:
    """Whether it left. A server that answers has not taken it; one that falls silent may have."""
    try:
        server.send_messages([message_of(delivery)])
    except SMTPRecipientsRefused as refused:
        code, _ = next(iter(refused.recipients.values()))
        delivery_refused(delivery=delivery, error=_told(refused), for_good=code >= PERMANENT, now=timezone.now())
    except SMTPResponseException as refused:
        final = refused.smtp_code >= PERMANENT
        delivery_refused(delivery=delivery, error=_told(refused), for_good=final, now=timezone.now())
    except (SMTPServerDisconnected, OSError) as silent:
        delivery_doubtful(delivery=delivery, error=_told(silent), now=timezone.now())
    except (SMTPException, ValueError, KeysLost) as wrong:  # a mail that cannot even be written
        delivery_refused(delivery=delivery, error=_told(wrong), for_good=True, now=timezone.now())
    else:
        delivery_sent(delivery=delivery, now=timezone.now())
        return True
    return False


def message_of(delivery: Delivery) -> EmailMessage:
    """The mail: what the page says, and where the championship is. It never holds the secret address of the page."""
    if not delivery.address:
        raise ValueError("la dirección se borró")
    notice = delivery.notice
    championship = notice.championship
    who = said(championship.players_per_pareja, "Pareja")
    lines = [notice.text, "", f"{who} {notice.pareja.number} · {championship}"]
    if settings.PUBLIC_URL:
        lines.append(settings.PUBLIC_URL + reverse("brackets:championship", args=[championship.slug]))
    return EmailMessage(
        subject=notice.title,
        body="\n".join(lines),
        to=[delivery.address],
        headers={
            "Message-ID": f"<{delivery.public_id}@{settings.MAIL_DOMAIN}>",
            "Auto-Submitted": "auto-generated",
            "Date": format_datetime(notice.at),
        },
    )


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
