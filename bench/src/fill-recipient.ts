import { runSql } from './sql.ts'

/** A recipient, and the number of rows of each kind that their erasure must report. */
export type LargeRecipient = { email: string; rows: Record<string, number> }

const nudgesPerMessage = 2
const eventsPerMessage = 2

/** Creates a recipient with messages of 1 KB, each with a delivered email, a delivered text and the events of both. */
export async function fillRecipient(
  databaseUrl: string,
  businessId: string,
  messages: number,
): Promise<LargeRecipient> {
  const email = `large-${process.hrtime.bigint()}@example.com`
  await runSql(
    databaseUrl,
    `create temporary table new_recipient on commit drop as select uuidv7() as id;
     insert into recipients (business_id, id, email, created_at) select '${businessId}', id, '${email}', clock_now() from new_recipient;
     create temporary table new_messages on commit drop as
     select uuidv7() as message_id from generate_series(1, ${messages});
     insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
     select '${businessId}', message_id, new_recipient.id, 'one_off', 'active', 'Your order is on its way',
            repeat('It left our warehouse this morning and should be with you the day after tomorrow. ', 12),
            'A-1', 'shipped', clock_now(), clock_now()
       from new_messages, new_recipient;
     insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, delivered_at, ended_at)
     select '${businessId}', uuidv7(), message_id, channel, 'delivered', 0, false, false, clock_now(), clock_now(), clock_now()
       from new_messages, unnest(array['email', 'sms']) channel;
     create temporary table new_events on commit drop as
     select uuidv7() as event_id, message_id, type from new_messages, unnest(array['message.delivered', 'sms.delivered']) type;
     insert into events (business_id, id, type, message_id, recipient_id, body, occurred_at)
     select '${businessId}', event_id, type, message_id, new_recipient.id, repeat('x', 300), clock_now() from new_events, new_recipient;
     insert into webhook_deliveries (business_id, id, event_id, endpoint_id, state, tries, ended_at)
     select '${businessId}', uuidv7(), event_id, uuidv7(), 'delivered', '[{"error": null, "status_code": 200}]', clock_now() from new_events;
     insert into stored_responses (business_id, operation, key_digest, fingerprint, body, recipient_ids)
     select '${businessId}', 1, sha256(message_id::text::bytea), sha256(message_id::text::bytea), repeat('x', 600), array[new_recipient.id]
       from new_messages, new_recipient;`,
  )
  // Otherwise autovacuum and a checkpoint would run during the measurement.
  for (const table of ['messages', 'nudges', 'events', 'webhook_deliveries', 'stored_responses'])
    await runSql(databaseUrl, `vacuum analyze ${table}`)
  await runSql(databaseUrl, 'checkpoint')
  return {
    email,
    rows: {
      messages,
      sms_sends: messages * (nudgesPerMessage - 1),
      delivery_events: messages * eventsPerMessage,
      webhook_deliveries: messages * eventsPerMessage,
      api_responses: messages,
      recipients: 1,
    },
  }
}
