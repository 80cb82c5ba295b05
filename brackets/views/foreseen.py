"""What an action would change, asked to be confirmed; and what a Director carries through on purpose."""

from collections.abc import Callable, Sequence
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from brackets.draw.plural import numbered
from brackets.models import Fixture
from brackets.services.following import Fell
from brackets.services.foreseen import Done, Foreseen, foresee
from brackets.views.access import MemberRequest

CONFIRMED: Final = "confirmar"
ON_PURPOSE: Final = "a_proposito"
OWN: Final = (CONFIRMED, ON_PURPOSE, "csrfmiddlewaretoken")


def carries(request: HttpRequest) -> bool:
    """Whether it is to be done although something played is in the way; only pages of the Director's ask."""
    return ON_PURPOSE in request.POST


def tell_marked(request: HttpRequest, marked: Sequence[Fixture]) -> None:
    """Above the next page, the mesas against which it was carried through."""
    if marked:
        told = numbered(
            (each.number for each in marked), "Quedó señalada la partida {}.", "Quedaron señaladas las partidas {}."
        )
        messages.warning(request, told)


def tell_called_off(request: HttpRequest, uncalled: Sequence[Fixture]) -> None:
    """The mesas that were called and are not any more."""
    if uncalled:
        numbers = (each.number for each in uncalled)
        told = numbered(numbers, "Ya no está convocada la partida {}.", "Ya no están convocadas las partidas {}.")
        messages.warning(request, told)


def tell_fallen(request: HttpRequest, fallen: Sequence[Fell]) -> None:
    """The rounds and draws that were taken back."""
    for each in fallen:
        messages.warning(request, f"Se deshizo {each}: {'emparéjela' if each.round else 'hágalo'} de nuevo.")


def confirmation(
    request: HttpRequest, foreseen: Foreseen[Done], *, title: str, back: str, note: str = ""
) -> HttpResponse | None:
    """Ask once more, with what would change, and send the same again; None when confirmed, or with nothing to confirm.

    `note` says of what was sent how it is understood.
    """
    if CONFIRMED in request.POST or not foreseen.changed:
        return None
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in OWN]
    context = {"title": title, "back": back, "note": note, "foreseen": foreseen, "sent": sent}
    return render(request, "brackets/confirm.html", context, status=409 if foreseen.refusal else 200)


def confirmation_of_undo(
    request: MemberRequest, undo: Callable[[], Done], *, title: str, back: str
) -> HttpResponse | None:
    """The same, but only where calls, a round or a draw would fall with it: else undoing is done at once."""
    if CONFIRMED in request.POST:
        return None

    def act(*, on_purpose: bool) -> Done:
        return undo()

    foreseen = foresee(request.championship, act)
    return confirmation(request, foreseen, title=title, back=back) if foreseen.fallen or foreseen.calls else None
