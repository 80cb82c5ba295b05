"""What anybody may follow of a mesa while it is played, whole and small."""

from referee.selectors.live.changes import championships_of, changed_since, latest_version
from referee.selectors.live.covering import is_covered, is_over
from referee.selectors.live.estado import Estado, Estados, estados_in
from referee.selectors.live.reading import floor_live, live_of, live_since
from referee.selectors.live.state import LiveAnswer, LiveMesa, LiveSide

__all__ = [
    "Estado",
    "Estados",
    "LiveAnswer",
    "LiveMesa",
    "LiveSide",
    "championships_of",
    "changed_since",
    "estados_in",
    "floor_live",
    "is_covered",
    "is_over",
    "latest_version",
    "live_of",
    "live_since",
]
