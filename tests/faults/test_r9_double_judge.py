"""R9: of several that write the same row of a mesa at the same instant, exactly one succeeds."""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from uuid import uuid4

import pytest

from tests.factories.referee import SORTEO, Keeper
from tests.faults.conftest import Size
from tests.faults.serving import Served
from tests.faults.tablets import call
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

MOST_CLIENTS = 8
RACES_A_MESA = 500


def test_exactly_one_of_the_racers_is_recorded(
    granian: Served, hall: Callable[[int], list[Keeper]], size: Size, report: Callable[..., None]
) -> None:
    chance, waited = random.Random(9), []

    def send(barrier: Barrier, kept: Keeper, base: int) -> tuple[int, dict]:
        jugada = {"client_id": str(uuid4()), "notation": "mal-pedido A"}
        body = {"lease_epoch": 1, "base_seq": base, "jugadas": [jugada]}
        barrier.wait()
        begun = time.monotonic()
        answer = call("POST", "/jugadas", granian.port, granian.nonce, kept, body)
        waited.append(time.monotonic() - begun)
        return answer

    def race(pool: ThreadPoolExecutor, kept: Keeper, base: int) -> None:
        clients = chance.randint(2, MOST_CLIENTS)
        send_at_once = partial(send, Barrier(clients), kept, base)
        answers = [future.result() for future in [pool.submit(send_at_once) for _ in range(clients)]]
        assert sorted(status for status, _ in answers) == [200] + [409] * (clients - 1)
        assert all(body["expected"] == base + 1 for status, body in answers if status == 409)

    mesas = hall(-(-size.races // RACES_A_MESA))
    races = min(size.races, RACES_A_MESA)
    with ThreadPoolExecutor(MOST_CLIENTS) as pool:
        for kept in mesas:
            kept.record(SORTEO)
            for base in range(1, races + 1):
                race(pool, kept, base)

    waited.sort()
    report(
        races=races * len(mesas),
        requests=len(waited),
        p99_ms=round(1000 * waited[int(0.99 * len(waited))]),
        worst_ms=round(1000 * waited[-1]),
    )
    assert waited[int(0.99 * len(waited))] * 1000 < size.p99_ms
    for kept in mesas:
        assert kept.mesa.head_seq == races + 1
        assert_projection_equals_replay(kept.mesa)
