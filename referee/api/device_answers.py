"""What a tablet is told about itself, and about who may be at it."""

from datetime import datetime

from msgspec import Struct

from referee.api.answers import ChampionshipAnswer


class DeviceAnswer(Struct, kw_only=True):
    """`paired`: jueces come and go with their PINs; otherwise it is of whoever gave his password. `table`: where it
    stands. `signs`: its key was registered, and every jugada of it must come signed."""

    id: int
    name: str
    paired: bool
    table: int | None
    signs: bool


class UserAnswer(Struct, kw_only=True):
    id: int
    name: str


class PersonAnswer(Struct, kw_only=True):
    """Somebody who may be at a tablet; `digits` of his PIN, null while he has none. `verifier`: the SHA-256 of its proof on this
    tablet, for the jueces whose PIN it may check; null for everybody else, whose PIN the server checks."""

    user: int
    name: str
    kind: str
    digits: int | None
    verifier: str | None


class DeviceSession(Struct, kw_only=True):
    """The tablet, who is at it, and what it takes to check the PINs of the jueces of its table without network.

    The proof of a PIN is HMAC-SHA256(PBKDF2-HMAC-SHA256(pin, salt, iterations), device_salt) in hex. `people` changes when
    `roster` does.
    """

    device: DeviceAnswer
    user: UserAnswer | None
    championship: ChampionshipAnswer
    roster: list[PersonAnswer]
    people: str
    salt: str
    device_salt: str
    iterations: int
    server_time: datetime


class SignedIn(DeviceSession, kw_only=True):
    token: str


class HeadAnswer(Struct, kw_only=True):
    """The last checkpoint of the log: `root` in 16 hexadecimal digits, `at` when it was signed."""

    size: int
    root: str
    at: datetime


class PulseAnswer(Struct, kw_only=True):
    """`update`: the version of the app that the server has, where the tablet's is another. `people`: see the roster.

    `head`: what the tablet keeps and checks as every open page does; null in preparation and before the first checkpoint.
    """

    server_time: datetime
    name: str
    table: int | None
    user: int | None
    people: str
    revoked: bool
    update: str | None
    head: HeadAnswer | None
