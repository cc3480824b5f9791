export interface paths {
    "/api/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages, newest first
         * @description Lists the messages of the business with their delivery, newest first. An item has no `body`; read the message for it. Follow `next_cursor` until it is null.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Push an update about an order to a recipient
         * @description Stores an update about an order in the inbox of the customer and queues the nudges that point to it: an email, and a text or a WhatsApp message where the account and the push allow it.
         *
         *     A 201 states that the message is stored. It does not state that a paid channel is used: read `email`, `sms` and `whatsapp` in the result, each with its `skipped_reason`. Sending happens after the response; the outcome is published as events and shown by `GET /api/v1/messages/{public_id}`.
         */
        post: operations["pushMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push up to 100 messages; each succeeds or fails on its own
         * @description Pushes up to 100 messages. Each item succeeds or fails on its own, so check `ok` of every item: the status is 200 even if items failed.
         *
         *     The idempotency key of an item is the key of the batch with `#` and its index appended. After a lost response, repeat the whole batch with the same key: items that are stored are replayed, not pushed again.
         */
        post: operations["pushBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{public_id}/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the text of a message whose text never went out
         * @description Sends the text of a message whose newest text was skipped or rejected, for example after a top-up. All gates are checked again: a refusal by a gate is a 200 with `skipped_reason`, and nothing is charged.
         *
         *     A send that is in progress, was delivered or may have been delivered is not repeated: 409. The message itself is not changed.
         */
        post: operations["resendSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{public_id}/whatsapp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the WhatsApp message of a message whose WhatsApp message never went out
         * @description Sends the WhatsApp message of a message whose newest WhatsApp message was skipped or rejected, for example after a top-up. All gates are checked again: a refusal by a gate is a 200 with `skipped_reason`, and nothing is charged.
         *
         *     A send that is in progress, was delivered or may have been delivered is not repeated: 409. The message itself is not changed.
         */
        post: operations["resendWhatsApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{public_id}/retract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retract a message and cancel its nudges that have not been sent
         * @description Marks a message as retracted. The inbox still shows it, dimmed and labelled. Nudges that have not been sent are cancelled and refunded; a nudge that was submitted cannot be recalled. A second retraction is not an error: `retracted` is false.
         */
        post: operations["retractMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a message and what became of it
         * @description Returns a message with its text and, in `delivery`, what became of it on every channel: whether the email was delivered, opened, bounced or not sent, and the state of the text and of the WhatsApp message. Webhooks publish the same outcomes without polling.
         */
        get: operations["readMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the active API keys of the business, newest first
         * @description Lists the keys that work now: neither revoked nor expired. `minted_by` shows which key created which, so keys that a leaked key created can be found.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key: a child of the key that creates it, unless detached
         * @description Creates a key and returns it once. The new key is a child of the key that creates it: revoking the parent revokes the child, unless `detach` is true. A key cannot create a key with more scopes or a later expiry than its own. A business has at most 25 active keys.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key and every key below it that was not detached
         * @description The key stops working at once, and with it every key below it that was not detached. A key can revoke itself. After a leak, use `minted=true`: it also revokes detached keys that the leaked key created.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the credit balance
         * @description Returns the balance that texts and WhatsApp messages are paid from. Emails cost no credits. `credits.low_balance` is published when a charge takes the balance below the threshold.
         */
        get: operations["readCredits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recipients/{email}/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the SMS state of a recipient
         * @description Returns the masked number of a customer and whether texts may be sent to it. `sms_status` is `stopped` whenever a push would be skipped with `stopped`. An address that the business never messaged is 404.
         */
        get: operations["readRecipientSms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recipients/{email}/phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the phone number of a recipient
         * @description Sets the number that texts and WhatsApp messages to this customer use. A number of another recipient of the business is refused and stays with that recipient. Another number ends the WhatsApp consent, because consent is given for a number. A stop stays in force.
         */
        put: operations["setRecipientPhone"];
        post?: never;
        /**
         * Clear the phone number of a recipient; opt-outs remain
         * @description Removes the number of a customer. Stops stay in force, and the WhatsApp consent stays with the number it was given for: setting the same number again finds it.
         */
        delete: operations["clearRecipientPhone"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recipients/{email}/whatsapp/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete what a recipient wrote back on WhatsApp and withdraw their consent to it for good
         * @description Deletes the replies that a customer wrote on WhatsApp, with their copies in queued webhooks, and withdraws the WhatsApp consent for good, for the address and every number it had at the business. Messages, the number and the delivery log stay. This cannot be reversed.
         *
         *     Use a new idempotency key for a new erasure: the same key replays the first receipt for 24 hours.
         */
        post: operations["eraseWhatsAppHistory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recipients/{email}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete everything about a recipient; opt-outs and suppressions are retained as digests
         * @description Deletes everything that is stored about a customer: messages, sends, events, replies, the number, consents, and copies in queued webhooks and stored responses. Waiting sends are cancelled. Stops and suppressions stay as digests, so that they still apply; amounts in the ledger stay. This cannot be reversed. An unknown address gives zeros.
         */
        post: operations["eraseRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints, newest first
         * @description Lists the endpoints with their health. The signing secret is masked.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Register an endpoint for events; its signing secret is shown once
         * @description Registers an HTTPS address that events are posted to, and returns its signing secret once. Without `event_types` the endpoint gets every event, which is recommended: a receiver ignores types that it does not know. A business has at most 10 endpoints.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an endpoint and its deliveries
         * @description Deletes an endpoint with its queued deliveries. Events stay in the event log.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{public_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one ping and return the result
         * @description Posts one signed `ping` to the endpoint, whatever its types, and returns what it responded. The status is 200 even if the `ping` did not arrive: read `delivered` and `error`. The test changes neither the health of the endpoint nor the log of deliveries.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{public_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret; for 24 hours deliveries are signed with both
         * @description Replaces the signing secret and returns the new one once. For 24 hours deliveries carry a signature of each secret, so a receiver that accepts either can be updated without a gap.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{public_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable an endpoint again and reset its count of failures
         * @description Enables an endpoint that was disabled after 20 failed events in a row, and resets its count of failures. Deliveries continue with the next event; redeliver the events that were missed.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{public_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries to an endpoint and its responses, newest first
         * @description Lists the deliveries to one endpoint with every attempt: the status, the error and the duration. Use it to find out why an endpoint misses events.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of the last 30 days, newest first, as they are sent to endpoints
         * @description Lists the events of the last 30 days, newest first, exactly as they are posted to endpoints, and also those that no endpoint subscribes to. Use it to catch up after an outage of your receiver. An event never contains a subject, a body or a number.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again to every endpoint that subscribes to its type
         * @description Posts an event again to every enabled endpoint that subscribes to its type. Id and body are unchanged, so a receiver that deduplicates by id processes it once.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/test/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a test side would have sent in the last 30 days, in order of arrival
         * @description Lists what the built-in provider of a test side accepted: the emails, texts and WhatsApp messages that a live business would have sent, with their content and links. A page has at most 256 KiB, so it may have fewer items than `limit`.
         */
        get: operations["listTestOutbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/test/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the credit balance of a test side
         * @description Sets the balance of the test side, for example to 0 to see `insufficient_credit`. Test credits cost nothing. The ledger has the difference.
         */
        put: operations["setTestCredits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/test/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the clock of the test side; what falls due in between happens, in order
         * @description Moves the clock of the test side forward. What falls due in between happens in order: scheduled nudges, escalations, fallback texts, retries. The response comes when the nudges are sent. The clock never moves back and moves no other clock. Idempotency keys, the expiry of keys and webhook signatures follow the real time.
         */
        post: operations["advanceTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a push: what each channel would do, when, at which price, and the exact contents
         * @description Makes the decision of `POST /api/v1/messages` for the same body and returns it: whether a message would be created or updated, what each channel would do and why, when, the price, and the exact email, text and WhatsApp template. A request that a push would refuse gets the same refusal.
         *
         *     Nothing is stored, sent, charged or counted, and no idempotency key is needed. The links are examples of the same length: a valid link exists only once a message is sent. A number is not shown, because a key that may push may not read numbers.
         *
         *     A push right after the preview does what the preview states. Later, the outcome can differ: another push, a stop, a changed balance or setting, or a limit that is checked only when a nudge is sent, such as the daily limits on emails and on the texts of a new account.
         */
        post: operations["previewMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/preview/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a batch of up to 100 pushes; each would succeed or fail on its own
         * @description Makes the decision of `POST /api/v1/messages/batch` for the same body and returns it. The pushes of a batch affect each other: each preview includes what the earlier ones would spend, create and assign, and every content is that of its message after the whole batch.
         *
         *     Nothing is stored, sent, charged or counted, and no idempotency key is needed. The links are examples of the same length: a valid link exists only once a message is sent. A number is not shown, because a key that may push may not read numbers.
         *
         *     The preview of a push that was already stored under the idempotency key of a batch shows what a new push would do, not the replay. The contents of one response have at most about 1 MiB: if `contents_complete` is false, those of the last pushes are null.
         */
        post: operations["previewBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{public_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened to a message, step by step
         * @description Lists what happened to a message, oldest first, as typed entries with a sentence each: pushes and their keys, what the gates decided on every channel, submissions with the words of the provider, retries, delivery reports, opens, charges and refunds, events, and the attempts to post them. The newest 200 entries are shown; `truncated` is true if there were more.
         */
        get: operations["readMessageTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{public_id}/redeliver-missed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send every event since a time that the endpoint missed
         * @description Queues the events since a time that the endpoint subscribes to and did not receive: those whose attempts all failed, and those that occurred while it was disabled or did not exist. A call examines about 1,000 events, the oldest first. While `next_since` is not null, call again with it as `since`. Ids and bodies are unchanged. Events are stored for 30 days.
         */
        post: operations["redeliverMissedEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "message.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.delivered
         * @description A mailbox provider accepted the email.
         */
        post: operations["message.delivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.opened
         * @description The recipient read the message in the inbox for the first time. It does not matter which channel led there; opening an email is not counted.
         */
        post: operations["message.opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.bounced
         * @description The mailbox provider of the recipient rejected the email. After a permanent bounce the address is suppressed.
         */
        post: operations["message.bounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.failed
         * @description The email was attempted and ended without a delivery. The reason states how.
         */
        post: operations["message.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.complained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.complained
         * @description The recipient marked the email as spam. The business sends no more emails to the address.
         */
        post: operations["message.complained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.not_sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.not_sent
         * @description No email was attempted. The reason states why.
         */
        post: operations["message.not_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * sms.delivered
         * @description The text was delivered to the phone of the recipient.
         */
        post: operations["sms.delivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * sms.failed
         * @description The provider accepted the text, or may have accepted it, and its delivery is not confirmed. It is not refunded.
         */
        post: operations["sms.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * sms.rejected
         * @description The text was queued and certainly not sent. Its credits are refunded.
         */
        post: operations["sms.rejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * whatsapp.delivered
         * @description The WhatsApp message was delivered to the phone of the recipient.
         */
        post: operations["whatsapp.delivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * whatsapp.failed
         * @description The provider accepted the WhatsApp message, or may have accepted it, and its delivery is not confirmed. It is not refunded.
         */
        post: operations["whatsapp.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * whatsapp.rejected
         * @description The WhatsApp message was queued and certainly not sent. Its credits are refunded.
         */
        post: operations["whatsapp.rejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * whatsapp.read
         * @description The recipient opened the WhatsApp message. `whatsapp.delivered` precedes it. Recipients who disabled read receipts cause no such event.
         */
        post: operations["whatsapp.read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.inbound_message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * whatsapp.inbound_message
         * @description The recipient replied to a WhatsApp message or pressed a button of it. Replies are deleted after 90 days.
         */
        post: operations["whatsapp.inbound_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credits.low_balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * credits.low_balance
         * @description A charge left the balance below its threshold. It is published again only after the balance has reached the threshold.
         */
        post: operations["credits.low_balance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan.past_due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * plan.past_due
         * @description A payment for the plan failed. The paid period still has time, so emails are sent.
         */
        post: operations["plan.past_due"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan.lapsed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * plan.lapsed
         * @description The plan has ended. Emails are skipped with `plan_lapsed` until it is active again.
         */
        post: operations["plan.lapsed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan.allowance_exceeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * plan.allowance_exceeded
         * @description The emails that the plan includes in a month are used up. Emails are still sent. Published once a month.
         */
        post: operations["plan.allowance_exceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recipient.erasure_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * recipient.erasure_requested
         * @description A recipient requested in the inbox that their data is erased. Nothing has been erased yet.
         */
        post: operations["recipient.erasure_requested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api_key.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * api_key.created
         * @description An API key of the business was created. The first key of a business causes no event.
         */
        post: operations["api_key.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api_key.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * api_key.revoked
         * @description An API key of the business was revoked. There is one event for each key, also for those that were revoked with it.
         */
        post: operations["api_key.revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "notice.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * notice.created
         * @description Something about the business needs a person. The same notice is in the dashboard and in an email to those who can act on it.
         */
        post: operations["notice.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ping
         * @description The test of an endpoint sent this event. It is not stored, and no other operation sends it.
         */
        post: operations["ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description How far the clock moves. */
        AdvanceClockRequest: {
            /** @description How far the clock moves. 0 runs what is due already. */
            seconds: number;
        };
        /** @description An active API key. Its secret is not shown. */
        ApiKey: {
            /** @description The id of the key. It begins with `key_`. */
            id: string;
            /** @description The name that was given when the key was created. */
            name: string;
            /** @description The prefix of the key, four asterisks and its last four characters. */
            masked: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created: string;
            /** @description The id of the key that created this one, also if it is detached. Null for a key from the dashboard. */
            minted_by: string | null;
            /** @description What the key may do. Null: everything. */
            scopes: components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description When the key stops working. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description The beginning of the hour in which the key was last used; null before the first use.
             */
            last_used_at: string | null;
        };
        /** @description What `api_key.created` is about. */
        ApiKeyCreatedData: {
            /** @description The id of the key. */
            key_id: string;
            /** @description The name of the key. */
            name: string;
            /** @description The key in masked form. */
            masked: string;
            /** @description The id of the key that created it; null for the operator. */
            minted_by: string | null;
        };
        /** @description An API key of the business was created. The first key of a business causes no event. */
        ApiKeyCreatedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "api_key.created";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["ApiKeyCreatedData"];
        };
        /** @description The active keys of the business. */
        ApiKeyList: {
            /** @description Every active key, newest first. */
            items: components["schemas"]["ApiKey"][];
        };
        /** @description What `api_key.revoked` is about. */
        ApiKeyRevokedData: {
            /** @description The id of the key. */
            key_id: string;
            /** @description The name of the key. */
            name: string;
            /** @description The key in masked form. */
            masked: string;
            /** @description The id of the key that created it; null for the operator. */
            minted_by: string | null;
            /** @description The id of the key that revoked it; null for the operator. */
            revoked_by: string | null;
        };
        /** @description An API key of the business was revoked. There is one event for each key, also for those that were revoked with it. */
        ApiKeyRevokedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "api_key.revoked";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["ApiKeyRevokedData"];
        };
        /**
         * @description Why a push of a batch failed.
         * @enum {string}
         */
        BatchItemError: "common.validation_failed" | "idempotency.key_reused" | "message.not_found" | "quota.messages_per_day" | "quota.stored_messages";
        /** @description The outcome of one push of a batch. */
        BatchItemResult: {
            /** @description The position of the push in the request, from 0. */
            index: number;
            /** @description True: the push is stored. Check it for every item. */
            ok: boolean;
            /** @description The result of the push; null if it failed. */
            result: components["schemas"]["PushResult"] | null;
            /** @description Why the push failed; null if it is stored. */
            error_code: components["schemas"]["BatchItemError"] | null;
            /** @description The invalid fields with their errors, as one text, after `common.validation_failed`; else null. */
            detail: string | null;
        };
        /** @description Up to 100 pushes. */
        BatchRequest: {
            /** @description The pushes. An invalid one does not fail the others. */
            messages: components["schemas"]["PushRequest"][];
        };
        /** @description The outcome of each push. The status is 200 even if pushes failed. */
        BatchResult: {
            /** @description One outcome for each push, in the order of the request. */
            results: components["schemas"]["BatchItemResult"][];
        };
        /**
         * @description A channel. Email is free, the others cost credits.
         * @enum {string}
         */
        Channel: "email" | "sms" | "whatsapp";
        /** @description Of `sending_paused`: more than one email in a thousand was marked as spam. */
        ComplaintNotice: {
            /**
             * @description Why sending was paused.
             * @enum {string}
             */
            cause: "complaints";
            /** @description Emails that were sent in the period. */
            sent: number;
            /** @description How many of them their recipients marked as spam. */
            complained: number;
            /** @description The length of the period in days. */
            days: number;
        };
        /** @description The name and the rights of a new key. */
        CreateKeyRequest: {
            /** @description A name by which you recognise the key. Null or empty becomes "API key". */
            name?: string | null;
            /**
             * @description True: the new key survives the revocation of the key that creates it.
             * @default false
             */
            detach?: boolean;
            /** @description What the new key may do. Null or omitted: everything. A key can only grant scopes that it has. */
            scopes?: components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description When the new key stops working: in the future. Null or omitted: never. A key that expires can only create keys that expire no later.
             */
            expires_at?: string | null;
        };
        /** @description Where to post which events. */
        CreateWebhookEndpointRequest: {
            /** @description Where events are posted: HTTPS, at a public address, on any port but those of mail (25, 465, 587). Redirects are not followed. */
            url: string;
            /** @description The types to post. Empty or omitted: every type, also those that are added later. */
            event_types?: string[];
            /** @description A note for yourself, such as the system behind the URL. */
            description?: string | null;
        };
        /** @description The credits of the business. */
        CreditBalance: {
            /** @description The remaining credits. One credit sends one text or one WhatsApp message; texts to some destinations cost more. */
            balance: number;
            /** @description True if the balance is below the threshold. */
            low_balance: boolean;
            /** @description Below this balance, `credits.low_balance` is published. */
            threshold: number;
        };
        /** @description What `credits.low_balance` is about. */
        CreditsLowBalanceData: {
            /** @description The credits that remain. */
            balance: number;
            /** @description The low-balance threshold of the business. */
            threshold: number;
        };
        /** @description A charge left the balance below its threshold. It is published again only after the balance has reached the threshold. */
        CreditsLowBalanceEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "credits.low_balance";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["CreditsLowBalanceData"];
        };
        /** @description What became of a message on every channel. */
        Delivery: {
            /** @description True if a mailbox provider accepted an email about the message. */
            delivered: boolean;
            /**
             * Format: date-time
             * @description When the newest email was delivered; null before.
             */
            delivered_at: string | null;
            /** @description True if the customer read the message in the inbox. */
            opened: boolean;
            /**
             * Format: date-time
             * @description When the customer last opened it; null before.
             */
            opened_at: string | null;
            /** @description True if an email bounced. It can bounce after it was delivered. */
            bounced: boolean;
            /**
             * Format: date-time
             * @description When an email last bounced; null if none did.
             */
            bounced_at: string | null;
            /** @description True if the customer marked an email as spam. */
            complained: boolean;
            /**
             * Format: date-time
             * @description When the customer last complained; null if never.
             */
            complained_at: string | null;
            /** @description The email about the message. Null if none was considered. */
            email: components["schemas"]["EmailDelivery"] | null;
            /** @description The newest text about the message. Null if the channel was never considered. */
            sms: components["schemas"]["SmsDelivery"] | null;
            /** @description The newest WhatsApp message about the message. Null if the channel was never considered. */
            whatsapp: components["schemas"]["WhatsAppDelivery"] | null;
            /** @description Set if no email was attempted; a later email clears it. */
            not_sent: components["schemas"]["NotSent"] | null;
            /** @description Set if the email will not be delivered; a later report of delivery clears it. */
            failed: components["schemas"]["EmailFailure"] | null;
        };
        /** @description The email that would be sent. */
        EmailContent: {
            /** @description The sender. */
            from: string;
            /** @description The address. */
            to: string;
            /** @description The subject. */
            subject: string;
            /** @description The plain text part, with examples as its links. */
            text: string;
            /** @description The HTML part, with examples as its links. */
            html: string;
            headers: components["schemas"]["PreviewHeaders"];
            /** @description An example of the link, as long as the real one. It opens nothing. */
            link: string;
            /** @description An example of the address of the one-click unsubscription, as long as the real one. It does nothing. */
            unsubscribe_url: string;
        };
        /** @description The email about a message: the one that is pending, else the newest. */
        EmailDelivery: {
            /**
             * @description `scheduled` for `send_at`, `queued`, `retrying` after a refusal, `sent`: the provider accepted it, `delivered`, `bounced`, `failed`, `skipped` by a gate, or `cancelled`.
             * @enum {string}
             */
            state: "scheduled" | "queued" | "retrying" | "sent" | "delivered" | "bounced" | "failed" | "skipped" | "cancelled";
            /** @description How often the email was submitted. */
            attempts: number;
            /**
             * Format: date-time
             * @description When a refused email is submitted again; null if it is not.
             */
            next_attempt_at: string | null;
            /** @description The last problem; null if there was none, or if the email was delivered since. */
            last_error: components["schemas"]["EmailError"] | null;
        };
        /** @description The last problem of an email. */
        EmailError: {
            /**
             * @description What went wrong: the provider `refused` the email, could not be reached (`never_reached`), gave no clear response (`unknown`), or reported that it `bounced`.
             * @enum {string}
             */
            code: "accepted" | "refused" | "never_reached" | "unknown" | "delivered" | "read" | "bounced" | "failed" | "no_report";
            /** @description A code of the protocol or of the provider, such as `smtp 451 4.7.1`; null if none. */
            detail: string | null;
            /** @description What the provider wrote, as one line; null if it wrote nothing. */
            words: string | null;
        };
        /** @description The email was attempted and will not be delivered. */
        EmailFailure: {
            reason: components["schemas"]["EmailFailureReason"];
            /**
             * Format: date-time
             * @description When the attempts ended.
             */
            at: string;
        };
        /**
         * @description Why an email that was attempted will not be delivered. Treat a reason that you do not know as failed.
         * @enum {string}
         */
        EmailFailureReason: "esp_refused" | "retries_exhausted" | "outcome_unknown";
        /** @description Email: the headers, with names in lower case. */
        EmailHeaders: {
            [key: string]: string;
        };
        /** @description What the push does by email. */
        EmailOutcome: {
            /** @description False is final: no email is sent, and `skipped_reason` states why. True is checked again when the email is sent. */
            sending: boolean;
            /** @description Why no email is sent; null if one is. */
            skipped_reason: components["schemas"]["EmailSkipReason"] | null;
        };
        /** @description What the push would do by email. */
        EmailPreview: {
            /** @description What would happen on this channel. */
            outcome: components["schemas"]["PreviewOutcome"];
            /** @description Why, in one or two sentences. */
            explanation: string;
            /**
             * Format: date-time
             * @description When it would be sent: the time of this preview for one that is queued, `send_at`, or the deadline of an escalation. Null if nothing is sent.
             */
            sends_at: string | null;
            /** @description True: what an earlier push of this message scheduled on this channel would be cancelled. */
            cancels_scheduled: boolean;
            /** @description Why no email would be sent; null if one would. */
            skipped_reason: components["schemas"]["EmailSkipReason"] | null;
            /** @description The email. Null if none would be sent, or if it is left out of a batch. */
            content: components["schemas"]["EmailContent"] | null;
        };
        /**
         * @description Why no email is sent for a push. The first reason that applies is given.
         * @enum {string}
         */
        EmailSkipReason: "business_inactive" | "sending_paused" | "plan_lapsed" | "unsubscribed" | "suppressed" | "platform_suppressed";
        /** @description Of `webhook_endpoint_failing` and `webhook_endpoint_disabled`. */
        EndpointNotice: {
            /** @description The webhook endpoint of the business. */
            endpoint_id: string;
            /** @description Events in a row whose attempts all failed. At 20 the endpoint is disabled. */
            consecutive_failures: number;
        };
        /** @description Deleted records by kind. */
        ErasedCounts: {
            /** @description Messages in the inbox. */
            messages: number;
            /** @description Events in the log, of any type. */
            delivery_events: number;
            /** @description Every text to the recipient, including cancelled ones. */
            sms_sends: number;
            /** @description Every WhatsApp message to the recipient, including cancelled ones. */
            whatsapp_sends: number;
            /** @description Replies of the recipient. */
            whatsapp_replies: number;
            /** @description The record with number, consents and unsubscription: 1 or 0. */
            recipients: number;
            /** @description Copies of events on their way to webhook endpoints, and the record of those that arrived. */
            webhook_deliveries: number;
            /** @description Copies in responses stored for idempotent replay. */
            api_responses: number;
            /** @description Pending sends on any channel that were cancelled. */
            cancelled_sends: number;
        };
        /** @description What was deleted and what was retained. All zeros for an unknown address. */
        ErasureReport: {
            /** @description How many records of each kind were deleted. */
            deleted: components["schemas"]["ErasedCounts"];
            /** @description How many records were retained, so that the customer is not contacted again. */
            kept: components["schemas"]["RetainedCounts"];
        };
        /** @description An event, as it is sent to endpoints. `type` determines the fields of `data`. */
        Event: components["schemas"]["MessageDeliveredEvent"] | components["schemas"]["MessageOpenedEvent"] | components["schemas"]["MessageBouncedEvent"] | components["schemas"]["MessageFailedEvent"] | components["schemas"]["MessageComplainedEvent"] | components["schemas"]["MessageNotSentEvent"] | components["schemas"]["SmsDeliveredEvent"] | components["schemas"]["SmsFailedEvent"] | components["schemas"]["SmsRejectedEvent"] | components["schemas"]["WhatsAppDeliveredEvent"] | components["schemas"]["WhatsAppFailedEvent"] | components["schemas"]["WhatsAppRejectedEvent"] | components["schemas"]["WhatsAppReadEvent"] | components["schemas"]["WhatsAppInboundMessageEvent"] | components["schemas"]["CreditsLowBalanceEvent"] | components["schemas"]["PlanPastDueEvent"] | components["schemas"]["PlanLapsedEvent"] | components["schemas"]["PlanAllowanceExceededEvent"] | components["schemas"]["RecipientErasureRequestedEvent"] | components["schemas"]["ApiKeyCreatedEvent"] | components["schemas"]["ApiKeyRevokedEvent"] | components["schemas"]["NoticeCreatedEvent"];
        /** @description A page of events, newest first. */
        EventList: {
            /** @description The items of this page. */
            items: components["schemas"]["Event"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A type of event. A receiver ignores a type that it does not know.
         * @enum {string}
         */
        EventType: "message.delivered" | "message.opened" | "message.bounced" | "message.failed" | "message.complained" | "message.not_sent" | "sms.delivered" | "sms.failed" | "sms.rejected" | "whatsapp.delivered" | "whatsapp.failed" | "whatsapp.rejected" | "whatsapp.read" | "whatsapp.inbound_message" | "credits.low_balance" | "plan.past_due" | "plan.lapsed" | "plan.allowance_exceeded" | "recipient.erasure_requested" | "api_key.created" | "api_key.revoked" | "notice.created" | "ping";
        /** @description What `message.bounced` is about. */
        MessageBouncedData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the email bounced.
             */
            bounced_at: string;
            /**
             * @description permanent: the address cannot receive email and is suppressed. transient: it could not at that time.
             * @enum {string}
             */
            bounce_type: "permanent" | "transient";
        };
        /** @description The mailbox provider of the recipient rejected the email. After a permanent bounce the address is suppressed. */
        MessageBouncedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "message.bounced";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["MessageBouncedData"];
        };
        /** @description What `message.complained` is about. */
        MessageComplainedData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the recipient complained.
             */
            complained_at: string;
        };
        /** @description The recipient marked the email as spam. The business sends no more emails to the address. */
        MessageComplainedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "message.complained";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["MessageComplainedData"];
        };
        /** @description What `message.delivered` is about. */
        MessageDeliveredData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the provider accepted the email.
             */
            delivered_at: string;
        };
        /** @description A mailbox provider accepted the email. */
        MessageDeliveredEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "message.delivered";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["MessageDeliveredData"];
        };
        /** @description What `message.failed` is about. */
        MessageFailedData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /** @description Why the email failed. More values may be added; treat an unknown one as failed. */
            reason: components["schemas"]["EmailFailureReason"];
            /**
             * Format: date-time
             * @description When the email ended.
             */
            at: string;
        };
        /** @description The email was attempted and ended without a delivery. The reason states how. */
        MessageFailedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "message.failed";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["MessageFailedData"];
        };
        /** @description A message without its text, and what became of it. */
        MessageItem: {
            /** @description The id of the message. It begins with `msg_`. */
            id: string;
            /** @description The address as it was first given, trimmed and lower-cased. */
            recipient_email: string;
            /** @description The subject as it was pushed. */
            subject: string;
            kind: components["schemas"]["MessageKind"];
            status: components["schemas"]["MessageStatus"];
            /** @description The order number of the newest push; null if it had none. */
            reference: string | null;
            /** @description The order status of the newest push; null if it had none. A plain string, because statuses can be added and an unknown one is returned unchanged. */
            order_status: string | null;
            /**
             * Format: date-time
             * @description When the earliest nudge that waits for `send_at` is sent; null if none waits.
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When the message was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the message was last pushed.
             */
            updated_at: string;
            delivery: components["schemas"]["Delivery"];
        };
        /**
         * @description `one_off` is always a new message. `updateable` replaces the active message with the same recipient and subject, or creates one.
         * @enum {string}
         */
        MessageKind: "one_off" | "updateable";
        /** @description A page of messages, newest first. */
        MessageList: {
            /** @description The items of this page. */
            items: components["schemas"]["MessageItem"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description What `message.not_sent` is about. */
        MessageNotSentData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /** @description Why no email is sent. More values may be added. */
            reason: components["schemas"]["NotSentReason"];
            /**
             * Format: date-time
             * @description When this was decided.
             */
            at: string;
        };
        /** @description No email was attempted. The reason states why. */
        MessageNotSentEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "message.not_sent";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["MessageNotSentData"];
        };
        /** @description What `message.opened` is about. */
        MessageOpenedData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the message was first read in the inbox.
             */
            opened_at: string;
        };
        /** @description The recipient read the message in the inbox for the first time. It does not matter which channel led there; opening an email is not counted. */
        MessageOpenedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "message.opened";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["MessageOpenedData"];
        };
        /**
         * @description `active`; `obsolete` after a later push named it in `obsoletes`; `retracted` after a retraction. The inbox shows all of them.
         * @enum {string}
         */
        MessageStatus: "active" | "obsolete" | "retracted";
        /** @description A message, and what became of it. */
        MessageView: {
            /** @description The id of the message. It begins with `msg_`. */
            id: string;
            /** @description The address as it was first given, trimmed and lower-cased. */
            recipient_email: string;
            /** @description The subject as it was pushed. */
            subject: string;
            kind: components["schemas"]["MessageKind"];
            status: components["schemas"]["MessageStatus"];
            /** @description The order number of the newest push; null if it had none. */
            reference: string | null;
            /** @description The order status of the newest push; null if it had none. A plain string, because statuses can be added and an unknown one is returned unchanged. */
            order_status: string | null;
            /**
             * Format: date-time
             * @description When the earliest nudge that waits for `send_at` is sent; null if none waits.
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When the message was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the message was last pushed.
             */
            updated_at: string;
            delivery: components["schemas"]["Delivery"];
            /** @description The text of the newest push. */
            body: string;
        };
        /** @description What one call queued, and where the next call continues. */
        MissedRedelivery: {
            /** @description How many events are queued for the endpoint. */
            deliveries: number;
            /** @description How many events were examined. The others were not missed. */
            examined: number;
            /**
             * Format: date-time
             * @description Call again with it as `since`; null if no later event is left to examine.
             */
            next_since: string | null;
        };
        /** @description The new key, with its secret. */
        NewApiKey: {
            /** @description The id of the key. It begins with `key_`. */
            id: string;
            /** @description The name that was given when the key was created. */
            name: string;
            /** @description The prefix of the key, four asterisks and its last four characters. */
            masked: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created: string;
            /** @description The id of the key that created this one, also if it is detached. Null for a key from the dashboard. */
            minted_by: string | null;
            /** @description What the key may do. Null: everything. */
            scopes: components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description When the key stops working. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description The beginning of the hour in which the key was last used; null before the first use.
             */
            last_used_at: string | null;
            /** @description The full key. It is shown this once: store it where secrets are stored. */
            key: string;
        };
        /** @description The webhook endpoint with its new signing secret. */
        NewWebhookEndpoint: {
            /** @description The id of the endpoint. It begins with `whe_`. */
            id: string;
            /** @description Where events are posted. */
            url: string;
            /** @description The types that are posted. Empty: every type. */
            event_types: string[];
            /** @description Your note on the endpoint; null if it has none. */
            description: string | null;
            /** @description The signing secret. It is shown this once: store it where secrets are stored. */
            secret: string;
            /** @description True after 20 events in a row could not be delivered. Nothing is posted until it is enabled again. */
            disabled: boolean;
            /** @description Events in a row whose attempts all failed. A success resets it. */
            consecutive_failures: number;
            /**
             * Format: date-time
             * @description When an event was last delivered; null before.
             */
            last_success_at: string | null;
            /** @description The error of the last failed attempt, such as `timeout` or `http_status 500`; null if none failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the endpoint was created.
             */
            created_at: string;
        };
        /** @description No email was attempted. */
        NotSent: {
            reason: components["schemas"]["NotSentReason"];
            /**
             * Format: date-time
             * @description When it was decided.
             */
            at: string;
        };
        /**
         * @description Why no email was attempted: a skip reason, the daily cap, or a retraction.
         * @enum {string}
         */
        NotSentReason: "business_inactive" | "sending_paused" | "plan_lapsed" | "unsubscribed" | "suppressed" | "platform_suppressed" | "daily_cap_reached" | "retracted";
        /** @description What `notice.created` is about. */
        NoticeCreatedData: {
            /** @description The id of the notice. */
            notice_id: string;
            /**
             * @description What happened. It decides which fields `detail` has.
             * @enum {string}
             */
            kind: "sending_paused" | "webhook_endpoint_failing" | "webhook_endpoint_disabled" | "quota_nearly_reached" | "quota_reached" | "sms_spend_nearly_reached" | "sms_spend_reached" | "sms_prefix_limited";
            /** @description What happened, in one English line. */
            title: string;
            /** @description The figures. Its fields depend on `kind`. */
            detail: components["schemas"]["ComplaintNotice"] | components["schemas"]["EndpointNotice"] | components["schemas"]["QuotaNotice"] | components["schemas"]["TextSpendNotice"] | components["schemas"]["TextPrefixNotice"];
            /** @description The page of the dashboard where it is done. */
            url: string;
        };
        /** @description Something about the business needs a person. The same notice is in the dashboard and in an email to those who can act on it. */
        NoticeCreatedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "notice.created";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["NoticeCreatedData"];
        };
        /** @description A page of the outbox, in order of arrival. */
        Outbox: {
            /** @description The items of this page. */
            items: components["schemas"]["OutboxItem"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A nudge that a live business would have sent. What does not apply to its channel is null. */
        OutboxItem: {
            /** @description The id of the entry. It begins with `out_`. */
            id: string;
            /** @description The channel of the nudge. */
            channel: components["schemas"]["Channel"];
            /** @description The address, or the number in E.164 format. */
            to: string;
            /** @description The sender that a live business would use. */
            from: string;
            /** @description Email: the subject. */
            subject: string | null;
            /** @description Email: the plain text part. SMS: the text. */
            text: string | null;
            /** @description Email: the HTML part. */
            html: string | null;
            /** @description The link to the inbox. */
            link: string | null;
            /** @description Email: the address of the one-click unsubscription. */
            unsubscribe_url: string | null;
            /** @description Email: the headers, with names in lower case. */
            headers: components["schemas"]["EmailHeaders"] | null;
            /** @description WhatsApp: the name of the template. */
            template: string | null;
            /** @description WhatsApp: the values of the template, and the end of the link last. */
            parameters: string[] | null;
            /**
             * Format: date-time
             * @description When the provider accepted it, by the clock of the test side.
             */
            at: string;
        };
        /** @description The new number of a recipient. */
        PhoneRequest: {
            /** @description The mobile number, preferably E.164. A number in national format is read by the country of the business. */
            phone: string;
        };
        /** @description What `ping` is about. */
        PingData: {
            /** @description The id of the tested endpoint. */
            endpoint_id: string;
        };
        /** @description The test of an endpoint sent this event. It is not stored, and no other operation sends it. */
        PingEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "ping";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["PingData"];
        };
        /** @description What `plan.allowance_exceeded` is about. */
        PlanAllowanceExceededData: {
            /** @description Emails that the plan includes in a month. */
            allowance: number;
            /** @description Emails that were sent in the month so far. */
            used: number;
            /**
             * Format: date-time
             * @description The end of the month (UTC).
             */
            period_ends_at: string;
        };
        /** @description The emails that the plan includes in a month are used up. Emails are still sent. Published once a month. */
        PlanAllowanceExceededEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "plan.allowance_exceeded";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["PlanAllowanceExceededData"];
        };
        /** @description What `plan.lapsed` is about. */
        PlanLapsedData: {
            /**
             * Format: date-time
             * @description When the plan ended.
             */
            lapsed_at: string;
        };
        /** @description The plan has ended. Emails are skipped with `plan_lapsed` until it is active again. */
        PlanLapsedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "plan.lapsed";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["PlanLapsedData"];
        };
        /** @description What `plan.past_due` is about. */
        PlanPastDueData: {
            /**
             * Format: date-time
             * @description The end of the current period.
             */
            period_ends_at: string;
        };
        /** @description A payment for the plan failed. The paid period still has time, so emails are sent. */
        PlanPastDueEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "plan.past_due";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["PlanPastDueData"];
        };
        /** @description The preview of one push of a batch. */
        PreviewBatchItem: {
            /** @description The position of the push in the request, from 0. */
            index: number;
            /** @description True: the push would be stored. Check it for every item. */
            ok: boolean;
            /** @description The preview of the push; null if it would fail. */
            result: components["schemas"]["PreviewResult"] | null;
            /** @description Why the push would fail; null if it would be stored. */
            error_code: components["schemas"]["BatchItemError"] | null;
            /** @description The invalid fields with their errors, as one text, after `common.validation_failed`; else null. */
            detail: string | null;
        };
        /** @description The preview of each push. The status is 200 even if pushes would fail. */
        PreviewBatchResult: {
            /** @description One preview for each push, in the order of the request. */
            results: components["schemas"]["PreviewBatchItem"][];
            /** @description False: the contents of all pushes have more than 1 MiB, so those of the last ones are null. Preview these by themselves. */
            contents_complete: boolean;
        };
        /** @description The headers, with names in lower case. Those that exist only once the email is sent are left out: `date`, `message-id`, the headers of the email provider and, for a new message, `x-tidings-message`. */
        PreviewHeaders: {
            [key: string]: string;
        };
        /**
         * @description What would happen on a channel. Queued: sent at once. Scheduled: waits for `send_at`. Escalation: sent only if the message is still unread. Replaced: a later push of the batch replaces it. Skipped: nothing is sent.
         * @enum {string}
         */
        PreviewOutcome: "queued" | "scheduled" | "escalation" | "replaced" | "skipped";
        /** @description What a push of this request would do. Nothing is stored. */
        PreviewResult: {
            /**
             * Format: date-time
             * @description The time by which this preview is decided.
             */
            previewed_at: string;
            /** @description True: a push would create a message. False: it would update one. */
            created: boolean;
            /** @description The message that would be updated. Null if it would be created, by this push or by an earlier one of the batch. */
            id: string | null;
            /** @description The address as it was first given for this recipient, trimmed and lower-cased. */
            recipient_email: string;
            /** @description The subject as it was pushed. */
            subject: string;
            kind: components["schemas"]["MessageKind"];
            status: components["schemas"]["MessageStatus"];
            /**
             * Format: date-time
             * @description When a nudge that waits for `send_at` would be sent. Null: at once, or there is no nudge.
             */
            scheduled_for: string | null;
            /** @description True if at least one channel would be queued or would wait. */
            nudged: boolean;
            /** @description The credits that the push would charge at once, on all channels together. */
            credits: number;
            /** @description The email of this push. Null if the push would not nudge. */
            email: components["schemas"]["EmailPreview"] | null;
            /** @description The text of this push. Null if the channel is off and was not named, or the push would not nudge. */
            sms: components["schemas"]["SmsPreview"] | null;
            /** @description The WhatsApp message of this push. Null if the channel is off and was not named, or the push would not nudge. */
            whatsapp: components["schemas"]["WhatsAppPreview"] | null;
            /** @description What would become of `whatsapp_opt_in`. Null if the request had none. */
            whatsapp_opt_in: components["schemas"]["WhatsAppOptInResult"] | null;
            /** @description The messages that would become obsolete. */
            obsoletes: string[];
            /** @description The order number of the newest push; null if it had none. */
            reference: string | null;
            /** @description The order status of the newest push; null if it had none. A plain string, because statuses can be added and an unknown one is returned unchanged. */
            order_status: string | null;
        };
        /** @description An update about an order, for one customer. */
        PushRequest: {
            /**
             * Format: email
             * @description The customer's address. It is trimmed and lower-cased. Another spelling of the same domain is the same recipient.
             */
            recipient_email: string;
            /** @description The subject of the email and the title in the inbox. An updateable message is matched by it. */
            subject: string;
            /** @description The text of the update: plain text, in which links become clickable. */
            body: string;
            /** @description The mobile number of the customer, preferably E.164. It is stored for this recipient and used again by later pushes, so send it once. */
            recipient_phone?: string | null;
            /** @description The channels of this push. Null or omitted follows the settings of the account. A list only narrows: naming a paid channel requests it, leaving it out suppresses it, and a channel that is off stays off. Email is sent in any case. */
            channels?: components["schemas"]["Channel"][] | null;
            /** @description Records that the customer agreed to WhatsApp messages, before this push is sent. It needs a phone number. Further fields are allowed; a field that is not usable is ignored. */
            whatsapp_opt_in?: components["schemas"]["WhatsAppOptIn"] | null;
            /**
             * @description True: sends a text if the WhatsApp message proves undeliverable, and at once if WhatsApp cannot carry it. The text costs its own credits.
             * @default false
             */
            sms_if_whatsapp_fails?: boolean;
            /** @description Your order number: letters, digits and `# - _ . /`. It is always stored and returned. Nudges show it only if it has at most 64 characters and no phone could turn it into a link. */
            reference?: string | null;
            /** @description The state of the order. It selects the wording of texts and WhatsApp messages, which never contain `subject` or `body`. Another value is stored, returned and treated as none. */
            order_status?: string | null;
            /** @default one_off */
            kind?: components["schemas"]["MessageKind"];
            /** @description Null or omitted: a new message nudges the customer, an update does not. True nudges in both cases, false in none. */
            notify?: boolean | null;
            /**
             * Format: date-time
             * @description When the nudge is sent: in the future, at most 90 days ahead, with a time zone. The message itself is in the inbox at once.
             */
            send_at?: string | null;
            /** @description The paid channels named in `channels` are used only if the message is still unread this many minutes after the email of this push. If the customer opens it before, nothing is sent or charged. */
            escalate_if_unread_after_minutes?: number | null;
            /** @description Ids of earlier messages of the business that this one replaces. The inbox shows them greyed out. An unknown id has no effect. */
            obsoletes?: string[];
        };
        /** @description The stored message, and what each channel does about it. */
        PushResult: {
            /** @description The id of the message. It begins with `msg_`. */
            id: string;
            /** @description The address as it was first given for this recipient, trimmed and lower-cased. Null only in the replay of a response that was stored before this field existed. */
            recipient_email: string | null;
            /** @description The subject as it was pushed. */
            subject: string;
            kind: components["schemas"]["MessageKind"];
            status: components["schemas"]["MessageStatus"];
            /** @description True: a new message. False: a message was updated in place. */
            created: boolean;
            /**
             * Format: date-time
             * @description When a nudge that waits for `send_at` is sent. Null: at once, or there is no nudge.
             */
            scheduled_for: string | null;
            /** @description True if at least one channel is queued or waits. */
            nudged: boolean;
            /** @description The email of this push. Null if the push does not nudge. */
            email: components["schemas"]["EmailOutcome"] | null;
            /** @description The text of this push. Null if the channel is off and was not named, or the push does not nudge. */
            sms: components["schemas"]["SmsOutcome"] | null;
            /** @description The WhatsApp message of this push. Null if the channel is off and was not named, or the push does not nudge. */
            whatsapp: components["schemas"]["WhatsAppOutcome"] | null;
            /** @description The segments of the text: 1 if a text is queued, else 0. */
            sms_units: number;
            /** @description What became of `whatsapp_opt_in`. Null if the request had none. */
            whatsapp_opt_in: components["schemas"]["WhatsAppOptInResult"] | null;
            /** @description The order number of the newest push; null if it had none. */
            reference: string | null;
            /** @description The order status of the newest push; null if it had none. A plain string, because statuses can be added and an unknown one is returned unchanged. */
            order_status: string | null;
            /**
             * Format: date-time
             * @description When the message was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the message was last pushed.
             */
            updated_at: string;
        };
        /** @description Of `quota_nearly_reached` (at 80 %) and `quota_reached`. */
        QuotaNotice: {
            /**
             * @description The setting of the business.
             * @enum {string}
             */
            quota: "messages_per_day" | "stored_messages";
            /** @description Messages pushed today (UTC), or messages stored. */
            used: number;
            /** @description The value of the setting. */
            limit: number;
        };
        /** @description What `recipient.erasure_requested` is about. */
        RecipientErasureRequestedData: {
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /**
             * Format: date-time
             * @description When the recipient made the request.
             */
            requested_at: string;
        };
        /** @description A recipient requested in the inbox that their data is erased. Nothing has been erased yet. */
        RecipientErasureRequestedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "recipient.erasure_requested";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["RecipientErasureRequestedData"];
        };
        /** @description The number of a recipient, and whether texts may be sent to it. */
        RecipientSms: {
            /** @description The address as it was first given, trimmed and lower-cased. */
            recipient_email: string;
            /** @description The number, masked: its first three and its last three characters. Null if there is none. */
            phone: string | null;
            /**
             * @description `none`: no number was ever accepted. `active`: texts may be sent. `stopped`: the customer opted out.
             * @enum {string}
             */
            sms_status: "none" | "active" | "stopped";
            /**
             * Format: date-time
             * @description When a number was first accepted for this recipient. Written once; null if there never was one.
             */
            sms_consent_at: string | null;
            /**
             * @description How the first number was set: by `recipient_phone` of a push, by this interface, or by the operator. Written once.
             * @enum {string|null}
             */
            sms_consent_source: "push" | "api" | "admin" | null;
            /**
             * Format: date-time
             * @description When the customer opted out; null if no stop is in force.
             */
            sms_stopped_at: string | null;
            /**
             * @description How the customer opted out: by a text, in the inbox, or through the operator. START lifts only a stop by text.
             * @enum {string|null}
             */
            sms_stop_source: "text" | "inbox" | "admin" | null;
        };
        /** @description Since when events were missed. */
        RedeliverMissedRequest: {
            /**
             * Format: date-time
             * @description The time of the oldest event to send, for example the beginning of an outage.
             */
            since: string;
        };
        /** @description The event is queued for these endpoints. */
        Redelivery: {
            /** @description How many endpoints the event is sent to. */
            deliveries: number;
        };
        /** @description Retained records by kind. */
        RetainedCounts: {
            /** @description Suppressions of the address: a bounce, a complaint or an unsubscription, as a digest. */
            email_suppressions: number;
            /** @description Opt-outs of the number, as a digest. */
            sms_opt_outs: number;
            /** @description Opt-outs of the number, as a digest: a stop, or consent that was withdrawn for good, of the address too. */
            whatsapp_opt_outs: number;
        };
        /** @description The status of the message after the call. */
        RetractResult: {
            /** @description The id of the message. It begins with `msg_`. */
            id: string;
            /** @description True if this call retracted the message; false if it was retracted before. */
            retracted: boolean;
            status: components["schemas"]["MessageStatus"];
        };
        /**
         * @description What a key may do. Each operation requires one scope (`x-scope`).
         * @enum {string}
         */
        Scope: "messages:write" | "messages:read" | "recipients" | "erasure" | "webhooks" | "keys" | "credits";
        /** @description The new balance. */
        SetTestCreditsRequest: {
            /** @description The balance that the test side gets. */
            balance: number;
        };
        /** @description The text that would be sent. */
        SmsContent: {
            /** @description The text, with an example as its link. */
            text: string;
            /** @description The segments of the text. Its link has its real length, so this is exact. */
            segments: number;
            /** @description An example of the link, as long as the real one. It opens nothing. */
            link: string;
        };
        /** @description What `sms.delivered` is about. */
        SmsDeliveredData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the text was delivered.
             */
            delivered_at: string;
            /** @description The credits that the text cost. */
            credits: number;
        };
        /** @description The text was delivered to the phone of the recipient. */
        SmsDeliveredEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "sms.delivered";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["SmsDeliveredData"];
        };
        /** @description What became of the texts about a message. */
        SmsDelivery: {
            /**
             * @description The state of the newest send; null if none was made. `failed` is charged, because it may have arrived; `rejected` was certainly not sent and is refunded.
             * @enum {string|null}
             */
            state: "queued" | "delivered" | "failed" | "rejected" | null;
            /** @description Why the newest nudge on this channel was skipped; null if it was not. An earlier send stays visible in the other fields. */
            skipped_reason: components["schemas"]["SmsSkipReason"] | null;
            /** @description Why the newest send was rejected or failed; else null. */
            error_code: components["schemas"]["SmsFailureCode"] | null;
            /** @description What the newest send cost in credits, net of refunds. */
            credits: number;
            /**
             * Format: date-time
             * @description The deadline of the escalation of the newest send; null without one.
             */
            escalates_at: string | null;
            /**
             * Format: date-time
             * @description When the newest send was created; null if none was made.
             */
            queued_at: string | null;
            /**
             * Format: date-time
             * @description When it was delivered; null before.
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When it was rejected or failed; else null.
             */
            failed_at: string | null;
        };
        /** @description What `sms.failed` is about. */
        SmsFailedData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * @description Why the text failed. More values may be added.
             * @enum {string}
             */
            error_code: "sms.submit_outcome_unknown" | "sms.carrier_failed" | "sms.no_report";
            /**
             * Format: date-time
             * @description When the text ended.
             */
            at: string;
            /** @description The credits that the text cost. */
            credits: number;
        };
        /** @description The provider accepted the text, or may have accepted it, and its delivery is not confirmed. It is not refunded. */
        SmsFailedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "sms.failed";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["SmsFailedData"];
        };
        /**
         * @description Why a text was rejected or failed.
         * @enum {string}
         */
        SmsFailureCode: "sms.submit_refused" | "sms.never_submitted" | "sms.submit_outcome_unknown" | "sms.carrier_failed" | "sms.no_report";
        /** @description What the push does by text. */
        SmsOutcome: {
            /** @description True: the send is queued, or waits for its time or for an escalation. */
            queued: boolean;
            /** @description The price of the send in credits; 0 if it was skipped. A send that waits is charged when it is sent. */
            credits: number;
            /** @description Why nothing is sent on this channel; null if a send is queued. */
            skipped_reason: components["schemas"]["SmsSkipReason"] | null;
            /**
             * Format: date-time
             * @description The deadline of an escalation: the send happens then if the message is unread. Null without an escalation.
             */
            escalates_at: string | null;
        };
        /** @description What the push would do by text. */
        SmsPreview: {
            /** @description What would happen on this channel. */
            outcome: components["schemas"]["PreviewOutcome"];
            /** @description Why, in one or two sentences. */
            explanation: string;
            /**
             * Format: date-time
             * @description When it would be sent: the time of this preview for one that is queued, `send_at`, or the deadline of an escalation. Null if nothing is sent.
             */
            sends_at: string | null;
            /** @description True: what an earlier push of this message scheduled on this channel would be cancelled. */
            cancels_scheduled: boolean;
            /** @description Why no text would be sent; null if one would. */
            skipped_reason: components["schemas"]["SmsSkipReason"] | null;
            /** @description The price in credits; 0 if nothing is sent. What is queued is charged by the push, what waits when it is sent. */
            credits: number;
            /** @description True: it would be sent because another channel cannot carry this update. */
            is_fallback: boolean;
            /** @description The channel that is used if this one proves undeliverable. It is decided and charged then. Null without a fallback. */
            falls_back_to: components["schemas"]["Channel"] | null;
            /** @description The text. Null if none would be sent, or if it is left out of a batch. */
            content: components["schemas"]["SmsContent"] | null;
        };
        /** @description What `sms.rejected` is about. */
        SmsRejectedData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * @description Why the text was rejected. More values may be added.
             * @enum {string}
             */
            error_code: "sms.submit_refused" | "sms.never_submitted";
            /** @description The reason of the gate that refused the text when it was due; null if no gate did. More values may be added. */
            skipped_reason: components["schemas"]["SmsSkipReason"] | null;
            /**
             * Format: date-time
             * @description When the text ended.
             */
            at: string;
            /** @description The credits that were refunded. */
            credits_refunded: number;
        };
        /** @description The text was queued and certainly not sent. Its credits are refunded. */
        SmsRejectedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "sms.rejected";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["SmsRejectedData"];
        };
        /** @description Whether a text is queued, or why it is skipped. */
        SmsResendResult: {
            /** @description The id of the message. It begins with `msg_`. */
            message_id: string;
            /** @description True: the send is queued, or waits for its time or for an escalation. */
            queued: boolean;
            /** @description The price of the send in credits; 0 if it was skipped. A send that waits is charged when it is sent. */
            credits: number;
            /** @description Why nothing is sent on this channel; null if a send is queued. */
            skipped_reason: components["schemas"]["SmsSkipReason"] | null;
            /**
             * Format: date-time
             * @description The deadline of an escalation: the send happens then if the message is unread. Null without an escalation.
             */
            escalates_at: string | null;
        };
        /**
         * @description Why no text is sent. The first reason that applies is given, and nothing is charged.
         * @enum {string}
         */
        SmsSkipReason: "sms_not_enabled" | "sms_disabled" | "disabled_by_request" | "sending_paused" | "unsubscribed" | "stopped" | "phone_conflict" | "no_phone" | "country_not_allowed" | "rate_limited" | "platform_limited" | "insufficient_credit" | "sms_warmup_cap_reached";
        /** @description The clock of the test side after the call. */
        TestClock: {
            /**
             * Format: date-time
             * @description The time on the clock of the test side.
             */
            now: string;
        };
        /** @description The credits of the test side. */
        TestCredits: {
            /** @description The balance after the call. */
            balance: number;
        };
        /** @description Of `sms_prefix_limited`. The numbers are left out, because a notice is not erased with a recipient. */
        TextPrefixNotice: {
            /** @description The country of the numbers. Null if it is not known. */
            destination: string | null;
            /** @description The setting `sms_per_prefix_per_hour` of the business. */
            limit: number;
        };
        /** @description Of `sms_spend_nearly_reached` (at 80 %) and `sms_spend_reached`. */
        TextSpendNotice: {
            /** @description Credits that the texts of today (UTC) cost. */
            used: number;
            /** @description The setting `sms_credits_per_day` of the business. */
            limit: number;
        };
        /** @description The life of a message. */
        Timeline: {
            /** @description The newest 200 entries, oldest first. */
            items: components["schemas"]["TimelineEntry"][];
            /** @description True if there were earlier entries, which are not shown. */
            truncated: boolean;
        };
        /** @description The nudge was cancelled before it was submitted. */
        TimelineCancelled: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "cancelled";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineCancelledData"];
        };
        /** @description The facts of `cancelled`. */
        TimelineCancelledData: {
            /**
             * @description The message was `retracted`, it was `opened` before the escalation, or a push `replaced` the nudge.
             * @enum {string}
             */
            cause: "retracted" | "opened" | "replaced";
        };
        /** @description The balance was charged. */
        TimelineCharged: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "charged";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineChargedData"];
        };
        /** @description The facts of `charged`. */
        TimelineChargedData: {
            /** @description The amount in credits. */
            credits: number;
        };
        /** @description Something that happened to a message. `kind` determines the fields of `data`. */
        TimelineEntry: components["schemas"]["TimelinePushed"] | components["schemas"]["TimelineResent"] | components["schemas"]["TimelineQueued"] | components["schemas"]["TimelineScheduled"] | components["schemas"]["TimelineEscalationScheduled"] | components["schemas"]["TimelineFallback"] | components["schemas"]["TimelineSkipped"] | components["schemas"]["TimelineCancelled"] | components["schemas"]["TimelineSubmitted"] | components["schemas"]["TimelineReport"] | components["schemas"]["TimelineNoReport"] | components["schemas"]["TimelineOpened"] | components["schemas"]["TimelineRetracted"] | components["schemas"]["TimelineObsoleted"] | components["schemas"]["TimelineCharged"] | components["schemas"]["TimelineRefunded"] | components["schemas"]["TimelineEventPublished"] | components["schemas"]["TimelineWebhookAttempt"] | components["schemas"]["TimelineWebhookDropped"];
        /** @description The nudge is sent at its deadline, unless the customer opens the message before. */
        TimelineEscalationScheduled: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "escalation_scheduled";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineEscalationScheduledData"];
        };
        /** @description The facts of `escalation_scheduled`. */
        TimelineEscalationScheduledData: {
            /**
             * Format: date-time
             * @description The deadline.
             */
            escalates_at: string;
        };
        /** @description An event was published. Events are stored for 30 days. */
        TimelineEventPublished: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "event_published";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineEventPublishedData"];
        };
        /** @description The facts of `event_published`. */
        TimelineEventPublishedData: {
            /** @description The id of the event. It begins with `evt_`. */
            event_id: string;
            /** @description The type of the event. */
            type: components["schemas"]["EventType"];
        };
        /** @description The nudge replaces one on another channel that was not delivered. */
        TimelineFallback: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "fallback";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineFallbackData"];
        };
        /** @description The facts of `fallback`. */
        TimelineFallbackData: {
            /** @description The channel of the nudge that was not delivered. */
            for: components["schemas"]["Channel"];
        };
        /** @description An API key, without its secret. */
        TimelineKey: {
            /** @description The id of the key. It begins with `key_`. */
            id: string;
            /** @description The name of the key. */
            name: string;
            /** @description The prefix of the key, four asterisks and its last four characters. */
            masked: string;
        };
        /** @description No delivery report arrived in time, so the outcome stays unknown. */
        TimelineNoReport: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "no_report";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineNoReportData"];
        };
        /** @description The facts of `no_report`. */
        TimelineNoReportData: {
            /** @description The `error_code` of the send. */
            code: string | null;
        };
        /** @description A later push named the message in `obsoletes`. */
        TimelineObsoleted: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "obsoleted";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            /** @description The entry has no further facts. */
            data: null;
        };
        /** @description The customer opened the message in the inbox. Only the last time is recorded. */
        TimelineOpened: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "opened";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            /** @description The entry has no further facts. */
            data: null;
        };
        /** @description A push created or updated the message. Of the updates without nudges only the last is recorded. */
        TimelinePushed: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "pushed";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelinePushedData"];
        };
        /** @description The facts of `pushed`. */
        TimelinePushedData: {
            /** @description True for the push that created the message. */
            created: boolean;
            /** @description The API key that was used. Null if the push was made before keys were recorded. */
            key: components["schemas"]["TimelineKey"] | null;
        };
        /** @description Every gate passed, and the nudge was queued. */
        TimelineQueued: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "queued";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineQueuedData"];
        };
        /** @description The facts of `queued`. */
        TimelineQueuedData: {
            /** @description What the nudge costs in credits. An email costs nothing. */
            credits: number;
        };
        /**
         * @description Why nothing was sent on a channel: the reason of the first gate that refused.
         * @enum {string}
         */
        TimelineReason: "business_inactive" | "sending_paused" | "plan_lapsed" | "unsubscribed" | "suppressed" | "platform_suppressed" | "daily_cap_reached" | "retracted" | "sms_not_enabled" | "sms_disabled" | "disabled_by_request" | "stopped" | "phone_conflict" | "no_phone" | "country_not_allowed" | "rate_limited" | "platform_limited" | "insufficient_credit" | "sms_warmup_cap_reached" | "whatsapp_not_enabled" | "whatsapp_disabled" | "not_opted_in" | "not_reachable" | "template_not_sendable";
        /** @description The charge was refunded. */
        TimelineRefunded: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "refunded";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineRefundedData"];
        };
        /** @description The facts of `refunded`. */
        TimelineRefundedData: {
            /** @description The amount in credits. */
            credits: number;
        };
        /** @description A delivery report of the provider. */
        TimelineReport: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "report";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineReportData"];
        };
        /** @description The facts of `report`. */
        TimelineReportData: {
            /**
             * @description What the provider reported. `refused`: it dropped the email before it tried to deliver it. `failed`: it could not deliver a text or a WhatsApp message.
             * @enum {string}
             */
            report: "delivered" | "read" | "bounced" | "complained" | "failed" | "refused";
            /** @description `permanent` or `transient` for a bounce, or the cause of a failure; null if none. */
            code: string | null;
            /** @description What the provider wrote, as one line of at most 500 characters; null if it wrote nothing. */
            words: string | null;
            /** @description True if the report contradicts what was known before. */
            is_contradiction: boolean;
        };
        /** @description A resend was requested for this channel. */
        TimelineResent: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "resent";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineResentData"];
        };
        /** @description The facts of `resent`. */
        TimelineResentData: {
            /** @description The API key that was used. Null if the push was made before keys were recorded. */
            key: components["schemas"]["TimelineKey"] | null;
        };
        /** @description The message was retracted. */
        TimelineRetracted: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "retracted";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            /** @description The entry has no further facts. */
            data: null;
        };
        /** @description Every gate passed, and the nudge waits for `send_at`. */
        TimelineScheduled: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "scheduled";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineScheduledData"];
        };
        /** @description The facts of `scheduled`. */
        TimelineScheduledData: {
            /**
             * Format: date-time
             * @description When it is sent.
             */
            send_at: string;
        };
        /** @description A gate refused the nudge, at the push or when it was due. */
        TimelineSkipped: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "skipped";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineSkippedData"];
        };
        /** @description The facts of `skipped`. */
        TimelineSkippedData: {
            reason: components["schemas"]["TimelineReason"];
        };
        /** @description The nudge was submitted to the provider. */
        TimelineSubmitted: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "submitted";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineSubmittedData"];
        };
        /** @description The facts of `submitted`. */
        TimelineSubmittedData: {
            /** @description The number of the attempt, from 1. */
            attempt: number;
            /**
             * @description `in_progress`; `accepted`; `refused`; `never_reached`: no byte was sent to the provider; `unknown`: the provider may have it, so it is never submitted again.
             * @enum {string}
             */
            outcome: "in_progress" | "accepted" | "refused" | "never_reached" | "unknown";
            /** @description A code of the protocol or of the provider, such as `smtp 550 5.1.1`; null if none. */
            code: string | null;
            /** @description What the provider wrote, as one line of at most 500 characters; null if it wrote nothing. */
            words: string | null;
            /**
             * Format: date-time
             * @description When it is submitted again; null if it is not.
             */
            next_attempt_at: string | null;
        };
        /** @description An event was posted to a webhook endpoint. */
        TimelineWebhookAttempt: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "webhook_attempt";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineWebhookAttemptData"];
        };
        /** @description The facts of `webhook_attempt`. */
        TimelineWebhookAttemptData: {
            /** @description The id of the webhook delivery. It begins with `whd_`. */
            delivery_id: string;
            /** @description The id of the event. It begins with `evt_`. */
            event_id: string;
            /** @description The type of the event. */
            type: components["schemas"]["EventType"];
            /** @description The id of the webhook endpoint. It begins with `whe_`. */
            endpoint_id: string;
            /** @description The number of the attempt, from 1 to 8. */
            attempt: number;
            /** @description True if the endpoint responded with 2xx. */
            is_delivered: boolean;
            /** @description The status of the response; null if there was none. */
            status_code: number | null;
            /** @description Why it failed, such as `timeout`; null if it was delivered. */
            error: string | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /**
             * Format: date-time
             * @description When the next attempt was or is due; null if there is none.
             */
            next_attempt_at: string | null;
        };
        /** @description The event was not posted, because the endpoint was disabled or deleted. */
        TimelineWebhookDropped: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "webhook_dropped";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineWebhookDroppedData"];
        };
        /** @description The facts of `webhook_dropped`. */
        TimelineWebhookDroppedData: {
            /** @description The id of the webhook delivery. It begins with `whd_`. */
            delivery_id: string;
            /** @description The id of the event. It begins with `evt_`. */
            event_id: string;
            /** @description The type of the event. */
            type: components["schemas"]["EventType"];
            /** @description The id of the webhook endpoint. It begins with `whe_`. */
            endpoint_id: string;
        };
        /** @description One invalid part of a request. */
        ValidationEntry: {
            /** @description The kind of the error, such as `missing` or `string_too_long`. */
            type: string;
            /** @description Where the error is, such as `["body", "subject"]` or `["header", "Idempotency-Key"]`. */
            loc: (string | number)[];
            /** @description What is wrong, as a sentence for developers. */
            msg: string;
            /** @description The value that was sent. Null if it is large or secret. */
            input: unknown;
        };
        /** @description One attempt to deliver an event. */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When the attempt began.
             */
            at: string;
            /** @description The status of the response; null if there was none. */
            status_code: number | null;
            /** @description Why it failed; null if it was delivered. */
            error: components["schemas"]["WebhookDeliveryError"] | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
        };
        /** @description One event on its way to one endpoint. */
        WebhookDelivery: {
            /** @description The id of the delivery. It begins with `whd_`. */
            id: string;
            /** @description The id of the event. It begins with `evt_`. */
            event_id: string;
            /** @description The type of the event. */
            type: components["schemas"]["EventType"];
            /**
             * @description `waiting` for its next attempt, `queued`, `delivered`, `exhausted` after eight attempts, or `dropped`: the endpoint was disabled when its turn came.
             * @enum {string}
             */
            state: "waiting" | "queued" | "delivered" | "exhausted" | "dropped";
            /** @description The attempts so far, in order. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /**
             * Format: date-time
             * @description When the next attempt is due; null if there is none.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the event was queued for this endpoint.
             */
            created_at: string;
        };
        /**
         * @description Why a delivery failed: no response in time, an error of TLS or DNS, an address that is not public, no connection, or a status other than 2xx.
         * @enum {string}
         */
        WebhookDeliveryError: "timeout" | "tls" | "dns" | "blocked_address" | "connect" | "http_status";
        /** @description A page of deliveries, newest first. */
        WebhookDeliveryList: {
            /** @description The items of this page. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A webhook endpoint and its health. */
        WebhookEndpoint: {
            /** @description The id of the endpoint. It begins with `whe_`. */
            id: string;
            /** @description Where events are posted. */
            url: string;
            /** @description The types that are posted. Empty: every type. */
            event_types: string[];
            /** @description Your note on the endpoint; null if it has none. */
            description: string | null;
            /** @description The signing secret, masked: `whsec_`, four asterisks and its last four characters. */
            secret: string;
            /** @description True after 20 events in a row could not be delivered. Nothing is posted until it is enabled again. */
            disabled: boolean;
            /** @description Events in a row whose attempts all failed. A success resets it. */
            consecutive_failures: number;
            /**
             * Format: date-time
             * @description When an event was last delivered; null before.
             */
            last_success_at: string | null;
            /** @description The error of the last failed attempt, such as `timeout` or `http_status 500`; null if none failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the endpoint was created.
             */
            created_at: string;
        };
        /** @description The webhook endpoints of the business. */
        WebhookEndpointList: {
            /** @description Every endpoint, newest first. */
            items: components["schemas"]["WebhookEndpoint"][];
        };
        /** @description What the endpoint responded to the `ping`. The status is 200 even if it was not delivered. */
        WebhookTestResult: {
            /** @description True if the endpoint responded with 2xx. */
            delivered: boolean;
            /** @description The id of the event. It begins with `evt_`. */
            event_id: string;
            /** @description The status of the response; null if there was none. */
            status_code: number | null;
            /** @description Why it failed; null if it was delivered. */
            error: components["schemas"]["WebhookDeliveryError"] | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
        };
        /** @description The template message that would be sent. */
        WhatsAppContent: {
            /** @description The name of the template. */
            template: string;
            /** @description The language of the template. */
            language: string;
            /** @description The values of the template, and the end of the link last. */
            parameters: string[];
            /** @description An example of the link, as long as the real one. It opens nothing. */
            link: string;
        };
        /** @description What `whatsapp.delivered` is about. */
        WhatsAppDeliveredData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the WhatsApp message was delivered.
             */
            delivered_at: string;
            /** @description The credits that the WhatsApp message cost. */
            credits: number;
        };
        /** @description The WhatsApp message was delivered to the phone of the recipient. */
        WhatsAppDeliveredEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "whatsapp.delivered";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["WhatsAppDeliveredData"];
        };
        /** @description What became of the WhatsApp messages about a message. */
        WhatsAppDelivery: {
            /**
             * @description The state of the newest send; null if none was made. `failed` is charged, because it may have arrived; `rejected` was certainly not sent and is refunded.
             * @enum {string|null}
             */
            state: "queued" | "delivered" | "read" | "failed" | "rejected" | null;
            /** @description Why the newest nudge on this channel was skipped; null if it was not. An earlier send stays visible in the other fields. */
            skipped_reason: components["schemas"]["WhatsAppSkipReason"] | null;
            /** @description Why the newest send was rejected or failed; else null. */
            error_code: components["schemas"]["WhatsAppFailureCode"] | null;
            /** @description What the newest send cost in credits, net of refunds. */
            credits: number;
            /**
             * Format: date-time
             * @description The deadline of the escalation of the newest send; null without one.
             */
            escalates_at: string | null;
            /**
             * Format: date-time
             * @description When the newest send was created; null if none was made.
             */
            queued_at: string | null;
            /**
             * Format: date-time
             * @description When it was delivered; null before.
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When it was rejected or failed; else null.
             */
            failed_at: string | null;
            /**
             * Format: date-time
             * @description When the customer read it; null before.
             */
            read_at: string | null;
        };
        /** @description What was deleted of the WhatsApp history. */
        WhatsAppErasureReceipt: {
            /** @description Replies that were deleted. */
            replies_erased: number;
            /** @description How many of the deleted replies an email to the business may contain. Delete these emails yourself. */
            replies_a_forward_email_may_have_carried: number;
            /** @description Copies of replies that were removed from queued webhook deliveries. */
            webhook_copies_removed: number;
            /** @description Records that prevented a second acknowledgement of a number. */
            acknowledgement_holds_dropped: number;
            /** @description True if the recipient had consented until now. Consent is withdrawn for good in either case. */
            consent_withdrawn: boolean;
            /**
             * Format: date-time
             * @description When the erasure of this idempotency key ran. A time in the past shows that the response is a replay.
             */
            first_erased_at: string;
        };
        /** @description What `whatsapp.failed` is about. */
        WhatsAppFailedData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * @description Why the WhatsApp message failed. More values may be added.
             * @enum {string}
             */
            error_code: "whatsapp.submit_outcome_unknown" | "whatsapp.platform_failed" | "whatsapp.no_report";
            /**
             * Format: date-time
             * @description When the WhatsApp message ended.
             */
            at: string;
            /** @description The credits that the WhatsApp message cost. */
            credits: number;
        };
        /** @description The provider accepted the WhatsApp message, or may have accepted it, and its delivery is not confirmed. It is not refunded. */
        WhatsAppFailedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "whatsapp.failed";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["WhatsAppFailedData"];
        };
        /**
         * @description Why a WhatsApp message was rejected or failed.
         * @enum {string}
         */
        WhatsAppFailureCode: "whatsapp.submit_refused" | "whatsapp.never_submitted" | "whatsapp.submit_outcome_unknown" | "whatsapp.platform_failed" | "whatsapp.no_report";
        /** @description What `whatsapp.inbound_message` is about. */
        WhatsAppInboundMessageData: {
            /** @description The message that was replied to; null if the reply refers to none. */
            message_id: string | null;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of that message. */
            reference: string | null;
            /** @description The id of the reply. */
            reply_id: string;
            /** @description What the recipient wrote. */
            text: string;
            /**
             * Format: date-time
             * @description When the reply arrived.
             */
            received_at: string;
        };
        /** @description The recipient replied to a WhatsApp message or pressed a button of it. Replies are deleted after 90 days. */
        WhatsAppInboundMessageEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "whatsapp.inbound_message";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["WhatsAppInboundMessageData"];
        };
        /** @description Records that the customer agreed to WhatsApp messages, before this push is sent. It needs a phone number. Further fields are allowed; a field that is not usable is ignored. */
        WhatsAppOptIn: {
            /** @description Where the consent was given: a text of at most 120 characters. */
            source?: unknown;
            /** @description When it was given: a date-time that is not in the future. */
            obtained_at?: unknown;
            /** @description What the customer agreed to: a text of at most 2,000 characters. */
            wording?: unknown;
        };
        /** @description What became of `whatsapp_opt_in`. */
        WhatsAppOptInResult: {
            /** @description True: the consent is recorded, now or by an earlier push. */
            recorded: boolean;
            /**
             * @description Why the consent is not recorded: the customer stopped WhatsApp messages, withdrew for good, or the number belongs to another recipient. Null if it is recorded.
             * @enum {string|null}
             */
            reason: "stopped" | "withdrawn" | "phone_conflict" | null;
            /**
             * Format: date-time
             * @description When the consent was given; null if it is not recorded.
             */
            opted_in_at: string | null;
        };
        /** @description What the push does by WhatsApp message. */
        WhatsAppOutcome: {
            /** @description True: the send is queued, or waits for its time or for an escalation. */
            queued: boolean;
            /** @description The price of the send in credits; 0 if it was skipped. A send that waits is charged when it is sent. */
            credits: number;
            /** @description Why nothing is sent on this channel; null if a send is queued. */
            skipped_reason: components["schemas"]["WhatsAppSkipReason"] | null;
            /**
             * Format: date-time
             * @description The deadline of an escalation: the send happens then if the message is unread. Null without an escalation.
             */
            escalates_at: string | null;
        };
        /** @description What the push would do by WhatsApp message. */
        WhatsAppPreview: {
            /** @description What would happen on this channel. */
            outcome: components["schemas"]["PreviewOutcome"];
            /** @description Why, in one or two sentences. */
            explanation: string;
            /**
             * Format: date-time
             * @description When it would be sent: the time of this preview for one that is queued, `send_at`, or the deadline of an escalation. Null if nothing is sent.
             */
            sends_at: string | null;
            /** @description True: what an earlier push of this message scheduled on this channel would be cancelled. */
            cancels_scheduled: boolean;
            /** @description Why no WhatsApp message would be sent; null if one would. */
            skipped_reason: components["schemas"]["WhatsAppSkipReason"] | null;
            /** @description The price in credits; 0 if nothing is sent. What is queued is charged by the push, what waits when it is sent. */
            credits: number;
            /** @description True: it would be sent because another channel cannot carry this update. */
            is_fallback: boolean;
            /** @description The channel that is used if this one proves undeliverable. It is decided and charged then. Null without a fallback. */
            falls_back_to: components["schemas"]["Channel"] | null;
            /** @description The WhatsApp message. Null if none would be sent, or if it is left out of a batch. */
            content: components["schemas"]["WhatsAppContent"] | null;
        };
        /** @description What `whatsapp.read` is about. */
        WhatsAppReadData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the recipient opened the WhatsApp message.
             */
            read_at: string;
        };
        /** @description The recipient opened the WhatsApp message. `whatsapp.delivered` precedes it. Recipients who disabled read receipts cause no such event. */
        WhatsAppReadEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "whatsapp.read";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["WhatsAppReadData"];
        };
        /** @description What `whatsapp.rejected` is about. */
        WhatsAppRejectedData: {
            /** @description The id of the message, as in the response of the push. */
            message_id: string;
            /** @description The address of the recipient, as it was first given. */
            recipient_email: string;
            /** @description The `reference` of the message, such as the order number. */
            reference: string | null;
            /**
             * @description Why the WhatsApp message was rejected. More values may be added.
             * @enum {string}
             */
            error_code: "whatsapp.submit_refused" | "whatsapp.never_submitted";
            /** @description The reason of the gate that refused the WhatsApp message when it was due; null if no gate did. More values may be added. */
            skipped_reason: components["schemas"]["WhatsAppSkipReason"] | null;
            /**
             * Format: date-time
             * @description When the WhatsApp message ended.
             */
            at: string;
            /** @description The credits that were refunded. */
            credits_refunded: number;
        };
        /** @description The WhatsApp message was queued and certainly not sent. Its credits are refunded. */
        WhatsAppRejectedEvent: {
            /** @description The id of the event. A retry and a redelivery have the same id. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "whatsapp.rejected";
            /**
             * Format: date-time
             * @description When it happened: UTC with an offset and microseconds.
             */
            occurred_at: string;
            data: components["schemas"]["WhatsAppRejectedData"];
        };
        /** @description Whether a WhatsApp message is queued, or why it is skipped. */
        WhatsAppResendResult: {
            /** @description The id of the message. It begins with `msg_`. */
            message_id: string;
            /** @description True: the send is queued, or waits for its time or for an escalation. */
            queued: boolean;
            /** @description The price of the send in credits; 0 if it was skipped. A send that waits is charged when it is sent. */
            credits: number;
            /** @description Why nothing is sent on this channel; null if a send is queued. */
            skipped_reason: components["schemas"]["WhatsAppSkipReason"] | null;
            /**
             * Format: date-time
             * @description The deadline of an escalation: the send happens then if the message is unread. Null without an escalation.
             */
            escalates_at: string | null;
        };
        /**
         * @description Why no WhatsApp message is sent. The first reason that applies is given, and nothing is charged.
         * @enum {string}
         */
        WhatsAppSkipReason: "whatsapp_not_enabled" | "whatsapp_disabled" | "disabled_by_request" | "sending_paused" | "unsubscribed" | "stopped" | "phone_conflict" | "no_phone" | "country_not_allowed" | "not_opted_in" | "not_reachable" | "template_not_sendable" | "insufficient_credit";
    };
    responses: {
        /** @description `business.invalid_api_key`: The API key is missing, malformed, unknown, expired or revoked. Send the header `Authorization: Bearer <key>` with an active key. Create another key with POST /api/v1/keys, or ask the operator for one if no key works. */
        BusinessInvalidApiKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "business.invalid_api_key";
                };
            };
        };
        /**
         * @description `business.inactive`: The business is deactivated. Its keys read and write nothing until it is active again. Ask the operator to set `active` to true with PATCH /operator/v1/businesses/{business_id}, then repeat the request.
         *
         *     `business.key_not_permitted`: The key lacks the scope of this operation, or it would create a key with more scopes or a later expiry than its own. Use a key that has the scope of the operation. For a new key, request only scopes of the creating key and an `expires_at` that is not later than its own.
         */
        BusinessInactive: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "business.inactive" | "business.key_not_permitted";
                };
            };
        };
        /** @description `request.too_large`: The body is larger than this operation accepts: 2 MiB, or 8 MiB for a batch. It was refused before it was read. Send less in one request, for example fewer messages in a batch. The Idempotency-Key is not spent. */
        RequestTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "request.too_large";
                };
            };
        };
        /**
         * @description `common.validation_failed`: The request is malformed. `detail` names every failing part with its location and the problem. Correct the parts in `detail`: `loc` is the path to the part, `msg` the problem. The Idempotency-Key is not spent, so the corrected request can use it.
         *
         *     `request.unstorable_input`: The database refused a character of the text. Remove control characters and unpaired surrogates from the text and send it again. The Idempotency-Key is not spent.
         */
        CommonValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Tidings-Warning": components["headers"]["Tidings-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "common.validation_failed" | "request.unstorable_input";
                    /** @description Every invalid part, at most 100. Present with `common.validation_failed`. */
                    detail?: components["schemas"]["ValidationEntry"][];
                };
            };
        };
        /** @description `common.internal_error`: The service has an error of its own. It is logged with the id in X-Request-Id. Repeat the request with the same Idempotency-Key. If the error returns, give the X-Request-Id of the response to the operator. */
        CommonInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "common.internal_error";
                };
            };
        };
        /** @description `common.unavailable`: The service cannot process the request now: its database is unavailable or busy, or it has no capacity left. Wait for the seconds in Retry-After, then repeat the request with the same Idempotency-Key. Extend the wait after each failure. */
        CommonUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "common.unavailable";
                };
            };
        };
        /** @description `common.rate_limited`: Too many requests: of the business in a second, of the business or of the address at the same time, or with a wrong key from the address. Wait for the seconds in Retry-After, then repeat the request with the same Idempotency-Key. Push many messages with POST /api/v1/messages/batch, 100 in a request. */
        CommonRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "common.rate_limited";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the request in the log of the service. Quote it when you report a problem.
         * @example req_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
         */
        "X-Request-Id": string;
        /**
         * @description How many requests are left (`r`), and in how many seconds the next is allowed (`t`).
         * @example "business";r=399;t=0
         */
        RateLimit: string;
        /**
         * @description The size of a burst (`q`) and the seconds in which it is refilled (`w`).
         * @example "business";q=400;w=2
         */
        "RateLimit-Policy": string;
        /**
         * @description Present if the response is that of an earlier request with the same idempotency key.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description Names what the service does not know in the request, separated by commas: fields, query parameters, and values of lists that can grow. The request is processed without them.
         * @example body.chanels, query.offset
         */
        "Tidings-Warning": string;
        /**
         * @description The page that explains the error code, with the relation `help`.
         * @example <https://tidings.example/docs/errors/message.not_found>; rel="help"
         */
        Link: string;
        /**
         * @description A sentence for people about this error, where the service knows more than the code states. Its wording can change.
         * @example body.subject: Field required
         */
        "Tidings-Help": string;
        /**
         * @description The scheme of authentication, and what is wrong with the form of the key (RFC 6750).
         * @example Bearer error="invalid_token", error_description="The Authorization header has no key after Bearer."
         */
        "WWW-Authenticate": string;
        /**
         * @description The seconds after which the same request can be repeated, with the same idempotency key.
         * @example 1
         */
        "Retry-After": number;
    };
    pathItems: never;
}
export type AdvanceClockRequest = components['schemas']['AdvanceClockRequest'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyCreatedData = components['schemas']['ApiKeyCreatedData'];
export type ApiKeyCreatedEvent = components['schemas']['ApiKeyCreatedEvent'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyRevokedData = components['schemas']['ApiKeyRevokedData'];
export type ApiKeyRevokedEvent = components['schemas']['ApiKeyRevokedEvent'];
export type BatchItemError = components['schemas']['BatchItemError'];
export type BatchItemResult = components['schemas']['BatchItemResult'];
export type BatchRequest = components['schemas']['BatchRequest'];
export type BatchResult = components['schemas']['BatchResult'];
export type Channel = components['schemas']['Channel'];
export type ComplaintNotice = components['schemas']['ComplaintNotice'];
export type CreateKeyRequest = components['schemas']['CreateKeyRequest'];
export type CreateWebhookEndpointRequest = components['schemas']['CreateWebhookEndpointRequest'];
export type CreditBalance = components['schemas']['CreditBalance'];
export type CreditsLowBalanceData = components['schemas']['CreditsLowBalanceData'];
export type CreditsLowBalanceEvent = components['schemas']['CreditsLowBalanceEvent'];
export type Delivery = components['schemas']['Delivery'];
export type EmailContent = components['schemas']['EmailContent'];
export type EmailDelivery = components['schemas']['EmailDelivery'];
export type EmailError = components['schemas']['EmailError'];
export type EmailFailure = components['schemas']['EmailFailure'];
export type EmailFailureReason = components['schemas']['EmailFailureReason'];
export type EmailHeaders = components['schemas']['EmailHeaders'];
export type EmailOutcome = components['schemas']['EmailOutcome'];
export type EmailPreview = components['schemas']['EmailPreview'];
export type EmailSkipReason = components['schemas']['EmailSkipReason'];
export type EndpointNotice = components['schemas']['EndpointNotice'];
export type ErasedCounts = components['schemas']['ErasedCounts'];
export type ErasureReport = components['schemas']['ErasureReport'];
export type Event = components['schemas']['Event'];
export type EventList = components['schemas']['EventList'];
export type EventType = components['schemas']['EventType'];
export type MessageBouncedData = components['schemas']['MessageBouncedData'];
export type MessageBouncedEvent = components['schemas']['MessageBouncedEvent'];
export type MessageComplainedData = components['schemas']['MessageComplainedData'];
export type MessageComplainedEvent = components['schemas']['MessageComplainedEvent'];
export type MessageDeliveredData = components['schemas']['MessageDeliveredData'];
export type MessageDeliveredEvent = components['schemas']['MessageDeliveredEvent'];
export type MessageFailedData = components['schemas']['MessageFailedData'];
export type MessageFailedEvent = components['schemas']['MessageFailedEvent'];
export type MessageItem = components['schemas']['MessageItem'];
export type MessageKind = components['schemas']['MessageKind'];
export type MessageList = components['schemas']['MessageList'];
export type MessageNotSentData = components['schemas']['MessageNotSentData'];
export type MessageNotSentEvent = components['schemas']['MessageNotSentEvent'];
export type MessageOpenedData = components['schemas']['MessageOpenedData'];
export type MessageOpenedEvent = components['schemas']['MessageOpenedEvent'];
export type MessageStatus = components['schemas']['MessageStatus'];
export type MessageView = components['schemas']['MessageView'];
export type MissedRedelivery = components['schemas']['MissedRedelivery'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type NotSent = components['schemas']['NotSent'];
export type NotSentReason = components['schemas']['NotSentReason'];
export type NoticeCreatedData = components['schemas']['NoticeCreatedData'];
export type NoticeCreatedEvent = components['schemas']['NoticeCreatedEvent'];
export type Outbox = components['schemas']['Outbox'];
export type OutboxItem = components['schemas']['OutboxItem'];
export type PhoneRequest = components['schemas']['PhoneRequest'];
export type PingData = components['schemas']['PingData'];
export type PingEvent = components['schemas']['PingEvent'];
export type PlanAllowanceExceededData = components['schemas']['PlanAllowanceExceededData'];
export type PlanAllowanceExceededEvent = components['schemas']['PlanAllowanceExceededEvent'];
export type PlanLapsedData = components['schemas']['PlanLapsedData'];
export type PlanLapsedEvent = components['schemas']['PlanLapsedEvent'];
export type PlanPastDueData = components['schemas']['PlanPastDueData'];
export type PlanPastDueEvent = components['schemas']['PlanPastDueEvent'];
export type PreviewBatchItem = components['schemas']['PreviewBatchItem'];
export type PreviewBatchResult = components['schemas']['PreviewBatchResult'];
export type PreviewHeaders = components['schemas']['PreviewHeaders'];
export type PreviewOutcome = components['schemas']['PreviewOutcome'];
export type PreviewResult = components['schemas']['PreviewResult'];
export type PushRequest = components['schemas']['PushRequest'];
export type PushResult = components['schemas']['PushResult'];
export type QuotaNotice = components['schemas']['QuotaNotice'];
export type RecipientErasureRequestedData = components['schemas']['RecipientErasureRequestedData'];
export type RecipientErasureRequestedEvent = components['schemas']['RecipientErasureRequestedEvent'];
export type RecipientSms = components['schemas']['RecipientSms'];
export type RedeliverMissedRequest = components['schemas']['RedeliverMissedRequest'];
export type Redelivery = components['schemas']['Redelivery'];
export type RetainedCounts = components['schemas']['RetainedCounts'];
export type RetractResult = components['schemas']['RetractResult'];
export type Scope = components['schemas']['Scope'];
export type SetTestCreditsRequest = components['schemas']['SetTestCreditsRequest'];
export type SmsContent = components['schemas']['SmsContent'];
export type SmsDeliveredData = components['schemas']['SmsDeliveredData'];
export type SmsDeliveredEvent = components['schemas']['SmsDeliveredEvent'];
export type SmsDelivery = components['schemas']['SmsDelivery'];
export type SmsFailedData = components['schemas']['SmsFailedData'];
export type SmsFailedEvent = components['schemas']['SmsFailedEvent'];
export type SmsFailureCode = components['schemas']['SmsFailureCode'];
export type SmsOutcome = components['schemas']['SmsOutcome'];
export type SmsPreview = components['schemas']['SmsPreview'];
export type SmsRejectedData = components['schemas']['SmsRejectedData'];
export type SmsRejectedEvent = components['schemas']['SmsRejectedEvent'];
export type SmsResendResult = components['schemas']['SmsResendResult'];
export type SmsSkipReason = components['schemas']['SmsSkipReason'];
export type TestClock = components['schemas']['TestClock'];
export type TestCredits = components['schemas']['TestCredits'];
export type TextPrefixNotice = components['schemas']['TextPrefixNotice'];
export type TextSpendNotice = components['schemas']['TextSpendNotice'];
export type Timeline = components['schemas']['Timeline'];
export type TimelineCancelled = components['schemas']['TimelineCancelled'];
export type TimelineCancelledData = components['schemas']['TimelineCancelledData'];
export type TimelineCharged = components['schemas']['TimelineCharged'];
export type TimelineChargedData = components['schemas']['TimelineChargedData'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type TimelineEscalationScheduled = components['schemas']['TimelineEscalationScheduled'];
export type TimelineEscalationScheduledData = components['schemas']['TimelineEscalationScheduledData'];
export type TimelineEventPublished = components['schemas']['TimelineEventPublished'];
export type TimelineEventPublishedData = components['schemas']['TimelineEventPublishedData'];
export type TimelineFallback = components['schemas']['TimelineFallback'];
export type TimelineFallbackData = components['schemas']['TimelineFallbackData'];
export type TimelineKey = components['schemas']['TimelineKey'];
export type TimelineNoReport = components['schemas']['TimelineNoReport'];
export type TimelineNoReportData = components['schemas']['TimelineNoReportData'];
export type TimelineObsoleted = components['schemas']['TimelineObsoleted'];
export type TimelineOpened = components['schemas']['TimelineOpened'];
export type TimelinePushed = components['schemas']['TimelinePushed'];
export type TimelinePushedData = components['schemas']['TimelinePushedData'];
export type TimelineQueued = components['schemas']['TimelineQueued'];
export type TimelineQueuedData = components['schemas']['TimelineQueuedData'];
export type TimelineReason = components['schemas']['TimelineReason'];
export type TimelineRefunded = components['schemas']['TimelineRefunded'];
export type TimelineRefundedData = components['schemas']['TimelineRefundedData'];
export type TimelineReport = components['schemas']['TimelineReport'];
export type TimelineReportData = components['schemas']['TimelineReportData'];
export type TimelineResent = components['schemas']['TimelineResent'];
export type TimelineResentData = components['schemas']['TimelineResentData'];
export type TimelineRetracted = components['schemas']['TimelineRetracted'];
export type TimelineScheduled = components['schemas']['TimelineScheduled'];
export type TimelineScheduledData = components['schemas']['TimelineScheduledData'];
export type TimelineSkipped = components['schemas']['TimelineSkipped'];
export type TimelineSkippedData = components['schemas']['TimelineSkippedData'];
export type TimelineSubmitted = components['schemas']['TimelineSubmitted'];
export type TimelineSubmittedData = components['schemas']['TimelineSubmittedData'];
export type TimelineWebhookAttempt = components['schemas']['TimelineWebhookAttempt'];
export type TimelineWebhookAttemptData = components['schemas']['TimelineWebhookAttemptData'];
export type TimelineWebhookDropped = components['schemas']['TimelineWebhookDropped'];
export type TimelineWebhookDroppedData = components['schemas']['TimelineWebhookDroppedData'];
export type ValidationEntry = components['schemas']['ValidationEntry'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryError = components['schemas']['WebhookDeliveryError'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookTestResult = components['schemas']['WebhookTestResult'];
export type WhatsAppContent = components['schemas']['WhatsAppContent'];
export type WhatsAppDeliveredData = components['schemas']['WhatsAppDeliveredData'];
export type WhatsAppDeliveredEvent = components['schemas']['WhatsAppDeliveredEvent'];
export type WhatsAppDelivery = components['schemas']['WhatsAppDelivery'];
export type WhatsAppErasureReceipt = components['schemas']['WhatsAppErasureReceipt'];
export type WhatsAppFailedData = components['schemas']['WhatsAppFailedData'];
export type WhatsAppFailedEvent = components['schemas']['WhatsAppFailedEvent'];
export type WhatsAppFailureCode = components['schemas']['WhatsAppFailureCode'];
export type WhatsAppInboundMessageData = components['schemas']['WhatsAppInboundMessageData'];
export type WhatsAppInboundMessageEvent = components['schemas']['WhatsAppInboundMessageEvent'];
export type WhatsAppOptIn = components['schemas']['WhatsAppOptIn'];
export type WhatsAppOptInResult = components['schemas']['WhatsAppOptInResult'];
export type WhatsAppOutcome = components['schemas']['WhatsAppOutcome'];
export type WhatsAppPreview = components['schemas']['WhatsAppPreview'];
export type WhatsAppReadData = components['schemas']['WhatsAppReadData'];
export type WhatsAppReadEvent = components['schemas']['WhatsAppReadEvent'];
export type WhatsAppRejectedData = components['schemas']['WhatsAppRejectedData'];
export type WhatsAppRejectedEvent = components['schemas']['WhatsAppRejectedEvent'];
export type WhatsAppResendResult = components['schemas']['WhatsAppResendResult'];
export type WhatsAppSkipReason = components['schemas']['WhatsAppSkipReason'];
export type ResponseBusinessInvalidApiKey = components['responses']['BusinessInvalidApiKey'];
export type ResponseBusinessInactive = components['responses']['BusinessInactive'];
export type ResponseRequestTooLarge = components['responses']['RequestTooLarge'];
export type ResponseCommonValidationFailed = components['responses']['CommonValidationFailed'];
export type ResponseCommonInternalError = components['responses']['CommonInternalError'];
export type ResponseCommonUnavailable = components['responses']['CommonUnavailable'];
export type ResponseCommonRateLimited = components['responses']['CommonRateLimited'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderTidingsWarning = components['headers']['Tidings-Warning'];
export type HeaderLink = components['headers']['Link'];
export type HeaderTidingsHelp = components['headers']['Tidings-Help'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type $defs = Record<string, never>;
export interface operations {
    listMessages: {
        parameters: {
            query?: {
                /** @description Only messages to this address. */
                recipient_email?: string;
                /**
                 * @description Only messages with exactly this reference.
                 * @example A-1042
                 */
                reference?: string;
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "msg_01M7DCWRHZEWXVB79RG22KTMYF",
                     *           "recipient_email": "ada@example.com",
                     *           "subject": "Order A-1042 is on its way",
                     *           "kind": "one_off",
                     *           "status": "active",
                     *           "reference": "A-1042",
                     *           "order_status": "shipped",
                     *           "scheduled_for": null,
                     *           "created_at": "2026-11-14T16:05:21.087Z",
                     *           "updated_at": "2026-11-14T16:05:21.087Z",
                     *           "delivery": {
                     *             "delivered": true,
                     *             "opened": false,
                     *             "opened_at": null,
                     *             "bounced": false,
                     *             "bounced_at": null,
                     *             "complained": false,
                     *             "complained_at": null,
                     *             "email": {
                     *               "state": "delivered",
                     *               "attempts": 1,
                     *               "next_attempt_at": null,
                     *               "last_error": null
                     *             },
                     *             "not_sent": null,
                     *             "failed": null,
                     *             "delivered_at": "2026-11-14T16:05:23.519Z",
                     *             "sms": {
                     *               "state": "delivered",
                     *               "skipped_reason": null,
                     *               "error_code": null,
                     *               "credits": 1,
                     *               "escalates_at": null,
                     *               "queued_at": "2026-11-14T16:05:21.087Z",
                     *               "delivered_at": "2026-11-14T16:05:24.006Z",
                     *               "failed_at": null
                     *             },
                     *             "whatsapp": {
                     *               "state": null,
                     *               "skipped_reason": "disabled_by_request",
                     *               "error_code": null,
                     *               "credits": 0,
                     *               "escalates_at": null,
                     *               "queued_at": null,
                     *               "delivered_at": null,
                     *               "failed_at": null,
                     *               "read_at": null
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "id": "msg_01M7A2W3ECFAWACKPXNE6TWE40",
                     *           "recipient_email": "ada@example.com",
                     *           "subject": "Order A-1042 is confirmed",
                     *           "kind": "one_off",
                     *           "status": "active",
                     *           "reference": "A-1042",
                     *           "order_status": "confirmed",
                     *           "scheduled_for": null,
                     *           "created_at": "2026-11-13T09:12:30.412Z",
                     *           "updated_at": "2026-11-13T09:12:30.412Z",
                     *           "delivery": {
                     *             "delivered": true,
                     *             "opened": false,
                     *             "opened_at": null,
                     *             "bounced": false,
                     *             "bounced_at": null,
                     *             "complained": false,
                     *             "complained_at": null,
                     *             "email": {
                     *               "state": "delivered",
                     *               "attempts": 1,
                     *               "next_attempt_at": null,
                     *               "last_error": null
                     *             },
                     *             "not_sent": null,
                     *             "failed": null,
                     *             "delivered_at": "2026-11-13T09:12:33.820Z",
                     *             "sms": {
                     *               "state": null,
                     *               "skipped_reason": "disabled_by_request",
                     *               "error_code": null,
                     *               "credits": 0,
                     *               "escalates_at": null,
                     *               "queued_at": null,
                     *               "delivered_at": null,
                     *               "failed_at": null
                     *             },
                     *             "whatsapp": {
                     *               "state": null,
                     *               "skipped_reason": "disabled_by_request",
                     *               "error_code": null,
                     *               "credits": 0,
                     *               "escalates_at": null,
                     *               "queued_at": null,
                     *               "delivered_at": null,
                     *               "failed_at": null,
                     *               "read_at": null
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["MessageList"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    pushMessage: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A name for this request that you derive from your data, such as the id of the order and the status. The same key and body get the stored response again, and nothing happens twice.
                 * @example order-A-1042-shipped
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description An update about an order, for one customer. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushRequest"];
            };
        };
        responses: {
            /** @description The stored message, and what each channel does about it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushResult"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `message.not_found`: No message has this id, or it belongs to another business. As a replay: the first response was erased with its recipient. Use the `id` from the response of the push, with a key of the same business and mode: a test key does not find live messages. A request with another id needs a new Idempotency-Key. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "message.not_found";
                    };
                };
            };
            /**
             * @description `idempotency.key_reused`: This Idempotency-Key was used for another request within the last 24 hours. Derive the key from what the request is about, such as the order and its new status, so that two different requests never share a key.
             *
             *     `idempotency.request_in_progress`: The first request with this Idempotency-Key is still running. Wait a few seconds and repeat the same request with the same key. The response of the first request is then replayed.
             *
             *     `quota.stored_messages`: The business has as many stored messages as it may have. Updates of stored messages are still accepted. Erase recipients with POST /api/v1/recipients/{email}/erase, or ask the operator for a shorter `message_retention_days` or a higher `stored_messages`. The Idempotency-Key is not spent.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "idempotency.key_reused" | "idempotency.request_in_progress" | "quota.stored_messages";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            /**
             * @description `common.rate_limited`: Too many requests: of the business in a second, of the business or of the address at the same time, or with a wrong key from the address. Wait for the seconds in Retry-After, then repeat the request with the same Idempotency-Key. Push many messages with POST /api/v1/messages/batch, 100 in a request.
             *
             *     `quota.messages_per_day`: The business has pushed as many messages as it may in a day (UTC). Repeat the request with the same Idempotency-Key after the seconds in Retry-After, or ask the operator to raise `messages_per_day`.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.rate_limited" | "quota.messages_per_day";
                    };
                };
            };
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    pushBatch: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A name for this request that you derive from your data, such as the id of the order and the status. The same key and body get the stored response again, and nothing happens twice.
                 * @example orders-2026-11-14-16h
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Up to 100 pushes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messages": [
                 *         {
                 *           "recipient_email": "ada@example.com",
                 *           "subject": "Order A-1042 is on its way",
                 *           "body": "Your books left our warehouse today.\nFollow the parcel: https://parcel.example/RM204881",
                 *           "reference": "A-1042",
                 *           "order_status": "shipped"
                 *         },
                 *         {
                 *           "recipient_email": "grace@example.com",
                 *           "subject": "Order A-1043 is ready",
                 *           "body": "You can collect it until Saturday.",
                 *           "reference": "A-1043",
                 *           "order_status": "ready_for_pickup",
                 *           "whatsapp_opt_in": {
                 *             "source": "checkout"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description The outcome of each push. The status is 200 even if pushes failed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "ok": true,
                     *           "result": {
                     *             "id": "msg_01M7DCWRHZEWXVB79RG22KTMYF",
                     *             "recipient_email": "ada@example.com",
                     *             "subject": "Order A-1042 is on its way",
                     *             "kind": "one_off",
                     *             "status": "active",
                     *             "created": true,
                     *             "scheduled_for": null,
                     *             "nudged": true,
                     *             "email": {
                     *               "sending": true,
                     *               "skipped_reason": null
                     *             },
                     *             "sms": {
                     *               "queued": false,
                     *               "credits": 0,
                     *               "skipped_reason": "disabled_by_request",
                     *               "escalates_at": null
                     *             },
                     *             "sms_units": 0,
                     *             "whatsapp": {
                     *               "queued": false,
                     *               "credits": 0,
                     *               "skipped_reason": "disabled_by_request",
                     *               "escalates_at": null
                     *             },
                     *             "whatsapp_opt_in": null,
                     *             "reference": "A-1042",
                     *             "order_status": "shipped",
                     *             "created_at": "2026-11-14T16:05:21.087Z",
                     *             "updated_at": "2026-11-14T16:05:21.087Z"
                     *           },
                     *           "error_code": null,
                     *           "detail": null
                     *         },
                     *         {
                     *           "index": 1,
                     *           "ok": false,
                     *           "result": null,
                     *           "error_code": "common.validation_failed",
                     *           "detail": "whatsapp_opt_in: Value error, there is no phone number this consent could be about"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResult"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /**
             * @description `idempotency.key_reused`: This Idempotency-Key was used for another request within the last 24 hours. Derive the key from what the request is about, such as the order and its new status, so that two different requests never share a key.
             *
             *     `idempotency.request_in_progress`: The first request with this Idempotency-Key is still running. Wait a few seconds and repeat the same request with the same key. The response of the first request is then replayed.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "idempotency.key_reused" | "idempotency.request_in_progress";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    resendSms: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A name for this request that you derive from your data, such as the id of the order and the status. The same key and body get the stored response again, and nothing happens twice.
                 * @example order-A-1042-shipped-text
                 */
                "Idempotency-Key": string;
            };
            path: {
                /**
                 * @description The id of the message. It begins with `msg_`.
                 * @example msg_01M7DCWRHZEWXVB79RG22KTMYF
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a text is queued, or why it is skipped. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message_id": "msg_01M7DCWRHZEWXVB79RG22KTMYF",
                     *       "queued": true,
                     *       "credits": 1,
                     *       "skipped_reason": null,
                     *       "escalates_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["SmsResendResult"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `message.not_found`: No message has this id, or it belongs to another business. As a replay: the first response was erased with its recipient. Use the `id` from the response of the push, with a key of the same business and mode: a test key does not find live messages. A request with another id needs a new Idempotency-Key. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "message.not_found";
                    };
                };
            };
            /**
             * @description `idempotency.key_reused`: This Idempotency-Key was used for another request within the last 24 hours. Derive the key from what the request is about, such as the order and its new status, so that two different requests never share a key.
             *
             *     `idempotency.request_in_progress`: The first request with this Idempotency-Key is still running. Wait a few seconds and repeat the same request with the same key. The response of the first request is then replayed.
             *
             *     `message.retracted`: The message was retracted, so nothing is sent about it any more. Push a new message with POST /api/v1/messages if the customer needs another update.
             *
             *     `sms.already_sent`: The text about this message is queued or delivered, so there is nothing to send again. Do not resend. GET /api/v1/messages/{public_id} shows the state of the text in `delivery.sms`.
             *
             *     `sms.may_have_sent`: An earlier text about this message ended without a response or a report from the provider. It may have arrived, so it is not sent twice. Do not resend. If the customer must be informed for certain, push a new message with POST /api/v1/messages: it makes a new text.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "idempotency.key_reused" | "idempotency.request_in_progress" | "message.retracted" | "sms.already_sent" | "sms.may_have_sent";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    resendWhatsApp: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A name for this request that you derive from your data, such as the id of the order and the status. The same key and body get the stored response again, and nothing happens twice.
                 * @example order-A-1042-shipped-whatsapp
                 */
                "Idempotency-Key": string;
            };
            path: {
                /**
                 * @description The id of the message. It begins with `msg_`.
                 * @example msg_01M7DCWRHZEWXVB79RG22KTMYF
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a WhatsApp message is queued, or why it is skipped. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message_id": "msg_01M7DCWRHZEWXVB79RG22KTMYF",
                     *       "queued": true,
                     *       "credits": 1,
                     *       "skipped_reason": null,
                     *       "escalates_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["WhatsAppResendResult"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `message.not_found`: No message has this id, or it belongs to another business. As a replay: the first response was erased with its recipient. Use the `id` from the response of the push, with a key of the same business and mode: a test key does not find live messages. A request with another id needs a new Idempotency-Key. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "message.not_found";
                    };
                };
            };
            /**
             * @description `idempotency.key_reused`: This Idempotency-Key was used for another request within the last 24 hours. Derive the key from what the request is about, such as the order and its new status, so that two different requests never share a key.
             *
             *     `idempotency.request_in_progress`: The first request with this Idempotency-Key is still running. Wait a few seconds and repeat the same request with the same key. The response of the first request is then replayed.
             *
             *     `whatsapp.already_sent`: The WhatsApp message about this message is queued, delivered or read, so there is nothing to send again. Do not resend. GET /api/v1/messages/{public_id} shows the state of the WhatsApp message in `delivery.whatsapp`.
             *
             *     `whatsapp.escalated_to_sms`: The WhatsApp message was undeliverable, and its fallback text was sent or is being sent. Do not resend: the customer is informed by text. GET /api/v1/messages/{public_id} shows the outcome of the text in `delivery.sms`.
             *
             *     `whatsapp.may_have_sent`: An earlier WhatsApp message about this message ended without a response or a report from the provider. It may have arrived, so it is not sent twice. Do not resend. If the customer must be informed for certain, push a new message with POST /api/v1/messages: it makes a new WhatsApp message.
             *
             *     `message.retracted`: The message was retracted, so nothing is sent about it any more. Push a new message with POST /api/v1/messages if the customer needs another update.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "idempotency.key_reused" | "idempotency.request_in_progress" | "whatsapp.already_sent" | "whatsapp.escalated_to_sms" | "whatsapp.may_have_sent" | "message.retracted";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    retractMessage: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A name for this request that you derive from your data, such as the id of the order and the status. The same key and body get the stored response again, and nothing happens twice.
                 * @example order-A-1042-shipped-retract
                 */
                "Idempotency-Key": string;
            };
            path: {
                /**
                 * @description The id of the message. It begins with `msg_`.
                 * @example msg_01M7DCWRHZEWXVB79RG22KTMYF
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the message after the call. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_01M7DCWRHZEWXVB79RG22KTMYF",
                     *       "retracted": true,
                     *       "status": "retracted"
                     *     }
                     */
                    "application/json": components["schemas"]["RetractResult"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `message.not_found`: No message has this id, or it belongs to another business. As a replay: the first response was erased with its recipient. Use the `id` from the response of the push, with a key of the same business and mode: a test key does not find live messages. A request with another id needs a new Idempotency-Key. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "message.not_found";
                    };
                };
            };
            /**
             * @description `idempotency.key_reused`: This Idempotency-Key was used for another request within the last 24 hours. Derive the key from what the request is about, such as the order and its new status, so that two different requests never share a key.
             *
             *     `idempotency.request_in_progress`: The first request with this Idempotency-Key is still running. Wait a few seconds and repeat the same request with the same key. The response of the first request is then replayed.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "idempotency.key_reused" | "idempotency.request_in_progress";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the message. It begins with `msg_`.
                 * @example msg_01M7DCWRHZEWXVB79RG22KTMYF
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A message, and what became of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_01M7DCWRHZEWXVB79RG22KTMYF",
                     *       "recipient_email": "ada@example.com",
                     *       "subject": "Order A-1042 is on its way",
                     *       "kind": "one_off",
                     *       "status": "active",
                     *       "reference": "A-1042",
                     *       "order_status": "shipped",
                     *       "scheduled_for": null,
                     *       "created_at": "2026-11-14T16:05:21.087Z",
                     *       "updated_at": "2026-11-14T16:05:21.087Z",
                     *       "delivery": {
                     *         "delivered": true,
                     *         "opened": false,
                     *         "opened_at": null,
                     *         "bounced": false,
                     *         "bounced_at": null,
                     *         "complained": false,
                     *         "complained_at": null,
                     *         "email": {
                     *           "state": "delivered",
                     *           "attempts": 1,
                     *           "next_attempt_at": null,
                     *           "last_error": null
                     *         },
                     *         "not_sent": null,
                     *         "failed": null,
                     *         "delivered_at": "2026-11-14T16:05:23.519Z",
                     *         "sms": {
                     *           "state": "delivered",
                     *           "skipped_reason": null,
                     *           "error_code": null,
                     *           "credits": 1,
                     *           "escalates_at": null,
                     *           "queued_at": "2026-11-14T16:05:21.087Z",
                     *           "delivered_at": "2026-11-14T16:05:24.006Z",
                     *           "failed_at": null
                     *         },
                     *         "whatsapp": {
                     *           "state": null,
                     *           "skipped_reason": "disabled_by_request",
                     *           "error_code": null,
                     *           "credits": 0,
                     *           "escalates_at": null,
                     *           "queued_at": null,
                     *           "delivered_at": null,
                     *           "failed_at": null,
                     *           "read_at": null
                     *         }
                     *       },
                     *       "body": "Your books left our warehouse today.\nFollow the parcel: https://parcel.example/RM204881"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageView"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `message.not_found`: No message has this id, or it belongs to another business. As a replay: the first response was erased with its recipient. Use the `id` from the response of the push, with a key of the same business and mode: a test key does not find live messages. A request with another id needs a new Idempotency-Key. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "message.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active keys of the business. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_01M72XE7FWFK6RYJEWMNZA6VSM",
                     *           "name": "Warehouse",
                     *           "masked": "td_live_****9Zb2",
                     *           "created": "2026-11-10T14:22:51.900Z",
                     *           "minted_by": "key_01M6DV79EPER0ADDXE40ABZEMN",
                     *           "scopes": [
                     *             "messages:write",
                     *             "messages:read"
                     *           ],
                     *           "expires_at": null,
                     *           "last_used_at": null
                     *         },
                     *         {
                     *           "id": "key_01M6DV79EPER0ADDXE40ABZEMN",
                     *           "name": "API key",
                     *           "masked": "td_live_****o6pc",
                     *           "created": "2026-11-02T10:00:04.310Z",
                     *           "minted_by": null,
                     *           "scopes": null,
                     *           "expires_at": null,
                     *           "last_used_at": "2026-11-14T16:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name and the rights of a new key. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Warehouse",
                 *       "scopes": [
                 *         "messages:write",
                 *         "messages:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description The new key, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01M72XE7FWFK6RYJEWMNZA6VSM",
                     *       "name": "Warehouse",
                     *       "masked": "td_live_****9Zb2",
                     *       "created": "2026-11-10T14:22:51.900Z",
                     *       "minted_by": "key_01M6DV79EPER0ADDXE40ABZEMN",
                     *       "scopes": [
                     *         "messages:write",
                     *         "messages:read"
                     *       ],
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "key": "td_live_0aExampleExampleExampleExampleExampleExampleExa9Zb2"
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `business.key_limit_reached`: The business has 25 active keys (100 for a key that the operator creates), or its keys created 1,000 keys within 24 hours. Revoke a key with DELETE /api/v1/keys/{key_id}, then create the new one. After 1,000 new keys, wait until 24 hours have passed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "business.key_limit_reached";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /** @description True: also revokes everything that the key ever minted, detached keys too, even if the key itself is no longer active. */
                minted?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the key. It begins with `key_`.
                 * @example key_01M72XE7FWFK6RYJEWMNZA6VSM
                 */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `api_key.not_found`: No active key of the business has this id. The key was revoked or has expired, or it belongs to another business. Read the ids of the active keys with GET /api/v1/keys. If the key is no longer in that list, nothing is left to do. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "api_key.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credits of the business. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": 500,
                     *       "low_balance": false,
                     *       "threshold": 50
                     *     }
                     */
                    "application/json": components["schemas"]["CreditBalance"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readRecipientSms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The address of the recipient, percent-encoded. It is normalised like `recipient_email` of a push.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of a recipient, and whether texts may be sent to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipient_email": "ada@example.com",
                     *       "phone": "+44*******123",
                     *       "sms_status": "active",
                     *       "sms_consent_at": "2026-11-14T16:05:21.087Z",
                     *       "sms_consent_source": "push",
                     *       "sms_stopped_at": null,
                     *       "sms_stop_source": null
                     *     }
                     */
                    "application/json": components["schemas"]["RecipientSms"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `recipient.not_found`: The address is not a recipient of the business: no message was pushed to it, or its recipient was erased. Check the spelling and the URL encoding of the address. A recipient exists after the first push to the address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "recipient.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    setRecipientPhone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The address of the recipient, percent-encoded. It is normalised like `recipient_email` of a push.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        /** @description The new number of a recipient. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+447700900123"
                 *     }
                 */
                "application/json": components["schemas"]["PhoneRequest"];
            };
        };
        responses: {
            /** @description The number of a recipient, and whether texts may be sent to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipient_email": "ada@example.com",
                     *       "phone": "+44*******123",
                     *       "sms_status": "active",
                     *       "sms_consent_at": "2026-11-14T16:05:21.087Z",
                     *       "sms_consent_source": "api",
                     *       "sms_stopped_at": null,
                     *       "sms_stop_source": null
                     *     }
                     */
                    "application/json": components["schemas"]["RecipientSms"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `recipient.not_found`: The address is not a recipient of the business: no message was pushed to it, or its recipient was erased. Check the spelling and the URL encoding of the address. A recipient exists after the first push to the address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "recipient.not_found";
                    };
                };
            };
            /** @description `sms.phone_already_in_use`: Another recipient of the business has this number. The number stays with that recipient. If the number belongs to this customer now, clear it at the other recipient with DELETE /api/v1/recipients/{email}/phone, then repeat the request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "sms.phone_already_in_use";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    clearRecipientPhone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The address of the recipient, percent-encoded. It is normalised like `recipient_email` of a push.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of a recipient, and whether texts may be sent to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipient_email": "ada@example.com",
                     *       "phone": null,
                     *       "sms_status": "active",
                     *       "sms_consent_at": "2026-11-14T16:05:21.087Z",
                     *       "sms_consent_source": "push",
                     *       "sms_stopped_at": null,
                     *       "sms_stop_source": null
                     *     }
                     */
                    "application/json": components["schemas"]["RecipientSms"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `recipient.not_found`: The address is not a recipient of the business: no message was pushed to it, or its recipient was erased. Check the spelling and the URL encoding of the address. A recipient exists after the first push to the address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "recipient.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    eraseWhatsAppHistory: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A name for this request that you derive from your data, such as the id of the order and the status. The same key and body get the stored response again, and nothing happens twice.
                 * @example erase-whatsapp-customer-7731
                 */
                "Idempotency-Key": string;
            };
            path: {
                /**
                 * @description The address of the recipient, percent-encoded. It is normalised like `recipient_email` of a push.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted of the WhatsApp history. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replies_erased": 1,
                     *       "replies_a_forward_email_may_have_carried": 0,
                     *       "webhook_copies_removed": 0,
                     *       "acknowledgement_holds_dropped": 1,
                     *       "consent_withdrawn": true,
                     *       "first_erased_at": "2026-11-16T08:30:11.204Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WhatsAppErasureReceipt"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `recipient.not_found`: The address is not a recipient of the business: no message was pushed to it, or its recipient was erased. Check the spelling and the URL encoding of the address. A recipient exists after the first push to the address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "recipient.not_found";
                    };
                };
            };
            /**
             * @description `idempotency.key_reused`: This Idempotency-Key was used for another request within the last 24 hours. Derive the key from what the request is about, such as the order and its new status, so that two different requests never share a key.
             *
             *     `idempotency.request_in_progress`: The first request with this Idempotency-Key is still running. Wait a few seconds and repeat the same request with the same key. The response of the first request is then replayed.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "idempotency.key_reused" | "idempotency.request_in_progress";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    eraseRecipient: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A name for this request that you derive from your data, such as the id of the order and the status. The same key and body get the stored response again, and nothing happens twice.
                 * @example erase-customer-7731
                 */
                "Idempotency-Key": string;
            };
            path: {
                /**
                 * @description The address of the recipient, percent-encoded. It is normalised like `recipient_email` of a push.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted and what was retained. All zeros for an unknown address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": {
                     *         "messages": 2,
                     *         "delivery_events": 3,
                     *         "sms_sends": 1,
                     *         "whatsapp_sends": 0,
                     *         "whatsapp_replies": 0,
                     *         "recipients": 1,
                     *         "webhook_deliveries": 0,
                     *         "api_responses": 2,
                     *         "cancelled_sends": 0
                     *       },
                     *       "kept": {
                     *         "email_suppressions": 0,
                     *         "sms_opt_outs": 0,
                     *         "whatsapp_opt_outs": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ErasureReport"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /**
             * @description `idempotency.key_reused`: This Idempotency-Key was used for another request within the last 24 hours. Derive the key from what the request is about, such as the order and its new status, so that two different requests never share a key.
             *
             *     `idempotency.request_in_progress`: The first request with this Idempotency-Key is still running. Wait a few seconds and repeat the same request with the same key. The response of the first request is then replayed.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "idempotency.key_reused" | "idempotency.request_in_progress";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoints of the business. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "whe_01M6GJRNXTE4GSMZSM6SFSGQE6",
                     *           "url": "https://hooks.example.com/tidings",
                     *           "event_types": [
                     *             "message.delivered",
                     *             "message.bounced",
                     *             "message.not_sent"
                     *           ],
                     *           "description": "Order status page",
                     *           "secret": "whsec_****MDE=",
                     *           "disabled": false,
                     *           "consecutive_failures": 0,
                     *           "last_success_at": "2026-11-14T16:05:23.655Z",
                     *           "last_error": null,
                     *           "created_at": "2026-11-03T11:30:00.250Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Where to post which events. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/tidings",
                 *       "event_types": [
                 *         "message.delivered",
                 *         "message.bounced",
                 *         "message.not_sent"
                 *       ],
                 *       "description": "Order status page"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The webhook endpoint with its new signing secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01M6GJRNXTE4GSMZSM6SFSGQE6",
                     *       "url": "https://hooks.example.com/tidings",
                     *       "event_types": [
                     *         "message.delivered",
                     *         "message.bounced",
                     *         "message.not_sent"
                     *       ],
                     *       "description": "Order status page",
                     *       "secret": "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
                     *       "disabled": false,
                     *       "consecutive_failures": 0,
                     *       "last_success_at": null,
                     *       "last_error": null,
                     *       "created_at": "2026-11-03T11:30:00.250Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `webhook_endpoint.limit_reached`: The business has 10 webhook endpoints, the most that it can have. Delete an endpoint with DELETE /api/v1/webhook-endpoints/{public_id}, then create the next one. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "webhook_endpoint.limit_reached";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint. It begins with `whe_`.
                 * @example whe_01M6GJRNXTE4GSMZSM6SFSGQE6
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `webhook_endpoint.not_found`: No webhook endpoint has this id: it was deleted, or it belongs to another business. Read the ids of the endpoints with GET /api/v1/webhook-endpoints. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "webhook_endpoint.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint. It begins with `whe_`.
                 * @example whe_01M6GJRNXTE4GSMZSM6SFSGQE6
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the endpoint responded to the `ping`. The status is 200 even if it was not delivered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivered": true,
                     *       "event_id": "evt_01M7DG0WNMETARJR5HHZ6QRJN4",
                     *       "status_code": 204,
                     *       "error": null,
                     *       "duration_ms": 38
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTestResult"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `webhook_endpoint.not_found`: No webhook endpoint has this id: it was deleted, or it belongs to another business. Read the ids of the endpoints with GET /api/v1/webhook-endpoints. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "webhook_endpoint.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint. It begins with `whe_`.
                 * @example whe_01M6GJRNXTE4GSMZSM6SFSGQE6
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint with its new signing secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01M6GJRNXTE4GSMZSM6SFSGQE6",
                     *       "url": "https://hooks.example.com/tidings",
                     *       "event_types": [
                     *         "message.delivered",
                     *         "message.bounced",
                     *         "message.not_sent"
                     *       ],
                     *       "description": "Order status page",
                     *       "secret": "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=",
                     *       "disabled": false,
                     *       "consecutive_failures": 0,
                     *       "last_success_at": "2026-11-14T16:05:23.655Z",
                     *       "last_error": null,
                     *       "created_at": "2026-11-03T11:30:00.250Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `webhook_endpoint.not_found`: No webhook endpoint has this id: it was deleted, or it belongs to another business. Read the ids of the endpoints with GET /api/v1/webhook-endpoints. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "webhook_endpoint.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint. It begins with `whe_`.
                 * @example whe_01M6GJRNXTE4GSMZSM6SFSGQE6
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook endpoint and its health. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01M6GJRNXTE4GSMZSM6SFSGQE6",
                     *       "url": "https://hooks.example.com/tidings",
                     *       "event_types": [
                     *         "message.delivered",
                     *         "message.bounced",
                     *         "message.not_sent"
                     *       ],
                     *       "description": "Order status page",
                     *       "secret": "whsec_****MDE=",
                     *       "disabled": false,
                     *       "consecutive_failures": 0,
                     *       "last_success_at": "2026-11-14T16:05:23.655Z",
                     *       "last_error": null,
                     *       "created_at": "2026-11-03T11:30:00.250Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `webhook_endpoint.not_found`: No webhook endpoint has this id: it was deleted, or it belongs to another business. Read the ids of the endpoints with GET /api/v1/webhook-endpoints. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "webhook_endpoint.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of items on a page.
                 * @example 20
                 */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint. It begins with `whe_`.
                 * @example whe_01M6GJRNXTE4GSMZSM6SFSGQE6
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "whd_01M7DCWTYNECC9EXJNXH4E83CF",
                     *           "event_id": "evt_01M7DCWTYNFJAT4P6MFNM5RE8Q",
                     *           "type": "message.delivered",
                     *           "state": "delivered",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-14T16:05:23.617Z",
                     *               "status_code": 204,
                     *               "error": null,
                     *               "duration_ms": 38
                     *             }
                     *           ],
                     *           "next_attempt_at": null,
                     *           "created_at": "2026-11-14T16:05:23.541Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `webhook_endpoint.not_found`: No webhook endpoint has this id: it was deleted, or it belongs to another business. Read the ids of the endpoints with GET /api/v1/webhook-endpoints. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "webhook_endpoint.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this type. An unknown type has no events.
                 * @example message.delivered
                 */
                type?: string;
                /**
                 * @description Only events about this message.
                 * @example msg_01M7DCWRHZEWXVB79RG22KTMYF
                 */
                message_id?: string;
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "evt_01M7DCWTYNFJAT4P6MFNM5RE8Q",
                     *           "type": "message.delivered",
                     *           "occurred_at": "2026-11-14T16:05:23.541000+00:00",
                     *           "data": {
                     *             "message_id": "msg_01M7DCWRHZEWXVB79RG22KTMYF",
                     *             "recipient_email": "ada@example.com",
                     *             "reference": "A-1042",
                     *             "delivered_at": "2026-11-14T16:05:23.519Z"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["EventList"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the event. It begins with `evt_`.
                 * @example evt_01M7DCWTYNFJAT4P6MFNM5RE8Q
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event is queued for these endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `event.not_found`: No event of the last 30 days has this id, or the event belongs to another business or to an erased recipient. Read the ids of stored events with GET /api/v1/events. Older events cannot be sent again; read the message with GET /api/v1/messages/{public_id} instead. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "event.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listTestOutbox: {
        parameters: {
            query?: {
                /**
                 * @description Only nudges on this channel.
                 * @example sms
                 */
                channel?: components["schemas"]["Channel"];
                /** @description Only nudges to this address, or to this number in E.164 format. */
                to?: string;
                /**
                 * @description Only nudges about this message.
                 * @example msg_01M7DCWRHZEWXVB79RG22KTMYF
                 */
                message_id?: string;
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the outbox, in order of arrival. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "out_01M7DCWT5AER1VHAYSPWSFMZN1",
                     *           "channel": "sms",
                     *           "to": "+447700900123",
                     *           "from": "test biz_01M6DV79EHFYHB3XCK70JZXEQ4",
                     *           "subject": null,
                     *           "text": "Rivermill Books: your order A-1042 has shipped. https://updates.example.com/i/qwAaHsqsJkesqAUB1iPBQBxlGCAAB9WpmnPT0-mw Reply STOP to stop",
                     *           "html": null,
                     *           "link": "https://updates.example.com/i/qwAaHsqsJkesqAUB1iPBQBxlGCAAB9WpmnPT0-mw",
                     *           "unsubscribe_url": null,
                     *           "headers": null,
                     *           "template": null,
                     *           "parameters": null,
                     *           "at": "2026-11-14T16:05:22.730Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["Outbox"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            /**
             * @description `business.inactive`: The business is deactivated. Its keys read and write nothing until it is active again. Ask the operator to set `active` to true with PATCH /operator/v1/businesses/{business_id}, then repeat the request.
             *
             *     `business.key_not_permitted`: The key lacks the scope of this operation, or it would create a key with more scopes or a later expiry than its own. Use a key that has the scope of the operation. For a new key, request only scopes of the creating key and an `expires_at` that is not later than its own.
             *
             *     `test.live_key`: The operation exists only on a test side, and the key is a live one. Use a key of the test side. It begins with td_test_.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "business.inactive" | "business.key_not_permitted" | "test.live_key";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    setTestCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new balance. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "balance": 0
                 *     }
                 */
                "application/json": components["schemas"]["SetTestCreditsRequest"];
            };
        };
        responses: {
            /** @description The credits of the test side. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": 0
                     *     }
                     */
                    "application/json": components["schemas"]["TestCredits"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            /**
             * @description `business.inactive`: The business is deactivated. Its keys read and write nothing until it is active again. Ask the operator to set `active` to true with PATCH /operator/v1/businesses/{business_id}, then repeat the request.
             *
             *     `business.key_not_permitted`: The key lacks the scope of this operation, or it would create a key with more scopes or a later expiry than its own. Use a key that has the scope of the operation. For a new key, request only scopes of the creating key and an `expires_at` that is not later than its own.
             *
             *     `test.live_key`: The operation exists only on a test side, and the key is a live one. Use a key of the test side. It begins with td_test_.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "business.inactive" | "business.key_not_permitted" | "test.live_key";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    advanceTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description How far the clock moves. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seconds": 7200
                 *     }
                 */
                "application/json": components["schemas"]["AdvanceClockRequest"];
            };
        };
        responses: {
            /** @description The clock of the test side after the call. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-14T18:05:40.512Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            /**
             * @description `business.inactive`: The business is deactivated. Its keys read and write nothing until it is active again. Ask the operator to set `active` to true with PATCH /operator/v1/businesses/{business_id}, then repeat the request.
             *
             *     `business.key_not_permitted`: The key lacks the scope of this operation, or it would create a key with more scopes or a later expiry than its own. Use a key that has the scope of the operation. For a new key, request only scopes of the creating key and an `expires_at` that is not later than its own.
             *
             *     `test.live_key`: The operation exists only on a test side, and the key is a live one. Use a key of the test side. It begins with td_test_.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "business.inactive" | "business.key_not_permitted" | "test.live_key";
                    };
                };
            };
            /** @description `test.clock_busy`: Another advance of the clock of this test side is running. Wait for the response of the other advance, then repeat the request. Do not advance one clock from parallel tests. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "test.clock_busy";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    previewMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An update about an order, for one customer. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient_email": "ada@example.com",
                 *       "subject": "Order A-1042 is on its way",
                 *       "body": "Your books left our warehouse today.\nFollow the parcel: https://parcel.example/RM204881",
                 *       "reference": "A-1042",
                 *       "order_status": "shipped",
                 *       "recipient_phone": "+447700900123",
                 *       "channels": [
                 *         "email",
                 *         "sms"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PushRequest"];
            };
        };
        responses: {
            /** @description What a push of this request would do. Nothing is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "previewed_at": "2026-11-14T16:05:21.087Z",
                     *       "created": true,
                     *       "id": null,
                     *       "recipient_email": "ada@example.com",
                     *       "subject": "Order A-1042 is on its way",
                     *       "kind": "one_off",
                     *       "status": "active",
                     *       "scheduled_for": null,
                     *       "nudged": true,
                     *       "credits": 1,
                     *       "email": {
                     *         "outcome": "queued",
                     *         "explanation": "It is sent at once.",
                     *         "sends_at": "2026-11-14T16:05:21.087Z",
                     *         "cancels_scheduled": false,
                     *         "skipped_reason": null,
                     *         "content": {
                     *           "from": "Rivermill Books <updates@tidings.example>",
                     *           "subject": "Order A-1042 is on its way",
                     *           "text": "Order A-1042: Shipped\n\nOpen your inbox:\nhttps://updates.example.com/inbox/example-example-example-example-example-example-example-example-example-example-example-example-e\n\nOrder A-1042 is on its way\n\nYour books left our warehouse today.\nFollow the parcel: https://parcel.example/RM204881\n\nYou get this because you ordered at Rivermill Books.\n\nUnsubscribe from these updates:\nhttps://updates.example.com/unsubscribe/example-example-example-example-example-example-example-example-ex\n",
                     *           "html": "<!doctype html>…",
                     *           "headers": {
                     *             "from": "Rivermill Books <updates@tidings.example>",
                     *             "to": "ada@example.com",
                     *             "subject": "Order A-1042 is on its way",
                     *             "list-unsubscribe": "<https://updates.example.com/unsubscribe/example-example-example-example-example-example-example-example-ex>",
                     *             "list-unsubscribe-post": "List-Unsubscribe=One-Click",
                     *             "auto-submitted": "auto-generated"
                     *           },
                     *           "link": "https://updates.example.com/inbox/example-example-example-example-example-example-example-example-example-example-example-example-e",
                     *           "to": "ada@example.com",
                     *           "unsubscribe_url": "https://updates.example.com/unsubscribe/example-example-example-example-example-example-example-example-ex"
                     *         }
                     *       },
                     *       "sms": {
                     *         "outcome": "queued",
                     *         "explanation": "It is sent at once.",
                     *         "sends_at": "2026-11-14T16:05:21.087Z",
                     *         "cancels_scheduled": false,
                     *         "skipped_reason": null,
                     *         "credits": 1,
                     *         "is_fallback": false,
                     *         "falls_back_to": null,
                     *         "content": {
                     *           "text": "Rivermill Books: your order A-1042 has shipped. https://updates.example.com/i/example-example-example-example-example- Reply STOP to stop",
                     *           "segments": 1,
                     *           "link": "https://updates.example.com/i/example-example-example-example-example-"
                     *         }
                     *       },
                     *       "whatsapp": {
                     *         "outcome": "skipped",
                     *         "explanation": "The list `channels` of the push leaves this channel out, or the channel is on request and the push does not name it.",
                     *         "sends_at": null,
                     *         "cancels_scheduled": false,
                     *         "skipped_reason": "disabled_by_request",
                     *         "credits": 0,
                     *         "is_fallback": false,
                     *         "falls_back_to": null,
                     *         "content": null
                     *       },
                     *       "whatsapp_opt_in": null,
                     *       "obsoletes": [],
                     *       "reference": "A-1042",
                     *       "order_status": "shipped"
                     *     }
                     */
                    "application/json": components["schemas"]["PreviewResult"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `quota.stored_messages`: The business has as many stored messages as it may have. Updates of stored messages are still accepted. Erase recipients with POST /api/v1/recipients/{email}/erase, or ask the operator for a shorter `message_retention_days` or a higher `stored_messages`. The Idempotency-Key is not spent. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "quota.stored_messages";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            /**
             * @description `common.rate_limited`: Too many requests: of the business in a second, of the business or of the address at the same time, or with a wrong key from the address. Wait for the seconds in Retry-After, then repeat the request with the same Idempotency-Key. Push many messages with POST /api/v1/messages/batch, 100 in a request.
             *
             *     `quota.messages_per_day`: The business has pushed as many messages as it may in a day (UTC). Repeat the request with the same Idempotency-Key after the seconds in Retry-After, or ask the operator to raise `messages_per_day`.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.rate_limited" | "quota.messages_per_day";
                    };
                };
            };
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    previewBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Up to 100 pushes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messages": [
                 *         {
                 *           "recipient_email": "ada@example.com",
                 *           "subject": "Order A-1042 is on its way",
                 *           "body": "Your books left our warehouse today.\nFollow the parcel: https://parcel.example/RM204881",
                 *           "reference": "A-1042",
                 *           "order_status": "shipped",
                 *           "notify": false
                 *         },
                 *         {
                 *           "recipient_email": "grace@example.com",
                 *           "subject": "Order A-1043 is ready",
                 *           "body": "You can collect it until Saturday.",
                 *           "reference": "A-1043",
                 *           "order_status": "ready_for_pickup",
                 *           "whatsapp_opt_in": {
                 *             "source": "checkout"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description The preview of each push. The status is 200 even if pushes would fail. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "ok": true,
                     *           "result": {
                     *             "previewed_at": "2026-11-14T16:05:21.087Z",
                     *             "created": true,
                     *             "id": null,
                     *             "recipient_email": "ada@example.com",
                     *             "subject": "Order A-1042 is on its way",
                     *             "kind": "one_off",
                     *             "status": "active",
                     *             "scheduled_for": null,
                     *             "nudged": false,
                     *             "credits": 0,
                     *             "email": null,
                     *             "sms": null,
                     *             "whatsapp": null,
                     *             "whatsapp_opt_in": null,
                     *             "obsoletes": [],
                     *             "reference": "A-1042",
                     *             "order_status": "shipped"
                     *           },
                     *           "error_code": null,
                     *           "detail": null
                     *         },
                     *         {
                     *           "index": 1,
                     *           "ok": false,
                     *           "result": null,
                     *           "error_code": "common.validation_failed",
                     *           "detail": "whatsapp_opt_in: Value error, there is no phone number this consent could be about"
                     *         }
                     *       ],
                     *       "contents_complete": true
                     *     }
                     */
                    "application/json": components["schemas"]["PreviewBatchResult"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readMessageTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the message. It begins with `msg_`.
                 * @example msg_01M7DCWRHZEWXVB79RG22KTMYF
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The life of a message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "at": "2026-11-14T16:05:21.087Z",
                     *           "kind": "pushed",
                     *           "channel": null,
                     *           "sentence": "The message was created by a push with the key \"API key\" (td_live_****Xw3e).",
                     *           "data": {
                     *             "created": true,
                     *             "key": {
                     *               "id": "key_01M6DV79EPER0ADDXE40ABZEMN",
                     *               "name": "API key",
                     *               "masked": "td_live_****Xw3e"
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "at": "2026-11-14T16:05:21.087Z",
                     *           "kind": "queued",
                     *           "channel": "email",
                     *           "sentence": "The email was queued.",
                     *           "data": {
                     *             "credits": 0
                     *           }
                     *         },
                     *         {
                     *           "at": "2026-11-14T16:05:21.944Z",
                     *           "kind": "submitted",
                     *           "channel": "email",
                     *           "sentence": "Attempt 1 to submit the email. The provider did not accept it: \"451 4.7.1 Too many mails, try again later\". The next attempt is at 2026-11-14T16:06:29.412Z.",
                     *           "data": {
                     *             "attempt": 1,
                     *             "outcome": "refused",
                     *             "code": "smtp 451 4.7.1",
                     *             "words": "451 4.7.1 Too many mails, try again later",
                     *             "next_attempt_at": "2026-11-14T16:06:29.412Z"
                     *           }
                     *         }
                     *       ],
                     *       "truncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `message.not_found`: No message has this id, or it belongs to another business. As a replay: the first response was erased with its recipient. Use the `id` from the response of the push, with a key of the same business and mode: a test key does not find live messages. A request with another id needs a new Idempotency-Key. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "message.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    redeliverMissedEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint. It begins with `whe_`.
                 * @example whe_01M6GJRNXTE4GSMZSM6SFSGQE6
                 */
                public_id: string;
            };
            cookie?: never;
        };
        /** @description Since when events were missed. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-14T12:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["RedeliverMissedRequest"];
            };
        };
        responses: {
            /** @description What one call queued, and where the next call continues. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": 0,
                     *       "examined": 1,
                     *       "next_since": null
                     *     }
                     */
                    "application/json": components["schemas"]["MissedRedelivery"];
                };
            };
            401: components["responses"]["BusinessInvalidApiKey"];
            403: components["responses"]["BusinessInactive"];
            /** @description `webhook_endpoint.not_found`: No webhook endpoint has this id: it was deleted, or it belongs to another business. Read the ids of the endpoints with GET /api/v1/webhook-endpoints. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "webhook_endpoint.not_found";
                    };
                };
            };
            /** @description `webhook_endpoint.disabled`: The endpoint is disabled, so nothing is posted to it. Repair the receiver, enable the endpoint with POST /api/v1/webhook-endpoints/{public_id}/enable, and repeat the request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "webhook_endpoint.disabled";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    "message.delivered": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example message.delivered
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageDeliveredEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.opened": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example message.opened
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageOpenedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.bounced": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example message.bounced
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageBouncedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.failed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example message.failed
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageFailedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.complained": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example message.complained
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageComplainedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.not_sent": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example message.not_sent
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageNotSentEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "sms.delivered": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example sms.delivered
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsDeliveredEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "sms.failed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example sms.failed
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsFailedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "sms.rejected": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example sms.rejected
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsRejectedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "whatsapp.delivered": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example whatsapp.delivered
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhatsAppDeliveredEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "whatsapp.failed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example whatsapp.failed
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhatsAppFailedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "whatsapp.rejected": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example whatsapp.rejected
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhatsAppRejectedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "whatsapp.read": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example whatsapp.read
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhatsAppReadEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "whatsapp.inbound_message": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example whatsapp.inbound_message
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhatsAppInboundMessageEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "credits.low_balance": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example credits.low_balance
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditsLowBalanceEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "plan.past_due": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example plan.past_due
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanPastDueEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "plan.lapsed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example plan.lapsed
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanLapsedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "plan.allowance_exceeded": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example plan.allowance_exceeded
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanAllowanceExceededEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "recipient.erasure_requested": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example recipient.erasure_requested
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipientErasureRequestedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "api_key.created": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example api_key.created
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreatedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "api_key.revoked": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example api_key.revoked
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRevokedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "notice.created": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example notice.created
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoticeCreatedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ping: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.
                 * @example t=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842
                 */
                "X-Service-Signature": string;
                /**
                 * @description The type of the event, as in the body.
                 * @example ping
                 */
                "X-Service-Event": string;
                /**
                 * @description The id of the event, as in the body. Deduplicate by it: a retry has the same id.
                 * @example evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
                 */
                "X-Service-Delivery": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON with sorted keys and no white space. The signature covers exactly these bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PingEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body of the response is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery failed. Every status but 2xx is retried, up to eight attempts. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
