<?php

declare(strict_types=1);

/** Pushes updates to Tidings and verifies its webhooks. Needs PHP 8.1 and its curl extension. */

namespace Tidings;

const TOLERANCE_SECONDS = 300;
const MAX_ATTEMPTS = 6;
const MAX_DELAY_SECONDS = 60;

/** A push that was refused, or that is to be repeated later with the same key. The status is 0 without a response. */
final class TidingsError extends \RuntimeException
{
    public function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        string $help,
        public readonly ?int $retryAfterSeconds,
    ) {
        parent::__construct(trim("$errorCode $help"));
    }

    public function isRetryable(): bool
    {
        return $this->status === 0 || $this->status === 429 || $this->status >= 500
            || $this->errorCode === 'idempotency.request_in_progress';
    }
}

/** Pushes an update and returns the result. Repeating the call with the same key and message sends nothing twice. */
function push(array $message, string $idempotencyKey, string $url, string $apiKey): array
{
    for ($attempt = 1; ; $attempt++) {
        try {
            return attempt_push($message, $idempotencyKey, $url, $apiKey);
        } catch (TidingsError $error) {
            $delaySeconds = $error->retryAfterSeconds ?? min(2 ** $attempt, MAX_DELAY_SECONDS);
            if (!$error->isRetryable() || $attempt === MAX_ATTEMPTS || $delaySeconds > MAX_DELAY_SECONDS) {
                throw $error;
            }
            usleep((int) ($delaySeconds * random_int(1_000_000, 1_250_000)));
        }
    }
}

function attempt_push(array $message, string $idempotencyKey, string $url, string $apiKey): array
{
    $headers = [];
    $request = curl_init("$url/api/v1/messages");
    curl_setopt_array($request, [
        CURLOPT_POSTFIELDS => json_encode($message, JSON_THROW_ON_ERROR),
        CURLOPT_HTTPHEADER => [
            "Authorization: Bearer $apiKey",
            'Content-Type: application/json',
            "Idempotency-Key: $idempotencyKey",
        ],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_CONNECTTIMEOUT => 5,
        CURLOPT_TIMEOUT => 10,
        CURLOPT_HEADERFUNCTION => function ($request, string $line) use (&$headers): int {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
            return strlen($line);
        },
    ]);
    $body = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    // The message may be stored although its response is lost. The same key makes the repetition safe.
    if ($body === false) {
        throw new TidingsError(0, 'no_response', curl_error($request), null);
    }
    $result = json_decode($body, true);
    if ($status === 201 && is_array($result)) {
        return $result;
    }
    $retryAfter = $headers['retry-after'] ?? '';
    throw new TidingsError(
        $status,
        $result['error_code'] ?? "http_$status",
        $headers['tidings-help'] ?? '',
        ctype_digit($retryAfter) ? (int) $retryAfter : null,
    );
}

/** Whether the bytes were signed with the secret in the last five minutes. A rotation of the secret adds a second v1. */
function is_signed(string $rawBody, string $header, string $secret, int $now): bool
{
    $signedAt = '';
    $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + [1 => ''];
        if ($name === 't') {
            $signedAt = $value;
        } elseif ($name === 'v1') {
            $signatures[] = $value;
        }
    }
    if (!ctype_digit($signedAt) || abs($now - (int) $signedAt) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = hash_hmac('sha256', "$signedAt.$rawBody", $secret);
    return array_filter($signatures, fn (string $given): bool => hash_equals($expected, $given)) !== [];
}
