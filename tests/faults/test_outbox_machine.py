"""The tablet's own outbox, in a real browser on a real disk, in any interleaving with a network and another tablet.

The server is the model of `mesa_model`: what it has, the outbox still has, or waits aside is all that was ever saved.
"""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from referee.rules import ledger, legal, result
from referee.rules.bridge import row_json
from tests.factories.referee import SORTEO
from tests.faults.conftest import Size
from tests.faults.mesa_model import MesaModel

pytestmark = [pytest.mark.faults, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OUTBOX = (Path(__file__).parent / "outbox.js").read_text()
STEPS = 30
HERE, OTHER = 0, 1
FATES = st.sampled_from(["", "", "lost on its way", "lost on its way", "answer lost", "500", "500 after it was done"])


class Server:
    """The model behind an API, and what becomes of the next requests."""

    def __init__(self, mesa: str) -> None:
        self.mesa, self.model = mesa, MesaModel()
        self.fates: list[str] = []
        self.out_of_reach = False

    def serve(self, method: str, path: str, body: dict[str, Any] | None) -> dict[str, Any] | None:
        if self.out_of_reach:
            return None
        fate = self.fates.pop(0) if self.fates else ""
        if fate in ("lost on its way", "500"):
            return None
        status, answer = self._answer(method, path.rsplit("/", 1)[-1], body or {})
        return None if fate else {"status": status, "body": answer}

    def _answer(self, method: str, what: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if method == "GET":
            return 200, self.payload()
        if what == "lease":
            self.model.take(HERE)
            return 200, self.payload()
        assert what == "jugadas"
        sent = [(UUID(each["client_id"]), each["notation"]) for each in body["jugadas"]]
        status, answer = self.model.post(HERE, body["lease_epoch"], body["base_seq"], sent)
        if status == 200:
            told = self.payload()
            return 200, {"acked": answer["acked"], **{key: told[key] for key in ("head", "state", "legal", "log")}}
        lease = {"lease": {"holder": "Tablet 12", "epoch": self.model.epoch}}
        return status, {"message": "", "article": None} | answer | (lease if "equipo" in str(answer["code"]) else {})

    def payload(self) -> dict[str, Any]:
        model = self.model
        rows = zip(ledger(model.state), model.rows, strict=True)
        return {
            "id": self.mesa,
            "lease_epoch": model.epoch,
            "lease": {"mine": model.holder == HERE, "holder": f"Tablet {model.holder}", "epoch": model.epoch},
            "head": {"seq": len(model.rows), "hash": ""},
            "state": result(model.state),
            "legal": [choice.as_json() for choice in legal(model.state)],
            "log": [{**row_json(row), "client_id": str(sent[0]), "device_ts": None} for row, sent in rows],
            "planilla": None,
            "header": None,
        }


class Tablet(RuleBasedStateMachine):
    page: Page
    servers: dict[str, Server]
    counted: Counter[str]

    def __init__(self) -> None:
        super().__init__()
        self.mesa = str(uuid4())
        self.server = Server(self.mesa)
        self.servers[self.mesa] = self.server
        self.server.model.post(HERE, 1, 0, [(uuid4(), SORTEO)])
        self.saved: list[str] = []  # in the order in which it was first shown so
        self.seen: dict[str, Any] = {}

    @initialize()
    def open(self) -> None:
        self.page.evaluate("mesa => begin(mesa)", self.mesa)
        self.act("open")

    @rule(chance=st.integers(0, 7))
    def tap(self, chance: int) -> None:
        self.act("tap", chance)

    @rule()
    def undo(self) -> None:
        self.act("undo")

    @rule(fates=st.lists(FATES, min_size=2, max_size=8))
    def network_breaks(self, fates: list[str]) -> None:
        self.server.fates = fates

    @rule()
    def network_goes(self) -> None:
        """Until it returns nothing arrives, however often it is sent: what is saved is on the disk or nowhere."""
        self.server.out_of_reach = True

    @precondition(lambda self: self.server.out_of_reach)
    @rule()
    def network_returns(self) -> None:
        self.server.out_of_reach = False
        self.act("retry")

    @rule()
    def retry(self) -> None:
        self.act("retry")

    @rule()
    def restart(self) -> None:
        """With what its disk has: nothing of the old table is left."""
        self.act("open")

    @precondition(lambda self: self.server.model.holder == HERE)
    @rule(chance=st.integers(0, 9), taps=st.integers(0, 3))
    def another_tablet_takes_over(self, chance: int, taps: int) -> None:
        model, rng = self.server.model, random.Random(chance)
        model.take(OTHER)
        for _ in range(taps):
            model.post(OTHER, model.epoch, len(model.rows), [(uuid4(), f"{rng.choice(['caida', 'limpia'])} B")])

    @precondition(lambda self: self.server.model.holder == OTHER)
    @rule()
    def take_it_back(self) -> None:
        self.act("takeOver")

    def teardown(self) -> None:
        """The network is whole again: nothing stays unsent, and the screen is the server's."""
        if not self.seen:
            return
        self.server.fates, self.server.out_of_reach = [], False
        self.act("retry")
        self.act("retry")
        model = self.server.model
        rows = [(str(client_id), line) for client_id, line in model.rows]
        assert self.seen["pending"] == []
        if model.holder == HERE:
            assert self.seen["state"] == result(model.state)
            assert [tuple(row) for row in self.seen["log"]] == rows
        self.counted.update(tablets=1, saved=len(self.saved), aside=len(self.seen["aside"]))

    def act(self, name: str, *given: object) -> None:
        """Do it; whatever was saved is still somewhere, and in its order."""
        self.seen = self.page.evaluate("([name, ...given]) => act(name, ...given)", [name, *given])
        self.saved = self.seen["shown"]
        rows = [str(client_id) for client_id, _ in self.server.model.rows]
        here = {*rows, *self.seen["pending"], *self.seen["aside"]}
        assert set(self.saved) <= here, f"lost after {name}"
        ours = [each for each in rows if each in self.saved] + [
            each for each in self.seen["pending"] if each not in rows
        ]
        assert ours == sorted(ours, key=self.saved.index), f"out of order after {name}"


@pytest.mark.long
def test_what_was_saved_is_kept_in_any_interleaving(
    live_server: LiveServer,
    open_context: Callable[..., BrowserContext],
    size: Size,
    report: Callable[..., None],
) -> None:
    page = open_context().new_page()
    servers: dict[str, Server] = {}
    counted: Counter[str] = Counter()
    page.expose_function("serve", lambda mesa, *asked: servers[mesa].serve(*asked))
    page.add_init_script(OUTBOX)
    page.goto(f"{live_server.url}/tablet/")
    machine = type("AnyTablet", (Tablet,), {"page": page, "servers": servers, "counted": counted})

    run_state_machine_as_test(
        machine, settings=settings(max_examples=size.outboxes, stateful_step_count=STEPS, deadline=None)
    )

    report(steps=STEPS, **counted)
    assert counted["saved"]
    assert counted["aside"]
