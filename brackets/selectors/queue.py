"""Which mesa is called next: of those that can be played, the one whose pareja has waited longest."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from brackets.models import Fixture
from brackets.selectors.course import callable_now

LONG_AGO: Final = datetime(1, 1, 1, tzinfo=UTC)
"""Since when somebody waits who has not played."""


def waiting_since(fixtures: Iterable[Fixture]) -> dict[int, datetime]:
    """When each pareja ended its last mesa, by its key; who has not played is not there."""
    found: dict[int, datetime] = {}
    for fixture in fixtures:
        for pareja in (fixture.pareja_a_id, fixture.pareja_b_id):
            if pareja and fixture.decided_at and found.get(pareja, LONG_AGO) < fixture.decided_at:
                found[pareja] = fixture.decided_at
    return found


def next_to_call(in_order: Sequence[Fixture]) -> list[Fixture]:
    """Of all that is played, in its order: what can be called now, who waits longest first.

    What the format forbids stays forbidden: nobody plays a later round before its earlier one, nor while it plays elsewhere
    (`callable_now`), and a Swiss round is not there before the one before it has ended.
    """
    since = waiting_since(in_order)

    def waits(fixture: Fixture) -> tuple[datetime, datetime]:
        both = sorted(since.get(pareja or 0, LONG_AGO) for pareja in (fixture.pareja_a_id, fixture.pareja_b_id))
        return both[0], both[1]

    return sorted(callable_now(in_order), key=waits)
