"""Reading stages as the draw knows them: lines, results, order, and who enters the next one."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from brackets.draw.bracket import How, Key, Match, Result
from brackets.draw.entries import SMALLEST
from brackets.draw.formats import Format, Series, Swiss, from_data
from brackets.draw.late import Entered, Late, entered
from brackets.draw.qualification import Before, Exempt, Rule, Spot, qualify, rule_from
from brackets.draw.ranking import Exits, Ranking, rank_knock_out, rank_table, winner_of
from brackets.draw.standings import Score
from brackets.draw.structure import Drawn, Outcome, Rules, Section, Structure, Zapateria
from brackets.draw.taken import taken_by_others
from brackets.draw.treatment import Treatment
from brackets.models import Championship, Fixture, Pareja, Stage

UNPLAYED: Final = frozenset({Fixture.How.BYE, Fixture.How.PASS})


@dataclass(frozen=True, slots=True)
class Roster:
    """The parejas of a championship by number: their primary keys, and which have left it.

    Of these `expelled` have no place in any table, and `void` are those whose mesas in series count for nobody.
    """

    ids: Mapping[int, int]
    gone: frozenset[int]
    expelled: frozenset[int] = frozenset()
    void: frozenset[int] = frozenset()


class FixtureRow(NamedTuple):
    """What a result or a projection looks at in a fixture, without the row's other columns: read by the thousand."""

    pk: int
    round: int
    position: int
    zapateria: bool
    number: int | None
    status: str
    pareja_a_id: int | None
    pareja_b_id: int | None
    nobody_a: bool
    nobody_b: bool
    winner_id: int | None
    how: str
    called_at: datetime | None
    started_at: datetime | None


def rows_of(stage: Stage, structure: Structure) -> list[FixtureRow]:
    """The fixtures of the stage that belong to this part of its structure: one query."""
    return [FixtureRow._make(row) for row in _fixtures_in(stage, structure).values_list(*FixtureRow._fields)]


def fixtures_in(stage: Stage, structure: Structure) -> list[Fixture]:
    """The same, whole."""
    return list(_fixtures_in(stage, structure))


def _fixtures_in(stage: Stage, structure: Structure) -> QuerySet[Fixture]:
    fixtures = stage.fixtures.order_by("round", "position")
    return fixtures if structure.whole is None else fixtures.filter(_keys(structure))


def _keys(structure: Structure) -> Q:
    """Those with the keys of its matches."""
    wanted = Q()
    for number, matches in groupby(structure.matches, key=lambda planned: planned.key[0]):
        wanted |= Q(round=number, position__in=[planned.key[1] for planned in matches])
    return wanted


def roster_of(championship_id: int) -> Roster:
    """One query."""
    return roster_from(
        Pareja.objects.filter(championship=championship_id).values_list("number", "pk", "status", "voided")
    )


def roster_from(parejas: Iterable[tuple[int, int, str, bool]]) -> Roster:
    """The same from what is known of each: number, primary key, status, whether its results are voided."""
    rows = list(parejas)
    return Roster(
        {number: pk for number, pk, _, _ in rows},
        gone=frozenset(number for number, _, status, _ in rows if status != Pareja.Status.ACTIVE),
        expelled=frozenset(number for number, _, status, _ in rows if status == Pareja.Status.EXPELLED),
        void=frozenset(number for number, _, _, voided in rows if voided),
    )


def format_of(stage: Stage) -> Format:
    return from_data(stage.format)


def late_of(stage: Stage) -> tuple[Late, ...]:
    """Who entered it after the draw, in the order of entering."""
    return tuple(Late(**each) for each in stage.late)


def rules_of(stage: Stage) -> tuple[Rule, ...]:
    """Who enters it."""
    return tuple(map(rule_from, stage.entry))


def structure_for(stage: Stage) -> Structure:
    """All matches of a drawn stage, those of a Swiss one as far as its rounds are paired."""
    return entered_of(stage).structure


def entered_of(stage: Stage) -> Entered:
    """Its lines as drawn and those who entered later."""
    pairings = [[(a, b) for a, b in pairs] for pairs in stage.pairings]
    return entered(format_of(stage), stage.slots, late_of(stage), pairings)


def drawn_of(stage: Stage, roster: Roster) -> Drawn:
    """Its lines and rules. One query more where a zapatería counts for who has lost in an earlier stage."""
    return drawn_with(stage, roster, beaten_before(stage) if counts_defeats(stage) else ())


def drawn_with(stage: Stage, roster: Roster, defeated: Collection[int]) -> Drawn:
    """The same, told who has lost in an earlier stage."""
    there = entered_of(stage)
    rules = Rules(gone=roster.gone, zapateria=Zapateria(stage.zapateria), defeated=defeated)
    return Drawn(there.structure, there.slots, rules, there.numbers)


def counts_defeats(stage: Stage) -> bool:
    """Whether it matters for it who has lost in an earlier stage."""
    return Zapateria(stage.zapateria) is Zapateria.IF_DEFEATED


def beaten_before(stage: Stage) -> frozenset[int]:
    """Who has lost a partida of an earlier stage."""
    earlier = Fixture.objects.filter(
        stage__championship=stage.championship_id, stage__number__lt=stage.number, status=Fixture.Status.FINAL
    ).exclude(how__in=UNPLAYED)
    rows = earlier.values_list("pareja_a__number", "pareja_b__number", "winner__number")
    return frozenset(side for a, b, winner in rows for side in (a, b) if side not in (None, winner))


def results_of(fixtures: Iterable[Fixture | FixtureRow], ids: Mapping[int, int]) -> dict[Key, Result]:
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
    return ranking_after(stage, drawn, drawn.after(results_of(fixtures, roster.ids)), fixtures, roster)


def ranking_after(stage: Stage, drawn: Drawn, outcome: Outcome, fixtures: Iterable[Fixture], roster: Roster) -> Ranking:
    """The same from what the stage has come to. A Swiss stage is complete after its last round only."""
    left_out = frozenset(drawn.rules.gone) | frozenset(outcome.out)
    exits = Exits(left_out, roster.expelled, Treatment.from_data(stage.treatment))
    form = format_of(stage)
    if not isinstance(form, Series | Swiss):
        return rank_knock_out(drawn.structure, outcome, exits)
    # A Swiss round was paired on what was played before it, which stays.
    void = roster.void if isinstance(form, Series) else frozenset[int]()
    scores = scores_of(fixtures, outcome.matches, void=_meetings_of(drawn, void))
    ranking = rank_table(
        drawn.structure,
        drawn.slots,
        outcome,
        scores,
        stage.criteria,
        seed=stage.lots_seed,
        exits=exits,
        void=void,
    )
    return replace(ranking, complete=ranking.complete and not rounds_to_come(stage, drawn, outcome))


def rounds_to_come(stage: Stage, drawn: Drawn, outcome: Outcome) -> int:
    """Rounds of a Swiss stage that are still to be paired; none once fewer than two are left to play in it."""
    form = format_of(stage)
    if not isinstance(form, Swiss) or len(stage.pairings) >= form.rounds:
        return 0
    gone = {*drawn.rules.gone, *outcome.out}
    playing = sum(slot is not None and slot not in gone for slot in drawn.slots)
    return form.rounds - len(stage.pairings) if playing >= SMALLEST else 0


def rounds_left_in(stage: Stage) -> int:
    """The same of a published stage: three queries at most."""
    if not isinstance(format_of(stage), Swiss):
        return 0
    roster = roster_of(stage.championship_id)
    drawn = drawn_of(stage, roster)
    return rounds_to_come(stage, drawn, drawn.after(results_of(stage.fixtures.all(), roster.ids)))


def _meetings_of(drawn: Drawn, parejas: Collection[int]) -> frozenset[Key]:
    """The matches that one of these was to play."""
    lines = {line for line, slot in enumerate(drawn.slots) if slot in parejas}
    return frozenset(planned.key for planned in drawn.structure.matches if {planned.a.of[1], planned.b.of[1]} & lines)


def scores_of(fixtures: Iterable[Fixture], matches: Mapping[Key, Match], *, void: Collection[Key] = ()) -> list[Score]:
    """What counts for a table: final results, and rounds without a rival as won; nothing of `void`.

    The caídas are those that tablets counted; a mesa kept on paper adds none.
    """
    scores = []
    for fixture in fixtures:
        match = matches[fixture.round, fixture.position]
        if match.key in void:
            continue
        if match.result is not None:
            chicas = tuple((a, b) for a, b in fixture.chicas)
            a, b = match.a, match.b
            assert isinstance(a, int)  # noqa: S101 (a result has two)
            assert isinstance(b, int)  # noqa: S101
            caidas = (fixture.caidas[0], fixture.caidas[1]) if fixture.caidas else (0, 0)
            scores.append(Score(a, b, match.winner, chicas, fixture.zapateria, caidas))
        elif match.winner is not None:
            scores.append(Score(match.winner, None, match.winner))
    return scores


def stages_of(championship: Championship) -> list[Stage]:
    """All, planned ones too, in their order."""
    return list(championship.stages.order_by("number"))


def spots_of(stage: Stage, roster: Roster | None = None) -> tuple[Spot, ...]:
    """Who would enter it now, and why. A stage not drawn yet gives nobody: its places are open.

    Two queries for any number of stages, one more without `roster`.
    """
    roster = roster or roster_of(stage.championship_id)
    stages = stages_of(stage.championship)
    played: defaultdict[int, list[Fixture]] = defaultdict(list)
    earlier = Fixture.objects.filter(stage__championship=stage.championship_id, stage__number__lt=stage.number)
    for fixture in earlier.order_by("round", "position"):
        played[fixture.stage_id].append(fixture)
    before = {
        each.number: _before(each, roster, played[each.pk])
        for each in stages
        if each.number < stage.number and each.slots
    }
    return spots_among(stage, stages, before, roster)


def spots_among(
    stage: Stage, stages: Sequence[Stage], before: Mapping[int, Before], roster: Roster
) -> tuple[Spot, ...]:
    """The same from what the stages before it have come to; `stages` are all of the championship."""
    exempt = {number for each in stages for rule in rules_of(each) for number in getattr(rule, "parejas", ())}
    inscribed = [number for number in sorted(roster.ids) if number not in roster.gone and number not in exempt]
    rules = [_still_here(rule, roster) for rule in rules_of(stage) if getattr(rule, "stage", None) in (None, *before)]
    taken = taken_by_others(stage.number, {each.number: rules_of(each) for each in stages}, before)
    return qualify(rules, before, inscribed=inscribed, taken=taken)


def _still_here(rule: Rule, roster: Roster) -> Rule:
    """Who was exempt and has left is not drawn."""
    if not isinstance(rule, Exempt):
        return rule
    return replace(rule, parejas=tuple(number for number in rule.parejas if number not in roster.gone))


def before_of(stage: Stage, drawn: Drawn, outcome: Outcome, ranking: Ranking) -> Before:
    """A stage as those after it look at it."""
    brackets = {
        "ganadores": winner_of(drawn.structure, outcome, Section.MAIN),
        "perdedores": winner_of(drawn.structure, outcome, Section.LOSERS),
    }
    return Before(stage.name, ranking, brackets)


def _before(stage: Stage, roster: Roster, fixtures: Sequence[Fixture]) -> Before:
    drawn = drawn_of(stage, roster)
    outcome = drawn.after(results_of(fixtures, roster.ids))
    return before_of(stage, drawn, outcome, ranking_after(stage, drawn, outcome, fixtures, roster))
