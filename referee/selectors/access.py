"""Which tablet is calling, and which mesas its user may reach."""

from hashlib import sha256

from django.db.models import Exists, OuterRef, Q, QuerySet

from brackets.models import Championship, Fixture, Role, User
from referee.models import Device

DESK = (Role.Kind.DIRECTOR, Role.Kind.CONTROL)


def token_digest(token: str) -> str:
    """What is kept of a token; it has 256 random bits, so a quick hash is enough."""
    return sha256(token.encode()).hexdigest()


def device_by_token(token: str) -> Device | None:
    """The tablet of this token with its user, unless it was revoked or its user has lost every role."""
    role = Role.objects.filter(championship=OuterRef("championship"), user=OuterRef("user"))
    return (
        Device.objects.select_related("user")
        .filter(Exists(role), token_hash=token_digest(token), revoked_at__isnull=True, user__is_active=True)
        .first()
    )


def championships_open_to(user: User) -> QuerySet[Championship]:
    """The open championships in which this account may keep a mesa."""
    return Championship.objects.filter(status=Championship.Status.OPEN, roles__user=user).distinct()


def is_desk(*, user: User, championship_id: int) -> bool:
    """Say whether this account directs the championship or sits at its Mesa de Control."""
    return Role.objects.filter(championship=championship_id, user=user, kind__in=DESK).exists()


def may_reach(*, fixture: Fixture, device: Device, user: User) -> bool:
    """Say whether this tablet may keep the mesa of `fixture`, whose stage is at hand; no query for its Juez."""
    championship_id = fixture.stage.championship_id
    if device.championship_id != championship_id:
        return False
    return fixture.juez_id == user.pk or is_desk(user=user, championship_id=championship_id)


def fixtures_within_reach(*, device: Device, user: User) -> QuerySet[Fixture]:
    """The fixtures this tablet lists: those of its Juez, or all for whoever sits at the desk."""
    fixtures = Fixture.objects.filter(stage__championship=device.championship_id, stage__status="published")
    if not is_desk(user=user, championship_id=device.championship_id):
        fixtures = fixtures.filter(juez=user)
    return fixtures.exclude(Q(pareja_a__isnull=True) | Q(pareja_b__isnull=True))
