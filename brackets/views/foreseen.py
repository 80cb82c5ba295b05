"""What an action would change, asked to be confirmed; and what a Director carries through on purpose."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from brackets.draw.plural import numbered
from brackets.forms.site_form import SiteForm
from brackets.models import Championship, Fixture
from brackets.selectors.reopening import still_there
from brackets.services.effects import Effects, Fell
from brackets.services.foreseen import Action, Done, Foreseen, foresee
from brackets.services.telling import ending
from brackets.views.access import MemberRequest

CONFIRMED: Final = "confirmar"
ON_PURPOSE: Final = "a_proposito"
DIGEST: Final = "nombrado"
OWN: Final = (CONFIRMED, ON_PURPOSE, DIGEST, "csrfmiddlewaretoken")
CHANGED: Final = (
    "Mientras tanto cambió lo que pasaría. No se hizo nada: revise lo que cambiaría ahora y confírmelo de nuevo."
)


def carries(request: HttpRequest) -> bool:
    """Whether it is to be done although something played is in the way; only pages of the Director's ask."""
    return ON_PURPOSE in request.POST


def is_another(request: HttpRequest, foreseen: Foreseen[Done]) -> bool:
    """Whether else would come of it than the page told from which this was sent; sent from none, whether something would be taken back."""
    return foreseen.digest != request.POST[DIGEST] if DIGEST in request.POST else foreseen.takes_back


def is_unticked(request: HttpRequest, foreseen: Foreseen[Done]) -> bool:
    """Whether it was sent to be done without the box that says it is on purpose, and needs it; the page says so beside the box."""
    return CONFIRMED in request.POST and foreseen.on_purpose and not carries(request)


def seen_first(request: HttpRequest, form: SiteForm, championship: Championship, act: Action[Done]) -> None:
    """Refuse beside the form what would by now come to something else than its page told.

    What was done already, and what only a Director's word carries through, is left to the action, which says so.
    """
    foreseen = foresee(championship, act)
    asked = carries(request) or not foreseen.on_purpose
    if asked and foreseen.changed and is_another(request, foreseen):
        form.add_error(None, CHANGED)


def tell_marked(request: HttpRequest, marked: Sequence[Fixture]) -> None:
    """Above the next page, the mesas against which it was carried through."""
    if there := still_there(marked):
        told = numbered(
            (each.number for each in there), "Quedó señalada la partida {}.", "Quedaron señaladas las partidas {}."
        )
        messages.warning(request, told)


def tell_called_off(request: HttpRequest, uncalled: Sequence[Fixture]) -> None:
    """The mesas that were called and are not any more, and why where nobody is to be called to them again."""
    if waiting := [each for each in uncalled if not each.how]:
        numbers = (each.number for each in waiting)
        told = numbered(numbers, "Ya no está convocada la partida {}.", "Ya no están convocadas las partidas {}.")
        messages.warning(request, told)
    for each in uncalled:
        if each.how:
            messages.warning(request, f"Ya no está convocada la {each.name}, que ya no se juega: {ending(each)}.")


def tell_fallen(request: HttpRequest, fallen: Sequence[Fell], *, reopened: str = "") -> None:
    """The rounds and draws that were taken back; `reopened` is a stage that is published no more."""
    for each in fallen:
        when = " cuando la etapa esté publicada" if each.round and each.stage == reopened else ""
        messages.warning(request, f"Se deshizo {each}: {'emparéjela' if each.round else 'hágalo'} de nuevo{when}.")


def tell_still_fallen(request: HttpRequest, fallen: Sequence[Fell]) -> None:
    """The rounds and draws that an undone act had taken back, which do not come back by that."""
    for each in fallen:
        told = f"Sigue deshecha {each}: emparéjela" if each.round else f"Sigue deshecho {each}: hágalo"
        messages.warning(request, f"{told} de nuevo.")


def tell_effects(request: HttpRequest, effects: Effects, *, of: str) -> None:
    """What an act brought about, and what it gave back of the act that it was `of`."""
    tell_called_off(request, effects.uncalled)
    tell_fallen(request, effects.fallen)
    tell_marked(request, effects.marked)
    tell_given_back(request, effects.given_back, effects.not_given_back, of=of)


def tell_given_back(request: HttpRequest, back: Sequence[Fixture], stay: Sequence[Fixture], *, of: str) -> None:
    """What was undone with it, and what was not, of the act that it was `of`."""
    if back:
        told = numbered(
            (each.number for each in back),
            "La partida {} queda también como estaba antes.",
            "Las partidas {} quedan también como estaban antes.",
        )
        messages.success(request, told)
    if stay:
        told = numbered(
            (each.number for each in stay),
            f"La partida {{}} sigue como quedó con {of}: ahí ya se hizo otra cosa, o juegan otros.",
            f"Las partidas {{}} siguen como quedaron con {of}: ahí ya se hizo otra cosa, o juegan otros.",
        )
        messages.warning(request, told)


def confirmation(
    request: HttpRequest, foreseen: Foreseen[Done], *, title: str, back: str, note: str = "", nothing: str = ""
) -> HttpResponse | None:
    """Ask once more, with what would change, and send the same again; None when confirmed, or with nothing to confirm.

    Where by then something else would come of it than was confirmed, it is asked anew and says so; also where it needs to be
    on purpose and that was not said. `note` says of what was sent how it is understood, `nothing` that
    no partida changes.
    """
    if not foreseen.changed:
        return None
    foreseen = replace(foreseen, besides=(title, foreseen.besides))
    confirmed = CONFIRMED in request.POST
    unticked = is_unticked(request, foreseen)
    if confirmed:
        if another := is_another(request, foreseen):
            messages.warning(request, CHANGED)
        if not (another or unticked):
            return None
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in OWN]
    context = {
        "title": title,
        "back": back,
        "note": note,
        "nothing": nothing,
        "foreseen": foreseen,
        "sent": sent,
        "unticked": unticked,
    }
    status = 422 if unticked else 409 if foreseen.refusal else 200
    return render(request, "brackets/confirm.html", context, status=status)


def confirmation_of_undo(
    request: MemberRequest, undo: Callable[[], Done], *, title: str, back: str
) -> HttpResponse | None:
    """The same, but only where calls, a round or a draw would fall with it, or would have by the page that was confirmed: else it
    is undone at once.
    """

    def act(*, on_purpose: bool) -> Done:
        return undo()

    foreseen = foresee(request.championship, act)
    asks = foreseen.fallen or foreseen.calls or CONFIRMED in request.POST
    return confirmation(request, foreseen, title=title, back=back) if asks else None
