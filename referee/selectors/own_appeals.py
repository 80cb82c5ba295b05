"""What the private page of a pareja tells of appeals."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from brackets.models import Championship, Pareja
from referee.models import Mesa
from referee.selectors.appeal_terms import Appealable, decisions
from referee.selectors.appeals import AppealTold, appeals_of_pareja
from referee.selectors.mesas import mesa_counts


@dataclass(frozen=True, slots=True)
class OwnAppeals:
    """The appeals at its mesas, and the decisions of the last one; `until` is the last moment to appeal one of these."""

    told: list[AppealTold]
    decided: list[Appealable]
    now: datetime

    @property
    def until(self) -> datetime | None:
        return last_moment(self.decided)

    @property
    def open(self) -> bool:
        """Whether something may still be appealed."""
        return any(row.open(self.now) for row in self.decided)


def last_moment(decided: Iterable[Appealable]) -> datetime | None:
    return max((row.until for row in decided), default=None)


def mesa_to_appeal(pareja: Pareja) -> Mesa | None:
    """The mesa that it plays or played last; none where that counts no more (`mesa_counts`)."""
    mine = Mesa.objects.filter(pareja_a=pareja) | Mesa.objects.filter(pareja_b=pareja)
    last = mine.select_related("fixture__stage__championship").order_by("-opened_at").first()
    return last if last is not None and mesa_counts(last) else None


def own_appeals(pareja: Pareja, championship: Championship, now: datetime) -> OwnAppeals:
    """What its page tells; the queries do not grow with the appeals."""
    mesa = mesa_to_appeal(pareja)
    return OwnAppeals(appeals_of_pareja(pareja), decisions(mesa, championship) if mesa else [], now)
