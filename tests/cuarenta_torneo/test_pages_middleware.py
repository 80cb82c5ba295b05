"""Pages get a session and a policy; the API passes both by, and keeps what every answer must have."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_page_is_sent_with_its_policy() -> None:
    assert "script-src 'self'" in Client().get("/").headers["Content-Security-Policy"]


def test_the_api_answers_without_a_session_and_safely() -> None:
    answer = Client().get("/api/v1/mesas")

    assert answer.status_code == 401
    assert "Content-Security-Policy" not in answer.headers
    assert not hasattr(answer.wsgi_request, "session")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
