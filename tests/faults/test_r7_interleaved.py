"""R7: two tablets at one mesa over HTTP, in any interleaving: taps, sends, lost and late requests, take-overs, seals.

A model of a few lines (`mesa_model`) foretells every answer; at the end the log is the model's, row by row.
"""

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from uuid import UUID, uuid4

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from referee.rules import dump_jugada, legal, result
from tests.factories.referee import INK, DeviceFactory, Keeper, keeper
from tests.faults.checking import recorded
from tests.faults.conftest import Size
from tests.faults.mesa_model import Answer, MesaModel, Sent
from tests.faults.serving import Served
from tests.faults.tablets import call
from tests.referee.replaying import assert_projection_equals_replay
from tests.referee.rules.walks import accepted, any_jugada, filled

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

STEPS = 40
WHO = st.sampled_from(["holder", "holder", "holder", "other"])
OFF = st.sampled_from([0] * 8 + [-1, 1])
SEEDS = st.integers(0, 2**16)
MOSTLY = st.sampled_from([True, True, True, False])
SELDOM = st.sampled_from([False, False, False, True])
QUICK_END = ('ajusta A +38 "marcador del caso"', "limpia A", "proclama")


class Tablet:
    """What one tablet knows: its unsent jugadas, and the head and the epoch it was last told."""

    def __init__(self, kept: Keeper) -> None:
        self.kept = kept
        self.outbox: list[Sent] = []
        self.acked: dict[UUID, int] = {}
        self.head, self.epoch = 0, 1


class Mesa(RuleBasedStateMachine):
    """Everything that two tablets and the network between can do to one mesa."""

    served: Served
    counted: Counter[str]

    def __init__(self) -> None:
        super().__init__()
        kept = keeper(parejas=2)
        kept.open()
        other = deepcopy(kept)
        other.token = uuid4().hex
        other.device = DeviceFactory(championship=kept.championship, user=kept.juez, token=other.token)
        self.tablets = [Tablet(kept), Tablet(other)]
        self.model = MesaModel()
        self.air: list[Callable[[], None]] = []  # requests that will arrive when nobody waits for them any more

    # --- at the table ---------------------------------------------------------------------------------------

    @rule(who=WHO, seeds=st.lists(SEEDS, min_size=1, max_size=5), likely=MOSTLY)
    def tap(self, who: str, seeds: list[int], *, likely: bool) -> None:
        """Several in a row, as if nothing of it could be refused."""
        outbox, state = self._tablet(who).outbox, self.model.state
        for chance in map(random.Random, seeds):
            offered = [jugada for choice in legal(state) if choice.allowed for jugada in filled(chance, choice, state)]
            jugada = chance.choice(offered) if likely and offered else any_jugada(chance, state)
            state = accepted(state, jugada) or state
            outbox.append((uuid4(), dump_jugada(jugada)))

    @precondition(lambda self: len(self.model.rows) > 4)
    @rule(who=WHO)
    def tap_the_end_of_a_chica(self, who: str) -> None:
        self._tablet(who).outbox.extend((uuid4(), line) for line in QUICK_END)

    # --- sending --------------------------------------------------------------------------------------------

    @precondition(lambda self: any(tablet.outbox for tablet in self.tablets))
    @rule(who=WHO, most=st.integers(1, 5), off=OFF, answered=MOSTLY, late=SELDOM)
    def send(self, who: str, most: int, off: int, *, answered: bool, late: bool) -> None:
        """What is oldest. `off`: a tablet that counted wrongly; `late`: it arrives when it is long forgotten."""
        which = self._which(who)
        if not self.tablets[which].outbox:
            which = 1 - which
        tablet = self.tablets[which]
        skipped = 1 if off > 0 and len(tablet.outbox) > 1 else 0  # what should go first is on its way, it believes
        batch = tablet.outbox[skipped : skipped + most]
        base, epoch = max(0, tablet.head + off), tablet.epoch
        if late:
            self.air.append(lambda: self._post(which, epoch, base, batch))
            return
        status, body = self._post(which, epoch, base, batch)
        if answered:
            self._learn(tablet, batch, status, body)

    @rule(seeds=st.lists(SEEDS, min_size=1, max_size=5), likely=MOSTLY, answered=MOSTLY)
    def play(self, seeds: list[int], *, likely: bool, answered: bool) -> None:
        """What mostly happens: a tap of the one who keeps the mesa, sent at once."""
        self.tap("holder", seeds, likely=likely)
        tablet = self._tablet("holder")
        if self.model.planilla:
            return
        tablet.head, tablet.epoch = len(self.model.rows), self.model.epoch
        self.send("holder", len(tablet.outbox), 0, answered=answered, late=False)

    @precondition(lambda self: any(tablet.acked for tablet in self.tablets))
    @rule(who=WHO, seed=SEEDS, other=SELDOM)
    def send_again_what_was_acknowledged(self, who: str, seed: int, *, other: bool) -> None:
        """Also from the tablet that did not record it, also with something else in it."""
        client_id = random.Random(seed).choice([known for tablet in self.tablets for known in tablet.acked])
        line = "mal-pedido A" if other else dict(self.model.rows)[client_id]
        tablet = self._tablet(who)
        self._post(self._which(who), tablet.epoch, tablet.head, [(client_id, line)])

    @precondition(lambda self: self.air)
    @rule(seed=SEEDS)
    def arrive(self, seed: int) -> None:
        self.air.pop(seed % len(self.air))()

    @rule(who=WHO)
    def reload(self, who: str) -> None:
        """What a tablet reads is the model, whoever keeps the mesa."""
        which = self._which(who)
        status, body = self._call(which, "GET", "")
        assert status == 200
        assert body["state"] == result(self.model.state)
        assert [row["notation"] for row in body["log"]] == [line for _, line in self.model.rows]
        assert (body["lease_epoch"], body["lease"]["mine"]) == (self.model.epoch, self.model.holder == which)
        self._look(which, body)

    # --- who keeps it, and how it ends ------------------------------------------------------------------------

    @rule(answered=MOSTLY, late=SELDOM)
    def take_over(self, *, answered: bool, late: bool) -> None:
        which = self._which("other")
        if late:
            self.air.append(lambda: self._act(which, "/lease", {}, lambda: self.model.take(which)))
            return
        status, body = self._act(which, "/lease", {}, lambda: self.model.take(which))
        if status == 200 and answered:
            self._look(which, body)

    @precondition(lambda self: self.model.over or self.model.planilla)
    @rule(who=WHO)
    def freeze(self, who: str) -> None:
        which = self._which(who)
        self._act(which, "/freeze", {}, lambda: self.model.freeze(which))

    @precondition(lambda self: self.model.planilla)
    @rule(who=WHO)
    def reopen(self, who: str) -> None:
        which = self._which(who)
        self._act(which, "/reopen", {}, lambda: self.model.reopen(which))

    @precondition(lambda self: self.model.planilla)
    @rule(who=WHO, party=st.sampled_from(["A", "A", "B", "juez"]))
    def sign(self, who: str, party: str) -> None:
        which = self._which(who)
        name = "" if party == "juez" else self.tablets[which].kept.players(party)[0]
        body = {"client_id": str(uuid4()), "party": party, "outcome": "firma", "name": name, "ink": INK}
        self._act(which, "/signatures", body, lambda: self.model.sign(which, party))

    # --- what must hold ---------------------------------------------------------------------------------------

    def teardown(self) -> None:
        kept = self.tablets[0].kept
        rows = recorded([kept.mesa_id])[kept.mesa_id]
        assert rows == [(seq, client_id, line) for seq, (client_id, line) in enumerate(self.model.rows, start=1)]
        for tablet in self.tablets:
            assert tablet.acked.items() <= {client_id: seq for seq, client_id, _ in rows}.items()
        assert_projection_equals_replay(kept.mesa)
        self.counted["mesas"] += 1
        self.counted["rows"] += len(rows)

    def _learn(self, tablet: Tablet, batch: list[Sent], status: int, body: dict) -> None:
        if status == 200:
            for client_id, _ in batch:
                tablet.acked[client_id] = self.model.seq_of(client_id) or 0
            tablet.outbox = [sent for sent in tablet.outbox if sent not in batch]
            tablet.head = body["acked"]
        elif "expected" in body:
            tablet.head = body["expected"]
        elif status == 422:  # set aside, with whatever was sent along
            tablet.outbox = [sent for sent in tablet.outbox if sent not in batch]

    def _which(self, who: str) -> int:
        return self.model.holder if who == "holder" else 1 - self.model.holder

    def _tablet(self, who: str) -> Tablet:
        return self.tablets[self._which(who)]

    def _look(self, which: int, body: dict) -> None:
        self.tablets[which].head, self.tablets[which].epoch = body["head"]["seq"], body["lease_epoch"]

    def _post(self, which: int, epoch: int, base: int, batch: list[Sent]) -> tuple[int, dict]:
        jugadas = [{"client_id": str(client_id), "notation": line} for client_id, line in batch]
        body = {"lease_epoch": epoch, "base_seq": base, "jugadas": jugadas}
        return self._act(which, "/jugadas", body, lambda: self.model.post(which, epoch, base, batch))

    def _act(self, which: int, path: str, body: object, foretell: Callable[[], Answer]) -> tuple[int, dict]:
        status, answer = self._call(which, "POST", path, body)
        expected = foretell()
        assert (status, answer | expected[1]) == (expected[0], answer), (path, body, expected)
        self.counted[f"{path[1:]} {status} {expected[1].get('code', '')}".strip()] += 1
        return status, answer

    def _call(self, which: int, method: str, path: str, body: object | None = None) -> tuple[int, dict]:
        return call(method, path, self.served.port, self.served.nonce, self.tablets[which].kept, body)


def test_two_tablets_in_any_interleaving_agree_with_the_model(
    granian: Served, transactional_db: None, size: Size, report: Callable[..., None]
) -> None:
    counted: Counter[str] = Counter()
    machine = type("Interleaved", (Mesa,), {"served": granian, "counted": counted})

    run_state_machine_as_test(
        machine, settings=settings(max_examples=size.histories, stateful_step_count=STEPS, deadline=None)
    )

    report(histories=size.histories, steps=STEPS, **counted)
    assert counted["jugadas 200"]
    assert counted["jugadas 409 mesa-en-otro-equipo"]
    assert counted["jugadas 409 secuencia"] or size.histories < 100  # so few histories may all be without one
