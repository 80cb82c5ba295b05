"""Opening a mesa on a tablet, taking it over from another, and giving back one opened by mistake."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from brackets.models import Championship, Fixture, Stage, User
from brackets.selectors.single import single
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.errors import FixtureGone
from brackets.services.fixtures import fixture_release, fixture_start
from referee.models import Device, Lease, Mesa, Quarantined, Transcription
from referee.rules import reglamento_get, start
from referee.selectors.chain import genesis
from referee.selectors.mesas import mesa_counts, mesa_is_sealed
from referee.selectors.pins import has_pin
from referee.selectors.projection import projection_of
from referee.services.errors import MesaOutOfReach, PlanillaClosed, RefereeError
from referee.services.locking import counts_require, mesa_lock, reach_require
from referee.services.pins import Shown
from referee.services.reach import PinMissing, owner_shown
from referee.services.writing import one_writer

PLAYERS = "match.players_per_pair"
PEOPLE = {1: "dos", 2: "cuatro"}
READY = (Fixture.Status.READY, Fixture.Status.CALLED)


def mesa_open(
    *,
    fixture: Fixture,
    device: Device,
    user: User,
    seats: Sequence[str],
    representatives: Mapping[str, int],
    identified: bool,
    now: datetime,
    public_id: UUID | None = None,
) -> Mesa:
    """Open the mesa of a fixture on this tablet, which then keeps it; opening it again resumes it.

    `seats` are the players in turn order, as many as this championship has in two parejas; `representatives` the
    position of who signs for each. Both may be given anew until the first jugada. `public_id` is for who must get the same log twice.
    """
    there = single(Fixture.objects.select_related("stage__championship", "pareja_a", "pareja_b").filter(pk=fixture.pk))
    if there is None:
        raise FixtureGone
    fixture = there
    reach_require(fixture=fixture, device=device, user=user)
    mesa = Mesa(
        public_id=public_id or uuid4(),
        fixture=fixture,
        pareja_a=fixture.pareja_a,
        pareja_b=fixture.pareja_b,
        seats=list(seats),
        representative_a=representatives["A"],
        representative_b=representatives["B"],
        identified_at=now,
    )
    _require_identified(fixture.stage.championship, identified=identified)
    with one_writer():
        existing = single(Mesa.objects.filter(fixture=fixture))
        if existing is None:
            existing = _create(mesa, fixture.stage.championship, now)
        if existing is mesa:
            fixture_start(fixture=fixture, now=now)
        else:
            mesa = _resume(existing.public_id, mesa, device, user)
            counts = mesa_counts(mesa)
            if fixture.status in READY and mesa.estado != "terminada" and (counts or not mesa.head_seq):
                fixture_start(fixture=fixture, now=now)  # its result was taken back while it was played
                if not counts:  # nothing was recorded there before
                    mesa.opened_at = now
                    mesa.save(update_fields=("opened_at",))
        if mesa.device_id not in (None, device.pk) and has_pin(user=user, championship_id=device.championship_id):
            raise PinMissing
        _lease_claim(mesa, device, user, now)
    return mesa


def lease_take(*, mesa_id: UUID, device: Device, user: User, now: datetime, shown: Shown | None = None) -> Mesa:
    """Go on with a mesa on this tablet; another that kept it is fenced off by the new epoch.

    Taking it from another asks for the PIN of its Juez or of the desk, as `owner_shown` does. Taking it again where
    it is changes nothing.
    """
    there = single(Mesa.objects.select_related("fixture__stage").filter(public_id=mesa_id))
    if there is None:
        raise MesaOutOfReach
    reach_require(fixture=there.fixture, device=device, user=user)
    elsewhere = there.device_id not in (None, device.pk)
    owner = user
    if elsewhere:
        owner = owner_shown(fixture=there.fixture, device=device, user=user, shown=shown, now=now)
    with one_writer():
        mesa = mesa_lock(mesa_id=mesa_id, device=device, user=user)
        _require_unsealed(mesa)
        if mesa.device_id not in (None, device.pk) and not elsewhere:
            raise PinMissing  # another tablet was quicker
        _lease_claim(mesa, device, owner, now)
    return mesa


def mesa_on_paper(*, transcription: Transcription, now: datetime) -> Mesa:
    """The mesa that was kept on this paper, for the log that is made of it; no tablet keeps it.

    One that was opened on a tablet, where nothing was recorded, is seated anew. Call it inside a transaction that holds
    the fixture.
    """
    fixture, a, b = transcription.fixture, transcription.pareja_a, transcription.pareja_b
    championship = fixture.stage.championship
    mesa = single(Mesa.objects.select_for_update(of=("self",)).filter(fixture=fixture)) or Mesa(
        fixture=fixture, opened_at=now
    )
    mesa.fixture, mesa.seats, mesa.device = fixture, list(transcription.seats), None
    mesa.pareja_a, mesa.pareja_b = a, b
    if not mesa_counts(mesa):
        mesa.opened_at = now
    mesa.representative_a, mesa.representative_b = a.representative, b.representative
    mesa.reglamento = championship.reglamento
    mesa.reglamento_version = championship.reglamento_version
    mesa.rule_settings = championship.rule_settings
    _seat(mesa)
    mesa.save()
    return mesa


def mesa_release(*, mesa: Mesa, user: User, now: datetime) -> None:
    """Take back a mesa opened by mistake: the fixture is ready again. Only while nothing is recorded."""
    with one_writer():
        mesa = (
            Mesa.objects.select_for_update(of=("self",)).select_related("fixture__stage__championship").get(pk=mesa.pk)
        )
        if mesa.head_seq:
            raise RefereeError(
                "mesa-con-jugadas",
                "Esta mesa ya tiene jugadas y no se puede retirar. Si termina fuera de la mesa, registre el "
                "abandono o la descalificación en la tablet.",
            )
        if Quarantined.objects.filter(mesa=mesa).exists():
            raise RefereeError(
                "mesa-con-cuarentena",
                "Esta mesa tiene jugadas en cuarentena: decida primero sobre ellas. No se puede retirar.",
            )
        fixture_release(fixture=mesa.fixture, now=now)
        mesa.delete()
        audit_record(
            championship=mesa.fixture.stage.championship,
            user=user,
            now=now,
            action="mesa-retirar",
            sentence=f"Retiró la mesa abierta por error de la {mesa.fixture.name}.",
            data={"fixture": mesa.fixture_id},
        )


def _create(mesa: Mesa, championship: Championship, now: datetime) -> Mesa:
    """Save the new mesa, or answer the one that another tablet has just opened."""
    fixture = mesa.fixture
    _require_playable(fixture)
    mesa.reglamento = championship.reglamento
    mesa.reglamento_version = championship.reglamento_version
    mesa.rule_settings = championship.rule_settings
    mesa.opened_at = now
    _seat(mesa)
    try:
        with transaction.atomic():
            mesa.save(force_insert=True)
    except IntegrityError:
        return Mesa.objects.get(fixture=fixture)
    return mesa


def _resume(mesa_id: UUID, wanted: Mesa, device: Device, user: User) -> Mesa:
    mesa = mesa_lock(mesa_id=mesa_id, device=device, user=user)
    if mesa.head_seq or None in (wanted.pareja_a_id, wanted.pareja_b_id):
        counts_require(mesa)
    _require_unsealed(mesa)
    same = all(getattr(mesa, field) == getattr(wanted, field) for field in SEATING)
    if same:
        return mesa
    if mesa.head_seq:
        message = (
            "La mesa ya tiene jugadas: los asientos y representantes quedan como se registraron. "
            "Para seguirla en esta tablet, retómela."
        )
        raise RefereeError("mesa-empezada", message, article="3.a")
    for field in SEATING:
        setattr(mesa, field, getattr(wanted, field))
    _seat(mesa)
    mesa.save(update_fields=[each.removesuffix("_id") for each in (*SEATING, "head_hash", "state")])
    return mesa


SEATING = ("pareja_a_id", "pareja_b_id", "seats", "representative_a", "representative_b")


def _seat(mesa: Mesa) -> None:
    """Check who sits where and bind it to the log that is to come."""
    rules = reglamento_get(mesa.reglamento, mesa.rule_settings)
    article, players = rules.article(PLAYERS), mesa.fixture.stage.championship.players_per_pareja
    try:
        state = start(rules, tuple(mesa.seats))
    except ValueError as error:
        raise RefereeError("asientos", f"Así no se pueden sentar: {error}.", article=article) from error
    if len(mesa.seats) != 2 * players:
        message = f"Así no se pueden sentar: en este campeonato juegan {PEOPLE[players]} en cada mesa."
        raise RefereeError("asientos", message, article=article)
    if not {mesa.representative_a, mesa.representative_b} <= set(range(1, players + 1)):
        message = said(players, "El representante de cada pareja es uno de sus dos jugadores.")
        raise RefereeError("representante", message, article=article)
    mesa.state = projection_of(state).mesa["state"]
    mesa.head_hash = genesis(
        mesa=mesa.public_id,
        parejas=(mesa.pareja_a.number, mesa.pareja_b.number),
        reglamento=mesa.reglamento,
        version=mesa.reglamento_version,
        settings=mesa.rule_settings,
        seats=mesa.seats,
    )


def _lease_claim(mesa: Mesa, device: Device, user: User, now: datetime) -> None:
    """Give the mesa to this tablet; the epoch grows when another had it, so that a late sending is known."""
    if mesa.device_id == device.pk:
        return
    before = mesa.device
    mesa.device, mesa.lease_epoch, mesa.leased_at = device, mesa.lease_epoch + 1, now
    mesa.save(update_fields=("device", "lease_epoch", "leased_at"))
    Lease.objects.create(mesa=mesa, epoch=mesa.lease_epoch, device=device, user=user, taken_at=now)
    if before is not None:
        audit_record(
            championship=mesa.fixture.stage.championship,
            user=user,
            now=now,
            action="mesa-relevo",
            sentence=f"Siguió en «{device.name}» la {mesa.fixture.name}, que llevaba «{before.name}».",
            data={"mesa": str(mesa.public_id), "before": before.pk, "device": device.pk, "epoch": mesa.lease_epoch},
        )


def _require_identified(championship: Championship, *, identified: bool) -> None:
    if not identified:
        rules = reglamento_get(championship.reglamento, championship.rule_settings)
        message = f"Identifique a los {PEOPLE[championship.players_per_pareja]} jugadores antes de abrir la mesa."
        raise RefereeError("falta-identificacion", message, article=rules.article(PLAYERS))


def _require_playable(fixture: Fixture) -> None:
    championship = fixture.stage.championship
    if championship.status != Championship.Status.OPEN or fixture.stage.status != Stage.Status.PUBLISHED:
        message = "El campeonato no está abierto o su sorteo no se ha publicado. Consulte a la Mesa de Control."
        raise RefereeError("campeonato-cerrado", message)
    if fixture.status not in READY or fixture.pareja_a is None or fixture.pareja_b is None:
        raise RefereeError(
            "partida-no-lista",
            f"La partida figura como «{fixture.get_status_display()}»: no se puede abrir su mesa. "
            "Consulte a la Mesa de Control.",
        )


def _require_unsealed(mesa: Mesa) -> None:
    if mesa_is_sealed(mesa):
        raise PlanillaClosed(sealed=True)
