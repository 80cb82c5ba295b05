"""The state that a mesa's log folds to; kept in memory by the hash it belongs to, so that a tap folds one row."""

import json
from collections import OrderedDict
from threading import Lock

from referee.models import Jugada, Mesa
from referee.rules import MesaState, Reglamento, parse_jugada, reglamento_get, replay, start
from referee.selectors.prepared import Statement

KEPT_STATES = 512


class StateCache:
    """The states last used. The key is the hash of the log's head, so that a state is never out of date."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._states: OrderedDict[str, MesaState] = OrderedDict()
        self._lock = Lock()

    def get(self, head_hash: str) -> MesaState | None:
        with self._lock:
            state = self._states.get(head_hash)
            if state is not None:
                self._states.move_to_end(head_hash)
            return state

    def put(self, head_hash: str, state: MesaState) -> None:
        with self._lock:
            self._states[head_hash] = state
            self._states.move_to_end(head_hash)
            if len(self._states) > self._size:
                self._states.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()


states = StateCache(KEPT_STATES)

_BEGINNING = Statement("SELECT reglamento, rule_settings, seats FROM referee_mesa WHERE id = %s")


def rules_of(mesa: Mesa) -> Reglamento:
    """The rulebook this mesa is played under, as it was settled when the mesa opened."""
    return reglamento_get(mesa.reglamento, mesa.rule_settings)


def state_of(mesa: Mesa) -> MesaState:
    """The fold of the mesa's log up to `mesa.head_seq`; one query unless the state is still in memory."""
    state = states.get(mesa.head_hash)
    if state is None:
        state = state_at(mesa, mesa.head_seq)
        states.put(mesa.head_hash, state)
    return state


def state_at(mesa: Mesa, seq: int) -> MesaState:
    """The fold of the first `seq` rows, read from the log."""
    if mesa.get_deferred_fields():
        _begin(mesa)
    rules, seats = rules_of(mesa), tuple(mesa.seats)
    if seq == 0:
        return start(rules, seats)
    lines = Jugada.objects.filter(mesa=mesa, seq__lte=seq).order_by("seq").values_list("notation", flat=True)
    return replay(rules, seats, map(parse_jugada, lines))


def _begin(mesa: Mesa) -> None:
    """Load what the fold starts from: the first tap of a mesa waits for it, and the ORM takes as long as the rest."""
    row = _BEGINNING.row([mesa.pk])
    if row is None:
        raise Mesa.DoesNotExist
    mesa.reglamento, mesa.rule_settings, mesa.seats = row[0], json.loads(row[1]), json.loads(row[2])
