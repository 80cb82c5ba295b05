"""What a version of a Planilla is worth among the others of its mesa."""

from referee.models import Mesa, Planilla
from referee.selectors.appeals import appeals_of_mesa
from referee.selectors.log_results import NOT_AS_RECORDED, is_of_desk
from referee.selectors.mesas import STILL_SIGNED, is_overruled, why_not_counted


def newest_of(planilla: Planilla) -> Planilla:
    """The version of the same mesa that counts."""
    sealed = Planilla.objects.filter(mesa=planilla.mesa_id, status=Planilla.Status.SEALED)
    return sealed.order_by("-version").first() or planilla


def doubts_of(planilla: Planilla) -> tuple[str, ...]:
    """What whoever relies on the version that counts must know besides: a ruling opened it, somebody appealed, its result does not decide."""
    mesa, fixture = planilla.mesa, planilla.mesa.fixture
    doubts = []
    if planilla.corrected_at is not None:
        doubts.append("Un fallo del Director la abrió para corregirla; la que la reemplace todavía no está sellada.")
    if any(told.waits for told in appeals_of_mesa(mesa)):
        doubts.append("Hay una apelación sobre esta partida que todavía no se resuelve.")
    if fixture.mark:
        doubts.append(f"La partida está señalada. {fixture.mark}")
    if mesa.winner and is_overruled(mesa, mesa.winner):
        doubts.append(_overruled(mesa))
    return tuple(doubts)


def _overruled(mesa: Mesa) -> str:
    if why := why_not_counted(mesa):
        return f"{why}. {STILL_SIGNED}"
    if not is_of_desk(mesa):
        return NOT_AS_RECORDED
    return (
        "El Director cambió el resultado de la partida después de sellada: la Planilla es lo que se jugó y se firmó, pero ya "
        "no decide quién gana."
    )


def why_replaced(mesa: Mesa, version: int | None) -> tuple[str, ...]:
    """The same for a paper of this version; nothing where there is none."""
    sealed = Planilla.objects.filter(mesa=mesa, status=Planilla.Status.SEALED)
    planilla = None if version is None else sealed.filter(version=version).first()
    return why_of(planilla, newest_of(planilla))[0] if planilla else ()


def why_of(planilla: Planilla, newest: Planilla) -> tuple[tuple[str, ...], bool]:
    """Each ruling that took a version's place, from this one to the newest; and whether the public reads one of them."""
    steps = Planilla.objects.filter(
        mesa=planilla.mesa_id, status=Planilla.Status.SEALED, version__gte=planilla.version, version__lt=newest.version
    )
    ruled = [told for told in appeals_of_mesa(planilla.mesa) if told.ruling is not None and told.ruling.version]
    appeals = {told.ruling.version: told for told in ruled if told.ruling is not None}
    sentences = []
    for step in steps.order_by("version"):
        appeal = appeals.get(step.version + 1)
        by = (
            f"la resolución de la apelación {appeal.appeal.number}"
            if appeal
            else "un fallo del Director del Campeonato"
        )
        reason = f": {step.correction}" if step.correction else "."
        sentences.append(f"La versión {step.version + 1} la reemplazó por {by}{reason}")
    return tuple(sentences), any(told.published for told in appeals.values())
