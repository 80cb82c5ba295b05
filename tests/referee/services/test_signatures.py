"""Who answers on the Planilla, and what that takes."""

from uuid import uuid4

import pytest

from referee.models import Planilla, Signature
from referee.services.errors import LeaseLost, LogConflict, PlanillaClosed, RefereeError
from referee.services.mesas import lease_take
from referee.services.planillas import planilla_reopen
from tests.factories.brackets import ChampionshipFactory
from tests.factories.referee import INK, SORTEO, ZAPATERIA, Keeper, kept_mesa
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db


def frozen(*lines: str, **of: object) -> tuple[Keeper, Planilla]:
    kept = kept_mesa(*(lines or ZAPATERIA), **of)
    return kept, kept.freeze()


def refusal(kept: Keeper, planilla: Planilla, party: str, outcome: str = "firma", **answer: object) -> str:
    with pytest.raises(RefereeError) as refused:
        kept.sign(planilla, party, outcome, **answer)
    assert not planilla.signatures.filter(party=party).exists()
    return refused.value.code


def test_a_signature_is_bound_to_the_digest_that_was_shown() -> None:
    kept, planilla = frozen()

    signature = kept.sign(planilla, "A")

    signature.refresh_from_db()
    assert signature.digest == planilla.digest
    assert (signature.party, signature.outcome, signature.name) == ("A", "firma", kept.players("A")[0])
    assert signature.ink == [list(stroke) for stroke in INK]
    assert signature.signed_at == kept.now


def test_the_juezs_signature_seals_and_makes_the_result_final() -> None:
    kept, planilla = frozen()
    kept.sign(planilla, "A")

    signature = kept.sign(planilla, "juez", name="otro")

    planilla.refresh_from_db()
    fixture = kept.mesa.fixture
    assert (planilla.status, planilla.sealed_at) == ("sealed", kept.now)
    assert signature.name == kept.juez.display_name
    assert (fixture.status, fixture.winner) == ("final", fixture.pareja_a)
    assert_projection_equals_replay(kept.mesa)


def test_the_winner_advances_only_when_it_is_sealed() -> None:
    kept, planilla = frozen()
    final = kept.fixture.stage.fixtures.filter(round=2)

    assert not final.filter(pareja_a__isnull=False).exists()
    assert not final.filter(pareja_b__isnull=False).exists()
    kept.sign(planilla, "A")
    kept.sign(planilla, "juez")

    assert {final.get().pareja_a, final.get().pareja_b} == {kept.fixture.pareja_a, None}


def test_the_juez_signs_after_the_winner() -> None:
    kept, planilla = frozen()
    kept.sign(planilla, "B")

    assert refusal(kept, planilla, "juez") == "faltan-firmas"


def test_the_juez_is_told_whose_answers_are_missing() -> None:
    kept, planilla = frozen(championship=ChampionshipFactory(loser_signature="obligatoria"))

    with pytest.raises(RefereeError, match=r"^Antes del Juez faltan las respuestas de A y de B\.$"):
        kept.sign(planilla, "juez")
    kept.sign(planilla, "A")
    with pytest.raises(RefereeError, match=r"^Antes del Juez falta la respuesta de B\.$"):
        kept.sign(planilla, "juez")


@pytest.mark.parametrize("outcome", ["firma", "bajo-protesta", "no-firma"])
def test_where_the_loser_must_answer_any_answer_will_do(outcome: str) -> None:
    kept, planilla = frozen(championship=ChampionshipFactory(loser_signature="obligatoria"))
    kept.sign(planilla, "A")
    assert refusal(kept, planilla, "juez") == "faltan-firmas"

    kept.sign(planilla, "B", outcome)
    kept.sign(planilla, "juez")

    planilla.refresh_from_db()
    assert planilla.status == "sealed"


def test_a_winner_that_does_not_sign_needs_a_reason_and_a_witness() -> None:
    kept, planilla = frozen()

    assert refusal(kept, planilla, "A", "no-firma", reason="") == "falta-motivo"
    assert refusal(kept, planilla, "A", "no-firma") == "falta-testigo"
    kept.sign(planilla, "A", "no-firma", reason="se retiró de la sala", witness="Irene Vaca")
    kept.sign(planilla, "juez")

    planilla.refresh_from_db()
    assert planilla.status == "sealed"


@pytest.mark.parametrize(
    ("party", "outcome", "answer", "code"),
    [
        ("A", "bajo-protesta", {"reason": "  "}, "falta-motivo"),
        ("A", "firma", {"reason": "cartón"}, "motivo-de-mas"),
        ("A", "firma", {"contested": [2]}, "motivo-de-mas"),
        ("A", "firma", {"name": "Nadie Conocido"}, "firmante-desconocido"),
        ("A", "firma", {"ink": ()}, "firma-corta"),
        ("A", "firma", {"ink": ((5, 5) * 20,)}, "firma-corta"),
        ("A", "firma", {"ink": ((0, 0, 900, 300),)}, "firma-corta"),
        ("A", "firma", {"ink": ((0, 0, 1001, 300) * 4,)}, "trazo-invalido"),
        ("A", "firma", {"ink": ((0, 0, 10, 376) * 4,)}, "trazo-invalido"),
        ("A", "firma", {"ink": ((0, 0, 10),)}, "trazo-invalido"),
        ("A", "firma", {"ink": ((0, 0, 1000, 375) * 2001,)}, "firma-larga"),
        ("A", "no-firma", {"ink": INK}, "trazo-de-mas"),
        ("A", "bajo-protesta", {"contested": [2, 9]}, "jugada-inexistente"),
        ("juez", "bajo-protesta", {}, "juez-debe-firmar"),
        ("juez", "no-firma", {}, "juez-debe-firmar"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(party: str, outcome: str, answer: dict, code: str) -> None:
    kept, planilla = frozen()

    assert refusal(kept, planilla, party, outcome, **answer) == code


def test_the_representatives_partner_may_sign() -> None:
    kept, planilla = frozen()

    assert kept.sign(planilla, "A", name=kept.players("A")[1]).name == kept.players("A")[1]


def test_a_party_answers_once() -> None:
    kept, planilla = frozen()
    kept.sign(planilla, "A")

    with pytest.raises(RefereeError) as refused:
        kept.sign(planilla, "A")

    assert refused.value.code == "ya-firmo"
    assert planilla.signatures.count() == 1


def test_sending_a_signature_again_does_nothing_also_after_the_seal() -> None:
    kept, planilla = frozen()
    kept.sign(planilla, "A")
    client_id = uuid4()

    first = kept.sign(planilla, "juez", client_id=client_id)
    second = kept.sign(planilla, "juez", client_id=client_id)

    assert second == first
    assert Signature.objects.count() == 2


def test_a_client_id_used_for_another_signature_is_refused() -> None:
    kept, planilla = frozen()
    client_id = uuid4()
    kept.sign(planilla, "A", client_id=client_id)

    assert refusal(kept, planilla, "B", client_id=client_id) == "client-id-repetido"


def test_what_was_reopened_can_no_longer_be_signed() -> None:
    kept, planilla = frozen()
    planilla_reopen(mesa=kept.mesa, user=kept.juez, device=kept.device, now=kept.tick())

    with pytest.raises(LogConflict) as refused:
        kept.sign(planilla, "A")

    assert (refused.value.code, refused.value.http_status) == ("sin-congelar", 409)


def test_what_is_sealed_can_no_longer_be_signed() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.seal()

    with pytest.raises(PlanillaClosed):
        kept.sign(planilla, "B")


def test_only_the_tablet_that_keeps_the_mesa_takes_signatures() -> None:
    kept, planilla = frozen()
    lease_take(mesa_id=kept.mesa_id, device=kept.tablet(), user=kept.juez, now=kept.tick())

    with pytest.raises(LeaseLost):
        kept.sign(planilla, "A")


@pytest.mark.parametrize(
    ("contested", "changes"),
    [
        pytest.param([3], False, id="the same pareja wins without them"),
        pytest.param([7], True, id="nobody has won yet without them"),
        pytest.param([6, 7], True, id="several at once"),
        pytest.param([6], None, id="what follows cannot stand without them"),
        pytest.param([4], None, id="annulled already"),
    ],
)
def test_a_protest_says_whether_it_would_change_the_result(*, contested: list[int], changes: bool | None) -> None:
    lines = (SORTEO, 'ajusta A +38 "marcador"', "caida B", "limpia B", "anula 4", "caida A", "proclama")
    kept, planilla = frozen(*lines)

    signature = kept.sign(planilla, "B", "bajo-protesta", contested=contested)

    signature.refresh_from_db()
    assert (signature.contested, signature.changes_result) == (contested, changes)
