"""What a rehearsal checks after every step does find what is wrong."""

from collections.abc import Callable

import pytest

from brackets.models import Fixture
from brackets.services.fixtures import fixture_record
from referee.management.rehearsal.invariants import Broken, bracket_holds, finals_hold, mesa_holds, unchanged
from referee.models import Chica, Mesa
from referee.rules import reglamento_get
from tests.factories.brackets import NOW
from tests.factories.referee import Keeper, sealed_mesa

pytestmark = pytest.mark.django_db
RULES = reglamento_get("riobamba")


@pytest.fixture
def sealed() -> Keeper:
    return sealed_mesa()


def test_what_the_services_leave_holds(sealed: Keeper) -> None:
    mesa_holds(sealed.mesa.public_id, RULES)
    bracket_holds(sealed.fixture.stage)
    finals_hold(sealed.fixture.stage.fixtures.all())
    unchanged(sealed.championship, lambda: None)


def test_a_projection_that_is_not_the_replay_is_found(sealed: Keeper) -> None:
    Mesa.objects.filter(pk=sealed.mesa.pk).update(points_a=38)

    with pytest.raises(Broken, match="points_a"):
        mesa_holds(sealed.mesa.public_id, RULES)


def test_a_bracket_that_is_not_its_fold_is_found(sealed: Keeper) -> None:
    Fixture.objects.filter(stage=sealed.fixture.stage, round=2).update(pareja_a=None)

    with pytest.raises(Broken, match="no es lo que resulta"):
        bracket_holds(sealed.fixture.stage)


def test_a_result_without_planilla_or_reason_is_found(sealed: Keeper) -> None:
    other = sealed.fixture.stage.fixtures.filter(status=Fixture.Status.READY).first()
    assert other is not None

    def record(reason: str) -> Fixture:
        fixture_record(
            fixture=other, how="walkover", winner="A", chicas=[], zapateria=False, user=sealed.juez, now=NOW,
            reason=reason,
        )  # fmt: skip
        return Fixture.objects.get(pk=other.pk)

    with pytest.raises(Broken, match="sin Planilla sellada ni motivo"):
        finals_hold([record("")])


def test_a_result_that_is_not_that_of_its_mesa_is_found(sealed: Keeper) -> None:
    fixture = Fixture.objects.get(pk=sealed.fixture.pk)
    Fixture.objects.filter(pk=fixture.pk).update(winner=fixture.pareja_b)

    with pytest.raises(Broken, match="no tiene el resultado de su mesa"):
        finals_hold(Fixture.objects.filter(pk=fixture.pk))


@pytest.mark.parametrize(
    "change",
    [
        lambda mesa: Mesa.objects.filter(pk=mesa.pk).update(lease_epoch=9),
        lambda mesa: Chica.objects.filter(mesa=mesa).update(points_b=2),
        lambda mesa: Fixture.objects.filter(pk=mesa.fixture_id).update(by_zapateria=False),
    ],
)
def test_an_action_that_changes_something_is_found(sealed: Keeper, change: Callable[[Mesa], object]) -> None:
    with pytest.raises(Broken, match="cambió algo"):
        unchanged(sealed.championship, lambda: change(sealed.mesa))
