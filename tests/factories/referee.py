"""Tablets, and mesas kept on them, for tests."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from brackets.models import Championship, Fixture, Role, Table, User
from brackets.services.fixtures import fixture_assign
from referee.models import Device, Jugada, Mesa, Planilla, Signature
from referee.rules import SEATS
from referee.selectors.access import token_digest
from referee.selectors.folding import state_of
from referee.services.log import JugadaInput, Recorded, jugadas_add, jugadas_record
from referee.services.mesas import mesa_open
from referee.services.planillas import planilla_freeze
from referee.services.signatures import signature_add
from referee.services.signing import signed_head
from referee.services.writing import one_writer
from tests.factories.brackets import NOW, RoleFactory, TableFactory, published_stage
from tests.factories.remembered import remembered

SORTEO = "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1"
ZAPATERIA = (SORTEO, 'ajusta A +38 "marcador del caso"', "limpia A", "proclama")  # a whole mesa, won by A in one chica
DEVICE_SALT = "a5" * 16
INK = ((10, 10, 200, 40, 400, 300, 600, 40, 700, 200, 800, 60, 900, 300, 950, 20),)


class DeviceFactory(DjangoModelFactory[Device]):
    """A tablet at which somebody gave his password, a Juez unless told; `token="..."` for one that calls the API."""

    class Meta:
        model = Device

    class Params:
        token = factory.LazyFunction(lambda: uuid4().hex)

    championship = factory.SubFactory("tests.factories.brackets.ChampionshipFactory")
    user = factory.LazyAttribute(lambda one: RoleFactory(championship=one.championship).user)
    name = factory.Sequence(lambda n: f"Tablet {n:02}")
    token_hash = factory.LazyAttribute(lambda one: token_digest(one.token))
    desk = True
    pin_salt = DEVICE_SALT
    created_at = NOW
    last_seen_at = factory.LazyFunction(timezone.now)  # a token that nobody used for two weeks ends


@dataclass
class Keeper:
    """A Juez who keeps one mesa on his tablet, jugada after jugada, at one a second."""

    fixture: Fixture
    juez: User
    device: Device
    token: str
    mesa_id: UUID | None = None
    now: datetime = NOW
    sent: list[JugadaInput] = field(default_factory=list)

    @property
    def championship(self) -> Championship:
        return self.fixture.stage.championship

    @property
    def mesa(self) -> Mesa:
        """As it is in the database now."""
        return Mesa.objects.select_related("device", "fixture__stage__championship").get(public_id=self.mesa_id)

    def tick(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def open(self, *seats: str) -> Mesa:
        """All seated, single players too; the second player of B signs where there is one."""
        players = self.championship.players_per_pareja
        mesa = mesa_open(
            fixture=self.fixture,
            device=self.device,
            user=self.juez,
            seats=seats or SEATS[: 2 * players],
            representatives={"A": 1, "B": players},
            identified=True,
            now=self.tick(),
        )
        self.mesa_id = mesa.public_id
        return mesa

    def record(self, *lines: str) -> Recorded:
        """Send these lines as one batch on top of the log as it is; where a real browser has the tablet's key, as the desk decides them."""
        if self.device.public_key:
            with one_writer():
                decided = [JugadaInput(uuid4(), line, self.now) for line in lines]
                assert jugadas_add(mesa=self.mesa, jugadas=decided, user=self.juez, now=self.tick()) is None
            return Recorded(self.mesa.head_seq, state_of(self.mesa), self.mesa.head_hash, self.mesa.pk)
        return self.send(*(JugadaInput(uuid4(), line, self.now) for line in lines))

    def send(self, *jugadas: JugadaInput, base: int | None = None, epoch: int | None = None) -> Recorded:
        mesa = self.mesa
        self.sent.extend(jugadas)
        return jugadas_record(
            mesa_id=mesa.public_id,
            device=self.device,
            user=self.juez,
            lease_epoch=mesa.lease_epoch if epoch is None else epoch,
            base_seq=mesa.head_seq if base is None else base,
            jugadas=jugadas,
            now=self.tick(),
        )

    def freeze(self) -> Planilla:
        return planilla_freeze(mesa=self.mesa, user=self.juez, device=self.device, now=self.tick())

    def sign(self, planilla: Planilla, party: str, outcome: str = "firma", **answer: object) -> Signature:
        given: dict[str, object] = {
            "name": "" if party == "juez" else self.players(party)[0],
            "ink": () if outcome == "no-firma" else INK,
            "reason": "" if outcome == "firma" else "cartón",
            "witness": "",
            "contested": (),
            "client_id": uuid4(),
        }
        return signature_add(
            planilla=planilla,
            party=party,
            outcome=outcome,
            device=self.device,
            now=self.tick(),
            **(given | answer),
        )

    def seal(self) -> Planilla:
        """Freeze, and let the winner and the Juez sign."""
        planilla = self.freeze()
        self.sign(planilla, self.mesa.winner)
        self.sign(planilla, "juez")
        planilla.refresh_from_db()
        return planilla

    def players(self, party: str) -> list[str]:
        pareja = {"A": self.fixture.pareja_a, "B": self.fixture.pareja_b}[party]
        return [player.name for player in pareja.players.all()]

    def tablet(self, user: User | None = None) -> Device:
        """Another tablet of the same championship, of the same Juez unless told."""
        return DeviceFactory(championship=self.championship, user=user or self.juez)


@remembered
def keeper(*, parejas: int = 4, championship: Championship | None = None) -> Keeper:
    """A published bracket, and a Juez with a tablet assigned to its first fixture; the mesa is not open yet."""
    stage = published_stage(parejas, championship=championship)
    return keepers(stage.fixtures.filter(status=Fixture.Status.READY)[:1])[0]


def keepers(fixtures: list[Fixture]) -> list[Keeper]:
    """A Juez with a tablet and a table for each of these fixtures."""
    return [_keeper(fixture) for fixture in fixtures]


def _keeper(fixture: Fixture) -> Keeper:
    championship = fixture.stage.championship
    director = Role.objects.filter(championship=championship, kind=Role.Kind.DIRECTOR).first()
    juez = RoleFactory(championship=championship).user
    table = TableFactory(championship=championship, number=Table.objects.filter(championship=championship).count() + 1)
    fixture = fixture_assign(fixture=fixture, table=table, juez=juez, user=director.user if director else juez, now=NOW)
    token = uuid4().hex
    return Keeper(fixture, juez, DeviceFactory(championship=championship, user=juez, token=token), token)


@remembered
def kept_mesa(*lines: str, **of: object) -> Keeper:
    """A mesa in play with these jugadas recorded."""
    kept = keeper(**of)
    kept.open()
    if lines:
        kept.record(*lines)
    return kept


@remembered
def sealed_mesa(*lines: str, **of: object) -> Keeper:
    """A mesa that these jugadas end, or a zapatería, signed and sealed."""
    kept = kept_mesa(*(lines or ZAPATERIA), **of)
    kept.seal()
    return kept


def version_sealed(**of: object) -> Planilla:
    """A sealed version that nobody signed, as a row by itself."""
    planilla = Planilla(status=Planilla.Status.SEALED, **of)
    planilla.signed_hash = signed_head(planilla)
    planilla.save()
    return planilla


def log_of(mesa: Mesa) -> list[str]:
    return list(Jugada.objects.filter(mesa=mesa).order_by("seq").values_list("notation", flat=True))
