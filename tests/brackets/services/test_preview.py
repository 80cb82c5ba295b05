"""What an act would change, shown before it is done."""

import pytest

from brackets.models import AuditEntry, Stage
from brackets.services.preview import preview
from tests.brackets.services.leaving import (
    first,
    leave,
    record,
    rows,
)
from tests.factories.brackets import (
    published_stage,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(db: None) -> Stage:
    """Eight, four first-round partidas."""
    return published_stage(8)


def test_a_preview_tells_what_would_change_and_changes_nothing(stage: Stage) -> None:
    fixture, before, entries = first(stage), rows(stage), AuditEntry.objects.count()
    assert fixture.pareja_b is not None

    foreseen = preview(stage.championship, lambda: leave(fixture.pareja_a))

    rival = fixture.pareja_b.number
    assert [(change.before.number, change.words) for change in foreseen.changes] == [
        (1, f"nadie contra el {rival}; pasa el {rival}"),
        (5, f"el {rival} contra por definir"),
    ]
    assert (rows(stage), AuditEntry.objects.count()) == (before, entries)


def test_where_nobody_comes_from_one_side_a_preview_says_that_whoever_comes_passes(stage: Stage) -> None:
    fixture = first(stage)
    record(fixture)

    foreseen = preview(stage.championship, lambda: leave(fixture.pareja_a))

    assert [(change.before.number, change.words) for change in foreseen.changes] == [(5, "pasa quien llegue")]
