"""A championship's birth, its settings and its rules: they need the rulebook, so they live here."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from brackets.models import Championship, User
from brackets.selectors.access import may_create_championship
from brackets.services.championships import championship_create, championship_update
from brackets.views.access import FORM, ChampionshipRequest, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted
from referee.forms import ChampionshipForm, DetailsForm, SettingsForm, initial_of
from referee.rules import REGLAMENTOS, Reglamento, Setting, SettingChoice, reglamento_get


@login_required
@require_http_methods(FORM)
def championship_new(request: HttpRequest) -> HttpResponse:
    user = request.user
    if not isinstance(user, User) or not may_create_championship(user):
        raise PermissionDenied
    form = ChampionshipForm(posted(request))
    if form.is_valid():
        version = REGLAMENTOS[form.cleaned_data["reglamento"]].version
        with accepted(form):
            championship = championship_create(
                user=user, now=timezone.now(), rule_settings={}, reglamento_version=version, **form.cleaned_data
            )
            messages.success(request, f"Se creó «{championship}», en preparación. Nadie más lo ve todavía.")
            return redirect("brackets:panel", championship.slug)
    context = {"form": form, "reglamentos": REGLAMENTOS.values()}
    return render(request, "referee/championship_new.html", context, status=422 if form.errors else 200)


@championship_page("championship.edit", FORM)
def championship_settings(request: MemberRequest) -> HttpResponse:
    """While in preparation everything; afterwards only what the rulebook does not rest on."""
    if request.championship.status == Championship.Status.DRAFT:
        return _settings_page(request)
    return _details_page(request)


@championship_page("championship.see")
def championship_rules(request: ChampionshipRequest) -> HttpResponse:
    """What is played by: to read aloud before the first partida, and to print."""
    rules = rules_of(request.championship)
    return render(request, "referee/championship_rules.html", {"rules": rules, "readings": readings(rules)})


def rules_of(championship: Championship) -> Reglamento:
    return reglamento_get(championship.reglamento, championship.rule_settings)


def readings(rules: Reglamento) -> list[tuple[Setting, SettingChoice, bool]]:
    """Each open point with what was settled, and whether that is the adopted reading."""
    settled = ((setting, rules.chosen.get(setting.key, setting.default)) for setting in rules.settings)
    return [(setting, setting.choice(value), value == setting.default) for setting, value in settled]


def _settings_page(request: MemberRequest) -> HttpResponse:
    championship = request.championship
    rules = REGLAMENTOS[championship.reglamento]
    form = SettingsForm(posted(request), rules=rules, initial=initial_of(championship, rules))
    if form.is_valid():
        with accepted(form):
            another = form.cleaned_data["reglamento"] != rules.key
            championship_update(
                championship=championship,
                user=request.user,
                now=timezone.now(),
                rule_settings={} if another else form.rule_settings(),
                reglamento_version=REGLAMENTOS[form.cleaned_data["reglamento"]].version,
                **form.championship_fields(),
            )
            if another:
                messages.info(request, "Cambió el reglamento: revise aquí los puntos que deja abiertos.")
                return redirect("referee:championship_settings", championship.slug)
            messages.success(request, "Se guardaron los ajustes.")
            return redirect("brackets:panel", championship.slug)
    context = {"form": form, "rules": rules, "reglamentos": REGLAMENTOS.values()}
    return render(request, "referee/championship_settings.html", context, status=422 if form.errors else 200)


def _details_page(request: MemberRequest) -> HttpResponse:
    championship = request.championship
    initial: dict[str, Any] = {name: getattr(championship, name) for name in DetailsForm.base_fields}
    form = DetailsForm(posted(request), initial=initial)
    if form.is_valid():
        with accepted(form):
            championship_update(championship=championship, user=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, "Se guardaron los datos del campeonato.")
            return redirect("brackets:panel", championship.slug)
    rules = rules_of(championship)
    context = {"form": form, "rules": rules, "readings": readings(rules)}
    return render(request, "referee/championship_details.html", context, status=422 if form.errors else 200)
