"""Pushes updates to Tidings and verifies its webhooks, with the standard library only."""

import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.request
from typing import Any

TOLERANCE_SECONDS = 300
MAX_ATTEMPTS = 6
MAX_DELAY_SECONDS = 60


class TidingsError(Exception):
    """A push that was refused, or that is to be repeated later with the same key. `status` is None without a response."""

    def __init__(self, status: int | None, code: str, help_sentence: str, retry_after: float | None) -> None:
        super().__init__(f"{code} {help_sentence}".strip())
        self.status = status
        self.code = code
        self.retry_after = retry_after


def push(message: dict[str, Any], idempotency_key: str, *, url: str, api_key: str) -> dict[str, Any]:
    """Pushes an update and returns the result. Repeating the call with the same key and message sends nothing twice."""
    request = urllib.request.Request(
        f"{url}/api/v1/messages",
        method="POST",
        data=json.dumps(message).encode(),
        headers={
            "Authorization": f"Bearer {api_key}",
            "Content-Type": "application/json",
            "Idempotency-Key": idempotency_key,
        },
    )
    for attempt in range(1, MAX_ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return json.load(response)
        except urllib.error.HTTPError as response:
            error = _error_of(response)
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as problem:
            # The message may be stored although its response is lost. The same key makes the repetition safe.
            error = TidingsError(None, "no_response", str(problem), None)
        delay = error.retry_after if error.retry_after is not None else min(2**attempt, MAX_DELAY_SECONDS)
        if not _is_retryable(error) or attempt == MAX_ATTEMPTS or delay > MAX_DELAY_SECONDS:
            raise error
        time.sleep(delay * random.uniform(1, 1.25))
    raise AssertionError("the last attempt returns or raises")


def _error_of(response: urllib.error.HTTPError) -> TidingsError:
    try:
        code = json.load(response)["error_code"]
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        # A proxy between the shop and the service can respond with a page of its own.
        code = f"http_{response.code}"
    retry_after = response.headers.get("Retry-After", "")
    seconds = float(retry_after) if retry_after.isdigit() else None
    return TidingsError(response.code, code, response.headers.get("Tidings-Help", ""), seconds)


def _is_retryable(error: TidingsError) -> bool:
    if error.status is None or error.status == 429 or error.status >= 500:
        return True
    return error.code == "idempotency.request_in_progress"


def is_signed(raw_body: bytes, header: str, secret: str, now: float) -> bool:
    """Whether the bytes were signed with the secret in the last five minutes. A rotation of the secret adds a second v1."""
    parts = [part.partition("=") for part in header.split(",")]
    signed_at = next((value for name, _, value in parts if name == "t"), "")
    if not signed_at.isascii() or not signed_at.isdigit() or abs(now - int(signed_at)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(secret.encode(), f"{signed_at}.".encode() + raw_body, hashlib.sha256).hexdigest()
    # The comparison takes bytes, because compare_digest raises on text that is not ASCII.
    return any(hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in parts if name == "v1")
