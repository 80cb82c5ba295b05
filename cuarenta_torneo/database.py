"""What migrations do not hold: the triggers that keep the log, the invariants across tables and the versions of live boards.

`migrate` drops them before tables change and installs them when it ends (`cuarenta_torneo.management.commands.migrate`), so a
migration never names one. Where one is missing, the server refuses to start and `/salud` says so.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from brackets import triggers as brackets_triggers
from cuarenta_torneo.product_role import power_over_what_stays
from referee import live_triggers
from referee import triggers as referee_triggers


class Triggers(Protocol):
    def install(self, connection: BaseDatabaseWrapper, /) -> None: ...
    def remove(self, connection: BaseDatabaseWrapper, /) -> None: ...
    def names(self, connection: BaseDatabaseWrapper, /) -> set[str]: ...


PARTS: Final[tuple[Triggers, ...]] = (brackets_triggers, referee_triggers, live_triggers)


def install(connection: BaseDatabaseWrapper) -> None:
    """Install every trigger, in one transaction; harmless where they are there. Every migration must have run."""
    with transaction.atomic(connection.alias):
        for part in PARTS:
            part.install(connection)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drop every trigger that is there, in one transaction; the tables may be missing."""
    with transaction.atomic(connection.alias):
        for part in PARTS:
            part.remove(connection)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the triggers that the database lacks, sorted."""
    return sorted(names(connection) - _present(connection))


def names(connection: BaseDatabaseWrapper) -> set[str]:
    """The names of all that `install` creates, in lower case."""
    return set().union(*(part.names(connection) for part in PARTS))


def _present(connection: BaseDatabaseWrapper) -> set[str]:
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')"  # else it fires only in a replica, or never
            if postgres
            else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        )
        return {name.lower() for (name,) in cursor.fetchall()}


def require(connection: BaseDatabaseWrapper) -> None:
    """Refuse to serve a database that lacks triggers, or as who could lift them where another role is to serve.

    ImproperlyConfigured names the first ones and the mend.
    """
    if lost := missing(connection):
        raise ImproperlyConfigured(lacking(lost))
    role = settings.DATABASE_ROLE
    if role and connection.vendor == "postgresql" and (power := power_over_what_stays(connection)):
        raise ImproperlyConfigured(
            f"La cuenta de DATABASE_URL {power}: podría cambiar lo que ya está escrito. Sirva con la cuenta «{role}», que es "
            "la de DATABASE_ROLE; la dueña de las tablas es solo para «manage.py migrate»."
        )


def lacking(lost: Sequence[str]) -> str:
    """One sentence for the person who starts the server."""
    shown = ", ".join(lost[:3]) + ("…" if len(lost) > 3 else "")
    return f"Disparadores que faltan en la base de datos: {len(lost)} ({shown}). Ejecute «manage.py migrate»."
