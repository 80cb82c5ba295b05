"""Allocations beside every other way to make them, and beside whoever takes the best Juez for one partida after the other."""

from collections.abc import Sequence
from itertools import permutations
from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st

from brackets.allocation.allocate import allocate, cost_of
from brackets.allocation.costs import Scale, table_of, tie
from brackets.allocation.values import Juez, Lack, Partida, Side, Table, Ties, Wish

CLUBS = ("", "", "Sol", "Luna", "sol ")
TIES = st.builds(Ties, st.sampled_from(CLUBS), st.sampled_from(CLUBS), st.sampled_from(("", "", "Güilca", "Guilca")))


@st.composite
def halls(draw: st.DrawFn, most: int = 5) -> tuple[list[Partida], list[Juez], list[Table]]:
    """Partidas between different parejas, jueces who have judged some of them, free tables."""
    count = draw(st.integers(0, most))
    ties = [draw(TIES) for _ in range(2 * count)]
    tables = [Table(number, draw(st.sampled_from((None, 0, 3, 5, 40)))) for number in range(draw(st.integers(0, most)))]
    partidas = [
        Partida(
            place,
            (Side(2 * place, ties[2 * place]), Side(2 * place + 1, ties[2 * place + 1])),
            table=900 + place if draw(st.integers(0, 4)) == 0 else None,
            juez=800 + place if draw(st.integers(0, 6)) == 0 else None,
        )
        for place in range(count)
    ]
    jueces = []
    for key in range(draw(st.integers(0, most))):
        times = draw(st.dictionaries(st.integers(0, 2 * most), st.integers(1, 2), max_size=4))
        seen = {pareja: 70 + pareja for pareja in times}
        jueces.append(Juez(key, draw(TIES), draw(st.integers(0, 4)), seen, times, free=draw(st.integers(0, 5)) > 0))
    return partidas, jueces, tables


def greedy(partidas: Sequence[Partida], jueces: Sequence[Juez], tables: Sequence[Table]) -> dict[int, int]:
    """In the order of play, each the Juez who costs least of those left."""
    free, left, found = [juez for juez in jueces if juez.free], len(tables), {}
    scale = Scale.of(partidas, free)
    for partida in partidas:
        if partida.table is None and not left:
            continue
        if partida.juez is not None:
            left -= partida.table is None
            found[partida.key] = partida.juez
            continue
        able = [juez for juez in free if not tie(partida, juez)]
        if able:
            best = min(able, key=lambda juez: scale.given(partida, juez))
            free.remove(best)
            left -= partida.table is None
            found[partida.key] = best.key
    return found


def everything(partidas: list[Partida], jueces: list[Juez], tables: list[Table]) -> float:
    """The least cost of all ways there are, each tried."""
    wanting = [partida for partida in partidas if partida.juez is None]
    free = [juez.key for juez in jueces if juez.free]
    best = inf
    for chosen in permutations([*free, *([None] * len(wanting))], len(wanting)):
        judged = {each.key: juez for each, juez in zip(wanting, chosen, strict=True) if juez is not None}
        best = min(best, cost_of(partidas, jueces, judged))
    return best


@given(halls())
def test_nobody_gets_a_juez_of_his_own_nor_two_the_same_juez_or_table(hall: tuple) -> None:
    partidas, jueces, tables = hall
    done = allocate(partidas, jueces, tables)

    by_key, asked = {juez.key: juez for juez in jueces}, {partida.key: partida for partida in partidas}
    for each in done.given:
        partida = asked[each.partida]
        assert each.juez == partida.juez or (by_key[each.juez].free and not tie(partida, by_key[each.juez]))
        assert each.table == partida.table or partida.table is None
    for kind in ("juez", "table"):
        given_out = [getattr(each, kind) for each in done.given]
        assert len(set(given_out)) == len(given_out)
    assert sorted([each.partida for each in done.given] + [each.partida for each in done.left]) == sorted(asked)


@given(halls())
def test_its_cost_is_never_above_that_of_the_best_first(hall: tuple) -> None:
    partidas, jueces, tables = hall
    done = allocate(partidas, jueces, tables)
    ours = {each.partida: each.juez for each in done.given}
    theirs = greedy(partidas, jueces, tables)

    served = [partida.key in ours for partida in partidas]
    assert served >= [partida.key in theirs for partida in partidas]
    if served == [partida.key in theirs for partida in partidas]:
        asked = [partida for partida in partidas if partida.key in ours]
        assert cost_of(asked, jueces, ours) <= cost_of(asked, jueces, theirs)


@settings(max_examples=60, deadline=None)
@given(halls(most=4))
def test_no_other_way_costs_less_where_tables_reach(hall: tuple) -> None:
    partidas, jueces, _ = hall
    done = allocate(partidas, jueces, [Table(number) for number in range(len(partidas))])

    wanting = [partida for partida in partidas if partida.juez is None]
    judged = {each.partida: each.juez for each in done.given}
    assert cost_of(wanting, jueces, judged) == everything(wanting, jueces, [])


@given(halls())
def test_the_table_of_costs_says_what_each_pair_says(hall: tuple) -> None:
    partidas, jueces, _ = hall
    scale = Scale.of(partidas, jueces)

    found = table_of(partidas, jueces, scale)

    for row, partida in zip(found.tolist(), partidas, strict=True):
        assert row == [inf if tie(partida, juez) else scale.given(partida, juez) for juez in jueces]


def partida(key: int, *, club: str = "", other: str = "", **kept: int) -> Partida:
    return Partida(key, (Side(10 * key, Ties(club=club)), Side(10 * key + 1, Ties(club=other))), **kept)


def test_the_only_way_to_serve_both_is_found() -> None:
    """Whoever takes the first free Juez for the first leaves the second without."""
    done = allocate([partida(1), partida(2, club="Sol")], [Juez(1), Juez(2, Ties(club="Sol"))], [Table(1), Table(2)])

    assert [(each.partida, each.juez) for each in done.given] == [(1, 2), (2, 1)]
    assert done.unkept == ()


def test_who_is_of_the_pareja_s_institution_or_family_does_not_judge_it() -> None:
    side = Side(1, Ties(institution="Colegio Maldonado", family="Ñauta"))
    one = Partida(1, (side, Side(2)))
    club, family = Juez(1, Ties(club="COLEGIO  MALDONADO")), Juez(2, Ties(family="Nauta"))

    done = allocate([one], [club, family], [Table(1)])

    assert [(each.partida, each.lack) for each in done.left] == [(1, Lack.ALL_TIED)]


def test_a_repeat_is_avoided_even_for_a_heavier_load_and_told_where_it_cannot_be() -> None:
    seen = Juez(1, load=0, seen={10: 7}, times={10: 1})
    loaded = Juez(2, load=5)

    assert allocate([partida(1)], [seen, loaded], [Table(1)]).given[0].juez == 2
    [told] = allocate([partida(1)], [seen], [Table(1)]).unkept
    assert (told.wish, told.juez, told.pareja, told.earlier) == (Wish.ANEW, 1, 10, 7)


def test_without_conflicts_a_day_is_even_within_one() -> None:
    loads = dict.fromkeys(range(7), 0)
    for turn, wave in enumerate((5, 2, 7, 3, 1, 6, 4, 4)):
        partidas = [partida(100 * turn + place) for place in range(wave)]
        jueces = [Juez(key, load=load) for key, load in loads.items()]
        for each in allocate(partidas, jueces, [Table(number) for number in range(9)]).given:
            loads[each.juez] += 1
        assert max(loads.values()) - min(loads.values()) <= 1


def test_an_uneven_load_is_told_with_who_has_most_and_least() -> None:
    [told] = allocate([partida(1, club="Sol")], [Juez(1, load=1), Juez(2, Ties(club="Sol"), load=0)], [Table(1)]).unkept

    assert (told.wish, told.juez, told.value, told.other, told.least) == (Wish.EVEN, 1, "2", 2, 0)


def test_where_tables_are_short_the_first_that_a_juez_can_judge_get_them() -> None:
    sol = Juez(1, Ties(club="Sol"))
    done = allocate([partida(1, club="Sol"), partida(2), partida(3)], [sol, Juez(2, Ties(club="Sol"))], [Table(1)])

    assert [each.partida for each in done.given] == [2]
    assert [(each.partida, each.lack) for each in done.left] == [(1, Lack.ALL_TIED), (3, Lack.NO_TABLE)]


def test_a_table_that_has_rested_comes_first_and_one_that_has_not_is_told() -> None:
    tables = [Table(1, rest=0), Table(2, rest=30), Table(3)]

    assert allocate([partida(1)], [Juez(1)], tables).given[0].table == 3
    assert allocate([partida(1)], [Juez(1)], tables[:2]).given[0].table == 2
    [told] = allocate([partida(1)], [Juez(1)], tables[:1]).unkept
    assert (told.wish, told.table, told.value) == (Wish.RESTED, 1, "0")


def test_among_rested_tables_a_juez_stays_where_he_sits() -> None:
    assert allocate([partida(1)], [Juez(1, table=2)], [Table(1), Table(2, rest=9)]).given[0].table == 2


def test_what_was_chosen_by_hand_stays_and_is_told_where_it_breaks_something() -> None:
    own = Juez(5, Ties(club="Sol"), free=False)
    done = allocate([partida(1, club="Sol", juez=5)], [own, Juez(6, load=1)], [Table(1)])

    assert done.given[0].juez == 5
    assert [(each.wish, each.value) for each in done.unkept] == [(Wish.OWN, "Sol")]
