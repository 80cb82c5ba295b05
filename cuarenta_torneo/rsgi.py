"""Pages and API behind their door: `bin/serve` serves this; under another server `cuarenta_torneo.wsgi` answers the same without it."""

import os
import threading
from collections.abc import Callable
from functools import partial

from cuarenta_torneo.application import application as site  # first: it sets Django up
from cuarenta_torneo.application import work_start

# isort: split
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils import timezone

from brackets.services.clients import network_of
from brackets.services.known_devices import account_known
from cuarenta_torneo.serving.answers import Application
from cuarenta_torneo.serving.bodies import Known
from cuarenta_torneo.serving.environ import Environ
from cuarenta_torneo.serving.front import Front
from cuarenta_torneo.serving.giving_way import niceness
from cuarenta_torneo.serving.pages import Pages, Work
from referee.selectors.access import is_let_in
from referee.services.tree import on_seal, seal_told
from referee.tasks import trees_start

HASHING = ("/cuenta/entrar/", "/cuenta/clave/", "/cuenta/llaves/reto/", "/cuenta/llaves/quitar/", "/api/v1/devices")


def known(environ: Environ) -> Known:
    """Of whom its session is, or else who signed in on that browser before."""
    request, cookies = HttpRequest(), parse_cookie(environ.get("HTTP_COOKIE", ""))
    request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    try:
        user = get_user(request)
        if user.is_authenticated:
            return Known(f"account {user.pk}", signed_in=True)
        before = account_known(cookies)
        return Known(f"known {before.pk}" if before else "")
    finally:
        close_old_connections()


def hashes(environ: Environ) -> bool:
    return environ["PATH_INFO"] in HASHING


def let_in(token: str) -> bool:
    """Whether a tablet has this token."""
    try:
        return is_let_in(token, now=timezone.now())
    finally:
        close_old_connections()


def pages_of(application: Application, start: Callable[[], None]) -> Pages:
    """The process of the pages, which begins with `start`. The trees grow there, or in a worker, and a tablet seals here.

    Raises RuntimeError where a thread was begun before: what it holds at that moment, SQLite's own locks too, nobody would ever give back there.
    """
    if threading.active_count() > 1:
        raise RuntimeError(f"threads before the fork: {threading.enumerate()}")
    pages = Pages(Work(application, settings.VAR_DIR, niceness(), start, seal_told))
    if settings.REDIS_URL:
        trees_start()
    else:
        on_seal(pages.sealed)
    return pages


def front_of(application: Application, start: Callable[[], None] = work_start) -> Front:
    """This WSGI application behind the door; `start` begins what works beside the pages. With SQLite all who wait share a commit: the more wait, the fewer commits.

    With PostgreSQL each thread is a connection.
    """
    taps, together = (16, 4) if settings.DATABASE_URL else (32, 1)
    return Front(
        application,
        begin=partial(pages_of, application, start),
        client=network_of,
        known=known,
        hashes=hashes,
        let_in=let_in,
        taps=int(os.environ.get("THREADS") or taps),
        together=together,
        folder=settings.VAR_DIR,
    )


application = front_of(site)
