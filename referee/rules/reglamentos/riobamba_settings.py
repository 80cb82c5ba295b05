"""What the Riobamba text leaves open or contradicts, and how a Director may settle it.

The first choice of each is the adopted reading. Points without a parameter of the engine (a claim that must
be spoken) are settings all the same: they are printed, read aloud and shown to the Juez.
"""

from typing import Final

from referee.rules.reglamento import Setting, SettingChoice

DOUBTS: Final = (
    Setting(
        key="mayoria-bajo-20",
        question="¿Cuándo paga 2 puntos la mayoría con menos de 20 cartas?",
        article="15.f, 3.g.5",
        reason="El 15.f paga la mayoría sin condición; el 3.g.5 la condiciona a tener la data y a menos de 19 "
        "cartas, y deja sin regla las 19. Así tienen efecto los dos artículos.",
        choices=(
            SettingChoice("siempre", "Siempre, con hasta 19 cartas"),
            SettingChoice(
                "literal",
                "Solo a quien le corresponde la data y con hasta 18 cartas (3.g.5 a la letra)",
                {"count.majority_requires_data": True, "count.majority_max_cards": 18},
            ),
        ),
    ),
    Setting(
        key="zapateria-alcance",
        question="¿En qué chica termina la mesa una zapatería?",
        article="14.d, 16, 3.g.6, 12",
        reason="3.g.6 y 12 dicen «primera data»; 14.d y 16, que se dirige al Juez, dicen «primera chica», y el "
        "artículo 3 admite mesas de una sola chica.",
        choices=(
            SettingChoice("primera-chica", "Solo en la primera chica"),
            SettingChoice("cualquier-chica", "En cualquier chica", {"zapateria.scope": "cualquier-chica"}),
            SettingChoice("ninguna", "En ninguna: es solo un honor", {"zapateria.scope": "ninguna"}),
        ),
    ),
    Setting(
        key="zapateria-medida",
        question="¿Qué debe ser menor que diez para la zapatería?",
        article="3.g.6, 12",
        reason="Lo que se proclama es la suma final, con las sanciones ya restadas; diez exactos no es zapatería.",
        choices=(
            SettingChoice("marcador-final", "El marcador al proclamarse la chica"),
            SettingChoice(
                "nunca-llego",
                "No haber llegado nunca a diez en esa chica",
                {"zapateria.measured_on": "nunca-llego"},
            ),
        ),
    ),
    Setting(
        key="zapateria-torneo",
        question="¿Elimina del campeonato una zapatería?",
        article="12",
        reason="El 12 no la hace eliminatoria «si es la primera derrota»: es una derrota más, salvo que ya haya otra.",
        choices=(
            SettingChoice("no-elimina-primera-derrota", "No, si es la primera derrota"),
            SettingChoice("ninguno", "No, nunca", {"zapateria.tournament_effect": "ninguno"}),
            SettingChoice("elimina", "Sí, siempre", {"zapateria.tournament_effect": "elimina"}),
        ),
    ),
    Setting(
        key="ronda-plazo",
        question="¿Hasta cuándo se puede pedir la ronda?",
        article="3.e, 7.a, 7.b",
        reason="3.e y 7.b la cierran con la primera carta de los cuatro jugadores; 7.a habla de la propia.",
        choices=(
            SettingChoice("cuarta-primera-carta", "Hasta la primera carta del cuarto jugador"),
            SettingChoice(
                "propia-primera-carta",
                "Hasta la propia primera carta",
                {"ronda.claim_deadline": "propia-primera-carta"},
            ),
        ),
    ),
    Setting(
        key="caida-tras-segundo-reparto",
        question="¿Vale caída con la primera carta después del segundo reparto?",
        article="6",
        reason="La letra del 6 lo admitiría; la costumbre la niega porque empieza otra mano.",
        choices=(
            SettingChoice("no", "No"),
            SettingChoice("si", "Sí", {"caida.allowed_on_first_card_after_redeal": True}),
        ),
    ),
    Setting(
        key="limpia-pedida",
        question="¿Debe pedirse la limpia para que valga?",
        article="6, 10, 11",
        reason="El 6 fija el plazo de la caída; 10 y 11 tratan todos los puntos como solicitados.",
        choices=(
            SettingChoice("si", "Sí, en el mismo plazo que la caída"),
            SettingChoice("no", "No, el Juez la concede", {"limpia.claim_required": False}),
        ),
    ),
    Setting(
        key="mal-pedido",
        question="Pedir puntos sin razón: ¿a quién afecta?",
        article="11, 15.c",
        reason="El 11 dice «restando dos puntos a la pareja»; cuando el texto quiere premiar al rival dice «bonificará».",
        choices=(
            SettingChoice("resta", "Resta 2 a quien pidió"),
            SettingChoice(
                "suma-rival",
                "Suma 2 al rival",
                {"wrong_claim.offender_points": 0, "wrong_claim.rivals_points": 2},
            ),
            SettingChoice("ambos", "Resta 2 y suma 2 al rival", {"wrong_claim.rivals_points": 2}),
        ),
    ),
    Setting(
        key="mal-reparto-propio",
        question="¿Es mal reparto la mano equivocada del propio repartidor?",
        article="4.a",
        reason="El 4.a nombra al adversario y al compañero, pero «coge» más de cinco también lo cubre.",
        choices=(
            SettingChoice("si", "Sí"),
            SettingChoice("no", "No", {"misdeal.own_hand_counts": False}),
        ),
    ),
    Setting(
        key="sorteo-por-chica",
        question="¿Quién reparte primero en la segunda y tercera chica?",
        article="3.c, 3.f",
        reason="El sorteo es para «la primera data»; después la señal de data sigue pasando.",
        choices=(
            SettingChoice("no", "Sigue la rotación"),
            SettingChoice("si", "Nuevo sorteo en cada chica", {"deal.sorteo_each_chica": True}),
        ),
    ),
    Setting(
        key="dos-por-darlas",
        question="¿A quién «le corresponde la data» en un empate de cartas?",
        article="3.g.3, 3.f, 15.g",
        reason="El 3.f pasa la señal de data antes de contar, y se llaman «dos por darlas»: a quien reparte a continuación.",
        choices=(
            SettingChoice("quien-reparte", "A la que reparte a continuación"),
            SettingChoice("quien-repartio", "A la que acaba de repartir", {"count.tie_beneficiary": "quien-repartio"}),
        ),
    ),
    Setting(
        key="barajar",
        question="¿Quién baraja antes de cada data?",
        article="3.d, 16",
        reason="El 3.d habla del Juez; el 16, de que baraje «después de los jugadores»: pueden barajar, y él al final.",
        choices=(
            SettingChoice("juez-al-final", "Los jugadores si quieren, y el Juez al final"),
            SettingChoice("solo-juez", "Solo el Juez", {"deal.shuffle_by": "solo el Juez"}),
        ),
    ),
)
