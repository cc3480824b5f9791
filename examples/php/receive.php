<?php

/** Receives webhooks of Tidings: php -S 127.0.0.1:4000 receive.php */

declare(strict_types=1);

require __DIR__ . '/tidings.php';
require __DIR__ . '/event-store.php';

const MAX_BODY_BYTES = 256 * 1024;

http_response_code(receive());

function receive(): int
{
    if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/webhooks/tidings') {
        return 404;
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    $rawBody = stream_get_contents(fopen('php://input', 'r'), MAX_BODY_BYTES + 1);
    if ($rawBody === false || strlen($rawBody) > MAX_BODY_BYTES) {
        return 413;
    }
    $secret = getenv('TIDINGS_WEBHOOK_SECRET');
    if ($secret === false || $secret === '') {
        error_log('TIDINGS_WEBHOOK_SECRET is not set');
        return 500;
    }
    if (!Tidings\is_signed($rawBody, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '', $secret, time())) {
        return 400;
    }
    // Only stored here. handle-events.php does the work, so that the response does not wait for it.
    $event = json_decode($rawBody, true, flags: JSON_THROW_ON_ERROR);
    (new EventStore(getenv('EVENTS_FOLDER') ?: __DIR__ . '/events'))->add($event['id'], $rawBody);
    return 204;
}
