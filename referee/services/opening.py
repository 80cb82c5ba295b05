"""The opening of a championship, with the certificate that its Planillas are sealed with from the first one on."""

import logging
from datetime import datetime

from brackets.models import Championship, User
from brackets.services.championships import championship_open
from referee.services.certificates import certificate_make
from referee.services.keystore import KeyUnavailable
from referee.services.writing import one_writer

log = logging.getLogger(__name__)


def championship_open_sealing(*, championship: Championship, user: User, now: datetime) -> Championship:
    """Open it, and make its certificate unless it ever had one: one that the Director took away is not put back.

    Where the key cannot be kept it opens without, and its Planillas say so: play does not wait for a disk. Opening an open one
    does nothing. Raises BracketError.
    """
    with one_writer():
        was_open = championship.status == Championship.Status.OPEN
        championship = championship_open(championship=championship, user=user, now=now)
        if not was_open and not championship.certificates.exists():
            try:
                certificate_make(championship=championship, replaces=None, user=user, now=now)
            except KeyUnavailable:
                log.exception("a championship opens without a certificate")
    return championship
