"""How far the archives are that somebody brought."""

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import QuerySet

from brackets.models import User
from brackets.selectors.wording import counted
from referee.models import ArchiveArrival
from referee.selectors.queueing import queued_told, was_dropped

SILENCE: Final = timedelta(minutes=5)
"""Whoever is at work tells it every few hundred rows; what is silent for so long is no longer being done."""
LONGEST: Final = timedelta(days=1)
UNFINISHED: Final = (ArchiveArrival.Status.QUEUED, ArchiveArrival.Status.RUNNING)
WORDS: Final = {"check": "Se comprueba", "write": "Se escribe", "compare": "Se compara lo escrito con el archivo"}


class Told(NamedTuple):
    """`done` of `total` rows of a step."""

    step: str
    done: int
    total: int


def arrival_key(arrival_id: int) -> str:
    """Where it is told how far it is: not in the database, where one that is being written keeps all others waiting."""
    return f"archive-arrival-{arrival_id}"


def arrivals_of(user: User) -> QuerySet[ArchiveArrival]:
    """Whoever brought a file sees what came of it."""
    return ArchiveArrival.objects.filter(created_by=user).select_related("championship")


def arrival_is_unfinished(arrival: ArchiveArrival) -> bool:
    return arrival.status in UNFINISHED


def arrivals_over(now: datetime) -> QuerySet[ArchiveArrival]:
    """Those that did not end and are older than any task runs: whoever read them was killed."""
    return ArchiveArrival.objects.filter(status__in=UNFINISHED, created_at__lt=now - LONGEST)


def arrival_shown(arrival: ArchiveArrival, now: datetime) -> dict[str, Any]:
    """As its page tells it: in words, and how much of all the steps is done."""
    told: Told | None = cache.get(arrival_key(arrival.pk))
    unfinished = arrival_is_unfinished(arrival)
    queued = arrival.status == ArchiveArrival.Status.QUEUED
    dropped = was_dropped(now - arrival.created_at, queued=queued, patience=SILENCE)
    interrupted = unfinished and told is None and dropped
    steps = ["check"] if arrival.only_verify else list(WORDS)
    label, done, total = queued_told(arrival.created_at, now) if queued else "Se lee el archivo…", 0, 0
    if interrupted:
        label = "Se interrumpió antes de terminar, y no se escribió nada: tráigalo otra vez."
    elif not unfinished:
        label = arrival.told
    elif told:
        label = f"{WORDS[told.step]}: {told.done} de {counted(told.total, 'fila', 'filas')}."
        done, total = steps.index(told.step) * told.total + told.done, len(steps) * told.total
    return {
        "arrival": arrival,
        "status": "interrupted" if interrupted else arrival.status,
        "label": label,
        "done": done,
        "total": total,
        "finished": interrupted or not unfinished,
    }
