"""How drf-spectacular describes what it does not know: msgspec types and the tablet's token."""

from typing import Any, cast

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import Direction

REF = "#/components/schemas/{name}"


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        return cast("str", self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        _, components = msgspec.json.schema_components([self.target], ref_template=REF)
        own: dict[str, Any] = components.pop(self.target.__name__)
        for name, schema in components.items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name=name, type=ResolvedComponent.SCHEMA, object=name, schema=schema
            )
            auto_schema.registry.register_on_missing(component)
        return own


class DeviceAuthenticationExtension(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "referee.api.tablet.DeviceAuthentication"
    name = "tablet"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Device <token>`, the token that `POST devices` answered. A tablet that gave a key signs with it what is no jugada and does "
            "not only read: `Device-Signature`, over `METHOD PATH`, an end of line and the body, in base64url.",
        }


class PairedAuthenticationExtension(DeviceAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "referee.api.tablet.PairedAuthentication"
    name = "paired"
