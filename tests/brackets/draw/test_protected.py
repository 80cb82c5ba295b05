"""Drawing under protections: what is kept, what is listed, what is refused."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.elimination import Draw
from brackets.draw.entries import Entry
from brackets.draw.formats import DoubleElimination, Elimination, Series, Swiss
from brackets.draw.procedures import lines_drawn
from brackets.draw.protected import Board
from brackets.draw.protections import (
    PROTECTED,
    Ground,
    Protection,
    Terms,
    check_protections,
    protection_data,
    protection_from,
    unkept,
    unwanted_in,
)
from brackets.draw.refusal import DrawRefusal
from brackets.draw.verify import promises
from tests.brackets.draw.strategies import seeds
from tests.work import calls

BRACKET = Elimination()
CLUB = Protection("club")
FAMILY = Protection("familia")


@st.composite
def protected_entries(draw, smallest=2, largest=40):
    count = draw(st.integers(smallest, largest))
    seeded = draw(st.integers(0, count))
    return [
        Entry(
            number,
            draw(st.sampled_from(("", "Sol", "Luna", "Norte"))),
            number if number <= seeded else None,
            (("familia", draw(st.sampled_from(("", "rueda", "vaca", "ortega")))),),
        )
        for number in range(1, count + 1)
    ]


soft = st.lists(
    st.builds(Protection, st.sampled_from(("club", "familia")), st.integers(0, 3)),
    max_size=2,
    unique_by=lambda p: p.attribute,
)


def terms(*protections, form=BRACKET):
    return Terms(form, PROTECTED, apart=False, protections=protections)


@given(protected_entries(), soft, seeds)
def test_it_stays_a_draw_whatever_is_protected(entries, protections, seed):
    slots = lines_drawn(terms(*protections), entries, seed)

    assert promises(Draw(slots, seed, apart=False, unavoidable=()), entries) == []
    assert lines_drawn(terms(*protections), entries[::-1], seed) == slots


@given(protected_entries(), seeds)
def test_only_the_unseeded_are_moved(entries, seed):
    plain = lines_drawn(terms(), entries, seed)
    slots = lines_drawn(terms(CLUB, FAMILY), entries, seed)

    seeded = {entry.key for entry in entries if entry.seed}
    assert [key for key in slots if key in seeded or key is None] == [
        key for key in plain if key in seeded or key is None
    ]
    assert all(slots[line] == key for line, key in enumerate(plain) if key in seeded or key is None)


def fewest_by_hand(terms_, entries, plain):
    """The least cost over all ways to place the unseeded; those who are alike may stand for one another."""
    marks = {entry.key: (entry.club, entry.marks) for entry in entries}
    ground = Ground(terms_.form, plain)
    free = [line for line, key in enumerate(plain) if key and not next(e for e in entries if e.key == key).seed]
    best = None
    orders = {tuple(map(marks.get, order)): order for order in permutations([plain[line] for line in free])}
    for order in orders.values():
        slots = list(plain)
        for line, key in zip(free, order, strict=True):
            slots[line] = key
        cost = Board(ground, slots, entries, terms_.protections).cost
        best = cost if best is None or cost < best else best
    return best


@pytest.mark.parametrize("form", [Elimination(), Series(size=3), DoubleElimination()])
@pytest.mark.parametrize("rounds", [1, 2, 0])
@pytest.mark.parametrize("clubs", ["SSSLLL", "SSSSLL", "SSSSS-", "SLSLSL", "SSLLNN", "S-S-S-", "SSLLN-"], ids=str)
@pytest.mark.parametrize("seeded", [0, 2])
def test_one_attribute_is_kept_as_well_as_any_placing_can(form, rounds, clubs, seeded):
    entries = [Entry(n, c.strip("-"), n if n <= seeded else None) for n, c in enumerate(clubs, start=1)]
    asked = terms(Protection("club", rounds), form=form)
    for seed in ("cuarenta", "otra", "tercera"):
        slots = lines_drawn(asked, entries, seed)

        cost = Board(Ground(form, slots), slots, entries, asked.protections).cost
        assert cost == fewest_by_hand(asked, entries, lines_drawn(terms(form=form), entries, seed))


@pytest.mark.parametrize(
    "marks", [("SSLL-N", "ab-aab"), ("SSSLL-", "abcabc"), ("SLNSLN", "aabbcc"), ("SS-LL-", "aaabbb")]
)
def test_two_attributes_are_kept_as_well_as_any_placing_can(marks):
    entries = [
        Entry(n, club.strip("-"), None, (("familia", family.strip("-")),))
        for n, (club, family) in enumerate(zip(*marks, strict=True), start=1)
    ]
    asked = terms(Protection("club", 2), FAMILY)
    for seed in ("cuarenta", "otra"):
        slots = lines_drawn(asked, entries, seed)

        cost = Board(Ground(asked.form, slots), slots, entries, asked.protections).cost
        assert cost == fewest_by_hand(asked, entries, lines_drawn(terms(), entries, seed))


def test_as_late_as_possible_spreads_a_club_over_the_bracket():
    entries = [Entry(n, "Sol" if n <= 4 else "") for n in range(1, 17)]

    slots = lines_drawn(terms(Protection("club", 0)), entries, "cuarenta")

    assert sorted(slots.index(number) // 4 for number in range(1, 5)) == [0, 1, 2, 3]
    assert unkept(terms(Protection("club", 0)), slots, entries) == ()


def test_what_cannot_be_kept_is_listed_with_the_round_where_they_would_meet():
    entries = [Entry(n, "Sol") for n in range(1, 4)] + [Entry(4)]

    found = unkept(terms(Protection("club", 2)), (1, 2, 3, 4), entries)

    assert [(each.a, each.b, each.round, each.place) for each in found] == [(1, 2, 1, 0), (1, 3, 2, 0), (2, 3, 2, 0)]


def test_a_hard_protection_that_nobody_could_keep_says_why():
    entries = [Entry(n, "Sol") for n in range(1, 6)] + [Entry(n) for n in range(6, 9)]

    with pytest.raises(DrawRefusal, match="hay 5 de «Sol» y solo 4 partes"):
        lines_drawn(terms(Protection("club", 1, hard=True)), entries, "cuarenta")


def test_a_hard_protection_that_seeds_break_says_so():
    entries = [Entry(n, "Sol" if n in (1, 4) else "", n) for n in range(1, 5)]

    with pytest.raises(DrawRefusal, match="las cabezas de serie no se mueven"):
        lines_drawn(terms(Protection("club", 1, hard=True)), entries, "cuarenta")


def test_the_hard_one_goes_before_the_soft_one():
    entries = [
        Entry(1, "Sol", None, (("familia", "rueda"),)),
        Entry(2, "Sol", None, (("familia", "vaca"),)),
        Entry(3, "Luna", None, (("familia", "rueda"),)),
        Entry(4, "Luna", None, (("familia", "vaca"),)),
    ]
    slots = lines_drawn(terms(Protection("club", 1), Protection("familia", 2, hard=False)), entries, "cuarenta")
    assert [each.attribute for each in unkept(terms(CLUB), slots, entries)] == []

    hard = Protection("familia", 1, hard=True)
    for seed in ("uno", "dos", "tres"):
        slots = lines_drawn(terms(CLUB, hard), entries, seed)
        assert unkept(terms(hard), slots, entries) == ()


@pytest.mark.parametrize(
    ("protections", "form", "code"),
    [
        ([CLUB, CLUB], Elimination(), "protection-twice"),
        ([Protection("club", 0, hard=True)], Elimination(), "protection-without-end"),
        ([Protection("club", 1, hard=True)], Swiss(), "hard-in-swiss"),
    ],
)
def test_what_cannot_be_meant_is_refused(protections, form, code):
    with pytest.raises(DrawRefusal) as refused:
        check_protections(protections, form)

    assert refused.value.code == code


def test_a_procedure_nobody_knows_is_refused():
    with pytest.raises(DrawRefusal, match="clubes-9"):
        lines_drawn(Terms(Elimination(), "clubes-9"), [Entry(1), Entry(2)], "cuarenta")


def test_protections_are_data():
    assert protection_from(protection_data(Protection("serie", 2, hard=True))) == Protection("serie", 2, hard=True)
    with pytest.raises(KeyError):
        protection_from({"attribute": "signo", "rounds": 1, "hard": False})


def test_known_answers_for_ever():
    """What was printed on an acta: this must never change."""
    entries = [
        Entry(n, ("Sol", "Luna", "")[n % 3], n if n < 3 else None, (("familia", f"f{n % 4}"),)) for n in range(1, 12)
    ]

    assert lines_drawn(terms(Protection("club", 2), FAMILY), entries, "cuarenta") == KNOWN
    assert lines_drawn(terms(Protection("club"), form=Series(size=4)), entries, "cuarenta") == KNOWN_SERIES


KNOWN = (1, None, 3, None, 11, None, 10, 5, 8, 7, None, 6, 9, 4, None, 2)
KNOWN_SERIES = (1, 11, 7, 9, 2, 6, 8, 4, 5, 10, 3)


def test_a_thousand_with_clubs_apart_take_work_in_proportion():
    work = {}
    for count in (250, 1_000):
        clubs, families = count // 17, count * 3 // 10
        entries = [Entry(n, f"club {n % clubs}", None, (("familia", f"{n % families}"),)) for n in range(1, count + 1)]

        slots = lines_drawn(terms(CLUB), entries, "cuarenta")

        assert unkept(terms(CLUB), slots, entries) == ()
        work[count] = calls(lambda entries=entries: lines_drawn(terms(CLUB), entries, "cuarenta"))

    assert work[1_000] < 8 * work[250]


def test_with_no_looks_left_nobody_moves():
    entries = [Entry(n, "Sol" if n < 3 else "") for n in range(1, 5)]
    board = Board(Ground(BRACKET, (1, 2, 3, 4)), (1, 2, 3, 4), entries, [CLUB])

    assert (board.improve(0), board.slots) == (0, [1, 2, 3, 4])
    assert (board.improve(100) < 100, board.cost) == (True, [0])


@pytest.mark.parametrize("seed", ["cuarenta", "otra", "tercera"])
@pytest.mark.parametrize("hard", [False, True])
def test_two_free_passes_of_one_family_do_not_meet_in_their_first_mesa(seed, hard):
    """Nine of sixteen: seven pass free, and six of them meet one another in the second round."""
    entries = [Entry(n, marks=(("familia", "abc"[n % 3]),)) for n in range(1, 10)]

    slots = lines_drawn(terms(Protection("familia", hard=hard)), entries, seed)

    byes = [a or b for a, b in zip(slots[::2], slots[1::2], strict=True) if None in (a, b)]
    assert len(byes) == 7
    for top in range(0, 16, 4):
        first = [n % 3 for n in slots[top : top + 4] if n]
        assert len(first) != 2 or first[0] != first[1]
    assert unkept(terms(Protection("familia")), slots, entries) == ()


def test_what_two_free_passes_could_not_keep_is_listed_with_its_round():
    entries = [Entry(n, "Sol" if n <= 3 else "", n if n <= 3 else None) for n in range(1, 6)]

    [found] = unkept(terms(CLUB), lines_drawn(terms(CLUB), entries, "cuarenta"), entries)

    assert found.round == 2


def test_who_passes_free_has_no_clubmate_in_the_mesa_before_while_that_costs_nothing():
    """Of twelve, each free pass meets the winner of a mesa: none of the three there are of one family."""
    entries = [Entry(n, marks=(("familia", "abcd"[n % 4]),)) for n in range(1, 13)]

    slots = lines_drawn(terms(FAMILY), entries, "cuarenta")

    for top in range(0, 16, 4):
        there = [n % 4 for n in slots[top : top + 4] if n]
        assert len(set(there)) == len(there) == 3


@pytest.mark.parametrize("number", range(20))
def test_parejas_of_one_series_do_not_meet_again_in_their_first_mesa(number):
    """Sixteen out of eight series, two of each."""
    serie = Protection("serie")
    entries = [Entry(n, marks=(("serie", f"1.{n % 8}"),)) for n in range(1, 17)]

    slots = lines_drawn(terms(CLUB, serie), entries, f"s{number}")

    assert all(a % 8 != b % 8 for a, b in zip(slots[::2], slots[1::2], strict=True))


def test_who_rested_in_a_swiss_round_is_kept_apart_in_its_first_mesa_too():
    entries = [Entry(n, "Sol" if n <= 3 else "") for n in range(1, 6)]
    unwanted = unwanted_in(terms(CLUB, form=Swiss(2)), entries, 2, {1: 1, 2: 1, 3: 0, 4: 1, 5: 1})

    assert [unwanted(a, b) for a, b in ((1, 3), (2, 3), (1, 2), (3, 4))] == [True, True, False, False]
    assert unwanted_in(terms(CLUB, form=Swiss(2)), entries, 3, {1: 2, 2: 2, 3: 1, 4: 2, 5: 2}) is None


def test_who_passed_twice_or_entered_late_is_kept_apart_in_its_first_mesa_too():
    entries = [Entry(n, "Sol" if n <= 3 else "") for n in range(1, 6)]
    unwanted = unwanted_in(terms(CLUB, form=Swiss(4)), entries, 3, {1: 2, 2: 2, 3: 0, 4: 2, 5: 2})

    assert [unwanted(a, b) for a, b in ((1, 3), (2, 3), (1, 2), (3, 4))] == [True, True, False, False]
