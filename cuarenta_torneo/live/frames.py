"""Server-sent events as bytes. What several boards are sent is written once."""

import json
from typing import Any, Final

HEARTBEAT: Final = b": \nevent: vivo\ndata: 0\n\n"
RETRY: Final = b"retry: 2000\n\n"
CROWDED: Final = (
    "retry: 60000\nevent: sondeo\ndata: Hay demasiadas pantallas conectadas: la página se sigue actualizando cada pocos segundos.\n\n"
).encode()
"""For one board too many: it asks every few seconds, and tries the stream again after a minute."""


def frame(version: int, told: dict[str, Any]) -> bytes:
    """One event; a board that comes back says the version of the last one it got."""
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return b"id: %d\ndata: %b\n\n" % (version, text.encode())
