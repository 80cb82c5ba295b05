"""Invented people: the same seed gives the same ones, each as skilled at cards as chance had it."""

from dataclasses import dataclass
from random import Random
from typing import Final

GIVEN: Final = (
    "Aurelio Benigna Casimiro Delfina Eliseo Felisa Gonzalo Hortensia Isidro Jacinta Lizardo Matilde Nicanor Otilia "
    "Plácido Quintina Rosendo Sabina Tiburcio Úrsula Valeriano Wilma Zoila Amable Bolívar Cenaida Darío Etelvina "
    "Fausto Gardenia Heriberto Imelda"
)
FAMILY: Final = (
    "Altamirano Barragán Cajamarca Chiluiza Dávalos Erazo Falconí Guamán Haro Inca Jiménez Larrea Morocho Naula "
    "Ñauñay Orozco Pilco Quishpe Remache Samaniego Tenelema Urquizo Vallejo Yánez Zambrano"
)
CLUBS: Final = (
    "Barrio La Panadería",
    "Liga Bellavista",
    "Cooperativa 21 de Abril",
    "Club San Alfonso",
    "Barrio Santa Rosa",
    "Colegio de Maestros",
    "Mercado La Condamine",
    "Asociación de Jubilados",
    "Barrio Loma de Quito",
    "Club Los Álamos",
    "",
    "",
)


@dataclass(frozen=True, slots=True)
class InventedPareja:
    """What the inscription asks for; `skills` of its players, from 0 to 1, nobody asks for."""

    players: tuple[str, ...]
    club: str
    category: str
    skills: tuple[float, ...] = (0.5, 0.5)


def invented_names(count: int, random: Random) -> list[str]:
    """`count` different names; a second family name where the hall is very large."""
    families = FAMILY.split()
    names = [f"{given} {family}" for given in GIVEN.split() for family in families]
    if count > len(names):
        names = [f"{name} {family}" for name in names for family in families]
    return random.sample(names, count)


def invented_parejas(count: int, random: Random, players: int = 2) -> list[InventedPareja]:
    """`count` parejas of so many players; nobody plays in two."""
    names = iter(invented_names(players * count, random))
    return [
        InventedPareja(
            players=tuple(next(names) for _ in range(players)),
            club=random.choice(CLUBS),
            category="Abierta",
            skills=tuple(round(random.betavariate(2, 2), 3) for _ in range(players)),
        )
        for _ in range(count)
    ]
