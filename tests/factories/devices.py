"""Paired tablets and PINs, for tests."""

from brackets.models import Championship, Role, User
from referee.models import Device, Pin, PinSalt
from referee.selectors.pin_keys import key_fresh, key_opened
from referee.selectors.pins import base_of, bound_to, proof_of
from tests.factories.brackets import NOW, RoleFactory
from tests.factories.referee import DEVICE_SALT, DeviceFactory

SALT = "5a" * 16
ITERATIONS = 2  # what makes a PIN safe makes a test slow


def paired(championship: Championship, **given: object) -> Device:
    """A paired tablet that nobody is at, unless told; `token="..."` for one that calls the API."""
    return DeviceFactory(championship=championship, **{"user": None, "paired_at": NOW, "desk": False} | given)


def pins_salted(championship: Championship, iterations: int = ITERATIONS) -> PinSalt:
    """What the PINs of this championship are made with; PINs given before do not change it."""
    fresh = {"salt": SALT, "iterations": iterations, "key": key_fresh()}
    return PinSalt.objects.get_or_create(championship=championship, defaults=fresh)[0]


def pin_given(championship: Championship, pin: str, *, user: User | None = None, kind: str = Role.Kind.JUEZ) -> User:
    """Somebody of this championship who has this PIN: a Juez unless told."""
    user = user or RoleFactory(championship=championship, kind=kind).user
    salt = pins_salted(championship)
    key, base = key_opened(salt.key), base_of(pin, salt.salt, salt.iterations)
    assert key is not None
    of = bound_to(championship_id=championship.pk, user_id=user.pk, digits=len(pin))
    Pin.objects.create(
        championship=championship, user=user, sealed=key.seal(base, of), fingerprint=key.fingerprint(base),
        digits=len(pin), given_at=NOW,
    )  # fmt: skip
    return user


def proof(pin: str) -> str:
    """What a tablet of the factory sends for this PIN."""
    return proof_of(base_of(pin, SALT, ITERATIONS), DEVICE_SALT)
