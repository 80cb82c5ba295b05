"""A mail server of the standard library's sockets, which takes, refuses or falls silent as a test says."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread


@dataclass
class Post:
    """What it took. `answers`: its replies to the next recipients.

    `silent`: it takes a mail and never says so; `mute`: it is reached and never greets. Either lasts until `ended`.
    """

    port: int = 0
    taken: list[Message] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    silent: bool = False
    mute: bool = False
    reached: Event = field(default_factory=Event)
    took: Event = field(default_factory=Event)
    ended: Event = field(default_factory=Event)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"


class _Handler(StreamRequestHandler):
    def handle(self) -> None:
        post: Post = self.server.post  # type: ignore[attr-defined]
        post.reached.set()
        if post.mute:
            post.ended.wait(30)
            return
        self._say("220 ready")
        while line := self.rfile.readline():
            word = line[:4].upper().strip()
            if word == b"DATA":
                self._say("354 go on")
                self._take(post)
            elif word == b"RCPT":
                self._say(post.answers.pop(0) if post.answers else "250 ok")
            elif word == b"QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 ok")

    def _take(self, post: Post) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line)
        post.taken.append(message_from_bytes(b"".join(lines)))
        post.took.set()
        if post.silent:
            post.ended.wait(30)
            return
        self._say("250 taken")

    def _say(self, words: str) -> None:
        self.wfile.write(words.encode() + b"\r\n")


@contextmanager
def mail_server() -> Iterator[Post]:
    post = Post()
    ThreadingTCPServer.daemon_threads, ThreadingTCPServer.allow_reuse_address = True, True
    with ThreadingTCPServer(("127.0.0.1", 0), _Handler) as server:
        server.post, post.port = post, server.server_address[1]  # type: ignore[attr-defined]
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield post
        finally:
            post.ended.set()
            server.shutdown()
