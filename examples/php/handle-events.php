<?php

/** Handles the events that receive.php stored. Run it every minute, or in a loop: while php handle-events.php; do sleep 1; done */

declare(strict_types=1);

require __DIR__ . '/event-store.php';

(new EventStore(getenv('EVENTS_FOLDER') ?: __DIR__ . '/events'))->handlePending(handle_event(...));

/** What the shop does with an event. Replace it with your own: here it prints a line about the order. */
function handle_event(array $event): void
{
    $data = $event['data'];
    $line = match ($event['type']) {
        'message.delivered' => 'the email was delivered',
        'message.opened' => 'the customer read the message',
        'message.bounced' => "the email bounced ({$data['bounce_type']})",
        'message.failed', 'message.not_sent' => "the email was not delivered ({$data['reason']})",
        'sms.delivered', 'whatsapp.delivered' => "delivered to the phone for {$data['credits']} credits",
        'sms.failed', 'sms.rejected', 'whatsapp.failed', 'whatsapp.rejected' =>
            "not delivered to the phone ({$data['error_code']})",
        // Types that this shop does not use, and types that are added later.
        default => null,
    };
    if ($line !== null) {
        echo "{$data['reference']}: $line\n";
    }
}
