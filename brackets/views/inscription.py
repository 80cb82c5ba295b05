"""The page where anybody asks to enter a championship."""

import secrets
from typing import Final
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.forms.inscription import EntryForm, category_words
from brackets.selectors.inscription import Window, inscription_of, room_behind_line, room_of, window_of
from brackets.services.clients import network_of
from brackets.services.entries import SHUT, entry_request
from brackets.views.access import FORM, ChampionshipRequest, championship_page, posted
from brackets.views.pacing import is_too_often
from brackets.views.refusals import accepted

MOST: Final = 30
"""Requests from one address in an hour: a club inscribes its people from one telephone, a program sends thousands."""
TOO_MANY: Final = (
    "Desde esta conexión ya se pidieron muchas inscripciones. Espere una hora, o vaya a la mesa de inscripción."
)


@never_cache
@championship_page("championship.see", FORM)
def inscription(request: ChampionshipRequest) -> HttpResponse:
    """What one has to know, and the form while requests are taken."""
    championship, now = request.championship, timezone.now()
    settled = inscription_of(championship)
    window, room = window_of(championship, settled, now), room_behind_line(championship, room_of(championship, settled))
    categories = list(championship.categories.all())
    consent = championship.consent_texts.last()
    form = EntryForm(
        posted(request),
        players=championship.players_per_pareja,
        categories=categories,
        initial={"client_id": uuid4(), "consent_version": consent.version if consent else 0},
    )
    if form.is_bound and _may_try(request, form) and form.is_valid():
        with accepted(form):
            entry = entry_request(
                championship=championship,
                data=form.data_of_entry(),
                client_id=form.cleaned_data["client_id"],
                token=secrets.token_urlsafe(24),
                now=now,
                told=form.told,
            )
            return redirect("brackets:receipt", championship.slug, entry.token)
    if consent and form.is_bound:
        # What is read now is what the next try agrees to.
        form.data = {**request.POST.dict(), "consent_version": str(consent.version)}
    context = {
        "inscription": settled,
        "open": window == Window.OPEN,
        "why_shut": SHUT.get(window, ""),
        "room": room,
        "categories": [(category_words(each), room.left_in(each)) for each in categories],
        "full": not room.has_place(None) or bool(categories and not any(room.has_place(each) for each in categories)),
        "consent": consent,
        "form": form,
    }
    return render(request, "brackets/inscription.html", context, status=422 if form.errors else 200)


def _may_try(request: HttpRequest, form: EntryForm) -> bool:
    """Count this attempt; what a program fills in, and too many from one address, is refused before it is read."""
    if is_too_often(f"inscription:{network_of(request.META)}", MOST) or form.is_from_a_program:
        form.add_error(None, TOO_MANY)
        return False
    return True
