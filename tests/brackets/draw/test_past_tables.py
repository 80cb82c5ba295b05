"""The tables that a Swiss round may have been paired on are those that folding the events gives, after each of them."""

from os import environ

from hypothesis import given, settings
from hypothesis import strategies as st

from brackets.draw.acta import MALFORMED
from brackets.draw.acta_rounds import standing_data
from brackets.draw.bracket import How, Result
from brackets.draw.events import (
    Decided,
    Departed,
    EnteredLate,
    Event,
    Noted,
    TakenBack,
    Unsettled,
    drawn_after,
    in_effect,
)
from brackets.draw.formats import Swiss
from brackets.draw.late import Late
from brackets.draw.leaving import Rules, Zapateria
from brackets.draw.past_tables import Rounds, order_of, was_table
from brackets.draw.swiss import standings_of

LAW_TIMES = int(environ.get("LAW_TIMES", "1"))


def folded(rounds, events):
    """The table after all of these; None where there is none."""
    number = len(rounds.pairings) + 1
    try:
        form = Swiss(rounds=number)
        then, results = drawn_after(form, rounds.slots, events, rounds.rules, rounds.pairings)
        outcome = then.after({key: result for key, result in results.items() if key[0] < number})
        late = (each.pareja if each.place <= number else None for each in in_effect(events).late)
        gone = {*then.rules.left, *outcome.out}
        return [standing_data(each) for each in standings_of([*rounds.slots, *late], outcome.matches, gone)]
    except MALFORMED:
        return None


def entered_first(events):
    try:
        return [each.pareja for each in in_effect(events).late]
    except ValueError:
        return []


def was_so(table, rounds, events):
    return was_table(table, rounds, events, order_of(events))


def pairings_by(chance, lines, number):
    """Of so many rounds, the last of these lines only in the last one."""
    rounds = []
    for each in range(number):
        field = [*range(lines if each == number - 1 else lines - 1)]
        chance.shuffle(field)
        rounds.append([(a, b) for a, b in zip(field[::2], [*field[1::2], None], strict=False)])
    return rounds


def happening(chance, rounds, number_of_events, parejas):
    """What may happen and some of what cannot: twice the same result, who never played, a match that is none."""
    keys = [(at, position) for at, pairs in enumerate(rounds.pairings, start=1) for position in range(len(pairs))]
    keys += [(len(rounds.pairings) + 1, 0)] * 3 + ([(1, 99)] if chance.random() < 0.05 else [])
    lines = [*rounds.slots, *(each.pareja for each in rounds.late)]
    late, left, standing, events = [*rounds.late], {}, {}, []
    for seq in range(1, number_of_events + 1):
        after = chance.choice([None] * 6 + [0, chance.randint(1, seq - 1)]) if seq > 1 else None
        free = [key for key in keys if not isinstance(standing.get(key), tuple)]
        what, corrects, chosen = Noted("override"), None, chance.random()
        key = chance.choice(keys if chance.random() < 0.03 or not free else free)
        if chosen < 0.12 and late:
            what, after = EnteredLate(late.pop(0)), None
        elif chosen < 0.25:
            pareja = chance.choice(parejas)
            if pareja not in left or chance.random() < 0.05:
                what = Departed(pareja, frozenset(chance.sample(keys, chance.randint(0, 2))))
                left[pareja] = seq
        elif chosen < 0.45 and events:
            corrects, after = chance.randint(1, seq - 1), None
            what = corrected(chance, events[corrects - 1].what, rounds, lines, parejas)
        elif free:
            what = decided(chance, key, rounds, lines, parejas)
            standing[key] = (seq,)
        events.append(Event(seq, what, after, corrects))
    return events


def corrected(chance, was, rounds, lines, parejas):
    if isinstance(was, Decided):
        gone = frozenset(chance.sample(parejas, 2))
        return chance.choice([TakenBack(), Unsettled(was.key, gone), decided(chance, was.key, rounds, lines, parejas)])
    return chance.choice([TakenBack(), was])


def decided(chance, key, rounds, lines, parejas):
    sides = parejas
    if key[0] <= len(rounds.pairings) and key[1] < len(rounds.pairings[key[0] - 1]):
        sides = [lines[line] for line in rounds.pairings[key[0] - 1][key[1]] if line is not None]
    winner = chance.choice(parejas if chance.random() < 0.02 else sides)
    how = chance.choice([How.PLAYED] * 8 + [How.WALKOVER, How.DISQUALIFICATION, How.DOUBLE_NO_SHOW])
    zapateria = how is How.PLAYED and chance.random() < 0.3
    return Decided(key, Result(None if how is How.DOUBLE_NO_SHOW else winner, how, zapateria))


@settings(max_examples=300 * LAW_TIMES)
@given(st.randoms(use_true_random=False), st.integers(4, 9), st.integers(0, 3), st.sampled_from(Zapateria))
def test_a_table_was_there_where_folding_the_events_up_to_one_of_them_gives_it(chance, size, number, zapateria):
    parejas = [*range(1, size + 1)]
    late = [Late(size, number, 99), Late(size + 1, chance.choice([number + 1, number + 2]), 99)]
    if not number:
        late = late[1:]
    slots = parejas[:-1] if number else parejas
    rules = Rules(zapateria=zapateria, defeated=frozenset(chance.sample(parejas, 1)))
    rounds = Rounds(slots, late, pairings_by(chance, size, number), rules)
    events = happening(chance, rounds, chance.randint(1, 30), [*parejas, size + 1])
    try:
        order_of(events)
    except ValueError:
        return

    seated = [size] if number else []  # who entered late and met somebody in these rounds, as it stays for good
    happened = [events[:at] for at in range(len(events) + 1)]
    tables = [folded(rounds, each) if entered_first(each)[: len(seated)] == seated else None for each in happened]

    for at, table in enumerate(tables):
        if table is None:
            continue
        assert was_so(table, rounds, events)
        assert was_so(table, rounds, events[:at])
        for fewer in range(at):
            assert was_so(table, rounds, events[:fewer]) == (table in tables[: fewer + 1])
    for table in (table for table in tables if table):
        other = [*table]
        at = chance.randrange(len(other))
        other[at] = chance.choice(
            [{**other[at], "ganadas": other[at]["ganadas"] + 1}, {**other[at], "descanso": not other[at]["descanso"]}]
        )
        assert was_so(other, rounds, events) == (other in tables)
        assert not was_so([*table, table[0]], rounds, events)
        assert was_so(table[::-1], rounds, events) == (table[::-1] in tables)
