"""The files of archives are kept for hours, and go at once when personal data are deleted; what was brought goes when it has ended."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import transaction

from brackets.models import Championship
from referee.models import ArchiveArrival, ArchiveJob
from referee.selectors.archive.arrivals import arrivals_over
from referee.selectors.archive.jobs import archive_jobs_over
from referee.services.kept import unlink, unlink_all_of, unlink_strays
from referee.services.writing import one_writer

INTERRUPTED: Final = (
    "Se interrumpió antes de terminar, y al día siguiente su archivo se borró de este servidor. Tráigalo otra vez: si ya había quedado importado, "
    "se lo dirá y no cambiará nada."
)
ERASED: Final = "Se borraron datos personales mientras se preparaba: pídalo otra vez."


def archives_sweep(*, now: datetime) -> int:
    """Throw away the files that were here long enough, those with personal data sooner, and what killed tasks left; how many."""
    with one_writer():
        over = list(archive_jobs_over(now))
        _removed(over)
        interrupted = list(arrivals_over(now))
        _given_up(interrupted, now)
        named = {
            file
            for model in (ArchiveJob, ArchiveArrival)
            for file in model.objects.exclude(file="").values_list("file", flat=True)
        }
        transaction.on_commit(partial(unlink_strays, Path(settings.ARCHIVES_ROOT), named, now))
    return len(over) + len(interrupted)


def archives_forget(championship: Championship, now: datetime) -> None:
    """Remove all archives of a championship that are here, and stop what is being written: it may have read what was deleted."""
    with one_writer():
        jobs = ArchiveJob.objects.filter(championship=championship)
        jobs.filter(status__in=("queued", "running")).update(status="failed", error=ERASED, touched_at=now)
        _removed(list(jobs.exclude(file="")))
        ids = frozenset(str(each) for each in jobs.values_list("public_id", flat=True))
        transaction.on_commit(partial(unlink_all_of, Path(settings.ARCHIVES_ROOT), ids))


def _given_up(arrivals: Sequence[ArchiveArrival], now: datetime) -> None:
    """Nobody reads these any more; what one of them had written by then is here."""
    ArchiveArrival.objects.filter(pk__in=[arrival.pk for arrival in arrivals]).update(
        status=ArchiveArrival.Status.FAILED, told=INTERRUPTED, file="", ended_at=now
    )
    transaction.on_commit(partial(unlink, Path(settings.ARCHIVES_ROOT), [arrival.file for arrival in arrivals]))


def _removed(jobs: Sequence[ArchiveJob]) -> None:
    """First the rows, then the files: nobody is sent to a file that is no longer there."""
    ArchiveJob.objects.filter(pk__in=[job.pk for job in jobs]).update(file="")
    transaction.on_commit(partial(unlink, Path(settings.ARCHIVES_ROOT), [job.file for job in jobs]))
