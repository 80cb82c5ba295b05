"""Paired tablets, their keys, and PINs, for tests."""

import json
from base64 import b64encode, urlsafe_b64encode
from copy import copy
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from brackets.models import Championship, Role, User
from kernel.tablet_keys import Signed, key_text, request_text, statement, statement_digest
from referee.models import Device, Pin, PinSalt
from referee.rules import moment
from referee.selectors.pin_keys import key_fresh, key_opened
from referee.selectors.pins import base_of, bound_to, proof_of
from referee.services.log import JugadaInput, Recorded
from tests.factories.brackets import NOW, RoleFactory
from tests.factories.referee import DEVICE_SALT, DeviceFactory, Keeper, keeper

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


class TabletKey:
    """What the browser of a tablet keeps, and what it signs one after another."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self.public = key_text(self._private.public_key())
        self.counter, self.previous = 0, ""

    @property
    def pkcs8(self) -> str:
        """For a real browser, in base64."""
        der = self._private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        return b64encode(der).decode()

    def copied(self) -> "TabletKey":
        """The same key with the same counter, somewhere else."""
        return copy(self)

    def sign(self, kept: Keeper, line: str, *, mesa: UUID | None = None, head: str = "") -> JugadaInput:
        """A jugada of this mesa, now, as a tablet with this key sends it; on top of its last row, or of this `head`."""
        jugada = JugadaInput(uuid4(), line, kept.now)
        self.counter += 1
        said = {"counter": self.counter, "previous": self.previous, "head": head or kept.mesa.head_hash}
        stated = statement(
            mesa=str(mesa or kept.mesa_id),
            client_id=str(jugada.client_id),
            notation=line,
            device_ts=moment(kept.now),
            **said,
        )
        self.previous = statement_digest(stated)
        jugada.signed = str(Signed(signature=self._signature(stated), **said))
        return jugada

    def request(self, method: str, path: str, body: object) -> str:
        """The signature of a request with this body as JSON."""
        return self._signature(request_text(method=method, path=path, body=json.dumps(body).encode()))

    def _signature(self, said: bytes) -> str:
        r, s = decode_dss_signature(self._private.sign(said, ec.ECDSA(SHA256())))
        return urlsafe_b64encode(r.to_bytes(32) + s.to_bytes(32)).decode().rstrip("=")


@dataclass
class KeyKeeper(Keeper):
    """A Juez whose tablet has a key, and signs what he records."""

    key: TabletKey = field(default_factory=TabletKey)

    def signed(self, line: str) -> JugadaInput:
        """As it would be sent now."""
        return self.key.sign(self, line)

    def record(self, *lines: str) -> Recorded:
        return self.send(*map(self.signed, lines))


def key_keeper(*lines: str, **of: object) -> KeyKeeper:
    """A mesa in play at a tablet with a key, with these jugadas recorded."""
    plain = keeper(**of)
    kept = KeyKeeper(plain.fixture, plain.juez, plain.device, plain.token)
    kept.device.public_key = kept.key.public
    kept.device.save(update_fields=("public_key",))
    kept.open()
    if lines:
        kept.record(*lines)
    return kept
