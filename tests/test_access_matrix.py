"""Who reaches what: every route there is, asked by everybody, against a table written by hand."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from brackets.models import Championship
from tests.access_world import DESK, MEMBERS, WHO, Route, World, make_world, routes
from tests.test_conduct_is_private import OUTSIDE, PENDING, SECRET, report, text_of

METHODS = ("GET", "POST")
Table = dict[tuple[str, str], str]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """A refusal each, a thousand times, is what is asked for here."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def world(db: None, settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    return make_world(tmp_path)


def answer_to(client: Client, world: World, route: Route, method: str) -> HttpResponseBase:
    """The answer, with nothing of what the request did left behind."""
    cookies = client.cookies.copy()
    address = route.address(world.ids)
    with transaction.atomic():
        if method == "GET":
            answer = client.get(address)
        elif route.name.startswith("api:"):
            answer = client.post(address, world.body(route.name), content_type="application/json")
        else:
            answer = client.post(address)
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


def ask(client: Client, world: World, route: Route, method: str) -> str:
    """Its status."""
    return str(answer_to(client, world, route, method).status_code)


def row(default: int, **others: int) -> str:
    """What each of WHO gets: his own, or the `default`."""
    assert not others.keys() - set(WHO)
    return " ".join(str(others.get(who, default)) for who in WHO)


def everyone(status: int) -> str:
    return row(status)


def signed_in(status: int) -> str:
    """Whoever has an account, with whatever role or none."""
    return row(status, nobody=302)


def only(who: Iterable[str], status: int) -> str:
    """These of this championship; its other people know of it, strangers do not, and nobody is asked who he is."""
    let_in = dict.fromkeys(who, status)
    return row(404, nobody=302, **(dict.fromkeys(MEMBERS, 403) | let_in))


def desk(status: int) -> str:
    """Director, adjunct and Mesa de Control."""
    return only(DESK, status)


def counter(status: int) -> str:
    """The desk and whoever inscribes."""
    return only((*DESK, "inscription"), status)


def screens(status: int) -> str:
    """The desk and whoever sees to the screens."""
    return only((*DESK, "screens"), status)


def direction(status: int) -> str:
    return only(("director", "adjunct"), status)


def director(status: int) -> str:
    return only(("director",), status)


def asked_for(others: Iterable[str], status: int) -> str:
    """The director's own, which `others` who may ask for one do not find."""
    return row(404, nobody=302, **(dict.fromkeys(MEMBERS, 403) | dict.fromkeys(others, 404) | {"director": status}))


def tablet(juez: int, taken_over: int | None = None) -> str:
    """The tablet of this mesa's Juez, and those of the desk, which may take it over."""
    return row(404, nobody=401, stranger=401, juez=juez, **dict.fromkeys(DESK, taken_over or juez))


def any_tablet(status: int) -> str:
    return row(status, nobody=401, stranger=401)


NO = everyone(405)
NO_TABLET = any_tablet(405)

# What each route answers to GET and to POST, in the order of WHO:
#   nobody · stranger · juez of the mesa · another juez · inspector · inscription · screens · control · adjunct ·
#   director · juez and director of another championship. A row says who is let in, and with what.
# 302 and 422 after POST: let in, and told on the next page or beside the field what is missing in an empty form.
EXPECTED = {
    "health": (everyone(200), NO),
    "schema": (everyone(200), NO),
    "api:devices": (NO, everyone(401)),  # the account of the body is wrong
    "api:pairings": (NO, everyone(404)),  # nobody gave the code of the body
    "api:current-device": (any_tablet(200), NO_TABLET),
    "api:juez": (NO_TABLET, any_tablet(403)),  # somebody came with his password
    "api:pulse": (NO_TABLET, any_tablet(200)),
    "api:device-table": (NO_TABLET, any_tablet(422)),  # no hall has so many tables
    "api:mesas": (any_tablet(200), tablet(422)),  # it lists one's own; that mesa is open with other seats
    "api:mesa": (tablet(200), NO_TABLET),
    "api:jugadas": (NO_TABLET, tablet(200, taken_over=409)),
    "api:receipts": (tablet(200), NO_TABLET),
    "api:preview": (NO_TABLET, tablet(200)),
    "api:levante": (NO_TABLET, tablet(200)),
    "api:naipes": (tablet(200), tablet(200, taken_over=409)),
    "api:lease": (NO_TABLET, tablet(200)),
    "api:quarantine": (tablet(200), tablet(200)),
    "api:quarantine-decide": (NO_TABLET, tablet(422)),
    "api:calls": (NO_TABLET, tablet(200)),
    "api:appeals": (tablet(200), tablet(422)),
    "api:notes": (tablet(200), tablet(200)),
    "api:law": (tablet(200), NO_TABLET),
    "api:mesa-conduct": (NO_TABLET, tablet(200)),
    "api:mesa-consultas": (NO_TABLET, tablet(200)),
    "api:review": (NO_TABLET, tablet(204)),
    "api:ronda-claims": (NO_TABLET, tablet(200)),
    "api:rondas": (any_tablet(200), NO_TABLET),
    "api:ronda": (
        NO_TABLET,
        row(404, nobody=401, stranger=401, inspector=200, **dict.fromkeys(DESK, 200)),
    ),  # the desk inspects too
    "api:freeze": (NO_TABLET, tablet(422, taken_over=409)),
    "api:reopen": (NO_TABLET, tablet(200)),
    "api:signatures": (NO_TABLET, tablet(409)),
    "api:cosignatures": (NO, everyone(404)),  # no cosigner has the key
    "brackets:home": (everyone(200), NO),
    "brackets:search": (everyone(200), NO),
    "brackets:schedule": (everyone(200), NO),
    "brackets:results": (everyone(200), NO),
    "brackets:palmares": (everyone(200), NO),
    "brackets:jueces_public": (everyone(200), NO),  # the world's lets them be read
    "referee:pareja": (everyone(200), NO),
    "referee:statistics": (everyone(200), NO),
    "referee:statistics_plot": (everyone(200), NO),
    "referee:zapateros": (everyone(200), NO),
    "referee:checkpoint": (everyone(200), NO),
    "referee:checkpoint_key": (everyone(200), NO),
    "referee:checkpoint_cosigners": (everyone(200), NO),
    "referee:checkpoint_stamp": (everyone(200), NO),
    "referee:checkpoint_of_size": (everyone(200), NO),
    "referee:checkpoint_grew": (everyone(200), NO),
    "referee:checkpoint_leaf": (everyone(200), NO),
    "referee:checkpoint_life": (everyone(200), NO),
    "referee:picture": (everyone(200), NO),
    "referee:partida_picture": (everyone(200), NO),
    "referee:pareja_picture": (everyone(200), NO),
    "referee:pareja_calendar": (everyone(200), NO),
    "referee:championship_calendar": (everyone(200), NO),
    "brackets:sign_in": (row(302, nobody=200), row(302, nobody=200)),
    "brackets:passkey_sign_in": (NO, everyone(302)),
    "brackets:sign_in_options": (NO, everyone(409)),  # no https here
    "brackets:passkeys": (signed_in(200), signed_in(409)),
    "brackets:passkey_options": (NO, signed_in(409)),  # the password is wrong
    "brackets:passkey_gone": (NO, row(404, nobody=302)),
    "brackets:sign_out": (NO, everyone(302)),
    "brackets:password": (signed_in(200), signed_in(200)),
    "brackets:championship": (everyone(200), NO),
    "brackets:parejas_public": (everyone(200), NO),
    "brackets:standings": (everyone(200), NO),
    "brackets:standings_desk": (counter(200), NO),
    "brackets:sheet": (everyone(200), NO),
    "brackets:panel": (counter(200), NO),
    "brackets:log": (direction(200), NO),
    "brackets:log_jsonl": (direction(200), NO),
    "brackets:log_csv": (direction(200), NO),
    "brackets:functions": (counter(200), NO),
    "brackets:notices": (desk(200), NO),
    "brackets:notice_again": (NO, desk(302)),
    "brackets:team": (direction(200), NO),
    "brackets:passkey_demand": (director(200), director(404)),  # the body asks for nothing that there is
    "brackets:team_account": (NO, direction(422)),
    "brackets:team_password": (
        NO,
        row(404, nobody=302, **(dict.fromkeys(MEMBERS, 403) | {"director": 201, "adjunct": 302})),
    ),
    "brackets:team_jueces": (NO, direction(422)),
    "brackets:team_grant": (NO, direction(422)),
    "brackets:team_revoke": (NO, direction(302)),
    "brackets:tables": (desk(200), desk(422)),
    "brackets:table_hours": (desk(200), desk(302)),
    "brackets:table_paused": (NO, desk(302)),
    "brackets:jueces": (desk(200), NO),
    "brackets:juez": (desk(200), desk(302)),
    "brackets:juez_presence": (NO, desk(302)),
    "brackets:juez_takeover": (NO, desk(302)),
    "brackets:allocation": (desk(200), NO),
    "brackets:allocation_state": (desk(200), NO),
    "brackets:allocation_propose": (NO, desk(302)),
    "brackets:allocation_put": (NO, desk(302)),
    "brackets:allocation_end": (NO, desk(302)),
    "brackets:neutrality": (desk(200), NO),
    "referee:neutrality_pdf": (desk(200), NO),
    "brackets:parejas": (counter(200), NO),
    "brackets:pareja_new": (counter(200), counter(422)),
    "brackets:pareja_departure": (direction(200), direction(422)),
    "brackets:pareja_exits": (direction(200), NO),
    "brackets:pareja_edit": (counter(200), counter(422)),
    "brackets:pareja_late": (direction(302), direction(302)),  # its draw has no place left
    "brackets:pareja_late_undo": (NO, direction(302)),
    "brackets:pareja_partner": (direction(200), direction(422)),
    "brackets:player_replace": (direction(200), direction(422)),
    "brackets:stage_reopening": (direction(200), direction(422)),
    "brackets:pareja_take_out": (NO, counter(302)),
    "brackets:inscription": (everyone(200), everyone(422)),
    "brackets:receipt": (everyone(200), NO),  # whoever has its address
    "brackets:receipt_withdraw": (NO, everyone(302)),
    "brackets:receipt_again": (NO, everyone(302)),
    "brackets:receipt_erase": (NO, everyone(302)),
    "brackets:receipt_data": (everyone(200), NO),
    "brackets:entries": (counter(200), NO),
    "brackets:entry": (counter(200), counter(422)),
    "brackets:entry_answer": (NO, counter(302)),
    "brackets:entry_next": (NO, counter(302)),
    "brackets:inscription_settings": (direction(200), direction(422)),
    "brackets:inscription_switch": (NO, direction(302)),
    "brackets:category_new": (NO, direction(422)),
    "brackets:category_edit": (direction(200), direction(422)),
    "brackets:category_take_out": (NO, direction(302)),
    "brackets:people": (counter(200), counter(422)),
    "brackets:people_erase": (NO, director(302)),
    "brackets:person": (counter(200), counter(302)),  # an empty form says that there is no way to reach him
    "brackets:person_answer": (NO, counter(302)),
    "brackets:person_data": (counter(200), NO),
    "brackets:import_upload": (counter(200), counter(422)),
    "brackets:import_review": (counter(302), NO),
    "brackets:import_confirm": (NO, counter(302)),
    "brackets:import_template": (counter(200), NO),
    "brackets:parejas_xlsx": (counter(200), NO),
    "brackets:parejas_csv": (counter(200), NO),
    "brackets:presence": (counter(200), NO),
    "brackets:presence_state": (counter(200), NO),
    "brackets:presence_pareja": (counter(200), counter(302)),
    "brackets:stages": (desk(200), NO),
    "brackets:stages_choose": (NO, direction(302)),
    "brackets:stages_back": (NO, direction(404)),  # the body names no change
    "brackets:stage_new": (direction(200), direction(422)),
    "brackets:stage_edit": (direction(302), direction(302)),  # it is published
    "brackets:stage_remove": (NO, direction(302)),
    "brackets:draw": (desk(200), NO),
    "brackets:draw_make": (NO, direction(422)),
    "brackets:draw_publish": (NO, direction(302)),
    "brackets:draw_promise": (NO, direction(422)),  # the draw of the world is published
    "brackets:draw_close": (NO, direction(302)),
    "brackets:draw_revoke": (NO, direction(422)),
    "brackets:draw_change": (NO, direction(422)),
    "brackets:seeding": (direction(200), direction(422)),
    "brackets:draw_ceremony": (desk(200), NO),
    "brackets:draw_ceremony_step": (NO, direction(404)),  # no draw is told
    "brackets:draw_public": (everyone(200), NO),
    "brackets:draw_acta": (everyone(200), NO),
    "brackets:draw_verify": (everyone(200), everyone(422)),
    "referee:draw_acta_pdf": (everyone(200), NO),
    "brackets:fixtures": (desk(200), NO),
    "brackets:fixtures_auto": (NO, desk(302)),
    "brackets:round_next": (NO, desk(302)),
    "brackets:fixture": (desk(200), desk(422)),
    "brackets:fixture_place": (NO, desk(302)),
    "brackets:fixture_uncall": (NO, desk(302)),
    "brackets:hours": (desk(200), NO),
    "brackets:hours_keep": (NO, desk(302)),
    "brackets:hours_tell": (NO, desk(302)),
    "brackets:hours_frozen": (NO, desk(302)),
    "brackets:hours_round": (NO, desk(302)),
    "brackets:fixture_callup": (NO, desk(302)),
    "brackets:fixture_callup_undo": (NO, desk(302)),
    "brackets:fixture_walkover": (NO, desk(302)),
    "brackets:fixture_give_back": (NO, direction(302)),
    "brackets:fixture_take_back": (NO, direction(422)),
    "referee:mesa_take_back": (NO, desk(302)),
    "referee:correction": (director(200), director(422)),
    "referee:quarantine": (desk(200), NO),
    "referee:quarantine_mesa": (desk(200), desk(302)),
    "referee:quarantine_read": (desk(200), desk(302)),
    "referee:sheet_pdf": (everyone(200), NO),
    "referee:tablet": (everyone(200), NO),
    "referee:service_worker": (everyone(200), NO),
    "referee:rulebook": (everyone(200), NO),
    "referee:authority": (everyone(404), NO),
    "referee:championship_new": (
        row(403, nobody=302, director=200, foreign_director=200),
        row(403, nobody=302, director=422, foreign_director=422),
    ),
    "referee:archive_bring": (
        row(403, nobody=302, director=200, foreign_director=200),
        row(403, nobody=302, director=422, foreign_director=422),
    ),
    "referee:archive_arrival": (row(403, nobody=302, director=200, foreign_director=404), row(405, nobody=302)),
    "referee:archive_arrival_state": (row(403, nobody=302, director=200, foreign_director=404), row(405, nobody=302)),
    "referee:archive": (direction(200), direction(302)),
    "referee:archive_job": (asked_for(("adjunct",), 200), NO),
    "referee:archive_job_state": (asked_for(("adjunct",), 200), NO),
    "referee:archive_job_file": (asked_for(("adjunct",), 200), NO),
    "referee:partida_notation": (everyone(404), NO),  # that mesa is not over
    "referee:championship_rules": (everyone(200), NO),
    "referee:championship_rules_pdf": (everyone(200), NO),
    "referee:reglamentos": (everyone(200), NO),
    "referee:championship_open": (NO, director(302)),
    "referee:championship_closing": (director(200), director(409)),
    "referee:championship_settings": (director(200), director(422)),
    "referee:partida": (everyone(200), NO),
    "referee:live": (everyone(200), NO),
    "referee:live_partida": (everyone(200), NO),
    "referee:credentials": (counter(200), NO),
    "referee:credentials_pdf": (counter(200), NO),
    "referee:own_links_pdf": (counter(200), NO),
    "referee:own": (everyone(200), NO),  # whoever has the address
    "referee:own_state": (everyone(200), NO),
    "referee:own_appeal": (everyone(200), everyone(422)),
    "referee:own_share_send": (NO, everyone(302)),
    "referee:own_confirm": (NO, everyone(302)),
    "referee:own_link": (counter(200), NO),
    "referee:own_link_change": (NO, counter(302)),
    "referee:paper_result": (desk(200), desk(422)),
    "referee:certificate": (director(200), director(404)),  # the body asks for nothing that there is
    "referee:certificate_file": (everyone(200), NO),
    "referee:planilla": (everyone(200), NO),
    "referee:planilla_check": (everyone(200), everyone(422)),
    "referee:planilla_pdf": (only((*DESK, "juez"), 200), NO),
    "referee:outside": (only((*DESK, "juez"), 200), only((*DESK, "juez"), 422)),
    "referee:outside_file": (only((*DESK, "juez"), 200), NO),
    "referee:planilla_receive": (NO, desk(302)),
    "referee:empty_pdf": (desk(200), NO),
    "referee:blank_pdf": (desk(200), NO),
    "referee:calls": (desk(200), NO),
    "referee:calls_state": (desk(200), NO),
    "referee:control": (desk(200), NO),
    "referee:control_state": (desk(200), NO),
    "referee:control_act": (NO, desk(404)),
    "referee:call_attended": (NO, desk(302)),
    "referee:table_protests": (desk(200), NO),
    "referee:transcription": (desk(200), desk(302)),
    "referee:transcription_confirm": (desk(200), desk(422)),
    "referee:transcription_decide": (NO, direction(302)),
    "referee:transcription_new": (desk(200), desk(422)),
    "referee:transcription_return": (NO, desk(302)),
    "referee:transcription_seal": (NO, direction(302)),
    "referee:transcriptions": (desk(200), NO),
    "referee:protest_seen": (NO, direction(302)),
    "referee:precedents": (everyone(200), NO),
    "referee:suspensions": (desk(200), desk(422)),
    "referee:hall_resumption": (NO, desk(302)),
    "referee:mesa_suspension": (NO, desk(422)),
    "referee:mesa_resumption": (NO, desk(302)),
    "referee:mesa_measure": (NO, desk(302)),
    "referee:resolutions": (everyone(200), NO),
    "referee:appeals": (desk(200), NO),
    "referee:appeal": (desk(200), NO),
    "referee:appeal_qualify": (NO, director(422)),
    "referee:appeal_ruling": (NO, director(422)),
    "referee:appeal_release": (NO, director(422)),
    "referee:appeal_publication": (NO, desk(302)),
    "referee:appeal_pdf": (desk(200), NO),
    "referee:conduct": (desk(200), desk(422)),
    "referee:conduct_cancel": (desk(200), desk(422)),
    "referee:conduct_settle": (NO, direction(302)),
    "referee:conduct_expulsion": (direction(200), direction(422)),
    "referee:consultas": (desk(200), NO),
    "referee:consulta_new": (desk(200), desk(422)),
    "referee:consulta_resolution": (director(200), director(422)),
    "referee:consulta_withdrawal": (desk(200), desk(422)),
    "referee:walkover_pdf": (desk(404), NO),  # that one was played
    "referee:paper": (desk(200), NO),
    "referee:address_change": (NO, direction(302)),
    "referee:prints": (desk(200), NO),
    "referee:print_ask": (NO, desk(302)),
    "referee:devices": (desk(200), NO),
    "referee:device_pair": (NO, desk(422)),
    "referee:device_pair_state": (desk(200), NO),
    "referee:device_change": (NO, desk(422)),
    "referee:account_devices": (signed_in(200), NO),
    "referee:account_device_close": (NO, row(404, nobody=302, juez=302)),  # his own alone
    "referee:device_end": (NO, desk(302)),
    "referee:receipts": (desk(200), desk(422)),
    "referee:table_cards": (desk(200), NO),
    "referee:pins": (desk(200), NO),
    "referee:pins_new": (NO, desk(302)),
    "referee:screen": (everyone(200), NO),
    "referee:screen_state": (everyone(410), NO),  # no screen asks
    "referee:screen_enrol": (
        row(200, nobody=302, screens=302, foreign_director=302, **dict.fromkeys(DESK, 302)),
        row(405, nobody=302),
    ),  # to the page of the only championship where one steers
    "referee:screens": (screens(200), NO),
    "referee:screen_add": (NO, screens(422)),
    "referee:screens_message": (NO, screens(302)),
    "referee:screen_steer": (NO, screens(302)),
    "referee:screen_edit": (NO, screens(302)),
    "referee:screen_pass_on": (NO, screens(302)),
    "referee:screen_put_out": (NO, screens(302)),
    "referee:table_display": (everyone(200), NO),
    "referee:table_display_state": (everyone(200), NO),
    "referee:table_overlay": (everyone(200), NO),
    "referee:table_overlay_state": (everyone(200), NO),
    "referee:table_overlay_json": (everyone(200), NO),
    "referee:partida_overlay": (everyone(200), NO),
    "referee:partida_overlay_state": (everyone(200), NO),
    "referee:partida_overlay_json": (everyone(200), NO),
    "referee:print_job": (asked_for(("control", "adjunct"), 200), NO),
    "referee:print_job_state": (asked_for(("control", "adjunct"), 200), NO),
    "referee:print_job_again": (NO, asked_for(("control", "adjunct"), 302)),
    "referee:print_job_cancel": (NO, asked_for(("control", "adjunct"), 302)),
    "referee:print_job_file": (asked_for(("control", "adjunct"), 200), NO),
}


def test_every_route_stands_in_the_table() -> None:
    assert sorted(routes()) == sorted(EXPECTED)


JUECES = ("juez", "other_juez", "foreign_juez")
OF_A_MESA = {"fixture_id", "mesa_id", "public_id", "call_id", "signature_id", "client_id", "paper_id", "outside_id"}
STAND_IN = {
    "stranger": ("foreign_director",),  # who has no role here either
    "foreign_juez": ("foreign_director",),
    "other_juez": ("juez",),
    "adjunct": ("control", "director"),  # who may do less and more: `test_access` has it
}
"""Who is asked in place of whom where the table has the same answer for them."""


def asked(route: Route, expected: str) -> Iterator[str]:
    """Whoever could be answered otherwise than those in his place: of a mesa, each Juez; of what any role is answered alike, one."""
    told = dict(zip(WHO, expected.split(), strict=True))
    places = dict(STAND_IN)
    if len({told[who] for who in MEMBERS}) == 1:
        places |= {who: ("director",) for who in MEMBERS if who != "director"}
    if OF_A_MESA & route.parts:
        places = {who: others for who, others in places.items() if who not in JUECES}
    return (who for who in WHO if {told[other] for other in places.get(who, ())} != {told[who]})


def test_everybody_reaches_what_the_table_says_and_reads_what_is_for_him(world: World) -> None:
    """And no page tells outside what is written of somebody's conduct, nor stays in a cache where only some may see it."""
    report(world, SECRET)
    clients = {who: world.client(who) for who in WHO}
    otherwise, told, kept = {}, [], []
    read: Counter[str] = Counter()

    for name, route in routes().items():
        for method, expected in zip(METHODS, EXPECTED[name], strict=True):
            answers = {who: answer_to(clients[who], world, route, method) for who in asked(route, expected)}
            of = dict(zip(WHO, map(int, expected.split()), strict=True))
            otherwise |= {
                (name, method, who): (answer.status_code, of[who])
                for who, answer in answers.items()
                if answer.status_code != of[who]
            }
            if method != "GET":
                continue
            for who in OUTSIDE & answers.keys():
                if answers[who].status_code == 200:
                    read[who] += 1
                    said = text_of(answers[who])
                    told += [(name, who) for secret in (SECRET, PENDING) if secret in said]
            director = answers["director"]
            if is_private(route, answers["nobody"]) and director.status_code == 200:
                read["private"] += 1
                kept += [] if is_kept_nowhere(director) else [name]

    assert otherwise == {}
    assert told == []
    assert kept == []
    assert min(read["nobody"], read["foreign_director"]) > 15
    assert read["private"] > 40


def is_private(route: Route, to_nobody: HttpResponseBase) -> bool:
    """What only some may see, and what is behind a secret address."""
    if route.name.startswith("api:") or ":" not in route.name:
        return False
    return bool({"token", "entry_token"} & route.parts) or ("slug" in route.parts and to_nobody.status_code != 200)


def is_kept_nowhere(answer: HttpResponseBase) -> bool:
    """Neither by a browser nor on the way, and no site that a link leads to learns where it stood."""
    return "no-store" in answer.get("Cache-Control", "") and answer.get("Referrer-Policy") == "same-origin"


def test_a_championship_in_preparation_does_not_exist_for_strangers(world: World) -> None:
    Championship.objects.filter(slug=world.ids["slug"]).update(status=Championship.Status.DRAFT)
    within = [route for route in routes().values() if "slug" in route.parts]
    clients = {who: world.client(who) for who in ("nobody", "foreign_director")}

    answers = {
        (route.name, who, method, ask(client, world, route, method))
        for route in within
        for who, client in clients.items()
        for method in METHODS
    }

    assert len(within) > 40
    assert {status for *_, who, _, status in answers if who == "nobody"} == {"302", "404", "405"}
    assert {status for *_, who, _, status in answers if who != "nobody"} == {"404", "405"}


def test_nobody_can_tell_a_hidden_championship_from_none(world: World) -> None:
    """Where there is none, the pages of its panel answer what the table says of one that there is."""
    within = [route for route in routes().values() if "slug" in route.parts and "panel" in route.address(world.ids)]
    none = World(world.sealed, world.playing, world.users, world.tokens, world.ids | {"slug": "no-hay-tal"})
    clients = {who: world.client(who) for who in ("nobody", "foreign_director")}

    differing = [
        (route.name, who, method)
        for route in within
        for who, client in clients.items()
        for place, method in enumerate(METHODS)
        if ask(client, none, route, method) != EXPECTED[route.name][place].split()[WHO.index(who)]
    ]

    assert len(within) > 40
    assert differing == []


def test_every_form_of_the_site_needs_its_token(world: World) -> None:
    client = world.client("director", csrf=True)
    pages = [route for route in routes().values() if ":" in route.name and not route.name.startswith("api:")]

    answers = {route.name: ask(client, world, route, "POST") for route in pages}

    assert set(answers.values()) == {"403"}
