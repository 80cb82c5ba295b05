"""Presenting an appeal from the tablet, and reading what may still be appealed."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.factories.appeals import appealed
from tests.factories.referee import INK, SORTEO
from tests.referee.api.conftest import Tablet

With = Callable[..., Tablet]


@pytest.fixture
def tablet(tablet_with: With) -> Tablet:
    return tablet_with(SORTEO, "caida A")


def sent(tablet: Tablet, **told: object) -> dict[str, object]:
    row = tablet.kept.mesa.jugadas.get(seq=2)
    signatures = [{"name": name, "ink": INK} for name in tablet.kept.players("B")]
    return {
        "client_id": str(uuid4()), "pareja": "B", "jugada": 2, "text": "No la reclamó", "signatures": signatures,
        "filed_at": row.device_ts.isoformat(),
    } | told  # fmt: skip


def test_a_tablet_presents_an_appeal_and_hears_what_becomes_of_it(tablet: Tablet) -> None:
    body = sent(tablet)

    first = tablet.post(f"{tablet.mesa}/appeals", body)
    again = tablet.post(f"{tablet.mesa}/appeals", body)

    assert (first.status_code, again.status_code) == (200, 200)
    (appeal,) = again.json()["appeals"]
    assert (appeal["number"], appeal["pareja"], appeal["state"], appeal["ruling"]) == (1, "B", "presentada", "")
    assert "signatures" not in appeal


def test_what_may_be_appealed_has_its_last_moment(tablet: Tablet) -> None:
    tablet.kept.championship.appeal_minutes = 600
    tablet.kept.championship.save()

    told = tablet.get(f"{tablet.mesa}/appeals").json()

    assert (told["minutes"], told["article"]) == (600, "17")
    assert {row["jugada"]: row["taken"] for row in told["appealable"]} == {2: [], 1: []}


def test_a_refusal_is_told_in_the_language_that_is_asked_for(tablet: Tablet) -> None:
    appealed(tablet.kept)

    spanish = tablet.post(f"{tablet.mesa}/appeals", sent(tablet, pareja="A"))
    english = tablet.post(f"{tablet.mesa}/appeals", sent(tablet, pareja="A"), **{"Accept-Language": "en"})

    assert (spanish.status_code, spanish.json()["code"]) == (422, "ya-apelada")
    assert english.json()["message"] == (
        "That decision was appealed already: it is appeal 1. Nothing is appealed twice."
    )


@pytest.mark.parametrize("wrong", [{"jugada": 0}, {"text": ""}, {"about": "otra"}, {"signatures": []}, {"x": 1}])
def test_a_body_that_does_not_fit_is_refused(tablet: Tablet, wrong: dict[str, object]) -> None:
    assert tablet.post(f"{tablet.mesa}/appeals", sent(tablet, **wrong)).status_code == 400
