"""Sends the calls of the SDK with the standard library: token, keys, retries and errors."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Mapping, Optional, Sequence

AGAIN = (429, 503)
LONGEST_WAIT_SECONDS = 60.0


class ApiError(Exception):
    """A refusal of the API. `code` never changes; the text is Traditional Chinese, for people."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        super().__init__(str(body.get("message", f"HTTP {status}")))
        self.status = status
        self.code = str(body.get("code", "UNKNOWN"))
        self.data: Dict[str, Any] = body.get("data") or {}
        self.fields: Dict[str, str] = body.get("fields") or {}
        self.request_id = str(body.get("requestId", ""))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect could send the token elsewhere, so none is followed."""

    def redirect_request(self, *args: Any) -> None:
        return None


def _wait(attempt: int, retry_after: Optional[str]) -> float:
    """Seconds before the next attempt: what the site asks for, or 0.5, 1, 2 and so on."""
    if retry_after is not None and retry_after.isdigit():
        return min(float(retry_after), LONGEST_WAIT_SECONDS)
    return min(0.5 * 2**attempt, LONGEST_WAIT_SECONDS)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Transport:
    def __init__(
        self, base_url: str, token: str, retries: int = 4, timeout_seconds: float = 30.0
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._retries = retries
        self._timeout_seconds = timeout_seconds
        self._opener = urllib.request.build_opener(_NoRedirect)

    def call(
        self,
        method: str,
        path: str,
        input: Optional[Mapping[str, Any]],
        in_path: Sequence[str],
        key: Optional[str],
        is_order: bool = False,
        is_bytes: bool = False,
    ) -> Any:
        """Sends a call until it is answered; raises ApiError, or the error of the network."""
        # One key for all attempts, so that an order is placed once even if an answer is lost.
        key = key or str(uuid.uuid4())
        request = self._request(method, path, dict(input or {}), in_path, key if is_order else None)
        attempt = 0
        while True:
            retry_after = None
            try:
                with self._opener.open(request, timeout=self._timeout_seconds) as answer:
                    content = answer.read()
                    return content if is_bytes else json.loads(content)
            except urllib.error.HTTPError as error:
                if error.code not in AGAIN or attempt >= self._retries:
                    raise _failure(error) from None
                retry_after = error.headers.get("Retry-After")
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if attempt >= self._retries:
                    raise
            time.sleep(_wait(attempt, retry_after))
            attempt += 1

    def _request(
        self,
        method: str,
        path: str,
        fields: Dict[str, Any],
        in_path: Sequence[str],
        key: Optional[str],
    ) -> urllib.request.Request:
        for name in in_path:
            path = path.replace("{" + name + "}", urllib.parse.quote(_text(fields.pop(name)), ""))
        headers = {"Authorization": f"Bearer {self._token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None
        if method == "GET":
            query = urllib.parse.urlencode({name: _text(of) for name, of in fields.items()})
            path = f"{path}?{query}" if query else path
        else:
            headers["Content-Type"] = "application/json"
            data = json.dumps(fields).encode()
        return urllib.request.Request(self._base_url + path, data, headers, method=method)


def _failure(error: urllib.error.HTTPError) -> ApiError:
    try:
        body = json.loads(error.read())
    except ValueError:
        body = {}
    return ApiError(error.code, body)
