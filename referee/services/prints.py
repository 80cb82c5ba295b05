"""The life of a print job: asked for, made by a task with its progress shown, ready or failed."""

from datetime import datetime

from brackets.models import Stage, User
from brackets.services.audit import audit_record
from referee.models import PrintJob
from referee.selectors.prints import is_unfinished, job_title, was_interrupted, what_to_print
from referee.services.errors import RefereeError
from referee.services.writing import one_writer


class NothingToPrint(RefereeError):
    """The round has no Planilla of this kind."""

    http_status = 409

    def __init__(self, kind: str) -> None:
        message = (
            "En esta ronda todavía no se conoce ninguna partida con sus dos rivales."
            if kind == PrintJob.Kind.BLANK
            else "En esta ronda todavía no hay ninguna Planilla sellada: espere a que los Jueces firmen."
        )
        super().__init__("nada-que-imprimir", message)


def print_job_create(*, stage: Stage, round_: int, kind: str, user: User, now: datetime) -> PrintJob:
    """Queue the Planillas of a round; the same job while it is being made is not queued twice.

    The caller dispatches the task. Raises NothingToPrint.
    """
    with one_writer():
        job = PrintJob(stage=stage, round=round_, kind=kind, created_at=now, created_by=user)
        for running in PrintJob.objects.filter(stage=stage, round=round_, kind=kind).select_for_update(of=("self",)):
            if is_unfinished(running) and not was_interrupted(running, now):
                return running
        job.total = len(what_to_print(job))
        if not job.total:
            raise NothingToPrint(kind)
        job.save(force_insert=True)
        audit_record(
            championship=stage.championship,
            user=user,
            now=now,
            action="imprimir",
            sentence=f"Pidió imprimir: {job_title(job)}.",
            data={"job": str(job.public_id), "total": job.total},
        )
    return job


def print_job_start(*, job_id: int, total: int, now: datetime) -> bool:
    """Note that the task runs, from the beginning; False if the job was finished before, so that nothing is left to do."""
    with one_writer():
        unfinished = PrintJob.objects.filter(pk=job_id).exclude(status=PrintJob.Status.DONE)
        return bool(unfinished.update(status=PrintJob.Status.RUNNING, done=0, total=total, error="", touched_at=now))


def print_job_progress(*, job_id: int, done: int, now: datetime) -> None:
    """Note how many Planillas are in the file so far."""
    with one_writer():
        running = PrintJob.objects.filter(pk=job_id, status=PrintJob.Status.RUNNING)
        running.update(done=done, touched_at=now)


def print_job_finish(*, job_id: int, total: int, file: str, now: datetime) -> None:
    """The file, a name below PRINTS_ROOT, is complete."""
    with one_writer():
        PrintJob.objects.filter(pk=job_id).update(
            status=PrintJob.Status.DONE, done=total, total=total, file=file, error="", touched_at=now
        )


def print_job_fail(*, job_id: int, error: str, now: datetime) -> None:
    """Tell people why there is no file; a job that is ready stays so."""
    with one_writer():
        unfinished = PrintJob.objects.filter(pk=job_id).exclude(status=PrintJob.Status.DONE)
        unfinished.update(status=PrintJob.Status.FAILED, error=error[:300], touched_at=now)


def print_job_retry(*, job: PrintJob, now: datetime) -> bool:
    """Queue again a job that failed or was interrupted; False where there is nothing to repeat."""
    with one_writer():
        job = PrintJob.objects.select_for_update(of=("self",)).get(pk=job.pk)
        if job.status != PrintJob.Status.FAILED and not was_interrupted(job, now):
            return False
        job.status, job.done, job.error, job.touched_at = PrintJob.Status.QUEUED, 0, "", now
        job.save(update_fields=("status", "done", "error", "touched_at"))
    return True
