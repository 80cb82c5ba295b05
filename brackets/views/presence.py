"""The check-in, on any phone of the desk: a number or the QR of a credential leads to a pareja, and one touch says who came."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.models import CheckIn, Pareja
from brackets.selectors.course import course_of
from brackets.selectors.departures import entries_undone
from brackets.selectors.parejas import parejas_list
from brackets.selectors.presence import Presence, State, awaited, counts_of, presence_of, presence_of_all
from brackets.selectors.wording import said
from brackets.services.presence import check_in_undo, identification_undo, pareja_check_in, player_check_in
from brackets.views.access import FORM, MemberRequest, championship_page
from brackets.views.parejas import matching
from brackets.views.refusals import told

SHOWN: Final = 40
CREDENTIAL: Final = re.compile(r"\s*(\d{1,5})(?:\s{0,4}[-–.,/ ]\s{0,4}([12]))?\s*", re.ASCII)
MISSING: Final = "faltan"
FILTERS: Final[Mapping[str, tuple[str, Callable[[Presence], bool]]]] = {
    MISSING: ("Faltan", lambda presence: not presence.present),
    State.NOBODY: ("Todavía nadie", lambda presence: presence.state is State.NOBODY),
    State.ONE: ("Llegó uno solo", lambda presence: presence.state is State.ONE),
    State.BOTH: ("Falta identificar", lambda presence: presence.state is State.BOTH),
    State.IDENTIFIED: ("Acreditadas", lambda presence: presence.state is State.IDENTIFIED),
    "todas": ("Todas", lambda _: True),
}


@never_cache
@championship_page("presence.edit")
def presence(request: MemberRequest) -> HttpResponse:
    """Who is missing first, of those who may still play; `?numero=` leads to the pareja of a credential."""
    if typed := request.GET.get("numero", "").strip():
        return _found(request, typed)
    everyone = presence_of_all(request.championship, request.championship.play_days.of(timezone.now()))
    out = course_of(request.championship).out
    awaited = [each for each in everyone if each.pareja.number not in out]
    chosen = request.GET.get("estado", "")
    chosen = chosen if chosen in FILTERS else MISSING
    words = request.GET.get("buscar", "").strip()
    shown = [each for each in awaited if FILTERS[chosen][1](each)]
    if words:
        named = {pareja.pk for pareja in matching((each.pareja for each in everyone), words)}
        shown = [each for each in everyone if each.pareja.pk in named]
    alone = request.championship.players_per_pareja == 1
    context = {
        "counts": counts_of(awaited),
        "out": len(everyone) - len(awaited),
        "mark": _mark(everyone),
        "page": Paginator(shown, SHOWN).get_page(request.GET.get("parte")),
        "chosen": "" if words else chosen,
        "words": words,
        "filters": [
            (key, label, sum(map(which, awaited)))
            for key, (label, which) in _filters(alone=alone).items()
        ],
        "day": request.championship.play_days.of(timezone.now()),
    }  # fmt: skip
    return render(request, "brackets/presence.html", context)


@never_cache
@championship_page("presence.edit")
def presence_state(request: MemberRequest) -> HttpResponse:
    """What changes when anybody is checked in anywhere, for the script of the page."""
    everyone = presence_of_all(request.championship, request.championship.play_days.of(timezone.now()))
    return JsonResponse({"mark": _mark(everyone)})


@never_cache
@championship_page("presence.edit", FORM, until_closed=True)
def presence_pareja(request: MemberRequest, number: int) -> HttpResponse:
    """One pareja: where the QR of a credential leads (`?j=` is whose it is), and where it is noted who came."""
    pareja = get_object_or_404(parejas_list(request.championship), number=number)
    if request.method == "POST":
        with told(request):
            _note(request, pareja)
        return redirect(request.get_full_path())
    there = presence_of([pareja], request.championship.play_days.of(timezone.now()))[pareja.pk]
    whose = request.GET.get("j", "")
    context = {
        "pareja": pareja,
        "presence": there,
        "people": sorted(there.people, key=lambda person: str(person.player.position) != whose),
        "whose": whose,
        "documents": CheckIn.Document.choices,
        "usual": CheckIn.Document.CEDULA,
        "undone": entries_undone([pareja]),
        "gone": pareja.status != Pareja.Status.ACTIVE,
        "awaited": Pareja.objects.filter(awaited(), pk=pareja.pk).exists(),
    }
    return render(request, "brackets/presence_pareja.html", context)


def _note(request: MemberRequest, pareja: Pareja) -> None:
    """Do what the button says; one that is not known does nothing."""
    verb, _, position = request.POST.get("hacer", "").partition("-")
    document = request.POST.get("document", "") if verb == "identificar" else ""
    now = timezone.now()
    if verb in ("llegar", "identificar") and position == "todos":
        pareja_check_in(pareja=pareja, user=request.user, now=now, document=document)
        return
    player = next((each for each in pareja.players.all() if str(each.position) == position), None)
    if player is None:
        messages.error(request, "No se entendió qué anotar: toque otra vez el botón.")
    elif verb in ("llegar", "identificar"):
        player_check_in(player=player, user=request.user, now=now, document=document)
    elif verb == "deshacer":
        check_in_undo(player=player, user=request.user, now=now)
    elif verb == "olvidar":
        identification_undo(player=player, user=request.user, now=now)


def _found(request: MemberRequest, typed: str) -> HttpResponse:
    """From a number as it stands on a credential to its pareja."""
    match = CREDENTIAL.fullmatch(typed)
    slug = request.championship.slug
    if match and Pareja.objects.filter(championship=request.championship, number=int(match[1])).exists():
        answer = redirect("brackets:presence_pareja", slug, int(match[1]))
        if match[2]:
            answer["Location"] += f"?j={match[2]}"
        return answer
    unknown = "No hay ninguna pareja {}. Escriba el número de la credencial, por ejemplo 12 o 12-1."
    messages.error(request, said(request.championship.players_per_pareja, unknown).format(typed[:12]))
    return redirect("brackets:presence", slug)


def _filters(*, alone: bool) -> dict[str, tuple[str, Callable[[Presence], bool]]]:
    """Of single players, nobody comes by halves."""
    if not alone:
        return dict(FILTERS)
    kept = {key: value for key, value in FILTERS.items() if key not in (State.NOBODY, State.ONE)}
    return kept | {State.IDENTIFIED: ("Acreditados", kept[State.IDENTIFIED][1]), "todas": ("Todos", kept["todas"][1])}


def _mark(everyone: list[Presence]) -> str:
    """Another one whenever anything of what the page shows has changed."""
    hours = [
        hour
        for each in everyone
        for person in each.people
        if person.check_in
        for hour in (person.check_in.at, person.check_in.identified_at)
        if hour
    ]
    latest = max(hours).isoformat() if hours else ""
    counts = counts_of(everyone)
    return f"{len(everyone)}:{counts.came}:{counts.identified}:{latest}"
