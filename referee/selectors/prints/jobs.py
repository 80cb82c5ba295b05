"""How far each print job is, and how long its file is kept."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from brackets.models import Championship, Role, User
from referee.models import PrintJob
from referee.selectors.queueing import was_dropped

# A task gives a sign of life every second or so; one that is silent for so long is no longer running.
SILENCE: Final = timedelta(minutes=2)
KEPT: Final = timedelta(days=14)
KEPT_JOBS: Final = 20


def print_jobs(championship: Championship, user: User, roles: Collection[str]) -> QuerySet[PrintJob]:
    """The jobs that this account asked for, the latest first; a Director's are all, as he answers for what is printed."""
    jobs = PrintJob.objects.filter(championship=championship).select_related("championship", "created_by")
    return jobs if Role.Kind.DIRECTOR in roles else jobs.filter(created_by=user)


def is_unfinished(job: PrintJob) -> bool:
    """Whether there is still something to wait for."""
    return job.status in (PrintJob.Status.QUEUED, PrintJob.Status.RUNNING)


def was_interrupted(job: PrintJob, now: datetime) -> bool:
    """Whether whoever was making it has fallen silent: the server was stopped, or no worker runs."""
    silent = now - (job.touched_at or job.created_at)
    return is_unfinished(job) and was_dropped(silent, queued=job.status == PrintJob.Status.QUEUED, patience=SILENCE)


def is_wanted(job_id: int, attempt: int) -> bool:
    """Whether it is still this attempt that makes the job: nobody cancelled it or began it anew. One query."""
    return PrintJob.objects.filter(pk=job_id, attempt=attempt, status=PrintJob.Status.RUNNING).exists()


def may_repeat(job: PrintJob, now: datetime) -> bool:
    """Whether it can be asked for again: it failed, was cancelled or interrupted, or its file is gone."""
    ended = job.status in (PrintJob.Status.FAILED, PrintJob.Status.CANCELLED)
    return ended or was_interrupted(job, now) or (job.status == PrintJob.Status.DONE and not job.file)


def files_past(now: datetime) -> list[PrintJob]:
    """The jobs whose files are kept no longer: older than `KEPT`, or not among the last `KEPT_JOBS` that their championship made."""
    past: list[PrintJob] = []
    seen: dict[int, int] = {}
    touched = Coalesce("touched_at", "created_at")  # what was asked for again is as new as its file
    for job in PrintJob.objects.exclude(file="").alias(touched=touched).order_by("-touched", "-pk"):
        seen[job.championship_id] = seen.get(job.championship_id, 0) + 1
        if seen[job.championship_id] > KEPT_JOBS or now - (job.touched_at or job.created_at) > KEPT:
            past.append(job)
    return past
