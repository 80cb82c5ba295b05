"""The announcer shows a resolution to the public, or takes it off again."""

from datetime import datetime

from brackets.models import User
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock
from referee.models import Appeal, AppealPublication
from referee.selectors.appeals import appeals_waiting
from referee.services.errors import RefereeError
from referee.services.writing import one_writer


def appeal_publish(*, appeal: Appeal, published: bool, user: User, now: datetime) -> bool:
    """Say whether the public sees it; so already, nothing is done. `sin-fallo` while the Director has not ended it."""
    with one_writer():
        championship = championship_lock(appeal.championship)
        last = AppealPublication.objects.filter(appeal=appeal).order_by("-id").first()
        if (last is not None and last.published) == published:
            return False
        if published and appeals_waiting(championship).filter(pk=appeal.pk).exists():
            message = f"La apelación {appeal.number} espera al Director: se publica cuando esté fallada o rechazada."
            raise RefereeError("sin-fallo", message)
        AppealPublication.objects.create(appeal=appeal, published=published, at=now, by=user)
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="apelacion-publicar" if published else "apelacion-despublicar",
            sentence=f"{'Publicó' if published else 'Quitó del público'} la resolución de la apelación {appeal.number}.",
            data={"appeal": appeal.number},
        )
        return True
