"""granian's own interface (RSGI), as far as it is used here."""

from collections.abc import AsyncIterator, Awaitable, Iterable
from typing import Protocol

HeaderList = list[tuple[str, str]]


class Headers(Protocol):
    def items(self) -> Iterable[tuple[str, str]]: ...


class Scope(Protocol):
    """What a request says of itself. `client` and `server`: address and port."""

    proto: str
    http_version: str
    client: str
    server: str
    scheme: str
    method: str
    path: str
    query_string: str
    authority: str | None
    headers: Headers


class Exchange(Protocol):
    """Gives the body, at once or in parts, and takes the answer from any thread."""

    def __call__(self) -> Awaitable[bytes]: ...
    def __aiter__(self) -> AsyncIterator[bytes]: ...
    def response_bytes(self, status: int, headers: HeaderList, body: bytes) -> None: ...
    def response_file(self, status: int, headers: HeaderList, file: str) -> None: ...
