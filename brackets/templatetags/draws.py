"""What the pages of the sorteo share."""

from datetime import datetime
from typing import Any

from django import template

from brackets.draw.sources import SOURCES
from brackets.models import Championship, Stage

register = template.Library()


@register.inclusion_tag("brackets/parts/commitments.html", takes_context=True)
def draw_commitments(context: dict[str, Any], championship: Championship, *, waiting: bool = False) -> dict[str, Any]:
    """The commitments of draws, with the hour and the source of each; `waiting`: only those that wait for their draw. One query."""
    stages = Stage.objects.filter(championship=championship).exclude(commitments=[])
    return {
        "request": context["request"],
        "promises": [
            (stage, commitment, datetime.fromisoformat(commitment["at"]), SOURCES.get(commitment.get("source", ""), ""))
            for stage in stages
            for commitment in stage.commitments
            if not (waiting and (commitment["draw"] or commitment["revoked_at"]))
        ],
    }
