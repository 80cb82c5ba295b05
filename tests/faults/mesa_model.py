"""What a mesa must answer to whatever is sent: docs/bitacora.md, "Writing", once more and without a database.

The rules are the product's own (another test holds them to another scorer); lease, sequence, repetition and closing
are told here anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from referee.rules import (
    SEATS,
    MesaState,
    NotationError,
    RuleViolation,
    apply,
    decide,
    parse_jugada,
    reglamento_get,
    result,
    start,
)

Sent = tuple[UUID, str]
Answer = tuple[int, dict[str, object]]


@dataclass
class MesaModel:
    """One mesa: its rows, who keeps it, and whether its log is open."""

    rows: list[Sent] = field(default_factory=list)
    state: MesaState = field(default_factory=lambda: start(reglamento_get("riobamba", {}), SEATS))
    holder: int = 0
    epoch: int = 1
    planilla: str = ""
    signed: set[str] = field(default_factory=set)

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def winner(self) -> str | None:
        return result(self.state)["ganador"]

    def seq_of(self, client_id: UUID) -> int | None:
        return next((seq for seq, (known, _) in enumerate(self.rows, start=1) if known == client_id), None)

    def post(self, tablet: int, epoch: int, base: int, sent: Sequence[Sent]) -> Answer:
        """Status, and of the body what must be in it."""
        known = {client_id: seq for client_id, _ in sent if (seq := self.seq_of(client_id)) is not None}
        for client_id, line in sent:
            if client_id in known and self.rows[known[client_id] - 1][1] != line:
                return 422, {"code": "client-id-repetido"}
        fresh = [(client_id, line) for client_id, line in sent if client_id not in known]
        if not fresh:
            return 200, {"acked": max(known.values())}
        if (tablet, epoch) != (self.holder, self.epoch):
            return 409, {"code": "mesa-en-otro-equipo"}
        if base + sum(seq > base for seq in known.values()) != len(self.rows):
            return 409, {"code": "secuencia", "expected": len(self.rows)}
        if self.planilla:
            return 422, {"code": f"planilla-{self.planilla}"}
        return self._append(fresh)

    def _append(self, fresh: Sequence[Sent]) -> Answer:
        for client_id, line in fresh:
            try:
                jugada = parse_jugada(line)
                decide(self.state, jugada)
            except (NotationError, RuleViolation) as error:
                head = len(self.rows)
                return 422, {"code": error.code, "seq": head + 1, "acked": head}
            self.state = apply(self.state, jugada)
            self.rows.append((client_id, line))
        return 200, {"acked": len(self.rows)}

    def take(self, tablet: int) -> Answer:
        if self.planilla == "sellada":
            return 422, {"code": "planilla-sellada"}
        if tablet != self.holder:
            self.holder, self.epoch = tablet, self.epoch + 1
        return 200, {"lease_epoch": self.epoch}

    def freeze(self, tablet: int) -> Answer:
        if self.planilla:
            return (422, {"code": "planilla-sellada"}) if self.planilla == "sellada" else (200, {})
        if tablet != self.holder:
            return 409, {"code": "mesa-en-otro-equipo"}
        if not self.over:
            return 422, {"code": "mesa-sin-terminar"}
        self.planilla, self.signed = "congelada", set()
        return 200, {}

    def reopen(self, tablet: int) -> Answer:
        if not self.planilla:
            return 200, {}
        if self.planilla == "sellada":
            return 422, {"code": "planilla-sellada"}
        if tablet != self.holder:
            return 409, {"code": "mesa-en-otro-equipo"}
        self.planilla = ""
        return 200, {}

    def sign(self, tablet: int, party: str) -> Answer:
        if not self.planilla:
            return 409, {"code": "sin-congelar"}
        if self.planilla == "sellada":
            return 422, {"code": "planilla-sellada"}
        if tablet != self.holder:
            return 409, {"code": "mesa-en-otro-equipo"}
        if party in self.signed:
            return 422, {"code": "ya-firmo"}
        if party == "juez" and self.winner not in self.signed:
            return 422, {"code": "faltan-firmas"}
        self.signed.add(party)
        if party == "juez":
            self.planilla = "sellada"
        return 201, {}
