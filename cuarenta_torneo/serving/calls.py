"""What the door and the process of the pages say to each other: over a pair of sockets for each thread of the door."""

import os
from contextlib import ExitStack
from io import BytesIO
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle, send_handle
from typing import IO, Final

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from cuarenta_torneo.serving.answers import Answer
from cuarenta_torneo.serving.environ import Environ, requested, with_the_same


class Asked(Struct, array_like=True, tag=True, gc=False):
    """A request. Where its body is a `file`, that follows."""

    environ: dict[str, str]
    body: bytes
    file: bool


class Sealed(Struct, array_like=True, tag=True, gc=False):
    """A Planilla of this championship was sealed. Nothing is answered."""

    championship_id: int


Call = Asked | Sealed
_ENCODER: Final = Encoder()
_CALLS: Final[Decoder[Call]] = Decoder(Call)
_ANSWERS: Final = Decoder(Answer)


def call(connection: Connection, said: Call) -> None:
    connection.send_bytes(_ENCODER.encode(said))


def ask(connection: Connection, environ: Environ) -> None:
    """Harmless where it raises: what came in part is not done."""
    body: IO[bytes] = environ["wsgi.input"]
    if isinstance(body, BytesIO):
        call(connection, Asked(requested(environ), body.getvalue(), file=False))
    else:
        call(connection, Asked(requested(environ), b"", file=True))
        send_handle(connection, body.fileno(), None)


def called(connection: Connection) -> Call:
    return _CALLS.decode(connection.recv_bytes())


def environ_asked(connection: Connection, asked: Asked, held: ExitStack) -> Environ:
    """The request as it came to the door; its body is open until `held` ends."""
    body = os.fdopen(recv_handle(connection), "rb") if asked.file else BytesIO(asked.body)
    return with_the_same(asked.environ) | {"wsgi.input": held.enter_context(body)}


def answer(connection: Connection, said: Answer) -> None:
    connection.send_bytes(_ENCODER.encode(said))


def answered(connection: Connection) -> Answer:
    return _ANSWERS.decode(connection.recv_bytes())
