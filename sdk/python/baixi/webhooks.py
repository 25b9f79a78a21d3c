"""Verifies the signature of an event that a webhook received (https://www.standardwebhooks.com)."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional

_PREFIX = "whsec_"


class WebhookError(Exception):
    """The event does not come from the site, or is too old."""


def verify_webhook(
    secret: str,
    headers: Mapping[str, str],
    body: bytes,
    now: Optional[float] = None,
    tolerance_seconds: int = 300,
) -> Dict[str, Any]:
    """Returns the event with its id, or raises WebhookError. `body` is the body as it arrived.

    The same id may arrive more than once: remember it, and do its work once.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, seconds = lower["webhook-id"], lower["webhook-timestamp"]
        signatures = lower["webhook-signature"]
        age = abs((time.time() if now is None else now) - int(seconds))
    except (KeyError, ValueError):
        raise WebhookError("a header is missing or wrong") from None
    if age > tolerance_seconds:
        raise WebhookError("the timestamp is too old or too new")
    key = base64.b64decode(secret[len(_PREFIX) :])
    signed = f"{event_id}.{seconds}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    for one in signatures.split(" "):
        version, _, signature = one.partition(",")
        if version == "v1" and hmac.compare_digest(signature.encode(), expected.encode()):
            return {"id": event_id, **json.loads(body)}
    raise WebhookError("no signature fits")
