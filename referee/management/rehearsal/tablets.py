"""The tablet of a Juez as the rehearsal holds it: by the services themselves, or (`http_tablet`) by the API."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import NamedTuple, ParamSpec, Protocol, TypeVar
from uuid import UUID

from brackets.draw.refusal import DrawRefusal
from brackets.models import Championship, Fixture, User
from brackets.selectors.single import single
from brackets.services.clients import Client
from brackets.services.errors import BracketError
from referee.models import Device, Mesa
from referee.rules import NotationError, RuleViolation
from referee.selectors.mesas import planilla_standing
from referee.services.devices import device_login
from referee.services.errors import MesaOutOfReach, RefereeError
from referee.services.log import JugadaInput, jugadas_record
from referee.services.mesas import lease_take, mesa_open
from referee.services.planillas import planilla_freeze, planilla_reopen
from referee.services.signatures import NothingToSign, signature_add

P = ParamSpec("P")
T = TypeVar("T")


class Refused(Exception):
    """The product said no, with its stable code and what it tells people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class Opening(NamedTuple):
    """How a mesa is opened; `public_id` counts only where the services are called directly."""

    fixture: int
    seats: tuple[str, ...]
    representatives: Mapping[str, int]
    public_id: UUID


class Opened(NamedTuple):
    """The mesa as the tablet keeps it."""

    mesa: UUID
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one party does with a frozen Planilla."""

    party: str
    outcome: str
    name: str
    ink: Sequence[Sequence[int]]
    client_id: UUID
    reason: str = ""
    witness: str = ""


class Tablet(Protocol):
    """What a tablet can do; each raises Refused where the product refuses, and then nothing has changed."""

    name: str

    def open(self, opening: Opening, now: datetime) -> Opened: ...
    def take(self, mesa: UUID, now: datetime) -> Opened: ...
    def record(self, kept: Opened, base_seq: int, jugadas: Sequence[JugadaInput], now: datetime) -> int: ...
    def freeze(self, mesa: UUID, now: datetime) -> None: ...
    def reopen(self, mesa: UUID, now: datetime) -> None: ...
    def sign(self, mesa: UUID, answer: Answer, now: datetime) -> None: ...


def refusing(work: Callable[P, T]) -> Callable[P, T]:
    """Let every refusal of the services come out as Refused."""

    @wraps(work)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        except (RefereeError, BracketError, DrawRefusal, RuleViolation, NotationError) as error:
            raise Refused(error.code, error.message) from error

    return wrapped


class ServiceTablet:
    """A tablet that calls the services as the API's views do."""

    def __init__(self, device: Device, user: User) -> None:
        self.name = device.name
        self._device = device
        self._user = user

    @refusing
    def open(self, opening: Opening, now: datetime) -> Opened:
        mesa = mesa_open(
            fixture=Fixture(pk=opening.fixture),
            device=self._device,
            user=self._user,
            seats=opening.seats,
            representatives=opening.representatives,
            identified=True,
            now=now,
            public_id=opening.public_id,
        )
        return Opened(mesa.public_id, mesa.lease_epoch)

    @refusing
    def take(self, mesa: UUID, now: datetime) -> Opened:
        taken = lease_take(mesa_id=mesa, device=self._device, user=self._user, now=now)
        return Opened(taken.public_id, taken.lease_epoch)

    @refusing
    def record(self, kept: Opened, base_seq: int, jugadas: Sequence[JugadaInput], now: datetime) -> int:
        recorded = jugadas_record(
            mesa_id=kept.mesa,
            device=self._device,
            user=self._user,
            lease_epoch=kept.epoch,
            base_seq=base_seq,
            jugadas=jugadas,
            now=now,
        )
        return recorded.acked

    @refusing
    def freeze(self, mesa: UUID, now: datetime) -> None:
        planilla_freeze(mesa=_mesa(mesa), user=self._user, device=self._device, now=now)

    @refusing
    def reopen(self, mesa: UUID, now: datetime) -> None:
        planilla_reopen(mesa=_mesa(mesa), user=self._user, device=self._device, now=now)

    @refusing
    def sign(self, mesa: UUID, answer: Answer, now: datetime) -> None:
        planilla = planilla_standing(_mesa(mesa))
        if planilla is None:
            raise NothingToSign
        signature_add(
            planilla=planilla,
            party=answer.party,
            outcome=answer.outcome,
            name=answer.name,
            ink=answer.ink,
            reason=answer.reason,
            witness=answer.witness,
            contested=(),
            client_id=answer.client_id,
            device=self._device,
            now=now,
        )


def service_tablet(*, juez: User, password: str, name: str, championship: Championship, now: datetime) -> ServiceTablet:
    """Sign a Juez in on a tablet."""
    device, _token = device_login(
        client=Client("127.0.0.1", {}),
        username=juez.username,
        password=password,
        name=name,
        championship=championship.slug,
        now=now,
    )
    return ServiceTablet(device, juez)


def _mesa(public_id: UUID) -> Mesa:
    mesa = single(Mesa.objects.filter(public_id=public_id))
    if mesa is None:
        raise MesaOutOfReach
    return mesa
