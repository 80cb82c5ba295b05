"""Why the table's services refuse: a stable code, a Spanish sentence that says what to do, and what HTTP needs."""

from typing import Any

from brackets.models import Fixture
from referee.models import Mesa


class RefereeError(Exception):
    """A refusal; nothing was changed."""

    http_status = 422

    def __init__(
        self, code: str, message: str, *, article: str | None = None, extra: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.article = article
        self.extra = extra or {}


class MesaOutOfReach(RefereeError):
    """There is no such mesa, or it is not this tablet's: the same answer for both."""

    http_status = 404

    def __init__(self) -> None:
        super().__init__(
            "mesa-inexistente", "No hay tal mesa entre las asignadas a usted. Consulte a la Mesa de Control."
        )


class WrittenOtherwise(RefereeError):
    """Under this identifier it stands already, with other words: a page that was sent again after it was changed."""

    renews = "client_id"

    def __init__(self) -> None:
        message = "Eso ya quedó anotado con otras palabras, y lo anotado no cambia. Si es otra cosa, anótela otra vez."
        super().__init__("ya-anotada", message)


class Forbidden(RefereeError):
    http_status = 403


class KeyWrong(RefereeError):
    """What a tablet gives for its public key is none."""

    def __init__(self) -> None:
        message = "La llave que envió la tablet no sirve. Cierre la página, ábrala otra vez y vuelva a intentarlo."
        super().__init__("llave-del-equipo", message)


class SignatureWrong(Forbidden):
    """A jugada in the name of a tablet that its key did not sign."""

    def __init__(self) -> None:
        message = (
            "Una jugada llegó sin la firma de esta tablet, o con una que no es la suya: no se anotó. "
            "Avise a la Mesa de Control: la tablet debe emparejarse de nuevo."
        )
        super().__init__("firma-del-equipo", message)


class RequestUnsigned(Forbidden):
    """A request in the name of a tablet that its key did not sign: whoever sent it has the token alone."""

    def __init__(self) -> None:
        message = (
            "Lo que llegó no trae la firma de esta tablet: no se hizo nada. Avise a la Mesa de Control: la tablet debe "
            "emparejarse de nuevo."
        )
        super().__init__("firma-del-equipo", message)


class LogConflict(RefereeError):
    """What was sent does not fit the log as it is now; the tablet must look again before it sends more."""

    http_status = 409


class SequenceGap(LogConflict):
    def __init__(self, *, expected: int) -> None:
        message = "Faltan jugadas por enviar, o la tablet no ha visto las últimas: vuelva a cargar la mesa."
        super().__init__("secuencia", message, extra={"expected": expected})


class LeaseLost(LogConflict):
    """Another tablet keeps this mesa now; what this one has not sent goes to quarantine."""

    def __init__(self, mesa: Mesa) -> None:
        holder = mesa.device.name if mesa.device else None
        message = (
            f"Esta mesa continúa en «{holder}». Para seguir aquí, retómela."
            if holder
            else "Ninguna tablet lleva esta mesa ahora. Para seguir aquí, retómela."
        )
        super().__init__("mesa-en-otro-equipo", message, extra={"lease": {"holder": holder, "epoch": mesa.lease_epoch}})


class PlanillaClosed(RefereeError):
    """The result is being signed, or is signed."""

    def __init__(self, *, sealed: bool) -> None:
        if sealed:
            super().__init__(
                "planilla-sellada",
                "La Planilla está firmada y sellada: ya no cambia. Solo un fallo del Director puede enmendarla.",
                article="16",
            )
        else:
            super().__init__(
                "planilla-congelada",
                "El resultado está congelado para las firmas. Para corregirlo, reabra la Planilla.",
                article="16",
            )


class MesaOfOthers(RefereeError):
    """Others meet in its partida by now, or the same two with their sides turned: what it says counts for nothing, and stays as it is."""

    def __init__(self, mesa: Mesa) -> None:
        numbers = f"el {mesa.pareja_a.number} y el {mesa.pareja_b.number}"
        why, now = ("que ya no son sus rivales", "jueguen los de ahora")
        if mesa.is_turned:
            why, now = ("que se encuentran ahora con los lados A y B al revés", "jueguen ahora")
        super().__init__(
            "mesa-de-otros",
            f"En la mesa de la {mesa.fixture.name} se registró lo que jugaron {numbers}, {why}: no cuenta, y no "
            f"sigue, ni se firma, ni se corrige. Lo que {now} se lleva en papel.",
        )


class MesaWithoutEffect(RefereeError):
    """What was played there was left without effect by the Director: it counts no more than that of others, and stays as it is."""

    def __init__(self, mesa: Mesa) -> None:
        super().__init__(
            "mesa-sin-efecto",
            f"Lo que se jugó en la mesa de la {mesa.fixture.name} quedó sin efecto por decisión del Director: no cuenta, y no "
            "sigue, ni se firma, ni se corrige. Lo que jueguen ahora se lleva en papel.",
        )


class FixtureClosed(RefereeError):
    """The bracket no longer waits for this mesa."""

    def __init__(self, fixture: Fixture) -> None:
        super().__init__(
            "partida-cerrada",
            f"La partida figura como «{fixture.get_status_display()}» en la Mesa de Control: no admite jugadas. "
            "Consulte a la Mesa de Control.",
        )
