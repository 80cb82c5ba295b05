"""The Juez's screen: one page, and everything else through the API. Whoever opens it signs in on it."""

import json
from base64 import b64encode
from hashlib import sha256

from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from referee.selectors.shell import RULEBOOK, WORKER, Shell, import_map, import_map_source, shell, source

JAVASCRIPT = "text/javascript; charset=utf-8"
# It needs nothing but its own files.
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


@require_safe
@cache_control(no_cache=True)
@csp_update({"script-src": [import_map_source()]})
def tablet(request: HttpRequest) -> HttpResponse:
    """The same bytes for everybody: the service worker keeps them."""
    return HttpResponse(page(shell()))


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker, and in it the list of what it keeps: a change of any file is a change of the worker."""
    now = shell()
    static = settings.STATIC_URL
    home = reverse("referee:tablet")
    elsewhere = {RULEBOOK: reverse("referee:rulebook")}
    given = {
        "version": now.version,
        "home": home,
        "app": {home: b64encode(sha256(page(now).encode()).digest()).decode()}
        | {elsewhere.get(name, static + name): digest for name, digest in now.app.items()},
        "engine": {static + name: digest for name, digest in now.engine.items()},
    }
    body = f"const SHELL = {json.dumps(given, indent=1)};\n{source(WORKER)}"
    return HttpResponse(body, content_type=JAVASCRIPT)


@require_safe
@cache_control(no_cache=True)
def rulebook(request: HttpRequest) -> HttpResponse:
    """The worker that the rulebook runs in, with a policy of its own: it compiles WebAssembly, which the page may not."""
    return HttpResponse(source(RULEBOOK), content_type=JAVASCRIPT, headers={"Content-Security-Policy": WORKER_POLICY})


@require_safe
def authority(request: HttpRequest) -> HttpResponse:
    """The authority of this hall's certificate, for tablets to trust; there is none where the certificate is a real one."""
    if settings.TLS_CA is None:
        raise Http404("Este servidor no usa un certificado propio.")
    return HttpResponse(settings.TLS_CA.read_bytes(), content_type="application/x-x509-ca-cert")


def page(now: Shell) -> str:
    return render_to_string("tablet.html", {"import_map": import_map(), "version": now.version})
