<?php

const TOLERANCE_SECONDS = 300;

/**
 * True if the request was signed with the secret of your endpoint less than five minutes ago. $rawBody is the body as it was
 * received: file_get_contents('php://input'). $signature is the header: $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? ''.
 */
function isSigned(string $rawBody, string $signature, string $secret, ?int $now = null): bool
{
    $parts = array_map(fn ($part) => explode('=', trim($part), 2) + [1 => ''], explode(',', $signature));
    $t = array_column($parts, 1, 0)['t'] ?? '';
    if (!preg_match('/^\d{1,12}$/D', $t) || abs(($now ?? time()) - (int) $t) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = hash_hmac('sha256', "$t.$rawBody", $secret);
    // There are two signatures for 24 hours after the secret was rotated.
    foreach ($parts as [$name, $value]) {
        if ($name === 'v1' && hash_equals($expected, $value)) {
            return true;
        }
    }
    return false;
}
