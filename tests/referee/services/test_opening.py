"""A championship opens with the certificate that its Planillas are sealed with."""

import logging
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from brackets.models import Championship, User
from brackets.services.errors import BracketError
from referee.models import Certificate
from referee.services.certificates import certificate_bring, certificate_end
from referee.services.opening import championship_open_sealing
from tests.factories.brackets import NOW, ChampionshipFactory, director_of
from tests.factories.sealing import PASSWORD, p12_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory(status="draft", opened_at=None, appeal_minutes=15)


@pytest.fixture
def director(championship: Championship) -> User:
    return director_of(championship)


def begin(championship: Championship, director: User) -> Championship:
    return championship_open_sealing(championship=championship, user=director, now=NOW)


def test_what_opens_has_a_certificate_and_opening_again_makes_no_other(
    championship: Championship, director: User
) -> None:
    begin(championship, director)
    begin(championship, director)

    assert Certificate.objects.get().championship == championship
    championship.refresh_from_db()
    assert championship.status == "open"


def test_the_organisers_own_stays(championship: Championship, director: User) -> None:
    data = p12_of("Federación")
    brought = certificate_bring(
        championship=championship, data=data, password=PASSWORD, replaces=None, user=director, now=NOW
    )

    begin(championship, director)

    assert Certificate.objects.get() == brought


def test_one_that_the_director_took_away_is_not_put_back(championship: Championship, director: User) -> None:
    data = p12_of("Federación")
    brought = certificate_bring(
        championship=championship, data=data, password=PASSWORD, replaces=None, user=director, now=NOW
    )
    certificate_end(championship=championship, replaces=brought.public_id, user=director, now=NOW)

    begin(championship, director)

    assert not Certificate.objects.filter(ended_at__isnull=True).exists()


def test_a_refused_opening_makes_none(championship: Championship, director: User) -> None:
    Championship.objects.update(appeal_minutes=None)

    with pytest.raises(BracketError, match="tiempo para apelar"):
        begin(championship, director)

    assert not Certificate.objects.exists()


def test_where_no_key_can_be_kept_it_opens_and_says_what_is_missing(
    championship: Championship,
    director: User,
    client: Client,
    settings: Settings,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    settings.CERTIFICATES_ROOT = tmp_path / "taken"
    client.force_login(director)

    with caplog.at_level(logging.CRITICAL):
        answer = client.post(reverse("referee:championship_open", args=[championship.slug]), follow=True)

    assert "Las Planillas saldrán sin firma electrónica" in answer.text
    championship.refresh_from_db()
    assert championship.status == "open"
    assert not Certificate.objects.exists()
