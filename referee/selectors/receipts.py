"""Receipts of jugadas, which tablets keep, against the log of this server.

A receipt is a whole row as the server acknowledged it. Its hash can be calculated from it, and what its tablet signed of it can be
verified, so a file of receipts says what the log was even where the log was changed since.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Final, TypeVar
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from msgspec import Meta, Struct

from kernel.tablet_keys import SIGNED_LONGEST
from referee.models import Jugada, Mesa
from referee.selectors.chain import link
from referee.selectors.signed_rows import keys_of, signature_problem

MOST_BYTES: Final = 5 * 2**20
MOST_RECEIPTS: Final = 5000
AT_ONCE: Final = 500

T = TypeVar("T")
Moment = Annotated[datetime, Meta(tz=True)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Number = Annotated[int, Meta(ge=1, lt=2**31)]


class Receipt(Struct, frozen=True, kw_only=True):
    """A row of the log as its tablet keeps it (`referee.api.answers.Receipt`), and its mesa."""

    mesa: UUID
    seq: Number
    client_id: UUID
    notation: Annotated[str, Meta(max_length=400)]
    device: UUID | None
    user: UUID
    lease_epoch: Annotated[int, Meta(ge=0, lt=2**31)]
    device_ts: Moment | None
    signed: Annotated[str, Meta(max_length=SIGNED_LONGEST)]
    received_at: Moment
    prev_hash: Digest
    hash: Digest

    @property
    def is_whole(self) -> bool:
        """Whether its hash is that of what it says."""
        return self.hash == link(
            self.prev_hash,
            mesa=self.mesa,
            seq=self.seq,
            client_id=self.client_id,
            notation=self.notation,
            device=self.device,
            lease_epoch=self.lease_epoch,
            user=self.user,
            device_ts=self.device_ts,
            received_at=self.received_at,
            signed=self.signed,
        )


class _File(Struct):
    recibos: Annotated[list[Receipt], Meta(max_length=MOST_RECEIPTS)]


_FILE: Final = msgspec.json.Decoder(_File)


class ReceiptsRefused(ValueError):
    """The file is none of receipts, in a sentence for people."""


def rows_of(mesa_id: int) -> QuerySet[Jugada]:
    """The log of a mesa, in order."""
    return Jugada.objects.filter(mesa=mesa_id).order_by("seq")


def rows_sent(mesa_id: int, client_ids: Collection[UUID]) -> QuerySet[Jugada]:
    """Those of a mesa's rows that have one of these identifiers, in order."""
    return rows_of(mesa_id).filter(client_id__in=client_ids)


def receipts_read(content: bytes) -> list[Receipt]:
    """The receipts of a file that a tablet saved. Raises ReceiptsRefused, also for more than MOST_BYTES or MOST_RECEIPTS."""
    if len(content) > MOST_BYTES:
        raise ReceiptsRefused("El archivo pasa de 5 MB: no es de recibos de una tablet.")
    try:
        receipts = _FILE.decode(content).recibos
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ReceiptsRefused("El archivo no es de recibos de una tablet.") from error
    if not receipts:
        raise ReceiptsRefused("El archivo no tiene ningún recibo.")
    return receipts


def receipts_problems(receipts: Sequence[Receipt], mesas: QuerySet[Mesa]) -> list[str]:
    """What contradicts the log of `mesas`, in sentences, in the order of the receipts."""
    named = list(dict.fromkeys(each.mesa for each in receipts))
    known = {mesa.public_id: mesa for part in _parts(named) for mesa in mesas.filter(public_id__in=part)}
    keys = keys_of([*known.values()], {each.device for each in receipts if each.device})
    rows = _rows(receipts, [*known.values()])
    return [
        f"mesa {each.mesa}, jugada {each.seq}: {problem}"
        for each in receipts
        for problem in _problems(each, known.get(each.mesa), rows, keys)
    ]


def _problems(
    receipt: Receipt, mesa: Mesa | None, rows: Mapping[UUID, Jugada], keys: Mapping[int, Mapping[UUID, str]]
) -> Iterator[str]:
    if mesa is None:
        yield "esa mesa no está en este registro"
        return
    if not receipt.is_whole:
        yield "el recibo no es el que dio el servidor: su huella no es la de lo que dice"
        return
    if wrong := signature_problem(keys[mesa.pk], receipt.mesa, receipt):
        yield f"el recibo no prueba nada: la jugada {wrong}"
        return
    row = rows.get(receipt.client_id)
    if row is not None and (row.mesa_id, row.hash) == (mesa.pk, receipt.hash):
        return
    said = f"el servidor confirmó «{receipt.notation}» con la huella {receipt.hash[:16]}"
    if row is None:
        short = f"; la bitácora termina en la {mesa.head_seq}" if mesa.head_seq < receipt.seq else ""
        yield f"{said}, y la bitácora no tiene esa jugada{short}"
    else:
        yield f"{said}, y la bitácora tiene «{row.notation}» con la huella {row.hash[:16]}"


def _rows(receipts: Sequence[Receipt], mesas: Collection[Mesa]) -> dict[UUID, Jugada]:
    """The rows of these mesas that have the identifiers of these receipts, some hundreds a query."""
    found: dict[UUID, Jugada] = {}
    for part in _parts(receipts):
        sent = Jugada.objects.filter(client_id__in=[each.client_id for each in part], mesa__in=mesas)
        found |= {row.client_id: row for row in sent}
    return found


def _parts(of: Sequence[T]) -> Iterator[Sequence[T]]:
    """Some hundreds at a time, as many as one query may name."""
    return (of[start : start + AT_ONCE] for start in range(0, len(of), AT_ONCE))
