"""A mesa whose result was taken back counts no more until that is given back: no act on it touches what is played since."""

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Fixture
from brackets.services.fixtures import fixture_call, fixture_clear, fixture_record, fixture_restore
from referee.models import Appeal
from referee.rules import Measure
from referee.selectors.mesas import mesa_counts
from referee.services.appeals.qualifying import appeal_admit
from referee.services.appeals.ruling import appeal_rule
from referee.services.corrections import planilla_correct
from referee.services.errors import RefereeError
from tests.factories.appeals import appealed
from tests.factories.brackets import director_of
from tests.factories.referee import Keeper, sealed_mesa

pytestmark = pytest.mark.django_db

ANEW = {"how": "played", "winner": "B", "chicas": [[20, 40], [10, 40]], "zapateria": False}


class Desk:
    def __init__(self, kept: Keeper) -> None:
        self.kept, self.director = kept, director_of(kept.championship)

    @property
    def fixture(self) -> Fixture:
        return Fixture.objects.select_related("stage__championship").get(pk=self.kept.fixture.pk)

    @property
    def result(self) -> tuple[object, ...]:
        fixture = self.fixture
        return fixture.status, fixture.winner_id, fixture.chicas

    @property
    def by(self) -> dict[str, object]:
        return {"user": self.director, "now": self.kept.tick()}

    def clear(self) -> None:
        fixture_clear(fixture=self.fixture, reason="Se repite", **self.by)

    def call(self) -> None:
        fixture_call(fixture=self.fixture, **self.by)

    def record(self, **given: object) -> None:
        fixture_record(fixture=self.fixture, reason="En papel", **(ANEW | given), **self.by)

    def admit(self, appeal: Appeal) -> None:
        appeal_admit(appeal=appeal, reason="p", **self.by)


def test_no_correction_of_the_old_planilla_takes_the_place_of_what_was_played_since() -> None:
    desk = Desk(sealed_mesa())
    desk.clear()
    desk.call()
    desk.record()
    before = desk.result

    with pytest.raises(RefereeError) as refused:
        planilla_correct(mesa=desk.kept.mesa, reason="p", unsigned="Fallo", **desk.by)

    assert (refused.value.code, desk.result) == ("mesa-sin-efecto", before)
    assert desk.fixture.mark


@pytest.mark.parametrize("order", [("admit", "clear", "record"), ("clear", "record", "admit")])
def test_no_ruling_on_the_old_mesa_changes_what_was_played_since(order: tuple[str, ...]) -> None:
    desk = Desk(sealed_mesa())
    appeal = appealed(desk.kept, jugada=3)
    for each in order:
        desk.admit(appeal) if each == "admit" else getattr(desk, each)()
    before = desk.result

    appeal_rule(appeal=appeal, measure=Measure("confirma"), grounds="p", **desk.by)

    assert desk.result[1:] == before[1:]
    assert desk.fixture.status == "final"


@pytest.mark.parametrize("order", [("admit", "clear"), ("admit", "clear", "call"), ("clear", "call", "admit")])
def test_an_appeal_of_it_can_be_read_and_confirmed(order: tuple[str, ...]) -> None:
    desk = Desk(sealed_mesa())
    appeal = appealed(desk.kept, jugada=3)
    for each in order:
        desk.admit(appeal) if each == "admit" else getattr(desk, each)()
    client = Client()
    client.force_login(desk.director)

    page = client.get(reverse("referee:appeal", args=(desk.kept.championship.slug, appeal.number)))
    before = desk.result
    appeal_rule(appeal=appeal, measure=Measure("confirma"), grounds="p", **desk.by)

    assert page.status_code == 200
    assert desk.result == before


def test_given_back_it_counts_again_and_so_it_does_where_the_same_result_is_typed() -> None:
    desk = Desk(sealed_mesa())
    before = desk.result

    desk.clear()
    taken = mesa_counts(desk.kept.mesa)
    fixture_restore(fixture=desk.fixture, **desk.by)
    given_back = mesa_counts(desk.kept.mesa)
    desk.clear()
    desk.record(winner="A", chicas=before[2], zapateria=True)

    assert (taken, given_back, mesa_counts(desk.kept.mesa)) == (False, True, True)
    assert desk.result == before
    assert not desk.fixture.mark
