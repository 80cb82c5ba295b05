"""Static files for browsers: read once, sent in one piece, and kept by a browser where nothing depends on asking again.

A page of the tablet loads ninety modules. Django's server takes a file for a request like any other, and a browser that may
keep nothing asks for all of them at every load, which costs both more than the page does. So a test gets them in one; each by
itself they come to those that allow a service worker, and to all that have a server of their own.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders, handlers
from django.http import Http404, HttpRequest
from django.test import testcases

CLOSED = b""
END_OF_HEADERS = (b"\r\n", b"\n", CLOSED)
APP = "tablet/main.js"


class Kept:
    """Whether browsers may keep what they are sent: not where the service worker alone is to have it."""

    allowed = False


def put_together() -> bytes:
    """The app of the tablet, with all that it imports, in one module."""
    esbuild, source = (
        settings.BASE_DIR / "node_modules/.bin/esbuild",
        settings.BASE_DIR / "cuarenta_torneo/static" / APP,
    )
    shape = ("--bundle", "--format=esm", f"--external:{settings.STATIC_URL}*", "--log-level=warning")
    return subprocess.run([esbuild, source, *shape], check=True, stdout=subprocess.PIPE).stdout


@contextmanager
def quick_files() -> Iterator[None]:
    """In this process, of all servers of tests."""
    together = cache(put_together)
    handler = testcases.QuietWSGIRequestHandler
    slowly, prefix = handler.handle_one_request, f"GET {settings.STATIC_URL}".encode()

    def handle_one_request(self: Any) -> None:
        if not self.rfile.peek(len(prefix)).startswith(prefix):
            slowly(self)
            return
        _, target, _ = self.rfile.readline().decode("latin-1").split(" ")
        while self.rfile.readline() not in END_OF_HEADERS:
            pass
        path = unquote(target.partition("?")[0]).removeprefix(settings.STATIC_URL)
        self.close_connection = False
        self.wfile.write(_script(together()) if path == APP and Kept.allowed else _answer(path))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handler, "handle_one_request", handle_one_request)
        for finder in (finders.FileSystemFinder, finders.AppDirectoriesFinder):
            patch.setattr(finder, "list", _listed_once(finder.list))
        yield


def _answer(path: str) -> bytes:
    """Status, headers and content."""
    try:
        found = handlers.serve(HttpRequest(), path, insecure=True)
    except Http404:
        return _written(HTTPStatus.NOT_FOUND, {}, b"")
    headers = {"Content-Type": found["Content-Type"], "Cache-Control": "max-age=3600" if Kept.allowed else "no-store"}
    return _written(HTTPStatus.OK, headers, found.content)


def _script(content: bytes) -> bytes:
    return _written(HTTPStatus.OK, {"Content-Type": "text/javascript", "Cache-Control": "max-age=3600"}, content)


def _written(status: HTTPStatus, headers: dict[str, str], content: bytes) -> bytes:
    lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
    lines += [f"{name}: {value}" for name, value in (headers | {"Content-Length": str(len(content))}).items()]
    return "\r\n".join((*lines, "", "")).encode() + content


def _listed_once(listing: Any) -> Any:
    """The folders of static files are what they are while tests run."""

    @cache
    def everything(finder: Any) -> list[tuple[str, Any]]:
        return list(listing(finder, []))

    def listed(finder: Any, ignore_patterns: list[str] | None) -> Any:
        return listing(finder, ignore_patterns) if ignore_patterns else iter(everything(finder))

    return listed
