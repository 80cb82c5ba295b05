"""`POST mesas/{id}/jugadas` and `preview`: what the tablet is answered."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.models import Jugada
from referee.services.mesas import lease_take
from tests.factories.referee import SORTEO, log_of
from tests.referee.api.conftest import Tablet
from tests.referee.replaying import assert_projection_equals_replay

With = Callable[..., Tablet]


def test_a_jugada_is_answered_with_the_whole_small_state(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)

    answer = tablet.record("caida A1", base=1)

    body = answer.json()
    assert answer.status_code == 200
    assert body.keys() == {"acked", "head", "receipts", "state", "legal", "log_tail"}
    assert (body["acked"], body["head"]) == (2, {"seq": 2, "hash": tablet.kept.mesa.head_hash})
    assert body["state"]["marcador"] == {"A": 2, "B": 0}
    row = Jugada.objects.get(mesa=tablet.kept.mesa, seq=2)
    assert body["log_tail"] == [
        {
            "seq": 2,
            "client_id": str(row.client_id),
            "device_ts": None,
            "notation": "caida A1",
            "label": "Caída",
            "points": {"A": 2, "B": 0},
            "score": {"A": 2, "B": 0},
            "annulled_by": None,
            "chica": 1,
            "data": 1,
            "reparto": 1,
        }
    ]
    assert {choice["jugada"] for choice in body["legal"]} >= {"caida", "limpia", "ronda", "conteo", "anula"}
    assert_projection_equals_replay(tablet.kept.mesa)


def test_an_anula_brings_the_whole_log_since_it_changes_older_rows(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO, "caida A")

    body = tablet.record("anula 2", base=2).json()

    assert [(row["seq"], row["annulled_by"]) for row in body["log_tail"]] == [(1, None), (2, 3), (3, None)]


def test_the_same_request_again_is_answered_alike(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)
    sent = {"client_id": str(uuid4()), "notation": "caida A", "device_ts": "2026-12-05T20:30:00.5-05:00"}
    request = {"lease_epoch": 1, "base_seq": 1, "jugadas": [sent]}

    first, second = (tablet.post(f"{tablet.mesa}/jugadas", request) for _ in range(2))

    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert log_of(tablet.kept.mesa) == [SORTEO, "caida A"]


def test_a_gap_is_answered_with_the_number_expected(tablet_with: With) -> None:
    answer = tablet_with(SORTEO).record("caida A", base=4)

    assert answer.status_code == 409
    assert answer.json().items() >= {"code": "secuencia", "expected": 1, "article": None}.items()


def test_a_fenced_tablet_is_told_who_keeps_the_mesa(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)
    kept, other = tablet.kept, tablet.kept.tablet()
    lease_take(mesa_id=kept.mesa_id, device=other, user=kept.juez, now=kept.tick())

    answer = tablet.record("caida A", base=1)

    assert answer.status_code == 409
    assert answer.json()["lease"] == {"holder": other.name, "epoch": 2}


def test_a_refusal_names_the_row_the_code_and_the_article(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)

    answer = tablet.record("caida A", "conteo A=20 B=20 mesa=1", base=1)

    assert answer.status_code == 422
    assert answer.json().items() >= {"seq": 3, "acked": 2, "article": "3.f, 3.g, 16"}.items()
    assert log_of(tablet.kept.mesa) == [SORTEO, "caida A"]


def test_a_jugada_costs_four_queries_with_its_token(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)
    tablet.record("caida A", base=1)

    with CaptureQueriesContext(connection) as queries:
        answer = tablet.record("caida B", base=2)

    assert answer.status_code == 200
    assert len([query for query in queries if "SAVEPOINT" not in query["sql"]]) == 4


def test_a_preview_says_what_a_jugada_would_do_and_does_nothing(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO, "segundo-reparto")

    answer = tablet.post(f"{tablet.mesa}/preview", {"notation": "conteo A=23 B=15 mesa=2"})

    assert answer.status_code == 200
    assert answer.json() == {
        "ask": None,
        "points": {"A": 10, "B": 0},
        "score": {"A": 10, "B": 0},
        "closes": False,
        "estado": "en-juego",
        "text": "A 23 cartas → 10 · B 15 cartas · mesa 2",
    }
    assert tablet.kept.mesa.head_seq == 2


def test_a_preview_asks_what_would_be_implausible_after_other_jugadas(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO, "caida A")
    count = {"notation": "conteo A=0 B=40 mesa=0 falla"}

    as_it_is = tablet.post(f"{tablet.mesa}/preview", count | {"before": ["segundo-reparto"]})
    moved = tablet.post(f"{tablet.mesa}/preview", count | {"before": ["anula 2", "caida B", "segundo-reparto"]})

    assert as_it_is.json()["ask"]["line"] == "conteo A=0 B=40 mesa=0 falla confirmado"
    assert moved.json()["ask"] is None
    assert tablet.kept.mesa.head_seq == 2


@pytest.mark.parametrize(
    ("notation", "code"), [("conteo A=23 B=15 mesa=3", "conteo-no-suma-40"), ("conteo", "notacion")]
)
def test_a_preview_refuses_like_the_log(tablet_with: With, notation: str, code: str) -> None:
    tablet = tablet_with(SORTEO, "segundo-reparto")

    answer = tablet.post(f"{tablet.mesa}/preview", {"notation": notation})

    assert answer.status_code == 422
    assert answer.json().keys() == {"code", "message", "article"}
    assert answer.json()["code"] == code


def test_a_tablet_that_folds_by_itself_gets_only_what_it_lacks(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)

    sent = {"client_id": str(uuid4()), "notation": "caida A", "device_ts": None}
    batch = {"lease_epoch": 1, "base_seq": 1, "jugadas": [sent]}
    answer = tablet.post(f"{tablet.mesa}/jugadas", batch, Prefer="return=minimal")

    assert answer.status_code == 200
    assert set(answer.json()) == {"acked", "head", "receipts", "state"}
    assert answer.json()["acked"] == 2
