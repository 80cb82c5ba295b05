"""The acta of a published draw, and its verification by anybody."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from brackets.forms.acta import ActaForm
from brackets.models import Stage
from brackets.selectors.acta_check import ActaUnread, acta_checked, draw_checked
from brackets.selectors.acta_text import NoActa
from brackets.selectors.draw_acta import acta_file, acta_of, published_stages
from brackets.selectors.draw_changes import changes_since
from brackets.selectors.draw_lines import Named, drawn_by_number, groups_of, parejas_by_number
from brackets.selectors.draw_review import unkept_of
from brackets.selectors.draws import criteria_of, drawn_lines, terms_of
from brackets.selectors.draws_made import draws_told, was_public
from brackets.selectors.shares import shares_drawn
from brackets.selectors.swiss_rounds import rounds_told
from brackets.views.access import FORM, ChampionshipRequest, championship_page, posted
from brackets.views.draw import stage_number, stage_of


@championship_page("championship.see")
def draw_public(request: ChampionshipRequest) -> HttpResponse:
    """A published draw line by line, with what anybody needs to repeat it; `?verificar` repeats it here."""
    stages = published_stages(request.championship)
    asked = stage_of(request, stage_number(request)) if "etapa" in request.GET else None
    shown = stages[:1] if asked is None else [each for each in stages if each.pk == asked.pk]
    stage = shown[0] if shown else None
    context: dict[str, Any] = {"stages": stages, "stage": stage, "asked": asked, "now": timezone.now()}
    if stage is None:
        told = asked or stage_of(request, 1)
        context["was_public"] = told is not None and was_public(told)
    else:
        there = parejas_by_number(stage)
        parejas: dict[int, Named] = {**there, **drawn_by_number(stage)}  # who entered late has the name of today
        context |= {
            "groups": groups_of(stage, parejas, drawn_lines(stage)),
            "later": changes_since(stage, there),
            "terms": terms_of(stage),
            "criteria": criteria_of(stage),
            "unkept": unkept_of(stage, parejas),
            "exchanged": [(parejas[each["a"]], parejas[each["b"]], each) for each in stage.exchanges],
            "rounds": rounds_told(stage, parejas),
            "shared": shares_drawn(stage),
            "earlier": draws_told(stage.drawn_record),
            "elsewhere": stage.drawn_record["sorteos_de_otras_etapas"],
        }
    status = 200
    if stage is not None and "verificar" in request.GET:
        try:
            context["report"] = draw_checked(acta_of(stage), stage.drawn_digest, known=request.user.is_authenticated)
        except ActaUnread as error:
            context["unread"], status = str(error), error.http_status
    return render(request, "brackets/draw_public.html", context, status=status)


@championship_page("championship.see")
def draw_acta(request: ChampionshipRequest) -> HttpResponse:
    """The acta as a file; 404 until the draw is published."""
    stage = published_or_404(request)
    name = f"acta-sorteo-{request.championship.slug}-{stage.number}.json"
    return HttpResponse(
        acta_file(acta_of(stage)),
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_http_methods(FORM)
def draw_verify(request: HttpRequest) -> HttpResponse:
    """Repeat the draw of an acta that is uploaded or pasted; nothing of this site's database is asked."""
    form = ActaForm(posted(request), request.FILES or None)
    context: dict[str, Any] = {"form": form}
    unread = 200
    if form.is_valid():
        try:
            context["report"] = acta_checked(form.cleaned_data["acta"], known=request.user.is_authenticated)
        except NoActa as error:
            form.add_error(None, str(error))
        except ActaUnread as error:
            context["unread"], unread = str(error), error.http_status
    return render(request, "brackets/draw_verify.html", context, status=422 if form.errors else unread)


def published_or_404(request: ChampionshipRequest) -> Stage:
    """The stage asked for, once its draw is published."""
    number = stage_number(request)
    stage = next((each for each in published_stages(request.championship) if each.number == number), None)
    if stage is None:
        raise Http404
    return stage
