"""Who meets in a partida, as a page shows it: what says A or B of others is refused."""

from collections.abc import Sequence
from typing import Final

from django.http import HttpRequest

from brackets.forms.site_form import SiteForm
from brackets.models import Fixture, Pareja

RIVALS: Final = "rivales"


def rivals_of(sides: Sequence[Pareja | None]) -> str:
    """What the form sends: both numbers, A first."""
    return "-".join(str(pareja.number) if pareja else "" for pareja in sides)


def others_meet(request: HttpRequest, fixture: Fixture, sides: Sequence[Pareja | None]) -> str:
    """Why what was sent is of other rivals than meet there now; empty where it is of these, or says nothing of them."""
    now = rivals_of(sides)
    if request.POST.get(RIVALS, now) == now:
        return ""
    met = " y ".join(f"«{pareja}»" if pareja else "quien llegue" for pareja in sides)
    return f"Mientras tanto cambiaron los rivales: en la {fixture.name} se enfrentan ahora {met}. No se registró nada: revise y envíe de nuevo."


def same_rivals(request: HttpRequest, form: SiteForm, fixture: Fixture, sides: Sequence[Pareja | None]) -> None:
    """Refuse it beside the form, which keeps what was typed."""
    if form.is_bound and (why := others_meet(request, fixture, sides)):
        form.add_error(None, why)
