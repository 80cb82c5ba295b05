"""Where two names are joined it is «e» before the sound of an «i», on pages and on papers."""

import re
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from brackets.models import Pareja
from tests.factories.brackets import published_stage

ALONE: Final = re.compile(
    r"name \}\}(?:(?!\{% for ).)*?\{% if not forloop\.last %\} y |\|join:\" y \"|['\"] y ['\"]\.join\([^)]*\bname\b"
)


def test_no_source_joins_names_with_the_one_letter() -> None:
    root = Path(settings.BASE_DIR)
    sources = [
        *(root / "templates").rglob("*.html"),
        *(root / "brackets").rglob("*.py"),
        *(root / "referee").rglob("*.py"),
    ]

    assert len(sources) > 500
    assert [str(path) for path in sources if ALONE.search(path.read_text())] == []


def test_a_template_joins_them() -> None:
    names = Template("{% load site %}{{ names|listed }}; {{ none|listed }}; {{ a }} {{ b|and_before }} {{ b }}")

    told = names.render(Context({"names": ["Eva Luna", "Iván <Sol>"], "none": [], "a": "Ana", "b": "Yolanda"}))

    assert told == "Eva Luna e Iván &lt;Sol&gt;; ; Ana y Yolanda"


@pytest.mark.django_db
def test_the_page_of_a_pareja_does() -> None:
    pareja = published_stage(2).championship.parejas.earliest("number")
    Pareja.objects.filter(pk=pareja.pk).update(name="Los de siempre")
    for position, name in ((1, "Eva Luna"), (2, "Iván Sol")):
        pareja.players.filter(position=position).update(name=name)

    page = Client().get(reverse("referee:pareja", args=[pareja.championship.slug, pareja.number])).text

    assert "Eva Luna e Iván Sol" in page
