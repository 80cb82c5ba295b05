"""Reading every draw that was made for a stage."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models import Max, Q

from brackets.draw.acta_draws import REPLACED, UNDONE, exchanges_digest, lines_digest
from brackets.draw.commitment import digest
from brackets.models import AuditEntry, DrawEvent, Stage
from brackets.selectors.commitments import source_of
from brackets.selectors.shares import Shares

OF_MADE: Final = (
    "formato",
    "procedimiento",
    "separar_clubes",
    "protecciones",
    "semilla",
    "semilla_publica",
    "inscritas",
    "lineas",
    "huella",
    "compromiso",
    "hechos",
    "tabla",
)
"""What an acta says of an earlier draw as it was recorded."""
OF_PUBLISHED: Final = ("huella", "lineas", "intercambios")
"""What is recorded of a draw that is made public: that of the acta, which has the lines before anybody was exchanged, and those of what stands."""
OF_COMMITMENT: Final = {
    "sha256": "sha256",
    "documento": "document",
    "publicado": "at",
    "anulado": "revoked_at",
    "motivo": "why",
}
"""What an acta says of a commitment, and how its stage has it."""
Kind = DrawEvent.Kind
NOT_PUBLIC: Final = (None, Kind.MADE, Kind.REOPENED, Kind.FELL, Kind.REMOVED)
FOLLOWS: Final[Mapping[str, Sequence[str | None]]] = {
    Kind.MADE: NOT_PUBLIC,
    Kind.PUBLISHED: (Kind.MADE, Kind.REOPENED),
    Kind.REOPENED: (Kind.PUBLISHED,),
    Kind.FELL: (Kind.PUBLISHED,),
    Kind.REMOVED: NOT_PUBLIC,
}
"""After what each may happen to the draws of a stage; None where nothing had."""
WORDS: Final = {
    REPLACED: "Se reemplazó por otro.",
    UNDONE: "Se deshizo: cambió la etapa, quiénes entran en ella o un resultado anterior.",
}


@dataclass(frozen=True, slots=True)
class EarlierDraw:
    """A draw that does not count any more, as people read it."""

    number: int
    at: datetime
    by: str
    seed: str
    public_seed: str
    published: tuple[datetime, ...]
    end: str
    why: str


def earlier_draws(stage: Stage, ended: str) -> list[dict[str, Any]]:
    """All draws of a stage that is being drawn before this one, as its acta lists them; one query, none where it is the first.

    `ended`: what became of the last of them.
    """
    if stage.draw_number <= 1:
        return []
    rows = DrawEvent.objects.filter(championship=stage.championship_id, stage=stage.number).select_related("by")
    made = {row.number: row for row in rows if row.kind == Kind.MADE}
    published: dict[int, list[str]] = {}
    for row in rows:
        if row.kind == Kind.PUBLISHED:
            published.setdefault(row.number, []).append(row.at.isoformat())
    whys = {each["draw"]: each["why"] for each in stage.commitments if each["draw"]}
    ends = {number - 1: row.data["anterior"] for number, row in made.items()}
    return [
        {
            "numero": number,
            "hecho": row.at.isoformat(),
            "por": str(row.by),
            **{name: row.data[name] for name in OF_MADE},
            "publicado": published.get(number, []),
            "fin": ends.get(number, ended),
            "motivo": whys.get(number, ""),
        }
        for number, row in made.items()
        if number < stage.draw_number
    ]


def in_order(events: Iterable[DrawEvent]) -> list[DrawEvent]:
    """What happened to the draws of a stage, by its hours, which leaves have: after a publication and after a removal all comes later
    (`hour_for`), and what comes at the hour of another was not made public before it.
    """
    return sorted(events, key=lambda event: (event.at, event.kind == Kind.PUBLISHED))


def recorded_otherwise(stage: Stage, events: Sequence[DrawEvent]) -> Iterator[tuple[int | None, str]]:
    """What of a stage is not what is recorded of its draws, all `events` of its number: where in them, and in words; no query."""
    ordered = in_order(events)
    published = [event for event in ordered if event.kind == Kind.PUBLISHED]
    public = ordered[-1] if published and ordered[-1] is published[-1] else None
    if (public is not None) != (stage.status == Stage.Status.PUBLISHED):
        yield None, f"«{stage.name}» {'no ' if public else ''}está publicada, y de sus sorteos consta lo contrario"
    elif public and (public.number, public.at, *map(public.data.get, (*OF_PUBLISHED, "entradas"))) != (
        stage.draw_number,
        stage.published_at,
        stage.drawn_digest,
        lines_digest(stage.slots),
        exchanges_digest(stage.exchanges),
        {**stage.planned_entries, str(stage.number): stage.entry},
    ):
        yield events.index(public), f"lo que se publicó de «{stage.name}», o cuándo, no es lo que consta"
    if stage.status == Stage.Status.PLANNED:
        return
    wrong = f"los sorteos de «{stage.name}» no son los de su acta"
    listed = {each["numero"]: each for each in stage.drawn_record["sorteos_anteriores"]}
    made = {event.number: (place, event) for place, event in enumerate(events) if event.kind == Kind.MADE}
    for number, (place, event) in made.items():
        told = listed.get(number, {})
        hours = [each.at.isoformat() for each in published if each.number == number]
        if number == stage.draw_number:
            of_acta = (event.data["huella"], event.at) == (stage.drawn_digest, stage.drawn_at)
            of_acta &= all(
                event.data[name] == stage.drawn_record["sorteo"].get(name, event.data[name]) for name in OF_MADE
            )
        else:
            of_acta = (told.get("hecho"), told.get("publicado")) == (event.at.isoformat(), hours)
            of_acta &= all(name in told and told[name] == event.data[name] for name in OF_MADE)
        if not of_acta:
            yield place, wrong
    if made.keys() != {*listed, stage.draw_number}:
        yield None, wrong


def promised_otherwise(stage: Stage, events: Sequence[DrawEvent]) -> Iterator[str]:
    """What of the commitments of a stage is not what its acta and the rows of its draws say, in words; no query."""
    of = f"de «{stage.name}»"
    for each in stage.commitments:
        text = each["document"]  # of one that is not opened yet an archive has none
        if text and (digest(text) != each["sha256"] or source_of(each)["tipo"] != each["source"]):
            yield f"el documento del compromiso {each['sha256'][:16]} {of} no es el de su huella"
    made = {(event.data["compromiso"], event.number) for event in events if event.kind == Kind.MADE}
    if made != {(each["sha256"], each["draw"]) for each in stage.commitments if each["draw"]}:
        yield f"con qué compromiso se hizo cada sorteo {of} no es lo que consta"
    left = [event.data["compromisos"] for event in in_order(events) if event.kind == Kind.REMOVED]
    if left and stage.commitments[: len(left[-1])] != left[-1]:
        yield f"los compromisos {of} no son los que dejó la que se quitó"
    if stage.status != Stage.Status.PLANNED:
        yield from _committed_otherwise(stage, of)


def _committed_otherwise(stage: Stage, of: str) -> Iterator[str]:
    """The same of one that is drawn, by its acta."""
    used, revoked = (stage.drawn_record[name] for name in ("compromiso", "compromisos_anulados"))
    for told in filter(None, (used, *revoked)):
        if not any(_is_told(each, told) for each in stage.commitments):
            yield f"el compromiso {told['sha256'][:16]} {of} no es como dice su acta"
    if used and used["semilla_publica"] != stage.public_seed:
        yield f"la semilla pública {of} no es la de su acta"
    if stage.status == Stage.Status.PUBLISHED and stage.commitments[-1]["revoked_at"]:
        yield f"el compromiso del sorteo publicado {of} está anulado"
    before = {each["sha256"] for each in stage.commitments if _is_before(each["revoked_at"], stage.drawn_at)}
    if before.difference(told["sha256"] for told in revoked):
        yield f"hay un compromiso anulado {of} que su acta no tiene"


def _is_told(kept: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether an acta tells of this commitment as its stage has it."""
    return all(kept[own] == told[name] for name, own in OF_COMMITMENT.items() if name in told)


def _is_before(hour: str, drawn: datetime | None) -> bool:
    return drawn is not None and hour != "" and datetime.fromisoformat(hour) < drawn


def happened_otherwise(
    number: int, stage: Stage | None, events: Sequence[DrawEvent], last: Mapping[str, int]
) -> Iterator[tuple[int | None, str]]:
    """What cannot have happened to the draws of the stage of this number, there or not: where in all `events` of its number, and in words.

    `last` are the last events of all stages (`selectors.events.last_events`): a draw falls with a change of a stage before it. No query.
    """
    before, draw, after = None, 0, dict[str, int]()
    for event in in_order(events):
        place = events.index(event)
        draw += event.kind == Kind.MADE
        if before not in FOLLOWS[event.kind] or event.number != draw:
            what = Kind(event.kind).label.lower()
            yield (
                place,
                f"de la etapa {number} consta «{what}», sorteo {event.number}, que no puede seguir a lo anterior",
            )
        elif event.kind == Kind.PUBLISHED:
            after = event.data["hechos"]
        elif event.kind == Kind.FELL and not any(
            seq > after.get(of, 0) for of, seq in last.items() if int(of) < number
        ):
            yield place, f"el sorteo {draw} de la etapa {number} se cayó, y desde que se publicó nada cambió antes"
        before = event.kind
    if stage is None and before not in (None, Kind.REMOVED):
        yield None, f"la etapa {number} ya no está, y no consta que se quitara"
    if stage is not None and stage.draw_number != draw:
        yield None, f"el sorteo de «{stage.name}» es el {stage.draw_number}, y consta otro"


def hour_for(stage: Stage, now: datetime, shares: Shares | None = None) -> datetime:
    """The hour at which what happens to the draw of a stage now is recorded: never before what is recorded of its commitments, draws and these
    shares already, and after it was last published or removed, since each time is known by its hour; one query, none before its first commitment."""
    # An acta orders events by their hours; but `now` was read before the lock was awaited, and clocks are set back.
    recorded = [each[name] for each in stage.commitments for name in ("at", "revoked_at")]
    hours = [now, *(datetime.fromisoformat(each) for each in recorded if each)]
    if shares:
        hours += shares.hours(now)
    if stage.draw_number or stage.commitments:
        events = DrawEvent.objects.filter(championship=stage.championship_id, stage=stage.number)
        alone = Max("at", filter=Q(kind__in=(Kind.PUBLISHED, Kind.REMOVED)))
        last, before = events.aggregate(last=Max("at"), alone=alone).values()
        hours += [last or now, before + timedelta.resolution if before else now]
    return max(hours).astimezone(UTC)


def was_public(stage: Stage) -> bool:
    """Whether a draw of it was published, and not one of another stage that had its number before: three queries at most."""
    events = DrawEvent.objects.filter(championship=stage.championship_id, stage=stage.number)
    last = dict(events.order_by("pk").values_list("kind", "pk"))
    if last.get(Kind.PUBLISHED, 0) <= last.get(Kind.REMOVED, 0):
        return False
    acts = AuditEntry.objects.filter(championship=stage.championship_id).order_by("pk")
    published = acts.filter(action="sorteo-publicar", data__stage=stage.number).last()
    # A stage that is planned otherwise in its place leaves no event: the first change since says what it was called then.
    changed = acts.filter(action="etapas-fijar", pk__gt=published.pk).first() if published else None
    before = changed.data.get("before") if changed else None
    return before is None or [each["name"] for each in before[stage.number - 1 : stage.number]] == [stage.name]


def draws_elsewhere(stage: Stage) -> list[dict[str, Any]]:
    """All draws made before this one under the numbers of other stages, whose own actas do not list them since they are not public; one query.

    A stage that gets another number would leave its draws behind.
    """
    public = Stage.objects.filter(championship=stage.championship_id, status=Stage.Status.PUBLISHED).values("number")
    made = DrawEvent.objects.filter(championship=stage.championship_id, kind=Kind.MADE)
    rows = made.exclude(stage=stage.number).exclude(stage__in=public).select_related("by").order_by("pk")
    return [
        {
            "etapa": row.stage,
            "numero": row.number,
            "hecho": row.at.isoformat(),
            "por": str(row.by),
            **{name: row.data[name] for name in OF_MADE},
        }
        for row in rows
    ]


def draws_told(acta: Mapping[str, Any]) -> list[EarlierDraw]:
    """The earlier draws of an acta for its page and its paper."""
    return [
        EarlierDraw(
            number=each["numero"],
            at=datetime.fromisoformat(each["hecho"]),
            by=each["por"],
            seed=each["semilla"],
            public_seed=each["semilla_publica"],
            published=tuple(map(datetime.fromisoformat, each["publicado"])),
            end=WORDS[each["fin"]],
            why=each["motivo"],
        )
        for each in acta["sorteos_anteriores"]
    ]
