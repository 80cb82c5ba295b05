"""Who left a championship: when, how and why, as the record has it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from brackets.models import AuditEntry, Championship, Pareja

ACTIONS: Final[Mapping[str, str]] = {
    Pareja.Status.ACTIVE: "pareja-reincorporar",
    Pareja.Status.WITHDRAWN: "pareja-retirar",
    Pareja.Status.EXPELLED: "pareja-expulsar",
}
"""What the record calls it when a pareja comes to be so."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A pareja that left and has not come back; `at` None where the record does not say."""

    pareja: Pareja
    at: datetime | None
    reason: str


def departures_of(championship: Championship, parejas: Iterable[Pareja]) -> list[Departure]:
    """Of these parejas those that have left, by number: one query."""
    gone = [pareja for pareja in parejas if pareja.status != Pareja.Status.ACTIVE]
    if not gone:
        return []
    entries = AuditEntry.objects.filter(championship=championship, action__in=ACTIONS.values()).order_by("at", "id")
    last = {(entry.action, entry.data.get("number")): entry for entry in entries}
    found = []
    for pareja in sorted(gone, key=lambda each: each.number):
        entry = last.get((ACTIONS[pareja.status], pareja.number))
        reason = str(entry.data.get("reason", "")) if entry else ""
        found.append(Departure(pareja, entry.at if entry else None, reason))
    return found
