<?php

/** Pushes that an order has shipped: php push.php A-1001 ada@example.com */

declare(strict_types=1);

require __DIR__ . '/tidings.php';

[, $orderNumber, $email] = $argv;
$message = [
    'recipient_email' => $email,
    'subject' => "Your order $orderNumber has shipped",
    'body' => "It is on its way: https://shop.example/orders/$orderNumber",
    'reference' => $orderNumber,
    'order_status' => 'shipped',
];

try {
    // The key names the fact. A process that restarts computes the same key.
    $key = "order-$orderNumber-shipped";
    $result = Tidings\push($message, $key, (string) getenv('TIDINGS_URL'), (string) getenv('TIDINGS_API_KEY'));
} catch (Tidings\TidingsError $error) {
    fwrite(STDERR, "$orderNumber was not pushed: {$error->getMessage()}\n");
    exit(1);
}
$skipped = $result['email']['skipped_reason'] ?? null;
echo "$orderNumber is stored as {$result['id']}", $skipped === null ? '' : ", without an email: $skipped", "\n";
