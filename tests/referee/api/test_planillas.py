"""Freezing, reopening and signing over HTTP."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.factories.referee import INK, SORTEO, ZAPATERIA
from tests.referee.api.conftest import Tablet

With = Callable[..., Tablet]


def signature(tablet: Tablet, party: str, **given: object) -> dict[str, object]:
    name = tablet.kept.juez.display_name if party == "juez" else tablet.kept.players(party)[0]
    return {
        "client_id": str(uuid4()), "party": party, "outcome": "firma", "name": name, "ink": INK, "reason": "",
        "witness": "", "contested": [],
    } | given  # fmt: skip


def test_a_mesa_is_frozen_signed_and_sealed(tablet_with: With) -> None:
    tablet = tablet_with(*ZAPATERIA)

    frozen = tablet.post(f"{tablet.mesa}/freeze")
    winner = tablet.post(f"{tablet.mesa}/signatures", signature(tablet, "A"))
    loser = tablet.post(
        f"{tablet.mesa}/signatures",
        signature(tablet, "B", outcome="bajo-protesta", reason="caída reclamada tarde", contested=[2]),
    )
    juez = tablet.post(f"{tablet.mesa}/signatures", signature(tablet, "juez"))

    assert [answer.status_code for answer in (frozen, winner, loser, juez)] == [200, 201, 201, 201]
    assert frozen.json()["planilla"].items() >= {"version": 1, "status": "frozen", "signatures": []}.items()
    body = juez.json()
    assert (body["planilla"]["status"], body["status"]) == ("sealed", "final")
    assert [each["changes_result"] for each in body["planilla"]["signatures"]] == [None, None, None]


def test_a_sealed_mesa_refuses_everything(tablet_with: With) -> None:
    tablet = tablet_with(*ZAPATERIA)
    tablet.kept.seal()

    answers = [
        tablet.record('anula 4 "x"', base=4),
        tablet.post(f"{tablet.mesa}/freeze"),
        tablet.post(f"{tablet.mesa}/reopen"),
        tablet.post(f"{tablet.mesa}/lease"),
        tablet.post(f"{tablet.mesa}/signatures", signature(tablet, "B")),
    ]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(422, "planilla-sellada")}


def test_a_reopened_planilla_is_gone_and_the_log_goes_on(tablet_with: With) -> None:
    tablet = tablet_with(*ZAPATERIA)
    tablet.post(f"{tablet.mesa}/freeze")
    assert tablet.record("anula 4", base=4).json()["code"] == "planilla-congelada"

    reopened = tablet.post(f"{tablet.mesa}/reopen")

    assert reopened.json()["planilla"] is None
    assert tablet.record("anula 4", base=4).status_code == 200


def test_without_a_frozen_planilla_there_is_nothing_to_sign(tablet_with: With) -> None:
    tablet = tablet_with(*ZAPATERIA)

    answer = tablet.post(f"{tablet.mesa}/signatures", signature(tablet, "A"))

    assert (answer.status_code, answer.json()["code"]) == (409, "sin-congelar")


def test_a_mesa_in_play_is_not_frozen(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)

    answer = tablet.post(f"{tablet.mesa}/freeze")

    assert (answer.status_code, answer.json()["code"]) == (422, "mesa-sin-terminar")


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"ink": []}, 422, "firma-corta"),
        ({"ink": [[0, 0, 1001, 0] * 8]}, 400, "invalid"),
        ({"ink": [[0, 0.5, 900, 0] * 8]}, 400, "invalid"),
        ({"outcome": "quizás"}, 400, "invalid"),
        ({"party": "C"}, 400, "invalid"),
        ({"outcome": "no-firma", "ink": [], "reason": "\u200b"}, 422, "caracteres-invisibles"),
        ({"client_id": "7"}, 400, "invalid"),
    ],
)
def test_signing_wrongly_is_refused(tablet_with: With, given: dict, status: int, code: str) -> None:
    tablet = tablet_with(*ZAPATERIA)
    tablet.post(f"{tablet.mesa}/freeze")

    answer = tablet.post(f"{tablet.mesa}/signatures", signature(tablet, "A") | given)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
