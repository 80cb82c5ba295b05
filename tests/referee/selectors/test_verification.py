"""Logs are checked many at a time, and again where they moved meanwhile."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.models import Mesa
from referee.selectors import verification
from referee.selectors.verification import logs_check, mesa_check
from referee.services.projecting import mesa_rebuild
from tests.factories.referee import SORTEO, kept_mesa

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("at_once", [1, 2, 3, 200])
def test_every_mesa_is_checked_however_many_at_a_time(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "MESAS_AT_ONCE", at_once)
    ids = [kept_mesa(SORTEO, "caida A").mesa_id for _ in range(3)]

    checked = list(logs_check(Mesa.objects.order_by("id")))

    assert [each.mesa.public_id for each in checked] == ids
    assert [each.broken for each in checked] == [None] * 3


@pytest.mark.parametrize("mesas", [1, 3])
def test_checking_costs_the_same_however_many_mesas(mesas: int) -> None:
    for _ in range(mesas):
        kept_mesa(SORTEO, "caida A")

    with CaptureQueriesContext(connection) as queries:
        list(logs_check(Mesa.objects.order_by("id")))

    assert len(queries) == 11


def test_a_mesa_that_moved_between_the_queries_is_sound_when_it_holds_still() -> None:
    kept = kept_mesa(SORTEO)
    seen = kept.mesa
    kept.record("caida A")

    check = next(logs_check([seen]))

    assert check.broken is not None
    assert mesa_check(check.mesa).broken is None


def test_a_mesa_that_moved_is_not_rebuilt_from_what_was_seen_of_it() -> None:
    kept = kept_mesa(SORTEO)
    seen = next(logs_check([kept.mesa]))
    kept.record("caida A")

    assert mesa_rebuild(mesa=seen.mesa, state=seen.state, stored=seen.stored) is False
    assert kept.mesa.points_a == 2
