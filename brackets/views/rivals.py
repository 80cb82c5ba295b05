"""Who meets in a partida, as a page shows it: what says A or B of others is refused."""

from collections.abc import Sequence
from typing import Final

from django.http import HttpRequest

from brackets.forms.site_form import SiteForm
from brackets.models import Fixture, Pareja
from brackets.selectors.callups import rivals_of
from brackets.selectors.wording import listed

RIVALS: Final = "rivales"


def others_meet(shown: str | None, fixture: Fixture, sides: Sequence[Pareja | None]) -> str:
    """Why what was sent from a page that has `shown` these rivals is of others than meet there now; empty where it is of these, or of none."""
    if shown in (None, rivals_of(sides)):
        return ""
    met = listed(f"«{pareja}»" if pareja else "quien llegue" for pareja in sides)
    return f"Mientras tanto cambiaron los rivales: en la {fixture.name} se enfrentan ahora {met}. No se registró nada: revise y envíe de nuevo."


def same_rivals(request: HttpRequest, form: SiteForm, fixture: Fixture, sides: Sequence[Pareja | None]) -> None:
    """Refuse it beside the form, which keeps what was typed."""
    if form.is_bound and (why := others_meet(request.POST.get(RIVALS), fixture, sides)):
        form.add_error(None, why)
