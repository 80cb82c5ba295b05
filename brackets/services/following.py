"""What a changed result means for what was paired or drawn after it.

A Swiss round and a published stage follow from the results before them. Where these change so that others would meet or enter,
they are taken back and paired or drawn again, as if the right result had been there from the start; where somebody has begun to
play in them, the change is refused.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Final

from brackets.draw.bracket import Key, Result
from brackets.draw.correction import check_redrawn
from brackets.draw.formats import Swiss
from brackets.draw.plural import numbered
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Drawn
from brackets.models import UNPLAYED, Championship, DrawEvent, Fixture, Stage, StageEvent, User
from brackets.selectors.draws import why_drawn_otherwise
from brackets.selectors.holding import holding
from brackets.selectors.stages import (
    DRAW,
    Roster,
    as_before,
    counts_defeats,
    drawn_of,
    format_of,
    kept_of,
    left_of,
    results_of,
)
from brackets.selectors.swiss_rounds import paired_otherwise
from brackets.services.carrying import FOLLOWS, OVERRIDE, Carry, give_way
from brackets.services.effects import NO_EFFECTS, Effects, Fell, Followed
from brackets.services.events import event_add
from brackets.services.marks import marks_follow, marks_restore
from brackets.services.planning import forget_draw
from brackets.services.projection import fixtures_remove, published_after, stage_project

PLAYED_ON = (Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL, Fixture.Status.FINAL)
CHANGED: Final = "Con ese resultado"
WITHOUT: Final = "Sin ese resultado"


GivenBack = Callable[[], Iterable[StageEvent]]
"""What followed again by an act that is undone now (`followed_by`); asked only where something does not follow."""


def follow(
    stage: Stage,
    roster: Roster,
    after: int = 0,
    carry: Carry | None = None,
    later: Sequence[Stage] | None = None,
    why: str = CHANGED,
    given_back: GivenBack = tuple,
    counted: Mapping[int, Drawn] = MappingProxyType({}),
) -> Effects:
    """Take back what no longer follows from the results of this stage.

    Where only a result of round `after` has changed, the Swiss rounds up to it are as they were.

    DrawRefusal `in-the-way`, which begins with `why`, where somebody has begun to play there: then all is rolled back by whoever
    asked. With `carry` it stays as it is, whatever is corrected before it, until it follows from the results again, as it does once what it was kept
    against is undone. What then followed by an act that is undone now is kept again. `later` are the stages published after it, where they were read,
    `counted` those of them in which earlier defeats count, as `counting` had them before: each is brought up to date in its turn.
    """
    effects = _rounds(stage, roster, after, carry, why, given_back)
    for each in published_after(stage) if later is None else later:
        otherwise = _drawn_otherwise(each, roster)
        if otherwise and DRAW not in kept_of(each):
            effects += _keep_again(each, [DRAW], given_back)
        if not otherwise:
            effects += _keep(each, kept_of(each) - {DRAW})
        elif DRAW not in kept_of(each):
            fixtures = list(each.fixtures.all())
            begun = _begun(f"«{each}»", fixtures, carry, why, f" ({otherwise})")
            if begun and carry:
                carry.let_stand({DRAW: begun})
                effects += _keep(each, kept_of(each) | {DRAW})
            else:
                forget_draw(each)
                effects += _fallen(Fell(str(each), number=each.number, draw=each.pk), fixtures)
        if each.pk in counted and each.status == Stage.Status.PUBLISHED:
            effects += _recount(each, counted[each.pk], roster, carry, why, given_back)
    return effects


def follow_again(stages: Iterable[Stage], roster: Roster) -> Effects:
    """What of these follows from the results again is no longer kept on purpose; what does not stays, kept or not."""
    effects = NO_EFFECTS
    for stage in stages:
        kept = kept_of(stage)
        over = kept.difference(_paired_otherwise(stage, roster, 0)) - {DRAW} if stage.kept_rounds else set[int]()
        if stage.kept_draw and not _drawn_otherwise(stage, roster):
            over.add(DRAW)
        effects += _keep(stage, kept - over)
    return effects


def _keep(stage: Stage, kept: Collection[int]) -> Effects:
    """So much of it is kept on purpose from now on; nothing where it is."""
    over = kept_of(stage).difference(kept)
    if kept_of(stage) == {*kept}:
        return NO_EFFECTS
    stage.kept_draw, stage.kept_rounds = DRAW in kept, sorted({*kept} - {DRAW})
    stage.save(update_fields=("kept_draw", "kept_rounds"))
    marks = marks_follow(stage, kept) if over else []
    return Effects(followed=(Followed(stage.number, tuple(sorted(over)), marks),) if over else (), kept=(stage.pk,))


def keep_nothing(stage: Stage) -> Effects:
    """Nothing of it is kept on purpose any more: it is taken back to its draw."""
    return _keep(stage, ())


def _keep_again(stage: Stage, what: Iterable[int], given_back: GivenBack) -> Effects:
    """Keep again of these what followed by the act that is undone now; not what was drawn, published or paired since."""
    effects = NO_EFFECTS
    for event in given_back():
        is_of = event.stage == stage.number and event.seq > stage.events_from
        if is_of and stage.published_at and not _reopened_since(stage, event):
            paired = {each["round"]: datetime.fromisoformat(each["at"]) for each in stage.paired_on}
            of = {each for each in event.data["what"] if each in what and paired.get(each, event.at) <= event.at}
            effects += _keep(stage, kept_of(stage) | of)
            marks_restore(stage, [mark for mark in event.data["marks"] if mark[-1] in of])
    return effects


def _reopened_since(stage: Stage, event: StageEvent) -> bool:
    """Whether this draw was published anew after the event; hours say nothing of it where a clock was ahead."""
    own = {"championship": stage.championship_id, "stage": stage.number, "number": stage.draw_number}
    published = DrawEvent.objects.filter(kind=DrawEvent.Kind.PUBLISHED, **own).order_by("-pk")
    return any(
        data["hechos"].get(str(event.stage), 0) >= event.seq for data in published.values_list("data", flat=True)[:1]
    )


def followed_record(
    championship: Championship, effects: Effects, of: tuple[int, int], *, by: User | None, now: datetime
) -> None:
    """Record what followed again by the event `of`, a stage and its `seq`, to be kept again when that is undone."""
    for stage, what, marks in effects.followed:
        data = {"of": [*of], "what": [*what], "marks": marks}
        event_add(championship, stage, kind=OVERRIDE, action=FOLLOWS, by=by, now=now, data=data)


def followed_by(championship_id: int, of: tuple[int, int]) -> Iterable[StageEvent]:
    """What followed again by this event."""
    return StageEvent.objects.filter(championship=championship_id, action=FOLLOWS, data__of=[*of])


def counting(later: Iterable[Stage]) -> dict[int, Drawn]:
    """By key, those in which a zapatería counts who has lost before, as they are now."""
    return {stage.pk: drawn_of(stage) for stage in later if counts_defeats(stage)}


def _recount(
    stage: Stage, drawn: Drawn, roster: Roster, carry: Carry | None, why: str, given_back: GivenBack
) -> Effects:
    """Bring a stage up to date, and its Swiss rounds, where others had lost before it than was thought: `drawn` is how it was.

    DrawRefusal `in-the-way` where somebody plays there whom a zapatería puts out now, or the other way about.
    """
    after = drawn_of(stage)
    if after.rules == drawn.rules:
        return NO_EFFECTS
    fixtures = list(stage.fixtures.all())
    give_way(stage, fixtures, roster, partial(_check_recounted, stage, drawn, after), carry)
    projected = stage_project(stage, fixtures, roster, after if carry is None else None, carry)
    return projected + _rounds(stage, roster, 0, carry, why, given_back)


def _check_recounted(
    stage: Stage, drawn: Drawn, after: Drawn, results: Mapping[Key, Result], playing: Collection[Key]
) -> None:
    check_redrawn(drawn, after, results, playing, what=f"No se puede: en «{stage}» cuenta quién había perdido antes")


def _rounds(stage: Stage, roster: Roster, after: int, carry: Carry | None, why: str, given_back: GivenBack) -> Effects:
    """The Swiss rounds that are paired otherwise now, or cannot be paired yet."""
    if not isinstance(format_of(stage), Swiss):
        return NO_EFFECTS
    effects = NO_EFFECTS
    otherwise = {*_paired_otherwise(stage, roster, 0 if stage.kept_rounds else after)}
    if others := {each for each in otherwise - kept_of(stage) if each > after}:
        effects += _keep_again(stage, others, given_back)
    kept = kept_of(stage)
    if others := others - kept:
        fell = _without_rounds(stage, others, list(stage.fixtures.all()), carry, why)
        effects += fell
        kept = kept_of(stage) if fell.fallen else kept | others
    return effects + _keep(stage, kept & (otherwise | {DRAW}))


def _paired_otherwise(stage: Stage, roster: Roster, after: int) -> Iterable[int]:
    """The Swiss rounds after this one that do not follow from the results."""
    if len(stage.pairings) <= after:
        return ()
    return paired_otherwise(stage, drawn_of(stage), results_of(stage.fixtures.all(), roster.ids), roster, after)


def _drawn_otherwise(stage: Stage, roster: Roster) -> str:
    """Who left after it was published was there when it was drawn: its rivals pass."""
    return why_drawn_otherwise(stage, as_before(roster, left_of(stage)))


def without_rounds(stage: Stage, number: int, why: str) -> Effects:
    """Take back the rounds of a Swiss stage from this one on, as far as they are paired.

    DrawRefusal `in-the-way`, which begins with `why`, where somebody has begun to play there.
    """
    if not isinstance(format_of(stage), Swiss) or len(stage.pairings) < number:
        return NO_EFFECTS
    return _without_rounds(stage, [number], list(stage.fixtures.all()), None, why)


def _without_rounds(
    stage: Stage, others: Collection[int], fixtures: Sequence[Fixture], carry: Carry | None, why: str
) -> Effects:
    """The same from the first of these on; nothing where with `carry` they are kept.

    Where nobody has begun in these themselves, who has in the rounds after them is what they are kept for.
    """
    number = min(others)
    later, what = [fixture for fixture in fixtures if fixture.round >= number], Fell(str(stage), number, stage.number)
    begun = _begun(str(what), later, carry, why)
    if begun and carry:
        in_them = {each: [fixture for fixture in begun if fixture.round == each] for each in sorted(others)}
        carry.let_stand(in_them if any(in_them.values()) else {number: begun})
        return NO_EFFECTS
    fixtures_remove(Fixture.objects.filter(pk__in=[fixture.pk for fixture in later]))
    stage.pairings = stage.pairings[: number - 1]
    stage.paired_on = [each for each in stage.paired_on if each["round"] < number]
    kept = [each for each in stage.kept_rounds if each < number]
    effects = _fallen(what, later) + Effects(kept=(stage.pk,) if kept != stage.kept_rounds else ())
    stage.kept_rounds = kept
    stage.save(update_fields=("pairings", "paired_on", "kept_rounds"))
    return effects


def _fallen(what: Fell, fixtures: Sequence[Fixture]) -> Effects:
    called = tuple(fixture for fixture in fixtures if fixture.status == Fixture.Status.CALLED)
    return Effects(fallen=(what,), removed=called)


def _begun(what: str, fixtures: Sequence[Fixture], carry: Carry | None, why: str, otherwise: str = "") -> list[Fixture]:
    """Those where somebody has begun to play, which is refused without `carry`; `otherwise` says what would be another way."""
    played = [fixture for fixture in fixtures if fixture.status in PLAYED_ON and fixture.how not in UNPLAYED]
    begun = [*played, *holding([fixture for fixture in fixtures if fixture not in played])]
    if begun and carry is None:
        keys = tuple((fixture.round, fixture.position) for fixture in begun)
        named = numbered(
            (f"la {fixture.name}" for fixture in sorted(begun, key=lambda each: (each.round, each.position))),
            "ya se empezó a jugar {}",
            "ya se empezaron a jugar {}",
        )
        message = f"{why} {what} sería otra{otherwise}, y {named}. Deje primero sin efecto lo jugado ahí."
        raise DrawRefusal("in-the-way", message, blocking=keys)
    return begun
