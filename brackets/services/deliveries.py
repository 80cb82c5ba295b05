"""The outbox of notices: who sends a mail claims it first, and nobody sends one whose claim was not confirmed."""

import re
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from brackets.models import Delivery, User
from brackets.services.audit import audit_record
from brackets.services.errors import BracketError

MOST_ATTEMPTS: Final = 6
FIRST_WAIT: Final = timedelta(seconds=30)
SILENCE: Final = timedelta(minutes=5)  # much longer than a mail server may take: whoever claimed it is dead
TOO_OLD: Final = timedelta(hours=6)  # what a notice tells of today is over

ADDRESS: Final = re.compile(r"[^\s<>()\[\]{},;:'\"]+@[^\s<>()\[\]{},;:'\"]+")

State = Delivery.State
AGAIN: Final = (State.FAILED, State.UNKNOWN, State.ABANDONED)


def delivery_claim(*, now: datetime) -> Delivery | None:
    """The next mail that is due, from now on only the caller's to send; None when none is.

    The claim is committed when this returns: whoever dies with it leaves it to a person.
    """
    due = Delivery.objects.filter(state=State.PENDING, due_at__lte=now).order_by("due_at", "pk")
    for pk in due.values_list("pk", flat=True)[:20]:
        with transaction.atomic(durable=True):
            mine = Delivery.objects.filter(pk=pk, state=State.PENDING).update(
                state=State.SENDING, claimed_at=now, attempts=F("attempts") + 1
            )
        if mine:
            related = ("notice__championship", "notice__pareja", "personal")
            return Delivery.objects.select_related(*related).get(pk=pk)
    return None


def delivery_sent(*, delivery: Delivery, now: datetime) -> None:
    """The server took it."""
    _end(delivery, State.SENT, now)


def delivery_refused(*, delivery: Delivery, error: str, for_good: bool, now: datetime) -> None:
    """The server surely did not take it: it is tried again, later each time, unless that is of no use."""
    if for_good:
        _end(delivery, State.FAILED, now, error)
    elif delivery.attempts >= MOST_ATTEMPTS:
        _end(delivery, State.ABANDONED, now, error)
    else:
        wait = FIRST_WAIT * 2 ** (delivery.attempts - 1)
        _claimed(delivery).update(state=State.PENDING, due_at=now + wait, error=_told(error))


def delivery_doubtful(*, delivery: Delivery, error: str, now: datetime) -> None:
    """The server fell silent over it: it may have left."""
    _end(delivery, State.UNKNOWN, now, error)


def deliveries_sweep(*, now: datetime) -> None:
    """Claims of the dead are in doubt, and what nobody could send in time is not sent any more."""
    with transaction.atomic():
        Delivery.objects.filter(state=State.SENDING, claimed_at__lt=now - SILENCE).update(
            state=State.UNKNOWN, ended_at=now, error="Se interrumpió mientras se enviaba."
        )
        late = Delivery.objects.filter(state=State.PENDING, again_by=None, notice__at__lt=now - TOO_OLD)
        late.update(state=State.ABANDONED, ended_at=now, error="Ya no venía al caso.")


@transaction.atomic
def delivery_again(*, delivery: Delivery, user: User, now: datetime) -> Delivery:
    """Send it once more on purpose, though it may have arrived; with the same Message-ID. Repeated, it does nothing.

    `correo-en-camino` while it is being sent, `correo-enviado` when it was.
    """
    delivery = (
        Delivery.objects.select_for_update(of=("self",)).select_related("notice__championship").get(pk=delivery.pk)
    )
    if delivery.state == State.PENDING:
        return delivery
    if delivery.state == State.SENDING:
        raise BracketError("correo-en-camino", "Ese correo se está enviando: espere un momento y mire qué pasó.")
    if delivery.state not in AGAIN:
        raise BracketError("correo-enviado", "Ese correo ya se envió: no hace falta repetirlo.")
    before = delivery.state
    delivery.state, delivery.attempts, delivery.due_at, delivery.again_by = State.PENDING, 0, now, user
    delivery.claimed_at = delivery.ended_at = None
    delivery.save()
    audit_record(
        championship=delivery.notice.championship,
        user=user,
        now=now,
        action="aviso-repetir",
        sentence=f"Volvió a enviar un aviso por correo: {delivery.notice.title}.",
        data={"delivery": delivery.pk, "before": before},
    )
    return delivery


def _claimed(delivery: Delivery) -> QuerySet[Delivery]:
    """This attempt and no other; one that the sweep gave up meanwhile is still its own."""
    states = (State.SENDING, State.UNKNOWN)
    return Delivery.objects.filter(pk=delivery.pk, attempts=delivery.attempts, state__in=states)


def _told(error: str) -> str:
    """What the server said, without the addresses in it."""
    return ADDRESS.sub("(dirección)", error)[:300]


def _end(delivery: Delivery, state: Delivery.State, now: datetime, error: str = "") -> None:
    _claimed(delivery).update(state=state, ended_at=now, error=_told(error))
