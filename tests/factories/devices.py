"""Paired tablets and PINs, for tests."""

from brackets.models import Championship, Role, User
from referee.models import Device, Pin, PinSalt
from referee.selectors.pins import proof_of, verifier_of
from tests.factories.brackets import NOW, RoleFactory
from tests.factories.referee import DeviceFactory

SALT = "5a" * 16
ITERATIONS = 2  # what makes a PIN safe makes a test slow


def paired(championship: Championship, **given: object) -> Device:
    """A paired tablet that nobody is at, unless told; `token="..."` for one that calls the API."""
    return DeviceFactory(championship=championship, **{"user": None, "paired_at": NOW} | given)


def pin_given(championship: Championship, pin: str, *, user: User | None = None, kind: str = Role.Kind.JUEZ) -> User:
    """Somebody of this championship who has this PIN: a Juez unless told."""
    user = user or RoleFactory(championship=championship, kind=kind).user
    salt, _ = PinSalt.objects.get_or_create(
        championship=championship, defaults={"salt": SALT, "iterations": ITERATIONS}
    )
    verifier = verifier_of(proof_of(pin, salt.salt, salt.iterations))
    Pin.objects.create(championship=championship, user=user, verifier=verifier, digits=len(pin), given_at=NOW)
    return user


def proof(pin: str) -> str:
    """What a tablet sends for this PIN."""
    return proof_of(pin, SALT, ITERATIONS)
