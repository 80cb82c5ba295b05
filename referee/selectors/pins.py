"""Who has which PIN, as far as anybody knows: what checks a PIN, and what a tablet needs to check it without network.

    proof    = PBKDF2-HMAC-SHA256(pin, salt of the championship, iterations), 32 bytes in hex
    verifier = SHA-256(proof) in hex, all that is kept

The proof goes over the network and the PIN need not; ADR 20 tells what this is worth.
"""

from dataclasses import dataclass
from hashlib import pbkdf2_hmac, sha256

from brackets.models import Role, User
from referee.models import Pin, PinSalt
from referee.selectors.access import DESK

ITERATIONS = 200_000
DIGITS, DESK_DIGITS = 4, 6
_RANK = {kind: place for place, kind in enumerate(Role.Kind.values)}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a role; `kind` is the highest of them, `digits` and `verifier` None while he has no PIN."""

    user: int
    name: str
    kind: str
    digits: int | None
    verifier: str | None

    @property
    def title(self) -> str:
        """What he is, as people say it."""
        return str(Role.Kind(self.kind).label)

    @property
    def short(self) -> bool:
        """Whether he was given his PIN before a role that asks for a longer one."""
        return self.digits is not None and self.digits < digits_asked({self.kind})

    @property
    def needs_pin(self) -> bool:
        return self.digits is None or self.short


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody who may be at a tablet, in the order of their names; no salt as long as nobody has a PIN."""

    salt: str
    iterations: int
    people: tuple[Person, ...]

    @property
    def edition(self) -> str:
        """Changes when anything of it does: by it a tablet sees that its own is old."""
        return sha256(repr(self).encode()).hexdigest()[:12]


def proof_of(pin: str, salt: str, iterations: int) -> str:
    """What proves that one knows the PIN; as slow as `iterations` make it.

    >>> proof_of("4071", "00" * 16, 1)[:16]
    'fe76e4361fa4be85'
    """
    return pbkdf2_hmac("sha256", pin.encode(), bytes.fromhex(salt), iterations).hex()


def verifier_of(proof: str) -> str:
    return sha256(proof.encode()).hexdigest()


def digits_asked(kinds: set[str]) -> int:
    """How many digits the PIN of somebody with these roles has: more where it opens more."""
    return DESK_DIGITS if kinds.intersection(DESK) else DIGITS


def salt_of(championship_id: int) -> PinSalt | None:
    return PinSalt.objects.filter(championship=championship_id).first()


def roster_of(championship_id: int) -> Roster:
    """Three queries, however many they are."""
    salt = salt_of(championship_id)
    pins = {pin.user_id: pin for pin in Pin.objects.filter(championship=championship_id)}
    people: dict[int, Person] = {}
    roles = Role.objects.filter(championship=championship_id, user__is_active=True).select_related("user")
    for role in sorted(roles, key=lambda each: _RANK[each.kind]):
        pin = pins.get(role.user_id)
        kept = (pin.digits, pin.verifier) if pin else (None, None)
        person = Person(role.user_id, str(role.user), role.kind, *kept)
        people.setdefault(role.user_id, person)
    ordered = sorted(people.values(), key=lambda each: (each.name.casefold(), each.user))
    return Roster(salt.salt if salt else "", salt.iterations if salt else ITERATIONS, tuple(ordered))


def pin_proved(*, championship_id: int, proof: str) -> Pin | None:
    """The PIN that this proves, with its owner, unless he has lost his account or every role here."""
    return (
        Pin.objects.select_related("user")
        .filter(
            championship=championship_id,
            verifier=verifier_of(proof),
            user__is_active=True,
            user__roles__championship=championship_id,
        )
        .distinct()
        .first()
    )


def opens_desk(pin: Pin) -> bool:
    """Whether it is long enough for the desk's powers, and its owner of the desk still."""
    roles = Role.objects.filter(championship=pin.championship_id, user=pin.user_id, kind__in=DESK)
    return pin.digits >= DESK_DIGITS and roles.exists()


def has_pin(*, user: User, championship_id: int) -> bool:
    return Pin.objects.filter(championship=championship_id, user=user).exists()
