"""Kept Planillas from the database: a fixed number of queries for one, and for any twenty."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.timezone import localtime

from referee.models import Appeal, Certificate, Consulta, Jugada, Mesa, Planilla
from referee.rules import fingerprint, ledger, parse_jugada, replay, result
from referee.selectors.folding import rules_of
from referee.selectors.log_results import NOT_AS_RECORDED, is_of_desk
from referee.selectors.mesas import STILL_SIGNED, is_overruled, why_not_counted
from referee.selectors.planilla.appeals import appeals_of_sheet, resolutions_of_sheet
from referee.selectors.planilla.game import chicas_of, datas_of, draws_of
from referee.selectors.planilla.heading import heading_of_mesa, pareja_block
from referee.selectors.planilla.hours import hour_of
from referee.selectors.planilla.names import Names
from referee.selectors.planilla.notes import (
    Measures,
    corrections_of,
    result_of,
    rulings_of,
    sanctions_of,
    suspensions_of,
)
from referee.selectors.planilla.on_paper import TICKED, ending_on, transcribed_told, transcription_of, written_on
from referee.selectors.planilla.paper_ending import PaperEnding, hour_written
from referee.selectors.planilla.sheet import Hour, ParejaBlock, PlanillaSheet, Status
from referee.selectors.planilla.signatures import signatures_of
from referee.selectors.signature_chain import signatures_problem
from referee.selectors.tree.heads import head_on, with_heads

CHUNK = 20
OVERRULED = (
    "El Director cambió el resultado de esta partida después de sellada la Planilla: sigue siendo lo que se jugó y se firmó, pero "
    "ya no decide quién gana. Pregunte en la Mesa de Control."
)


ALTERED: Final = (
    "No vale: las firmas que guarda el sistema no son aquellas con las que se selló esta versión, y por eso no se muestran ni se "
    "firma este papel. Pregunte en la Mesa de Control, que tiene copias de respaldo."
)


def mesas_to_print() -> QuerySet[Mesa]:
    """Mesas with everything a Planilla shows."""
    planillas = Planilla.objects.exclude(status=Planilla.Status.REOPENED).select_related(
        "received_by", "corrected_by", "transcription__typed_by", "transcription__confirmed_by"
    )
    mesas = with_heads(Mesa.objects.all(), "fixture__stage__championship")
    return mesas.select_related(
        "fixture__stage__championship", "fixture__table", "fixture__juez", "pareja_a", "pareja_b"
    ).prefetch_related(
        "pareja_a__players",
        "pareja_b__players",
        Prefetch("jugadas", Jugada.objects.only("mesa_id", "seq", "notation", "device_ts", "received_at")),
        "measures",
        Prefetch("appeals", Appeal.objects.select_related("qualification__by", "ruling__by").order_by("number")),
        Prefetch("fixture__consultas", Consulta.objects.select_related("end__by").order_by("number")),
        Prefetch("fixture__stage__championship__certificates", Certificate.objects.filter(ended_at__isnull=True)),
        Prefetch("planillas", planillas.prefetch_related("signatures", "confirmations")),
    )


def planilla_sheets(mesa_ids: Sequence[int], *, base_url: str) -> Iterator[PlanillaSheet]:
    """The current Planilla of each of these mesas, a few at a time in memory."""
    for mesa in mesas_in_turn(mesa_ids):
        yield planilla_sheet(mesa, base_url=base_url)


def mesas_in_turn(mesa_ids: Sequence[int]) -> Iterator[Mesa]:
    """These mesas with everything a Planilla shows, a few at a time in memory."""
    for start in range(0, len(mesa_ids), CHUNK):
        mesas = mesas_to_print().in_bulk(mesa_ids[start : start + CHUNK])
        for mesa_id in mesa_ids[start : start + CHUNK]:
            yield mesas[mesa_id]


def planilla_sheet(mesa: Mesa, *, base_url: str, version: int | None = None) -> PlanillaSheet:
    """A version of the Planilla of `mesa`, by default the current one; of a mesa in play, how it stands.

    `mesa` comes from `mesas_to_print`. Raises Planilla.DoesNotExist for a version there is none of.
    """
    planilla = _choose(mesa, version)
    head = planilla.head_seq if planilla else mesa.head_seq
    jugadas = [jugada for jugada in mesa.jugadas.all() if jugada.seq <= head]
    rules = rules_of(mesa)
    state = replay(rules, tuple(mesa.seats), (parse_jugada(jugada.notation) for jugada in jugadas))
    rows = ledger(state)
    fixture = mesa.fixture
    parejas = parejas_of(mesa)
    names = Names(parejas)
    status, replaced_by = _standing(mesa, planilla)
    digest = planilla.digest if planilla else mesa.head_hash
    number = planilla.version if planilla else 0
    ended = state.position.ended
    datas = datas_of(state, rows)
    paper = transcription_of(mesa, number)
    ending = ending_on(paper)
    days = fixture.stage.championship.play_days
    day = (ending.played_on if paper and not paper.base_seq else None) or days.of(mesa.opened_at)
    hours = {row.seq: hour_of(received=row.received_at, tablet=row.device_ts, day=day) for row in jugadas}
    return PlanillaSheet(
        heading=heading_of_mesa(mesa, rules, day),
        parejas=parejas,
        seats=tuple(mesa.seats),
        identified=_identified(mesa, ending),
        draws=draws_of(state, rows, names),
        datas=datas,
        chicas=chicas_of(state),
        sanctions=sanctions_of(state, rows, names),
        suspensions=suspensions_of(rows, hours, _measures(mesa, day)),
        corrections=corrections_of(rows, names, hours),
        rulings=rulings_of(rows, names),
        result=result_of(state, names, str(result(state)["estado"])),
        winner=ended.winner if ended else "",
        signatures=signatures_of(
            planilla.signatures.all() if planilla and status != "altered" else (),
            rows=rows,
            parejas=parejas,
            juez=str(fixture.juez or ""),
            confirmed=planilla.confirmations.all() if planilla else (),
            on_paper=paper is not None and planilla is not None and paper.planilla_id == planilla.pk,
            timed=hour_written(ending.ended) is not None,
        ),
        status=status,
        version=number,
        replaced_by=replaced_by,
        digest=digest,
        fingerprint=fingerprint(digest),
        verify_url=verification_url(mesa.public_id, number, digest, base_url=base_url),
        delivered_at=localtime(planilla.delivered_at) if planilla and planilla.delivered_at else None,
        received_by=str(planilla.received_by) if planilla and planilla.received_by else "",
        amends=_amends(mesa, number),
        correcting=planilla is not None and planilla.corrected_at is not None and status == "sealed",
        transcribed=transcribed_told(paper),
        began=ending.began,
        written=written_on(paper, datas),
        appeals=appeals_of_sheet(mesa, {row.number: row.label for row in rows}, names),
        resolutions=resolutions_of_sheet(mesa),
        seal=_seal(mesa, status),
        overruled=overruled_told(mesa, ended.winner) if status == "sealed" and ended else "",
        claim=f"Planilla {mesa.public_id} v{number}, huella {fingerprint(digest)}",
        log=head_on(mesa),
    )


def parejas_of(mesa: Mesa) -> tuple[ParejaBlock, ParejaBlock]:
    """The two parejas that sat down to it."""
    return (
        pareja_block("A", mesa.pareja_a, mesa.representative_a),
        pareja_block("B", mesa.pareja_b, mesa.representative_b),
    )


def overruled_told(mesa: Mesa, winner: str) -> str:
    """Why its sealed Planilla, by which `winner` won, decides nothing any more; empty where it does."""
    if not is_overruled(mesa, winner):
        return ""
    why = why_not_counted(mesa)
    if why:
        return f"{why}. {STILL_SIGNED}"
    return OVERRULED if is_of_desk(mesa) else NOT_AS_RECORDED


def verification_url(public_id: UUID, version: int, digest: str, *, base_url: str) -> str:
    """The address in the QR: it says which version and fingerprint are on the paper."""
    return f"{base_url}{reverse('referee:planilla', args=(public_id,))}?v={version}&h={fingerprint(digest).replace('-', '')}"


def _choose(mesa: Mesa, version: int | None) -> Planilla | None:
    """The version asked for, else the newest sealed one, else the one that waits for signatures."""
    planillas = list(mesa.planillas.all())
    if version is None:
        return max(planillas, key=lambda each: (each.status == Planilla.Status.SEALED, each.version), default=None)
    for planilla in planillas:
        if planilla.version == version:
            return planilla
    raise Planilla.DoesNotExist


def _standing(mesa: Mesa, planilla: Planilla | None) -> tuple[Status, int | None]:
    if planilla is None or planilla.status != Planilla.Status.SEALED:
        return "draft", None
    with_ink = mesa.fixture.stage.championship.imported_at is None  # what came from an archive may have come without
    if signatures_problem(planilla, mesa.public_id, planilla.signatures.all(), with_ink=with_ink):
        return "altered", None
    sealed = [other.version for other in mesa.planillas.all() if other.status == Planilla.Status.SEALED]
    newest = max(sealed)
    return ("replaced", newest) if newest > planilla.version else ("sealed", None)


def _amends(mesa: Mesa, version: int) -> str:
    """By which ruling this version follows the one before."""
    before = next((each for each in mesa.planillas.all() if each.version == version - 1 and each.corrected_at), None)
    if before is None or before.corrected_at is None:
        return ""
    at = localtime(before.corrected_at)
    told = f"Enmienda la versión {before.version} por fallo de {before.corrected_by}, {at:%d/%m/%Y %H:%M}: {before.correction}"
    return f"{told} Sin firmas nuevas: {before.unsigned}" if before.unsigned else told


def _seal(mesa: Mesa, status: Status) -> str:
    """What a paper says that nobody signs electronically; who signs it writes something else in its place."""
    if status == "draft":
        return ""
    if status == "altered":
        return ALTERED
    certificate = next(iter(mesa.fixture.stage.championship.certificates.all()), None)
    if certificate is None:
        return "Sin firma electrónica: el campeonato no tiene certificado. Se comprueba con el código QR."
    return (
        f"Copia sin firma electrónica. El original, firmado con el certificado de «{certificate.subject}», lo da la Mesa de "
        "Control; que la copia es fiel se comprueba con el código QR."
    )


def _measures(mesa: Mesa, day: date) -> Measures:
    found: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for measure in mesa.measures.all():
        found[measure.seq].append((str(Hour(localtime(measure.at), day=day)), measure.text))
    return found


def _identified(mesa: Mesa, paper: PaperEnding) -> str:
    """By the hour that the tablet has of it, else by the tick on the paper."""
    if mesa.identified_at is None:
        return TICKED[paper.identified]
    at = localtime(mesa.identified_at)
    document = mesa.fixture.stage.championship.identification
    return f"realizada con {document} el {at:%d/%m/%Y} a las {at:%H:%M}"
