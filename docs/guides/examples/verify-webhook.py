import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def is_signed(raw_body: bytes, signature: str, secret: str, now: float | None = None) -> bool:
    """True if the request was signed with the secret of your endpoint less than five minutes ago.

    `raw_body` is the body as it was received, before JSON is parsed. `signature` is the header X-Service-Signature.
    """
    parts = [part.strip().partition("=") for part in signature.split(",")]
    t = next((value for name, _, value in parts if name == "t"), "")
    if not (t.isascii() and t.isdigit()):
        return False
    if abs((time.time() if now is None else now) - int(t)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    # There are two signatures for 24 hours after the secret was rotated.
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in parts)
