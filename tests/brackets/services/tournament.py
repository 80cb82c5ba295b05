"""Championships of several stages, and the same ones told again from their final truth alone."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final

from brackets.draw.formats import Series, Swiss
from brackets.draw.late import Late
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Exempt
from brackets.models import AuditEntry, Fixture, Pareja, Player, Stage
from brackets.selectors.course import Course, course_of
from brackets.selectors.stages import UNPLAYED, format_of, late_of
from brackets.services.departures import pareja_leave
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_draw, stage_publish, stage_reopen
from tests.brackets.services.desk import ENDINGS, Desk
from tests.factories.brackets import ParejaFactory

DECIDED: Final = ("number", "how", "winner__number", "chicas", "zapateria")
SIDES: Final = ("pareja_a__number", "pareja_b__number", "nobody_a", "nobody_b")
PLAIN: Final = ({"how": "played", "zapateria": False}, {"how": "double-no-show", "zapateria": False})
"""The endings, by whether nobody wins, that put nobody out."""
AT_WORK: Final = (Fixture.Status.CALLED, Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL)


class Tournament(Desk):
    """A championship whose stages are drawn one after the other, each from a seed of its own that never changes."""

    def __init__(self, numbers: Iterable[int], plans: Sequence[StagePlan]) -> None:
        super().__init__(numbers, plans)
        self.plans = plans

    def course(self) -> Course:
        return course_of(self.championship)

    def stages(self) -> list[Stage]:
        """Those that are published."""
        return list(self.championship.stages.filter(status=Stage.Status.PUBLISHED).order_by("number"))

    def going_on(self) -> Callable[[], object] | None:
        """Pair the next round of the first Swiss stage that has ended one, or else draw the next stage and publish it."""
        course = self.course()
        if to_pair := next((run for run in course.runs if run.round_to_pair), None):
            return partial(round_pair, stage=to_pair.stage, **self.who)
        unpublished = next((each for each in course.stages if each.status != Stage.Status.PUBLISHED), None)
        return unpublished and partial(self.draw_and_publish, unpublished.number)

    def draw(self, number: int) -> Stage:
        return stage_draw(championship=self.championship, number=number, lots_seed=f"etapa-{number}", **self.who)

    def draw_and_publish(self, number: int) -> Stage:
        return stage_publish(stage=self.draw(number), **self.who)

    def reopen(self, stage: Stage) -> object:
        return stage_reopen(stage=stage, reason="prueba", **self.who)

    def playable(self) -> list[Fixture]:
        return [fixture for fixture in self.fixtures() if fixture.status in ("ready", "called", "in-play")]

    def play(self, chance: Random, most: int = 1000) -> None:
        """What can be played, in an order and with endings by chance, most of them mesas that were played."""
        for _ in range(most):
            if not (playable := self.playable()):
                return
            ending = chance.choice((*ENDINGS[:1] * 12, *ENDINGS))
            winner = {"winner": chance.choice("AB")} if ending["winner"] else {}
            self.record(chance.choice(playable), ending | winner)

    def play_to_the_end(self, chance: Random) -> None:
        """As far as it goes: DrawRefusal or BracketError where a stage can no longer be drawn."""
        while True:
            self.play(chance)
            if (go_on := self.going_on()) is None:
                return
            go_on()

    def everything(self) -> list[Any]:
        """Each row that is kept of it."""
        of_championship = {"championship": self.championship}
        return [
            list(Stage.objects.filter(**of_championship).order_by("pk").values()),
            list(Fixture.objects.filter(stage__championship=self.championship).order_by("pk").values()),
            list(Pareja.objects.filter(**of_championship).order_by("pk").values()),
            list(Player.objects.filter(**of_championship).order_by("pk").values()),
            AuditEntry.objects.filter(**of_championship).count(),
        ]

    def truth(self) -> list[Any]:
        """What people see of the published stages: lines, partidas, tables, who won, and who would go on to the next."""
        course = self.course()
        told: list[Any] = [
            {
                "stage": run.stage.number,
                "lines": run.stage.slots,
                "entrants": run.stage.entrants,
                "late": [(late.pareja, late.place) for late in late_of(run.stage)],
                "pairings": run.stage.pairings,
                "partidas": list(_partidas(run.stage)),
                "groups": [[(each.place, each.pareja) for each in ranked] for ranked in run.ranking.groups],
                "overall": [(each.place, each.pareja) for each in run.ranking.overall],
                "first": run.first,
            }
            for run in course.runs
        ]
        ahead = [(stage.number, [(spot.pareja, spot.settled) for spot in spots]) for stage, spots in course.ahead]
        return [*told, ahead, course.champion and course.champion.number]


def _partidas(stage: Stage) -> Iterator[dict[str, Any]]:
    """Without calls, which are no truth about how it ends; numbers hang on the hour for late entries and where an earlier stage is not drawn."""
    before = stage.championship.stages.filter(number__lt=stage.number).exclude(status=Stage.Status.PUBLISHED)
    by_the_hour = before.exists() or stage.championship.stages.exclude(late=[]).exists()
    columns = ("round", "position", "status", *DECIDED, *SIDES)
    for row in stage.fixtures.order_by("round", "position").values(*columns):
        if row["status"] in AT_WORK:
            row |= {"status": "ready"}
            row |= {"how": "", "winner__number": None, "chicas": [], "zapateria": False}
        if by_the_hour:
            row |= {"number": row["number"] is not None}
        yield row


class Retelling:
    """A new championship to which the final results of another are told, and who left it, each once and in their order.

    Who has left does so when all that it played is told, before anything is drawn or paired without it. In tables partidas need
    not be played in their order, and somebody may have played before it was said that an earlier one put it out: `in_two` such
    results are told as plain ones first.
    """

    def __init__(self, told: Tournament, *, in_two: bool = False) -> None:
        self.told, self.in_two = told, in_two
        self.stages = told.stages()
        rules = [rule for plan in told.plans for rule in plan.entry]
        numbers = {number for rule in rules if isinstance(rule, Exempt) for number in rule.parejas}
        numbers |= {entrant["number"] for stage in self.stages[:1] for entrant in stage.entrants}
        self.new = Tournament(sorted(numbers), told.plans)

    def tell(self) -> Tournament | None:
        """None where somebody in a table has played on after what is said now to have put it out, and `in_two` is needed."""
        for stage in self.stages:
            self.leave(self.needed(stage))
            own = self.new.draw_and_publish(stage.number)
            told = self.rounds(stage, own) if isinstance(format_of(stage), Swiss) else self.all_at_once(stage, own)
            if not told:
                return None
        self.leave(set())
        self.add_the_others()
        return self.new

    def all_at_once(self, stage: Stage, own: Stage) -> bool:
        for late in late_of(stage):
            self.enter(own, late)
        return self.results(_results(stage), own, self.needed(stage, later=True))

    def rounds(self, stage: Stage, own: Stage) -> bool:
        """A Swiss stage, round after round."""
        for number in range(1, len(stage.pairings) + 2):
            for late in late_of(stage):
                if late.place == number:
                    self.enter(own, late)
            if number > len(stage.pairings):
                return True
            self.leave(self.needed(stage, later=True) | _paired(stage, number))
            round_pair(stage=own, **self.new.who)
            results = [each for each in _results(stage) if each["round"] == number]
            if not self.results(results, own, self.needed(stage, later=True) | _paired(stage, number + 1)):
                return False
        raise AssertionError

    def results(self, told: list[dict[str, Any]], own: Stage, needed: set[int | None]) -> bool:
        """Whatever can be told is; where nothing can, one leaves who has no more to tell and is not needed later."""
        in_two = self.in_two and isinstance(format_of(own), Series | Swiss)
        pending = [each | PLAIN[each["winner__number"] is None] for each in told] if in_two else told
        while pending:
            left = [each for each in pending if not self.record(own, each)]
            if len(left) == len(pending):
                sides = {each[side] for each in left for side in SIDES[:2]}
                if not self.one_leaves(needed | sides):
                    return False
            pending = left
        return all(self.record(own, each, Fixture.Status.FINAL) for each in told) if in_two else True

    def record(self, own: Stage, result: dict[str, Any], status: str = Fixture.Status.READY) -> bool:
        """Whether it is these two who are to play there now."""
        place = {"round": result["round"], "position": result["position"]}
        fixture = own.fixtures.select_related("pareja_a", "pareja_b", "stage__championship").get(**place)
        sides = [pareja.number if pareja else None for pareja in (fixture.pareja_a, fixture.pareja_b)]
        if fixture.status != status or sides != [result[side] for side in SIDES[:2]]:
            return False
        winner = {sides[0]: "A", sides[1]: "B", None: None}[result["winner__number"]]
        ending = {name: result[name] for name in ("how", "chicas", "zapateria")}
        self.new.record(fixture, ending | {"winner": winner})
        return True

    def needed(self, stage: Stage, *, later: bool = False) -> set[int | None]:
        """Who enters this stage or a later one."""
        from_ = stage.number + later
        return {entrant["number"] for each in self.stages if each.number >= from_ for entrant in each.entrants}

    def leave(self, needed: set[int | None]) -> None:
        """All who have left and are needed no more."""
        while self.one_leaves(needed):
            pass

    def one_leaves(self, needed: set[int | None]) -> bool:
        there = {pareja.number: pareja for pareja in self.new.parejas() if pareja.status == Pareja.Status.ACTIVE}
        gone = [each for each in self.told.parejas() if each.status != Pareja.Status.ACTIVE]
        pareja = next((each for each in gone if each.number in there and each.number not in needed), None)
        if pareja is not None:
            kinds = {"expelled": pareja.status == Pareja.Status.EXPELLED, "voided": pareja.voided}
            moved = pareja_leave(pareja=there[pareja.number], reason="prueba", **kinds, **self.new.who)
            assert not moved.fallen
        return pareja is not None

    def enter(self, own: Stage, late: Late) -> None:
        self.new.enter_at(own, late.place, number=late.pareja)

    def add_the_others(self) -> None:
        """Who entered late and had that undone, or is inscribed in nothing that was drawn."""
        there = {pareja.number for pareja in self.new.parejas()}
        for pareja in self.told.parejas():
            if pareja.number not in there:
                named = {"number": pareja.number, "status": pareja.status, "voided": pareja.voided}
                ParejaFactory(championship=self.new.championship, **named)


def _results(stage: Stage) -> list[dict[str, Any]]:
    """The final ones; those last that may put somebody out, who in series plays on where it had played already."""
    final = stage.fixtures.filter(status=Fixture.Status.FINAL).exclude(how__in=UNPLAYED)
    rows = final.order_by("round", "position").values("round", "position", *DECIDED, *SIDES)
    return sorted(rows, key=lambda row: row["zapateria"] or row["how"] == "disqualification")


def _paired(stage: Stage, number: int) -> set[int | None]:
    """Who is paired in this Swiss round or a later one."""
    lines = [*stage.slots, *(late.pareja for late in late_of(stage))]
    later = stage.pairings[number - 1 :]
    return {lines[line] for pairs in later for pair in pairs for line in pair if line is not None}
