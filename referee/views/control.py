"""The hall on one page, kept up to date, with the one next thing to do at each table."""

import hashlib
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.services.errors import is_refusal
from brackets.views.access import WRITE, MemberRequest, championship_page
from referee.selectors.control import Hall, Wanted, hall_of, mark_of, wanted_of
from referee.selectors.control.filters import KINDS
from referee.selectors.control.hall import Placed
from referee.selectors.screens.found import screens_of
from referee.selectors.screens.kinds import AT_ONCE, OF_A_STAGE
from referee.selectors.transcription.standing import incidents_waiting
from referee.views.control_acts import done

MARK: Final = "marca"
KNOWN: Final = "tengo"


@never_cache
@championship_page("calls.attend")
def control(request: MemberRequest) -> HttpResponse:
    """Whole, with the filters of its address; without a script it is brought up to date by hand."""
    now = timezone.now()
    mark = mark_of(request.championship, now=now)
    hall, wanted = hall_of(request.championship, now=now), wanted_of(request.GET)
    context = {
        "cards": [_card(request, placed) for placed in hall.placed if wanted.wants(placed)],
        "kinds": _kinds(hall, wanted),
        "wanted": wanted,
        "jueces": hall.jueces,
        "tables": len(hall.placed),
        "mark": mark,
        "now": now,
        "screens": list(screens_of(request.championship)) if "screens.edit" in request.allowed else (),
        "screen_kinds": AT_ONCE,
        "of_a_stage": OF_A_STAGE,
        "papers_waiting": incidents_waiting(request.championship),
    }
    return render(request, "referee/control.html", context)


@never_cache
@championship_page("calls.attend")
def control_state(request: MemberRequest) -> HttpResponse:
    """What changed since `marca`: 204 and one query where nothing did, else the cards that are not as in `tengo`."""
    now = timezone.now()
    mark = mark_of(request.championship, now=now)
    if request.GET.get(MARK) == mark:
        return HttpResponse(status=204)
    return JsonResponse(_changes(request, mark))


@championship_page("calls.attend", WRITE)
def control_act(request: MemberRequest) -> HttpResponse:
    """Do what a button of a card says; the answer or the refusal belongs to that card."""
    ok, words, undo = True, "", ""
    try:
        words, undo = done(request, request.POST.get("hacer", ""), timezone.now())
    except Exception as error:
        if not is_refusal(error):
            raise
        ok, words = False, error.message
    if "application/json" in request.headers.get("Accept", ""):
        mark = mark_of(request.championship, now=timezone.now())
        return JsonResponse({"ok": ok, "words": words, "undo": undo, **_changes(request, mark)})
    (messages.success if ok else messages.error)(request, words)
    asked = urlencode({name: value for name, value in request.GET.items() if value})
    return redirect(f"{reverse('referee:control', args=[request.championship.slug])}{'?' if asked else ''}{asked}")


def _changes(request: MemberRequest, mark: str) -> dict[str, object]:
    """`order` names every card that is wanted; `cards` has those that differ from what the page has."""
    hall, wanted = hall_of(request.championship, now=timezone.now()), wanted_of(request.GET)
    known = set(request.GET.get(KNOWN, "").split(","))
    cards = [_card(request, placed) for placed in hall.placed if wanted.wants(placed)]
    return {
        "mark": mark,
        "order": [card["key"] for card in cards],
        "cards": {card["key"]: card["html"] for card in cards if f"{card['key']}.{card['digest']}" not in known},
        "counts": {kind["code"]: kind["count"] for kind in _kinds(hall, wanted)},
    }


def _card(request: MemberRequest, placed: Placed) -> Mapping[str, str]:
    """Without anything that changes by itself: equal digests are equal cards."""
    context = {"seat": placed.seat, "step": placed.step, "slug": request.championship.slug}
    html = render_to_string("referee/control/card.html", context, request)
    digest = hashlib.sha256(html.encode()).hexdigest()[:8]
    return {"key": placed.seat.key, "digest": digest, "html": html.replace("data-digest", f'data-digest="{digest}"', 1)}


def _kinds(hall: Hall, wanted: Wanted) -> list[dict[str, object]]:
    """The choices with how many tables each would show, and what stays of the address."""
    kept = {"juez": wanted.juez, "q": wanted.words}
    return [
        {
            "code": code,
            "name": name,
            "count": sum(wanted._replace(kind=code).wants(placed) for placed in hall.placed),
            "chosen": code == wanted.kind,
            "address": urlencode({key: value for key, value in {"ver": code, **kept}.items() if value}),
        }
        for code, (name, _) in KINDS.items()
    ]
