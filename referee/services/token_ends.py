"""The tokens of tablets end with what they were given for: a password, a championship."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver

from brackets.models import Championship, User
from brackets.services.signals import championship_closed, password_changed
from referee.models import Device
from referee.services.devices import device_revoke


@receiver(password_changed)
def with_the_password(*, user: User, by: User | None, now: datetime, **_: Any) -> None:
    """Whoever was let in by the old one is let in no more; a tablet that the desk paired stays, and asks for a PIN as ever."""
    _end(Device.objects.filter(user=user, paired_at__isnull=True), by=by, now=now)


@receiver(championship_closed)
def with_the_championship(*, championship: Championship, user: User, now: datetime, **_: Any) -> None:
    """Nothing is written at a table of it any more."""
    _end(Device.objects.filter(championship=championship), by=user, now=now)


def _end(devices: QuerySet[Device], *, by: User | None, now: datetime) -> None:
    for device in devices.filter(revoked_at__isnull=True).select_related("championship", "user"):
        device_revoke(device=device, by=by, now=now)
