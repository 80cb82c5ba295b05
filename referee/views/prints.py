"""The print page: what to print of the championship is ticked, and asked for with one button."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.selectors.site_address import site_address
from brackets.views.access import WRITE, MemberRequest, championship_page
from referee.models import PrintJob
from referee.printing.offers import PRESETS, documents_in, groups_of, offers_of, places_of, preset_tokens
from referee.selectors.prints.facts import facts_of
from referee.selectors.prints.jobs import KEPT, KEPT_JOBS, print_jobs
from referee.selectors.prints.selection import from_tokens
from referee.services.prints import NothingToPrint, print_job_create
from referee.tasks import print_job_dispatch
from referee.views.prints_jobs import shown


class PrintForm(forms.Form):
    """How it is printed; what is printed are the ticks, which only the championship knows."""

    size = forms.ChoiceField(choices=PrintJob.Size.choices)
    output = forms.ChoiceField(choices=PrintJob.Output.choices)
    duplex = forms.BooleanField(required=False)


@never_cache
@championship_page("print")
def prints(request: MemberRequest) -> HttpResponse:
    """All that can be printed, with what a preset (`?juego=noche`) ticks, and the latest jobs."""
    now = timezone.now()
    offers = offers_of(facts_of(request.championship, now), request.allowed)
    preset = request.GET.get("juego", "")
    wanted = PRESETS.get(preset)
    ticked = preset_tokens(offers, preset)
    context: dict[str, Any] = {
        "groups": groups_of(offers),
        "presets": PRESETS,
        "preset": wanted and preset,
        "nothing": wanted is not None and not ticked,
        "ticked": ticked,
        "sizes": PrintJob.Size.choices,
        "outputs": PrintJob.Output.choices,
        "output": wanted.output if wanted else PrintJob.Output.PDF,
        "jobs": [shown(job, now) for job in print_jobs(request.championship, request.user, request.roles)[:KEPT_JOBS]],
        "kept_jobs": KEPT_JOBS,
        "kept_days": KEPT.days,
    }
    return render(request, "referee/prints.html", context)


@championship_page("print", WRITE)
def print_ask(request: MemberRequest) -> HttpResponse:
    """Ask for what is ticked, and go to where its progress is shown."""
    form = PrintForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Elija en la lista el tamaño del papel y si quiere un PDF o un ZIP.")
        return redirect("referee:prints", request.championship.slug)
    now = timezone.now()
    places = places_of(offers_of(facts_of(request.championship, now), request.allowed))
    selection = from_tokens(request.POST.getlist("d"), places)
    try:
        job = print_job_create(
            championship=request.championship,
            selection=[places[each].chosen for each in selection],
            documents=documents_in(selection, places),
            **form.cleaned_data,
            user=request.user,
            now=now,
        )
    except NothingToPrint as nothing:
        messages.error(request, nothing.message)
        return redirect("referee:prints", request.championship.slug)
    if job.status == PrintJob.Status.QUEUED and job.touched_at is None:
        print_job_dispatch(job, base_url=site_address())
    return redirect("referee:print_job", request.championship.slug, job.public_id)
