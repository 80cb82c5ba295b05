"""The OpenAPI description: whole, and true of what the API answers to anything at all."""

from collections.abc import Iterator
from io import StringIO

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from referee.models import Device
from tests.brackets.services.desk import TIMES
from tests.factories.referee import ZAPATERIA, Keeper, kept_mesa

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 4 * TIMES


@pytest.fixture
def described(db: None) -> Iterator[schemathesis.BaseSchema]:
    """The API in this process and this test's transaction, which closing the connection would end."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/v1/schema", WSGIHandler())
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def kept(db: None) -> Keeper:
    """A mesa that is over, so that whatever the tablet can do it may do."""
    return kept_mesa(*ZAPATERIA)


@pytest.mark.django_db
def test_the_schema_is_made_without_a_warning() -> None:
    call_command("spectacular", fail_on_warn=True, validate=True, stdout=StringIO())


@pytest.mark.long
def test_whatever_is_sent_the_answer_is_one_that_was_described(
    described: schemathesis.BaseSchema, kept: Keeper
) -> None:
    tried = []
    for found in described.get_all_operations():
        operation = found.ok()
        tried.append(operation.label)

        @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def answers_as_described(case: schemathesis.Case) -> None:
            Device.objects.update(revoked_at=None)  # one of the operations is to sign out
            if "mesa_id" in case.path_parameters:
                case.path_parameters["mesa_id"] = str(kept.mesa_id)
            case.call_and_validate(headers={"Authorization": f"Device {kept.token}"}, checks=CHECKS)

        answers_as_described()

    assert len(tried) == 36
