"""How much is broken, on what, and where it is written down."""

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from brackets.models import Fixture
from tests.factories.brackets import published_stage
from tests.factories.referee import Keeper, keepers
from tests.faults import serving
from tests.faults.serving import ROOT, Served


@dataclass(frozen=True)
class Size:
    """Short for every run, long for `make faults`."""

    tablets: int
    jugadas: int
    seeds: tuple[int, ...]
    crashes_a_point: int
    races: int
    server_kills: int
    histories: int
    clocks: int
    outboxes: int
    offlines: int
    touches_offline: int
    p99_ms: float


SHORT = Size(
    tablets=8,
    jugadas=320,
    seeds=(1,),
    crashes_a_point=1,
    races=30,
    server_kills=2,
    histories=8,
    clocks=4,
    outboxes=6,
    offlines=1,
    touches_offline=24,
    p99_ms=8000,
)
FULL = Size(
    tablets=32,
    jugadas=10_016,
    seeds=(1, 2, 3, 4, 5),
    crashes_a_point=200,
    races=10_000,
    server_kills=25,
    histories=300,
    clocks=200,
    outboxes=1000,
    offlines=20,
    touches_offline=200,
    p99_ms=250,
)


@pytest.fixture(scope="session")
def size() -> Size:
    return FULL if os.environ.get("FAULTS") == "full" else SHORT


@pytest.fixture(scope="session")
def granian(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server of the product for all tests of this process. None of them meets its sweep of a minute."""
    with serving.granian(tmp_path_factory.mktemp("granian"), FAULTS_STILL="1") as served:
        yield served


@pytest.fixture
def hall(transactional_db: None) -> Callable[[int], list[Keeper]]:
    """So many mesas opened on as many tablets."""

    def open_mesas(tablets: int) -> list[Keeper]:
        without_byes = 1 << (2 * tablets - 1).bit_length()
        fixtures = published_stage(without_byes).fixtures.filter(status=Fixture.Status.READY)
        kept = keepers(fixtures[:tablets])
        assert len(kept) == tablets
        for each in kept:
            each.open()
        return kept

    return open_mesas


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Write down what was done and seen."""
    begun = time.time()

    def write(**figures: Any) -> None:
        name = f"{Path(request.node.path).stem.removeprefix('test_')}-{connection.vendor}"
        path = ROOT / "var" / "faults" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        told = {"test": name, "took": round(time.time() - begun, 1), **figures}
        path.write_text(json.dumps(told, indent=1) + "\n")
        print(json.dumps(told))  # noqa: T201

    return write
