"""The files of print jobs are kept for a while, and go at once when personal data are deleted."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import transaction

from brackets.models import Championship
from referee.models import PrintJob
from referee.selectors.prints.jobs import files_past
from referee.services.kept import unlink, unlink_all_of, unlink_strays
from referee.services.writing import one_writer

Status = PrintJob.Status
ERASED: Final = "Se borraron datos personales mientras se preparaba: pídala otra vez."


def prints_sweep(*, now: datetime) -> int:
    """Remove the files that are kept no longer, and what killed tasks left behind; how many jobs lost their file."""
    with one_writer():
        past = files_past(now)
        _removed(past, now)
        named = set(PrintJob.objects.exclude(file="").values_list("file", flat=True))
        transaction.on_commit(partial(unlink_strays, Path(settings.PRINTS_ROOT), named, now))
    return len(past)


def prints_forget(championship: Championship, now: datetime) -> None:
    """Remove all that is printed of a championship: what was deleted of people may stand on any page of it.

    What is being made is stopped, since it may have read them before.
    """
    with one_writer():
        PrintJob.objects.filter(championship=championship, status__in=(Status.QUEUED, Status.RUNNING)).update(
            status=Status.FAILED, error=ERASED, making="", touched_at=now
        )
        _removed(list(PrintJob.objects.filter(championship=championship).exclude(file="")), now)
        ids = list(PrintJob.objects.filter(championship=championship).values_list("public_id", flat=True))
        transaction.on_commit(partial(unlink_all_of, Path(settings.PRINTS_ROOT), frozenset(map(str, ids))))


def _removed(jobs: Iterable[PrintJob], now: datetime) -> None:
    """First the rows, then the files: nobody is sent to a file that is no longer there."""
    files = [job.file for job in jobs]
    PrintJob.objects.filter(file__in=files).update(file="", removed_at=now)
    transaction.on_commit(partial(unlink, Path(settings.PRINTS_ROOT), files))
