"""What static files are sent with, besides what every answer has."""

from collections.abc import MutableMapping
from typing import Final

POLICY: Final = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
"""No more than that: a worker runs under the policy of its own file, and the tablet's engine compiles WebAssembly."""


def static_headers(headers: MutableMapping[str, str], _path: str, _url: str) -> None:
    headers["Content-Security-Policy"] = POLICY
