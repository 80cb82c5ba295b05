"""The peer: a DRF ModelSerializer over the ORM, one INSERT and one UPDATE, nothing else."""

from django.db import transaction
from django.db.models import F
from rest_framework import generics, serializers
from rest_framework.permissions import AllowAny

from bench.peer.models import Event, Match


class EventSerializer(serializers.ModelSerializer[Event]):
    class Meta:
        model = Event
        fields = ("id", "match", "kind", "points", "at")


class EventView(generics.CreateAPIView[Event]):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    queryset = Event.objects.all()
    serializer_class = EventSerializer

    def perform_create(self, serializer: serializers.BaseSerializer[Event]) -> None:
        with transaction.atomic():
            event = serializer.save()
            Match.objects.filter(pk=event.match_id).update(points=F("points") + event.points)
