"""The law: wrong and then corrected = right from the start; refused or repeated = nothing changed.

Results, walkovers, double absences, zapaterías, withdrawals, corrections, removals and calls in any order, over every format
whose matches are known when it is drawn. The oracle for what must be refused drops what no longer fits and follows the sources.
"""

from collections import Counter
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from brackets.draw.bracket import How, Result, Status
from brackets.draw.correction import check_change, check_redrawn
from brackets.draw.formats import DoubleElimination, Elimination, Series, lines_of, structure_of
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import KNOCK_OUT, Drawn, From, Rules, Section, Zapateria

HOWS = [How.PLAYED, How.WALKOVER, How.RETIREMENT, How.DISQUALIFICATION]
FORMATS = [
    Elimination(),
    Elimination(third_place=True, consolation=True),
    DoubleElimination(),
    DoubleElimination(second_final=False),
    Series(size=4),
    Series(size=0, turns=2),
]
LARGEST = 9


def would_be_touched(drawn, changed, results, kept, locked, key=None):
    """The matches with a result or a lock whose parejas would differ, or could no longer be known."""
    before, unknown, touched = drawn.after(results).matches, set(), []
    kept = {other: result for other, result in kept.items() if key is None or other <= key}
    for planned in drawn.structure.matches:
        origins = {source.of for source in (planned.a, planned.b)}
        if planned.key == key:
            continue
        is_lost = bool(origins & unknown) or bool(first_defeats(drawn.structure, planned) & unknown)
        if planned.key in results:
            kept.pop(planned.key, None)
            match = changed.after({**kept, planned.key: results[planned.key]}, stands=before).matches[planned.key]
            is_lost = is_lost or match.result is None
            if not is_lost:
                kept[planned.key] = results[planned.key]
        match = changed.after(kept, stands=before).matches[planned.key]
        was = before[planned.key]
        differs = is_lost or (match.a, match.b) != (was.a, was.b)
        if differs and (planned.key in results or (planned.key in locked and was.status is not Status.BYE)):
            touched.append(planned.key)
        if is_lost and match.result is None:
            unknown.add(planned.key)
    return tuple(touched)


def first_defeats(structure, planned):
    """The main matches on which a side of the consolation also hangs."""
    after = {
        source.of: other.key
        for other in structure.matches
        if other.section is Section.MAIN
        for source in (other.a, other.b)
    }
    return {after[source.of] for source in (planned.a, planned.b) if source.what is From.FIRST_DEFEAT}


def entered_anew(drawn, results):
    """Enter what can be, in the order of rounds and who may be put out last; one who has left goes where nothing can."""
    gone, entered = frozenset(drawn.rules.gone), {}
    now = replace(drawn, rules=replace(drawn.rules, gone=frozenset()))
    pending = sorted(results, key=lambda key: (may_put_out(results[key]), key))
    while pending:
        left = []
        for key in pending:
            match = now.after(entered).matches[key]
            fits = match.status is Status.READY and sides_at_last(drawn, results, key) == (match.a, match.b)
            if fits and refusal_of(check_change, now, entered, (), key, results[key]) is None:
                entered[key] = results[key]
            else:
                left.append(key)
        if left == pending:
            needed = {side for key in left for side in sides_at_last(drawn, results, key)}
            leavers = sorted(gone - now.rules.gone - needed)
            if not leavers:
                return None, entered
            now = replace(now, rules=replace(now.rules, gone={*now.rules.gone, leavers[0]}))
        pending = left
    return now, entered


def may_put_out(result):
    return result.zapateria or result.how is How.DISQUALIFICATION


def sides_at_last(drawn, results, key):
    match = drawn.after(results).matches[key]
    return match.a, match.b


def refusal_of(check, *change, **named):
    try:
        check(*change, **named)
    except DrawRefusal as refusal:
        return refusal
    return None


class Stage(RuleBasedStateMachine):
    @initialize(
        form=st.sampled_from(FORMATS),
        size=st.integers(3, LARGEST),
        zapateria=st.sampled_from(Zapateria),
        defeated=st.sets(st.integers(1, LARGEST), max_size=3),
        order=st.randoms(use_true_random=False),
    )
    def start(self, form, size, zapateria, defeated, order):
        size = 7 if form == Series(size=4) else size
        lines = lines_of(form, size)
        slots = [*range(1, size + 1), *[None] * (lines - size)]
        if lines > size:  # the byes are never against each other
            slots[size:] = []
            for place in range(lines - size):
                slots.insert(2 * place + 1, None)
        self.drawn = Drawn(structure_of(form, lines), tuple(slots), Rules(zapateria=zapateria, defeated=defeated))
        self.results, self.locked = {}, set()

    def now(self):
        return self.drawn.after(self.results)

    def attempt(self, key, new):
        """Enter, correct or remove; whatever comes of it must be what the oracle says."""
        results, locked = dict(self.results), set(self.locked)
        match = self.now().matches[key]
        fits = new is None or (
            match.status in (Status.READY, Status.DECIDED) and new.winner in (match.a, match.b, None)
        )
        kept = {**results, key: new} if new else {other: each for other, each in results.items() if other != key}

        refusal = refusal_of(check_change, self.drawn, results, locked, key, new)

        assert (results, locked) == (self.results, self.locked)
        if refusal is None:
            assert fits
            if new != results.get(key):
                assert not would_be_touched(self.drawn, self.drawn, results, kept, locked, key)
            self.apply(key, new)
        elif fits:
            assert new != results.get(key)
            assert refusal.code == "in-the-way"
            assert refusal.blocking
            assert key not in refusal.blocking
        else:
            assert refusal.code in ("not-ready", "not-a-participant")

    def apply(self, key, new):
        if new is None:
            self.results.pop(key, None)
        else:
            self.results[key] = new
            self.locked.discard(key)

    @rule(data=st.data(), how=st.sampled_from(HOWS), pareja=st.integers(1, LARGEST))
    def enter(self, data, how, pareja):
        self.attempt(data.draw(st.sampled_from(sorted(self.now().matches))), Result(pareja, how))

    @rule(data=st.data(), how=st.sampled_from(HOWS), first=st.booleans(), zapateria=st.booleans())
    def enter_what_fits(self, data, how, first, zapateria):
        playable = [match for match in self.now().matches.values() if match.status in (Status.READY, Status.DECIDED)]
        if playable:
            match = data.draw(st.sampled_from(playable))
            self.attempt(match.key, Result(match.a if first else match.b, how, zapateria))

    @rule(data=st.data(), how=st.sampled_from([How.DOUBLE_NO_SHOW, How.DISQUALIFICATION]))
    def nobody_advances(self, data, how):
        self.attempt(data.draw(st.sampled_from(sorted(self.now().matches))), Result(None, how))

    @precondition(lambda self: self.results)
    @rule(data=st.data())
    def remove(self, data):
        self.attempt(data.draw(st.sampled_from(sorted(self.results))), None)

    @precondition(lambda self: self.results)
    @rule(data=st.data())
    def repeat(self, data):
        key = data.draw(st.sampled_from(sorted(self.results)))
        before = self.now()

        check_change(self.drawn, self.results, self.locked, key, self.results[key])
        self.apply(key, self.results[key])

        assert self.now() == before

    @rule(data=st.data())
    def call(self, data):
        ready = [match.key for match in self.now().matches.values() if match.status is Status.READY]
        if ready:
            self.locked.add(data.draw(st.sampled_from(ready)))

    @precondition(lambda self: self.locked)
    @rule(data=st.data())
    def take_the_call_back(self, data):
        self.locked.discard(data.draw(st.sampled_from(sorted(self.locked))))

    @rule(pareja=st.integers(1, LARGEST))
    def leave_or_come_back(self, pareja):
        before, results = self.now(), dict(self.results)
        gone = frozenset(self.drawn.rules.gone) ^ {pareja}
        changed = replace(self.drawn, rules=replace(self.drawn.rules, gone=gone))

        refusal = refusal_of(
            check_redrawn, self.drawn, changed, self.results, self.locked, what=f"No se puede retirar la {pareja}"
        )

        touched = would_be_touched(self.drawn, changed, results, results, self.locked)
        assert (refusal.blocking if refusal else ()) == touched
        assert self.results == results
        if refusal is None:
            self.drawn = changed
            again = replace(changed, rules=replace(changed.rules, gone=gone ^ {pareja}))
            assert again.after(self.results) == before

    @invariant()
    def it_is_what_entering_the_final_results_gives(self):
        """Whoever left does so when all that it played is entered; in series, who is put out by a result has played first."""
        if hasattr(self, "drawn"):
            gone = frozenset(self.drawn.rules.gone)
            told, entered = entered_anew(self.drawn, self.results)
            if not KNOCK_OUT & self.drawn.structure.steps.keys() and told is None:
                return  # somebody was said to be put out who had played before: no order of entering gives that
            assert told is not None
            assert entered == self.results
            assert told.rules.gone <= gone
            gone_at_last = replace(told, rules=replace(told.rules, gone=gone))
            check_redrawn(told, gone_at_last, entered, (), what="")
            assert gone_at_last.after(entered) == self.now()

    @invariant()
    def what_was_called_still_has_its_two_parejas(self):
        if not hasattr(self, "drawn"):
            return
        matches = self.now().matches
        assert all(matches[key].status is Status.READY for key in self.locked)

    @invariant()
    def nobody_plays_on_after_being_out(self):
        if not hasattr(self, "drawn"):
            return
        allowed = 2 if Section.LOSERS in self.drawn.structure.steps else 1
        lost, out = Counter(), set()
        stage = self.now()
        for planned in self.drawn.structure.matches:
            match = stage.matches[planned.key]
            sides = [side for side in (match.a, match.b) if isinstance(side, int)]
            if planned.section in KNOCK_OUT:
                assert out.isdisjoint(sides)
            if planned.section in (Section.MAIN, Section.LOSERS, Section.FINAL):
                assert all(lost[side] < allowed for side in sides)
            losers = [side for side in sides if match.result and side != match.result.winner]
            lost.update(losers)
            out.update(losers if match.how is How.DISQUALIFICATION else ())
        assert out <= set(stage.out)
        for match in stage.matches.values():
            assert match.status is not Status.READY or set(stage.out).isdisjoint((match.a, match.b))

    @invariant()
    def nobody_is_twice_in_a_round_and_who_left_plays_no_more(self):
        if not hasattr(self, "drawn"):
            return
        seen = set()
        for match in self.now().matches.values():
            for side in (match.a, match.b):
                if isinstance(side, int):
                    assert (match.round, side) not in seen
                    seen.add((match.round, side))
                    assert match.result is not None or side not in self.drawn.rules.gone


TestLaw = Stage.TestCase
TestLaw.settings = settings(stateful_step_count=25)
