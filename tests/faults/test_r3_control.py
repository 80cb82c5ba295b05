"""R3: the same traffic against the server one writes in an afternoon must be found wanting."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.factories.referee import Keeper
from tests.faults import naive, serving
from tests.faults.checking import problems
from tests.faults.conftest import Size
from tests.faults.proxy import lossy
from tests.faults.tablets import Outbox, figures, play_all, script

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(transactional_db: None) -> object:
    naive.prepare()
    yield
    naive.drop()


@pytest.mark.long
@pytest.mark.usefixtures("table")
def test_the_check_fails_a_naive_server(
    hall: Callable[[int], list[Keeper]], size: Size, tmp_path: Path, report: Callable[..., None]
) -> None:
    outboxes = [
        Outbox(kept, script(size.jugadas // size.tablets), place) for place, kept in enumerate(hall(size.tablets))
    ]

    with serving.granian(tmp_path, FAULTS_NAIVE="1") as served, lossy(served.port, seed=1) as proxy:
        seconds = play_all(outboxes, proxy.port, served.nonce)

    sent = {each.kept.mesa_id: list(zip(each.client_ids, each.lines, strict=True)) for each in outboxes}
    found = problems(sent, naive.stored())
    report(**figures(outboxes, seconds), injected=dict(proxy.injected), found=dict(found))
    assert found["doubled"] > 0
    assert found["disordered"] > 0
