"""What people read where single players meet: «jugador» wherever a championship of parejas says «pareja».

One table for the whole site, since in Spanish more than the noun changes. A phrase that is not in it is a mistake
of ours: KeyError, in a championship of single players.
"""

import re
from collections.abc import Mapping
from typing import Final

from brackets.draw.plural import and_before, counted, listed, numbered

__all__ = [
    "ORDINALS",
    "PAIR",
    "SINGLES",
    "and_before",
    "counted",
    "entering_said",
    "inside",
    "listed",
    "masculine",
    "numbered",
    "said",
    "twin",
]

PAIR: Final = 2
SINGLES: Final[Mapping[str, str]] = {
    "parejas": "jugadores",
    "Número de la pareja": "Número del jugador",
    "Expulsar a la pareja": "Expulsar al jugador",
    "Pareja": "Jugador",
    "Jugador de la pareja {}": "Jugador {}",
    "Parejas": "Jugadores",
    "la pareja": "el jugador",
    "las parejas": "los jugadores",
    "a la pareja": "al jugador",
    "esta pareja": "este jugador",
    "a la misma pareja": "al mismo jugador",
    "dos parejas": "dos jugadores",
    "Pareja campeona": "Campeón",
    "Buscar mi pareja: número o nombre": "Buscarme: número o nombre",
    "Pareja por definir": "Jugador por definir",
    "parejas inscritas": "jugadores inscritos",
    "pareja inscrita,parejas inscritas": "jugador inscrito,jugadores inscritos",
    "inscrita,inscritas": "inscrito,inscritos",
    "retirada,retiradas": "retirado,retirados",
    "expulsada,expulsadas": "expulsado,expulsados",
    "nueva,nuevas": "nuevo,nuevos",
    "pareja,parejas": "jugador,jugadores",
    "pareja nueva,parejas nuevas": "jugador nuevo,jugadores nuevos",
    "corregida,corregidas": "corregido,corregidos",
    "Inscrita": "Inscrito",
    "Retirada": "Retirado",
    "Sigue en juego": "Sigue en juego",
    "Campeona": "Campeón",
    "Eliminada": "Eliminado",
    "Inscribir pareja": "Inscribir jugador",
    "Inscribir parejas": "Inscribir jugadores",
    "Inscribir y seguir con otra": "Inscribir y seguir con otro",
    "inscriba la primera": "inscriba el primero",
    "Importar parejas": "Importar jugadores",
    "Ninguna pareja coincide": "Ningún jugador coincide",
    "Todavía no hay parejas": "Todavía no hay jugadores",
    "Todavía no hay parejas inscritas": "Todavía no hay jugadores inscritos",
    "para que nadie esté en dos parejas": "para que nadie se inscriba dos veces",
    "Sus jugadores pueden inscribirse con otra pareja.": "",
    "La pareja {} está retirada. Su número no se vuelve a dar.": "El jugador {} está retirado. Su número no se vuelve "
    "a dar.",
    "Se inscribió la pareja {}, {}.": "Se inscribió el jugador {}, {}.",
    "Se guardaron los datos de la pareja {}.": "Se guardaron los datos del jugador {}.",
    "Inscriba las parejas una por una, o importe una hoja de cálculo.": "Inscriba a los jugadores uno por uno, o "
    "importe una hoja de cálculo.",
    "Cuando estén todas, haga el sorteo.": "Cuando estén todos, haga el sorteo.",
    "No se presentó una pareja: gana la otra (W.O.)": "No se presentó un jugador: gana el otro (W.O.)",
    "Una pareja abandonó: gana la otra": "Un jugador abandonó: gana el otro",
    "No se presentó ninguna de las dos": "No se presentó ninguno de los dos",
    "La pareja": "El jugador",
    "No se presentó la {}": "No se presentó el {}",
    "no se presentó la {}": "no se presentó el {}",
    "no se presentó ninguna de las dos": "no se presentó ninguno de los dos",
    "Separar en su primera mesa a las parejas del mismo club": "Separar en su primera mesa a los jugadores del mismo "
    "club",
    "Descalificación": "Descalificación",
    "Abandono": "Abandono",
    "Doble ausencia": "Doble ausencia",
    "W.O.": "W.O.",
    "W.O.: la rival no se presentó": "W.O.: el rival no se presentó",
    "La rival abandonó": "El rival abandonó",
    "Pasa por falta de rival": "Pasa por falta de rival",
    "No queda quien la juegue": "No queda quien la juegue",
    "No hizo falta": "No hizo falta",
    "Por fallo o sanción": "Por fallo o sanción",
    "Ninguna de las dos": "Ninguno de los dos",
    "1 es la mejor. Vacío: entra al sorteo como las demás.": "1 es el mejor. Vacío: entra al sorteo como los demás.",
    "El sorteo separa en su primera mesa, hasta donde se puede, a las parejas del mismo club.": "El sorteo separa en "
    "su primera mesa, hasta donde se puede, a los jugadores del mismo club.",
    "Cambiaron las parejas de la partida {}, que ya estaba convocada: convóquela de nuevo.": "Cambiaron los jugadores "
    "de la partida {}, que ya estaba convocada: convóquela de nuevo.",
    "Cambiaron las parejas de las partidas {}, que ya estaban convocadas: convóquelas de nuevo.": "Cambiaron los jugadores "
    "de las partidas {}, que ya estaban convocadas: convóquelas de nuevo.",
    "no pasa ninguna pareja": "no pasa ninguno",
    "no gana ninguna pareja": "no gana ninguno",
    "Apeló la pareja": "Apeló el jugador",
    "Faltan firmas: firman los dos jugadores de la pareja.": "Falta la firma del jugador.",
    "Por qué no vuelven a firmar las parejas": "Por qué no vuelven a firmar los jugadores",
    "Representante de la pareja {}": "Jugador {}",
    "Representante de la pareja A": "Jugador A",
    "Representante de la pareja B": "Jugador B",
    "El Juez identificó a los cuatro jugadores, sentados en forma alternada": "El Juez identificó a los dos jugadores",
    "Gana la mesa la pareja n.º ____________ por": "Gana la mesa el jugador n.º ____________ por",
    "Pedido de la pareja n.º": "Pedido del jugador n.º",
    "Firma del primer jugador": "Firma del jugador",
    "Firma del segundo jugador": "",
    "El representante de cada pareja es uno de sus dos jugadores.": "Cada jugador firma por sí mismo.",
    "La pareja {} está presente: no puede perder por ausencia. Deshaga su llegada si fue un error.": "El jugador {} está "
    "presente: no puede perder por ausencia. Deshaga su llegada si fue un error.",
    "La pareja {} no figura como presente: anote su llegada, o declare ausentes a las dos.": "El jugador {} no figura como "
    "presente: anote su llegada, o declare ausentes a los dos.",
    "A la que terminó la partida. La pareja {} salió {}, y su rival pasó. Lo que terminó antes de esa salida, o había empezado antes, "
    "cuenta como jugado aunque el papel llegue ahora.": "A la que terminó la partida. El jugador {} salió {}, y su rival pasó. Lo que "
    "terminó antes de esa salida, o había empezado antes, cuenta como jugado aunque el papel llegue ahora.",
    "A la que terminó la partida; vacía, ahora. Escríbala si terminó antes de que saliera la pareja {}, {}.": "A la que terminó la "
    "partida; vacía, ahora. Escríbala si terminó antes de que saliera el jugador {}, {}.",
    "La pareja {} salió {}, antes de esa hora. Corrija la hora, o marque que la mesa había empezado antes de que saliera.": "El "
    "jugador {} salió {}, antes de esa hora. Corrija la hora, o marque que la mesa había empezado antes de que saliera.",
    "La pareja {} está en la {}. Espere a que termine.": "El jugador {} está en la {}. Espere a que termine.",
    "Clasificada a «{}»": "Clasificado a «{}»",
    "Hoy entraría en «{}»": "Hoy entraría en «{}»",
    "Cuántas mesas ganó contra las que siguen empatadas con ella, y solo contra esas. Se cuenta de nuevo cuando quedan menos.": "Cuántas "
    "mesas ganó contra los que siguen empatados con él, y solo contra esos. Se cuenta de nuevo cuando quedan menos.",
    "Cuántas mesas ganó contra las que empataban con ella al llegar a este desempate. No se cuenta de nuevo cuando quedan menos.": "Cuántas "
    "mesas ganó contra los que empataban con él al llegar a este desempate. No se cuenta de nuevo cuando quedan menos.",
    "Tres empatan y las chicas separan a una: entre las otras dos sigue el próximo desempate, no la mesa que jugaron.": "Tres "
    "empatan y las chicas separan a uno: entre los otros dos sigue el próximo desempate, no la mesa que jugaron.",
    "La 4 y la 7 empatan; la 7 le ganó a la 4: 1 para la 7, 0 para la 4.": "El 4 y el 7 empatan; el 7 le ganó al 4: 1 para el "
    "7, 0 para el 4.",
    "Suma de las mesas que ganaron sus rivales (Buchholz). Una ronda sin rival cuenta como un rival que ganó tantas como ella.": "Suma "
    "de las mesas que ganaron sus rivales (Buchholz). Una ronda sin rival cuenta como un rival que ganó tantas como él.",
    "Salió tercera: va detrás de la primera y de la segunda.": "Salió tercero: va detrás del primero y del segundo.",
    "Preséntense en la {} para la {}.": "Preséntese en la {} para la {}.",
    # What is written down of what was done.
    "Inscribió a la pareja {}, {}.": "Inscribió al jugador {}, {}.",
    "Corrigió los datos de la pareja {}.": "Corrigió los datos del jugador {}.",
    "La pareja {} está retirada: lo que no jugó pasa a sus rivales.": "El jugador {} está retirado: lo que no jugó pasa a sus rivales.",
    "La pareja {} ya está retirada": "El jugador {} ya está retirado",
    "La pareja {} ya está expulsada": "El jugador {} ya está expulsado",
    "La pareja {} ya está en el campeonato": "El jugador {} ya está en el campeonato",
    "La pareja {} está de nuevo en el campeonato.": "El jugador {} está de nuevo en el campeonato.",
    "Reincorporó a la pareja {}.": "Reincorporó al jugador {}.",
    "Retiró a la pareja {} del campeonato.": "Retiró al jugador {} del campeonato.",
    "Expulsó a la pareja {} del campeonato.": "Expulsó al jugador {} del campeonato.",
    "La pareja {} está expulsada: lo que no jugó pasa a sus rivales.": "El jugador {} está expulsado: lo que no jugó pasa a sus rivales.",
    "expulsar a la pareja {}": "expulsar al jugador {}",
    "Expulsada": "Expulsado",
    "Se retira": "Se retira",
    "Se la expulsa, por un fallo": "Se lo expulsa, por un fallo",
    "Si la etapa no dice otra cosa, una expulsada no figura en su tabla y una retirada queda última, salvo que ya no le quedara nada por "
    "jugar.": "Si la etapa no dice otra cosa, un expulsado no figura en su tabla y un retirado queda último, salvo que ya no le quedara "
    "nada por jugar.",
    "Cada pareja que sigue, y qué pasaría si saliera en este momento": (
        "Cada jugador que sigue, y qué pasaría si saliera en este momento"
    ),
    "de la pareja": "del jugador",
    "de las parejas que quedan": "de los jugadores que quedan",
    "inscribir tarde a la pareja {}": "inscribir tarde al jugador {}",
    "deshacer la entrada de la pareja {}": "deshacer la entrada del jugador {}",
    "Inscribió tarde a la pareja {}, {}: {}.": "Inscribió tarde al jugador {}, {}: {}.",
    "Deshizo la entrada tardía de la pareja {}.": "Deshizo la entrada tardía del jugador {}.",
    "Retire a la pareja {}.": "Retire al jugador {}.",
    "La pareja {} no entró tarde: retírela.": "El jugador {} no entró tarde: retírelo.",
    "Después entró la pareja {}: deshaga primero su entrada.": "Después entró el jugador {}: deshaga primero su entrada.",
    "La pareja {} entró en la etapa: {}.": "El jugador {} entró en la etapa: {}.",
    "Se deshizo la entrada de la pareja {}.": "Se deshizo la entrada del jugador {}.",
    "reincorporar a la pareja {}": "reincorporar al jugador {}",
    "retirar a la pareja {}": "retirar al jugador {}",
    "Retiró a la pareja {}.": "Retiró al jugador {}.",
    "gana la pareja {}": "gana el jugador {}",
    # Refusals.
    "El sorteo ya está publicado: no se pueden inscribir más parejas en esta etapa, salvo en un lugar libre.": "El sorteo "
    "ya está publicado: no se pueden inscribir más jugadores en esta etapa, salvo en un lugar libre.",
    "La pareja {} está retirada y ya no se cambia.": "El jugador {} está retirado y ya no se cambia.",
    "El sorteo ya está publicado: la pareja {} sale del campeonato en su página de salida, donde se ve antes qué cambia. "
    "Le toca al Director.": "El sorteo ya está publicado: el jugador {} sale del campeonato en su página de salida, donde "
    "se ve antes qué cambia. Le toca al Director.",
    "Retirar o expulsar a una pareja": "Retirar o expulsar a un jugador",
    "Inscribir o retirar parejas": "Inscribir o retirar jugadores",
    "la reincorpora": "lo reincorpora",
    "El número {} ya es de otra pareja.": "El número {} ya es de otro jugador.",
    "El jugador {} ya está inscrito en la pareja {}: su cédula es la misma.": "Ya está inscrito con el número {1}: la "
    "cédula es la misma.",
    "Una pareja se retira en su página, no desde la hoja.": "Un jugador se retira en su página, no desde la hoja.",
    "En la hoja está retirada, así que no se inscribe.": "En la hoja está retirado, así que no se inscribe.",
    "La pareja {} está retirada y ya no se cambia. Si vuelve a inscribirse, hágalo a mano.": "El jugador {} está "
    "retirado y ya no se cambia. Si vuelve a inscribirse, hágalo a mano.",
    "El sorteo ya está publicado: ya no entra ninguna pareja.": "El sorteo ya está publicado: ya no entra ningún jugador.",
    "la pareja {}": "el número {}",
    "La cabeza de serie {seed} ya es de {}.": "La cabeza de serie {seed} ya está en {}.",
    "La cédula del jugador 1 ya está en {}.": "La cédula ya está en {}.",
    "Los mismos jugadores están en {}.": "El mismo nombre está en {}. Si son dos personas, inscriba a una a mano.",
    "Esta pareja ya está inscrita con el número {}.": "Este jugador ya está inscrito con el número {}.",
    "Hay varias parejas con estos nombres: escriba el número de la que es.": "Hay varios jugadores con este nombre: "
    "escriba el número del que es.",
    "Se llaman como la pareja {}, pero con otras cédulas. Si es esa pareja, escriba su número; si son otras personas, "
    "inscríbalas a mano.": "Se llama como el jugador {}, pero con otra cédula. Si es ese jugador, escriba su número; "
    "si es otra persona, inscríbala a mano.",
    "La cabeza de serie {} ya es de la pareja {}.": "La cabeza de serie {} ya es del jugador {}.",
    "La expone la pareja": "La expone el jugador",
    "Diga quién expone la consulta: el Juez, una pareja o los dos.": "Diga quién expone la consulta: el Juez, un "
    "jugador o los dos.",
    # Control, and the convocatoria.
    "Buscar mesa, pareja o Juez": "Buscar mesa, jugador o Juez",
    "Mesa, pareja o Juez": "Mesa, jugador o Juez",
    "Identificada la {}": "Identificado el {}",
    "Están sentadas": "Están sentados",
    # The check-in.
    "La pareja {} salió del campeonato: ya no se la espera.": "El jugador {} salió del campeonato: ya no se lo espera.",
    "Parejas completas": "Jugadores presentes",
    "No hay ninguna pareja {}. Escriba el número de la credencial, por ejemplo 12 o 12-1.": "No hay ningún jugador {}. "
    "Escriba el número de la credencial, por ejemplo 12.",
    "Número de la pareja o de la credencial": "Número de la credencial",
    # The private page.
    "Página privada de la pareja": "Página privada del jugador",
    "Dio un enlace privado nuevo a la pareja {}.": "Dio un enlace privado nuevo al jugador {}.",
    "Cerró la página privada de la pareja {}.": "Cerró la página privada del jugador {}.",
    "La pareja {} tiene un enlace nuevo: el anterior ya no sirve. Imprímalo y entréguelo.": "El jugador {} tiene un enlace "
    "nuevo: el anterior ya no sirve. Imprímalo y entréguelo.",
    "La página privada de la pareja {} está cerrada.": "La página privada del jugador {} está cerrada.",
    "Solo para la pareja y para quien ella quiera: no comparta el enlace.": "Solo para el jugador y para quien él quiera: no "
    "comparta el enlace.",
    "Esta pareja salió del campeonato.": "Este jugador salió del campeonato.",
    "Esa pareja no juega ahí: elija otra, o deje la partida vacía.": "Ese jugador no juega ahí: elija otro, o deje la "
    "partida vacía.",
}


def said(players: int, phrase: str) -> str:
    """`phrase` as it reads where a pareja has so many players.

    >>> said(2, "Parejas"), said(1, "Parejas")
    ('Parejas', 'Jugadores')
    """
    return phrase if players == PAIR else SINGLES[phrase]


def inside(sentence: str) -> str:
    """A sentence within another one: it begins small, and names keep their capitals.

    >>> inside("Llegó Wilma Orozco"), inside("W.O.: no se presentó la 7")
    ('llegó Wilma Orozco', 'W.O.: no se presentó la 7')
    """
    return sentence if sentence[1:2] == "." else sentence[:1].lower() + sentence[1:]


def twin(players: int, phrase: str) -> str:
    """The same for a phrase that may be of nobody in particular: then it has no other words."""
    return SINGLES.get(phrase, phrase) if players != PAIR else phrase


ORDINALS: Final = "primer|segund|tercer|cuart|quint|sext|séptim|octav"
MASCULINE: Final = (
    (rf"\bLa (?={ORDINALS}|mejor|ganadora)", "El "),
    (r"\bLas (?=\d|de )", "Los "),
    (rf"\blas (?={ORDINALS}|que |no clasificadas|inscritas)", "los "),
    (rf"\b((?i:{ORDINALS}|inscrit|exent|clasificad|tod))a(s?)\b", r"\1o\2"),
    (r"anadora\b", "anador"),
    (r"\.ª", ".º"),
)


def entering_said(players: int, sentence: str) -> str:
    """A sentence on who enters a stage, in the words of a championship of so many players a side."""
    return sentence if players == PAIR else masculine(sentence)


def masculine(sentence: str) -> str:
    """A sentence on who enters a stage, as it reads of single players; the names of stages stay as they are.

    >>> masculine("1.ª mejor de las segundas de «La segunda»: 3.ª entre todas, por promedios.")
    '1.º mejor de los segundos de «La segunda»: 3.º entre todos, por promedios.'
    >>> masculine("Primera de las que quedan en la serie 1 de «Series»."), masculine("1.ª mejor de las segundas que quedan de «Series».")
    ('Primero de los que quedan en la serie 1 de «Series».', '1.º mejor de los segundos que quedan de «Series».')
    >>> masculine("Ganadora de la llave de ganadores de «Series»."), masculine("La primera de cada serie de «Series».")
    ('Ganador de la llave de ganadores de «Series».', 'El primero de cada serie de «Series».')
    """
    parts = re.split(r"(«[^»]*»)", sentence)
    return "".join(part if part.startswith("«") else _turned(part) for part in parts)


def _turned(text: str) -> str:
    for pattern, other in MASCULINE:
        text = re.sub(pattern, other, text)
    return text
