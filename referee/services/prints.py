"""The life of a print job: asked for, made by a task with its progress shown, ready, failed or cancelled."""

from collections.abc import Sequence
from datetime import datetime

from brackets.models import Championship, User
from brackets.services.audit import audit_record
from referee.models import PrintJob
from referee.selectors.prints.jobs import is_unfinished, may_repeat, was_interrupted
from referee.selectors.prints.selection import Chosen, title_of
from referee.services.errors import RefereeError
from referee.services.writing import one_writer

Status = PrintJob.Status
UNFINISHED = (Status.QUEUED, Status.RUNNING)


class NothingToPrint(RefereeError):
    """Nothing was ticked, or there is no longer anything of it."""

    http_status = 409

    def __init__(self) -> None:
        super().__init__("nada-que-imprimir", "Marque al menos un documento de la lista y vuelva a pedirlo.")


def print_job_create(
    *,
    championship: Championship,
    selection: Sequence[Chosen],
    documents: int,
    size: str,
    output: str,
    duplex: bool,
    user: User,
    now: datetime,
) -> PrintJob:
    """Queue what was ticked, `documents` in all; the same that this account asked for is not queued twice while it is being made.

    The caller dispatches the task. Raises NothingToPrint.
    """
    if not documents:
        raise NothingToPrint
    wanted = {"selection": [each.as_data() for each in selection], "size": size, "output": output, "duplex": duplex}
    with one_writer():
        running = PrintJob.objects.filter(championship=championship, created_by=user, status__in=UNFINISHED)
        for job in running.select_for_update(of=("self",)):
            if not was_interrupted(job, now) and all(getattr(job, key) == value for key, value in wanted.items()):
                return job
        job = PrintJob(championship=championship, created_at=now, created_by=user, **wanted)
        job.total = documents
        job.save(force_insert=True)
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="imprimir",
            sentence=f"Pidió imprimir: {title_of(selection)}.",
            data={"job": str(job.public_id), "total": job.total, "selection": wanted["selection"]},
        )
    return job


def print_job_start(*, job_id: int, total: int, now: datetime) -> int | None:
    """Note that a task makes the job, from the beginning: the number of this attempt, which ends any earlier one.

    None where nothing is left to do: the job was finished or cancelled before.
    """
    with one_writer():
        job = PrintJob.objects.select_for_update(of=("self",)).get(pk=job_id)
        if not is_unfinished(job):
            return None
        job.status, job.attempt, job.done, job.total = Status.RUNNING, job.attempt + 1, 0, total
        job.making, job.error, job.touched_at = "", "", now
        job.save(update_fields=("status", "attempt", "done", "total", "making", "error", "touched_at"))
    return job.attempt


def print_job_progress(*, job_id: int, attempt: int, done: int, making: str, now: datetime) -> None:
    """Note how many documents are in the file so far, and which one is being made."""
    with one_writer():
        running = PrintJob.objects.filter(pk=job_id, attempt=attempt, status=Status.RUNNING, total__gte=done)
        running.update(done=done, making=making[:200], touched_at=now)


def print_job_finish(
    *,
    job_id: int,
    attempt: int,
    total: int,
    file: str,
    size: int,
    pages: int,
    now: datetime,
    people: int = 0,
    fields: Sequence[str] = (),
) -> bool:
    """The file, a name below PRINTS_ROOT, is complete, with so many people in it; False where this attempt was cancelled or overtaken, and it is not wanted."""
    with one_writer():
        running = PrintJob.objects.filter(pk=job_id, attempt=attempt, status=Status.RUNNING)
        return bool(
            running.update(
                status=Status.DONE,
                done=total,
                total=total,
                file=file,
                bytes=size,
                pages=pages,
                people=people,
                fields=[*fields],
                making="",
                error="",
                touched_at=now,
                removed_at=None,
            )
        )


def print_job_fail(*, job_id: int, error: str, now: datetime, attempt: int | None = None) -> None:
    """Tell people why there is no file; a job that is ready, cancelled or made by a later attempt stays so."""
    with one_writer():
        unfinished = PrintJob.objects.filter(pk=job_id, status__in=UNFINISHED)
        if attempt is not None:
            unfinished = unfinished.filter(attempt=attempt)
        unfinished.update(status=Status.FAILED, error=error[:300], making="", touched_at=now)


def print_job_cancel(*, job: PrintJob, user: User, now: datetime) -> bool:
    """Whoever makes it stops at the next page; False where it has ended, and nothing changes."""
    with one_writer():
        job = PrintJob.objects.select_for_update(of=("self",)).select_related("championship").get(pk=job.pk)
        if not is_unfinished(job):
            return False
        job.status, job.making, job.touched_at = Status.CANCELLED, "", now
        job.save(update_fields=("status", "making", "touched_at"))
        audit_record(
            championship=job.championship,
            user=user,
            now=now,
            action="imprimir-cancelar",
            sentence=f"Canceló una impresión; documentos hechos: {job.done} de {job.total}.",
            data={"job": str(job.public_id)},
        )
    return True


def print_job_retry(*, job: PrintJob, now: datetime) -> bool:
    """Queue again a job that failed, was cancelled or interrupted, or whose file is gone; False where there is nothing to repeat."""
    with one_writer():
        job = PrintJob.objects.select_for_update(of=("self",)).get(pk=job.pk)
        if not may_repeat(job, now):
            return False
        job.status, job.done, job.making, job.error = Status.QUEUED, 0, "", ""
        job.touched_at, job.removed_at = now, None
        job.save(update_fields=("status", "done", "making", "error", "touched_at", "removed_at"))
    return True
