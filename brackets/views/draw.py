"""The sorteo: draw, look at it, draw again, publish."""

import secrets
from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from brackets.forms.draw import DrawForm
from brackets.models import Pareja, Stage
from brackets.selectors.bracket import Round, bracket_view
from brackets.selectors.championships import championship_stage
from brackets.selectors.draws import draw_check
from brackets.services.stages import stage_draw, stage_publish
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.cards import Card, cards_of
from brackets.views.llave import llave, page_number
from brackets.views.refusals import accepted, told


def new_seed() -> str:
    """Chance enters here and nowhere else: from this text anyone can repeat the draw."""
    return secrets.token_hex(8)


@championship_page("draw.see")
def draw(request: MemberRequest) -> HttpResponse:
    return _page(request, DrawForm(players=request.championship.players_per_pareja))


@championship_page("draw.make", WRITE)
def draw_make(request: MemberRequest) -> HttpResponse:
    form = DrawForm(request.POST, players=request.championship.players_per_pareja)
    if form.is_valid():
        with accepted(form):
            stage = stage_draw(
                championship=request.championship,
                user=request.user,
                now=timezone.now(),
                lots_seed=form.cleaned_data["lots_seed"] or new_seed(),
                apart=form.cleaned_data["apart"],
            )
            messages.success(request, f"Sorteo número {stage.draw_number} hecho. Revíselo antes de publicarlo.")
            return redirect("brackets:draw", request.championship.slug)
    return _page(request, form)


@championship_page("draw.publish", WRITE)
def draw_publish(request: MemberRequest) -> HttpResponse:
    stage = championship_stage(request.championship)
    if stage is None or str(stage.draw_number) != request.POST.get("sorteo"):
        messages.error(request, "Mientras tanto se volvió a sortear. Revise el sorteo que está ahora y publíquelo.")
        return redirect("brackets:draw", request.championship.slug)
    with told(request):
        stage_publish(stage=stage, user=request.user, now=timezone.now())
        messages.success(request, "La llave está publicada: ya la puede ver todo el mundo.")
    return redirect("brackets:draw", request.championship.slug)


def _page(request: MemberRequest, form: DrawForm) -> HttpResponse:
    stage = championship_stage(request.championship)
    rounds = bracket_view(stage) if stage else ()
    context = {
        "form": form,
        "stage": stage,
        "llave": llave(rounds, page_number(request)) if rounds else None,
        "meetings": meetings(rounds, stage) if stage else [],
        "byes": sum(card.is_bye for card in cards_of(rounds[0].fixtures)) if rounds else 0,
        "problems": draw_check(stage) if stage and stage.status == Stage.Status.DRAWN else [],
        "entrants": Pareja.objects.filter(championship=request.championship, status=Pareja.Status.ACTIVE).count(),
    }
    return render(request, "brackets/draw.html", context, status=422 if form.errors else 200)


def meetings(rounds: Sequence[Round], stage: Stage) -> list[tuple[str, Card]]:
    """The clubs that meet themselves in the first round although they were kept apart, and where."""
    first = cards_of(rounds[0].fixtures)
    return [(conflict["club"], first[conflict["position"]]) for conflict in stage.unavoidable]
