"""Who has which PIN, as far as anybody knows: what checks a PIN, and what a tablet needs to check some without network.

    base     = PBKDF2-HMAC-SHA256(pin, salt of the championship, iterations), which only the server keeps, enciphered
    proof    = HMAC-SHA256(base, salt of the tablet) in hex
    verifier = SHA-256(proof) in hex, all that a tablet is given, of the jueces of its table alone

ADR 20 tells what this is worth.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from hashlib import pbkdf2_hmac, sha256
from hmac import compare_digest, digest

from django.db.models import Q, QuerySet

from brackets.models import Fixture, Role, User
from brackets.selectors.access import DESK, roles_here
from brackets.selectors.single import single
from referee.models import Device, Pin, PinSalt
from referee.selectors.access import is_desk
from referee.selectors.pin_keys import PinKey, key_opened

ITERATIONS = 200_000
DIGITS, DESK_DIGITS = 4, 6
AT_A_TABLE = (Role.Kind.JUEZ, Role.Kind.INSPECTOR)
_RANK = {kind: place for place, kind in enumerate(Role.Kind.values)}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a role; `kind` is the highest of them, `digits` of his PIN, None while he has none that can be checked."""

    user: int
    name: str
    kind: str
    digits: int | None

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
    """Everybody who may be at a tablet, and the verifiers of those whose PIN it may check; no salt as long as nobody has a PIN."""

    salt: str
    iterations: int
    device_salt: str
    people: tuple[Person, ...]
    verifiers: Mapping[int, str]

    @property
    def edition(self) -> str:
        """Changes when anything of it does: by it a tablet sees that its own is old."""
        return sha256(repr(self).encode()).hexdigest()[:12]


def base_of(pin: str, salt: str, iterations: int) -> bytes:
    """What all else is made of; as slow as `iterations` make it.

    >>> base_of("4071", "00" * 16, 1).hex()[:16]
    'fe76e4361fa4be85'
    """
    return pbkdf2_hmac("sha256", pin.encode(), bytes.fromhex(salt), iterations)


def proof_of(base: bytes, device_salt: str) -> str:
    """What proves on this tablet, and on no other, that one knows the PIN."""
    return digest(base, bytes.fromhex(device_salt), "sha256").hex()


def verifier_of(proof: str) -> str:
    return sha256(proof.encode()).hexdigest()


def digits_asked(kinds: AbstractSet[str]) -> int:
    """How many digits the PIN of somebody with these roles has: more where it opens more."""
    return DIGITS if DESK.isdisjoint(kinds) else DESK_DIGITS


def salt_of(championship_id: int) -> PinSalt | None:
    return single(PinSalt.objects.filter(championship=championship_id))


def people_of(championship_id: int) -> tuple[Person, ...]:
    """Everybody with a role, in the order of their names. Two queries, however many they are."""
    return _people(championship_id, _bases(_pins(championship_id)))


def roster_of(device: Device) -> Roster:
    """What this tablet is told of people and PINs. Three queries, however many they are."""
    pins = _pins(device.championship_id)
    bases = _bases(pins)
    people = _people(device.championship_id, bases)
    wanted = {each.user for each in people if each.kind in AT_A_TABLE and each.digits == DIGITS} & _jueces(device)
    verifiers = {user: verifier_of(proof_of(bases[user][1], device.pin_salt)) for user in sorted(wanted)}
    salt = pins[0].championship.pin_salt if pins else None
    return Roster(
        salt.salt if salt else "", salt.iterations if salt else ITERATIONS, device.pin_salt, people, verifiers
    )


def pin_typed(*, championship_id: int, pin: str) -> Pin | None:
    """Whose PIN this is, unless he has lost his account or every role here; slow on purpose."""
    salt = salt_of(championship_id)
    key = key_opened(salt.key) if salt else None
    if salt is None or key is None:
        return None
    base = base_of(pin, salt.salt, salt.iterations)
    found = _of_somebody(championship_id).filter(fingerprint=key.fingerprint(base)).first()
    return found if found is not None and _base(found, key) == base else None


def pin_proved(*, device: Device, user_id: int | None, proof: str) -> Pin | None:
    """The PIN of this person, if the proof is what this tablet makes of it: one of four digits, which opens a table and no more."""
    found = _of_somebody(device.championship_id).filter(user=user_id, digits=DIGITS).first()
    salt = salt_of(device.championship_id) if found else None
    key = key_opened(salt.key) if salt else None
    base = _base(found, key) if found and key else None
    return found if base is not None and compare_digest(proof_of(base, device.pin_salt), proof) else None


def owner_is_of_desk(pin: Pin) -> bool:
    """Whether its owner is of the desk still, though he may need a passkey for what that allows."""
    return not DESK.isdisjoint(roles_here(pin.user, pin.championship_id).held)


def pin_is_of_desk(pin: Pin) -> bool:
    """Whether it is long enough for the desk's powers, and its owner of the desk still."""
    return pin.digits >= DESK_DIGITS and owner_is_of_desk(pin)


def pin_opens_desk(pin: Pin) -> bool:
    """Whether it opens them here: no PIN does where a passkey is demanded."""
    return pin.digits >= DESK_DIGITS and is_desk(user=pin.user, championship_id=pin.championship_id)


def is_short(pin: Pin) -> bool:
    """Whether its owner was given it before a role of the desk, which asks for a longer one."""
    return pin.digits < DESK_DIGITS and owner_is_of_desk(pin)


def has_pin(*, user: User, championship_id: int) -> bool:
    return Pin.objects.filter(championship=championship_id, user=user).exists()


def bound_to(*, championship_id: int, user_id: int, digits: int) -> str:
    """What the base of a PIN is sealed for: a row with another owner or other digits does not open."""
    return f"{championship_id} {user_id} {digits}"


def _base(pin: Pin, key: PinKey) -> bytes | None:
    of = bound_to(championship_id=pin.championship_id, user_id=pin.user_id, digits=pin.digits)
    return key.open(pin.sealed, of)


def _pins(championship_id: int) -> list[Pin]:
    return list(Pin.objects.filter(championship=championship_id).select_related("championship__pin_salt"))


def _bases(pins: list[Pin]) -> Mapping[int, tuple[int, bytes]]:
    """Digits and base of each PIN that opens, by its owner."""
    key = key_opened(pins[0].championship.pin_salt.key) if pins else None
    if key is None:
        return {}
    return {pin.user_id: (pin.digits, base) for pin in pins if (base := _base(pin, key)) is not None}


def _people(championship_id: int, bases: Mapping[int, tuple[int, bytes]]) -> tuple[Person, ...]:
    people: dict[int, Person] = {}
    roles = Role.objects.filter(championship=championship_id, user__is_active=True).select_related("user")
    for role in sorted(roles, key=lambda each: _RANK[each.kind]):
        digits = bases[role.user_id][0] if role.user_id in bases else None
        people.setdefault(role.user_id, Person(role.user_id, str(role.user), role.kind, digits))
    return tuple(sorted(people.values(), key=lambda each: (each.name.casefold(), each.user)))


def _jueces(device: Device) -> set[int | None]:
    """Who is at the tablet, and the jueces of what is not over at its table or was opened on it."""
    here = Q(mesa__device=device)
    if device.table_id is not None:
        here |= Q(table=device.table_id)
    playing = Fixture.objects.filter(here, stage__championship=device.championship_id)
    return {device.user_id, *playing.exclude(status=Fixture.Status.FINAL).values_list("juez_id", flat=True)}


def _of_somebody(championship_id: int) -> QuerySet[Pin]:
    """The PINs of those who still have an account and a role here, with their owners."""
    here = Role.objects.filter(championship=championship_id).values("user")
    return Pin.objects.select_related("user").filter(championship=championship_id, user__is_active=True, user__in=here)
