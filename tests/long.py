"""What `make test` leaves to `make long`: a dearer look at what a test of the short form guards already."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

LONG = pytest.mark.long


def short(values: Iterable[Any], *of_these: Any, key: Callable[[Any], Any] = lambda value: value) -> list[Any]:
    """All the values of a test with one parameter; the short form tries those whose key is one `of_these`.

    Fails where one `of_these` is the key of no value: a renamed world would else leave the short form unseen.
    """
    listed = list(values)
    assert set(of_these) <= {key(each) for each in listed}, of_these
    return [each if key(each) in of_these else longer(each) for each in listed]


def longer(*values: Any) -> Any:
    """The values of one case that only the long form tries."""
    return pytest.param(*values, marks=LONG)
