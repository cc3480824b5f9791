import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { formatId } from '../../src/ids.ts'
import { patient, type Shop } from '../support/client.ts'
import { freshKey } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { createTestService } from '../support/test-service.ts'
import {
  blocksOf,
  expectAsPreviewed,
  type Json,
  type Pair,
  previewedContents,
  sentContent,
  withoutOccurring,
} from './compare.ts'
import { type PushDraft, type Scenario, scenario } from './scenario.ts'

/**
 * A push directly after a preview does what the preview said: the same result, the same cancelled nudges and obsolete messages, the
 * same charge, and the same contents at the built-in provider of a test side. PREVIEW_RUNS sets the number of runs, PREVIEW_SEED
 * the seed.
 */
const service = await createTestService()
const { business, db, operator } = service
for (const [status, state] of Object.entries({
  shipped: 'approved',
  confirmed: 'approved',
  delayed: 'in_review',
  refunded: 'paused',
}))
  await operator('PUT', `/whatsapp-templates/${status}`, { state })
await operator('PUT', '/sms-prices/FR', { credits: 3, open: true })

const runs = Number(process.env['PREVIEW_RUNS'] ?? 120)
const seed = Number(process.env['PREVIEW_SEED'] ?? 20_261_118)
const covered = new Set<string>()
const paidOutcomes = ['queued', 'scheduled', 'escalation', 'skipped']
const coverLabels = [
  ...['queued', 'scheduled', 'skipped', 'replaced'].map((outcome) => `email ${outcome}`),
  ...paidOutcomes.flatMap((outcome) => [`sms ${outcome}`, `whatsapp ${outcome}`]),
  'a fallback',
  'falls back',
  'cancels',
  'an update',
  'obsoletes',
  'an opt-in',
  'sent email',
  'sent sms',
  'sent whatsapp',
  'sent later',
  'common.validation_failed',
  'quota.messages_per_day',
  'quota.stored_messages',
]

test(`a push does what its preview said, for ${runs} random shops, customers and requests`, async () => {
  await fc.assert(fc.asyncProperty(scenario, comparePushWithPreview), { numRuns: runs, seed, endOnFailure: true })
  expect(coverLabels.filter((label) => !covered.has(label))).toEqual([])
}, 600_000)

async function comparePushWithPreview({ pushes, isBatch, ...given }: Scenario): Promise<void> {
  const { side, known } = await prepare(given)
  const requests = (isBatch ? pushes : pushes.slice(0, 1)).map((draft) => requestOf(draft, known))
  const [path, body] = isBatch ? ['/batch', { messages: requests }] : ['', requests[0]!]
  const before = await stateOf(side)
  const previewed = await side.call('POST', `/api/v1/messages/preview${path}`, { body })
  expect(await stateOf(side)).toEqual(before)
  const sentBefore = new Set((await outboxOf(side, [...new Set(known)])).map(({ id }) => id as string))
  const pushed = await side.call('POST', `/api/v1/messages${path}`, { body, headers: freshKey() })
  const after = await stateOf(side)

  if (previewed.status !== 200) {
    covered.add(previewed.json.error_code)
    expect([previewed.status, previewed.json]).toEqual([pushed.status, pushed.json])
    return
  }
  expect(pushed.status).toBe(isBatch ? 200 : 201)
  const pairs = isBatch
    ? acceptedItems(previewed.json, pushed.json)
    : [{ preview: previewed.json, result: pushed.json }]
  pairs.forEach(expectAsPreviewed)
  pairs.forEach(cover)
  expectStoredAsPreviewed(before, after, pairs)
  await expectSentAsPreviewed(side, { before, sentBefore, pairs, isBatch })
}

/** A test side with earlier pushes, a stop and an unsubscription, and the ids of its messages. */
async function prepare({
  settings,
  laterSettings,
  credits,
  earlier,
  stop,
  unsubscribe,
}: Omit<Scenario, 'pushes' | 'isBatch'>) {
  const side = patient(await business({ mode: 'test', country: 'GB', rate_limit_per_second: 10_000, ...settings }))
  await side.call('PUT', '/api/v1/test/credits', { body: { balance: credits } })
  const known: string[] = []
  for (const draft of earlier) {
    const body = requestOf(draft, known)
    const { status, json } = await side.call('POST', '/api/v1/messages', { body, headers: freshKey() })
    if (status === 201) known.push(json.id)
  }
  await queueIdle(db, side)
  const [first] = earlier
  if (first !== undefined && known.length > 0) {
    const path = `/businesses/${side.id}/recipients/${encodeURIComponent(first.recipient_email)}`
    if (stop !== null) await operator('POST', `${path}/stop`, { channel: stop })
    if (unsubscribe) await operator('POST', `${path}/unsubscribe`)
  }
  await operator('PATCH', `/businesses/${side.id}`, laterSettings)
  return { side, known }
}

function requestOf({ sendInMinutes, obsoletes, ...fields }: PushDraft, known: string[]): object {
  const sendAt = sendInMinutes === undefined ? null : new Date(Date.now() + sendInMinutes * 60_000).toISOString()
  return { ...fields, send_at: sendAt, obsoletes: obsoletes.flatMap((index) => known[index] ?? []) }
}

/** The items that are accepted. The others must fail in the same way. */
function acceptedItems(previewed: Json, pushed: Json): Pair[] {
  const failures = (items: Json[]) => items.map(({ result: _result, ...item }) => item)
  expect(failures(previewed.results)).toEqual(failures(pushed.results))
  for (const { error_code: code } of previewed.results) covered.add(code)
  return previewed.results.flatMap(({ result: preview }: Json, index: number) =>
    preview === null ? [] : [{ preview, result: pushed.results[index].result }],
  )
}

type State = { balance: number; obsolete: string[]; waiting: { id: string; messageId: string; channel: string }[] }
async function stateOf({ businessId }: Shop): Promise<State> {
  const { balance } = (await db.one(balanceOf, { businessId }))!
  const obsolete = (await db.all(obsoleteMessages, { businessId })).map(({ id }) => formatId('msg', id))
  const waiting = await db.all(waitingNudges, { businessId })
  return { balance, obsolete, waiting: waiting.map((one) => ({ ...one, messageId: formatId('msg', one.messageId) })) }
}
const balanceOf = statement<{ businessId: string }, { balance: number }>(
  'test.preview_balance',
  `select balance from credit_balances where business_id = $businessId`,
)
const obsoleteMessages = statement<{ businessId: string }, { id: string }>(
  'test.preview_obsolete',
  `select id from messages where business_id = $businessId and status = 'obsolete' order by id`,
)
const waitingNudges = statement<{ businessId: string }, { id: string; messageId: string; channel: string }>(
  'test.preview_waiting',
  `select id, message_id as "messageId", channel from nudges where business_id = $businessId and state = 'waiting' order by id`,
)

function expectStoredAsPreviewed(before: State, after: State, pairs: Pair[]): void {
  const previews: Json[] = pairs.map(({ preview }) => preview)
  const obsoletes: string[] = previews.flatMap((preview) => preview.obsoletes)
  expect(before.balance - after.balance).toBe(previews.reduce((sum, { credits }) => sum + credits, 0))
  const obsoleted = after.obsolete.filter((id) => !before.obsolete.includes(id))
  expect(obsoleted.toSorted()).toEqual(obsoletes.toSorted())
  const cancelled = before.waiting
    .filter(({ id }) => !after.waiting.some((one) => one.id === id))
    .map(({ messageId, channel }) => `${messageId} ${channel}`)
  const announced = previews.flatMap((preview) =>
    blocksOf(preview).flatMap(({ channel, block }) => (block.cancels_scheduled ? [`${preview.id} ${channel}`] : [])),
  )
  expect(announced.toSorted()).toEqual([...new Set(cancelled)].toSorted())
}

/**
 * What is queued is sent at once. In a batch a later push can change the number that an earlier one sends to, and an email can
 * bounce before the next, so a gate may refuse some of it at the send. What is scheduled is sent with the same contents later.
 */
async function expectSentAsPreviewed(
  side: Shop,
  { before, sentBefore, pairs, isBatch }: { before: State; sentBefore: Set<string>; pairs: Pair[]; isBatch: boolean },
): Promise<void> {
  const messageIds = [...new Set(pairs.map(({ result }) => result.id as string))]
  await queueIdle(db, side)
  const sent = (await outboxOf(side, messageIds)).filter(({ id }) => !sentBefore.has(id)).map(sentContent)
  const expected = previewedContents(pairs, ['queued'])
  expect(withoutOccurring(sent, expected)).toEqual([])
  if (!isBatch) expect(withoutOccurring(expected, sent)).toEqual([])
  for (const { channel } of sent as { channel: string }[]) covered.add(`sent ${channel}`)

  const later = previewedContents(pairs, ['scheduled', 'escalation'])
  if (later.length === 0 || before.waiting.length > 0) return
  await side.call('POST', '/api/v1/test/clock/advance', { body: { seconds: 2 * 86_400 } })
  await queueIdle(db, side)
  const all = (await outboxOf(side, messageIds)).filter(({ id }) => !sentBefore.has(id)).map(sentContent)
  const sentLater = withoutOccurring(all, sent)
  expect(withoutOccurring(sentLater, later)).toEqual([])
  if (sentLater.length > 0) covered.add('sent later')
}

async function outboxOf(side: Shop, messageIds: string[]): Promise<Json[]> {
  const pages = messageIds.map((id) => side.call('GET', `/api/v1/test/outbox?message_id=${id}`))
  return (await Promise.all(pages)).flatMap(({ json }) => json.items)
}

function cover({ preview }: Pair): void {
  if (preview.id !== null) covered.add('an update')
  if (preview.obsoletes.length > 0) covered.add('obsoletes')
  if (preview.whatsapp_opt_in?.recorded === true) covered.add('an opt-in')
  for (const { channel, block } of blocksOf(preview)) {
    covered.add(`${channel} ${block.outcome}`)
    if (block.cancels_scheduled) covered.add('cancels')
    if (block.is_fallback === true) covered.add('a fallback')
    if (block.falls_back_to != null) covered.add('falls back')
  }
}
