"""How jueces get their tablets: from the services, or by signing in at a running server."""

from collections.abc import Callable
from datetime import datetime

from brackets.models import Championship, User
from referee.management.rehearsal.founding import PASSWORD
from referee.management.rehearsal.hall import SignIn
from referee.management.rehearsal.http_tablet import HttpTablet, Wire
from referee.management.rehearsal.tablets import Tablet, service_tablet

SigningIn = Callable[[Championship], SignIn]


def by_services(championship: Championship) -> SignIn:
    """Tablets that call the services in this process."""

    def sign_in(juez: User, name: str, now: datetime) -> Tablet:
        return service_tablet(juez=juez, password=PASSWORD, name=name, championship=championship, now=now)

    return sign_in


def by_http(wire: Wire) -> SigningIn:
    """Tablets that call the API at the other end of `wire`, which must serve this database."""

    def for_championship(championship: Championship) -> SignIn:
        def sign_in(juez: User, name: str, now: datetime) -> Tablet:
            return HttpTablet(wire, juez=juez, password=PASSWORD, name=name, championship=championship)

        return sign_in

    return for_championship
