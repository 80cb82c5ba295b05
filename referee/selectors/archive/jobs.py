"""How far the archives are that somebody asked for."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet

from brackets.models import Championship, EntryPerson, Player, Role, User
from referee.models import ArchiveJob
from referee.selectors.archive.hiding import Included
from referee.selectors.queueing import was_dropped

SILENCE: Final = timedelta(minutes=2)
"""A task that gave no sign of life for so long is no longer running."""
KEPT: Final = timedelta(days=1)
KEPT_PERSONAL: Final = timedelta(hours=1)
"""How long the file stays here: whoever asked for it has it by then, and it can be made again."""


def archive_jobs(championship: Championship, user: User) -> QuerySet[ArchiveJob]:
    """Those that this account asked for, which are for nobody else; the latest first."""
    return ArchiveJob.objects.filter(championship=championship, created_by=user).select_related("created_by")


def archive_jobs_over(now: datetime) -> QuerySet[ArchiveJob]:
    """Those whose file is due to be thrown away."""
    old = Q(created_at__lt=now - KEPT) | Q(personal=True, created_at__lt=now - KEPT_PERSONAL)
    return ArchiveJob.objects.filter(old).exclude(file="")


def archive_people(championship: Championship, included: Included) -> tuple[int, list[str]]:
    """How many people are in an archive with what was asked for, and what it has of each: three queries at most."""
    people = Player.objects.filter(championship=championship).count()
    people += Role.objects.filter(championship=championship).values("user").distinct().count()
    fields = ["nombre", "club", "resultados"]
    if included.personal:
        people += EntryPerson.objects.filter(championship=championship, erased_at__isnull=True).count()
        fields += ["cédula", "correo", "teléfono", "nacimiento", "familia", "provincia", "conducta"]
    return people, [*fields, "trazo de la firma"] if included.ink else fields


def archive_is_unfinished(job: ArchiveJob) -> bool:
    return job.status in (ArchiveJob.Status.QUEUED, ArchiveJob.Status.RUNNING)


def archive_was_interrupted(job: ArchiveJob, now: datetime) -> bool:
    """The server was stopped, or no worker runs."""
    silent, queued = now - (job.touched_at or job.created_at), job.status == ArchiveJob.Status.QUEUED
    return archive_is_unfinished(job) and was_dropped(silent, queued=queued, patience=SILENCE)
