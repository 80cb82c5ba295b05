"""What each ruling on an appeal would change: the ruling itself, done and rolled back."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from brackets.draw.refusal import DrawRefusal
from brackets.models import Fixture, User
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.preview import Change, Entering, Reordered, preview
from referee.models import Appeal, AppealRuling
from referee.rules import Measure, RuleViolation
from referee.services.appeals.ruling import Ruled, appeal_rule
from referee.services.errors import RefereeError

REFUSALS = (BracketError, DrawRefusal, InvalidValue, RefereeError, RuleViolation)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a ruling would change. `refusal` says why it cannot be, or with `on_purpose` why only against what was played."""

    measure: Measure
    before: dict[str, Any]
    after: dict[str, Any]
    jugadas: tuple[tuple[int, str], ...] = ()
    changes: tuple[Change, ...] = ()
    orders: tuple[Reordered, ...] = ()
    entering: tuple[Entering, ...] = ()
    fallen: tuple[str, ...] = ()
    marked: tuple[Fixture, ...] = ()
    refusal: str = ""
    on_purpose: bool = False

    @property
    def possible(self) -> bool:
        return not self.refusal or self.on_purpose

    @property
    def nothing(self) -> bool:
        """Whether no partida, table or stage would be another."""
        return not (self.changes or self.orders or self.entering or self.fallen or self.marked)

    @property
    def kind(self) -> str:
        """What it is called."""
        return str(AppealRuling.Kind(self.measure.kind).label)

    @property
    def calls(self) -> tuple[Change, ...]:
        """The calls that would be void."""
        return tuple(change for change in self.changes if change.falls)


def rulings_preview(appeal: Appeal, measures: Iterable[Measure], *, user: User, now: datetime) -> list[Seen]:
    """Each of these rulings as if it were given now; nothing is written. The queries grow with the measures alone."""
    return [_seen(appeal, measure, user, now) for measure in measures]


def _seen(appeal: Appeal, measure: Measure, user: User, now: datetime) -> Seen:
    def rule(*, on_purpose: bool) -> Ruled:
        return appeal_rule(appeal=appeal, measure=measure, grounds="—", user=user, now=now, on_purpose=on_purpose)

    refusal = ""
    for on_purpose in (False, True):
        try:
            found = preview(appeal.championship, lambda carried=on_purpose: rule(on_purpose=carried))  # type: ignore[misc]
        except REFUSALS as refused:
            refusal = f"{refusal} {refused.message}".strip()
            if on_purpose or refused.code != "in-the-way":
                break
            continue
        ruling, done = found.result.ruling, found.result
        return Seen(
            measure,
            ruling.before,
            ruling.after,
            tuple((number, line) for number, line in ruling.jugadas),
            found.changes,
            found.orders,
            found.entering,
            done.fallen,
            done.marked,
            refusal,
            on_purpose=on_purpose,
        )
    return Seen(measure, {}, {}, refusal=refusal)
