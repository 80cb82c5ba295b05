"""The one word under which a mesa is followed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from brackets.models import AT_A_TABLE, Championship, Fixture
from referee.models import Mesa
from referee.selectors.live.pending import pending_in
from referee.selectors.mesas import is_suspended, stopped_among


class Estado(NamedTuple):
    """`code` is for programs, `label` for people; `icon` never stands without it."""

    code: str
    label: str
    icon: str


UPCOMING: Final = Estado("upcoming", "Por jugar", "ready")
NOT_PLAYED: Final = Estado("upcoming", "No se juega", "waiting")
"""Somebody may still come to it, and passes: nobody comes from the other side."""
CALLED: Final = Estado("called", "Convocada", "called")
LIVE: Final = Estado("live", "EN VIVO", "live")
REVIEW: Final = Estado("review", "EN REVISIÓN", "review")
SUSPENDED: Final = Estado("suspended", "Suspendida", "suspended")
LEFT: Final = Estado("suspended", "Sin terminar", "suspended")
"""What was on the floor when its championship was brought here: nobody plays it on."""
PROVISIONAL: Final = Estado("provisional", "Provisional", "provisional")
FINAL: Final = Estado("final", "FINAL", "final")
ANNULLED: Final = Estado("voided", "Anulada", "refused")
"""Final, and counts for nobody (`brackets.selectors.voided`)."""

BY_STATUS: Final = {
    Fixture.Status.WAITING: UPCOMING,
    Fixture.Status.READY: UPCOMING,
    Fixture.Status.CALLED: CALLED,
    Fixture.Status.IN_PLAY: LIVE,
    Fixture.Status.PROVISIONAL: PROVISIONAL,
    Fixture.Status.FINAL: FINAL,
}


def estado_of(fixture: Fixture, mesa: Mesa | None, pending: Sequence[str], *, voided: bool) -> Estado:
    """A mesa that is suspended is so, under review or not; nothing is final while something is to be decided of it."""
    left = fixture.stage.championship.imported_unfinished
    stopped = mesa is not None and is_suspended(mesa, fixture)
    return _estado(fixture, stopped=stopped, pending=bool(pending), left=left, voided=voided)


@dataclass(frozen=True, slots=True)
class Estados:
    """How all partidas of a championship stand, as their boards say it: by what is `pending` of some, which are `stopped`,
    and whether it was `left` as it was.
    """

    pending: Mapping[int, Sequence[str]]
    stopped: frozenset[int]
    left: bool

    def of(self, fixture: Fixture, *, voided: bool) -> Estado:
        """`voided`: its result counts for nobody (`brackets.selectors.voided`)."""
        pending = bool(self.pending.get(fixture.pk))
        stopped = fixture.pk in self.stopped
        return _estado(fixture, stopped=stopped, pending=pending, left=self.left, voided=voided)


def estados_in(championship: Championship) -> Estados:
    """Two queries, however many partidas there are."""
    stopped = stopped_among(fixture__stage__championship=championship)
    return Estados(pending_in(championship), stopped, championship.imported_unfinished)


def _estado(fixture: Fixture, *, stopped: bool, pending: bool, left: bool, voided: bool) -> Estado:
    if stopped:
        return SUSPENDED
    if pending:
        return REVIEW
    status = Fixture.Status(fixture.status)
    if voided and status == Fixture.Status.FINAL:
        return ANNULLED
    if status == Fixture.Status.WAITING and fixture.goes_unplayed:
        return NOT_PLAYED
    return LEFT if left and status in AT_A_TABLE else BY_STATUS[status]
