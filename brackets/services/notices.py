"""Telling parejas what changed for them."""

from collections.abc import Collection
from datetime import datetime

from django.conf import settings

from brackets.models import Championship, Delivery, Fixture, Notice, Pareja
from brackets.models.with_data import Values
from brackets.selectors.contacts import addresses_of
from brackets.services.vault import personal_keep


def notice_add(
    *,
    championship: Championship,
    parejas: Collection[Pareja],
    kind: str,
    title: str,
    text: str,
    now: datetime,
    fixture: Fixture | None = None,
) -> list[Notice]:
    """Tell these parejas, each once: their pages at once, and by e-mail where they gave an address.

    Call it inside the transaction of what it tells, so that both are or neither is. Nothing is sent here: the rows
    are an outbox (`brackets.tasks`). Without a mail server (`EMAIL_URL`) the pages alone tell it, and nothing waits
    to be sent on a later day.
    """
    told = {pareja.pk: pareja for pareja in parejas}
    if not told:
        return []
    kind = Notice.Kind(kind)
    notices = Notice.objects.bulk_create(
        Notice(championship=championship, pareja=pareja, fixture=fixture, kind=kind, title=title, text=text, at=now)
        for pareja in told.values()
    )
    if settings.MAIL_CONFIGURED:
        addresses = addresses_of(told.values())
        to = [(notice, address) for notice in notices for address in addresses.get(notice.pareja_id, ())]
        sent = Delivery.objects.bulk_create(Delivery(notice=notice, due_at=now) for notice, _ in to)
        personal_keep(((each, Values(email=address)) for each, (_, address) in zip(sent, to, strict=True)), new=True)
    return notices
