"""The rounds of a Swiss stage: what one is paired on, and how its acta tells it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from brackets.draw.acta_rounds import met_of, round_seed, standing_data
from brackets.draw.bracket import Key, Result
from brackets.draw.entries import Entry, entry_from
from brackets.draw.formats import Swiss
from brackets.draw.late import Late
from brackets.draw.protections import unwanted_in
from brackets.draw.structure import Drawn, Outcome
from brackets.draw.swiss import Standing, Unwanted, lines_of, pair_round, standings_of
from brackets.models import Stage
from brackets.selectors.draw_lines import Named
from brackets.selectors.draws import entries, late_entrants, terms_of
from brackets.selectors.stages import Roster, as_before, drawn_of, entered_of, format_of, late_of, results_of, roster_of


def swiss_lines(stage: Stage, number: int, late: Iterable[Late] | None = None) -> list[int | None]:
    """Who is on which line when round `number` is paired; `late` are those who had entered late, where not all that did.

    A line is its pareja's for good: that of one who plays from a later round on is empty until then.
    """
    entered_late = late_of(stage) if late is None else late
    return [*stage.slots, *(each.pareja if each.place <= number else None for each in entered_late)]


def standings_before(stage: Stage, outcome: Outcome, roster: Roster, number: int) -> list[Standing]:
    """What round `number` is paired on as things stand now: who plays on, and what happened in the rounds before it."""
    before = {key: match for key, match in outcome.matches.items() if key[0] < number}
    return standings_of(swiss_lines(stage, number), before, {*roster.gone, *outcome.out})


def pairing_of(stage: Stage, outcome: Outcome, roster: Roster, number: int) -> list[list[int | None]]:
    """The lines that meet in round `number`, by what happened before it."""
    before = standings_before(stage, outcome, roster, number)
    return lines_paired(stage, before, number, late_entries_before(stage, number))


def lines_paired(
    stage: Stage, before: Sequence[Standing], number: int, late: Sequence[Entry]
) -> list[list[int | None]]:
    """The same by these standings, `late` being who has entered after the draw."""
    unwanted = unwanted_in(terms_of(stage), [*entries(stage.entrants), *late], number, met_of(before))
    paired = pair_round(before, round_seed(stage.lots_seed, number), unwanted=unwanted)
    return [[a, b] for a, b in lines_of(paired, swiss_lines(stage, number))]


def paired_otherwise(
    stage: Stage, drawn: Drawn, results: Mapping[Key, Result], roster: Roster, after: int = 0
) -> Iterator[int]:
    """The Swiss rounds after this one that do not follow from these results."""
    for number in range(after + 1, len(stage.pairings) + 1):
        pairing = stage.pairings[number - 1]
        # Who was put out, or has left, since it was paired stands in it all the same.
        outcome = drawn.after({key: result for key, result in results.items() if key[0] < number})
        paired = {drawn.slots[line] for pair in pairing for line in pair if line is not None}
        ended = all(match.is_over for match in outcome.matches.values() if match.round < number)
        if not ended or pairing_of(stage, outcome, as_before(roster, paired), number) != pairing:
            yield number


def rounds_of(stage: Stage, parejas: Mapping[int, Named]) -> dict[str, Any]:
    """The rounds of a Swiss stage and its late entries, as they stand in its acta; nothing for other formats.

    Two queries. `antes` is None for a round paired before stages kept what it was paired on.
    """
    if not isinstance(format_of(stage), Swiss):
        return {}
    roster = roster_of(stage.championship_id)
    late = [
        {"numero": each.pareja, "ronda": each.place, "nombre": parejas[each.pareja].title} for each in late_of(stage)
    ]
    results = results_of(stage.fixtures.all(), roster.ids)
    return {"tardias": late, "rondas": rounds_data(stage, drawn_of(stage), results, roster)}


def rounds_data(stage: Stage, drawn: Drawn, results: Mapping[Key, Result], roster: Roster) -> list[dict[str, Any]]:
    """The rounds alone, from what the stage has come to; no query where it is kept what each was paired on."""
    kept = {each["round"]: each for each in stage.paired_on}
    rounds = []
    for number in range(1, len(stage.pairings) + 1):
        outcome = drawn.after({key: result for key, result in results.items() if key[0] < number})
        today = {standing.pareja: standing for standing in standings_before(stage, outcome, roster, number)}
        rounds.append(_round(stage, number, kept.get(number), today))
    return rounds


def unwanted_before(stage: Stage, number: int) -> Unwanted | None:
    """A test for pairs that a protection keeps apart in a round that is paired."""
    kept = paired_on_of(stage, number)
    met = {each["numero"]: len(each["rivales"]) for each in kept["before"]} if kept else {}
    return unwanted_in(terms_of(stage), [*entries(stage.entrants), *late_entries_before(stage, number)], number, met)


def paired_on_of(stage: Stage, number: int) -> Mapping[str, Any] | None:
    """What round `number` was paired on; None where it is not paired yet, or was before stages kept that."""
    return next((each for each in stage.paired_on if each["round"] == number), None)


def late_entries_before(stage: Stage, number: int) -> list[Entry]:
    """Who entered after the draw, as round `number` was paired on it; as they are now where it is to be paired."""
    kept = paired_on_of(stage, number)
    if kept is None:
        return entries(late_entrants(stage))
    return [entry_from(each) for each in kept.get("late", ())]


@dataclass(frozen=True, slots=True)
class Side:
    """Who plays in a round, and the mesas won before it; None where it was paired before that was kept."""

    pareja: Named
    won: int | None


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A paired round as people read it."""

    number: int
    seed: str
    pairs: tuple[tuple[Side, Side], ...]
    rests: Named | None
    corrected: tuple[Named, ...]


def rounds_told(stage: Stage, parejas: Mapping[int, Named]) -> tuple[RoundTold, ...]:
    """The rounds of the acta of a Swiss stage; none for other formats."""
    return tuple(_told(each, parejas) for each in rounds_of(stage, parejas).get("rondas", ()))


def _told(each: Mapping[str, Any], parejas: Mapping[int, Named]) -> RoundTold:
    won = {before["numero"]: before["ganadas"] for before in each["antes"] or ()}
    return RoundTold(
        each["ronda"],
        each["semilla"],
        tuple((Side(parejas[a], won.get(a)), Side(parejas[b], won.get(b))) for a, b in each["partidas"]),
        None if each["descansa"] is None else parejas[each["descansa"]],
        tuple(parejas[later["numero"]] for later in each["corregidas_despues"]),
    )


def _round(stage: Stage, number: int, kept: Mapping[str, Any] | None, today: Mapping[int, Standing]) -> dict[str, Any]:
    slots = entered_of(stage).slots
    pairing = stage.pairings[number - 1]
    pairs = [(slots[a], slots[b]) for a, b in pairing if b is not None]
    unwanted = unwanted_before(stage, number)
    return {
        "ronda": number,
        "hecho": kept["at"] if kept else None,
        "semilla": round_seed(stage.lots_seed, number),
        "antes": kept["before"] if kept else None,
        **({"inscritas_despues": kept["late"]} if kept and "late" in kept else {}),
        "partidas": pairs,
        "descansa": next((slots[a] for a, b in pairing if b is None), None),
        "juntas": [pair for pair in pairs if unwanted and None not in pair and unwanted(*pair)],
        "corregidas_despues": [
            standing_data(now)
            for each in (kept["before"] if kept else ())
            if (now := today.get(each["numero"])) and standing_data(now) != each
        ],
    }
