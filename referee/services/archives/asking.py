"""Asking for the archive of a championship, which is noted, and the life of what was asked for."""

from datetime import datetime
from typing import Final

from django.db.models import F, Value
from django.db.models.functions import Least

from brackets.models import Championship, User
from brackets.services.audit import audit_record
from referee.models import ArchiveJob
from referee.selectors.archive.dump import archive_total
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.jobs import (
    archive_is_unfinished,
    archive_jobs,
    archive_people,
    archive_was_interrupted,
)
from referee.services.archives.kept import archives_sweep
from referee.services.errors import RefereeError
from referee.services.writing import one_writer

UNFINISHED: Final = (ArchiveJob.Status.QUEUED, ArchiveJob.Status.RUNNING)


class NothingToArchive(RefereeError):
    """It is still in preparation: nothing was played."""

    http_status = 409

    def __init__(self) -> None:
        super().__init__(
            "campeonato-en-preparacion",
            "El campeonato todavía está en preparación: ábralo primero, y archívelo cuando termine.",
        )


def archive_noted(*, championship: Championship, included: Included, user: User | None, now: datetime) -> None:
    """Write down who takes a copy away, and with what of people in it. Raises NothingToArchive."""
    with one_writer():
        _note(championship, included, user, now)


def _note(championship: Championship, included: Included, user: User | None, now: datetime) -> None:
    if championship.status == Championship.Status.DRAFT:
        raise NothingToArchive
    asked = (("los datos personales", included.personal), ("la tinta", included.ink))
    people, fields = archive_people(championship, included)
    besides = " y ".join(word for word, wanted in asked if wanted)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="archivo-exportar",
        sentence=f"Exportó el archivo del campeonato{f', con {besides}' if besides else ''}.",
        data={"personal": included.personal, "ink": included.ink, "people": people, "fields": fields},
    )


def archive_job_create(*, championship: Championship, included: Included, user: User, now: datetime) -> ArchiveJob:
    """Queue it, and throw away what is here too long; the same that is being made for this account is not queued twice.

    The caller dispatches a job that nobody touched yet. Raises NothingToArchive.
    """
    archives_sweep(now=now)
    with one_writer():
        for running in archive_jobs(championship, user).select_for_update(of=("self",)):
            same = (running.personal, running.ink) == (included.personal, included.ink)
            if same and archive_is_unfinished(running) and not archive_was_interrupted(running, now):
                return running
        _note(championship, included, user, now)
        return ArchiveJob.objects.create(
            championship=championship,
            personal=included.personal,
            ink=included.ink,
            total=archive_total(championship, included),
            created_at=now,
            created_by=user,
        )


def archive_job_progress(*, job_id: int, done: int, now: datetime) -> None:
    """So many rows are in the file; never more than were counted, since play goes on."""
    with one_writer():
        unfinished = ArchiveJob.objects.filter(pk=job_id, status__in=UNFINISHED)
        unfinished.update(status="running", done=Least(Value(done), F("total")), touched_at=now)


def archive_job_finish(*, job_id: int, file: str, digest: str, now: datetime) -> bool:
    """The file, a name below ARCHIVES_ROOT, is complete; False where it is not wanted any more, and nobody may have it."""
    with one_writer():
        unfinished = ArchiveJob.objects.filter(pk=job_id, status__in=UNFINISHED)
        return bool(unfinished.update(status="done", done=F("total"), file=file, digest=digest, touched_at=now))


def archive_job_fail(*, job_id: int, error: str, now: datetime) -> None:
    """Tell people why there is no file."""
    with one_writer():
        unfinished = ArchiveJob.objects.filter(pk=job_id, status__in=UNFINISHED)
        unfinished.update(status="failed", error=error[:300], touched_at=now)
