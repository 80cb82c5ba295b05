"""Printing all Planillas of a round: asking for it, watching it, fetching it."""

from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.models import Championship, Stage
from brackets.selectors.callups import walkovers_of
from brackets.views.access import WRITE, MemberRequest, championship_page
from referee.models import PrintJob
from referee.selectors.prints import is_unfinished, job_title, print_jobs, printable_rounds, was_interrupted
from referee.services.prints import NothingToPrint, print_job_create, print_job_retry
from referee.tasks import print_round_dispatch
from referee.views.planillas import base_url, pdf_response

SHOWN = 20


class PrintForm(forms.Form):
    """Which Planillas of which round."""

    kind = forms.ChoiceField(choices=PrintJob.Kind.choices)
    stage = forms.ModelChoiceField(Stage.objects.none())
    round = forms.IntegerField(min_value=1, max_value=64)

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["stage"] = forms.ModelChoiceField(Stage.objects.filter(championship=championship))


@never_cache
@championship_page("print")
def prints(request: MemberRequest) -> HttpResponse:
    """The rounds with what can be printed of each, and the latest jobs."""
    now = timezone.now()
    context = {
        "rounds": printable_rounds(request.championship),
        "walkovers": walkovers_of(request.championship)[:SHOWN],
        "jobs": [shown(job, now) for job in print_jobs(request.championship)[:SHOWN]],
    }
    return render(request, "referee/prints.html", context)


@championship_page("print", WRITE)
def print_ask(request: MemberRequest) -> HttpResponse:
    """Ask for the Planillas of a round."""
    form = PrintForm(request.POST, championship=request.championship)
    if not form.is_valid():
        messages.error(request, "Elija en la lista qué ronda imprimir.")
        return redirect("referee:prints", request.championship.slug)
    try:
        job = print_job_create(
            stage=form.cleaned_data["stage"],
            round_=form.cleaned_data["round"],
            kind=form.cleaned_data["kind"],
            user=request.user,
            now=timezone.now(),
        )
    except NothingToPrint as nothing:
        messages.error(request, nothing.message)
        return redirect("referee:prints", request.championship.slug)
    if job.status == PrintJob.Status.QUEUED and job.touched_at is None:
        print_round_dispatch(job, base_url=base_url(request))
    return redirect("referee:print_job", request.championship.slug, job.public_id)


@never_cache
@championship_page("print")
def print_job(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """One job with its progress; its script asks `print_job_state` and loads the page again at the end."""
    job = job_of(request, public_id)
    context = {"shown": shown(job, timezone.now())}
    return render(request, "referee/prints_job.html", context)


@never_cache
@championship_page("print")
def print_job_state(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """How far the job is, for the script of its page."""
    state = shown(job_of(request, public_id), timezone.now())
    return JsonResponse({key: state[key] for key in ("status", "done", "total", "label", "finished")})


@championship_page("print", WRITE)
def print_job_again(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """Make a job that failed or was interrupted once more."""
    job = job_of(request, public_id)
    if print_job_retry(job=job, now=timezone.now()):
        print_round_dispatch(job, base_url=base_url(request))
    return redirect("referee:print_job", request.championship.slug, public_id)


@never_cache
@championship_page("print")
def print_job_file(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """The finished PDF."""
    job = job_of(request, public_id)
    path = Path(settings.PRINTS_ROOT) / job.file
    if job.status != PrintJob.Status.DONE or not path.is_file():
        raise Http404
    return pdf_response(path.read_bytes(), f"planillas-{job.stage.number}-{job.round}-{job.kind}")


def job_of(request: MemberRequest, public_id: UUID) -> PrintJob:
    return get_object_or_404(print_jobs(request.championship), public_id=public_id)


def shown(job: PrintJob, now: datetime) -> dict[str, Any]:
    """A job as the pages tell it."""
    interrupted = was_interrupted(job, now)
    words = {
        PrintJob.Status.QUEUED: "En cola: empieza en un momento.",
        PrintJob.Status.RUNNING: f"{job.done} de {job.total} Planillas.",
        PrintJob.Status.DONE: f"Lista: {job.total} Planilla{'s' if job.total != 1 else ''} en un PDF.",
        PrintJob.Status.FAILED: job.error or "Falló.",
    }
    stopped = "Se interrumpió antes de terminar: no hay PDF."
    return {
        "job": job,
        "title": job_title(job),
        "status": "interrupted" if interrupted else job.status,
        "done": job.done,
        "total": job.total,
        "label": stopped if interrupted else words[PrintJob.Status(job.status)],
        "finished": interrupted or not is_unfinished(job),
    }
