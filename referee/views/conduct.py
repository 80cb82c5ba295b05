"""The ledger of conduct at the desk: written, filtered, cancelled with a reason, made final."""

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.forms.floor import ReasonForm
from brackets.forms.numbers import NO_SUCH_NUMBER, NumberedField
from brackets.forms.site_form import SiteForm
from brackets.models import Championship, Pareja
from brackets.selectors.wording import said
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted, told
from referee.models import Incident
from referee.rules import usual_articles
from referee.selectors.conduct import incidents_of, on_record
from referee.selectors.consultas import rules_of
from referee.services.conduct import Reported, incident_cancel, incident_settle, incident_write


class IncidentForm(SiteForm):
    """What somebody did, of which pareja; by number, since there may be a thousand of them."""

    number = NumberedField(label="", unknown=NO_SUCH_NUMBER)
    player = forms.CharField(label="Jugador, si fue uno", max_length=120, required=False)
    kind = forms.ChoiceField(label="Conducta", choices=Incident.Kind.choices)
    grade = forms.ChoiceField(label="Grado", choices=Incident.Grade.choices)
    article = forms.CharField(label="Artículo o regla", max_length=60, required=False)
    text = forms.CharField(label="Qué pasó", max_length=300, widget=forms.Textarea(attrs={"rows": 3}))
    client_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].rows = Pareja.objects.filter(championship=championship)  # type: ignore[attr-defined]
        self.fields["number"].label = said(championship.players_per_pareja, "Número de la pareja")
        usual = usual_articles(rules_of(championship))
        self.fields["kind"].widget.attrs["data-articles"] = json.dumps(usual)
        self.fields["article"].initial = usual[Incident.Kind.SIGNS]
        self.fields["article"].help_text = _told(usual)

    def reported(self) -> Reported:
        """What was written, once it is valid."""
        given = self.cleaned_data
        words = {name: given[name] for name in ("player", "kind", "grade", "article", "text")}
        return Reported(pareja=given["number"], **words)


def _told(usual: Mapping[str, str]) -> str:
    """Which kinds usually offend which article, in a line; empty for a text that has none of them."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for kind, label in Incident.Kind.choices:
        kinds[usual[kind]].append(label.lower())
    cited = [f"{article} ({', '.join(those)})" for article, those in kinds.items() if article]
    return f"Lo usual: {'; '.join(cited)}." if cited else ""


@championship_page("conduct.write", FORM)
def conduct(request: MemberRequest) -> HttpResponse:
    """The ledger, of one pareja or one grade where asked; and the form that adds to it."""
    number, grade = request.GET.get("numero", "").strip(), request.GET.get("grado", "").strip()
    form = IncidentForm(posted(request), championship=request.championship, initial={"number": number or None})
    if form.is_valid():
        with accepted(form):
            incident_write(
                championship=request.championship,
                reported=form.reported(),
                client_id=form.cleaned_data["client_id"],
                user=request.user,
                now=timezone.now(),
            )
            messages.success(request, "Quedó anotado. El público no lo ve mientras no esté firme.")
            return redirect("referee:conduct", request.championship.slug)
    asked = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else None
    context = {
        "ledger": on_record(request.championship, number=asked, grade=grade),
        "form": form,
        "number": number,
        "grade": grade,
        "grades": Incident.Grade.choices,
    }
    return render(request, "referee/conduct.html", context, status=422 if form.errors else 200)


@championship_page("conduct.write", FORM)
def conduct_cancel(request: MemberRequest, incident_id: int) -> HttpResponse:
    """It does not count: why."""
    incident = get_object_or_404(incidents_of(request.championship), pk=incident_id)
    form = ReasonForm(posted(request))
    if form.is_valid():
        with accepted(form):
            incident_cancel(incident=incident, user=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, "Quedó anulada, con su motivo: el público ya no la ve.")
            return redirect("referee:conduct", request.championship.slug)
    context = {"form": form, "incident": incident}
    return render(request, "referee/conduct_cancel.html", context, status=422 if form.errors else 200)


@championship_page("conduct.settle", WRITE)
def conduct_settle(request: MemberRequest, incident_id: int) -> HttpResponse:
    """It is final from now on."""
    incident = get_object_or_404(incidents_of(request.championship), pk=incident_id)
    with told(request):
        incident_settle(incident=incident, user=request.user, now=timezone.now())
        messages.success(request, "Quedó firme y ya es pública. Si fue un error, anúlela con su motivo.")
    return redirect("referee:conduct", request.championship.slug)
