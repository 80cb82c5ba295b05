"""Whether each event of a stage is of an act that the audit tells of."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.models import TreeLeaf

Kind = TreeLeaf.Kind
CLOSED: Final = "campeonato-cerrar"
"""The action of the audit after which nothing of a championship changes."""
NO_LEAF: Final = 2**31
Act = tuple[object, object]
"""The hour and the account."""


@dataclass
class Acts:
    """Leaves, in order, and then the rows that have none yet.

    Who records an event writes an entry of the audit in the same transaction, with the same hour and account. A sweep reads the audit
    first, so that no event comes behind a checkpoint that has its entry already; the entry may come later.
    """

    keeps_order: bool = True
    """Not of what was brought from elsewhere: its rows came all at once, in the order of their hours."""
    entries: dict[Act, int] = field(default_factory=dict)
    """Of each act the place of its last leaf in the audit, before the close."""
    closed: bool = False
    events: list[tuple[int, int, Act, int]] = field(default_factory=list)
    """Stage, `seq`, act, and how many leaves were signed before that of the event."""

    def take(self, values: Mapping[str, Any], kind: str, place: int, signed: int) -> None:
        """A leaf or, at the place `NO_LEAF`, the entry of a row without one; `signed` is the size of the last checkpoint before it."""
        act = (values.get("at"), values.get("user"))
        if kind == Kind.EVENT and "seq" in values:
            self.events.append((values["stage"], values["seq"], act, signed if self.keeps_order else 0))
        elif kind == Kind.AUDIT and not self.closed:
            self.entries[act] = place
            self.closed = self.keeps_order and place != NO_LEAF and values.get("action") == CLOSED

    def problems(self) -> Iterator[str]:
        """Of each event that no act recorded, and of each stage that lacks events."""
        numbers = defaultdict[int, set[int]](set)
        for stage, seq, act, signed in self.events:
            numbers[stage].add(seq)
            if self.entries.get(act, -1) < signed:
                yield f"el hecho {seq} de la etapa {stage} no es de ningún acto del registro"
        for stage, there in sorted(numbers.items()):
            if there != {*range(1, len(there) + 1)}:
                yield f"a la etapa {stage} le faltan hechos: tiene {len(there)} y el último es el {max(there)}"
