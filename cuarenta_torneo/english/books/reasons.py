"""Why doubtful points of the rulebooks are read as they are, and whence the customs come that a Director may choose."""

from typing import Final

REASONS: Final = (
    (
        "El 15.f paga la mayoría sin condición; el 3.g.5 la condiciona a tener la data y a menos de 19 cartas, y deja sin regla las 19. "
        "Así tienen efecto los dos artículos.",
        "15.f pays the majority without a condition; 3.g.5 asks for the data and fewer than 19 cards, and leaves 19 without a rule. "
        "Read so, both articles have effect.",
    ),
    (
        "3.g.6 y 12 dicen «primera data»; 14.d y 16, que se dirige al Juez, dicen «primera chica», y el artículo 3 admite mesas de una "
        "sola chica.",
        "3.g.6 and 12 say “first data”; 14.d and 16, which speaks to the judge, say “first chica”, and article 3 allows mesas of a single "
        "chica.",
    ),
    (
        "Lo que se proclama es la suma final, con las sanciones ya restadas; diez exactos no es zapatería.",
        "What is proclaimed is the final sum, sanctions taken off; exactly ten is no zapatería.",
    ),
    (
        "El 12 no la hace eliminatoria «si es la primera derrota»: es una derrota más, salvo que ya haya otra.",
        "12 does not make it eliminate “if it is the first defeat”: it is one more defeat, unless there was one before.",
    ),
    (
        "3.e y 7.b la cierran con la primera carta de los cuatro jugadores; 7.a habla de la propia.",
        "3.e and 7.b close it with the first card of the four players; 7.a speaks of one's own.",
    ),
    (
        "La letra del 6 lo admitiría; la costumbre la niega porque empieza otra mano.",
        "The letter of 6 would allow it; custom denies it, because another hand begins.",
    ),
    (
        "El 6 fija el plazo de la caída; 10 y 11 tratan todos los puntos como solicitados.",
        "6 sets the time of the caída; 10 and 11 treat all points as claimed.",
    ),
    (
        "El 11 dice «restando dos puntos a la pareja»; cuando el texto quiere premiar al rival dice «bonificará».",
        "11 says “taking two points off the pair”; where the text means to reward the opponents it says “will credit”.",
    ),
    (
        "El 4.a nombra al adversario y al compañero, pero «coge» más de cinco también lo cubre.",
        "4.a names opponent and partner, but “takes” more than five covers it too.",
    ),
    (
        "El sorteo es para «la primera data»; después la señal de data sigue pasando.",
        "The draw is for “the first data”; afterwards the data marker goes on passing.",
    ),
    (
        "El 3.f pasa la señal de data antes de contar, y se llaman «dos por darlas»: a quien reparte a continuación.",
        "3.f passes the data marker before counting, and they are called “two for dealing”: to whoever deals next.",
    ),
    (
        "El 3.d habla del Juez; el 16, de que baraje «después de los jugadores»: pueden barajar, y él al final.",
        "3.d speaks of the judge; 16, of his shuffling “after the players”: they may shuffle, and he at the end.",
    ),
    (
        "En otras mesas reparte quien recibe el primer brillo, o quien levanta la carta mayor.",
        "At other tables whoever is dealt the first diamond deals, or whoever cuts the highest card.",
    ),
    ("Hay mesas que lo castigan con solo dos puntos.", "Some tables punish it with two points only."),
    (
        "Hay mesas que lo acuerdan antes de empezar: desde 30 no vale el cartón.",
        "Some tables agree on it before they begin: from 30 on the cards do not count.",
    ),
    (
        "Hay mesas que dan la chica a quien cuenta 14 puntos o más de una vez.",
        "Some tables give the chica to whoever counts 14 points or more at once.",
    ),
    (
        "Algunos reglamentos la premian aparte, y torneos con poco tiempo dan la chica.",
        "Some rulebooks reward it apart, and tournaments with little time give the chica.",
    ),
    ("Algunos reglamentos dan la chica a quien las propina.", "Some rulebooks give the chica to whoever makes them."),
    ("Hay mesas que solo dejan sumar dos.", "Some tables allow only two to be added."),
    (
        "Hay mesas que tienen el levante inválido por falta grave y dan diez al rival.",
        "Some tables hold an invalid capture to be a grave fault and give ten to the opponents.",
    ),
    (
        "El texto anuncia la lista de valores y la lista falta; cuatro es lo usual donde caída y limpia valen cuatro.",
        "The text announces a list of values and the list is missing; four is usual where caída and limpia are worth four.",
    ),
    (
        "El texto anuncia la lista de valores y la lista falta; lo usual es que gane el juego.",
        "The text announces a list of values and the list is missing; usually it wins the game.",
    ),
    (
        "Desde 30 el texto cierra las rondas, en plural; la doble ronda es una de ellas.",
        "From 30 on the text closes the rondas, in the plural; the double ronda is one of them.",
    ),
    (
        "La frase deja cobrar la caída en una ronda callada cuando el rival no llega a 30.",
        "The sentence lets a caída on a silent ronda score where the opponents are below 30.",
    ),
    (
        "Todos los ejemplos suman dos cartas; la lista que lo decía falta.",
        "All examples add two cards; the list that said so is missing.",
    ),
    (
        "El texto habla de un solo juego; un campeonato puede preferir dos de tres.",
        "The text speaks of a single game; a championship may prefer two of three.",
    ),
    (
        "A la letra, toda pareja con más de 19 cartas cobra seis: ambas.",
        "By the letter, every pair with more than 19 cards scores six: both do.",
    ),
    (
        "El texto premia a quien tiene más cartas; en un empate no hay nadie.",
        "The text rewards whoever has more cards; in a tie nobody has.",
    ),
    (
        "El texto da los diez puntos y no dice que la mano pase.",
        "The text gives the ten points and does not say that the deal passes.",
    ),
    (
        "El texto castiga al que reparte mal sin decir a quién.",
        "The text punishes whoever misdeals without saying to whom.",
    ),
    (
        "A la letra, con 38 «solo» se recibe puntos por caída, aunque todo error dé diez.",
        "By the letter, at 38 points come “only” by caída, although every error gives ten.",
    ),
    (
        "El texto la pide al recibir las cartas, sin decir hasta cuándo.",
        "The text has it claimed when the cards are dealt, without saying until when.",
    ),
    ("El ejemplo suma dos cartas y el texto no pone límite.", "The example adds two cards and the text sets no limit."),
    ("El texto no dice cómo se elige.", "The text does not say how he is chosen."),
    (
        "El texto no lo dice; la rotación da la mano a todos por igual.",
        "The text does not say; the rotation gives everybody the deal alike.",
    ),
    (
        "Un párrafo dice que gana el juego; otro y la tabla dan cuatro puntos en Quito.",
        "One paragraph says that it wins the game; another and the table give four points in Quito.",
    ),
    (
        "El texto dice «dos cartas» y levanta un as, un 2 y un 4 con un 7.",
        "The text says “two cards” and captures an ace, a 2 and a 4 with a 7.",
    ),
    (
        "Se anuncia antes del primer turno «de cada uno» después de cada reparto.",
        "It is announced before the first turn “of each” after every deal.",
    ),
    (
        "El texto no lo dice; retirarlas es lo que menos premia un descuido, y lo que hace el reglamento de Riobamba.",
        "The text does not say; taking them away rewards an oversight least, and is what the Riobamba rulebook does.",
    ),
    ("Los dos últimos puntos «solo» se anotan por caída.", "The last two points are scored “only” by caída."),
    (
        "El texto descalifica «de un torneo o partida»: dice las dos cosas.",
        "The text disqualifies “from a tournament or match”: it says both.",
    ),
    (
        "El texto no dice cómo se elige; se adopta la suma de cartas, como en Riobamba.",
        "The text does not say how he is chosen; the sum of cards is adopted, as in Riobamba.",
    ),
    (
        "La tabla le da la chica, que se gana y no se suma; el párrafo 9 cierra las rondas a quien está en 38.",
        "The table gives it the chica, which is won and not added; paragraph 9 closes rondas to whoever is at 38.",
    ),
    (
        "10.A premia a quien «supera» y 10.B el empate sin llegar a 20: queda sin regla. Se extiende el 10.B.",
        "10.A rewards whoever “exceeds” and 10.B the tie below 20: it is left without a rule. 10.B is extended.",
    ),
    (
        "Dice «supera las 20» y paga «por la carta número 20»; con más de 20 ambas lecturas dan lo mismo.",
        "It says “exceeds 20” and pays “for card number 20”; with more than 20 both readings give the same.",
    ),
    (
        "El texto no la nombra; otros reglamentos dan dos puntos.",
        "The text does not name it; other rulebooks give two points.",
    ),
    (
        "«Supere los 30» es más de 30, y los puntos son pares: desde 32. En muchas mesas es desde 30.",
        "“Exceeds 30” is more than 30, and points are even: from 32 on. At many tables it is from 30 on.",
    ),
    (
        "El 11 no suma rondas desde 38; el 15.A no suma: da la chica de inmediato.",
        "11 adds no rondas from 38 on; 15.A does not add: it gives the chica at once.",
    ),
    (
        "Desde 38 «deberá realizar una caída» para ganar; el 12 y el 13 no la exceptúan.",
        "From 38 on one “must make a caída” to win; 12 and 13 make no exception.",
    ),
    (
        "La escalera empieza «a partir de la primera carta similar».",
        "The sequence begins “from the first similar card on”.",
    ),
    (
        "El texto habla de la carta «previamente jugada»; la costumbre lo niega porque empieza otra mano.",
        "The text speaks of the card “played before”; custom denies it, because another hand begins.",
    ),
    ("El texto no lo pide; solo la caída se canta.", "The text does not ask for it; only the caída is called out."),
)
