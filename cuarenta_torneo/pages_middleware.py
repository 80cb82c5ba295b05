"""What only pages need around them, as one middleware that the API passes by."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string

Handler = Callable[[HttpRequest], HttpResponseBase]


class PagesMiddleware:
    """The middleware of `PAGES_MIDDLEWARE`, in order, for whatever is not the API.

    A tablet brings a token with each request and has no session, messages or policy to be shown under.
    """

    def __init__(self, get_response: Handler) -> None:
        self.api: Handler = get_response
        self.page: Handler = get_response
        for path in reversed(settings.PAGES_MIDDLEWARE):
            self.page = import_string(path)(self.page)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith("/api/"):
            return self.page(request)
        response = self.api(request)
        for name, value in settings.API_HEADERS.items():
            response.headers.setdefault(name, value)
        return response
