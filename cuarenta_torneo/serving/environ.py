"""A request of granian's own interface as WSGI has it."""

import sys
from collections.abc import Mapping
from typing import Any, Final

from cuarenta_torneo.serving.files import FileAnswer
from cuarenta_torneo.serving.protocol import Scope

Environ = dict[str, Any]


_SAME: Final[Environ] = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": "granian",
    "wsgi.errors": sys.stderr,
    "wsgi.file_wrapper": FileAnswer,
    "wsgi.input_terminated": True,
    "wsgi.multiprocess": True,
    "wsgi.multithread": True,
    "wsgi.run_once": False,
    "wsgi.version": (1, 0),
}
_NAMES: Final[dict[str, str]] = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
_MOST_NAMES: Final = 256


def environ_of(scope: Scope) -> Environ:
    """Without its body. A header with an underscore is left out: it would pass for the one with a hyphen."""
    environ = _SAME.copy()
    environ["REQUEST_METHOD"] = scope.method
    environ["PATH_INFO"] = scope.path.encode().decode("latin-1")
    environ["QUERY_STRING"] = scope.query_string
    environ["SERVER_PROTOCOL"] = f"HTTP/{scope.http_version}"
    environ["wsgi.url_scheme"] = scope.scheme
    environ["SERVER_NAME"], _, environ["SERVER_PORT"] = scope.server.rpartition(":")
    environ["REMOTE_ADDR"] = scope.client.rpartition(":")[0].strip("[]")
    if scope.authority:
        environ["HTTP_HOST"] = scope.authority
    for name, value in scope.headers.items():
        key = _NAMES.get(name) or _named(name)
        if not key:
            continue
        if key in environ and key != "HTTP_HOST":
            environ[key] += f"{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
        else:
            environ[key] = value
    return environ


def requested(environ: Environ) -> dict[str, str]:
    """What is of this request alone, and goes to another process."""
    return {name: value for name, value in environ.items() if name not in _SAME and name != "wsgi.input"}


def with_the_same(request: Mapping[str, str]) -> Environ:
    return {**_SAME, **request}


def _named(name: str) -> str:
    if "_" in name:
        return ""
    key = f"HTTP_{name.upper().replace('-', '_')}"
    if len(_NAMES) < _MOST_NAMES:
        _NAMES[name] = key
    return key
