"""A server that is at its post again at once: a parent that forks a child for each crash of the plan.

The parent has imported everything and holds the socket, so that a crash costs a fork and not a start.
"""

import json
import os
import signal
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from django.urls import get_resolver

from tests.faults.wsgi import make_application


class Handler(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 64


def serve(server: Server, crash: tuple[str, int] | None) -> None:
    """In a child: serve until the crash."""
    if crash is not None:
        os.environ["FAULTS_CRASH"], os.environ["FAULTS_CRASH_HITS"] = crash[0], str(crash[1])
    server.set_app(make_application())
    server.serve_forever()


def load() -> None:
    """Import all that a request needs, before the first fork."""
    import cuarenta_torneo.application  # noqa: F401, PLC0415 (it sets Django up, and begins no thread)

    get_resolver().url_patterns  # noqa: B018 (reading them imports every view)


def main() -> None:
    load()
    server = Server(("127.0.0.1", 0), Handler)
    print(f"port {server.server_port}", flush=True)  # noqa: T201
    children: list[int] = []

    def stop(*_: object) -> None:
        os.kill(children[-1], signal.SIGKILL)
        os._exit(0)

    for crash in [*json.loads(os.environ["FAULTS_PLAN"]), None]:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            serve(server, crash)
        children.append(pid)
        signal.signal(signal.SIGTERM, stop)
        _, status = os.waitpid(pid, 0)
        print(f"exit {os.waitstatus_to_exitcode(status)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
