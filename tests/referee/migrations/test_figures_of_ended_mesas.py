"""Mesas that had ended before their figures were kept get those that their logs fold to."""

from importlib import import_module

import pytest
from django.apps import apps

from referee.models import Mesa
from tests.factories.referee import SORTEO, ZAPATERIA, kept_mesa

pytestmark = pytest.mark.django_db

count = import_module("referee.migrations.0025_figures_of_ended_mesas").count


def test_an_ended_mesa_gets_its_figures_and_one_in_play_none() -> None:
    ended = kept_mesa(*ZAPATERIA).mesa
    playing = kept_mesa(SORTEO).mesa
    ended.refresh_from_db()
    kept = ended.figures
    Mesa.objects.update(figures=None)

    count(apps, None)

    assert kept
    assert Mesa.objects.get(pk=ended.pk).figures == kept
    assert Mesa.objects.get(pk=playing.pk).figures is None
