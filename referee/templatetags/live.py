"""What pages that are followed live ask for."""

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from brackets.models import Championship, Fixture
from brackets.templatetags.site import icon, state
from brackets.views.sheet_boxes import Look, state_row, state_words
from referee.selectors.live import Estados, LiveMesa, LiveSide, estados_in, floor_live
from referee.selectors.live.estado import FINAL, REVIEW, SUSPENDED

register = template.Library()

STILL: Final = (REVIEW, SUSPENDED)
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
def stands(context: dict[str, Any], fixture: Fixture) -> SafeString:
    """How a partida stands, in the word of its board: by shape, word and colour."""
    estado = _estados(context["request"]).of(fixture)
    return format_html(
        '<span class="state state--{}">{}<span>{}</span></span>', estado.code, icon(estado.icon), estado.label
    )


@register.simple_tag(takes_context=True)
def desk_stands(context: dict[str, Any], fixture: Fixture) -> SafeString:
    """The same in a list of the desk, which calls what goes on by its own steps: some of them are one to the public."""
    return stands(context, fixture) if _estados(context["request"]).of(fixture) in STILL else state(fixture)


@register.simple_tag(takes_context=True)
def box_stands(context: dict[str, Any], fixture: Fixture, look: Look, points: str) -> dict[str, str]:
    """The same for a box of a drawing, with its table: how it ended, where that was not by playing and is settled."""
    estado = _estados(context["request"]).of(fixture)
    words = state_words(fixture, estado.label, settled=estado == FINAL)
    return {"row": state_row(look, words, points), "aloud": words.rstrip("."), "icon": estado.icon}


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
