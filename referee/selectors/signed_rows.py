"""Whether the rows of a log that a tablet wrote are signed by its key, and none of them twice (`kernel.tablet_keys`)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple, Protocol
from uuid import UUID

from kernel.tablet_keys import KeyRefused, Signed, is_signed_by, statement, statement_digest
from referee.models import Device, Jugada, Mesa
from referee.rules import moment

Keys = Mapping[UUID, str]
"""The public keys of tablets by their public ids, empty where one has none."""


class RowSigned(Protocol):
    """What of a row is signed, and with what."""

    @property
    def client_id(self) -> UUID: ...
    @property
    def notation(self) -> str: ...
    @property
    def device(self) -> UUID | None: ...
    @property
    def device_ts(self) -> datetime | None: ...
    @property
    def signed(self) -> str: ...


def is_signed(
    public_key: str, signed: str, *, mesa: UUID, client_id: UUID, notation: str, device_ts: datetime | None
) -> bool:
    """Whether this jugada is signed by that key; without a key, whether it is not signed. Raises KeyRefused."""
    if not public_key:
        return not signed
    read = Signed.read(signed)
    if read is None:
        return False
    return is_signed_by(public_key, _statement(read, mesa, client_id, notation, device_ts), read.signature)


def signature_problem(keys: Keys, mesa: UUID, row: RowSigned) -> str:
    """What is wrong with the signature of a row, after «la jugada n»; empty where nothing is."""
    key = keys.get(row.device, "") if row.device else ""
    if key and not row.signed:
        return "no trae la firma de su tablet"
    if not key and row.signed:
        return "trae una firma, y quien la anotó no tiene llave"
    try:
        signed = is_signed(
            key,
            row.signed,
            mesa=mesa,
            client_id=row.client_id,
            notation=row.notation,
            device_ts=row.device_ts,
        )
    except KeyRefused:
        return "es de una tablet cuya llave no es ninguna"
    return "" if signed else "no es lo que firmó su tablet"


def unsigned_of(mesa: Mesa) -> Literal["none", "some", "all"]:
    """How many of the rows that tablets wrote at this mesa came from tablets without a key; one query."""
    signed = Jugada.objects.filter(mesa=mesa, device__isnull=False).values_list("signed", flat=True)
    found = {bool(each) for each in signed}
    if False not in found:
        return "none"
    return "some" if True in found else "all"


class _Statement(NamedTuple):
    previous: str
    digest: str


class Statements:
    """What tablets signed, as it goes by in whatever order. Gaps are none of its business: what was set aside was signed too."""

    def __init__(self) -> None:
        self._of: dict[UUID, dict[int, _Statement]] = defaultdict(dict)

    def problem(self, mesa: UUID, row: RowSigned) -> str:
        """Add a row that a tablet signed: what does not fit what it signed otherwise, after «la jugada n»; empty where all does."""
        read = Signed.read(row.signed)
        if row.device is None or read is None:
            return ""
        said = statement_digest(_statement(read, mesa, row.client_id, row.notation, row.device_ts))
        signed, number = self._of[row.device], read.counter
        if number in signed:
            return f"es la segunda que su tablet firmó con el número {number}"
        before, after = signed.get(number - 1), signed.get(number + 1)
        signed[number] = _Statement(read.previous, said)
        fits = (number == 1) == (read.previous == "")
        fits &= before is None or before.digest == read.previous
        fits &= after is None or after.previous == said
        return (
            ""
            if fits
            else f"no sigue a lo que su tablet firmó antes, o no le sigue lo que firmó después (número {number})"
        )


def keys_of(mesas: Sequence[Mesa], devices: Iterable[UUID]) -> Mapping[int, Keys]:
    """The keys of these tablets as each of these mesas means them: an imported log names tablets by their ids of there. Two queries."""
    here: Keys = dict(Device.objects.filter(public_id__in=devices).values_list("public_id", "public_key"))
    there: dict[int, dict[UUID, str]] = defaultdict(lambda: dict(here))
    tablets = "fixture__stage__championship__archive__devices"
    imported = Mesa.objects.filter(pk__in=[mesa.pk for mesa in mesas], **{f"{tablets}__isnull": False})
    for mesa, public_id, key in imported.values_list("pk", f"{tablets}__public_id", f"{tablets}__device__public_key"):
        there[mesa][public_id] = key
    return {mesa.pk: there.get(mesa.pk, here) for mesa in mesas}


def _statement(read: Signed, mesa: UUID, client_id: UUID, notation: str, device_ts: datetime | None) -> bytes:
    return statement(
        mesa=str(mesa),
        client_id=str(client_id),
        notation=notation,
        device_ts=None if device_ts is None else moment(device_ts),
        counter=read.counter,
        previous=read.previous,
        head=read.head,
    )
