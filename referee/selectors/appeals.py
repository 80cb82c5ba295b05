"""Appeals as pages and tablets tell them, in a constant number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import OuterRef, Q, QuerySet, Subquery

from brackets.models import Championship, Pareja
from brackets.selectors.single import annotated
from referee.models import Appeal, AppealPublication, AppealQualification, AppealRelease, AppealRuling, Mesa
from referee.rules import reglamento_get
from referee.selectors.appeal_terms import appeal_until
from referee.selectors.live.covering import is_covered

FILED: Final = "presentada"
ADMITTED: Final = "admitida"
REJECTED: Final = "rechazada"
RULED: Final = "fallada"
# What still waits for the Director.
WAITING: Final = Q(qualification=None) | Q(qualification__admitted=True, ruling=None)


@dataclass(frozen=True, slots=True)
class AppealTold:
    """One appeal with what became of it; `until` is when its time would have ended."""

    appeal: Appeal
    qualification: AppealQualification | None
    ruling: AppealRuling | None
    release: AppealRelease | None
    published: bool
    until: datetime

    @property
    def state(self) -> str:
        if self.ruling is not None:
            return RULED
        if self.qualification is None:
            return FILED
        return ADMITTED if self.qualification.admitted else REJECTED

    @property
    def waits(self) -> bool:
        """Whether the Director has still to do something."""
        return self.state in (FILED, ADMITTED)

    @property
    def publishable(self) -> bool:
        """Only an appeal that is over is told to the public."""
        return not self.waits

    @property
    def covered(self) -> bool:
        """Whether its mesa is still played and the public is not told all of it: a ruling tells scores and jugadas."""
        return is_covered(self.appeal.mesa, self.appeal.championship)


def appeals_of(championship: Championship) -> QuerySet[Appeal]:
    """All of a championship, with what a page tells of them: one query, and one for the players of those who appeal."""
    return _whole(Appeal.objects.filter(championship=championship))


def appeals_waiting(championship: Championship) -> QuerySet[Appeal]:
    """Those that wait to be qualified or ruled upon."""
    return Appeal.objects.filter(WAITING, championship=championship)


def appeals_told(championship: Championship) -> list[AppealTold]:
    """Those that wait for the Director, the oldest first; then the others, the latest first."""
    told = told_of(appeals_of(championship))
    return [each for each in told if each.waits] + [each for each in reversed(told) if not each.waits]


def appeals_published(championship: Championship) -> list[AppealTold]:
    """What the announcer lets the public see, the latest first."""
    return [each for each in reversed(told_of(appeals_of(championship))) if each.published and each.publishable]


def appeals_of_mesa(mesa: Mesa) -> list[AppealTold]:
    """Those of one mesa, by number."""
    return told_of(_whole(Appeal.objects.filter(mesa=mesa)))


def appeals_of_pareja(pareja: Pareja) -> list[AppealTold]:
    """Those that this pareja presented, and those of its rivals at its mesas, by number."""
    mine = Q(mesa__pareja_a=pareja) | Q(mesa__pareja_b=pareja) | Q(pareja=pareja)
    return told_of(_whole(Appeal.objects.filter(mine, championship=pareja.championship_id)))


def told_of(appeals: Iterable[Appeal]) -> list[AppealTold]:
    """What became of each of these, which come from one of these selectors."""
    return [
        AppealTold(
            appeal,
            getattr(appeal, "qualification", None),
            getattr(appeal, "ruling", None),
            getattr(appeal, "release", None),
            bool(annotated(appeal, "is_published")),
            appeal_until(appeal.decided_at, appeal.championship),
        )
        for appeal in appeals
    ]


def appeal_article(mesa: Mesa) -> str:
    """Where the rulebook of this mesa speaks of appeals."""
    return reglamento_get(mesa.reglamento, mesa.rule_settings).article("appeal.to")


def _whole(appeals: QuerySet[Appeal]) -> QuerySet[Appeal]:
    last = AppealPublication.objects.filter(appeal=OuterRef("pk")).order_by("-id").values("published")[:1]
    return (
        appeals.select_related(
            "championship",
            "mesa__fixture__stage",
            "mesa__fixture__table",
            "mesa__fixture__juez",
            "mesa__pareja_a",
            "mesa__pareja_b",
            "pareja",
            "qualification__by",
            "ruling__by",
            "release__by",
        )
        .prefetch_related("pareja__players", "mesa__pareja_a__players", "mesa__pareja_b__players")
        .annotate(is_published=Subquery(last))
        .order_by("number")
    )
