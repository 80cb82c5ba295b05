"""The tables of the hall: how many, and when each is in use."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.forms.hall import HoursForm, PauseForm
from brackets.forms.team import TablesForm
from brackets.selectors.callups import day_and_hour
from brackets.selectors.hall import hall_of
from brackets.selectors.hall_people import table_rows
from brackets.selectors.wording import counted
from brackets.services.tables import table_availability_set, table_pause, tables_set
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted, told


@championship_page("tables.edit", FORM, until_closed=True)
def tables(request: MemberRequest) -> HttpResponse:
    championship, now = request.championship, timezone.now()
    form = TablesForm(posted(request), initial={"count": championship.tables.count()})
    if form.is_valid():
        with accepted(form):
            there = tables_set(championship=championship, by=request.user, now=now, **form.cleaned_data)
            messages.success(request, f"El salón tiene ahora {counted(len(there), 'mesa', 'mesas')}.")
            return redirect("brackets:panel", championship.slug)
    context = {"form": form, "rows": table_rows(hall_of(championship, now))}
    return render(request, "brackets/tables.html", context, status=422 if form.errors else 200)


@championship_page("tables.edit", FORM, until_closed=True)
def table_hours(request: MemberRequest, number: int) -> HttpResponse:
    table = get_object_or_404(request.championship.tables, number=number)
    hours = {"available_from": table.available_from, "available_until": table.available_until}
    form = HoursForm(posted(request), initial=hours)
    if form.is_valid():
        with accepted(form):
            table_availability_set(table=table, by=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, f"Se guardaron las horas de la {table}.")
            return redirect("brackets:tables", request.championship.slug)
    return render(
        request, "brackets/table_hours.html", {"form": form, "table": table}, status=422 if form.errors else 200
    )


@championship_page("tables.edit", WRITE)
def table_paused(request: MemberRequest, number: int) -> HttpResponse:
    table = get_object_or_404(request.championship.tables, number=number)
    form, now = PauseForm(request.POST), timezone.now()
    if not form.is_valid():
        messages.error(request, f"La pausa de la {table} no cambió: escriba la hora como 14:30, o déjela vacía.")
        return redirect("brackets:tables", request.championship.slug)
    with told(request):
        paused, until = request.POST.get("a") == "pausa", form.cleaned_data["until"]
        at = request.championship.play_days.coming(until, now) if until and paused else None
        table_pause(table=table, paused=paused, until=at, by=request.user, now=now)
        ending = f" hasta {day_and_hour(at, request.championship.play_days)}" if at else ""
        messages.success(request, f"La {table} está {f'en pausa{ending}' if paused else 'otra vez en uso'}.")
    return redirect("brackets:tables", request.championship.slug)
