"""Invented people for the demonstration: the same seed gives the same ones."""

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
    """What the inscription asks for."""

    players: tuple[str, str]
    club: str
    category: str


def invented_names(count: int, random: Random) -> list[str]:
    """`count` different names."""
    names = [f"{given} {family}" for given in GIVEN.split() for family in FAMILY.split()]
    return random.sample(names, count)


def invented_parejas(count: int, random: Random) -> list[InventedPareja]:
    """`count` parejas; nobody plays in two."""
    names = invented_names(2 * count, random)
    return [
        InventedPareja((first, second), random.choice(CLUBS), "Abierta")
        for first, second in zip(names[::2], names[1::2], strict=True)
    ]
