"""What a Director is told when the draw or the bracket cannot do what he asked."""

from typing import ClassVar


class DrawRefusal(Exception):
    """Nothing was changed; `code` is stable, the message is Spanish, `blocking` are the matches in the way."""

    http_status: ClassVar[int] = 409

    def __init__(self, code: str, message: str, *, blocking: tuple[tuple[int, int], ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.blocking = blocking
