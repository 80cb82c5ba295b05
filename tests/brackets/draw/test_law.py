"""The law: wrong and then corrected = right from the start; refused or repeated = nothing changed.

Results, walkovers, double absences, corrections, removals and calls in any order. The oracle for what must
be refused folds the whole bracket again, round by round, instead of walking up from the match.
"""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from brackets.draw.bracket import NOBODY, How, Result, Status, fold
from brackets.draw.correction import check_change
from brackets.draw.elimination import draw
from brackets.draw.refusal import DrawRefusal
from tests.brackets.draw.strategies import entries, seeds

HOWS = [How.PLAYED, How.WALKOVER, How.RETIREMENT, How.DISQUALIFICATION]


def would_be_touched(slots, results, locked, key, new):
    """The matches with a result or a lock whose parejas would differ, dropping results as far as needed."""
    before = fold(slots, results)
    kept = {other: result for other, result in results.items() if other[0] < key[0]}
    kept |= {other: result for other, result in results.items() if other[0] == key[0] and other != key}
    if new is not None:
        kept[key] = new
    touched = []
    for round_ in range(key[0] + 1, len(before.rounds) + 1):
        for match in fold(slots, kept).rounds[round_ - 1]:
            was = before[match.key]
            same = (match.a, match.b) == (was.a, was.b)
            if match.key in results and same:
                kept[match.key] = results[match.key]
            elif not same and (match.key in results or match.key in locked):
                touched.append(match.key)
    return tuple(touched)


def refusal_of(*change):
    try:
        check_change(*change)
    except DrawRefusal as refusal:
        return refusal
    return None


class Bracket(RuleBasedStateMachine):
    @initialize(entered=entries(largest=13, clubs=("",)), seed=seeds)
    def start(self, entered, seed):
        self.slots = draw(entered, seed).slots
        self.results = {}
        self.locked = set()

    def bracket(self):
        return fold(self.slots, self.results)

    def attempt(self, key, new):
        """Enter, correct or remove; whatever comes of it must be what the oracle says."""
        results, locked = dict(self.results), set(self.locked)
        match = fold(self.slots, results)[key]
        fits = new is None or (
            match.status in (Status.READY, Status.DECIDED) and new.winner in (match.a, match.b, None)
        )
        change = (self.slots, results, locked, key)
        in_the_way = would_be_touched(*change, new) if fits else ()
        if in_the_way:  # then all that stands on this result has to go first
            in_the_way = would_be_touched(*change, None)
        before = dict(results), set(locked)

        refusal = refusal_of(*change, new)

        assert (results, locked) == before
        if refusal is None:
            assert fits
            assert not in_the_way
            self.apply(key, new)
        else:
            assert new != results.get(key)
            assert refusal.code == "in-the-way" if fits else refusal.code in ("not-ready", "not-a-participant")
            assert refusal.blocking == in_the_way

    def apply(self, key, new):
        if new is None:
            self.results.pop(key, None)
        else:
            self.results[key] = new
            self.locked.discard(key)

    @rule(data=st.data(), how=st.sampled_from(HOWS))
    def enter(self, data, how):
        key = data.draw(st.sampled_from([match.key for match in self.bracket()]))
        pareja = data.draw(st.sampled_from([slot for slot in self.slots if slot]))
        self.attempt(key, Result(pareja, how))

    @rule(data=st.data(), how=st.sampled_from(HOWS), first=st.booleans())
    def enter_what_fits(self, data, how, first):
        playable = [match for match in self.bracket() if match.status in (Status.READY, Status.DECIDED)]
        if playable:
            match = data.draw(st.sampled_from(playable))
            self.attempt(match.key, Result(match.a if first else match.b, how))

    @rule(data=st.data(), how=st.sampled_from([How.DOUBLE_NO_SHOW, How.DISQUALIFICATION]))
    def nobody_advances(self, data, how):
        key = data.draw(st.sampled_from([match.key for match in self.bracket()]))
        self.attempt(key, Result(None, how))

    @precondition(lambda self: self.results)
    @rule(data=st.data())
    def remove(self, data):
        self.attempt(data.draw(st.sampled_from(sorted(self.results))), None)

    @precondition(lambda self: self.results)
    @rule(data=st.data())
    def repeat(self, data):
        key = data.draw(st.sampled_from(sorted(self.results)))
        before = self.bracket()

        check_change(self.slots, self.results, self.locked, key, self.results[key])
        self.apply(key, self.results[key])

        assert self.bracket() == before

    @rule(data=st.data())
    def call(self, data):
        ready = [match.key for match in self.bracket() if match.status is Status.READY]
        if ready:
            self.locked.add(data.draw(st.sampled_from(ready)))

    @precondition(lambda self: self.locked)
    @rule(data=st.data())
    def take_the_call_back(self, data):
        self.locked.discard(data.draw(st.sampled_from(sorted(self.locked))))

    @invariant()
    def it_is_what_entering_the_final_results_gives(self):
        if not hasattr(self, "slots"):
            return
        entered = {}
        for key in sorted(self.results):
            check_change(self.slots, entered, (), key, self.results[key])
            entered[key] = self.results[key]
        assert fold(self.slots, entered) == self.bracket()

    @invariant()
    def what_was_called_still_has_its_two_parejas(self):
        if not hasattr(self, "slots"):
            return
        assert all(self.bracket()[key].status is Status.READY for key in self.locked)

    @invariant()
    def nobody_plays_on_after_being_out(self):
        if not hasattr(self, "slots"):
            return
        bracket = self.bracket()
        for match in bracket:
            if match.round < len(bracket.rounds):
                after = bracket[match.round + 1, match.position // 2]
                assert match.advances == (after.b if match.position % 2 else after.a)
            assert match.advances in (match.a, match.b) or match.winner is None
            assert match.loser is None or match.loser != match.advances
            assert match.status is not Status.BYE or NOBODY in (match.a, match.b)


TestLaw = Bracket.TestCase
