"""Protests at the table: juego y veo (5), mal reparto (4), mal pedido (11), as the logs hold them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from brackets.models import Championship, Fixture, Table, User
from referee.models import Jugada, Mesa
from referee.rules import FueraDeTurno, JuegoYVeo, LedgerRow, MalPedido, MalReparto, ledger, parse_jugada, replay
from referee.selectors.folding import rules_of
from referee.selectors.planilla.build import parejas_of
from referee.selectors.planilla.hours import hour_of
from referee.selectors.planilla.names import Names
from referee.selectors.planilla.notes import sanction_told
from referee.selectors.planilla.sheet import Hour

KINDS: Final[Mapping[str, str]] = {
    JuegoYVeo.word: "Juego y veo",
    MalReparto.word: "Mal reparto",
    MalPedido.word: "Mal pedido",
    FueraDeTurno.word: "Fuera de turno",
}
UPHELD: Final = "procede"
REJECTED: Final = "no-procede"
ANNULLED: Final = "anulada"
OUTCOMES: Final[Mapping[str, str]] = {UPHELD: "Procede", REJECTED: "No procede", ANNULLED: "Anulada"}


class Wanted(NamedTuple):
    """Empty or None: all of them."""

    kind: str = ""
    table: int | None = None
    juez: int | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class TableProtest:
    """One of them, told as a Planilla tells it. `juez`: whose account recorded it. `points` changed for A and for B."""

    fixture: Fixture
    juez: User
    hour: Hour
    seq: int
    place: str
    kind: str
    text: str
    article: str
    outcome: str
    points: tuple[int, int]
    annulled_by: int | None

    @property
    def outcome_words(self) -> str:
        return OUTCOMES[self.outcome]


def table_protests_of(championship: Championship, wanted: Wanted) -> QuerySet[Jugada]:
    """Their rows of the logs, the latest first; also those that a Juez annulled since."""
    rows = Jugada.objects.filter(mesa__fixture__stage__championship=championship)
    rows = rows.filter(_notated((wanted.kind,) if wanted.kind in KINDS else KINDS))
    if wanted.table is not None:
        rows = rows.filter(mesa__fixture__table__number=wanted.table)
    if wanted.juez is not None:
        rows = rows.filter(user__pk=wanted.juez)
    if wanted.outcome == REJECTED:
        rows = rows.filter(notation__endswith=f" {REJECTED}")
    elif wanted.outcome in (UPHELD, ANNULLED):
        rows = rows.annotate(taken_back=Exists(_annulling())).filter(taken_back=wanted.outcome == ANNULLED)
        rows = rows.exclude(notation__endswith=f" {REJECTED}") if wanted.outcome == UPHELD else rows
    return rows.order_by("-received_at", "-id")


def table_protests_told(rows: Iterable[Jugada]) -> list[TableProtest]:
    """These with what the rules made of them: their logs are read and folded together, in four queries however many."""
    asked = list(rows)
    mesas = (
        Mesa.objects.select_related("fixture__table", "fixture__stage", "pareja_a", "pareja_b")
        .prefetch_related("pareja_a__players", "pareja_b__players")
        .defer("state")
        .in_bulk({row.mesa_id for row in asked})
    )
    lines: dict[int, list[str]] = defaultdict(list)
    of_them = Jugada.objects.filter(mesa__in=mesas).order_by("mesa", "seq")
    for mesa_id, notation in of_them.values_list("mesa_id", "notation"):
        lines[mesa_id].append(notation)
    told: dict[tuple[int, int], TableProtest] = {}
    for mesa_id, mesa in mesas.items():
        mine = [row for row in asked if row.mesa_id == mesa_id]
        told |= {(mesa_id, each.seq): each for each in _told(mesa, lines[mesa_id], mine)}
    return [told[row.mesa_id, row.seq] for row in asked]


def tables_and_jueces(championship: Championship) -> tuple[list[Table], list[User]]:
    """What one may ask for: the tables of the hall, and whoever recorded a protest."""
    rows = Jugada.objects.filter(_notated(KINDS), mesa__fixture__stage__championship=championship)
    jueces = User.objects.filter(public_id__in=rows.order_by().values("user"))
    return list(championship.tables.all()), sorted(jueces, key=str)


def _notated(kinds: Iterable[str]) -> Q:
    found = Q()
    for kind in kinds:
        found |= Q(notation=kind) | Q(notation__startswith=f"{kind} ")
    return found


def _annulling() -> QuerySet[Jugada]:
    """The `anula` of the same mesa that names this row."""
    number = Concat(Value("anula "), Cast(OuterRef("seq"), CharField()), output_field=CharField())
    spaced = Concat(number, Value(" "), output_field=CharField())
    later = Jugada.objects.filter(mesa=OuterRef("mesa"), seq__gt=OuterRef("seq"))
    return later.filter(Q(notation=number) | Q(notation__startswith=spaced))


def _told(mesa: Mesa, lines: Sequence[str], asked: Sequence[Jugada]) -> list[TableProtest]:
    state = replay(rules_of(mesa), tuple(mesa.seats), map(parse_jugada, lines))
    rows, names = ledger(state), Names(parejas_of(mesa))
    by_number = {row.number: row for row in rows}
    told = []
    for each in asked:
        row = by_number[each.seq]
        told.append(
            TableProtest(
                fixture=mesa.fixture,
                juez=each.user,
                hour=hour_of(received=each.received_at, tablet=each.device_ts),
                seq=each.seq,
                place=f"Chica {row.chica}, data {row.data}" if row.data else "Sorteo",
                kind=row.jugada.word,
                text=sanction_told(state, rows, row, names),
                article=row.article,
                outcome=_outcome(row),
                points=row.points,
                annulled_by=row.annulled_by,
            )
        )
    return told


def _outcome(row: LedgerRow) -> str:
    if row.annulled_by:
        return ANNULLED
    return REJECTED if isinstance(row.jugada, JuegoYVeo) and not row.jugada.upheld else UPHELD
