"""Writing what is enciphered of people, all of it in one table; and holding the cédulas that only one may have."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db import connection, transaction
from django.db.models import QuerySet

from brackets.models import Delivery, EntryPerson, PersonalData, Player
from brackets.models.with_data import Values
from brackets.people_keys import KeysLost, key_add, keys_drop, match_of, seal
from brackets.selectors.vault import keys_lost

Person = Player | EntryPerson | Delivery
OWNERS: Final[Mapping[str, type[Person]]] = {"player": Player, "asked": EntryPerson, "delivery": Delivery}
SEALED: Final = (
    "server_key", "wrapped_key", "sealed", "cedula_end", "cedula_match", "email_match", "phone_match",
)  # fmt: skip


def personal_keep(kept: Iterable[tuple[Person, Values]], *, new: bool = False) -> None:
    """Keep exactly these values of each person, under a fresh key; what was kept of him before goes with its key.

    `new`: of none anything was kept. Raises KeysLost where anything is enciphered with a key that is not here: what matches nothing could be entered twice.
    """
    kept = list(kept)
    if not new:
        personal_forget([person for person, _ in kept])
    rows = []
    for person, values in kept:
        if any(values):
            rows.append(_row(person, values))
        else:
            person._state.fields_cache["personal"] = None  # noqa: SLF001
    if rows and keys_lost():
        raise KeysLost("hay datos personales cifrados con una clave que no está en el archivo de claves")
    PersonalData.objects.bulk_create(rows, batch_size=50)


def personal_forget(people: Sequence[Person]) -> None:
    """Delete what is enciphered of them, and with it the keys. What was read of them before is still in memory."""
    if people and connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")  # a deleted key is overwritten in the file
    for owner, model in OWNERS.items():
        if keys := [person.pk for person in people if isinstance(person, model)]:
            PersonalData.objects.filter(**{f"{owner}__in": keys}).delete()


def cedulas_hold(people: QuerySet[Player] | QuerySet[EntryPerson], *, active: bool) -> None:
    """They are active, and so hold their cédulas, from now on; or they are and do no longer."""
    owner = "player" if people.model is Player else "asked"
    PersonalData.objects.filter(**{f"{owner}__in": people.values("pk")}).update(held=active)
    people.update(active=active)


def keys_rotate() -> int:
    """Encipher everything anew under a fresh key of the server, and drop the older ones; of how many people.

    Nothing else may write meanwhile. Stopped in the middle it leaves all keys, and all data open; it is run again then.
    Raises KeysLost, also where something was written meanwhile: then the older keys stay.
    """
    present = key_add().name
    with transaction.atomic():
        rows = list(PersonalData.objects.select_for_update(of=("self",)))
        for row in rows:
            _seal(row, row.values)
        PersonalData.objects.bulk_update(rows, SEALED, batch_size=50)
    if PersonalData.objects.exclude(server_key=present).exists():
        raise KeysLost(
            "algo se escribió mientras se cifraba: las claves anteriores quedan; detenga el servidor y repítalo"
        )
    keys_drop()
    return len(rows)


def _row(person: Person, values: Values) -> PersonalData:
    row = PersonalData(held=getattr(person, "active", False))
    whose = person.notice if isinstance(person, Delivery) else person
    row.championship_id = whose.championship_id
    setattr(row, next(owner for owner, model in OWNERS.items() if isinstance(person, model)), person)
    _seal(row, values)
    return row


def _seal(row: PersonalData, values: Values) -> None:
    row.server_key, row.wrapped_key, row.sealed = seal(values, whose=row.public_id.bytes)
    row.cedula_end = values.cedula[-4:]
    row.cedula_match, row.email_match, row.phone_match = (
        match_of(kind, value) for kind, value in zip(Values._fields, values, strict=True)
    )
