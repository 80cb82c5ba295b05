"""What each ruling on an appeal would change: the ruling itself, done and rolled back."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from brackets.models import User
from brackets.services.foreseen import Foreseen, foresee
from referee.models import Appeal, AppealRuling
from referee.rules import Measure, RuleViolation, replayed_told
from referee.selectors.folding import state_of
from referee.services.appeals.ruling import Ruled, appeal_rule


@dataclass(frozen=True, slots=True)
class Seen:
    """A ruling under consideration, and what it would change in the bracket and, where possible, in its mesa.

    `words`, of a repeated data: which one, what happens to its points, and the dealer.
    """

    measure: Measure
    foreseen: Foreseen[Ruled]
    words: str = ""

    @property
    def before(self) -> Mapping[str, Any]:
        return self.foreseen.done.ruling.before if self.foreseen.done else {}

    @property
    def after(self) -> Mapping[str, Any]:
        return self.foreseen.done.ruling.after if self.foreseen.done else {}

    @property
    def jugadas(self) -> list[tuple[int, str]]:
        """The rows of the log that would carry it out."""
        done = self.foreseen.done
        return [(number, line) for number, line in done.ruling.jugadas] if done else []

    @property
    def kind(self) -> str:
        """What it is called."""
        return str(AppealRuling.Kind(self.measure.kind).label)


def rulings_preview(appeal: Appeal, measures: Iterable[Measure], *, user: User, now: datetime) -> list[Seen]:
    """Each of these rulings as if it were given now; nothing is written. The queries grow with the measures alone."""
    return [_seen(appeal, measure, user, now) for measure in measures]


def _seen(appeal: Appeal, measure: Measure, user: User, now: datetime) -> Seen:
    def rule(*, on_purpose: bool) -> Ruled:
        return appeal_rule(appeal=appeal, measure=measure, grounds="—", user=user, now=now, on_purpose=on_purpose)

    words = ""
    if measure.kind == AppealRuling.Kind.REPLAY_DATA:
        with suppress(RuleViolation):  # the page says why with the ruling itself
            words = replayed_told(state_of(appeal.mesa), measure, "—")
    foreseen = foresee(appeal.championship, rule)
    seen = Seen(measure, foreseen, words)
    return replace(seen, foreseen=replace(foreseen, besides=(words, seen.before, seen.after, seen.jugadas)))
