"""The tables of the hall: how many, and when each is in use."""

from datetime import datetime, time, timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.timezone import localdate

from brackets.forms.hall import HoursForm, PauseForm
from brackets.forms.team import TablesForm
from brackets.selectors.hall import hall_of
from brackets.selectors.hall_people import table_rows
from brackets.services.tables import table_availability_set, table_pause, tables_set
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted, told


@championship_page("tables.edit", FORM)
def tables(request: MemberRequest) -> HttpResponse:
    championship, now = request.championship, timezone.now()
    form = TablesForm(posted(request), initial={"count": championship.tables.count()})
    if form.is_valid():
        with accepted(form):
            there = tables_set(championship=championship, by=request.user, now=now, **form.cleaned_data)
            messages.success(request, f"El salón tiene ahora {len(there)} mesas.")
            return redirect("brackets:panel", championship.slug)
    context = {"form": form, "rows": table_rows(hall_of(championship, now))}
    return render(request, "brackets/tables.html", context, status=422 if form.errors else 200)


@championship_page("tables.edit", FORM)
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


def next_at(hour: time, now: datetime) -> datetime:
    """The next time that a clock shows this hour: at 23:50, 00:15 is tomorrow's."""
    today = datetime.combine(localdate(now), hour, tzinfo=timezone.get_current_timezone())
    return today if today > now else today + timedelta(days=1)


@championship_page("tables.edit", WRITE)
def table_paused(request: MemberRequest, number: int) -> HttpResponse:
    table = get_object_or_404(request.championship.tables, number=number)
    form, now = PauseForm(request.POST), timezone.now()
    if not form.is_valid():
        messages.error(request, f"La pausa de la {table} no cambió: escriba la hora como 14:30, o déjela vacía.")
        return redirect("brackets:tables", request.championship.slug)
    with told(request):
        paused, until = request.POST.get("a") == "pausa", form.cleaned_data["until"]
        table_pause(table=table, paused=paused, until=next_at(until, now) if until else None, by=request.user, now=now)
    return redirect("brackets:tables", request.championship.slug)
