"""The public check is given whatever there is: it answers, and never with an error of ours."""

import json
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.sealing import planilla_paper
from referee.selectors.championship_chain import MesaHead, chain_of, championship_chain
from referee.selectors.planilla.build import mesas_to_print
from tests.factories.brackets import NOW
from tests.factories.referee import Keeper
from tests.factories.sealing import certified_mesa

pytestmark = pytest.mark.django_db
PAGE = "/planilla/verificar/"
ANSWERS = (200, 302, 422, 503)
within = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
TEXT = st.text(st.characters(codec=None)) | st.sampled_from(["\0", "\ud800", "\u202e", "x" * 5000, "copa"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT | st.sampled_from([2**31, 2**63, 10**400, -1]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
ADDRESS = st.lists(
    st.sampled_from([
        "http:", "https:", "javascript:", "/", "//", "[", "]", ":", "@", "?", "#", "%", "%00", "%ff", "\\", "\n", " ", "planilla/",
        "verificar/", "en/", "v=1", "&", "h=7F3A91C20D4E55B1", "codigo=", "00000000-0000-0000-0000-000000000000/", "℀", "1",
    ]),
    max_size=12,
).map("".join)  # fmt: skip


@pytest.fixture
def sealed() -> Keeper:
    return certified_mesa()


def dropped(client: Client, data: bytes, name: str) -> int:
    return client.post(PAGE, {"file": SimpleUploadedFile(name, data)}).status_code


@within
@given(code=st.text(max_size=80) | ADDRESS, version=st.text(max_size=6))
def test_whatever_is_typed_is_answered(client: Client, code: str, version: str) -> None:
    assert client.get(PAGE, {"codigo": code, "version": version}).status_code in ANSWERS


@within
@given(slug=st.text(max_size=70), digest=st.text(max_size=70))
def test_whatever_a_qr_says_is_answered(client: Client, slug: str, digest: str) -> None:
    assert client.get(PAGE, {"c": slug, "cadena": digest}).status_code in ANSWERS


@within
@given(data=st.data())
def test_whatever_stands_in_the_places_of_a_chain_is_answered(client: Client, sealed: Keeper, data: Any) -> None:
    told = championship_chain(sealed.championship).as_json()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from([*told, "head"]))
        if place == "head" and isinstance(told["mesas"], list) and told["mesas"] and isinstance(told["mesas"][0], list):
            head = told["mesas"][0]
            head[data.draw(st.integers(0, len(head) - 1))] = data.draw(ANYTHING)
        elif place in told:
            told[place] = data.draw(ANYTHING)

    assert dropped(client, json.dumps(told).encode(), "acta.json") in ANSWERS


@within
@given(data=st.data())
def test_whatever_heads_somebody_computed_a_digest_over_are_answered(client: Client, sealed: Keeper, data: Any) -> None:
    ours, number = str(sealed.mesa_id), st.integers(-2, 10) | st.integers()
    hexed = st.sampled_from(["", "0" * 64, sealed.mesa.head_hash]) | TEXT
    head = st.builds(MesaHead, st.just(ours) | st.uuids().map(str) | TEXT, number, hexed, number, hexed)
    slug = data.draw(st.just(sealed.championship.slug) | TEXT)
    try:
        told = chain_of(slug, data.draw(st.lists(head, max_size=4))).as_json()
    except UnicodeEncodeError:
        return

    assert dropped(client, json.dumps(told).encode(), "acta.json") in ANSWERS


Change = Callable[[bytes], bytes]


def cut(at: int, many: int, put: bytes) -> Change:
    return lambda pdf: pdf[: at % len(pdf)] + put + pdf[at % len(pdf) + many :]


CHANGES = st.lists(
    st.builds(cut, st.integers(0, 10**6), st.integers(0, 3000), st.binary(max_size=40))
    | st.binary(max_size=80).map(lambda more: lambda pdf: pdf + more)
    | st.integers(1, 10**6).map(lambda at: lambda pdf: pdf + pdf[-at:])
    | st.just(lambda pdf: pdf.replace(b"/ByteRange", b"/ByteRang_")),
    min_size=1,
    max_size=3,
)


@pytest.mark.long
@settings(within, max_examples=6)
@given(changes=CHANGES)
def test_whatever_was_done_to_a_planilla_is_answered_and_never_called_authentic(
    client: Client, sealed: Keeper, changes: list[Change]
) -> None:
    pdf = planilla_paper(mesas_to_print().get(public_id=sealed.mesa_id), base_url="", now=NOW)
    changed = reduce(lambda done, change: change(done), changes, pdf)
    assume(changed != pdf)

    answer = client.post(PAGE, {"file": SimpleUploadedFile("planilla.pdf", changed)})

    assert answer.status_code in ANSWERS
    assert "Auténtica" not in answer.text
