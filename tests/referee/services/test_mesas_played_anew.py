"""A mesa whose result was taken back counts no more until that is given back: no act on it touches what is played since."""

from typing import Any, Final

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
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa, sealed_mesa

pytestmark = pytest.mark.django_db

ANEW: Final = {"how": "played", "winner": "B", "chicas": [[20, 40], [10, 40]], "zapateria": False}
WALKOVER: Final = {"how": "walkover", "winner": "B", "chicas": []}
RETIRED: Final = {"how": "retirement", "winner": "B", "chicas": []}
ENDINGS: Final = {
    "zapatería": ZAPATERIA,
    "abandono": (SORTEO, 'abandono B "Se van"'),
    "descalificación": (SORTEO, 'descalificacion B "Conducta"'),
}
"""The jugadas of a mesa that A wins, by how it ends."""


class Desk:
    """`replayed` is what it answers where it takes a result back: whether the partida is played again."""

    def __init__(self, kept: Keeper, *, replayed: bool = False) -> None:
        self.kept, self.director, self.replayed = kept, director_of(kept.championship), replayed

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
        fixture_clear(fixture=self.fixture, reason="Se repite", replayed=self.replayed, **self.by)

    def call(self) -> None:
        fixture_call(fixture=self.fixture, **self.by)

    def record(self, **given: object) -> None:
        fixture_record(fixture=self.fixture, reason="En papel", **(ANEW | given), **self.by)

    def admit(self, appeal: Appeal) -> None:
        appeal_admit(appeal=appeal, reason="p", **self.by)


@pytest.fixture(params=[False, True], ids=["anulado", "se vuelve a jugar"])
def replayed(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.mark.parametrize("anew", [ANEW, WALKOVER, RETIRED, {"winner": "A", "chicas": [[40, 4]]}])
@pytest.mark.parametrize("ending", ENDINGS)
def test_no_correction_of_the_old_planilla_takes_the_place_of_what_was_recorded_since(
    ending: str, anew: dict[str, Any], *, replayed: bool
) -> None:
    desk = Desk(sealed_mesa(*ENDINGS[ending]), replayed=replayed)
    desk.clear()
    desk.call()
    desk.record(**anew)
    before = desk.result

    with pytest.raises(RefereeError) as refused:
        planilla_correct(mesa=desk.kept.mesa, reason="p", unsigned="Fallo", **desk.by)

    assert (refused.value.code, desk.result) == ("mesa-sin-efecto", before)
    assert desk.fixture.mark


@pytest.mark.parametrize("order", [("admit", "clear", "record"), ("clear", "record", "admit")])
@pytest.mark.parametrize("ending", ENDINGS)
def test_no_ruling_on_the_old_mesa_changes_what_was_played_since(
    ending: str, order: tuple[str, ...], *, replayed: bool
) -> None:
    desk = Desk(sealed_mesa(*ENDINGS[ending]), replayed=replayed)
    appeal = appealed(desk.kept, jugada=2)
    for each in order:
        desk.admit(appeal) if each == "admit" else getattr(desk, each)()
    before = desk.result

    appeal_rule(appeal=appeal, measure=Measure("confirma"), grounds="p", **desk.by)

    assert desk.result[1:] == before[1:]
    assert desk.fixture.status == "final"


@pytest.mark.parametrize("order", [("admit", "clear"), ("admit", "clear", "call"), ("clear", "call", "admit")])
def test_an_appeal_of_it_can_be_read_and_confirmed(order: tuple[str, ...], *, replayed: bool) -> None:
    desk = Desk(sealed_mesa(), replayed=replayed)
    appeal = appealed(desk.kept, jugada=2)
    for each in order:
        desk.admit(appeal) if each == "admit" else getattr(desk, each)()
    client = Client()
    client.force_login(desk.director)

    page = client.get(reverse("referee:appeal", args=(desk.kept.championship.slug, appeal.number)))
    before = desk.result
    appeal_rule(appeal=appeal, measure=Measure("confirma"), grounds="p", **desk.by)

    assert page.status_code == 200
    assert desk.result == before


def test_given_back_it_counts_again_and_so_it_does_where_the_same_result_is_typed(*, replayed: bool) -> None:
    desk = Desk(sealed_mesa(), replayed=replayed)
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


def test_what_was_typed_in_its_place_by_mistake_and_corrected_is_as_if_it_had_been_right(*, replayed: bool) -> None:
    desk = Desk(sealed_mesa(), replayed=replayed)
    own = {"winner": "A", "chicas": desk.result[2], "zapateria": True}
    counted = []

    desk.clear()
    for typed in (own, {}, own):
        desk.record(**typed)
        counted.append(mesa_counts(desk.kept.mesa))
    fixture_restore(fixture=desk.fixture, **desk.by)  # the last correction is undone
    counted.append(mesa_counts(desk.kept.mesa))
    desk.clear()
    desk.record(**own)
    counted.append(mesa_counts(desk.kept.mesa))

    assert counted == [True, False, True, False, True]
    assert not desk.fixture.mark


def test_so_it_does_where_what_it_ended_with_is_typed_after_a_correction_was_taken_back() -> None:
    desk = Desk(sealed_mesa())
    before = desk.result

    desk.record()
    desk.clear()
    desk.record(winner="A", chicas=before[2], zapateria=True)

    assert mesa_counts(desk.kept.mesa)
    assert not desk.fixture.mark


def test_what_it_ended_with_still_counts_no_more_where_the_same_was_typed_and_taken_back_once_more() -> None:
    desk = Desk(sealed_mesa())
    before = desk.result

    desk.clear()
    desk.record(winner="A", chicas=before[2], zapateria=True)
    desk.clear()
    desk.record()

    assert not mesa_counts(desk.kept.mesa)


@pytest.mark.parametrize(("lines", "rest"), [((SORTEO,), ZAPATERIA[1:]), ((*ZAPATERIA, "anula 4"), ("proclama",))])
def test_a_mesa_that_the_desk_cut_short_goes_on_however_often_that_is_typed_otherwise(
    lines: tuple[str, ...], rest: tuple[str, ...], *, replayed: bool
) -> None:
    """Its log has not ended, or goes on: it was no result of it that was taken back."""
    desk = Desk(kept_mesa(*lines), replayed=replayed)

    desk.record(**RETIRED)
    desk.clear()
    desk.record(**RETIRED | {"winner": "A"})
    counts, mark = mesa_counts(desk.kept.mesa), desk.fixture.mark
    desk.clear()
    desk.kept.open()
    desk.kept.record(*rest)

    assert (counts, mark) == (True, "")
    assert desk.result[2] == [[40, 0]]
