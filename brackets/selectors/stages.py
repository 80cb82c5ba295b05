"""Reading stages as the draw knows them: lines, results, order, and who enters the next one."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet

from brackets.draw.bracket import How, Key, Match, Result, Status
from brackets.draw.entries import SMALLEST
from brackets.draw.formats import Format, Series, Swiss, from_data
from brackets.draw.late import Entered, Late, entered
from brackets.draw.leaving import Left
from brackets.draw.qualification import Before, Exempt, Rule, Spot, qualify, rule_from
from brackets.draw.ranking import Exits, Ranking, rank_knock_out, rank_table, score_of, winner_of
from brackets.draw.standings import Score
from brackets.draw.structure import NO_LINE, Drawn, Outcome, Rules, Section, Structure, Zapateria
from brackets.draw.taken import taken_by_others
from brackets.draw.treatment import Treatment
from brackets.draw.voided import void_meetings, void_parejas
from brackets.models import UNPLAYED, Championship, Fixture, Pareja, Stage

AWAITED: Final = {
    Status.WAITING: Fixture.Status.WAITING,
    Status.READY: Fixture.Status.READY,
    Status.BYE: Fixture.Status.FINAL,
}
"""The status of a fixture that is not under way and has no result."""
DRAW: Final = 0
"""The draw of a stage, among the numbers of its rounds."""


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
    by_zapateria: bool
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
    order: int | None
    marks: list[dict[str, Any]]


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


def as_before(roster: Roster, entered: Collection[int | None]) -> Roster:
    """As if none of these had left."""
    return replace(
        roster,
        gone=roster.gone.difference(entered),
        expelled=roster.expelled.difference(entered),
        void=roster.void.difference(entered),
    )


def roster_drawn(stage: Stage) -> Roster:
    """As it was when the stage was drawn, in which those are who left since it was published: one query."""
    return as_before(roster_of(stage.championship_id), left_of(stage))


def format_of(stage: Stage) -> Format:
    return from_data(stage.format)


def late_of(stage: Stage) -> tuple[Late, ...]:
    """Who entered it after the draw, in the order of entering."""
    return tuple(Late(**each) for each in stage.late)


def rules_of(stage: Stage) -> tuple[Rule, ...]:
    """Who enters it."""
    return tuple(map(rule_from, stage.entry))


def sources_of(stage: Stage) -> set[int]:
    """The numbers of the stages that it takes its entrants from."""
    return {rule.stage for rule in rules_of(stage) if hasattr(rule, "stage")}


def structure_for(stage: Stage) -> Structure:
    """All matches of a drawn stage, those of a Swiss one as far as its rounds are paired."""
    return entered_of(stage).structure


def goes_on(fixture: Fixture) -> bool:
    """Whether who wins it goes on to another partida of its stage by that; no query with the stage at hand."""
    return (fixture.round, fixture.position) in structure_for(fixture.stage).onwards


def entered_of(stage: Stage) -> Entered:
    """Its lines as drawn and those who entered later."""
    pairings = [[(a, b) for a, b in pairs] for pairs in stage.pairings]
    return entered(format_of(stage), stage.slots, late_of(stage), pairings, stage.first_number)


def kept_of(stage: Stage) -> set[int]:
    """The rounds that are kept on purpose, and `DRAW` where all of it is."""
    return {*stage.kept_rounds, *([DRAW] if stage.kept_draw else ())}


def left_of(stage: Stage) -> dict[int, Left]:
    """Departures from the championship since the stage was published."""
    return {
        each["pareja"]: Left(each["order"], frozenset((round_, position) for round_, position in each["playing"]))
        for each in stage.left
    }


def unsettled_of(stage: Stage) -> dict[Key, frozenset[int]]:
    """The matches of it whose firm result is decided anew, by those of their two who are gone since."""
    return {(each["round"], each["position"]): frozenset(each["gone"]) for each in stage.unsettled}


def drawn_of(stage: Stage) -> Drawn:
    """Its lines and rules. One query more where a zapatería counts for who has lost in an earlier stage, and there is one."""
    return drawn_with(stage, beaten_before(stage) if counts_defeats(stage) else ())


def drawn_with(stage: Stage, defeated: Collection[int]) -> Drawn:
    """The same, told who has lost in an earlier stage."""
    there = entered_of(stage)
    rules = Rules(
        left=left_of(stage), zapateria=Zapateria(stage.zapateria), defeated=defeated, unsettled=unsettled_of(stage)
    )
    return Drawn(there.structure, there.slots, rules, there.numbers, stage.first_number)


def counts_defeats(stage: Stage) -> bool:
    """Whether it matters for it who has lost in an earlier stage."""
    return stage.number > 1 and Zapateria(stage.zapateria) is Zapateria.IF_DEFEATED


def beaten_before(stage: Stage) -> frozenset[int]:
    """Who has lost a partida of an earlier stage."""
    earlier = Fixture.objects.filter(
        stage__championship=stage.championship_id, stage__number__lt=stage.number, status=Fixture.Status.FINAL
    ).exclude(how__in=UNPLAYED)
    return _losers(earlier.values_list("pareja_a__number", "pareja_b__number", "winner__number"))


def beaten_in(fixtures: Iterable[Fixture | FixtureRow], ids: Mapping[int, int]) -> frozenset[int]:
    """Who has lost one of these; no query."""
    numbers = {pk: number for number, pk in ids.items()}
    keys = ((each.pareja_a_id, each.pareja_b_id, each.winner_id) for each in fixtures if result_counts(each))
    return _losers(tuple(key and numbers[key] for key in sides) for sides in keys)


def _losers(sides: Iterable[Sequence[int | None]]) -> frozenset[int]:
    """Of partidas by their two sides and who won."""
    return frozenset(side for a, b, winner in sides for side in (a, b) if side is not None and side != winner)


def result_counts(fixture: Fixture | FixtureRow) -> bool:
    """Whether it has a final result that somebody entered."""
    return fixture.status == Fixture.Status.FINAL and fixture.how not in UNPLAYED


def put_out_by(fixture: Fixture) -> list[int]:
    """The numbers of whom its zapatería, or its disqualification, puts out of its stage, and not only of this match."""
    if not (fixture.by_zapateria or fixture.how == Fixture.How.DISQUALIFICATION):
        return []
    stage, roster = fixture.stage, roster_of(fixture.stage.championship_id)
    dropped = drawn_of(stage).after(results_of(stage.fixtures.all(), roster.ids)).dropped
    beaten = [side.number for side in (fixture.pareja_a, fixture.pareja_b) if side and side.pk != fixture.winner_id]
    return [number for number in beaten if number in dropped]


def results_of(fixtures: Iterable[Fixture | FixtureRow], ids: Mapping[int, int]) -> dict[Key, Result]:
    """The results that count: final ones that somebody entered."""
    return results_in([fixture for fixture in fixtures if result_counts(fixture)], ids)


def results_in(fixtures: Iterable[Fixture | FixtureRow], ids: Mapping[int, int]) -> dict[Key, Result]:
    """Those of fixtures that have one, whether it counts yet or not."""
    numbers = {pk: number for number, pk in ids.items()}
    return {
        (fixture.round, fixture.position): Result(
            numbers[fixture.winner_id] if fixture.winner_id else None,
            How(fixture.how),
            fixture.by_zapateria,
            fixture.order or 0,
        )
        for fixture in fixtures
    }


def ranking_of(stage: Stage, roster: Roster, fixtures: Sequence[Fixture] | None = None) -> Ranking:
    """The order of a drawn stage as its final results have it: one query, none with its `fixtures`."""
    fixtures = list(stage.fixtures.all()) if fixtures is None else fixtures
    drawn = drawn_of(stage)
    return ranking_after(stage, drawn, drawn.after(results_of(fixtures, roster.ids)), fixtures, roster)


def ranking_after(stage: Stage, drawn: Drawn, outcome: Outcome, fixtures: Iterable[Fixture], roster: Roster) -> Ranking:
    """The same from what the stage has come to. A Swiss stage is complete after its last round only."""
    exits, form = exits_after(stage, drawn, outcome, roster), format_of(stage)
    if not isinstance(form, Series | Swiss):
        return rank_knock_out(drawn.structure, outcome, exits)
    meetings = void_meetings(form, drawn.structure, drawn.slots, roster.void)
    scores = scores_of(fixtures, drawn, outcome.matches, void=meetings)
    ranking = rank_table(
        drawn.structure,
        drawn.slots,
        outcome,
        scores,
        stage.criteria,
        seed=stage.lots_seed,
        exits=exits,
        void=void_parejas(form, roster.void),
    )
    return replace(ranking, complete=ranking.complete and not rounds_to_come(stage, drawn, outcome))


def exits_after(stage: Stage, drawn: Drawn, outcome: Outcome, roster: Roster) -> Exits:
    """Who is not in the stage any more, and how it treats them."""
    return Exits(
        away=roster.gone | frozenset(outcome.out),
        expelled=roster.expelled,
        early=_left_early(stage, drawn, outcome),
        treatment=Treatment.from_data(stage.treatment),
    )


def rounds_to_come(stage: Stage, drawn: Drawn, outcome: Outcome) -> int:
    """Rounds of a Swiss stage that are still to be paired; none once fewer than two are left to play in it."""
    form = format_of(stage)
    if not isinstance(form, Swiss) or len(stage.pairings) >= form.rounds:
        return 0
    gone = {*drawn.rules.left, *outcome.out}
    playing = sum(slot is not None and slot not in gone for slot in drawn.slots)
    return form.rounds - len(stage.pairings) if playing >= SMALLEST else 0


def _left_early(stage: Stage, drawn: Drawn, outcome: Outcome) -> frozenset[int]:
    """Who left a Swiss stage with a round to come; of another stage none."""
    if not isinstance(format_of(stage), Swiss):
        return frozenset()
    last = {drawn.slots[line] for pairs in stage.pairings[-1:] for pair in pairs for line in pair if line is not None}
    results = {key: match.result for key, match in outcome.matches.items() if match.result is not None}

    def had_ended(left: Left) -> bool:
        before = {key: result for key, result in results.items() if result.order < left.order}
        then = drawn.as_of(left.order - 1)
        return not rounds_to_come(stage, then, then.after(before))

    return frozenset(pareja for pareja, left in drawn.rules.left.items() if pareja not in last or not had_ended(left))


def rounds_left_in(stage: Stage) -> int:
    """The same of a published stage: three queries at most."""
    if not isinstance(format_of(stage), Swiss):
        return 0
    roster = roster_of(stage.championship_id)
    drawn = drawn_of(stage)
    return rounds_to_come(stage, drawn, drawn.after(results_of(stage.fixtures.all(), roster.ids)))


def scores_of(
    fixtures: Iterable[Fixture], drawn: Drawn, matches: Mapping[Key, Match], *, void: Collection[Key] = ()
) -> list[Score]:
    """The scores of a table: final results, mesas that a departure decided, and rounds without a rival; none of `void`.

    The caídas are those that tablets counted; a mesa kept on paper adds none.
    """
    scores = []
    for fixture in fixtures:
        match = matches[fixture.round, fixture.position]
        if match.key in void:
            continue
        chicas = tuple((a, b) for a, b in fixture.chicas)
        caidas = (fixture.caidas[0], fixture.caidas[1]) if fixture.caidas else (0, 0)
        lines = lines_in(drawn, match.key)
        score = score_of(
            match, lines, chicas, zapateria=fixture.by_zapateria, zapaterias=fixture.zapaterias_made, caidas=caidas
        )
        if score is not None:
            scores.append(score)
    return scores


def lines_in(drawn: Drawn, key: Key) -> tuple[int | None, int | None]:
    """The parejas drawn to meet in a match of a table; None for a line without one."""
    planned = drawn.structure[key]
    a, b = (None if line == NO_LINE else drawn.slots[line] for line in (planned.a.of[1], planned.b.of[1]))
    return a, b


def stages_of(championship: Championship) -> list[Stage]:
    """All stages in order, planned ones too, without the content of their actas, which may be long."""
    return list(championship.stages.defer("drawn_record").order_by("number"))


def spots_of(stage: Stage, roster: Roster | None = None) -> tuple[Spot, ...]:
    """Who would enter it now, and why. A stage not drawn yet gives nobody: its places are open.

    Two queries, one for the first stage, and one more without `roster`.
    """
    roster = roster or roster_of(stage.championship_id)
    stages = stages_of(stage.championship)
    played: defaultdict[int, list[Fixture]] = defaultdict(list)
    if stage.number > 1:
        earlier = Fixture.objects.filter(stage__championship=stage.championship_id, stage__number__lt=stage.number)
        for fixture in earlier.order_by("round", "position"):
            played[fixture.stage_id].append(fixture)
    return spots_after(stage, stages, played, roster)


def spots_after(
    stage: Stage, stages: Sequence[Stage], played: Mapping[int, Sequence[Fixture]], roster: Roster
) -> tuple[Spot, ...]:
    """The same from the fixtures of the stages before it, by the key of theirs; no query."""
    before: dict[int, Before] = {}
    fixtures: list[Fixture] = []
    for each in (each for each in stages if each.number < stage.number):
        own = played.get(each.pk, ())
        if each.slots:
            defeated = beaten_in(fixtures, roster.ids) if counts_defeats(each) else ()
            before[each.number] = _before(each, drawn_with(each, defeated), roster, own)
        fixtures += own
    return spots_among(stage, stages, before, roster)


def spots_among(
    stage: Stage, stages: Sequence[Stage], before: Mapping[int, Before], roster: Roster
) -> tuple[Spot, ...]:
    """The same from what the stages before it have come to; `stages` are all of the championship."""
    planned = _planned_for(stage, stages)
    exempt = {number for own in planned.values() for rule in own for number in getattr(rule, "parejas", ())}
    elsewhere = exempt | roster.gone | _late_since(stage, stages)
    inscribed = [number for number in sorted(roster.ids) if number not in elsewhere]
    rules = [_still_here(rule, roster) for rule in rules_of(stage) if getattr(rule, "stage", None) in (None, *before)]
    taken = taken_by_others(stage.number, planned, before)
    return qualify(rules, before, inscribed=inscribed, taken=taken)


def _planned_for(stage: Stage, stages: Iterable[Stage]) -> dict[int, tuple[Rule, ...]]:
    """Who enters each stage by the plan on which this one was published, or by that of now."""
    if stage.planned_entries:
        return {int(number): tuple(map(rule_from, entry)) for number, entry in stage.planned_entries.items()}
    return {each.number: rules_of(each) for each in stages}


def _late_since(stage: Stage, stages: Iterable[Stage]) -> set[int]:
    """Who entered some stage late and was not there when this one, which is published, was drawn: it stays without them."""
    if stage.status != Stage.Status.PUBLISHED:
        return set()
    return {each.pareja for entered in stages for each in late_of(entered)}.difference(
        entrant["number"] for entrant in stage.entrants
    )


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


def _before(stage: Stage, drawn: Drawn, roster: Roster, fixtures: Sequence[Fixture]) -> Before:
    outcome = drawn.after(results_of(fixtures, roster.ids))
    return before_of(stage, drawn, outcome, ranking_after(stage, drawn, outcome, fixtures, roster))
