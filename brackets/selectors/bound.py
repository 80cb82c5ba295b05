"""Whether what is kept beside the log is what follows from it: draws, entrants, tables of Swiss rounds, who is out, the podium; and no draw is hidden."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any, Final

from brackets.draw.acta import MALFORMED, terms_data, verify
from brackets.draw.bracket import Key, Result
from brackets.draw.entries import entry_data
from brackets.draw.events import Event
from brackets.draw.past_tables import NotCompared, Rounds, order_of, was_table
from brackets.draw.qualification import Spot
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Drawn
from brackets.models import AuditEntry, Championship, DrawEvent, Pareja, PodiumPlace, Stage, StageEvent
from brackets.selectors.departures import STATUSES
from brackets.selectors.draw_acta import acta_of
from brackets.selectors.draws import drawn_lines, entries, table_data, terms_of
from brackets.selectors.events import KEPT, OF_NO_STAGE, draw_events, events_of
from brackets.selectors.podium import Reached, podium_reached
from brackets.selectors.stages import (
    Roster,
    drawn_of,
    kept_of,
    late_of,
    left_of,
    results_of,
    roster_drawn,
    roster_of,
    rules_of,
    spots_of,
)
from brackets.selectors.swiss_rounds import paired_on_of, paired_otherwise

INSCRIBED: Final = "inscritas"
COMMITTED: Final = "sorteo-comprometer"
DRAWN: Final = "sorteo-hacer"
"""Actions of the audit."""
Kind = StageEvent.Kind


def drawn_wrongly(stage: Stage) -> list[str]:
    """Which columns of a drawn stage are not what its acta says, by the names of the acta; no query."""
    record = stage.drawn_record
    drawn = record["sorteo"]
    terms = {
        "numero": stage.draw_number,
        "hecho": stage.drawn_at.isoformat() if stage.drawn_at else None,
        **terms_data(terms_of(stage)),
        "semilla": stage.lots_seed,
        "tabla": table_data(stage),
    }
    entered = [entry_data(entry) for entry in entries(stage.entrants)]
    pairs = {
        **{name: (value, drawn[name]) for name, value in terms.items()},
        "inscritas": (entered, [{name: each[name] for name in own} for own, each in _paired(entered, record)]),
        "hechos": (stage.events_from, drawn["hechos"].get(str(stage.number), 0)),
        "lineas_sorteadas": ([*drawn_lines(stage)], record["lineas_sorteadas"]),
        "etapa": ({"numero": stage.number, "nombre": stage.name}, record["etapa"]),
    }
    return [name for name, (column, acta) in pairs.items() if column != acta]


def _paired(entered: Sequence[dict[str, Any]], record: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Each entry with that of the acta, in the order of the acta."""
    listed = record["inscritas"]
    for number, each in enumerate(listed):
        yield (entered[number] if number < len(entered) else each), each


def entered_wrongly(stage: Stage) -> list[int]:
    """Who entered a published stage and would not by the stages before it, or as another seed, or the other way about: three queries."""
    return entered_otherwise(stage, spots_of(stage, roster_drawn(stage)))


def entered_otherwise(stage: Stage, spots: Iterable[Spot]) -> list[int]:
    """The same from who would enter, as of its publication; by number, no query.

    None where its draw was let stand on purpose, or where all that are inscribed enter: who asks later enters late, which is an event.
    """
    if stage.kept_draw or any(rule.kind == INSCRIBED for rule in rules_of(stage)):
        return []
    by_place = [spot for spot in spots if spot.pareja is not None]
    seeded = [spot.pareja for spot in by_place if spot.seeded]
    ought = {(spot.pareja, seeded.index(spot.pareja) + 1 if spot.seeded else None) for spot in by_place}
    return sorted(
        {number for number, _ in ought ^ {(each["number"], each["seed"]) for each in stage.entrants} if number}
    )


def kept_wrongly(stage: Stage, events: Iterable[StageEvent]) -> bool:
    """Whether other rounds of it, or its draw, are kept on purpose than by the last of its events that says which are; none where none says."""
    told = [each.data["numbers"] for each in events if each.kind == Kind.OVERRIDE and each.action == KEPT]
    return kept_of(stage) != {*(told[-1] if told else ())}


def paired_wrongly(stage: Stage) -> list[int]:
    """`rounds_wrongly` of a published stage: four queries."""
    roster = roster_of(stage.championship_id)
    results = results_of(stage.fixtures.all(), roster.ids)
    return rounds_wrongly(stage, list(events_of(stage)), drawn_of(stage), results, roster)


def kept_paired_wrongly(stage: Stage) -> list[str]:
    """What of the acta of a stage that keeps rounds on purpose is not what comes of it repeated, in words: such a round follows from its own table."""
    if not stage.kept_rounds:
        return []
    return [told for step in verify(acta_of(stage), stage.drawn_digest).steps for told in step.differs]


def rounds_wrongly(
    stage: Stage, events: Sequence[StageEvent], drawn: Drawn, results: Mapping[Key, Result], roster: Roster
) -> list[int]:
    """The Swiss rounds that do not follow from the results before them, and are not kept on purpose, or whose table no results ever gave.

    What is corrected later leaves the table that a round was paired on. `results` are those that count now; no query. Raises
    NotCompared where so much has happened that it cannot be said of one.
    """
    told, numbers = draw_events(events), range(1, len(stage.pairings) + 1)
    order = order_of(told)
    found = {number for number in numbers if not _had(stage, number, told, order, drawn)}
    if all(paired_on_of(stage, number) for number in numbers):
        found |= {*paired_otherwise(stage, drawn, results, roster)}.difference(stage.kept_rounds)
    return sorted(found)


def _had(stage: Stage, number: int, told: Sequence[Event], order: Mapping[int, int], drawn: Drawn) -> bool:
    """Whether the table that a round was paired on was ever that of the rounds before it; NotCompared where that cannot be said."""
    kept = paired_on_of(stage, number)
    if kept is None:
        return False
    table, pairings = kept["before"], [[(a, b) for a, b in pairs] for pairs in stage.pairings[: number - 1]]
    try:
        return was_table(table, Rounds(stage.slots, late_of(stage), pairings, drawn.rules), told, order)
    except NotCompared:
        raise
    except (*MALFORMED, DrawRefusal):
        return False


def out_wrongly(parejas: Iterable[Pareja], stages: Iterable[Stage], events: Iterable[StageEvent]) -> list[int]:
    """Who is not in, out or voided as the last of its departures and returns has it, or left a stage and is said to be in it.

    By number; `events` are all of the championship, of whatever draw. No query.
    """
    moves = (event for event in events if event.stage == OF_NO_STAGE and event.kind == Kind.DEPARTURE)
    became = {
        event.pareja: (STATUSES.get(event.action), bool(event.data["voided"]))
        for event in sorted(moves, key=lambda event: event.seq)
    }
    left = {pareja for stage in stages if stage.status == Stage.Status.PUBLISHED for pareja in left_of(stage)}

    def wrong(pareja: Pareja) -> bool:
        is_in = pareja.status == Pareja.Status.ACTIVE
        ought = became.get(pareja.number, (Pareja.Status.ACTIVE, False))
        return (pareja.status, pareja.voided) != ought or (is_in and pareja.number in left)

    return sorted(pareja.number for pareja in parejas if wrong(pareja))


def draws_hidden(championship: Championship) -> list[str]:
    """Which draws and commitments of the audit are not there as they were made, and which are there that it has not, in words; three queries.

    An acta lists what is there: who takes a draw away before it is published would have none to list. Who puts one in between would have one
    more, and the audit is chained and has an hour for each.
    """
    entries = AuditEntry.objects.filter(championship=championship, action__in=(DRAWN, COMMITTED)).order_by("pk")
    rows = DrawEvent.objects.filter(championship=championship)
    made = {(row.stage, row.number, row.data["huella"]) for row in rows if row.kind == DrawEvent.Kind.MADE}
    gone = [(row.stage, row.data["compromisos"]) for row in rows if row.kind == DrawEvent.Kind.REMOVED]
    there = [*gone, *championship.stages.values_list("number", "commitments")]
    hours = {(stage, each["sha256"], each["at"]) for stage, commitments in there for each in commitments}
    committed = {(stage, sha256) for stage, sha256, _ in hours}
    hidden, told = [], list(entries.values_list("action", "data", "at"))
    for action, data, at in told:
        stage, number, sha256 = (data.get(name) for name in ("stage", "draw_number", "sha256"))
        if action == COMMITTED and (stage, sha256) not in committed:
            hidden.append(f"el registro tiene un compromiso de la etapa {stage} ({str(sha256)[:16]}) que ya no está")
        elif action == COMMITTED and (stage, sha256, at.astimezone(UTC).isoformat()) not in hours:
            hidden.append(f"un compromiso de la etapa {stage} ({sha256[:16]}) lleva otra hora que en el registro")
        if action == DRAWN and (stage, number, sha256) not in made:
            hidden.append(f"el registro tiene el sorteo {number} de la etapa {stage}, que ya no está o es otro")
    audited = {data.get("sha256") for _, data, _ in told}
    put_in = [(f"el sorteo {number} de la etapa {stage}", sha256) for stage, number, sha256 in sorted(made)]
    put_in += [(f"un compromiso de la etapa {stage} ({sha256[:16]})", sha256) for stage, sha256 in sorted(committed)]
    return hidden + [f"{what} no está en el registro" for what, sha256 in put_in if sha256 not in audited]


def podium_wrong(championship: Championship, *, ended: bool) -> bool:
    """Whether the podium that is kept is not what the stages come to; of one that has not `ended` none is kept. Five queries."""
    kept = PodiumPlace.objects.filter(championship=championship)
    reached = podium_reached(championship) if ended else []
    return podium_rows(reached) != sorted(kept.values_list("place", "pareja", "fixture"), key=_in_order)


def podium_rows(reached: Iterable[Reached]) -> list[tuple[int, int, int | None]]:
    """Place, pareja and final, by their keys, as rows of the podium have them."""
    rows = ((each.place, each.pareja.pk, each.fixture.pk if each.fixture else None) for each in reached)
    return sorted(rows, key=_in_order)


def _in_order(place: tuple[int, int, int | None]) -> tuple[int, int]:
    return place[:2]
