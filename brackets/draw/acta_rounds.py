"""The rounds of a Swiss stage in the acta of its draw: what each was paired on, and each repeated from that alone.

The state before a round is the one that it was paired on. A result that is corrected later leaves it, so that an acta that was true
stays true; the acta names such corrections beside it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from brackets.draw.entries import Entry, entry_from
from brackets.draw.plural import counted
from brackets.draw.protections import Terms, unwanted_in
from brackets.draw.report import SHOWN, Step
from brackets.draw.swiss import Pair, Round, Standing, pair_round

MOST_STANDINGS: Final = 16_384
"""In all rounds of one acta: 1,024 parejas and 16 rounds. What is uploaded is not calculated on for hours."""

Names = Mapping[int | None, str]


def standing_data(standing: Standing) -> dict[str, Any]:
    """A standing as actas name it.

    >>> standing_data(Standing(7, 1, (12, 3)))
    {'numero': 7, 'ganadas': 1, 'rivales': [3, 12], 'descanso': False}
    """
    return {
        "numero": standing.pareja,
        "ganadas": standing.wins,
        "rivales": sorted(standing.rivals),
        "descanso": standing.rested,
    }


def standing_from(data: Mapping[str, Any]) -> Standing:
    """The inverse of `standing_data`; TypeError where a number is none."""
    rivals = tuple(data["rivales"])
    if any(type(number) is not int for number in (data["numero"], data["ganadas"], *rivals)):
        raise TypeError(f"a standing of {data['numero']!r}")
    return Standing(data["numero"], data["ganadas"], rivals, bool(data["descanso"]))


def met_of(standings: Iterable[Standing]) -> dict[int, int]:
    """How many mesas with a rival each has had."""
    return {standing.pareja: len(standing.rivals) for standing in standings}


def round_seed(seed: str, number: int) -> str:
    """The seed text of a round, from that of the stage."""
    return f"{seed}|ronda-{number}"


def rounds_verified(
    rounds: Sequence[Mapping[str, Any]], terms: Terms, entries: Sequence[Entry], seed: str, names: Names
) -> Iterator[Step]:
    """Pair each round again; KeyError, TypeError or ValueError where these are no rounds of an acta."""
    if sum(len(each["antes"] or ()) for each in rounds) > MOST_STANDINGS:
        raise ValueError(f"more than {MOST_STANDINGS} standings")
    met: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for number, each in enumerate(rounds, start=1):
        if each["ronda"] != number:
            raise ValueError(f"round {each['ronda']!r} in the place of round {number}")
        yield _verified(each, number, met, terms, entries, seed, names)
        for a, b in each["partidas"]:
            met[a][b] += 1
            met[b][a] += 1


def _verified(
    written: Mapping[str, Any],
    number: int,
    met: Mapping[int, Counter[int]],
    terms: Terms,
    entries: Sequence[Entry],
    seed: str,
    names: Names,
) -> Step:
    if written["antes"] is None:
        return Step(f"La ronda {number} se emparejó antes de que el acta guardara con qué: no se puede repetir.")
    standings = [standing_from(each) for each in written["antes"]]
    if len({standing.pareja for standing in standings}) < len(standings):
        raise ValueError(f"somebody twice before round {number}")
    text = round_seed(seed, number)
    told = [f"El acta da otra semilla para la ronda: «{written['semilla']}»."] if written["semilla"] != text else []
    told += [
        f"{_name(names, standing.pareja)} no jugó en las rondas anteriores con todos sus rivales."
        for standing in standings
        if not Counter(standing.rivals) <= met.get(standing.pareja, Counter())
    ]
    # Rivals that are made up could cost hours; so could those of earlier rounds that are made up as well, for which pages confine it.
    if not told:
        unwanted = unwanted_in(terms, [*entries, *_late(written, entries)], number, met_of(standings))
        came = pair_round(standings, text, unwanted=unwanted)
        together = [pair for pair in came.pairs if unwanted and unwanted(*pair)]
        told = [*_differing(written, came, number, names), *_together(written, together, number)]
    more = f"Y {counted(len(told) - SHOWN, 'diferencia', 'diferencias')} más."
    shown = (*told[:SHOWN], more) if len(told) > SHOWN else tuple(told)
    what = f"Se emparejó otra vez la ronda {number} con las mesas ganadas de antes y la semilla «{text}»."
    return Step(what + _corrected(written), shown)


def _late(written: Mapping[str, Any], entries: Sequence[Entry]) -> list[Entry]:
    """Who had entered after the draw by then, as protections compared them."""
    late = [entry_from(each) for each in written.get("inscritas_despues", ())]
    if not {entry.key for entry in late}.isdisjoint(entry.key for entry in entries):
        raise ValueError("somebody drawn who entered late")
    return late


def _differing(written: Mapping[str, Any], came: Round, number: int, names: Names) -> list[str]:
    there: list[Pair] = [(a, b) for a, b in written["partidas"]]
    found = []
    if len(there) != len(came.pairs):
        found.append(
            f"Ronda {number}: el acta tiene {counted(len(there), 'partida', 'partidas')}, y no {len(came.pairs)}."
        )
    for place, (said, here) in enumerate(zip(there, came.pairs, strict=False), start=1):
        if said != here:
            found.append(
                f"Ronda {number}, mesa {place}: el acta dice {_pair(names, said)} y sale {_pair(names, here)}."
            )
    if written["descansa"] != came.rests:
        there_rests, rests = (
            "nadie" if each is None else _name(names, each) for each in (written["descansa"], came.rests)
        )
        found.append(f"Ronda {number}: el acta dice que descansa {there_rests} y sale {rests}.")
    return found


def _together(written: Mapping[str, Any], came: Sequence[Pair], number: int) -> Iterator[str]:
    if [tuple(each) for each in written["juntas"]] != [*came]:
        yield f"Ronda {number}: pares que una protección quería separar, {len(came)}; el acta lista otros."


def _corrected(written: Mapping[str, Any]) -> str:
    later = len(written["corregidas_despues"])
    return (
        f" Después se corrigieron resultados de {counted(later, 'inscripción', 'inscripciones')}, que esta ronda no tuvo en cuenta."
        if later
        else ""
    )


def _pair(names: Names, pair: Pair) -> str:
    return f"«{_name(names, pair[0])}» con «{_name(names, pair[1])}»"


def _name(names: Names, number: int) -> str:
    return names.get(number, str(number))
