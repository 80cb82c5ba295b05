"""Was everything that was sent recorded, once, in its order, and nothing else? (I1 to I3)"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from referee.models import Jugada

Row = tuple[int, UUID, str]


def problems(sent: Mapping[UUID, Sequence[tuple[UUID, str]]], stored: Mapping[UUID, Sequence[Row]]) -> Counter[str]:
    """Count what is lost, doubled, out of order, or broken in numbering; empty when all is well.

    `sent` and `stored` are by mesa: client_id and line in the order of play, and (seq, client_id, line) by seq.
    """
    found: Counter[str] = Counter()
    for mesa, jugadas in sent.items():
        rows = stored.get(mesa, ())
        times = Counter(client_id for _, client_id, _ in rows)
        found["lost"] += sum(client_id not in times for client_id, _ in jugadas)
        found["doubled"] += sum(count - 1 for count in times.values())
        found["foreign"] += len(times.keys() - {client_id for client_id, _ in jugadas})
        found["gaps"] += [seq for seq, _, _ in rows] != list(range(1, len(rows) + 1))
        found["disordered"] += [(client_id, line) for _, client_id, line in rows] != list(jugadas)
    return +found


def recorded(mesas: Iterable[UUID]) -> dict[UUID, list[Row]]:
    """The logs of these mesas as they are in the database."""
    return {
        mesa: list(
            Jugada.objects.filter(mesa__public_id=mesa).order_by("seq").values_list("seq", "client_id", "notation")
        )
        for mesa in mesas
    }
