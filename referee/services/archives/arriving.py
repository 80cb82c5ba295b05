"""A file that somebody brings is kept, checked, and perhaps imported, while he watches how far it is."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from brackets.models import Championship, User
from referee.models import ArchiveArrival
from referee.selectors.archive.arrivals import SILENCE, Told, arrival_is_unfinished, arrival_key
from referee.selectors.unreadable import legible
from referee.services.archives.kept import archives_sweep
from referee.services.files import private
from referee.services.kept import unlink
from referee.services.writing import one_writer


def archive_arrival_create(
    *, name: str, chunks: Iterable[bytes], only_verify: bool, unfinished: bool, user: User, now: datetime
) -> ArchiveArrival:
    """Keep the file until it has ended; the caller dispatches it."""
    archives_sweep(now=now)
    root, public_id = Path(settings.ARCHIVES_ROOT), uuid4()
    root.mkdir(mode=0o750, parents=True, exist_ok=True)
    path = root / f"{public_id}.llegada"
    with private(path) as file:
        for chunk in chunks:
            file.write(chunk)
    with one_writer():
        return ArchiveArrival.objects.create(
            public_id=public_id,
            name=name[:200],
            file=path.name,
            only_verify=only_verify,
            unfinished=unfinished,
            created_at=now,
            created_by=user,
        )


def archive_arrival_start(*, arrival_id: int) -> ArchiveArrival | None:
    """It is being read; None where it has ended."""
    with one_writer():
        arrival = ArchiveArrival.objects.select_related("created_by").get(pk=arrival_id)
        if not arrival_is_unfinished(arrival):
            return None
        arrival.status = ArchiveArrival.Status.RUNNING
        arrival.save(update_fields=("status",))
        return arrival


def archive_arrival_tell(*, arrival_id: int, told: Told) -> None:
    """How far it is, for whoever watches."""
    cache.set(arrival_key(arrival_id), told, SILENCE.total_seconds())


def archive_arrival_end(
    *,
    arrival_id: int,
    told: str,
    now: datetime,
    championship: Championship | None = None,
    good: bool = True,
    signed: bool = False,
) -> None:
    """What came of it, and whether it had a good signature; its file goes."""
    with one_writer():
        arrival = ArchiveArrival.objects.get(pk=arrival_id)
        file = arrival.file
        arrival.status = ArchiveArrival.Status.DONE if good else ArchiveArrival.Status.FAILED
        arrival.told, arrival.championship, arrival.file, arrival.ended_at = legible(told), championship, "", now
        arrival.signed = signed
        arrival.save(update_fields=("status", "told", "signed", "championship", "file", "ended_at"))
        transaction.on_commit(partial(unlink, Path(settings.ARCHIVES_ROOT), [file] if file else []))
