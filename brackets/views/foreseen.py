"""What an action would change, shown before it is confirmed; and what a Director carries through on purpose."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from brackets.models import Championship, Fixture
from brackets.services.preview import Change, Entering, Preview, Reordered, preview
from brackets.views.refusals import is_refusal

CONFIRMED: Final = "confirmar"
ON_PURPOSE: Final = "a_proposito"
OWN: Final = (CONFIRMED, ON_PURPOSE, "csrfmiddlewaretoken")


class Done(Protocol):
    """What every action with a preview answers."""

    @property
    def changed(self) -> bool: ...
    @property
    def uncalled(self) -> tuple[Fixture, ...]: ...
    @property
    def fallen(self) -> tuple[str, ...]: ...
    @property
    def marked(self) -> tuple[Fixture, ...]: ...


T_co = TypeVar("T_co", covariant=True, bound=Done)


class Action(Protocol[T_co]):
    """It does it, `on_purpose` against what is in the way."""

    def __call__(self, *, on_purpose: bool) -> T_co: ...


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What would change; `refusal` says why it cannot be, or with `on_purpose` why only so."""

    changes: tuple[Change, ...] = ()
    orders: tuple[Reordered, ...] = ()
    entering: tuple[Entering, ...] = ()
    fallen: tuple[str, ...] = ()
    marked: tuple[Fixture, ...] = ()
    refusal: str = ""
    on_purpose: bool = False
    changed: bool = False

    @property
    def calls(self) -> tuple[Change, ...]:
        """The calls that fall."""
        return tuple(change for change in self.changes if change.falls)

    @property
    def nothing(self) -> bool:
        """Whether no partida, table or stage would be another."""
        return not (self.changes or self.orders or self.entering or self.fallen or self.marked)


def foresee(championship: Championship, act: Action[Done]) -> Foreseen:
    """Look ahead; where something played is in the way, at what carrying it through would change."""
    try:
        return _foreseen(preview(championship, lambda: act(on_purpose=False)))
    except Exception as refused:
        if not is_refusal(refused):
            raise
        if refused.code != "in-the-way":
            return Foreseen(refusal=refused.message)
        refusal = refused.message
    try:
        return _foreseen(preview(championship, lambda: act(on_purpose=True)), refusal)
    except Exception as refused:
        if not is_refusal(refused):
            raise
        return Foreseen(refusal=f"{refusal} {refused.message}")


def _foreseen(seen: Preview[Done], refusal: str = "") -> Foreseen:
    done = seen.result
    return Foreseen(
        seen.changes,
        seen.orders,
        seen.entering,
        done.fallen,
        done.marked,
        refusal=refusal,
        on_purpose=bool(refusal),
        changed=done.changed,
    )


def carries(request: HttpRequest) -> bool:
    """Whether it is to be done although something played is in the way; only pages of the Director's ask."""
    return ON_PURPOSE in request.POST


def tell_marked(request: HttpRequest, marked: Sequence[Fixture]) -> None:
    """Above the next page, the mesas against which it was carried through."""
    if marked:
        numbers = ", ".join(str(fixture.number) for fixture in marked)
        messages.warning(request, f"Quedaron señaladas las partidas {numbers}.")


def confirmation(request: HttpRequest, foreseen: Foreseen, *, title: str, back: str) -> HttpResponse | None:
    """Ask once more, with what would change, and send the same again; None when confirmed, or with nothing to confirm."""
    if CONFIRMED in request.POST or not foreseen.changed:
        return None
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in OWN]
    context = {"title": title, "back": back, "foreseen": foreseen, "sent": sent}
    return render(request, "brackets/confirm.html", context, status=409 if foreseen.refusal else 200)
