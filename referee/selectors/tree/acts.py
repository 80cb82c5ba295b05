"""Whether each event of a stage is of an act that the audit tells of."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from brackets.selectors.audit import CLOSED
from referee.models import TreeLeaf

Kind = TreeLeaf.Kind
IMPORTED: Final = "archivo-importar"
"""The action of the audit with which what was played elsewhere came here, at once and before anything was signed."""
NO_LEAF: Final = 2**31
"""The place of a row that has no leaf yet: behind all that have one."""
Act = tuple[str, str | None]
"""The hour and the account."""


@dataclass
class Acts:
    """Leaves, in order, and then the rows that have none yet.

    Who records an event writes an entry of the audit in the same transaction, with the same hour and account. A sweep reads the audit
    first, so that no event comes behind a checkpoint that has its entry already; the entry may come later.
    """

    own_tree: bool = False
    """Whether the tree is that of this database; the one in an archive is of where it was played."""
    entries: dict[Act, int] = field(default_factory=dict)
    """Of each act the place of its last leaf in the audit, before the close."""
    after_close: dict[Act, int] = field(default_factory=dict)
    """The same of what comes after the close, as long as nothing was signed: what is imported comes in the order of hours, and a clock may have been ahead."""
    closed: bool = False
    imported: bool = False
    events: list[tuple[int, int, Act, int]] = field(default_factory=list)
    """Stage, `seq`, act, and how many leaves were signed before that of the event."""

    def take(self, values: Mapping[str, Any], kind: str, place: int, signed: int) -> None:
        """A leaf or, at the place `NO_LEAF`, the entry of a row without one; `signed` is the size of the last checkpoint before it."""
        stage, seq, at, user = map(values.get, ("stage", "seq", "at", "user"))
        if not (isinstance(at, str) and isinstance(user, str | None)):
            return  # no row makes such a leaf, which is said of it
        if kind == Kind.EVENT and isinstance(stage, int) and isinstance(seq, int):
            self.events.append((stage, seq, (at, user), signed))
        elif kind == Kind.AUDIT and not (self.closed and signed):
            (self.after_close if self.closed else self.entries)[at, user] = place
            # Rows without a leaf come by their keys, and one of a higher key may have been written first.
            self.closed |= place != NO_LEAF and values.get("action") == CLOSED
            self.imported |= self.own_tree and values.get("action") == IMPORTED

    def problems(self) -> Iterator[str]:
        """Of each event that no act recorded, and of each stage that lacks events."""
        entries = self.entries | (self.after_close if self.imported else {})
        numbers = defaultdict[int, set[int]](set)
        for stage, seq, act, signed in self.events:
            numbers[stage].add(seq)
            if entries.get(act, -1) < signed:
                yield f"el hecho {seq} de la etapa {stage} no es de ningún acto del registro"
        for stage, there in sorted(numbers.items()):
            if there != {*range(1, len(there) + 1)}:
                yield f"a la etapa {stage} le faltan hechos: tiene {len(there)} y el último es el {max(there)}"
