"""The record of what people did."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from brackets.models import AuditAddress, AuditEntry, Championship, User

Via = AuditEntry.Via


@dataclass(frozen=True, slots=True)
class Origin:
    """From where something is done: the edge says it once, for all that it has done in one request."""

    via: str = Via.COMMAND
    address: str = ""
    device: str = ""


_ORIGIN: Final = ContextVar("origin", default=Origin())  # noqa: B039 (it is frozen)


@contextmanager
def done_from(origin: Origin) -> Iterator[None]:
    """What is recorded inside comes from there."""
    before = _ORIGIN.set(origin)
    try:
        yield
    finally:
        _ORIGIN.reset(before)


def done_on(device: str) -> None:
    """The request has turned out to be of this tablet."""
    _ORIGIN.set(replace(_ORIGIN.get(), via=Via.TABLET, device=device[:40]))


def audit_record(
    *,
    championship: Championship,
    user: User | None,
    now: datetime,
    action: str,
    sentence: str,
    data: Mapping[str, object] | None = None,
) -> AuditEntry:
    """Write one entry; call it inside the transaction of what it tells. Never give it a cédula.

    Once the championship is closed no network address is kept any more.
    """
    origin = _ORIGIN.get()
    entry = AuditEntry.objects.create(
        championship=championship, user=user, at=now, action=action, sentence=sentence, data=dict(data or {}),
        via=origin.via, device=origin.device,
    )  # fmt: skip
    if origin.address and championship.status != Championship.Status.CLOSED:
        AuditAddress.objects.create(entry=entry, address=origin.address)
    return entry


def addresses_forget(championship: Championship) -> None:
    """It is over: who did what stays, the network address does not."""
    AuditAddress.objects.filter(entry__championship=championship).delete()
