"""HTTPS in a hall: Caddy's three configurations and the server's own certificate, as a tablet meets them."""

import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone
from playwright.sync_api import Browser, expect

from cuarenta_torneo.certificate import certificate_make
from tests.chromium import FLAGS
from tests.deploy.running import asked, caddy, serving
from tests.long import short

NOW = timezone.now()
BEHIND = {
    "HTTPS": "1",
    "TRUSTED_PROXY": "1",
    "SECRET_KEY": "k3J-" * 16,
    "ALLOWED_HOSTS": "localhost,127.0.0.1",
    "LOG_FORMAT": "console",
}
SETUPS = ("own-domain", "local-name", "own-ca")


@pytest.fixture(scope="module")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The product behind a proxy; none of what is asked of it here needs its database."""
    with serving(tmp_path_factory.mktemp("served"), **BEHIND) as port:
        yield port


@pytest.mark.parametrize("setup", short(SETUPS, "own-ca"))
def test_caddy_serves_the_tablet_over_https_and_nothing_over_http(setup: str, upstream: int, tmp_path: Path) -> None:
    root = tmp_path / "pki" / "authorities" / "local" / "root.crt"
    env = {"SITE": "localhost"}
    if setup == "own-domain":
        env["GLOBAL"] = "local_certs\nskip_install_trust"  # in the place of Let's Encrypt
    if setup == "local-name":
        certificate_make(tmp_path / "bought", ["localhost"], NOW)
        root = tmp_path / "bought" / "ca.crt"
        env |= {"CERTIFICATE": str(tmp_path / "bought/server.pem"), "KEY": str(tmp_path / "bought/server.key")}
    if setup == "own-ca":
        env["SITE"] = "localhost, 127.0.0.1"

    with caddy(f"{setup}.Caddyfile", tmp_path, upstream, **env) as (http, https):
        page, body = asked(https, "/tablet/", trusting=root, X_Forwarded_Proto="http")
        assert page.status == 200  # a client's word about its scheme is not believed: no redirect for ever
        assert b"data-version" in body
        assert page.headers["Strict-Transport-Security"]
        script, _ = asked(https, "/static/tablet/app.js", trusting=root, Accept_Encoding="gzip")
        assert script.headers["Content-Encoding"] == "gzip"
        form, _ = asked(https, "/cuenta/entrar/", trusting=root, Accept_Encoding="gzip, zstd")
        assert form.headers["Content-Encoding"] is None  # it holds a token: how small it is would tell of it
        front, _ = asked(https, "/", trusting=root, Accept_Encoding="gzip, zstd")
        assert front.headers["Content-Encoding"] == "gzip"
        worker, listed = asked(https, "/tablet/sw.js", trusting=root)
        assert worker.headers["Content-Type"].startswith("text/javascript")
        assert re.match(rb"const SHELL", listed)
        redirected, _ = asked(http, "/tablet/?a=1")
        assert redirected.status in {301, 302, 308}
        assert redirected.headers["Location"] == "https://localhost/tablet/?a=1"
        authority, certificate = asked(http, "/ca.crt")
        if setup == "own-ca":
            assert authority.headers["Content-Type"] == "application/x-x509-ca-cert"
            assert certificate == root.read_bytes()
            assert asked(https, "/tablet/", trusting=root, host="127.0.0.1")[0].status == 200
        else:
            assert authority.status in {301, 308}


@pytest.fixture(scope="module")
def own_https(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """`make demo HTTPS=1`: the server speaks https itself, with a certificate made at its start."""
    var = tmp_path_factory.mktemp("own")
    with serving(var, TLS="1") as port:
        yield port, var / "tls"


def test_the_development_certificate_is_trusted_by_whoever_trusts_its_authority(own_https: tuple[int, Path]) -> None:
    port, folder = own_https

    for host in ("localhost", "127.0.0.1"):
        assert asked(port, "/tablet/", trusting=folder / "ca.crt", host=host)[0].status == 200
    authority, body = asked(port, "/tablet/ca.crt", trusting=folder / "ca.crt")
    assert authority.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert body == (folder / "ca.crt").read_bytes()
    assert authority.headers["Strict-Transport-Security"] is None  # tomorrow the same name may be plain http


@pytest.mark.long
@pytest.mark.browser
def test_a_tablet_that_trusts_it_keeps_the_app_and_stays_awake(
    own_https: tuple[int, Path], browser: Browser, chromium_path: str
) -> None:
    port, folder = own_https
    trusting = browser.browser_type.launch(
        executable_path=chromium_path, args=[*FLAGS, f"--ignore-certificate-errors-spki-list={key_of(folder)}"]
    )
    with ExitStack() as closing:
        closing.callback(trusting.close)
        page = trusting.new_page()
        page.goto(f"https://localhost:{port}/tablet/")

        assert page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)").endswith(
            "/tablet/sw.js"
        )
        assert page.evaluate("navigator.wakeLock.request('screen').then(({ released }) => released)") is False
        expect(page.locator(".promise")).to_have_count(0)


def key_of(folder: Path) -> str:
    """The certificate's key, as Chromium is told to trust it."""
    kept = x509.load_pem_x509_certificate((folder / "server.pem").read_bytes())
    return b64encode(
        sha256(kept.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    ).decode()


def test_the_authority_stays_and_the_certificate_follows_the_names_and_the_time(tmp_path: Path) -> None:
    first = certificate_make(tmp_path, ["localhost", "192.168.1.10"], NOW)
    kept = (tmp_path / "server.pem").read_bytes()

    assert certificate_make(tmp_path, ["192.168.1.10"], NOW) == first
    assert (tmp_path / "server.pem").read_bytes() == kept
    for names, when in ((["localhost", "192.168.1.11"], NOW), (["localhost"], NOW + timedelta(days=350))):
        assert certificate_make(tmp_path, names, when) == first
        renewed = (tmp_path / "server.pem").read_bytes()
        assert renewed != kept
        kept = renewed
    assert (tmp_path / "ca.key").stat().st_mode & 0o077 == 0
    assert (tmp_path / "server.key").stat().st_mode & 0o077 == 0
