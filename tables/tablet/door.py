"""The door of a tablet: its cookie, the header against foreign pages, and which table is meant.

A cookie with 256 random bits is the device. A foreign page can make a browser send the cookie but
no header of its own, so the header is the guard against forged requests.
"""

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from core.errors import NotAllowed
from tables.models import Device
from tables.services import devices

COOKIE = "device"
COOKIE_AGE = 30 * 24 * 3600
HEADER = "X-Thirteen-Tablet"
SCHEMA: dict[str, Any] = {
    "parameters": [OpenApiParameter(HEADER, str, OpenApiParameter.HEADER, required=True)],
    "tags": ["tablet"],
}


class TabletView(APIView):
    """A view for an enrolled tablet; ``device`` is the one that asks."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = []  # a room of tablets asks from one address
    needs_device: ClassVar[bool] = True
    device: Device

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a foreign page, and a browser that is no tablet."""
        super().initial(request, *args, **kwargs)
        if request.headers.get(HEADER) != "1":
            raise NotAllowed("tablet_header")
        if self.needs_device:
            device = devices.device_of(request.COOKIES.get(COOKIE, ""))
            if device is None:
                raise NotAllowed("device_unknown")
            self.device = device
            devices.heard(device, timezone.now())

    def need_live(self) -> None:
        """Refuse a tablet whose table another one has taken over."""
        if not self.device.live:
            raise NotAllowed("device_replaced", table=self.device.table.number)
