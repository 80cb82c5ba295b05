"""A championship's birth, its settings and its rules: they need the rulebook, so they live here."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from brackets.models import Championship, User
from brackets.selectors.access import may_create_championship
from brackets.selectors.site_address import site_address
from brackets.services.championships import championship_create, championship_update
from brackets.views.access import FORM, WRITE, ChampionshipRequest, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted, told
from referee.forms import ChampionshipForm, DetailsForm, SettingsForm, initial_of, place_of
from referee.printing.rule_sheet import rule_sheet_pdf
from referee.rules import REGLAMENTOS, Language, Reglamento, Setting, SettingChoice, cite, lacks, reglamento_get, traits
from referee.selectors.rule_sheet import paper_of, sheet_of
from referee.selectors.sealed.record import certificate_in_use, fingerprint_told
from referee.services.opening import championship_open_sealing
from referee.views.planillas import pdf_response


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
                user=user,
                now=timezone.now(),
                rule_settings={},
                reglamento_version=version,
                told=form.told,
                **form.cleaned_data,
            )
            messages.success(request, f"Se creó «{championship}», en preparación. Nadie más lo ve todavía.")
            return redirect("brackets:panel", championship.slug)
    context = {"form": form, "cards": cards()}
    return render(request, "referee/championship_new.html", context, status=422 if form.errors else 200)


@championship_page("championship.open", WRITE)
def championship_open(request: MemberRequest) -> HttpResponse:
    """From here on it is public, its rulebook stands, and what is sealed is signed."""
    slug = request.championship.slug
    with told(request):
        opened = championship_open_sealing(championship=request.championship, user=request.user, now=timezone.now())
        messages.success(request, "El campeonato está abierto: ya es público y su reglamento queda fijado.")
        if certificate_in_use(opened) is None:
            messages.warning(
                request, "Las Planillas saldrán sin firma electrónica: póngale un certificado en Organización."
            )
        return redirect("brackets:panel", slug)
    return redirect(f"{reverse('referee:championship_settings', args=[slug])}#id_appeal_minutes")


@championship_page("championship.edit", FORM, until_closed=True)
def championship_settings(request: MemberRequest) -> HttpResponse:
    """While in preparation everything; afterwards only what the rulebook does not rest on."""
    if request.championship.status == Championship.Status.DRAFT:
        return _settings_page(request)
    return _details_page(request)


@championship_page("championship.see")
def championship_rules(request: ChampionshipRequest) -> HttpResponse:
    """What is played by: to read aloud before the first partida, and to print."""
    language: Language = "en" if get_language() == "en" else "es"
    certificate = certificate_in_use(request.championship)
    context = {
        "sheet": sheet_of(request.championship, language),
        "certificate": certificate,
        "fingerprint": fingerprint_told(certificate.fingerprint) if certificate else "",
        **settled(request.championship),
    }
    return render(request, "referee/championship_rules.html", context)


@championship_page("championship.see")
def championship_rules_pdf(request: ChampionshipRequest) -> HttpResponse:
    """The same on paper, in Spanish or (`?idioma=en`) in English."""
    english = request.GET.get("idioma") == "en"
    slug = request.championship.slug
    url = site_address() + reverse("referee:championship_rules", args=(slug,))
    paper = paper_of(request.championship, "en" if english else "es", url=url)
    return pdf_response(rule_sheet_pdf(paper), f"{'rules' if english else 'reglas'}-{slug}")


def rules_of(championship: Championship) -> Reglamento:
    return reglamento_get(championship.reglamento, championship.rule_settings)


class Card(NamedTuple):
    """A rulebook to choose: what tells it from the others, and what its text does not know."""

    rules: Reglamento
    traits: tuple[str, ...]
    lacks: tuple[str, ...]


def cards() -> dict[str, Card]:
    return {key: Card(rules, traits(rules), lacks(rules)) for key, rules in REGLAMENTOS.items()}


class Reading(NamedTuple):
    """A point with what was settled, whether that is the rulebook's own reading, and where the text speaks of it."""

    setting: Setting
    choice: SettingChoice
    ours: bool
    place: str


def settled(championship: Championship) -> dict[str, Any]:
    """What a championship plays by: every doubt as it was settled, and those variants that were chosen."""
    rules = rules_of(championship)
    readings = [
        Reading(setting, setting.choice(value), value == setting.default, cite(setting.article))
        for setting in rules.settings
        for value in (rules.chosen.get(setting.key, setting.default),)
    ]
    return {
        "rules": rules,
        "lacks": lacks(rules),
        "doubts": [reading for reading in readings if reading.setting.kind == "duda"],
        "variants": [reading for reading in readings if reading.setting.kind == "variante" and not reading.ours],
        "places": {
            "appeal": place_of(rules, "appeal.to"),
            "identification": place_of(rules, "planilla.identification"),
            "signatures": place_of(rules, "planilla.signatures"),
        },
    }


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
                told=form.told,
                **form.championship_fields(),
            )
            if another:
                messages.info(request, "Cambió el reglamento: revise aquí los puntos que deja abiertos.")
                return redirect("referee:championship_settings", championship.slug)
            messages.success(request, "Se guardaron los ajustes.")
            return redirect("brackets:panel", championship.slug)
    context = {"form": form, "rules": rules, "cards": cards(), "resolves": place_of(rules, "gaps.resolved_by")}
    return render(request, "referee/championship_settings.html", context, status=422 if form.errors else 200)


def _details_page(request: MemberRequest) -> HttpResponse:
    championship = request.championship
    initial: dict[str, Any] = {name: getattr(championship, name) for name in DetailsForm.base_fields}
    form = DetailsForm(posted(request), initial=initial)
    if form.is_valid():
        with accepted(form):
            championship_update(
                championship=championship, user=request.user, now=timezone.now(), told=form.told, **form.cleaned_data
            )
            messages.success(request, "Se guardaron los datos del campeonato.")
            return redirect("brackets:panel", championship.slug)
    context = {"form": form, **settled(championship)}
    return render(request, "referee/championship_details.html", context, status=422 if form.errors else 200)
