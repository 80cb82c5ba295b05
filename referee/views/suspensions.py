"""What stands still, and letting it go on: one mesa, or the whole hall."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted, told
from referee.models import Mesa
from referee.selectors.appeal_waiting import rulings_awaited
from referee.selectors.suspensions import suspensions_of
from referee.services.suspensions import hall_resume, hall_suspend, mesa_resume, mesa_suspend, suspension_measure
from referee.views.suspension_forms import HallForm, MeasureForm, MesaForm


@championship_page("suspensions.edit", FORM)
def suspensions(request: MemberRequest) -> HttpResponse:
    """What is suspended and what was; the form here suspends the whole hall."""
    form = HallForm(posted(request))
    if form.is_valid():
        with accepted(form):
            done = hall_suspend(
                championship=request.championship, user=request.user, now=timezone.now(), **form.cleaned_data
            )
            messages.success(request, f"La sala está suspendida: {_mesas(len(done.reached))} en pausa.")
            return _back(request)
    return _page(request, form, MesaForm(championship=request.championship))


@championship_page("suspensions.edit", WRITE)
def hall_resumption(request: MemberRequest) -> HttpResponse:
    """The hall goes on."""
    with told(request):
        done = hall_resume(championship=request.championship, user=request.user, now=timezone.now())
        if done is not None:
            messages.success(request, f"La sala sigue: se reanudaron {_mesas(len(done.reached))}.")
    return _back(request)


@championship_page("suspensions.edit", WRITE)
def mesa_suspension(request: MemberRequest) -> HttpResponse:
    """Suspend one mesa."""
    form = MesaForm(request.POST, championship=request.championship)
    if form.is_valid():
        with accepted(form):
            mesa = form.cleaned_data["mesa"]
            mesa_suspend(user=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, f"La {mesa.fixture.name} está suspendida.")
            return _back(request)
    return _page(request, HallForm(), form)


@championship_page("suspensions.edit", WRITE)
def mesa_resumption(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """One mesa goes on."""
    mesa = _mesa(request, public_id)
    with told(request):
        mesa_resume(mesa=mesa, client_id=uuid4(), user=request.user, now=timezone.now())
        messages.success(request, f"La {mesa.fixture.name} sigue.")
    return _back(request)


@championship_page("suspensions.edit", WRITE)
def mesa_measure(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """Note what is decided about a mesa while it is suspended."""
    mesa, form = _mesa(request, public_id), MeasureForm(request.POST)
    if not form.is_valid():
        messages.error(request, "No se anotó: escriba la medida.")
        return _back(request)
    with told(request):
        suspension_measure(mesa=mesa, user=request.user, now=timezone.now(), **form.cleaned_data)
        messages.success(request, "Se anotó la medida.")
    return _back(request)


def _page(request: MemberRequest, hall: HallForm, one: MesaForm) -> HttpResponse:
    found = suspensions_of(request.championship)
    awaited = rulings_awaited(request.championship)
    standing = [(each, uuid4(), awaited.get(each.mesa.pk)) for each in found.standing]
    context = {"found": found, "hall": hall, "one": one, "standing": standing}
    return render(request, "referee/suspensions.html", context, status=422 if hall.errors or one.errors else 200)


def _mesa(request: MemberRequest, public_id: UUID) -> Mesa:
    theirs = Mesa.objects.filter(fixture__stage__championship=request.championship)
    return get_object_or_404(theirs.select_related("fixture__stage"), public_id=public_id)


def _back(request: MemberRequest) -> HttpResponseRedirect:
    return redirect("referee:suspensions", request.championship.slug)


def _mesas(count: int) -> str:
    return "1 mesa" if count == 1 else f"{count} mesas"
