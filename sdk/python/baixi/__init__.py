"""The Python SDK of the API of 百溪, on the standard library only (Python 3.11 or newer)."""

from .generated import API_VERSION, Calls
from .transport import ApiError
from .webhooks import WebhookError, verify_webhook

__all__ = ["API_VERSION", "ApiError", "Baixi", "WebhookError", "verify_webhook"]


class Baixi(Calls):
    """`Baixi(base_url, token)`, then `baixi.search_cases({"status": "open"})`."""
