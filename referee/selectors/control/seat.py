"""A table of the hall with all that is known of it, and what follows from that."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from brackets.models import Away, Fixture, HallStop, Table
from brackets.selectors.callups import Convocatoria
from referee.models import Appeal, Call, Consulta, Device, Mesa, Planilla, Signature
from referee.selectors.devices import ALIVE, LOW_BATTERY
from referee.selectors.mesas import is_suspended

PROCLAIM: Final = "por-proclamar"


@dataclass(frozen=True, slots=True)
class Tablet:
    """What the tablet of a table last told. `silent`: it has not called for a while."""

    device: Device
    silent: bool
    low: bool

    @property
    def waits(self) -> bool:
        return self.device.pending > 0


def tablet_of(device: Device, now: datetime) -> Tablet:
    return Tablet(
        device=device,
        silent=device.last_seen_at is None or now - device.last_seen_at > ALIVE,
        low=device.battery is not None and device.battery < LOW_BATTERY,
    )


@dataclass(frozen=True)
class Seat:
    """A table, or a partida that is played at none. `fixture` is what is looked at there: called or in play, else to be
    signed, else the first that waits for it. `playable`: something could be played here if it were assigned.
    `juez_away`: why the Juez of the fixture is not there.
    `incidents`: what is on record of conduct in its fixture. `stop`: what keeps the whole hall standing still.
    """

    table: Table | None
    fixture: Fixture | None
    mesa: Mesa | None
    convocatoria: Convocatoria | None
    tablet: Tablet | None
    calls: tuple[Call, ...]
    protests: tuple[Signature, ...]
    appeals: tuple[Appeal, ...]
    consultas: tuple[Consulta, ...]
    rondas: int
    incidents: int
    stop: HallStop | None
    unreceived: Planilla | None
    playable: bool
    juez_away: Away | None
    now: datetime

    @property
    def key(self) -> str:
        """By which a page finds its card again."""
        return f"m{self.table.number}" if self.table else f"p{self.fixture.pk}" if self.fixture else ""

    @property
    def name(self) -> str:
        return str(self.table) if self.table else "Sin mesa"

    @cached_property
    def status(self) -> str:
        """The state of its fixture, or nothing at a free table."""
        return self.fixture.status if self.fixture else ""

    @property
    def in_play(self) -> bool:
        return self.status == Fixture.Status.IN_PLAY

    @property
    def free(self) -> bool:
        """It can be used: nobody is called to it and nobody plays at it."""
        return self.unused and self.away is None

    @property
    def unused(self) -> bool:
        return self.status in ("", Fixture.Status.READY)

    @cached_property
    def away(self) -> Away | None:
        """Why the table cannot be given anything now."""
        return self.table.away(self.now) if self.table else None

    @property
    def suspended(self) -> bool:
        return self.mesa is not None and self.fixture is not None and is_suspended(self.mesa, self.fixture)

    @property
    def to_proclaim(self) -> bool:
        return self.in_play and self.mesa is not None and self.mesa.estado == PROCLAIM

    @property
    def called(self) -> bool:
        return self.status == Fixture.Status.CALLED

    @property
    def awaited(self) -> list[tuple[str, int | None]]:
        """The sides that are called and not complete, each with its number."""
        there = self.convocatoria
        if there is None or not there.is_running:
            return []
        return [(side, there.number_of(side)) for side in there.absent]

    @property
    def silent(self) -> bool:
        """It plays, and no tablet of it has been heard of for a while."""
        return self.in_play and (self.tablet is None or self.tablet.silent)

    @property
    def minutes(self) -> int | None:
        """Since the mesa was opened, or since its parejas were called."""
        since = None
        if self.in_play:
            since = self.mesa.opened_at if self.mesa else self.fixture and self.fixture.called_at
        elif self.fixture and self.called:
            since = self.fixture.called_at
        return max(0, int((self.now - since).total_seconds() // 60)) if since else None
