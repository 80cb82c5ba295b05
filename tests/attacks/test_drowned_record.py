"""Nobody without an account fills the record, whose entries nothing deletes: too many of them, and a log is proved no more."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from brackets.models import AuditEntry, Entry
from brackets.views.receipt import MOST
from tests.factories.inscription import accepting, ask

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_tried_yet() -> None:
    cache.clear()


def test_what_one_receipt_has_written_down_in_an_hour_is_bounded(client: Client) -> None:
    """Whoever asked to enter, which anybody may, withdraws it and asks again, and takes a copy, as a program does."""
    championship = accepting()
    entry, other = ask(championship, 1, 2), ask(championship, 3, 4)

    def address(page: str, whose: Entry) -> str:
        return reverse(f"brackets:{page}", args=[championship.slug, whose.token])

    before = AuditEntry.objects.count()
    for _ in range(MOST):
        client.post(address("receipt_withdraw", entry))
        client.post(address("receipt_again", entry))
        client.get(address("receipt_data", entry))

    assert AuditEntry.objects.count() - before == MOST
    for answer in (
        client.post(address("receipt_withdraw", entry), follow=True),
        client.get(address("receipt_data", entry), follow=True),
    ):
        assert answer.redirect_chain == [(address("receipt", entry), 302)]
        assert "Espere una hora" in answer.text
    assert client.get(address("receipt_data", other)).status_code == 200
    assert "se borraron" in client.post(address("receipt_erase", entry), follow=True).text  # a right, and done once
