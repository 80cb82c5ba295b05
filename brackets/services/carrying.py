"""What a Director carries through on purpose, although something that was played stands in the way.

Results in the way are left without effect, and the mesas concerned are marked. Swiss rounds and later stages that no longer follow
from the results before them stay as they are, marked too. Nobody is interrupted: a mesa being played is always refused.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from brackets.draw.bracket import Key, Result
from brackets.draw.plural import numbered
from brackets.draw.refusal import DrawRefusal
from brackets.models import UNPLAYED, Championship, Fixture, MarkKind, Stage, StageEvent, User
from brackets.selectors.events import CARRIED
from brackets.selectors.stages import FixtureRow, Roster, results_of
from brackets.services.audit import audit_record
from brackets.services.endings import UNDECIDED, ending_of, fixture_fill, result_kept
from brackets.services.events import event_add, result_add, seq_of
from brackets.services.exits import GivenUp, given_up_record, mesas_give_up
from brackets.services.marks import LET_STAND, OF_OTHERS, mark_add, mark_remove
from brackets.services.names import text_clean
from brackets.services.telling import told_of_result

FOLLOWS: Final = "seguir-de-nuevo"
OVERRIDE: Final = StageEvent.Kind.OVERRIDE
ON_PURPOSE: Final = ("in-the-way", "gone-plays")
"""What may be carried through."""
PLAYING: Final = (Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL)
Check = Callable[[Mapping[Key, Result], Collection[Key]], None]


@dataclass(slots=True)
class Carry:
    """Why it is carried through; it gathers the mesas whose result was left `without_effect` and those that were `kept`.

    `results`: the dropped results, in the order of `without_effect`. `given_up`: matches released from parejas that left.
    A departure is not `on_purpose`: nothing is in its way, but what is kept of a mesa is of before it.
    """

    reason: str
    now: datetime
    on_purpose: bool = True
    without_effect: list[Fixture] = field(default_factory=list)
    results: list[dict[str, Any]] = field(default_factory=list)
    kept: list[Fixture] = field(default_factory=list)
    given_up: list[GivenUp] = field(default_factory=list)

    @property
    def marked(self) -> tuple[Fixture, ...]:
        return (*self.without_effect, *self.kept)

    def drop(self, fixture: Fixture) -> None:
        """Leave its result without effect, though it was let stand before."""
        if fixture in self.kept:
            self.kept.remove(fixture)
            mark_remove(fixture, MarkKind.KEPT)
        kept = result_kept(fixture)
        self.results.append(kept)
        text = without_effect(kept["sides"], ending_of(fixture).told(fixture))
        mark_add(fixture, MarkKind.WITHOUT_EFFECT, text, at=self.now.timestamp())
        told_of_result(fixture, result="", corrected=False, taken_back=True, now=self.now)
        fixture_fill(fixture, UNDECIDED, Fixture.Status.READY, self.now)
        self.without_effect.append(fixture)

    def let_stand(self, begun: Mapping[int, Iterable[Fixture]]) -> None:
        """Although others should meet there, by the number of the round, or of the draw, that is kept for them (`Mark.of`)."""
        for number, fixtures in begun.items():
            for fixture in fixtures:
                self.tell(fixture, MarkKind.KEPT, LET_STAND, of=number)

    def mark_other_rivals(self, fixtures: Iterable[tuple[Fixture, Sequence[int]]]) -> None:
        """What is kept of them, such as a Planilla, is of these two, by number, who meet there no more."""
        for fixture, sides in fixtures:
            if not fixture.is_marked(MarkKind.OTHER_RIVALS):
                why = (
                    OF_OTHERS
                    if self.on_purpose
                    else "Lo que se registró aquí es de antes de que saliera uno de los dos."
                )
                self.tell(fixture, MarkKind.OTHER_RIVALS, why, sides=sides)

    def release(self, stage: Stage, fixture: Fixture) -> None:
        """Who left keeps this mesa no longer: another rival would come to it."""
        self.given_up.append(mesas_give_up(stage, [(fixture.round, fixture.position)]))
        sides = [pareja.number for pareja in (fixture.pareja_a, fixture.pareja_b) if pareja]
        text = "Por decisión del Director su rival es otro: quien salió ya no la juega."
        self.tell(fixture, MarkKind.RELEASED, text, sides=sides)

    def reopen(self, fixture: Fixture) -> None:
        """Its stage is drawn anew: its result counts no longer, nor what is kept of it. What nobody played has no result to lose."""
        if fixture.how not in ("", *UNPLAYED):
            self.drop(fixture)
        else:
            text = "Su etapa se reabrió por decisión del Director: lo que se registró aquí antes no cuenta."
            self.tell(fixture, MarkKind.REOPENED, text, at=self.now.timestamp())

    def tell(self, fixture: Fixture, kind: MarkKind, text: str, **of: Any) -> None:
        """It stays as it is, with this beside it (`mark_add`); one without effect has that beside it."""
        if fixture in self.without_effect:
            return
        if fixture not in self.kept:
            self.kept.append(fixture)
        mark_add(fixture, kind, text, **of)

    def record(self, championship: Championship, user: User, of: StageEvent | None = None) -> None:
        """Write down what was done beyond the action itself; nothing where nothing stood in the way.

        `of`: the event with which it was done, and is undone.
        """
        if not self.marked or not self.on_purpose:
            return
        why: dict[str, object] = {"reason": self.reason, "of": [of.stage, seq_of(of)] if of else None}
        for fixture, result in zip(self.without_effect, self.results, strict=True):
            what = {"before": result, "after": UNDECIDED.as_json()} | why
            result_add(fixture, action=CARRIED, counts=False, by=user, now=self.now, data=what)
        for each in self.given_up:
            given_up_record(each, by=user, now=self.now, reason=self.reason)
        stages = (*(fixture.stage for fixture in self.kept), *(each.stage for each in self.given_up))
        for stage in dict.fromkeys(stages):
            data = self._let_stand(stage) | why
            event_add(championship, stage.number, kind=OVERRIDE, action=CARRIED, by=user, now=self.now, data=data)
        audit_record(
            championship=championship,
            user=user,
            now=self.now,
            action=CARRIED,
            sentence=numbered(
                (fixture.number for fixture in self.marked),
                "Lo llevó a cabo a propósito, aunque estorbaba la partida {}.",
                "Lo llevó a cabo a propósito, aunque estorbaban las partidas {}.",
            )[:300],
            data={
                "reason": self.reason,
                "without_effect": [fixture.number for fixture in self.without_effect],
                "kept": [fixture.number for fixture in self.kept],
            },
        )

    def _let_stand(self, stage: Stage) -> dict[str, Any]:
        """What of a stage was let stand, and the mesas that who left kept no longer, to be given back (`brackets.services.undoing`)."""
        own = [each for each in self.kept if each.stage_id == stage.pk]
        given_up = [each for each in self.given_up if each.stage.pk == stage.pk]
        return {
            "kept": [[each.round, each.position] for each in own],
            "released": [at for each in given_up for at in each.released],
            "settled": [at for each in given_up for at in each.settled],
        }


def without_effect(sides: Sequence[int | None], told: str) -> str:
    """Beside a mesa whose result was left without effect: it was of these two, by number, and `told` so."""
    rivals = " contra ".join(str(number) for number in sides if number)
    return f"Lo que se jugó antes aquí ({rivals}) quedó sin efecto por decisión del Director: {told}."


def carried_with(taken: StageEvent) -> QuerySet[StageEvent]:
    """What was left without effect, or let stand, together with this event."""
    events = StageEvent.objects.filter(championship=taken.championship_id, action=CARRIED)
    return events.filter(data__of=[taken.stage, taken.seq]).order_by("stage", "round", "position")


def carry_of(reason: str, now: datetime, *, on_purpose: bool) -> Carry | None:
    """None where what is in the way is to be refused; on purpose it needs a reason."""
    if not on_purpose:
        return None
    return Carry(text_clean(reason, field="reason", label="El motivo", longest=300, required=True), now)


def give_way(
    stage: Stage, fixtures: Sequence[Fixture | FixtureRow], roster: Roster, check: Check, carry: Carry | None
) -> None:
    """Ask `check`, by results and the matches being played, whether something of these fixtures of a stage is in the way.

    DrawRefusal as `check` has it; with `carry` the results in the way are left without effect instead, on `fixtures` too, which
    are whole then, and who left keeps a mesa no longer where it would get another rival.
    `being-played` where one of them is being played or signed.
    """
    by_key = {(fixture.round, fixture.position): fixture for fixture in fixtures}
    apart: dict[Key, None] = {}  # by how it was before anything was left without effect, which takes rivals away too
    while (refusal := _refusal(by_key, roster, check)) is not None:
        if carry is None or refusal.code not in ON_PURPOSE:
            raise refusal
        apart |= dict.fromkeys(refusal.apart)
        if refusal.code == "gone-plays":  # last of all: nothing else is in the way
            break
        blocking = _whole(by_key, refusal.blocking)
        require_not_playing(blocking, (", o devuélvala a lista", ", o devuélvalas a lista"))
        for fixture in blocking:
            carry.drop(fixture)
    if carry is not None:
        for fixture in _whole(by_key, apart):
            carry.release(stage, fixture)


def _refusal(by_key: Mapping[Key, Fixture | FixtureRow], roster: Roster, check: Check) -> DrawRefusal | None:
    playing = {key for key, fixture in by_key.items() if fixture.status in PLAYING}
    try:
        check(results_of(by_key.values(), roster.ids), playing)
    except DrawRefusal as refusal:
        return refusal
    return None


def _whole(by_key: Mapping[Key, Fixture | FixtureRow], keys: Iterable[Key]) -> list[Fixture]:
    return [fixture for key in keys if isinstance(fixture := by_key[key], Fixture)]


def require_not_playing(fixtures: Iterable[Fixture], hints: tuple[str, str] = ("", "")) -> None:
    """Nobody is interrupted: DrawRefusal `being-played`; `hints` say of one, or of several, what else can be done."""
    if held := [each for each in fixtures if each.status in PLAYING]:
        message = numbered(
            (f"la {each.name}" for each in held),
            f"Se está jugando o firmando {{}}: ni a propósito se interrumpe. Espere a que termine{hints[0]}.",
            f"Se están jugando o firmando {{}}: ni a propósito se interrumpen. Espere a que terminen{hints[1]}.",
        )
        raise DrawRefusal("being-played", message, blocking=tuple((each.round, each.position) for each in held))
