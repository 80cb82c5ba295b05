"""What the pages of the sorteo share."""

from datetime import datetime
from typing import Any

from django import template

from brackets.models import Championship, Stage

register = template.Library()


@register.inclusion_tag("brackets/parts/commitments.html", takes_context=True)
def draw_commitments(context: dict[str, Any], championship: Championship) -> dict[str, Any]:
    """What was promised of draws, revoked or not, with the hour of each: one query."""
    stages = Stage.objects.filter(championship=championship).exclude(commitments=[])
    return {
        "request": context["request"],
        "promises": [
            (stage, commitment, datetime.fromisoformat(commitment["at"]))
            for stage in stages
            for commitment in stage.commitments
        ],
    }
