"""Which tablet is calling, and which mesas its user may reach."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, Q, QuerySet
from django.db.models.base import ModelState
from django.utils.timezone import is_naive

from brackets.models import Championship, Fixture, User
from brackets.selectors.access import DESK, roles_here
from referee.models import Device
from referee.selectors.prepared import Statement

Row = TypeVar("Row", bound=Model)
NOTHING: Final[Mapping[str, Model]] = {}

IDLE_ENDS: Final = timedelta(days=14)
"""A championship may be played from one weekend to the next; whoever finds a tablet in a drawer in January is let in no more."""


def token_digest(token: str) -> str:
    """What is kept of a token; it has 256 random bits, so a quick hash is enough."""
    return sha256(token.encode()).hexdigest()


# By hand, like the query of `locking.mesa_lock`: each tap asks both, and building them costs more than running them.
DEVICE_COLUMNS = """
       device.id, device.public_id, device.name, device.championship_id, device.user_id, device.desk, device.last_seen_at, device.public_key,
       person.public_id, person.username, person.display_name"""
DEVICE_MAY_WRITE = """device.revoked_at IS NULL AND person.is_active
  AND EXISTS (SELECT 1 FROM brackets_role role
              WHERE role.championship_id = device.championship_id AND role.user_id = device.user_id)"""
_DEVICE = Statement(f"""
SELECT {DEVICE_COLUMNS}
FROM referee_device device JOIN brackets_user person ON person.id = device.user_id
WHERE device.token_hash = %s AND {DEVICE_MAY_WRITE}
""")  # noqa: S608 (our own text)


def device_by_token(token: str) -> Device | None:
    """The tablet of this token with its user, unless it was revoked or its user has lost every role.

    Of both, what is not needed on every call is loaded when it is asked for.
    """
    row = _DEVICE.row([token_digest(token)])
    return None if row is None else device_of(row)


def device_of(row: Sequence[Any]) -> Device:
    """The tablet and its user of `DEVICE_COLUMNS`."""
    pk, public_id, name, championship, person, desk, seen, public_key, person_id, username, display_name = row
    if seen is not None and is_naive(seen):  # as SQLite gives instants, in UTC
        seen = seen.replace(tzinfo=UTC)
    public_id, person_id = _uuid(public_id), _uuid(person_id)
    user = partly(User, id=person, public_id=person_id, username=username, display_name=display_name)
    return partly(
        Device, {"user": user}, id=pk, public_id=public_id, name=name, championship_id=championship, user_id=person,
        desk=bool(desk), last_seen_at=seen, public_key=public_key,
    )  # fmt: skip


def _uuid(kept: UUID | str) -> UUID:
    """SQLite gives the digits."""
    return kept if isinstance(kept, UUID) else UUID(kept)


def is_idle(device: Device, now: datetime) -> bool:
    """Whether it has not called for so long that its token is worth nothing any more."""
    return device.last_seen_at is not None and now - device.last_seen_at > IDLE_ENDS


def device_alone(token: str, *, now: datetime) -> Device | None:
    """The paired tablet of this token that nobody is at, or nobody who still has a role, unless it is idle: its `user` is None."""
    paired = Device.objects.filter(token_hash=token_digest(token), revoked_at__isnull=True, paired_at__isnull=False)
    paired = paired.exclude(last_seen_at__lt=now - IDLE_ENDS)
    device = paired.select_related("championship", "table").first()
    if device is not None:
        device.user = None
    return device


def is_let_in(token: str, *, now: datetime) -> bool:
    """Whether this is the token of a tablet, with somebody at it or without."""
    device = device_by_token(token)
    return device_alone(token, now=now) is not None if device is None else not is_idle(device, now)


def device_whole(device: Device) -> Device:
    """The same tablet with all that a page about it shows: who is at it, where it stands."""
    return Device.objects.select_related("championship", "table", "user").get(pk=device.pk)


def partly(model: type[Row], related: Mapping[str, Model] = NOTHING, **known: object) -> Row:
    """A row of which only some columns, and rows it is `related` to, are at hand; others are loaded when asked for.

    As `Model.from_db` makes it, and assigning to it, which take several times as long.
    """
    row = model.__new__(model)
    row._state = ModelState()  # noqa: SLF001
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001
    row._state.fields_cache = {**related}  # noqa: SLF001
    row.__dict__.update(known)
    return row


def championships_open_to(user: User) -> QuerySet[Championship]:
    """The open championships in which this account may keep a mesa."""
    return Championship.objects.filter(status=Championship.Status.OPEN, roles__user=user).distinct()


def is_desk(*, user: User, championship_id: int) -> bool:
    """Say whether this account has the powers of who directs the championship or sits at its Mesa de Control."""
    return not DESK.isdisjoint(roles_here(user, championship_id).usable)


def opens_desk(*, device: Device, user: User) -> bool:
    """Say whether this account has the desk's powers on this tablet: who is at it only where the server found so as he came,
    anybody else because he has just shown his PIN to the server."""
    shown = device.desk or user.pk != device.user_id
    return shown and is_desk(user=user, championship_id=device.championship_id)


def may_reach(*, fixture: Fixture, device: Device, user: User) -> bool:
    """Say whether this tablet may keep the mesa of `fixture`, whose stage is at hand; no query for its Juez."""
    if device.championship_id != fixture.stage.championship_id:
        return False
    return fixture.juez_id == user.pk or opens_desk(device=device, user=user)


def fixtures_within_reach(*, device: Device, user: User) -> QuerySet[Fixture]:
    """The fixtures this tablet lists: those of its Juez, or all for whoever sits at the desk."""
    fixtures = Fixture.objects.filter(stage__championship=device.championship_id, stage__status="published")
    if not opens_desk(device=device, user=user):
        fixtures = fixtures.filter(juez=user)
    return fixtures.exclude(Q(pareja_a__isnull=True) | Q(pareja_b__isnull=True))
