"""A championship as one file: asking for it, and fetching it."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.selectors.wording import counted
from brackets.views.access import FORM, MemberRequest, championship_page, posted
from brackets.views.exporting import exported
from referee.models import ArchiveJob
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.jobs import (
    archive_is_unfinished,
    archive_jobs,
    archive_people,
    archive_was_interrupted,
)
from referee.selectors.queueing import queued_told
from referee.selectors.sealed.record import certificate_in_use
from referee.services.archives.asking import archive_job_create
from referee.services.archives.kept import archives_sweep
from referee.services.errors import RefereeError
from referee.tasks import archive_dispatch

SHOWN = 10
CHUNK = 256 * 1024


class ArchiveForm(forms.Form):
    """What is in it besides."""

    personal = forms.BooleanField(required=False)
    ink = forms.BooleanField(required=False)


@never_cache
@championship_page("archive.export", FORM)
def archive(request: MemberRequest) -> HttpResponse:
    """What is in an archive, and those that were asked for."""
    now, given = timezone.now(), posted(request)
    if given is not None:
        form = ArchiveForm(given)
        form.is_valid()
        included = Included(personal=form.cleaned_data["personal"], ink=form.cleaned_data["ink"])
        try:
            job = archive_job_create(championship=request.championship, included=included, user=request.user, now=now)
        except RefereeError as refused:
            messages.error(request, refused.message)
            return redirect("referee:archive", request.championship.slug)
        if job.touched_at is None:
            archive_dispatch(job)
        return redirect("referee:archive_job", request.championship.slug, job.public_id)
    archives_sweep(now=now)
    jobs = [shown(job, now) for job in archive_jobs(request.championship, request.user)[:SHOWN]]
    context = {"jobs": jobs, "certificate": certificate_in_use(request.championship)}
    return render(request, "referee/archive.html", context)


@never_cache
@championship_page("archive.export")
def archive_job(request: MemberRequest, archive_id: UUID) -> HttpResponse:
    """One with its progress; its script asks `archive_job_state` and loads the page again at the end."""
    context = {"shown": shown(job_of(request, archive_id), timezone.now())}
    return render(request, "referee/archive_job.html", context)


@never_cache
@championship_page("archive.export")
def archive_job_state(request: MemberRequest, archive_id: UUID) -> HttpResponse:
    """How far it is, for the script of its page."""
    state = shown(job_of(request, archive_id), timezone.now())
    return JsonResponse({key: state[key] for key in ("status", "done", "total", "label", "finished")})


@never_cache
@championship_page("archive.export")
def archive_job_file(request: MemberRequest, archive_id: UUID) -> HttpResponse:
    """The file, as long as it is kept."""
    job = job_of(request, archive_id)
    path = Path(settings.ARCHIVES_ROOT) / job.file
    if not job.file or not path.is_file():
        raise Http404
    people, fields = archive_people(request.championship, Included(personal=job.personal, ink=job.ink))
    exported(request, "el archivo del campeonato", people, fields)
    name = f"{request.championship.slug}{'-completo' if job.personal else ''}.json.gz"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Length": str(path.stat().st_size)}
    answer = StreamingHttpResponse(_chunks(path), content_type="application/gzip", headers=headers)
    return cast("HttpResponse", answer)


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk


def job_of(request: MemberRequest, archive_id: UUID) -> ArchiveJob:
    return get_object_or_404(archive_jobs(request.championship, request.user), public_id=archive_id)


def shown(job: ArchiveJob, now: datetime) -> dict[str, Any]:
    """A job as the pages tell it."""
    interrupted = archive_was_interrupted(job, now)
    words = {
        ArchiveJob.Status.QUEUED: queued_told(job.touched_at or job.created_at, now),
        ArchiveJob.Status.RUNNING: f"{job.done} de {counted(job.total, 'fila', 'filas')}.",
        ArchiveJob.Status.DONE: "Listo." if job.file else "Ya se borró de aquí: pídalo otra vez si hace falta.",
        ArchiveJob.Status.FAILED: job.error or "Falló.",
    }
    besides = [word for word, there in (("datos personales", job.personal), ("tinta", job.ink)) if there]
    return {
        "job": job,
        "title": f"Archivo con {' y '.join(besides)}" if besides else "Archivo sin datos personales ni tinta",
        "status": "interrupted" if interrupted else job.status,
        "done": job.done,
        "total": job.total,
        "label": "Se interrumpió antes de terminar: pídalo otra vez."
        if interrupted
        else words[ArchiveJob.Status(job.status)],
        "finished": interrupted or not archive_is_unfinished(job),
    }
