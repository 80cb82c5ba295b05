"""Championships of several stages, and the same ones told again from their final truth alone."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final

from brackets.draw.bracket import Key
from brackets.draw.events import Decided, Departed, EnteredLate, Unsettled, in_order_of_effect
from brackets.draw.formats import Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Exempt
from brackets.draw.refusal import DrawRefusal
from brackets.models import UNDER_WAY, UNPLAYED, AuditEntry, Fixture, Pareja, Player, Stage, StageEvent
from brackets.selectors.course import Course, course_of
from brackets.selectors.events import draw_events, events_of
from brackets.selectors.stages import drawn_of, format_of, late_of, results_of, roster_of
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_clear, fixture_release, fixture_start, fixture_unsettle
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_publish, stage_reopen
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.desk import ENDINGS, Desk
from tests.factories.brackets import NOW, ParejaFactory

DECIDED: Final = ("number", "how", "winner__number", "chicas", "by_zapateria")
SIDES: Final = ("pareja_a__number", "pareja_b__number", "nobody_a", "nobody_b")
PLAIN: Final = ({"how": "played", "by_zapateria": False}, {"how": "double-no-show", "by_zapateria": False})
"""The endings, by whether nobody wins, that put nobody out."""
PLACE: Final = ("stage_id", "round", "position")
OF_FIXTURE: Final = [field.attname for field in Fixture._meta.concrete_fields if not field.primary_key]


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
        return draw_rehearsed(championship=self.championship, number=number, public_seed=f"etapa-{number}", **self.who)

    def draw_and_publish(self, number: int) -> Stage:
        return stage_publish(stage=self.draw(number), **self.who)

    def reopen(self, stage: Stage, *, on_purpose: bool) -> object:
        return stage_reopen(stage=stage, reason="prueba", on_purpose=on_purpose, **self.who)

    def playable(self) -> list[Fixture]:
        return [fixture for fixture in self.fixtures() if fixture.status in ("ready", *UNDER_WAY)]

    def play(self, chance: Random, most: int = 1000) -> None:
        """What can be played, in an order and with endings by chance, most of them mesas that were played."""
        for _ in range(most):
            if not (playable := self.playable()):
                return
            ending = chance.choice((*ENDINGS[:1] * 12, *ENDINGS))
            winner = {"winner": chance.choice("AB")} if ending["winner"] else {}
            fixture = chance.choice(playable)
            try:
                self.record(fixture, ending | winner)
            except DrawRefusal:  # who would be put out here plays at another mesa
                self.record(fixture, ENDINGS[0])

    def play_to_the_end(self, chance: Random) -> None:
        """As far as it goes: DrawRefusal or BracketError where a stage can no longer be drawn."""
        while True:
            self.play(chance)
            if (go_on := self.going_on()) is None:
                return
            go_on()

    def everything(self) -> list[Any]:
        """Each row that is kept of it, whatever a partida is called in the database, and last how much is on record."""
        of_championship = {"championship": self.championship}
        return [
            list(Stage.objects.filter(**of_championship).order_by("pk").values()),
            list(
                Fixture.objects.filter(stage__championship=self.championship).order_by(*PLACE).values_list(*OF_FIXTURE)
            ),
            list(Pareja.objects.filter(**of_championship).order_by("pk").values()),
            list(Player.objects.filter(**of_championship).order_by("pk").values()),
            [each.objects.filter(**of_championship).count() for each in (AuditEntry, StageEvent)],
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
        if row["status"] in UNDER_WAY:
            row |= {"status": "ready"}
            row |= {"how": "", "winner__number": None, "chicas": [], "by_zapateria": False}
        if by_the_hour:
            row |= {"number": row["number"] is not None}
        yield row


class Retelling:
    """A new championship to which all that counts of another is told once, stage by stage in the order of effect.

    `put_off` where a departure had to be told in a later stage than the one that it acts in: what passes by it alone can then not be told.
    Nor can a late entry from a round before which another is to be paired again, or from an earlier one than another that came before it.

    In tables somebody may have played before it was said that an earlier partida put it out: `in_two` results that do so are told as
    plain ones first.
    """

    def __init__(self, told: Tournament, *, in_two: bool = False) -> None:
        self.told, self.in_two, self.put_off = told, in_two, False
        self.stages = told.stages()
        rules = [rule for plan in told.plans for rule in plan.entry]
        numbers = {number for rule in rules if isinstance(rule, Exempt) for number in rule.parejas}
        numbers |= {entrant["number"] for stage in self.stages[:1] for entrant in stage.entrants}
        self.new = Tournament(sorted(numbers), told.plans)

    def tell(self) -> Tournament | None:
        """None where it cannot be told so: somebody in a table played on after what is said now to have put it out, or it was `put_off`."""
        for number, stage in enumerate(self.stages):
            if number == 0:
                self.leave_before(stage)
            try:
                own = self.new.draw_and_publish(stage.number)
            except BracketError:
                if self.put_off:
                    return None
                raise
            if not OneStage(self, stage, own, self.stages[number + 1 :]).tell():
                return None
        self.add_the_others()
        return self.new

    def leave_before(self, first: Stage) -> None:
        """An exempt pareja may leave before the first stage is published."""
        since = {each["pareja"] for stage in self.stages for each in stage.left}
        entered = {entrant["number"] for entrant in first.entrants}
        for pareja in self.told.parejas():
            if pareja.status != Pareja.Status.ACTIVE and pareja.number not in since | entered:
                self.leave(pareja.number)

    def leave(self, number: int, *, played: bool = False) -> None:
        there = self.new.championship.parejas.filter(number=number, status=Pareja.Status.ACTIVE).first()
        if there is not None:
            left = self.told.championship.parejas.get(number=number)
            kinds = {"expelled": left.status == Pareja.Status.EXPELLED, "voided": left.voided, "played": played}
            moved = pareja_leave(pareja=there, reason="prueba", **kinds, **self.new.who)
            assert not moved.fallen

    def add_the_others(self) -> None:
        """Who entered late and had that undone, or is inscribed in nothing that was drawn."""
        there = {pareja.number for pareja in self.new.parejas()}
        for pareja in self.told.parejas():
            if pareja.number not in there:
                named = {"number": pareja.number, "status": pareja.status, "voided": pareja.voided}
                ParejaFactory(championship=self.new.championship, **named)


class OneStage:
    """What counts of one stage, told to `own`; `later` are those published after it."""

    def __init__(self, retelling: Retelling, stage: Stage, own: Stage, later: Sequence[Stage]) -> None:
        self.retelling, self.stage, self.own, self.later = retelling, stage, own, later
        self.new, self.is_swiss = retelling.new, isinstance(format_of(stage), Swiss)
        self.in_two = retelling.in_two and isinstance(format_of(stage), Series | Swiss)
        final = stage.fixtures.filter(status=Fixture.Status.FINAL).exclude(how__in=UNPLAYED)
        rows = final.values("round", "position", *DECIDED, *SIDES)
        self.rows = {(row["round"], row["position"]): row for row in rows}
        self.plain: list[dict[str, Any]] = []
        self.waiting: list[dict[str, Any]] = []
        self.again: list[dict[str, Any]] = []
        self.taken_back: list[dict[str, Any]] = []
        self.anew: dict[Key, Collection[int]] = {}
        self.paired = 0

    def tell(self) -> bool:
        for event in in_order_of_effect(draw_events(events_of(self.stage))):
            match event.what:
                case Decided(key, _):
                    self.pair(key[0])
                    self.waiting.append(self.rows[key])
                case Unsettled(key, gone):
                    self.anew[key] = gone
                    self.waiting += self.reopened(key, gone)
                case Departed(pareja, playing):
                    self.seat(pareja)
                    self.leave(pareja, {*playing, *(key for key, gone in self.anew.items() if pareja in gone)})
                case EnteredLate(late):
                    self.pair(late.place - 1)
                    if self.is_swiss and (self.paired != late.place - 1 or self.was_paired_again()):
                        self.retelling.put_off = True
                        return False
                    self.new.enter_at(self.own, late.place, number=late.pareja)
            self.record_waiting()
        self.pair(len(self.stage.pairings))
        told = not self.waiting and self.settle()
        if told:
            self.take_back()
        return told

    def take_back(self) -> None:
        for row in self.again:
            fixture_unsettle(fixture=self.fixture(row), reason="prueba", **self.new.who)
        for row in reversed(self.taken_back):
            fixture_clear(fixture=self.fixture(row), reason="prueba", **self.new.who)

    def record_waiting(self) -> None:
        self.waiting = [row for row in self.waiting if not self.record(row)]

    def seat(self, leaving: int) -> None:
        """What was decided before this departure is told before it, though somebody in it passes by a departure yet to come, because what
        that one had won was taken back: it won that, which is taken back when all else is told.
        """
        while self.waiting:
            won = [row for row in self.won_once(leaving) if self.enter(row, Fixture.Status.READY)]
            if not won:
                return
            self.taken_back += won
            self.record_waiting()

    def won_once(self, leaving: int) -> Iterator[dict[str, Any]]:
        """What is passed now by the departure of another than this one, as won by who passes: it had a result once, or a result was
        corrected, perhaps one by which who passes had no rival.
        """
        results = events_of(self.stage).filter(kind=StageEvent.Kind.RESULT)
        corrected = results.filter(counts=True, corrects__isnull=False).exists()
        once = set(results.filter(counts=False).values_list("round", "position"))
        for row in self.stage.fixtures.filter(how__in=UNPLAYED).values("round", "position", "winner__number"):
            if not (corrected or (row["round"], row["position"]) in once) or not self.is_there(row):
                continue
            sides = self.sides(self.fixture(row))
            if row["winner__number"] in sides and not {None, leaving} & {*sides}:
                yield row | dict(zip(SIDES[:2], sides, strict=True)) | PLAIN[0] | {"chicas": []}

    def reopened(self, key: Key, gone: Collection[int]) -> Iterator[dict[str, Any]]:
        """Any result of what is decided anew, where another result put one of its two out: it is reopened when all others are told."""
        results = results_of(self.stage.fixtures.all(), roster_of(self.stage.championship_id).ids)
        put_out = drawn_of(self.stage).after(results).out
        if set(gone) <= {each["pareja"] for each in self.stage.left}.difference(put_out):
            return
        there = self.stage.fixtures.filter(round=key[0], position=key[1], status__in=("ready", *UNDER_WAY))
        for place in there.values("round", "position", *SIDES):
            row = place | PLAIN[0] | {"winner__number": place["pareja_a__number"], "chicas": []}
            self.again.append(row)
            yield row

    def record(self, row: dict[str, Any]) -> bool:
        """Whether it can be told already: what one played who passed may come before the departure that a correction lets it pass by."""
        plain = PLAIN[row["winner__number"] is None] if self.in_two else {}
        told = self.enter(row | plain, Fixture.Status.READY)
        if told and self.in_two:
            self.plain.append(row)
        return told

    def settle(self) -> bool:
        """What was told plainly is told as it was."""
        rows, self.plain = self.plain, []
        return all(self.enter(row, Fixture.Status.FINAL) for row in rows)

    def fixture(self, row: dict[str, Any]) -> Fixture:
        together = self.own.fixtures.select_related("pareja_a", "pareja_b", "stage__championship")
        return together.get(round=row["round"], position=row["position"])

    def is_there(self, row: dict[str, Any]) -> bool:
        """Whether it is told already that it is to be played: its round is paired, who plays it has entered."""
        return self.own.fixtures.filter(round=row["round"], position=row["position"]).exists()

    def sides(self, fixture: Fixture) -> list[int | None]:
        return [pareja.number if pareja else None for pareja in (fixture.pareja_a, fixture.pareja_b)]

    def enter(self, row: dict[str, Any], status: str) -> bool:
        """Whether it is these two who are to play there now."""
        fixture = self.fixture(row)
        sides = self.sides(fixture)
        if fixture.status != status or sides != [row[side] for side in SIDES[:2]]:
            return False
        winner = {sides[0]: "A", sides[1]: "B", None: None}[row["winner__number"]]
        ending = {"how": row["how"], "chicas": row["chicas"], "zapateria": row["by_zapateria"], "winner": winner}
        self.new.record(fixture, ending)
        return True

    def leave(self, pareja: int, playing: Collection[Key]) -> None:
        """It was there when it was paired, and when a later stage was drawn: that one tells it.

        Of what is decided anew it is at the mesa, which goes on as if it had not ended yet.
        """
        if any(pareja == each["pareja"] for stage in self.later for each in stage.left):
            self.retelling.put_off = True
            return
        lines = [*self.stage.slots, *(late.pareja for late in late_of(self.stage))]
        paired = [
            number
            for number, pairs in enumerate(self.stage.pairings, start=1)
            if any(line is not None and lines[line] == pareja for pair in pairs for line in pair)
        ]
        self.pair(max(paired, default=0))
        at = [self.own.fixtures.get(round=key[0], position=key[1]) for key in playing if key not in self.rows]
        at = [fixture for fixture in at if fixture.status == Fixture.Status.READY]
        for fixture in at:
            fixture_start(fixture=fixture, now=NOW)
        self.retelling.leave(pareja, played=bool(at))
        for fixture in at:
            fixture_release(fixture=fixture, now=NOW)

    def was_paired_again(self) -> bool:
        """Whether a round that is told already was paired after what is to be told next, on another table or without who left meanwhile."""
        self.own.refresh_from_db(fields=["pairings"])
        return bool(self.own.pairings != self.stage.pairings[: self.paired])

    def pair(self, number: int) -> None:
        """The rounds of a Swiss stage up to this one."""
        while self.is_swiss and self.paired < min(number, len(self.stage.pairings)):
            assert self.settle()
            round_pair(stage=self.own, **self.new.who)
            self.paired += 1
