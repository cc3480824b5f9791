import type pg from 'pg'

/** The messages to store for one recipient. */
export type Filling = { businessId: string; email: string; messages: number; bodyCharacters: number }

/** Stores each message with a delivered email, its event and the stored response of its push. */
export async function fillRecipient(sql: pg.Client, filling: Filling): Promise<string> {
  const { businessId, email, messages, bodyCharacters } = filling
  await sql.query('begin')
  const { rows } = await sql.query<{ id: string }>(
    `insert into recipients (business_id, id, email, created_at) values ($1, uuidv7(), $2, clock_now()) returning id`,
    [businessId, email],
  )
  const recipientId = rows[0]!.id
  await sql.query(
    `create temporary table filling on commit drop as
     select uuidv7() as message_id, uuidv7() as event_id from generate_series(1, ${messages})`,
  )
  await sql.query(
    `insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
     select $1, message_id, $2, 'one_off', 'active', 'Your order is on its way', repeat('x', $3), 'A-1', 'shipped', clock_now(), clock_now()
       from filling`,
    [businessId, recipientId, bodyCharacters],
  )
  await sql.query(
    `insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, delivered_at, ended_at)
     select $1, uuidv7(), message_id, 'email', 'delivered', 0, false, false, clock_now(), clock_now(), clock_now() from filling`,
    [businessId],
  )
  await sql.query(
    `insert into events (business_id, id, type, message_id, recipient_id, body, occurred_at)
     select $1, event_id, 'message.delivered', message_id, $2, repeat('x', 300), clock_now() from filling`,
    [businessId, recipientId],
  )
  await sql.query(
    `insert into stored_responses (business_id, operation, key_digest, fingerprint, body, recipient_ids)
     select $1, 1, sha256(message_id::text::bytea), sha256(message_id::text::bytea), repeat('x', 600), array[$2::uuid] from filling`,
    [businessId, recipientId],
  )
  await sql.query('commit')
  // Otherwise autovacuum and a checkpoint would run during the measurement.
  for (const table of ['messages', 'nudges', 'events', 'stored_responses']) await sql.query(`vacuum analyze ${table}`)
  await sql.query('checkpoint')
  return recipientId
}
