"""A document checked by itself, without a database: its form, its digests, what refers to what, every log, every draw."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import Any, Final, cast
from uuid import UUID

import msgspec
from msgspec import Struct

from brackets.draw.acta import verify
from brackets.draw.bracket import Key
from brackets.models import (
    Championship,
    DrawEvent,
    Fixture,
    NameEvent,
    Pareja,
    Player,
    PodiumPlace,
    ShareEvent,
    Stage,
    StageEvent,
    User,
)
from brackets.selectors.events import differing
from brackets.selectors.names import named_wrongly
from brackets.selectors.stages import beaten_in, counts_defeats, drawn_with
from referee.models import Chica, Confirmation, Data, Mesa, Planilla, Signature
from referee.rules import RuleViolation
from referee.selectors.archive.bound import Bound
from referee.selectors.archive.columns import Column
from referee.selectors.archive.derived import Derived, Place
from referee.selectors.archive.document import Line, Reader, encode, refused
from referee.selectors.archive.drawn import draws_check, events_before_check, is_drawn_wrongly, is_frozen, shares_agree
from referee.selectors.archive.parts import ACTAS, ELSEWHERE, PARTS, PEOPLE, TREE, Part
from referee.selectors.archive.readings import row_read
from referee.selectors.archive.refusal import Refused
from referee.selectors.archive.rows import as_told, instance_of, values_of
from referee.selectors.archive.schema import decoders, sentence_of
from referee.selectors.archive.signature import Signer, signer_of
from referee.selectors.ended import ended_wrongly
from referee.selectors.log_results import Reported, logs_lost
from referee.selectors.projection import CHICA_FIELDS, DATA_FIELDS, MESA_FIELDS, Projection
from referee.selectors.tree.entries import name_entry
from referee.selectors.unreadable import UNREADABLE
from referee.selectors.verification import LogRow, log_check

Progress = Callable[[int], None]
NOUGHT: Final = re.compile(rb"(?<!\\)(\\\\)*\\u0000")
"""As JSON writes it; PostgreSQL keeps no text with it."""
BY_NAME: Final[Mapping[str, Part]] = {part.name: part for part in PARTS}
BY_MODEL: Final = {**ELSEWHERE, **{part.model: part.name for part in PARTS}}
OWNERS: Final[Mapping[type, str]] = {
    Chica: "mesa_id", Data: "mesa_id", Planilla: "mesa_id", Signature: "planilla_id", Confirmation: "planilla_id",
}  # fmt: skip
"""Of the rows that a log is checked against, what they belong to."""


@dataclass
class Found:
    """What a good document has: its championship's row, its digest, who signed it, its head, and how much of each."""

    championship: Any
    digest: str
    signature: bytes
    signer: Signer | None
    head: Mapping[str, Any]
    rows: Mapping[str, int]
    mesas: int
    jugadas: int
    draws: int

    @property
    def ended(self) -> bool:
        """Whether it had been closed when the document was made: one that had not goes on where it is played."""
        return bool(self.championship.status == Championship.Status.CLOSED)


@dataclass
class _Sifted:
    """What is needed of the rows that went by to judge those that follow."""

    ids: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    known: dict[str, set[UUID | None]] = field(default_factory=lambda: {PEOPLE: set(), "equipos": {None}})
    mesas: dict[int, Mesa] = field(default_factory=dict)
    kept: dict[tuple[type, int], list[Any]] = field(default_factory=lambda: defaultdict(list))
    stages: list[Stage] = field(default_factory=list)
    parejas: dict[int, int] = field(default_factory=dict)
    fixtures: dict[int, list[Fixture]] = field(default_factory=lambda: defaultdict(list))
    events: dict[int, list[StageEvent]] = field(default_factory=lambda: defaultdict(list))
    drawn: dict[int, Stage] = field(default_factory=dict)
    matches: dict[int, Fixture] = field(default_factory=dict)
    results: dict[tuple[int, int | None, int | None], list[StageEvent]] = field(
        default_factory=lambda: defaultdict(list)
    )
    tables: dict[int, set[Key]] = field(default_factory=lambda: defaultdict(set))
    """Where a mesa is, by the stage."""
    numbers: dict[int, int] = field(default_factory=dict)
    keys: dict[UUID, str] = field(default_factory=dict)
    draws_of: dict[int, list[tuple[Line, DrawEvent]]] = field(default_factory=lambda: defaultdict(list))
    """What is recorded of the draws of a stage, by its number, in order."""
    shares: dict[str, list[ShareEvent]] = field(default_factory=lambda: defaultdict(list))
    """By the commitment of their draw."""
    certificates: set[str] = field(default_factory=set)
    people: dict[int, User] = field(default_factory=dict)
    bound: Bound = field(default_factory=Bound)
    names: dict[tuple[int, int], str] = field(default_factory=dict)
    written: list[NameEvent] = field(default_factory=list)
    """The names as they were written down, those that there are in `names`."""
    rows: list[Pareja] = field(default_factory=list)
    """Of parejas."""
    podium: list[Place] = field(default_factory=list)
    actas: dict[str, tuple[Line, Mapping[str, Any]]] = field(default_factory=dict)
    championship: Any = None
    with_ink: bool = True
    checked: int = 0
    draws: int = 0

    def public_id(self, person: int | None) -> str | None:
        """Of whom the document has under this number."""
        found = self.people.get(person) if person is not None else None
        return str(found.public_id) if found else None


def archive_check(reader: Reader, *, progress: Progress = lambda _: None) -> Found:
    """Check all of it; raises Refused with the first thing that is wrong and where.

    Where only a digest tells that something was changed, what is in the rows may tell more exactly.
    """
    try:
        for _ in reader:
            pass
    except Refused as refused:
        if refused.part:
            refused.what += _exactly(reader, progress)
        raise Refused(refused.what, line=refused.line, part=refused.part) from refused
    return _contents(reader, progress)


def _exactly(reader: Reader, progress: Progress) -> str:
    try:
        _contents(reader, progress)
    except Refused as closer:
        if closer.row:
            return f" ({closer.message.rstrip('.')})"
    return ""


def _contents(reader: Reader, progress: Progress) -> Found:
    sifted = _Sifted(with_ink=reader.head["incluye"]["tinta"])
    for name, lines in groupby(_counted(reader, progress), key=lambda line: line.part):
        _part_check(name, lines, sifted)
    for mesa in sifted.mesas.values():  # nothing was recorded at these
        _mesa_check(mesa, [], [], sifted)
    for wrong in named_wrongly({place: name for place, name in sifted.names.items() if name}, sifted.written):
        raise Refused(wrong, part="nombres")
    _stages_check(sifted)
    _derived_check(sifted)
    sifted.bound.end()
    if sifted.championship is None or reader.rows["campeonato"] != 1:
        raise Refused("tiene que haber un campeonato, y uno solo", part="campeonato")
    return Found(
        championship=sifted.championship,
        digest=reader.digest,
        signature=reader.signature,
        signer=signer_of(reader.signature, reader.digest, sifted.certificates),
        head=reader.head,
        rows=reader.rows,
        mesas=sifted.checked,
        jugadas=reader.rows["jugadas"],
        draws=sifted.draws,
    )


def _part_check(name: str, lines: Iterable[Line], sifted: _Sifted) -> None:
    if name == "jugadas":
        _logs_check(lines, sifted)
    elif name == ACTAS:
        _actas_check(lines, sifted)
    elif name in TREE:
        for line in lines:
            sifted.bound.take(line, row_of(line))
    else:
        for line in lines:
            _sift(line, sifted)


def _counted(reader: Reader, progress: Progress) -> Iterator[Line]:
    for done, line in enumerate(reader, start=1):
        yield line
        progress(done)


def row_of(line: Line) -> Any:
    """The row as its type; raises Refused where it is not one, or not written in the one way."""
    try:
        row = decoders()[line.part].decode(line.text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refused(sentence_of(error), line) from error
    if NOUGHT.search(line.text):
        raise refused("hay un carácter que ningún texto tiene (U+0000)", line)
    if encode(row) != line.text:
        raise refused("la fila no está escrita como se exportó", line)
    return row


def _sift(line: Line, sifted: _Sifted) -> None:
    row = row_of(line)
    _note(line, row, sifted)
    if line.part == PEOPLE:
        _number_add(line, row.id, sifted)
        sifted.people[row.id] = User(pk=row.id, public_id=row.public_id)
        return
    part = BY_NAME[line.part]
    _references_check(line, part.columns, row, sifted)
    if any(number not in sifted.ids[PEOPLE] for name in part.people for number in getattr(row, name)):
        raise refused("habla de personas que no están", line)
    _values_check(line, part, row)
    if any(int(key) not in sifted.ids["partidas"] for name in part.keyed for key in getattr(row, name)):
        raise refused("habla de partidas que no están", line)
    if part.numbered:
        _number_add(line, row.id, sifted)
    _keep(line, part, row, sifted)


def _note(line: Line, row: Any, sifted: _Sifted) -> None:
    """What a row says by itself: which ids, keys and certificates there are, and of which championship."""
    if line.part in sifted.known:
        sifted.known[line.part].add(row.public_id)
    if line.part == "equipos":
        sifted.keys[row.public_id] = row.public_key
    elif line.part == "certificados":
        sifted.certificates.add(row.fingerprint)
    elif line.part == "registro":
        sifted.bound.audited_row(row, sifted.public_id(row.user))
    elif line.part == "campeonato":
        sifted.championship = row


def _keep(line: Line, part: Part, row: Any, sifted: _Sifted) -> None:
    if part.model is Mesa:
        sifted.mesas[row.id] = cast("Mesa", instance_of(part, row))
        fixture = sifted.matches[row.fixture]
        sifted.tables[fixture.stage_id].add((fixture.round, fixture.position))
    elif part.model in (NameEvent, Player, Pareja):
        _keep_name(instance_of(part, row), sifted)
    elif part.model is Stage:
        sifted.stages.append(cast("Stage", instance_of(part, row)))
        sifted.drawn[row.id] = sifted.stages[-1]
        sifted.bound.stage(sifted.stages[-1])
    elif part.model is Fixture:
        fixture = cast("Fixture", instance_of(part, row))
        sifted.fixtures[fixture.stage_id].append(fixture)
        sifted.matches[row.id] = fixture
    elif part.model is PodiumPlace:
        sifted.podium.append((row.place, row.pareja, row.fixture))
    elif part.model in (StageEvent, DrawEvent, ShareEvent):
        _keep_event(line, instance_of(part, row), sifted)
    elif part.model in OWNERS:
        instance = instance_of(part, row)
        sifted.kept[part.model, getattr(instance, OWNERS[part.model])].append(instance)


def _keep_name(row: Any, sifted: _Sifted) -> None:
    if isinstance(row, NameEvent):
        sifted.written.append(row)
        sifted.bound.add(name_entry(row))
    elif isinstance(row, Player):
        sifted.names[sifted.numbers[row.pareja_id], row.position] = row.name
    else:
        sifted.names[row.number, 0] = row.name
        sifted.parejas[row.number], sifted.numbers[row.pk] = row.pk, row.number
        sifted.rows.append(row)


def _keep_event(line: Line, event: Any, sifted: _Sifted) -> None:
    if isinstance(event, StageEvent):
        sifted.events[event.stage].append(event)
        event.by = sifted.people.get(event.by_id or 0)
        sifted.bound.event(event)
        if event.kind == StageEvent.Kind.RESULT:
            sifted.results[event.stage, event.round, event.position].append(event)
    elif isinstance(event, ShareEvent):
        sifted.shares[event.commitment].append(event)
        event.by = sifted.people.get(event.by_id or 0)
        sifted.bound.share(event)
    else:
        event.by = sifted.people.get(event.by_id or 0)
        try:
            sifted.bound.draw(event)
        except UNREADABLE as error:
            raise refused(f"lo que dice no se puede leer ({error})", line) from error
        sifted.draws_of[event.stage].append((line, event))


def _number_add(line: Line, number: int, sifted: _Sifted) -> None:
    ids = sifted.ids[line.part]
    if number in ids:
        raise refused(f"el número {number} ya es de otra fila", line)
    ids.add(number)


def _references_check(line: Line, columns: Iterable[Column], row: Struct, sifted: _Sifted) -> None:
    for column in columns:
        number = getattr(row, column.name)
        if column.refers is None or number is None or (column.loose and number < 0):
            continue
        name = BY_MODEL[column.refers]
        if number not in sifted.ids[name]:
            raise refused(f"el campo «{column.name}» habla de la fila {number} de «{name}», que no está", line)


def _values_check(line: Line, part: Part, row: Any) -> None:
    """Of the right form, and also what it says: a day that there is, a rulebook, a zapatería of who won its chica."""
    try:
        values_of(part, row, as_told)
    except (ValueError, ArithmeticError) as error:
        raise refused(f"no hay tal fecha, hora o valor ({error})", line) from error
    try:
        row_read(instance_of(part, row))
    except (*UNREADABLE, RuleViolation) as error:
        raise refused(f"lo que dice no se puede leer ({error})", line) from error


def _logs_check(lines: Iterable[Line], sifted: _Sifted) -> None:
    part = BY_NAME["jugadas"]

    def rows() -> Iterator[tuple[Line, Any]]:
        for line in lines:
            row = row_of(line)
            _references_check(line, part.columns, row, sifted)
            _values_check(line, part, row)
            if row.user not in sifted.known[PEOPLE] or row.device not in sifted.known["equipos"]:
                raise refused("la escribió una persona o un equipo que no está", line)
            yield line, row

    for number, group in groupby(rows(), key=lambda each: each[1].mesa):
        listed = list(group)
        mesa = sifted.mesas.pop(number, None)
        if mesa is None:
            raise refused("las jugadas de esta mesa no están juntas", listed[0][0])
        log = [LogRow(*(_columns(part)[name].read(getattr(row, name)) for name in LogRow._fields)) for _, row in listed]
        _mesa_check(mesa, log, [line for line, _ in listed], sifted)


def _columns(part: Part) -> Mapping[str, Column]:
    return {column.name: column for column in part.columns}


def _mesa_check(mesa: Mesa, rows: list[LogRow], lines: list[Line], sifted: _Sifted) -> None:
    chicas = tuple(_fields(each, CHICA_FIELDS) for each in sifted.kept[Chica, mesa.pk])
    datas = tuple(_fields(each, DATA_FIELDS) for each in sifted.kept[Data, mesa.pk])
    stored = Projection(_fields(mesa, MESA_FIELDS), chicas, datas)
    planillas = sifted.kept[Planilla, mesa.pk]
    for planilla in planillas:
        signatures = sifted.kept[Signature, planilla.pk]
        planilla._prefetched_objects_cache = {"signatures": signatures}  # noqa: SLF001
        planilla.mesa = mesa
        for signature in signatures:
            signature.planilla, signature.user = planilla, sifted.people.get(signature.user_id)
        sifted.bound.planilla(planilla, signatures)
        for confirmation in sifted.kept[Confirmation, planilla.pk]:
            confirmation.planilla = planilla
            sifted.bound.confirmation(confirmation)
            if confirmation.digest != planilla.digest:
                what = f"la confirmación de la versión {planilla.version} de la mesa {mesa.pk} es de otra"
                raise Refused(what, part="confirmaciones")
    sifted.bound.logs[str(mesa.public_id)] = [row.hash for row in rows]
    try:
        reported = _reported(mesa, sifted)
        checked = log_check(mesa, rows, stored, planillas, sifted.keys, reported, with_ink=sifted.with_ink)
    except UNREADABLE as error:  # its header is none: settings or seats that no rulebook knows
        raise Refused(f"no se puede leer con qué se jugó ({error})", part="mesas", row=mesa.pk) from error
    if checked.broken is not None:
        place = lines[checked.seq - 1] if checked.seq and 0 < checked.seq <= len(lines) else None
        told = f"mesa {mesa.pk} ({mesa.public_id}): {checked.broken}"
        raise refused(told, place) if place else Refused(told, part="mesas", row=mesa.pk)
    sifted.checked += 1


def _reported(mesa: Mesa, sifted: _Sifted) -> Reported:
    """What the document says of the result of its partida."""
    fixture = sifted.matches[mesa.fixture_id]
    stage = sifted.drawn[fixture.stage_id]
    results = sifted.results[stage.number, fixture.round, fixture.position]
    return Reported(fixture, stage, [event for event in results if event.seq > stage.events_from], sifted.numbers)


def _fields(instance: Any, names: Iterable[str]) -> dict[str, object]:
    return {name: getattr(instance, name) for name in names}


def _actas_check(lines: Iterable[Line], sifted: _Sifted) -> None:
    for line in lines:
        acta = row_of(line)
        differing = next((step for step in verify(acta).steps if step.differs), None)
        if differing:
            raise refused(f"el sorteo repetido no es el del acta: {'; '.join(differing.differs)}", line)
        if acta["huella"] not in {stage.drawn_digest for stage in sifted.stages}:
            raise refused("la huella del acta no es la de ninguna etapa", line)
        sifted.actas[acta["huella"]] = line, {name: acta[name] for name in ("lineas", "rondas") if name in acta}
        sifted.draws += 1


def _stages_check(sifted: _Sifted) -> None:
    """Check of each stage that its draw has its digest and its matches follow from its events."""
    events_before_check(sifted.draws_of.values(), sifted.events)
    for row, stage in enumerate(sifted.stages, start=1):
        is_drawn = stage.status != Stage.Status.PLANNED
        if is_drawn and (not is_frozen(stage) or is_drawn_wrongly(stage)):
            raise Refused(f"lo que se sorteó en «{stage.name}» no es lo de su huella", part="etapas", row=row)
        draws_check(stage.number, stage, sifted.draws_of[stage.number], sifted.events)
        if not is_drawn:
            continue
        if not shares_agree(stage, sifted.shares):
            raise Refused(f"los aportes de «{stage.name}» no son los de su acta", part="aportes")
        events = [event for event in sifted.events[stage.number] if event.seq > stage.events_from]
        _tables_check(stage, events, sifted)
        try:
            drawn = drawn_with(stage, _beaten_before(stage, sifted) if counts_defeats(stage) else ())
            wrong = differing(stage, events, sifted.fixtures[stage.pk], sifted.parejas, drawn)
        except UNREADABLE:
            wrong = ["malformed"]
        if wrong:
            raise Refused(f"de los hechos de «{stage.name}» no resultan sus partidas", part="etapas", row=row)
    for number in sorted(sifted.draws_of.keys() - {stage.number for stage in sifted.stages}):
        draws_check(number, None, sifted.draws_of[number], sifted.events)


def _tables_check(stage: Stage, events: Sequence[StageEvent], sifted: _Sifted) -> None:
    for round_number, position in logs_lost(events, sifted.tables[stage.pk]):
        what = f"la mesa de la partida {position} de la ronda {round_number} de «{stage.name}», que dio un resultado, no está en ella"
        raise Refused(what, part="mesas")


def _beaten_before(stage: Stage, sifted: _Sifted) -> frozenset[int]:
    earlier = (sifted.fixtures[each.pk] for each in sifted.stages if each.number < stage.number)
    return beaten_in(chain.from_iterable(earlier), sifted.parejas)


def _derived_check(sifted: _Sifted) -> None:
    """Check what follows from the logs of all mesas and stages, once each of these was checked by itself."""
    ended = sifted.championship is not None and sifted.championship.status == Championship.Status.CLOSED
    if told := ended_wrongly(ended=ended, closed=sifted.bound.closed):
        raise Refused(told, part="campeonato", row=1)
    if sifted.podium and not ended:
        raise Refused("hay podio, y el campeonato no ha terminado", part="podio", row=1)
    derived = Derived(sifted.stages, sifted.rows, sifted.fixtures, sifted.events, sifted.actas, sifted.podium)
    try:
        derived.check(ended=ended)
    except UNREADABLE as error:
        raise Refused(f"qué resulta de los hechos no se puede repetir ({error})", part="hechos") from error
