"""Every error of the API has one shape: a stable code, a sentence for people, and the article it rests on."""

from typing import Any, Protocol, TypeGuard

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler
from rest_framework.views import set_rollback


class DomainError(Protocol):
    """What the domain raises to refuse something; `http_status`, `article` and `extra` may be absent."""

    code: str
    message: str


def is_domain_error(error: Exception) -> TypeGuard[DomainError]:
    """Recognise a refusal by its shape: the pure packages that raise it know nothing of HTTP."""
    own = type(error).__module__.partition(".")[0] in {"brackets", "referee"}
    return own and hasattr(error, "code") and hasattr(error, "message")


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer for `error`, or None when it is a fault of ours that nobody should see dressed as an answer."""
    if is_domain_error(error):
        # Answering instead of raising would commit what was written before the refusal.
        set_rollback()
        return Response(
            {
                "code": error.code,
                "message": error.message,
                "article": getattr(error, "article", None),
                **getattr(error, "extra", {}),
            },
            status=getattr(error, "http_status", status.HTTP_422_UNPROCESSABLE_ENTITY),
        )
    error = _as_api_error(error)
    response = drf_exception_handler(error, context)
    if response is not None and isinstance(error, exceptions.APIException):
        response.data = _body(error)
    return response


def _as_api_error(error: Exception) -> Exception:
    if isinstance(error, Http404):
        return exceptions.NotFound()
    if isinstance(error, PermissionDenied):
        return exceptions.PermissionDenied()
    return error


def _body(error: exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        message = "Los datos enviados no son válidos."
        return {"code": "invalid", "message": message, "article": None, "fields": error.detail}
    return {"code": error.get_codes(), "message": str(error.detail), "article": None}
