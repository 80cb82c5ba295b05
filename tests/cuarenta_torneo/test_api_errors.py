import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from cuarenta_torneo.api_errors import exception_handler


class Refusal(Exception):
    """Looks like what the rules raise."""

    __module__ = "referee.rules.errors"
    code = "ronda-sin-caida"
    message = "La ronda se canta antes de la primera carta."
    article = "8.c"


class Conflict(Refusal):
    __module__ = "referee.services.errors"
    http_status = 409
    extra = {"expected": 12}


def answer_for(error: Exception) -> Response | None:
    return exception_handler(error, {})


def test_a_refusal_of_the_rules_says_its_code_and_article() -> None:
    answer = answer_for(Refusal())

    assert answer is not None
    assert answer.status_code == 422
    assert answer.data == {"code": Refusal.code, "message": Refusal.message, "article": "8.c"}


def test_a_refusal_chooses_its_status_and_adds_what_the_tablet_needs() -> None:
    answer = answer_for(Conflict())

    assert answer is not None
    assert answer.status_code == 409
    assert answer.data["expected"] == 12


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "permission_denied"),
        (exceptions.NotAuthenticated(), 401, "not_authenticated"),
        (exceptions.Throttled(), 429, "throttled"),
        (exceptions.ParseError(), 400, "parse_error"),
    ],
)
def test_other_refusals_have_the_same_shape(error: Exception, status: int, code: str) -> None:
    answer = answer_for(error)

    assert answer is not None
    assert answer.status_code == status
    assert answer.data["code"] == code
    assert answer.data["message"]
    assert answer.data["article"] is None


def test_data_of_the_wrong_form_is_named_by_field() -> None:
    answer = answer_for(exceptions.ValidationError({"seats": ["Falta un puesto."]}))

    assert answer is not None
    assert answer.status_code == 400
    assert answer.data["code"] == "invalid"
    assert answer.data["fields"] == {"seats": ["Falta un puesto."]}


def test_a_fault_of_ours_is_not_dressed_as_an_answer() -> None:
    assert answer_for(ZeroDivisionError()) is None
