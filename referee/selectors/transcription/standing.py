"""Transcriptions as they are kept: which there are, what each comes to, and the state that it goes on from."""

from dataclasses import dataclass
from typing import TypeGuard

from django.db.models import Case, IntegerField, QuerySet, Value, When

from brackets.models import Championship, Fixture
from brackets.selectors.single import single
from referee.models import Mesa, PaperIncident, Transcription
from referee.rules import MesaState, Reglamento, reglamento_get, start
from referee.selectors.folding import state_at, state_of
from referee.selectors.planilla.paper_ending import PaperEnding, ending_of
from referee.selectors.transcription.checking import Difference
from referee.selectors.transcription.comparing import beside
from referee.selectors.transcription.form import ENDING, HEAD, SORTEO, WRITTEN, PaperDraw, PaperRow, draw_of, row_of
from referee.selectors.transcription.reading import Reading, read
from referee.selectors.transcription.tablet import kept_by

LIVE = (Transcription.Status.TYPING, Transcription.Status.WAITING)


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, as values."""

    draws: tuple[PaperDraw, ...]
    rows: tuple[PaperRow, ...]
    ending: PaperEnding


@dataclass(frozen=True, slots=True)
class Ahead:
    """What was read, and of what."""

    typed: Typed
    reading: Reading


def typed_of(transcription: Transcription) -> Typed:
    return Typed(
        tuple(map(draw_of, transcription.draws)),
        tuple(map(row_of, transcription.rows)),
        ending_of(transcription.ending),
    )


def parts_of(transcription: Transcription) -> tuple[str, ...]:
    """What the second person holds beside the paper, in its order, each by the key of its tick."""
    sorteo = () if transcription.kind == Transcription.Kind.REST else (SORTEO,)
    return (HEAD, *sorteo, *(kept["key"] for kept in transcription.rows), WRITTEN, ENDING)


def transcriptions_of(championship: Championship) -> QuerySet[Transcription]:
    """All of the championship: those with something to decide first, then what is under way, the newest first."""
    order = Case(
        When(incident__verdict="", then=Value(0)),
        When(status=Transcription.Status.WAITING, then=Value(1)),
        When(status=Transcription.Status.TYPING, then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    return (
        Transcription.objects.filter(fixture__stage__championship=championship)
        .select_related(
            "fixture__stage__championship",
            "pareja_a",
            "pareja_b",
            "fixture__table",
            "fixture__juez",
            "typed_by",
            "confirmed_by",
            "incident__decided_by",
            "planilla__mesa",
        )
        .order_by(order, "-started_at", "-id")
    )


def transcription_live(fixture: Fixture) -> Transcription | None:
    """The one that is being typed, or waits to be confirmed."""
    return Transcription.objects.select_related("typed_by").filter(fixture=fixture, status__in=LIVE).first()


def incidents_waiting(championship: Championship) -> int:
    """How many differences wait to be decided; one query."""
    return PaperIncident.objects.filter(transcription__fixture__stage__championship=championship, verdict="").count()


def mesa_of(transcription: Transcription) -> Mesa | None:
    return single(Mesa.objects.filter(fixture=transcription.fixture_id).select_related("device"))


def rules_for(transcription: Transcription, mesa: Mesa | None) -> Reglamento:
    """Those that the mesa keeps to the end, or of the championship where none was opened."""
    if mesa is not None and mesa.head_seq:
        return reglamento_get(mesa.reglamento, mesa.rule_settings)
    championship = transcription.fixture.stage.championship
    return reglamento_get(championship.reglamento, championship.rule_settings)


def state_before(transcription: Transcription, mesa: Mesa | None) -> MesaState:
    """What the first row of the paper follows on."""
    if mesa is not None and transcription.base_seq:
        if mesa.head_seq == transcription.base_seq:
            return state_of(mesa)
        return state_at(mesa, transcription.base_seq)
    return start(rules_for(transcription, mesa), tuple(transcription.seats))


def reading_of(transcription: Transcription, mesa: Mesa | None, ahead: Ahead | None = None) -> Reading:
    """The fold of what was typed: a few milliseconds, a second of nonsense. What was read `ahead` of the same is taken."""
    typed, before = typed_of(transcription), state_before(transcription, mesa)
    if ahead is not None and (ahead.typed, ahead.reading.before) == (typed, before):
        return ahead.reading
    return read(before, typed.draws, typed.rows, typed.ending)


def read_ahead(transcription: Transcription) -> Ahead:
    """Read before the turn to write is taken, while nobody waits."""
    return Ahead(typed_of(transcription), reading_of(transcription, mesa_of(transcription)))


@dataclass(frozen=True, slots=True)
class Beside:
    """Where the paper does not say what the tablet has, and what was `compared`, in words."""

    differences: tuple[Difference, ...]
    compared: str


def is_beside(mesa: Mesa | None, transcription: Transcription) -> TypeGuard[Mesa]:
    """Whether it is held beside a log that is whole, whatever it was begun for: a tablet may have sent it meanwhile."""
    return mesa is not None and mesa.estado == "terminada" and transcription.kind != Transcription.Kind.REST


def beside_tablet(transcription: Transcription, mesa: Mesa) -> Beside:
    """It beside the whole log of the tablet, and the Planilla that was answered there."""
    typed, state = typed_of(transcription), state_of(mesa)
    kept = kept_by(mesa, state)
    return Beside(beside(typed.draws, typed.rows, typed.ending, state, kept), kept.compared)
