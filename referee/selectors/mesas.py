"""Mesas and fixtures as a tablet reads them, in a constant number of queries."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final, cast
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Prefetch, Subquery

from brackets.draw.names import part_name
from brackets.models import Championship, Fixture, Player, Stage, User, left_without_effect_since
from brackets.selectors.bracket import within
from brackets.selectors.single import annotated, single
from brackets.selectors.stages import structure_for
from referee.models import Device, Jugada, Mesa, Planilla, Signature, standing
from referee.selectors.access import fixtures_within_reach, may_reach

STOPPED: Final = "suspendida"
NOT_BEGUN: Final = (Fixture.Status.WAITING, Fixture.Status.READY, Fixture.Status.CALLED)
STILL_SIGNED: Final = (
    "La Planilla sigue siendo lo que se jugó y se firmó, pero ya no cuenta: pregunte en la Mesa de Control."
)
"""Of a mesa that counts no more (`why_not_counted`)."""


def mesa_for_tablet(*, mesa_id: UUID, device: Device, user: User) -> Mesa | None:
    """The mesa with all it shows except its log, or None where it is not this tablet's."""
    whole = (
        Mesa.objects.select_related(
            "device__user",
            "fixture__stage__championship",
            "fixture__table",
            "pareja_a",
            "pareja_b",
        )
        .prefetch_related("planillas", Prefetch("planillas__signatures", Signature.objects.defer("ink")))
        .annotate(last_at=_last_at(mesa=OuterRef("pk")))
    )
    mesa = single(whole.filter(public_id=mesa_id))
    return mesa if mesa is not None and may_reach(fixture=mesa.fixture, device=device, user=user) else None


def _last_at(**of: OuterRef) -> Subquery:
    """When the last jugada of this mesa reached the server."""
    return Subquery(Jugada.objects.filter(**of).order_by("-seq").values("received_at")[:1])


def last_heard(found: Mesa | Fixture) -> datetime | None:
    """The same, of what one of these selectors found."""
    return cast("datetime | None", annotated(found, "last_at"))


def is_suspended(mesa: Mesa, fixture: Fixture) -> bool:
    """Whether it is suspended, and its partida still in play: what the desk decided since is suspended no more."""
    return mesa.estado == STOPPED and fixture.status == Fixture.Status.IN_PLAY


def stopped_among(**of: object) -> frozenset[int]:
    """The partidas whose mesa is suspended (`is_suspended`) and counts (`mesa_counts`): one query."""
    still = {"estado": STOPPED, "fixture__status": Fixture.Status.IN_PLAY}
    rows = Mesa.objects.filter(standing(), **still, **of).values_list("fixture", "fixture__marks", "opened_at")
    return frozenset(fixture for fixture, marks, opened_at in rows if not left_without_effect_since(marks, opened_at))


def was_sealed(found: Fixture) -> bool:
    """Whether a Planilla of its mesa was, of what `fixtures_for_tablet` found."""
    return bool(annotated(found, "sealed"))


def planilla_standing(mesa: Mesa) -> Planilla | None:
    """The version that stands, frozen or sealed, if the log is closed; one query unless prefetched."""
    newest = _newest(mesa)
    return None if newest is not None and newest.corrected_at is not None else newest


def planilla_corrected(mesa: Mesa) -> Planilla | None:
    """The sealed version that a ruling of the Director is changing, until the next one is sealed."""
    sealed = [planilla for planilla in mesa.planillas.all() if planilla.status == Planilla.Status.SEALED]
    newest = max(sealed, key=lambda planilla: planilla.version, default=None)
    return newest if newest is not None and newest.corrected_at is not None else None


def correction_until(planilla: Planilla, championship: Championship) -> datetime | None:
    """Until when a ruling may correct this sealed version; None: without limit."""
    minutes = championship.correction_minutes
    if minutes is None or planilla.sealed_at is None:
        return None
    return planilla.sealed_at + timedelta(minutes=minutes)


def _newest(mesa: Mesa) -> Planilla | None:
    standing = [planilla for planilla in mesa.planillas.all() if planilla.status != Planilla.Status.REOPENED]
    return max(standing, key=lambda planilla: planilla.version, default=None)


def is_overruled(mesa: Mesa, winner: str) -> bool:
    """Whether the partida's result is not that of its sealed mesa, which `winner` (A or B) won.

    A Director may have given it to the other pareja, to nobody, have taken the result back, or have left the mesa without effect; or
    others meet there by now.
    """
    if not mesa_counts(mesa):
        return True
    if mesa.fixture.status == Fixture.Status.PROVISIONAL:
        return False
    won = mesa.pareja_a_id if winner == "A" else mesa.pareja_b_id
    return mesa.fixture.winner_id != won


def is_cut_short(mesa: Mesa, fixture: Fixture) -> bool:
    """Whether the desk decided it while it was played: the log goes no further, and says nothing of how the mesa stands."""
    return fixture.status == Fixture.Status.FINAL and mesa.estado != "terminada"


def counted_mesa(fixture: Fixture) -> Mesa | None:
    """Its mesa, with which the fixture was read; none where it counts no more (`mesa_counts`): its board tells nothing of that."""
    mesa: Mesa | None = getattr(fixture, "mesa", None)
    return mesa if mesa is not None and mesa_counts(mesa) else None


def mesa_counts(mesa: Mesa) -> bool:
    """Whether its partida still follows it: the two who sat there meet in it, nobody left what they played without effect, and of
    one that has ended nobody took the result back."""
    taken_back = mesa.estado == "terminada" and mesa.fixture.status in NOT_BEGUN
    return mesa.stands and not taken_back and not left_without_effect_since(mesa.fixture.marks, mesa.opened_at)


def why_not_counted(mesa: Mesa) -> str:
    """Why it counts no longer, as a sentence without its stop; empty where it does."""
    if mesa.is_turned:
        return "Los dos que se sentaron a esta mesa se encuentran ahora con los lados A y B al revés, porque cambió el sorteo"
    if not mesa.stands:
        return "Quienes se sentaron a esta mesa ya no son los rivales de la partida, porque cambió un resultado anterior o el sorteo"
    return "" if mesa_counts(mesa) else "Lo que se jugó en esta mesa quedó sin efecto por decisión del Director"


def kept_on_tablet(fixture: Fixture) -> bool:
    """Whether its chicas are not to be typed: a tablet keeps them, or they stand as its sealed Planilla has them.

    What a Director typed instead, or was played on paper where the mesa counts no more, may be corrected from paper again.
    """
    mesa = mesa_shown(fixture)
    if mesa is None or not mesa.head_seq or not mesa_counts(mesa):
        return False
    if not mesa_is_sealed(mesa):
        return True
    sealed = [[chica.points_a, chica.points_b] for chica in mesa.chicas.all()]
    return bool(fixture.how) and not is_transcribed(mesa) and fixture.chicas == sealed


def mesa_shown(fixture: Fixture) -> Mesa | None:
    """The mesa of a partida, as its page shows it; one query."""
    typed = Planilla.objects.filter(mesa=OuterRef("pk"), transcription__isnull=False)
    mesa = single(Mesa.objects.filter(fixture=fixture).annotate(transcribed=Exists(typed)))
    if mesa is not None:
        mesa.fixture = fixture
    return mesa


def is_transcribed(mesa: Mesa) -> bool:
    """Whether what the Planilla of a mesa that is shown says was typed from paper."""
    return bool(annotated(mesa, "transcribed"))


def mesa_is_sealed(mesa: Mesa) -> bool:
    """Whether a sealed Planilla stands for this mesa, and no ruling is changing it."""
    standing = planilla_standing(mesa)
    return standing is not None and standing.status == Planilla.Status.SEALED


def fixtures_for_tablet(*, device: Device, user: User) -> list[Fixture]:
    """What the tablet may open or look at, in the order of play; with mesas, tables and parejas."""
    return list(
        fixtures_within_reach(device=device, user=user)
        .select_related("mesa__device__user", "table", "pareja_a", "pareja_b")
        .annotate(
            last_at=_last_at(mesa__fixture=OuterRef("pk")),
            sealed=Exists(Planilla.objects.filter(mesa__fixture=OuterRef("pk"), status=Planilla.Status.SEALED)),
        )
        .order_by("stage__number", "round", F("number").asc(nulls_last=True), "position")
    )


def players_by_pareja(of: Iterable[Mesa | Fixture]) -> Mapping[int, list[str]]:
    """The players' names of the parejas of all these, in order of position; one query."""
    parejas = {pareja for each in of for pareja in (each.pareja_a_id, each.pareja_b_id)}
    names: dict[int, list[str]] = {}
    rows = Player.objects.filter(pareja__in=parejas - {None}).order_by("pareja", "position")
    for pareja, name in rows.values_list("pareja", "name"):
        names.setdefault(pareja, []).append(name)
    return names


def round_names(fixtures: Iterable[Fixture]) -> Mapping[int, str]:
    """What the round of each of these fixtures is called, by its key; one query."""
    fixtures = list(fixtures)
    stages = Stage.objects.in_bulk({fixture.stage_id for fixture in fixtures})
    structures = {pk: structure_for(stage) for pk, stage in stages.items()}
    names = {}
    for fixture in fixtures:
        structure = structures[fixture.stage_id]
        name = part_name(structure, structure[fixture.round, fixture.position])
        names[fixture.pk] = within(stages[fixture.stage_id], name)
    return names
