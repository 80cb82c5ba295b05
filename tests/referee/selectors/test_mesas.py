"""Of rows that another query read, these say nothing rather than something that may not be so."""

from collections.abc import Callable

import pytest

from brackets.models import Fixture
from referee.models import Appeal, Mesa
from referee.selectors.appeals import told_of
from referee.selectors.mesas import is_transcribed, last_heard, was_sealed


@pytest.mark.parametrize(
    "ask",
    [
        lambda: last_heard(Mesa()),
        lambda: was_sealed(Fixture()),
        lambda: is_transcribed(Mesa()),
        lambda: told_of([Appeal()]),
    ],
)
def test_a_row_whose_query_did_not_work_it_out_is_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(AttributeError, match=r"last_at|sealed|transcribed|is_published"):
        ask()
