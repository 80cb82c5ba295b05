"""What pages tell of the law: which ruling is awaited, what was resolved, the time left to appeal, sanctions that are final."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

from brackets.models import Championship, Fixture
from referee.models import Appeal, AppealRuling, Incident, Mesa
from referee.rules import Measure
from referee.selectors.appeal_waiting import appeals_awaited
from referee.selectors.conduct import final_of
from referee.selectors.mesas import mesa_counts
from referee.selectors.resolution_words import (
    Stood,
    changed,
    measure_told,
    moved_told,
    ruling_told,
    stood,
    unchanged_told,
)

register = template.Library()


@register.simple_tag
def awaited_rulings(fixture: Fixture) -> list[Appeal]:
    """The appeals whose ruling this partida waits for, its own among them; empty for most."""
    return appeals_awaited(fixture)


@register.simple_tag
def final_sanctions(championship: Championship) -> list[Incident]:
    """Those that anybody may read; nobody is told what was written of them, nor of which player."""
    return final_of(championship)


@register.simple_tag(takes_context=True)
def time_left(context: Mapping[str, Any], until: datetime, name: str = "") -> SafeString:
    """«hasta las 10:15:00», counting down from the page's `now`, or «el plazo venció a las 10:15», of another day of play with its date.

    Whatever has `data-closes` with this name closes with it.
    """
    now: datetime = context["now"]
    days = context["request"].championship.play_days
    local = localtime(until)
    day = "" if days.same(until, now) else f" del {local:%d/%m/%Y}"
    told = {
        "until": until,
        "now": now,
        "over": now > until,
        "ended": f"el plazo venció a las {local:%H:%M}{day}",
        "name": name,
    }
    return mark_safe(render_to_string("referee/time_left.html", told).strip())  # noqa: S308 (escaped there; a full stop may follow)


@register.filter
def counts(mesa: Mesa | None) -> bool:
    """Whether its partida still follows what was played there; there may be none."""
    return mesa is not None and mesa_counts(mesa)


@register.filter
def resolved(appeal: Appeal, measure: Measure | None = None) -> str:
    """The ruling on this appeal as one says it, or one that is thought of."""
    mesa, players = appeal.mesa, appeal.championship.players_per_pareja
    return measure_told(measure, mesa, players) if measure else ruling_told(appeal.ruling, mesa, players)


@register.inclusion_tag("referee/appeal_board.html")
def mesa_stood(board: Mapping[str, Any], mesa: Mesa) -> dict[str, Stood]:
    """A mesa before a ruling or after it, in a line or two."""
    return {"stood": stood(board, mesa)}


@register.inclusion_tag("referee/resolution_changes.html")
def ruling_changes(ruling: AppealRuling, mesa: Mesa) -> dict[str, object]:
    """What the ruling changed, and what it left as it was."""
    rows = changed(stood(ruling.before, mesa), stood(ruling.after, mesa))
    return {"rows": rows, "nothing": unchanged_told(ruling), "moved": moved_told(ruling.after.get("moved", {}))}
