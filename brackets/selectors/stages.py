"""Reading stages as the draw knows them: lines, results, order, and who enters the next one."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from brackets.draw.bracket import How, Key, Match, Result
from brackets.draw.formats import Format, Series, Swiss, from_data, structure_of
from brackets.draw.qualification import Before, Rule, Spot, qualify, rule_from
from brackets.draw.ranking import Ranking, rank_knock_out, rank_table, winner_of
from brackets.draw.standings import Score
from brackets.draw.structure import Drawn, Rules, Section, Zapateria
from brackets.models import Championship, Fixture, Pareja, Stage

UNPLAYED: Final = frozenset({Fixture.How.BYE, Fixture.How.PASS})


@dataclass(frozen=True, slots=True)
class Roster:
    """The parejas of a championship by number: their primary keys, and which have left it."""

    ids: Mapping[int, int]
    gone: frozenset[int]


def roster_of(championship_id: int) -> Roster:
    """One query."""
    rows = list(Pareja.objects.filter(championship=championship_id).values_list("number", "pk", "status"))
    gone = frozenset(number for number, _, status in rows if status != Pareja.Status.ACTIVE)
    return Roster({number: pk for number, pk, _ in rows}, gone)


def format_of(stage: Stage) -> Format:
    return from_data(stage.format)


def rules_of(stage: Stage) -> tuple[Rule, ...]:
    """Who enters it."""
    return tuple(map(rule_from, stage.entry))


def drawn_of(stage: Stage, roster: Roster) -> Drawn:
    """Its lines and rules. One query more where a zapatería counts for who has lost in an earlier stage."""
    pairings = [[(a, b) for a, b in pairs] for pairs in stage.pairings]
    structure = structure_of(format_of(stage), len(stage.slots), pairings)
    zapateria = Zapateria(stage.zapateria)
    defeated = beaten_before(stage) if zapateria is Zapateria.IF_DEFEATED else ()
    return Drawn(structure, tuple(stage.slots), Rules(gone=roster.gone, zapateria=zapateria, defeated=defeated))


def beaten_before(stage: Stage) -> frozenset[int]:
    """Who has lost a partida of an earlier stage."""
    earlier = Fixture.objects.filter(
        stage__championship=stage.championship_id, stage__number__lt=stage.number, status=Fixture.Status.FINAL
    ).exclude(how__in=UNPLAYED)
    rows = earlier.values_list("pareja_a__number", "pareja_b__number", "winner__number")
    return frozenset(side for a, b, winner in rows for side in (a, b) if side not in (None, winner))


def results_of(fixtures: Iterable[Fixture], ids: Mapping[int, int]) -> dict[Key, Result]:
    """The results that count: final ones that somebody entered."""
    numbers = {pk: number for number, pk in ids.items()}
    return {
        (fixture.round, fixture.position): Result(
            numbers[fixture.winner_id] if fixture.winner_id else None, How(fixture.how), fixture.zapateria
        )
        for fixture in fixtures
        if fixture.status == Fixture.Status.FINAL and fixture.how not in UNPLAYED
    }


def ranking_of(stage: Stage, roster: Roster, fixtures: Sequence[Fixture] | None = None) -> Ranking:
    """The order of a drawn stage as its final results have it: one query, none with its `fixtures`."""
    fixtures = list(stage.fixtures.all()) if fixtures is None else fixtures
    drawn = drawn_of(stage, roster)
    outcome = drawn.after(results_of(fixtures, roster.ids))
    left_out = frozenset(roster.gone) | frozenset(outcome.out)
    if not isinstance(format_of(stage), Series | Swiss):
        return rank_knock_out(drawn.structure, outcome, left_out=left_out)
    scores = scores_of(fixtures, outcome.matches)
    return rank_table(
        drawn.structure, drawn.slots, outcome, scores, stage.criteria, seed=stage.lots_seed, left_out=left_out
    )


def scores_of(fixtures: Iterable[Fixture], matches: Mapping[Key, Match]) -> list[Score]:
    """What counts for a table: final results, and rounds without a rival as won."""
    scores = []
    for fixture in fixtures:
        match = matches[fixture.round, fixture.position]
        if match.result is not None:
            chicas = tuple((a, b) for a, b in fixture.chicas)
            a, b = match.a, match.b
            assert isinstance(a, int)  # noqa: S101 (a result has two)
            assert isinstance(b, int)  # noqa: S101
            scores.append(Score(a, b, match.winner, chicas, fixture.zapateria))
        elif match.winner is not None:
            scores.append(Score(match.winner, None, match.winner))
    return scores


def stages_of(championship: Championship) -> list[Stage]:
    """All, planned ones too, in their order."""
    return list(championship.stages.order_by("number"))


def spots_of(stage: Stage, roster: Roster | None = None) -> tuple[Spot, ...]:
    """Who would enter it now, and why. A stage not drawn yet gives nobody: its places are open."""
    roster = roster or roster_of(stage.championship_id)
    stages = {each.number: each for each in stages_of(stage.championship)}
    exempt = {number for each in stages.values() for rule in rules_of(each) for number in getattr(rule, "parejas", ())}
    inscribed = [number for number in sorted(roster.ids) if number not in roster.gone and number not in exempt]
    before = {number: _before(each, roster) for number, each in stages.items() if number < stage.number and each.slots}
    rules = [rule for rule in rules_of(stage) if getattr(rule, "stage", None) in (None, *before)]
    taken = _taken(stage, stages, before, inscribed)
    return qualify(rules, before, inscribed=inscribed, taken=taken)


def _before(stage: Stage, roster: Roster) -> Before:
    fixtures = list(stage.fixtures.all())
    drawn = drawn_of(stage, roster)
    outcome = drawn.after(results_of(fixtures, roster.ids))
    brackets = {
        "ganadores": winner_of(drawn.structure, outcome, Section.MAIN),
        "perdedores": winner_of(drawn.structure, outcome, Section.LOSERS),
    }
    return Before(stage.name, ranking_of(stage, roster, fixtures), brackets)


def _taken(
    stage: Stage, stages: Mapping[int, Stage], before: Mapping[int, Before], inscribed: Collection[int]
) -> list[int]:
    """Whom the other stages take from the same ones, which a repechaje does not."""
    taken: list[int] = []
    for other in stages.values():
        if other.number == stage.number:
            continue
        rules = [
            rule
            for rule in rules_of(other)
            if rule.kind in ("primeras", "mejores", "llave") and getattr(rule, "stage", None) in before
        ]
        taken += [spot.pareja for spot in qualify(rules, before, inscribed=list(inscribed)) if spot.pareja is not None]
    return taken
