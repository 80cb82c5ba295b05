"""The content policy that pages are sent with."""

from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponseBase


class PagePolicyMiddleware(CSPMiddleware):
    """Leaves the API alone: JSON shows nothing that a policy could keep in check, and writing one takes a while."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if request.path_info.startswith("/api/") else super().process_response(request, response)
