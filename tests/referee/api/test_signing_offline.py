"""A whole signing that happened without a network, sent afterwards; and what is sealed does not change any more."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import URLPattern, get_resolver

from brackets.models import Fixture
from referee.models import Chica, Data, Jugada, Mesa, Planilla, Signature
from referee.rules import log_digest
from referee.selectors.pins import base_of, proof_of, salt_of
from referee.services.pins import pins_set
from tests.factories.brackets import director_of
from tests.factories.referee import INK, ZAPATERIA
from tests.referee.api.conftest import Tablet
from tests.referee.replaying import assert_projection_equals_replay

With = Callable[..., Tablet]


def digest_by_tablet(tablet: Tablet) -> str:
    """As a tablet computes it, of nothing but what it was told."""
    told = tablet.get(tablet.mesa).json()
    return log_digest(told["header"], told["log"])


def acts_of(tablet: Tablet, digest: str, **of: Any) -> list[tuple[str, dict[str, Any]]]:
    kept = tablet.kept
    at = (kept.now + timedelta(seconds=1)).isoformat()

    def signed(party: str, **answer: object) -> tuple[str, dict[str, Any]]:
        name = kept.juez.display_name if party == "juez" else kept.players(party)[0]
        body = {"client_id": str(uuid4()), "party": party, "outcome": "firma", "name": name, "ink": INK}
        return "signatures", body | {"digest": digest, "signed_at": at} | answer

    return [
        ("freeze", {"client_id": str(uuid4()), "digest": digest, "head_seq": 4, "at": at} | of),
        signed("A"),
        signed("B", outcome="bajo-protesta", reason="cartón", contested=[2]),
        signed("juez", **of),
    ]


@pytest.fixture
def proof(request: pytest.FixtureRequest) -> Callable[[Tablet, str], str]:
    def give(tablet: Tablet, pin: str) -> str:
        championship, juez = tablet.kept.championship, tablet.kept.juez
        pins_set(championship=championship, pins=[(juez, pin)], by=director_of(championship), now=tablet.kept.now)
        salt = salt_of(championship.pk)
        return proof_of(base_of(pin, salt.salt, salt.iterations), tablet.kept.device.pin_salt)

    return give


def test_what_was_signed_without_a_network_arrives_once_however_often_it_is_sent(
    tablet_with: With, proof: Callable[[Tablet, str], str]
) -> None:
    tablet = tablet_with(*ZAPATERIA)
    digest = digest_by_tablet(tablet)
    acts = acts_of(tablet, digest, pin_proof=proof(tablet, "4071"))

    answers = [tablet.post(f"{tablet.mesa}/{path}", body) for path, body in acts for _ in range(2)]
    answers += [tablet.post(f"{tablet.mesa}/{path}", body) for path, body in acts]

    assert {answer.status_code for answer in answers} <= {200, 201}
    planilla = Planilla.objects.get()
    assert (planilla.digest, planilla.status, planilla.signatures.count()) == (digest, "sealed", 3)
    assert {signature.digest for signature in planilla.signatures.all()} == {digest}
    assert planilla.signatures.get(party="juez").user == tablet.kept.juez
    assert_projection_equals_replay(tablet.kept.mesa)


def test_another_digest_is_refused_and_nothing_is_lost(tablet_with: With) -> None:
    tablet = tablet_with(*ZAPATERIA)
    acts = acts_of(tablet, "ab" * 32)

    answers = [tablet.post(f"{tablet.mesa}/{path}", body) for path, body in acts]

    assert (answers[0].status_code, answers[0].json()["code"]) == (409, "digest-distinto")
    assert answers[0].json()["digest"] == digest_by_tablet(tablet)
    assert {answer.json()["code"] for answer in answers[1:]} == {"sin-congelar"}
    assert (Planilla.objects.count(), Jugada.objects.count()) == (0, 4)
    again = [tablet.post(f"{tablet.mesa}/{path}", body) for path, body in acts_of(tablet, digest_by_tablet(tablet))]
    assert [answer.status_code for answer in again] == [200, 201, 201, 201]


def test_who_has_a_pin_freezes_and_seals_with_it(tablet_with: With, proof: Callable[[Tablet, str], str]) -> None:
    tablet = tablet_with(*ZAPATERIA)
    good = proof(tablet, "4071")
    digest = digest_by_tablet(tablet)
    bare, right = acts_of(tablet, digest), acts_of(tablet, digest, pin_proof=good)
    wrong = acts_of(tablet, digest, pin_proof="0" * 64)

    def post(acts: list[tuple[str, dict[str, Any]]], which: int) -> tuple[int, str]:
        answer = tablet.post(f"{tablet.mesa}/{acts[which][0]}", acts[which][1])
        return answer.status_code, answer.json().get("code", "")

    assert [post(bare, 0), post(wrong, 0), post(right, 0)] == [(403, "falta-pin"), (403, "pin"), (200, "")]
    assert [post(bare, 1), post(bare, 2)] == [(201, ""), (201, "")]
    assert [post(bare, 3), post(wrong, 3), post(right, 3)] == [(403, "falta-pin"), (403, "pin"), (201, "")]


def everything() -> list[object]:
    models = (Jugada, Planilla, Signature, Mesa, Chica, Data, Fixture)
    return [list(model.objects.order_by("pk").values()) for model in models]


BODIES = (
    {},
    {"lease_epoch": 1, "base_seq": 4, "jugadas": [{"client_id": str(uuid4()), "notation": 'anula 4 "x"'}]},
    {"lease_epoch": 1, "base_seq": 3, "jugadas": [{"client_id": str(uuid4()), "notation": "caida A"}]},
    {"lease_epoch": 2, "base_seq": 4, "jugadas": [{"client_id": str(uuid4()), "notation": 'adjudica-mesa B "x"'}]},
    {"lease_epoch": 1, "base_seq": 0, "cards": [{"client_id": str(uuid4()), "notation": "tira A1 5"}]},
    {"client_id": str(uuid4()), "digest": "ab" * 32, "head_seq": 4},
    {"client_id": str(uuid4())},
    {"client_id": str(uuid4()), "party": "B", "outcome": "firma", "name": "?", "ink": INK},
    {"client_id": str(uuid4()), "party": "juez", "outcome": "firma", "name": "?", "ink": INK},
    {"notation": 'anula 4 "x"'},
)


def test_nothing_of_a_sealed_planilla_can_be_edited_through_the_api(tablet_with: With) -> None:
    """Every path of the API that speaks of a mesa, with every body that could mean something, from two tablets."""
    tablet = tablet_with(*ZAPATERIA)
    tablet.kept.seal()
    other = Tablet(tablet.kept)
    before = everything()
    routes = [each for each in get_resolver("referee.api.urls").url_patterns if isinstance(each, URLPattern)]
    paths = [str(each.pattern).replace("<uuid:mesa_id>", str(tablet.kept.mesa_id)) for each in routes]
    mesas = [path for path in paths if path.startswith("mesas/")]

    for path in mesas:
        for body in BODIES:
            for one in (tablet, other):
                one.post(path, body)
        tablet.delete(path)
    tablet.post("mesas", {"fixture": tablet.kept.fixture.pk, "seats": ["B1", "A1", "B2", "A2"],
                          "representatives": {"A": 2, "B": 2}, "identified": True})  # fmt: skip

    assert len(mesas) >= 9
    assert everything() == before
    assert_projection_equals_replay(tablet.kept.mesa)
