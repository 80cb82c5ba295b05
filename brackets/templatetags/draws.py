"""What the pages of the sorteo share."""

from datetime import datetime
from typing import Any

from django import template

from brackets.draw.sources import SOURCES
from brackets.models import Championship, Stage
from brackets.selectors.shares import DrawShares, draw_shares

register = template.Library()


@register.inclusion_tag("brackets/parts/commitments.html", takes_context=True)
def draw_commitments(
    context: dict[str, Any], championship: Championship, *, waiting: bool = False, now: datetime | None = None
) -> dict[str, Any]:
    """The commitments of draws, with the hour and the source of each; `waiting`: only those that wait for their draw. One query.

    With `now` also who promised and showed a share for one that waits.
    """
    stages = list(Stage.objects.filter(championship=championship).exclude(commitments=[]))
    shared = _waiting(championship, stages, now) if now else {}
    return {
        "request": context["request"],
        "promises": [
            (
                stage,
                commitment,
                datetime.fromisoformat(commitment["at"]),
                SOURCES.get(commitment.get("source", ""), ""),
                shared.get(commitment["sha256"]),
            )
            for stage in stages
            for commitment in stage.commitments
            if not (waiting and (commitment["draw"] or commitment["revoked_at"]))
        ],
    }


def _waiting(championship: Championship, stages: list[Stage], now: datetime) -> dict[str, DrawShares]:
    """The shares of the commitments that wait for their draw, by SHA-256."""
    found: dict[str, DrawShares] = {}
    for stage in stages:
        stage.championship = championship
        shares = None if stage.commitments[-1]["draw"] else draw_shares(stage, now)
        if shares is not None:
            found[shares.shares.commitment] = shares
    return found
