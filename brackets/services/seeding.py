"""Seeds taken over from the final order of another championship."""

from datetime import datetime

from django.db import transaction

from brackets.models import Championship, Pareja, User
from brackets.selectors.seeding import Found, found_again
from brackets.selectors.wording import counted
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.parejas import is_published

MOST = 64
FINALISTS = 2


@transaction.atomic
def seeds_take_over(
    *, championship: Championship, source: Championship, count: int, finalists: bool, user: User, now: datetime
) -> tuple[Found, ...]:
    """Seed the `count` best of `source` that are inscribed here, in its order, and nobody else; who they are.

    With `finalists` the first two of `source` are marked as last year's finalists, as far as they are inscribed. The same
    again does nothing. Refused once something is published (`sorteo-publicado`) or where nobody is found again.
    """
    championship = championship_lock(championship)
    require_not_closed(championship)
    if is_published(championship):
        raise BracketError(
            "sorteo-publicado", "El sorteo ya está publicado: las cabezas de serie no se cambian después del sorteo."
        )
    if not 1 <= count <= MOST:
        raise InvalidValue("cuantas-cabezas", f"Ponga de 1 a {MOST} cabezas de serie.", field="count")
    found = found_again(championship, source)
    if not found:
        raise InvalidValue(
            "nadie-conocido",
            f"Nadie de los inscritos está en el orden final de «{source}». Ponga las cabezas de serie a mano.",
            field="source",
        )
    seeds = {each.pareja.pk: seed for seed, each in enumerate(found[:count], start=1)}
    known = {each.pareja.pk for each in found if each.place <= FINALISTS} if finalists else set()
    parejas = list(championship.parejas.filter(status=Pareja.Status.ACTIVE))
    changed = [
        pareja
        for pareja in parejas
        if pareja.seed != seeds.get(pareja.pk) or (finalists and pareja.finalist != (pareja.pk in known))
    ]
    if not changed:
        return found[:count]
    # A seed is nobody's twice, also in between.
    championship.parejas.filter(pk__in=[pareja.pk for pareja in changed]).update(seed=None)
    for pareja in changed:
        pareja.seed = seeds.get(pareja.pk)
        pareja.finalist = pareja.pk in known if finalists else pareja.finalist
    Pareja.objects.bulk_update(changed, ("seed", "finalist"))
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="cabezas-tomar",
        sentence=f"Tomó {counted(len(seeds), 'cabeza', 'cabezas')} de serie del orden final de «{source}».",
        data={
            "source": source.slug,
            "seeds": [{"number": each.pareja.number, "place": each.place} for each in found[:count]],
            "finalists": finalists,
        },
    )
    return found[:count]
