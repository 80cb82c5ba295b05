"""Server-sent events as bytes. What several boards are sent is written once."""

import json
from typing import Any, Final

HEARTBEAT: Final = b": \nevent: vivo\ndata: 0\n\n"
RETRY: Final = b"retry: 2000\n\n"


def frame(version: int, told: dict[str, Any]) -> bytes:
    """One event; a board that comes back says the version of the last one it got."""
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return b"id: %d\ndata: %b\n\n" % (version, text.encode())
