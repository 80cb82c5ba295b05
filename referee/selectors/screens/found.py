"""Which screen is asking, and those of a championship."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet

from brackets.models import Championship, DrawReveal, Stage
from brackets.selectors.single import single
from referee.models import HallMessage, Screen
from referee.selectors.access import token_digest

ALIVE: Final = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Registered:
    """A screen of the register. `silent`: it has not called for a while."""

    screen: Screen
    silent: bool


def screen_by_token(token: str) -> Screen | None:
    """With its championship and table at hand: one query."""
    if not token:
        return None
    screens = Screen.objects.select_related("championship", "table")
    return single(screens.filter(token_hash=token_digest(token)))


def screens_of(championship: Championship) -> QuerySet[Screen]:
    """In the order in which they were registered."""
    return Screen.objects.filter(championship=championship).select_related("table")


def register_of(championship: Championship, *, now: datetime) -> list[Registered]:
    return [
        Registered(screen, silent=screen.last_seen_at is None or now - screen.last_seen_at > ALIVE)
        for screen in screens_of(championship)
    ]


def hall_message_of(championship: Championship, *, now: datetime) -> HallMessage | None:
    """What stands over all screens now."""
    standing = Q(until=None) | Q(until__gt=now)
    return single(HallMessage.objects.filter(standing, championship=championship))


def revealed_of(championship: Championship, number: int | None) -> tuple[Stage, int] | None:
    """The draw that is being shown one by one with how many are seen: of this stage, else the one shown last; one query."""
    reveals = DrawReveal.objects.select_related("stage").exclude(stage__status=Stage.Status.PLANNED)
    reveals = reveals.filter(stage__championship=championship).order_by("-changed_at")
    if number is not None:
        reveals = reveals.filter(stage__number=number)
    found = reveals.first()
    if found is None or found.draw_number != found.stage.draw_number:
        return None
    found.stage.championship = championship
    return found.stage, found.step
