"""As `deploy/caddy` serves it: a client is the one who came to Caddy, whatever it writes about itself."""

import json
import ssl
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from tests.deploy.running import caddy, serving

BEHIND = {
    "HTTPS": "1",
    "TRUSTED_PROXY": "1",
    "SECRET_KEY": "k3J-" * 16,
    "ALLOWED_HOSTS": "localhost",
    "LOG_FORMAT": "console",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """The port of Caddy, and its authority."""
    folder = tmp_path_factory.mktemp("caddy")
    env = {"SITE": "localhost", "GLOBAL": "local_certs\nskip_install_trust"}
    with (
        serving(tmp_path_factory.mktemp("served"), **BEHIND) as upstream,
        caddy("own-domain.Caddyfile", folder, upstream, **env) as (_, https),
    ):
        yield https, folder / "pki" / "authorities" / "local" / "root.crt"


def signs_in(site: tuple[int, Path], *, at: str, says: str) -> int:
    """The answer to a wrong password from this address of the loopback, by a client that writes of itself another."""
    port, authority = site
    context = ssl.create_default_context(cafile=str(authority))
    there = HTTPSConnection("localhost", port, context=context, source_address=(at, 0), timeout=30)
    sent = json.dumps({"username": "directora", "password": "adivino", "name": "Tablet"})
    headers = {
        "Content-Type": "application/json",
        "X-Forwarded-For": says,
        "Forwarded": f"for={says}",
        "X-Real-IP": says,
    }
    there.request("POST", "/api/v1/devices", sent, headers)
    status = there.getresponse().status
    there.close()
    return status


def test_a_stranger_makes_himself_wait_and_nobody_else(site: tuple[int, Path]) -> None:
    answers = [signs_in(site, at="127.0.0.2", says=f"10.0.0.{number}") for number in range(8)]

    assert answers == [401] * 5 + [429] * 3
    assert signs_in(site, at="127.0.0.3", says="127.0.0.2") == 401
