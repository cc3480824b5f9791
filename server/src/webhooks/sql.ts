import { statement } from '../db/statement.ts'

export const storeEvents = statement<never>(
  'webhooks.store_events',
  `insert into events (business_id, id, type, message_id, recipient_id, body, occurred_at)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[])`,
)
