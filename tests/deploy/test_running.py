"""A process of the tests that ends too soon is the fault of the test that started it, and of no later one."""

import gc
import sys
import warnings

import pytest

from tests.deploy.running import listens, running
from tests.ports import free_port


def test_a_process_that_ends_before_it_listens_is_told_by_its_words_and_leaves_nothing_open() -> None:
    with warnings.catch_warnings(record=True) as left:
        warnings.simplefilter("always")
        with (
            pytest.raises(AssertionError, match="no database"),
            running([sys.executable, "-c", "raise SystemExit('no database')"], free_port(), {}),
        ):
            pass
        gc.collect()

    assert [str(warning.message) for warning in left if warning.category is ResourceWarning] == []


def test_a_process_that_says_much_before_it_listens_is_not_stopped_by_it() -> None:
    port = free_port()
    talks = "import http.server, sys; sys.stderr.write('.' * 1_000_000)\nhttp.server.test(port=int(sys.argv[1]), bind='127.0.0.1')"

    with running([sys.executable, "-c", talks, str(port)], port, {}):
        assert listens(port)
