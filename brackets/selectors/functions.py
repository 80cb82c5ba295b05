"""The matrix of who may do what, in words, as `access.ACTIONS` and `access.GRANTS` have it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from brackets.models import Role
from brackets.selectors.access import ACTIONS, GRANTS, PUBLIC

SENTENCES: Final[Mapping[str, str]] = {
    "championship.see": "Ver las páginas públicas",
    "championship.edit": "Cambiar los ajustes y el reglamento",
    "championship.open": "Abrir el campeonato",
    "championship.close": "Cerrar el campeonato",
    "panel.see": "Entrar en el panel",
    "address.change": "Cambiar la dirección que llevan los enlaces y códigos QR",
    "passkeys.demand": "Exigir llave de acceso a quien dirige o sirve en la Mesa de Control",
    "team.edit": "Crear cuentas, dar y quitar funciones",
    "tables.edit": "Cambiar las mesas del salón",
    "parejas.edit": "Inscribir, corregir, importar y exportar; enlaces privados",
    "presence.edit": "Acreditar: quién llegó y quién se identificó",
    "parejas.cedula": "Ver cédulas",
    "draw.see": "Ver el sorteo antes de publicarlo",
    "draw.make": "Sortear y planear las etapas",
    "draw.publish": "Publicar el sorteo y reabrir una etapa",
    "jueces.edit": "Disponibilidad y parentescos de los jueces, reemplazarlos",
    "floor.edit": "Asignar mesas y jueces, convocar",
    "results.record": "Registrar resultados y ausencias",
    "results.correct": "Corregir resultados, retirar, expulsar, sustituir, inscribir tarde",
    "transcription.write": "Transcribir Planillas en papel, y confirmar las de otra persona",
    "planillas.correct": "Abrir por un fallo una Planilla sellada",
    "print": "Imprimir y recibir Planillas",
    "screens.edit": "Registrar pantallas y decir qué muestran",
    "certificate.edit": "Poner, cambiar y quitar el certificado que firma las Planillas",
    "devices.edit": "Emparejar y quitar tablets",
    "pins.give": "Dar PIN a los jueces",
    "audit.see": "Leer y exportar el registro",
    "calls.attend": "Atender llamadas de los jueces",
    "protests.see": "Darse por enterado de una firma bajo protesta",
    "consultas.write": "Anotar consultas",
    "consultas.resolve": "Resolver consultas (art. 18)",
    "inscription.edit": "Fijar la inscripción: plazo, cupo, categorías",
    "entries.answer": "Aceptar o rechazar solicitudes de inscripción",
    "people.see": "Ver los datos de las personas",
    "people.erase": "Borrar datos de personas (LOPDP)",
    "suspensions.edit": "Suspender y reanudar una mesa o la sala (art. 16)",
    "appeals.see": "Ver las apelaciones",
    "appeals.rule": "Calificar y fallar apelaciones (art. 17)",
    "conduct.write": "Leer y anotar conductas, dejarlas sin efecto",
    "conduct.settle": "Dejar firme una conducta",
    "quarantine.decide": "Decidir la cuarentena",
    "notices.see": "Ver los avisos por correo y repetir uno",
    "ronda.verify": "Verificar rondas de cualquier mesa",
    "archive.export": "Exportar el archivo del campeonato",
    "mesa.keep": "Llevar una mesa en la tablet (el Juez, las suyas)",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that can be done, and for each role in its order whether it may; `public` where anybody may."""

    sentence: str
    marks: tuple[bool, ...]
    public: bool = False

    @property
    def cells(self) -> list[tuple[Role.Kind, bool]]:
        return list(zip(Role.Kind, self.marks, strict=True))


def kinds() -> tuple[Role.Kind, ...]:
    return tuple(Role.Kind)


def action_lines() -> list[Line]:
    """A line for each action (a test asks for each one's sentence)."""
    return [
        Line(SENTENCES.get(action, action), tuple(kind in allowed for kind in Role.Kind), PUBLIC in allowed)
        for action, allowed in ACTIONS.items()
    ]


def grant_lines() -> list[Line]:
    """For each role, who gives and takes it away."""
    givers: Mapping[str, frozenset[str]] = GRANTS
    return [
        Line(str(kind.label), tuple(kind in givers.get(giver, frozenset()) for giver in Role.Kind))
        for kind in Role.Kind
    ]
