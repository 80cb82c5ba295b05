"""What can be chosen for a screen."""

from typing import Final

from referee.models import Screen

Kind = Screen.Kind

AT_ONCE: Final = (
    Kind.PLAYING,
    Kind.CALLS,
    Kind.BRACKET,
    Kind.SERIES,
    Kind.STANDINGS,
    Kind.DRAW,
    Kind.HONOURS,
    Kind.IN_TURN,
    Kind.COVER,
)
"""Of these a tap is enough; a message asks for its words, a table display and an overlay for a table."""
OF_A_STAGE: Final = (Kind.BRACKET, Kind.SERIES, Kind.STANDINGS, Kind.DRAW)
TURNING: Final = (Kind.PLAYING, Kind.CALLS, Kind.BRACKET, Kind.SERIES, Kind.STANDINGS, Kind.DRAW)
"""What a rotation can go through, in this order."""
