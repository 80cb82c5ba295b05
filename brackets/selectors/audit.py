"""Reading the record of what was done: searched, and what each entry changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import Q, QuerySet

from brackets.hours.play_days import ONE
from brackets.models import AuditEntry, Championship, User
from brackets.selectors.championships import audit_list

CLOSED: Final = "campeonato-cerrar"
"""The action of the entry after which nothing of a championship changes."""
LABELS: Final[Mapping[str, str]] = {
    "table": "mesa",
    "juez": "cuenta del Juez",
    "fixture": "partida (clave)",
    "number": "número",
    "user": "cuenta",
    "kind": "función o clase",
    "reason": "motivo",
    "name": "nombre",
    "players": "jugadores",
    "status": "estado",
    "winner": "ganador",
    "how": "cómo",
    "count": "cuántos",
    "total": "total",
    "pareja": "pareja (clave)",
    "device": "tablet",
    "seed": "semilla",
    "document": "documento visto",
    "paper": "papel",
    "decided_at": "hora",
    "began_before": "había empezado antes de que saliera",
    "sides": "rivales",
    "where": "dónde",
    "file": "archivo",
    "people": "personas",
    "fields": "datos de cada una",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is empty does not matter."""

    words: str = ""
    user: int | None = None
    action: str = ""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One value of an entry; `after` alone where the entry does not say what it was before."""

    label: str
    before: str | None
    after: str


def audit_search(championship: Championship, wanted: Wanted) -> QuerySet[AuditEntry]:
    """Entries with every word in the sentence or the reason that match all other filters, the latest first. Days are days of play."""
    found = audit_list(championship).select_related("origin")
    for word in wanted.words.split():
        found = found.filter(Q(sentence__icontains=word) | Q(data__reason__icontains=word))
    if wanted.user is not None:
        found = found.filter(user=wanted.user)
    if wanted.action:
        found = found.filter(action=wanted.action)
    days = championship.play_days
    if wanted.since:
        found = found.filter(at__gte=days.start(wanted.since))
    if wanted.until:
        found = found.filter(at__lt=days.start(wanted.until + ONE))
    return found


def audit_whole(championship: Championship, *, before: AuditEntry | None = None) -> Iterable[AuditEntry]:
    """All of it, or what was written `before` that entry; the oldest first, a part at a time: they never are in memory together."""
    entries = audit_list(championship).select_related("origin").order_by("at", "pk")
    return (entries if before is None else entries.filter(pk__lt=before.pk)).iterator(chunk_size=1000)


def audit_people(championship: Championship) -> list[User]:
    """Whoever did something in it, by name."""
    users = AuditEntry.objects.filter(championship=championship).order_by().values("user")
    return list(User.objects.filter(pk__in=users).order_by("display_name", "username"))


def audit_actions(championship: Championship) -> list[str]:
    """What was done in it at all, by code."""
    entries = AuditEntry.objects.filter(championship=championship).order_by("action")
    return list(entries.values_list("action", flat=True).distinct())


def changes_of(data: Mapping[str, Any]) -> list[Change]:
    """What an entry changed, value by value; what stayed as it was is left out.

    >>> changes_of({"before": {"table": 1, "juez": 4}, "after": {"table": 2, "juez": 4}})
    [Change(label='mesa', before='1', after='2')]
    >>> changes_of({"total": 3, "reason": "Ya dicho"})
    [Change(label='total', before=None, after='3')]
    """
    before, after = dict(_flat(data.get("before"))), dict(_flat(data.get("after")))
    told = [
        Change(_label(key), before.get(key, "—"), after.get(key, "—"))
        for key in dict.fromkeys((*before, *after))
        if before.get(key) != after.get(key)
    ]
    rest = {key: value for key, value in data.items() if key not in ("before", "after", "reason")}
    return told + [Change(_label(key), None, value) for key, value in _flat(rest)]


def _flat(value: object, path: tuple[str, ...] = ()) -> Iterable[tuple[tuple[str, ...], str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, (*path, str(key)))
    elif isinstance(value, list) and any(isinstance(each, (Mapping, list)) for each in value):
        for place, inner in enumerate(value, start=1):
            yield from _flat(inner, (*path, str(place)))
    elif isinstance(value, list):
        yield path, ", ".join(map(str, value))
    elif value is not None:
        yield path, {True: "sí", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _label(path: tuple[str, ...]) -> str:
    return " · ".join(LABELS.get(part, part.replace("_", " ")) for part in path) or "valor"
