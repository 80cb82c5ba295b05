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

from referee.selectors.shell import Shell, import_map, import_map_source, shell, worker_source


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
    given = {
        "version": now.version,
        "home": home,
        "app": {home: b64encode(sha256(page(now).encode()).digest()).decode()}
        | {static + name: digest for name, digest in now.app.items()},
        "engine": {static + name: digest for name, digest in now.engine.items()},
    }
    body = f"const SHELL = {json.dumps(given, indent=1)};\n{worker_source()}"
    return HttpResponse(body, content_type="text/javascript; charset=utf-8")


@require_safe
def authority(request: HttpRequest) -> HttpResponse:
    """The authority of this hall's certificate, for tablets to trust; there is none where the certificate is a real one."""
    if settings.TLS_CA is None:
        raise Http404("Este servidor no usa un certificado propio.")
    return HttpResponse(settings.TLS_CA.read_bytes(), content_type="application/x-x509-ca-cert")


def page(now: Shell) -> str:
    return render_to_string("tablet.html", {"import_map": import_map(), "version": now.version})
