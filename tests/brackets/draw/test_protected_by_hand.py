"""The drawing under protections a second time, from `docs/sorteo.md` alone, and against all placings there are."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brackets.draw.elimination import draw
from brackets.draw.entries import Entry
from brackets.draw.formats import Elimination
from brackets.draw.lots import shuffle
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import PROTECTED, Protection, Terms
from tests.brackets.draw.strategies import seeds

ATTRIBUTES = ("club", "familia", "serie")


@st.composite
def fields(draw_, smallest, largest):
    """Parejas with a club, a family and the series they have played, some seeded, and one or two soft protections."""
    count = draw_(st.integers(smallest, largest))
    seeded = draw_(st.integers(0, min(count, 2)))
    entries = [
        Entry(
            number,
            draw_(st.sampled_from(("", "sol", "luna"))),
            number if number <= seeded else None,
            (
                ("familia", draw_(st.sampled_from(("", "rueda", "vaca")))),
                ("serie", draw_(st.sampled_from(("", "1.1", "1.2", "1.1 2.1", "1.2 2.1")))),
            ),
        )
        for number in range(1, count + 1)
    ]
    protections = draw_(
        st.lists(
            st.builds(Protection, st.sampled_from(ATTRIBUTES), st.integers(0, 3)),
            min_size=1,
            max_size=2,
            unique_by=lambda protection: protection.attribute,
        )
    )
    return entries, protections


def numbers_of(lines, protections):
    """(level, attribute) of each number of the cost, in order; a level is a round, or "first" or "possible" of the first mesa."""
    rounds = len(lines).bit_length() - 1
    levels = [("first", 1), *([("possible", 1)] if None in lines and rounds > 1 else [])]
    levels += [(round_, round_) for round_ in range(2, rounds + 1)]
    return [
        (level, protection.attribute)
        for level, round_ in levels
        for protection in protections
        if round_ <= (protection.rounds or rounds)
    ]


def block_of(lines, level, line):
    """Lines with the same answer are of one block of the level."""
    four = lines[line // 4 * 4 : line // 4 * 4 + 4]
    passes = lines[line ^ 1] is None
    if level == "first":
        return ("four", line // 4) if passes and four.count(None) == 2 else ("match", line // 2)
    if level == "possible":
        return ("four", line // 4) if None in four else ("match", line // 2)
    return line >> level


def values_of(entry, attribute):
    if attribute == "club":
        return {entry.club} - {""}
    value = dict(entry.marks)[attribute]
    return set(value.split()) if attribute == "serie" else {value} - {""}


def pairs(lines, of, level, attribute, value=None):
    """With the same value in one block of the level, once for each value in common."""
    found = 0
    for a, b in combinations(range(len(lines)), 2):
        if lines[a] and lines[b] and block_of(lines, level, a) == block_of(lines, level, b):
            shared = values_of(of[lines[a]], attribute) & values_of(of[lines[b]], attribute)
            found += len(shared) if value is None else value in shared
    return found


def evenly(parejas, blocks):
    held = [parejas // blocks + (block < parejas % blocks) for block in range(blocks)]
    return sum(each * (each - 1) // 2 for each in held)


def protect(entries, seed, protections):
    of = {entry.key: entry for entry in entries}
    drawn = list(draw(entries, seed, apart=False).slots)
    size = len(drawn)
    numbers = numbers_of(drawn, protections)
    free = [line for line, key in enumerate(drawn) if key and of[key].seed is None]

    def cost(lines):
        return [pairs(lines, of, *number) for number in numbers]

    def least(level, attribute, value):
        blocks = {block_of(drawn, level, line) for line in range(size) if drawn[line]}
        return evenly(sum(value in values_of(entry, attribute) for entry in entries), len(blocks))

    floor = [
        sum(least(level, attribute, value) for value in set().union(*(values_of(each, attribute) for each in entries)))
        for level, attribute in numbers
    ]
    best = None
    for attempt in range(min(64, max(2, 2048 // size))):
        lines = list(drawn)
        if attempt:
            others = shuffle(sorted(drawn[line] for line in free), f"{seed}|intento-{attempt}")
            for line, key in zip(free, others, strict=True):
                lines[line] = key
        improve(lines, free, of, numbers, cost, least)
        if best is None or cost(lines) < cost(best):
            best = lines
        if cost(best) == floor:
            break
    return tuple(best)


def improve(lines, free, of, numbers, cost, least):
    moved = True
    while moved:
        moved = False
        for level, attribute in numbers:
            for line in free:
                beside = [
                    of[lines[other]]
                    for other in range(len(lines))
                    if other != line and block_of(lines, level, other) == block_of(lines, level, line) and lines[other]
                ]
                if not any(
                    any(value in values_of(other, attribute) for other in beside)
                    and pairs(lines, of, level, attribute, value) > least(level, attribute, value)
                    for value in values_of(of[lines[line]], attribute)
                ):
                    continue
                came = {other: cost(swapped(lines, line, other)) for other in free}
                other = min(free, key=lambda each: came[each])
                if came[other] < cost(lines):
                    lines[:] = swapped(lines, line, other)
                    moved = True


def swapped(lines, a, b):
    lines = list(lines)
    lines[a], lines[b] = lines[b], lines[a]
    return lines


@settings(max_examples=30)
@given(fields(2, 9), seeds)
@pytest.mark.long
def test_the_text_says_what_the_code_does(field, seed):
    entries, protections = field
    terms = Terms(Elimination(), PROTECTED, protections=tuple(protections))

    assert lines_drawn(terms, entries, seed) == protect(entries, seed, protections)


@settings(max_examples=30)
@given(fields(4, 6), seeds)
def test_no_placing_of_the_unseeded_keeps_more(field, seed):
    entries, protections = field
    of = {entry.key: entry for entry in entries}
    slots = list(lines_drawn(Terms(Elimination(), PROTECTED, protections=tuple(protections)), entries, seed))
    free = [line for line, key in enumerate(slots) if key and of[key].seed is None]
    numbers = numbers_of(slots, protections)

    def cost(order):
        lines = list(slots)
        for line, key in zip(free, order, strict=True):
            lines[line] = key
        return [pairs(lines, of, *number) for number in numbers]

    came = cost([slots[line] for line in free])
    # Those who are alike may stand for one another.
    marks = {entry.key: (entry.club, entry.marks) for entry in entries}
    orders = {tuple(map(marks.get, order)): order for order in permutations([slots[line] for line in free])}
    assert all(came <= cost(order) for order in orders.values())
