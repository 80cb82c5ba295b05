"""Championships played with the pure fold alone."""

from random import Random

from brackets.draw.bracket import Result, Status
from brackets.draw.entries import Entry
from brackets.draw.formats import Series, Swiss, structure_of
from brackets.draw.placing import place
from brackets.draw.qualification import Before, qualify
from brackets.draw.ranking import rank_knock_out, rank_table, winner_of
from brackets.draw.standings import Score
from brackets.draw.structure import PLAIN, Section, outcome
from brackets.draw.swiss import lines_of, pair_round, standings_of


def result_of(match, chance=None):
    """The smaller number wins, or who chance says."""
    sides = (match.a, match.b)
    return Result(chance.choice(sides) if chance else min(sides))


def play(plans, entrants, seed=40):
    """All stages, each entered by its rules; the ranking of each, in their order."""
    chance = Random(seed)
    before = {}
    for number, plan in enumerate(plans, start=1):
        spots = qualify(plan.entry, before, inscribed=range(1, entrants + 1))
        parejas = [spot.pareja for spot in spots]
        assert None not in parejas
        before[number] = _play_stage(plan, parejas, chance)
    return [each.ranking for each in before.values()]


def _play_stage(plan, parejas, chance):
    slots = place(plan.format, [Entry(pareja) for pareja in parejas], "prueba").slots
    is_swiss = isinstance(plan.format, Swiss)
    pairings, results = [], {}
    while True:
        structure = structure_of(plan.format, len(slots), pairings)
        stage = outcome(structure, slots, results, PLAIN)
        ready = [match for match in stage.matches.values() if match.status is Status.READY]
        if not ready and (not is_swiss or len(pairings) == plan.format.rounds):
            break
        if ready:
            results |= {match.key: result_of(match, chance) for match in ready}
        else:
            before = standings_of(slots, stage.matches, ())
            pairings.append(lines_of(pair_round(before, f"prueba|ronda-{len(pairings) + 1}"), slots))
    if isinstance(plan.format, Series | Swiss):
        scores = [
            Score(match.a, match.b if match.result else None, match.winner) for match in stage.matches.values()
            if match.winner is not None and isinstance(match.a, int)
        ]  # fmt: skip
        ranking = rank_table(structure, slots, stage, scores, plan.criteria, seed="prueba")
    else:
        ranking = rank_knock_out(structure, stage)
    brackets = {
        "ganadores": winner_of(structure, stage, Section.MAIN),
        "perdedores": winner_of(structure, stage, Section.LOSERS),
    }
    return Before(plan.name, ranking, brackets)
