import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { insertJobs } from './fill.ts'

const run = promisify(execFile)

/**
 * Inserts only the rows of a push: a stored response, a recipient, a message of 1 KB, an email nudge and its job. Without
 * queries, decisions or locks this is the upper limit that the database sets.
 */
const rows = (pushes: number): string => `
with push as materialized (
  select gen_random_uuid() as recipient_id, gen_random_uuid() as message_id, gen_random_uuid() as nudge_id, n
    from generate_series(1, ${pushes}) n
), responses as (
  insert into stored_responses (business_id, operation, key_digest, fingerprint, body)
  select :business, 1, sha256(message_id::text::bytea), sha256(nudge_id::text::bytea), repeat('x', 600) from push
), recipients as (
  insert into recipients (business_id, id, email, created_at)
  select :business, recipient_id, recipient_id || '@example.com', clock_now() from push
), messages as (
  insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
  select :business, message_id, recipient_id, 'one_off', 'active', 'Your order is on its way', repeat('x', 1000), 'A-1', 'shipped', clock_now(), clock_now() from push
), nudges as (
  insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at)
  select :business, nudge_id, message_id, 'email', 'queued', 0, false, false, clock_now() from push
)${insertJobs(':business', 'nudge_id', 'push')}`

/** Pushes per second, measured by pgbench with prepared statements. */
export async function runBare(
  url: string,
  folder: string,
  businessId: string,
  pushesPerTransaction: number,
  clients: number,
  seconds: number,
): Promise<number> {
  const script = join(folder, `push-${pushesPerTransaction}.sql`)
  writeFileSync(
    script,
    `begin;${rows(pushesPerTransaction).replaceAll(':business', `'${businessId}'::uuid`)}\ncommit;\n`,
  )
  const { stdout } = await run('pgbench', [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    script,
    url,
  ])
  const transactions = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!Number.isFinite(transactions)) throw new Error(`unexpected output of pgbench: ${stdout}`)
  return transactions * pushesPerTransaction
}

/** The 99th percentile of a bare transaction in milliseconds, at a rate below the database's limit. */
export async function measureBareLatency(
  url: string,
  folder: string,
  perSecond: number,
  seconds: number,
): Promise<number> {
  const script = join(folder, 'push-1.sql')
  const prefix = join(folder, 'latency')
  await run('pgbench', [
    '-n',
    '-M',
    'prepared',
    '-c',
    '16',
    '-j',
    '2',
    '-T',
    String(seconds),
    '-R',
    String(Math.round(perSecond)),
    '-l',
    `--log-prefix=${prefix}`,
    '-f',
    script,
    url,
  ])
  const latencies = readdirSync(folder)
    .filter((name) => name.startsWith('latency.'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .toSorted((one, two) => one - two)
  return latencies[Math.floor(latencies.length * 0.99)]!
}
