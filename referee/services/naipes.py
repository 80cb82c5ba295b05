"""Recording the cards of a data beside its log: the one writer of `CardThrow`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Max

from brackets.models import User
from referee.models import CardThrow, Device, Mesa
from referee.rules import NotationError, RuleViolation
from referee.rules.naipes.card_lines import CardEvent, dump_card_line, parse_card_line
from referee.selectors.folding import state_of
from referee.selectors.naipes import UNDO, CardRow, Cards, cards_fold, cards_of
from referee.services.errors import FixtureClosed, LeaseLost, RefereeError, SequenceGap
from referee.services.locking import mesa_lock
from referee.services.log import PLAYING, JugadaRefused
from referee.services.writing import write


@dataclass(frozen=True, slots=True)
class CardInput:
    """A line as a tablet sends it; `client_id` is its own and makes a second sending harmless."""

    client_id: UUID
    notation: str
    device_ts: datetime | None = None


class NothingThrown(RefereeError):
    """No card can be thrown now."""

    def __init__(self, estado: str) -> None:
        super().__init__("no-se-juega", f"Ahora no se lanza ninguna carta: {_WHY[estado]}.", article="16")


_WHY: Mapping[str, str] = {
    "por-sortear": "falta el sorteo de la data",
    "por-proclamar": "falta proclamar la chica",
    "suspendida": "la mesa está suspendida",
    "terminada": "la mesa terminó",
}


@dataclass(frozen=True, slots=True)
class _Batch:
    device: Device
    user: User
    lease_epoch: int
    base_seq: int
    cards: Sequence[CardInput]
    now: datetime


def cards_record(
    *,
    mesa_id: UUID,
    device: Device,
    user: User,
    lease_epoch: int,
    base_seq: int,
    cards: Sequence[CardInput],
    now: datetime,
) -> int:
    """Append what happened with the cards, each line once however often it is sent; how many rows there are then.

    `base_seq` is how many rows the tablet believes precede the batch. Raises MesaOutOfReach, LeaseLost, SequenceGap,
    FixtureClosed or NothingThrown and then records nothing; raises JugadaRefused for the first line that cannot have
    happened, after recording those before it. The log is neither written nor changed in meaning.
    """
    batch = _Batch(device, user, lease_epoch, base_seq, cards, now)
    try:
        head, refused = write(lambda: _record(mesa_id, batch))
    except IntegrityError:
        # The same client_id came to another mesa at the same moment: now it is found and refused.
        head, refused = write(lambda: _record(mesa_id, batch))
    if refused:
        raise refused
    return head


def _record(mesa_id: UUID, batch: _Batch) -> tuple[int, JugadaRefused | None]:
    mesa = mesa_lock(mesa_id=mesa_id, device=batch.device, user=batch.user)
    head = CardThrow.objects.filter(mesa=mesa).aggregate(last=Max("seq"))["last"] or 0
    ids = [sent.client_id for sent in batch.cards]
    known = {row.client_id: row for row in CardThrow.objects.filter(client_id__in=ids)}
    fresh = _unknown(mesa, batch, known)
    if not fresh:
        return head, None
    if (mesa.device_id, mesa.lease_epoch) != (batch.device.pk, batch.lease_epoch):
        raise LeaseLost(mesa)
    # A tablet that reloaded counts what it sends again among the rows that precede it.
    later = sum(row.seq > batch.base_seq for row in known.values())
    if batch.base_seq + later != head:
        raise SequenceGap(expected=head)
    if mesa.fixture.status not in PLAYING:
        raise FixtureClosed(mesa.fixture)
    if mesa.estado != "en-juego":
        raise NothingThrown(mesa.estado)
    rows, refused = _append(mesa, fresh, batch)
    CardThrow.objects.bulk_create(rows)
    return head + len(rows), refused


def _unknown(mesa: Mesa, batch: _Batch, known: Mapping[UUID, CardThrow]) -> list[CardInput]:
    """What is not recorded yet, once each; raises JugadaRefused for a client_id that stands for something else."""
    fresh: dict[UUID, CardInput] = {}
    for sent in batch.cards:
        row = known.get(sent.client_id)
        twin = fresh.setdefault(sent.client_id, sent)
        other_row = row is not None and (row.mesa_id, row.notation) != (mesa.pk, _one_form(sent.notation))
        if other_row or twin.notation != sent.notation:
            raise JugadaRefused(
                seq=batch.base_seq + 1,
                acked=batch.base_seq,
                code="client-id-repetido",
                message="Con ese identificador ya se registró otra carta: la tablet debe darle uno nuevo.",
                article=None,
            )
    return [sent for client_id, sent in fresh.items() if client_id not in known]


def _one_form(notation: str) -> str:
    """The line as it is kept; what is no notation stays as it is."""
    try:
        return _dumped(_parsed(notation))
    except NotationError:
        return notation


def _parsed(notation: str) -> CardEvent | int:
    """What happened, or the number of the row that is undone; raises NotationError."""
    word, _, number = " ".join(notation.split()).partition(" ")
    if word == UNDO and number.isascii() and number.isdigit():
        return int(number)
    return parse_card_line(notation)


def _dumped(parsed: CardEvent | int) -> str:
    return f"{UNDO} {parsed}" if isinstance(parsed, int) else dump_card_line(parsed)


def _append(mesa: Mesa, fresh: Sequence[CardInput], batch: _Batch) -> tuple[list[CardThrow], JugadaRefused | None]:
    """Fold one by one; the rows to insert, and the refusal that stopped it, if any."""
    cards = cards_of(mesa, state_of(mesa))
    rows: list[CardThrow] = []
    for sent in fresh:
        try:
            parsed = _parsed(sent.notation)
            cards = _undone(cards, parsed) if isinstance(parsed, int) else _added(cards, parsed, mesa.head_seq)
        except (NotationError, RuleViolation) as error:
            refused = JugadaRefused(
                seq=cards.seq + 1,
                acked=cards.seq,
                code=error.code,
                message=error.message,
                article=getattr(error, "article", None),
            )
            return rows, refused
        rows.append(
            CardThrow(
                mesa=mesa,
                seq=cards.seq,
                client_id=sent.client_id,
                notation=_dumped(parsed),
                data_seq=cards.data_seq,
                log_seq=mesa.head_seq,
                device=batch.device,
                device_ts=sent.device_ts,
                received_at=batch.now,
            )
        )
    return rows, None


def _added(cards: Cards, event: CardEvent, log_seq: int) -> Cards:
    rows = (*cards.rows, CardRow(cards.seq + 1, event, log_seq))
    return cards_fold(cards.state, cards.seq + 1, cards.data_seq, rows)


def _undone(cards: Cards, number: int) -> Cards:
    """Without its last row, which must be `number`: nobody takes back what he does not see."""
    if not cards.rows or cards.rows[-1].seq != number:
        message = "solo se deshace la última carta de la data que se juega"
        raise RuleViolation("no-es-la-ultima", message, "")
    return cards_fold(cards.state, cards.seq + 1, cards.data_seq, cards.rows[:-1])
