"""What pages that are followed live ask for."""

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from brackets.models import Championship, Fixture
from brackets.templatetags.site import icon, state
from brackets.views.cards import Card
from brackets.views.sheet_boxes import Look, state_row, state_words
from referee.selectors.live import Estados, LiveMesa, LiveSide, estados_in, floor_live
from referee.selectors.live.estado import ANNULLED, FINAL, NOT_PLAYED, REVIEW, SUSPENDED

register = template.Library()

STILL: Final = (REVIEW, SUSPENDED, ANNULLED, NOT_PLAYED)
"""What no step tells."""
NOBODY: Final = LiveSide("", None, "", ())


@dataclass(frozen=True, slots=True)
class Floor:
    """The mesas by the list that they stand in."""

    version: int
    called: list[LiveMesa]
    playing: list[LiveMesa]


@register.simple_tag(takes_context=True)
def live_floor(context: dict[str, Any]) -> Floor:
    """Every mesa on the floor as the public may see it, in a constant number of queries."""
    request = context["request"]
    version, mesas = floor_live(request.championship, pending=_estados(request).pending)
    called = [mesa for mesa in mesas if mesa.state.code == "called"]
    return Floor(version, called, [mesa for mesa in mesas if mesa not in called])


@register.simple_tag(takes_context=True)
def stands(context: dict[str, Any], fixture: Fixture, voided: str) -> SafeString:
    """How a partida stands, in the word of its board: by shape, word and colour; `voided` as its card has it."""
    estado = _estados(context["request"]).of(fixture, voided=bool(voided))
    return format_html(
        '<span class="state state--{}">{}<span>{}</span></span>', estado.code, icon(estado.icon), estado.label
    )


@register.simple_tag(takes_context=True)
def desk_stands(context: dict[str, Any], fixture: Fixture, voided: str = "") -> SafeString:
    """The same in a list of the desk, which calls what goes on by its own steps: some of them are one to the public."""
    estado = _estados(context["request"]).of(fixture, voided=bool(voided))
    return stands(context, fixture, voided) if estado in STILL else state(fixture)


@register.simple_tag(takes_context=True)
def box_stands(context: dict[str, Any], card: Card, look: Look, points: str) -> dict[str, str]:
    """The same for a box of a drawing, with its table: how it ended, where that was not by playing and is settled.

    A box of a page has room for one word of what counts for nobody: the rest is said below the drawing.
    """
    estado = _estados(context["request"]).of(card.fixture, voided=bool(card.voided))
    aloud = words = state_words(card.fixture, estado.label, settled=estado == FINAL)
    if card.voided:
        before = [] if estado == ANNULLED else [estado.label]
        words = " · ".join([*before, card.voided if look.above and not before else ANNULLED.label])
        aloud = " · ".join([*before, card.voided])
    return {"row": state_row(look, words, points), "aloud": aloud.rstrip("."), "icon": estado.icon}


def _estados(request: Any) -> Estados:
    """A page reads those of its whole championship, once."""
    if not hasattr(request, "estados"):
        request.estados = estados_in(request.championship)
    kept: Estados = request.estados
    return kept


@register.simple_tag(takes_context=True)
def live_stream(context: dict[str, Any], championship: Championship, fixture: int | None = None) -> str:
    """The address of the stream of a championship, or of one mesa of it; empty where there is none."""
    base = getattr(context["request"], "live_stream", "")
    if not base:
        return ""
    return f"{base}c/{championship.slug}" + (f"/partidas/{fixture}" if fixture else "")


@register.simple_tag
def live_sides(mesa: LiveMesa | None) -> list[tuple[str, LiveSide]]:
    """Both, each with the letter by which it is filled; two empty ones for the mould of a card."""
    return list(zip("ab", mesa.sides if mesa else (NOBODY, NOBODY), strict=True))
