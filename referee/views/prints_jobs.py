"""One print job: watching it, stopping it, fetching its file, asking for it again."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import never_cache

from brackets.selectors.site_address import site_address
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.exporting import exported
from referee.models import PrintJob
from referee.printing.papers import KINDS
from referee.selectors.prints.jobs import is_unfinished, may_repeat, print_jobs, was_interrupted
from referee.selectors.prints.selection import from_data, title_of
from referee.selectors.queueing import queued_told
from referee.services import prints as services
from referee.tasks import print_job_dispatch

Status = PrintJob.Status
PART = 1 << 16  # bytes
MIME = {PrintJob.Output.PDF: "application/pdf", PrintJob.Output.ZIP: "application/zip"}


@never_cache
@championship_page("print")
def print_job(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """One job with its progress; its script asks `print_job_state` and loads the page again at the end."""
    job = job_of(request, public_id)
    context = {"shown": shown(job, timezone.now()), "lines": from_data(job.selection)}
    return render(request, "referee/prints_job.html", context)


@never_cache
@championship_page("print")
def print_job_state(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """How far the job is, for the script of its page."""
    state = progress(job_of(request, public_id), timezone.now())
    return JsonResponse({key: state[key] for key in ("status", "done", "total", "label", "making", "finished")})


@championship_page("print", WRITE)
def print_job_cancel(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """Stop making it."""
    if not services.print_job_cancel(job=job_of(request, public_id), user=request.user, now=timezone.now()):
        messages.info(request, "Ya había terminado: no hay nada que cancelar.")
    return redirect("referee:print_job", request.championship.slug, public_id)


@championship_page("print", WRITE)
def print_job_again(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """Make a job once more that failed, was cancelled or interrupted, or whose file is gone."""
    job = job_of(request, public_id)
    _require_kinds(request, job)
    if services.print_job_retry(job=job, now=timezone.now()):
        print_job_dispatch(job, base_url=site_address())
    return redirect("referee:print_job", request.championship.slug, public_id)


@never_cache
@championship_page("print")
def print_job_file(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """The finished file, for whoever may have all that is in it: a PDF is shown, a ZIP is saved; read from the disk as it is sent."""
    job = job_of(request, public_id)
    _require_kinds(request, job)
    path = Path(settings.PRINTS_ROOT) / job.file
    if job.status != Status.DONE or not job.file or not path.is_file():
        raise Http404
    told = title_of(from_data(job.selection))
    exported(request, f"lo impreso: {told}, en {job.output.upper()}", job.people, job.fields)
    title = slugify(told)[:80]
    saved = job.output == PrintJob.Output.ZIP
    headers = {
        "Content-Disposition": content_disposition_header(saved, f"{title}.{job.output}"),
        "Content-Length": str(path.stat().st_size),
    }
    answer = StreamingHttpResponse(_read(path), content_type=MIME[PrintJob.Output(job.output)], headers=headers)
    return cast("HttpResponse", answer)


def _read(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while part := file.read(PART):
            yield part


def job_of(request: MemberRequest, public_id: UUID) -> PrintJob:
    return get_object_or_404(print_jobs(request.championship, request.user, request.roles), public_id=public_id)


def _require_kinds(request: MemberRequest, job: PrintJob) -> None:
    """Whoever may not have one of its documents by itself has it in no job either."""
    kinds = (KINDS.get(line.kind) for line in from_data(job.selection))
    if any(kind.action not in request.allowed for kind in kinds if kind):
        raise PermissionDenied


def shown(job: PrintJob, now: datetime) -> dict[str, Any]:
    """A job as the pages tell it."""
    return {
        "job": job,
        "title": title_of(from_data(job.selection)),
        "repeatable": may_repeat(job, now),
        **progress(job, now),
    }


def progress(job: PrintJob, now: datetime) -> dict[str, Any]:
    """How far it is, for people and for the script."""
    interrupted = was_interrupted(job, now)
    return {
        "status": "interrupted" if interrupted else "removed" if _is_removed(job) else job.status,
        "done": job.done,
        "total": job.total,
        "making": "" if interrupted else job.making,
        "label": "Se interrumpió antes de terminar: no hay archivo." if interrupted else _words(job, now),
        "finished": interrupted or not is_unfinished(job),
    }


def _is_removed(job: PrintJob) -> bool:
    return job.status == Status.DONE and not job.file


def _words(job: PrintJob, now: datetime) -> str:
    if _is_removed(job):
        return "El archivo ya no se guarda: puede pedirlo otra vez."
    words = {
        Status.QUEUED: queued_told(job.touched_at or job.created_at, now),
        Status.RUNNING: f"{job.done} de {_documents(job.total)}.",
        Status.DONE: f"Lista: {_contents(job)}.",
        Status.FAILED: job.error or "Falló.",
        Status.CANCELLED: "Cancelada: no quedó ningún archivo.",
    }
    return words[Status(job.status)]


def _contents(job: PrintJob) -> str:
    bound = job.output == PrintJob.Output.PDF and job.pages
    pages = f", {job.pages} página{'s' if job.pages != 1 else ''}" if bound else ""
    size = f", {filesizeformat(job.bytes)}" if job.bytes else ""
    return f"{_documents(job.total)} en un {job.output.upper()}{pages}{size}"


def _documents(number: int) -> str:
    return f"{number} documento{'s' if number != 1 else ''}"
