"""All that happens to a draw is in the tree, and it goes only where it was reopened, or fell with what it came from."""

from datetime import datetime, timedelta

import pytest

from brackets.models import Stage
from brackets.services.fixtures import fixture_clear
from brackets.services.planning import forget_draw
from brackets.services.stages import stage_publish, stage_reopen
from referee.models import TreeLeaf
from referee.selectors.tree.check import tree_check
from referee.services.tree import tree_sweep
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=2)


def draws(night: Night) -> list[str]:
    """The stage and what happened to its draw, of each leaf of one."""
    leaves = TreeLeaf.objects.filter(championship=night.championship, kind="draw")
    return ["{1} {3}".format(*of.split("/")) for of in leaves.values_list("of", flat=True)]


@pytest.mark.parametrize("later", [LATER, NOW, NOW - timedelta(minutes=90)])
def test_a_draw_that_falls_with_a_result_before_it_is_no_rewriting(later: datetime) -> None:
    night = Night.in_second(8, SERIES, FINAL)
    tree_sweep(championship=night.championship, now=NOW)
    last = night.stage(1).fixtures.order_by("-round").first()
    assert last is not None
    fixture_clear(fixture=last, user=night.director, now=later, reason="Se vuelve a jugar")
    assert night.stage(2).status == Stage.Status.PLANNED
    assert tree_check(night.championship).problems == []

    tree_sweep(championship=night.championship, now=LATER, at_once=True)

    assert draws(night) == ["1 made", "1 published", "2 made", "2 published", "2 fell"]
    published, fell = night.championship.draws.filter(stage=2).exclude(kind="made").order_by("pk")
    assert fell.at > published.at
    assert tree_check(night.championship).problems == []


def test_a_draw_that_is_gone_did_not_fall_with_what_was_before_it() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    tree_sweep(championship=night.championship, now=NOW)
    last = night.stage(1).fixtures.order_by("-round").first()
    assert last is not None
    fixture_clear(fixture=last, user=night.director, now=LATER, reason="Se vuelve a jugar")
    tree_sweep(championship=night.championship, now=LATER, at_once=True)
    last.refresh_from_db()
    night.record(last)
    night.publish(2)
    tree_sweep(championship=night.championship, now=LATER, at_once=True)
    assert tree_check(night.championship).problems == []

    forget_draw(night.stage(2))

    (problem,) = tree_check(night.championship).problems
    assert problem.endswith("no está publicada, y de sus sorteos consta lo contrario")


@pytest.mark.parametrize("later", [LATER, NOW, NOW - timedelta(hours=1)])
def test_a_draw_that_is_published_again_has_another_leaf_also_where_the_clock_was_set_back(later: datetime) -> None:
    night = Night.published(8, SERIES, FINAL)
    tree_sweep(championship=night.championship, now=NOW)
    stage_reopen(stage=night.stage(1), reason="Faltaba una", user=night.director, now=later)
    assert tree_check(night.championship).problems == []

    stage_publish(stage=night.stage(1), user=night.director, now=later)
    tree_sweep(championship=night.championship, now=LATER, at_once=True)

    assert draws(night) == ["1 made", "1 published", "1 reopened", "1 published"]
    assert tree_check(night.championship).problems == []
