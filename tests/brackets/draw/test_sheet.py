"""Drawings of every kind of stage: nothing lies on anything else, lines lead where they should, reading goes with play."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.knockout import double_elimination, single_elimination
from brackets.draw.league import series, swiss
from brackets.draw.sheet import Metrics, lay_out, ways
from brackets.draw.sheet_parts import parts
from brackets.draw.structure import From, Section
from brackets.draw.tiling import clipped, gaps_of, neighbours, tile

METRICS = Metrics(width=150, height=20, aside=16, below=4, title=14, apart=24)

sizes = st.sampled_from((2, 4, 8, 16, 32, 64))
knock_outs = st.one_of(
    st.builds(single_elimination, sizes, third_place=st.booleans(), consolation=st.booleans()),
    st.builds(double_elimination, sizes, second_final=st.booleans()),
)
leagues = st.one_of(
    st.builds(series, st.lists(st.integers(2, 6), min_size=1, max_size=12), turns=st.integers(1, 2)),
    st.builds(swiss, st.just(40), st.integers(1, 5).map(lambda n: [[(i, i + 20) for i in range(20)]] * n)),
)
structures = st.one_of(knock_outs, leagues)


def rooms(sheet):
    """Boxes, and titles as boxes of their own."""
    boxes = [(box.x, box.y, box.right, box.bottom) for box in sheet.boxes.values()]
    return boxes + [(title.x, title.y, title.x + title.width, title.y + METRICS.title) for title in sheet.titles]


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def through(join, box):
    """Whether a line runs inside a box, not only along its edge."""
    return any(
        max(x, to_x) > box.x and min(x, to_x) < box.right and max(y, to_y) > box.y and min(y, to_y) < box.bottom
        for (x, y), (to_x, to_y) in pairwise(join.points)
    )


@given(structures)
def test_every_match_has_its_box_and_none_lies_on_another(structure) -> None:
    sheet = lay_out(structure, METRICS)

    assert sheet.boxes.keys() == structure.by_key.keys()
    assert sorted(key for column in sheet.columns for key in column) == sorted(structure.by_key)
    placed = rooms(sheet)
    assert not any(overlap(one, other) for one, other in combinations(placed, 2))
    assert all(low_x >= 0 and low_y >= 0 and x <= sheet.width and y <= sheet.height for low_x, low_y, x, y in placed)


@given(knock_outs)
def test_a_line_goes_from_a_match_to_the_one_its_winner_plays_and_through_none(structure) -> None:
    sheet = lay_out(structure, METRICS)

    joined = {(join.start, join.end) for join in sheet.joins}
    assert joined == {
        (source.of, planned.key)
        for planned in structure.matches
        for source in (planned.a, planned.b)
        if source.what in (From.WINNER, From.AGAIN)
    }
    for join in sheet.joins:
        start, end = sheet.boxes[join.start], sheet.boxes[join.end]
        assert join.points[0] == (start.right, start.middle)
        assert join.points[-1] == (end.x, pytest.approx(end.middle))
        assert all(x == to_x or y == to_y for (x, y), (to_x, to_y) in pairwise(join.points))
        assert not any(through(join, box) for box in sheet.boxes.values())


@given(structures)
def test_reading_goes_column_by_column_from_top_to_bottom(structure) -> None:
    sheet = lay_out(structure, METRICS)

    for column in sheet.columns:
        tops = [sheet.boxes[key].y for key in column]
        assert tops == sorted(tops)
        assert len({sheet.boxes[key].x for key in column}) == 1
        assert len({(structure[key].section, structure[key].group, structure[key].step) for key in column}) == 1
    order = [(list(Section).index(structure[key].section), structure[key].group, structure[key].step)
             for column in sheet.columns for key in column]  # fmt: skip
    assert order == sorted(order)


@given(knock_outs)
def test_who_comes_from_two_matches_of_a_tree_stands_between_them(structure) -> None:
    sheet = lay_out(structure, METRICS)

    for key, way in ways(structure).items():
        before = [sheet.boxes[each] for each in way.before]
        if len(before) == 2:
            assert sheet.boxes[key].middle == pytest.approx(sum(box.middle for box in before) / 2)


@given(structures, st.integers(2, 16), st.integers(3, 6))
def test_parts_hold_every_match_once_and_fit_their_rows(structure, rows, columns) -> None:
    made = parts(structure, rows, columns)

    assert sorted(key for part in made for key in part.keys) == sorted(structure.by_key)
    for part in made:
        sheet = lay_out(structure, METRICS, frozenset(part.keys))
        assert sheet.boxes.keys() == set(part.keys)
        placed = rooms(sheet)
        assert not any(overlap(one, other) for one, other in combinations(placed, 2))
        if part.total > 1 and not structure.groups:
            assert sheet.height <= METRICS.title + (2 * rows - 1) * (METRICS.height + METRICS.below)


@given(structures, st.sampled_from((2, 4, 8)))
def test_on_a_wall_a_part_is_two_columns_of_what_is_read_from_the_back_of_a_hall(structure, rows) -> None:
    made = parts(structure, rows, 2)

    assert sorted(key for part in made for key in part.keys) == sorted(structure.by_key)
    for part in made:
        sheet = lay_out(structure, METRICS, frozenset(part.keys))
        assert len(part.keys) <= 2 * rows
        assert structure.groups or len({box.x for box in sheet.boxes.values()}) <= 2


@given(structures, st.sampled_from(((540, 700), (785, 480), (200, 120))))
def test_paper_is_cut_beside_the_boxes_and_every_match_is_on_one_sheet(structure, size) -> None:
    tiling = tile(lay_out(structure, METRICS), METRICS, *size)

    assert sorted(key for each in tiling.tiles for key in each.keys) == sorted(structure.by_key)
    gaps, (width, height) = gaps_of(lay_out(structure, METRICS), METRICS), size
    assert len(tiling.tiles) <= gaps.columns(width) * gaps.rows(height)
    placed = rooms(tiling.sheet)
    assert not any(overlap(one, other) for one, other in combinations(placed, 2))
    for each in tiling.tiles:
        assert each.right - each.left <= size[0]
        assert each.bottom - each.top <= size[1]
        for key in each.keys:
            box = tiling.sheet.boxes[key]
            assert each.left <= box.x <= box.right <= each.right
            assert each.top <= box.y <= box.bottom <= each.bottom


@given(knock_outs)
def test_the_pieces_of_a_line_on_all_sheets_are_the_line(structure) -> None:
    tiling = tile(lay_out(structure, METRICS), METRICS, 400, 200)

    for join in tiling.sheet.joins:
        pieces = {piece for each in tiling.tiles for piece in clipped(join, *each[2:6])}
        length = sum(abs(to_x - x) + abs(to_y - y) for (x, y), (to_x, to_y) in pieces)
        assert length >= sum(abs(to_x - x) + abs(to_y - y) for (x, y), (to_x, to_y) in pairwise(join.points)) - 1e-6


def test_each_sheet_knows_those_it_is_joined_to() -> None:
    tiling = tile(lay_out(single_elimination(64), METRICS), METRICS, 540, 450)

    assert (tiling.rows, tiling.columns) == (2, 2)
    assert neighbours(tiling, tiling.tiles[0]) == {"right": 2, "below": 3}


def test_paper_smaller_than_a_box_is_refused() -> None:
    with pytest.raises(ValueError, match="smaller than a box"):
        tile(lay_out(single_elimination(8), METRICS), METRICS, 540, 20)


def test_nothing_to_draw_is_an_empty_drawing() -> None:
    sheet = lay_out(swiss(4, []), METRICS)

    assert (sheet.width, sheet.height, sheet.boxes) == (0, 0, {})
    assert parts(swiss(4, []), 8) == ()
    tiling = tile(sheet, METRICS, 540, 450)
    assert [(each.place, each.keys) for each in tiling.tiles] == [((0, 0), ())]
