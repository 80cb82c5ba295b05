"""Reading championships and parejas."""

import pytest

from brackets.selectors.championships import (
    audit_list,
    championship_progress,
    championship_stage,
    public_championships,
    published_stage,
)
from brackets.selectors.parejas import parejas_list, parejas_with_cedulas
from brackets.services.fixtures import fixture_start
from tests.factories import brackets as factories
from tests.factories.brackets import (
    NOW,
    AuditEntryFactory,
    ChampionshipFactory,
    ParejaFactory,
    RoleFactory,
    TableFactory,
)

pytestmark = pytest.mark.django_db


def test_what_is_in_preparation_is_not_public() -> None:
    ChampionshipFactory(status="draft")
    shown = [ChampionshipFactory(), ChampionshipFactory(status="closed")]

    assert set(public_championships()) == set(shown)


def test_a_bracket_is_shown_once_published() -> None:
    drawn, published = factories.drawn_stage(2), factories.published_stage(2)

    assert (championship_stage(drawn.championship), published_stage(drawn.championship)) == (drawn, None)
    assert published_stage(published.championship) == published
    assert championship_stage(ChampionshipFactory()) is None


def test_the_progress_counts_what_there_is() -> None:
    stage = factories.published_stage(6, tables=3, jueces=2)
    championship = stage.championship
    ParejaFactory(championship=championship, number=99, status="withdrawn")
    factories.published_stage(4, tables=9, jueces=9)
    fixture_start(fixture=stage.fixtures.get(number=1), now=NOW)

    progress = championship_progress(championship)

    assert (progress.parejas, progress.tables, progress.jueces, progress.stage) == (6, 3, 2, stage)
    assert progress.fixtures == {"in-play": 1, "ready": 1, "waiting": 3}


def test_the_progress_of_a_new_championship_is_nothing() -> None:
    progress = championship_progress(RoleFactory(kind="director").championship)

    assert (progress.parejas, progress.tables, progress.jueces, progress.stage) == (0, 0, 0, None)
    assert progress.fixtures == {}


@pytest.mark.parametrize("parejas", [1, 3])
@pytest.mark.parametrize("read", [parejas_list, parejas_with_cedulas])
def test_parejas_with_their_players_take_two_queries(parejas: int, read, django_assert_num_queries) -> None:
    championship = ChampionshipFactory()
    ParejaFactory.create_batch(parejas, championship=championship)
    ParejaFactory()
    TableFactory(championship=championship)

    with django_assert_num_queries(2):
        assert len([(pareja.title, str(pareja)) for pareja in read(championship)]) == parejas


def test_the_audit_comes_latest_first_with_who_did_it(django_assert_num_queries) -> None:
    first = AuditEntryFactory()
    second = AuditEntryFactory(championship=first.championship)
    AuditEntryFactory()

    with django_assert_num_queries(1):
        assert [(entry, entry.user.display_name) for entry in audit_list(first.championship)] == [
            (second, second.user.display_name),
            (first, first.user.display_name),
        ]
