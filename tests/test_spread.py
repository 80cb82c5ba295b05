"""The order of the tests: those that wait come evenly among the others, and none is lost."""

from types import SimpleNamespace
from typing import Any

from tests.conftest import spread


def item(path: str, name: str, *marks: str) -> Any:
    return SimpleNamespace(path=path, name=name, get_closest_marker=lambda mark: mark in marks)


def test_whoever_comes_in_several_runs_is_there_whole() -> None:
    items = [item("a", "1"), item("b", "1", "browser"), item("a", "2"), item("c", "1"), item("b", "2"), item("a", "3")]
    before = [*items]

    spread(items)

    assert sorted(map(id, items)) == sorted(map(id, before))


def test_what_waits_is_spread_among_what_computes() -> None:
    items = [
        *(item(f"w{number}", "1", "browser") for number in range(2)),
        *(item(f"c{number}", "1") for number in range(4)),
    ]

    spread(items)

    assert [each.path for each in items] == ["w0", "c0", "c1", "w1", "c2", "c3"]
