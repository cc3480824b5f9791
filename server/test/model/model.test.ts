import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carryOut } from './commands.ts'
import { submitHand } from './happenings.ts'
import { checkInvariants } from './invariants.ts'
import type { Sent } from './life.ts'
import type { Message, Shop } from './model.ts'
import { createModelService, type ModelService } from './model-service.ts'
import { type Sequence, sequence } from './passages.ts'
import { begin, everySend } from './run.ts'

/**
 * Random commands, carried out by the service and by a model of it. MODEL_SEQUENCES says how many sequences, MODEL_SEED
 * from which seed. A failing one is reduced and told with the seed and path that draw it again.
 */
const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const sequences = setting('MODEL_SEQUENCES', 600)
const usualSeed = 20_261_114
const seed = setting('MODEL_SEED', usualSeed)
const path = process.env['MODEL_PATH']
const laneCount = path === undefined ? Math.min(8, sequences) : 1

const worlds: ModelService[] = []
for (let lane = 0; lane < laneCount; lane++) worlds.push(await createModelService())

const met = new Set<string>()
const counts = { sequences: 0, commands: 0, pushes: 0, submissions: 0, reports: 0 }

async function play(world: ModelService, { shops, commands }: Sequence): Promise<void> {
  const run = await begin(world, shops)
  for (const [index, command] of commands.entries())
    await carryOut(run, command).catch((cause: Error) => {
      throw new Error(`command ${index + 1}, ${cause.message}`, { cause })
    })
  await submitHand(run)
  await checkInvariants(run)
  for (const sent of everySend(run)) for (const end of endsOf(sent)) run.met.add(end)
  for (const { model } of run.shops) for (const again of anewIn(model)) run.met.add(again)
  for (const what of run.met) met.add(what)
  counts.sequences++
  counts.commands += commands.length
  counts.pushes += run.pushes
  counts.submissions += run.submitted.length
  counts.reports += run.reports
}

/** What a nudge has come to, in words. */
function endsOf({ message, nudge: { channel, state, reason, error, fallback, attempts } }: Sent): string[] {
  const isCalledOffAlone = state === 'cancelled' && message.status !== 'retracted' && message.opened === null
  return [
    `${channel} is ${[state, reason ?? error].join(' ').trim()}`,
    ...(isCalledOffAlone && channel !== 'email' ? ['nudge replaced'] : []),
    ...(fallback && channel === 'sms' && state !== 'skipped' ? ['nudge instead of WhatsApp'] : []),
    ...(attempts > 1 ? ['nudge tried again'] : []),
  ]
}

/** What became of those who were written to again after their erasure. */
function anewIn({ erased, messages, recipients, unsubscribed }: Shop): string[] {
  const anew = messages.filter(({ email }) => erased.some((before) => before.email === email))
  const isStillUnsubscribed = ({ email, nudges }: Message): boolean =>
    unsubscribed.has(email) && !recipients.get(email)!.unsubscribed && nudges.length > 0
  return [
    ...(anew.length > 0 ? ['erased and pushed to again'] : []),
    ...(anew.some(isStillUnsubscribed) ? ['erased and still unsubscribed'] : []),
  ]
}

/** A lane draws from a seed of its own; when one has found something the others need not go on. */
let failedLane: number | null = null
async function runLane(lane: number): Promise<string[]> {
  const numRuns = Math.ceil((sequences - lane) / laneCount)
  const property = fc.asyncProperty(sequence, async (drawn) => {
    if (failedLane !== null && failedLane !== lane) return
    try {
      await play(worlds[lane]!, drawn)
    } catch (error) {
      failedLane ??= lane
      if (failedLane === lane) throw error
    }
  })
  const result = await fc.check(property, {
    // Far apart, so that the next seed does not draw the same again in other lanes.
    seed: seed + lane * 1_000_003,
    numRuns,
    ...(path !== undefined && { path, numRuns: 1, endOnFailure: true }),
  })
  if (!result.failed) return []
  const [{ shops, commands }] = result.counterexample!
  return [
    [
      `MODEL_SEED=${result.seed} MODEL_PATH=${result.counterexamplePath} npm test -- server/test/model`,
      ...shops.map((shop, index) => `shop ${index} ${JSON.stringify(shop)}`),
      ...commands.map((command) => JSON.stringify(command)),
      String(result.errorInstance),
    ].join('\n'),
  ]
}

/** If one of these never came up, the input was not as varied as it should be. */
const outcomes: Record<string, string[]> = {
  push: [
    'run 201',
    'run 422',
    'quota.messages_per_day',
    'quota.stored_messages',
    'replayed 201',
    'replayed 404',
    'reused 409',
  ],
  batch: ['run 200', 'replayed 200', 'reused 409'],
  item: ['run', 'quota.messages_per_day', 'quota.stored_messages', 'malformed', 'replayed', 'erased', 'reused'],
  retract: ['run 200', 'run 404', 'replayed 200', 'replayed 404', 'reused 409'],
  erase: ['run 200', 'replayed 200', 'somebody', 'nobody', 'in hand'],
  erased: ['and pushed to again', 'and still unsubscribed', 'in hand, refunded', 'in hand, kept'],
  message: ['created', 'updated', 'updated, notify true', 'updated, notify false'],
  key: ['forgotten'],
  nudge: ['replaced', 'called off by an open', 'instead of WhatsApp', 'tried again'],
  'email is': ['accepted', 'delivered', 'cancelled retracted', 'failed esp_refused'],
  'sms is': [...paidEnds('sms', 'carrier'), 'rejected stopped', 'rejected sms.submit_refused', 'failed sms.no_report'],
  'whatsapp is': [
    ...paidEnds('whatsapp', 'platform'),
    'read',
    'rejected sending_paused',
    'rejected whatsapp.submit_refused',
    'failed whatsapp.no_report',
  ],
  'resend sms': ['queued', 'sms.already_sent', 'sms.may_have_sent', 'message.retracted', 'replayed 409'],
  'resend whatsapp': ['queued', 'whatsapp.already_sent', 'whatsapp.escalated_to_sms', 'whatsapp.may_have_sent'],
  email: ['sending', 'sending_paused', 'plan_lapsed', 'unsubscribed'],
  'opt-in': ['recorded', 'stopped', 'phone_conflict'],
  sms: [...paidOutcomes('sms'), 'country_not_allowed'],
  whatsapp: [...paidOutcomes('whatsapp'), 'not_opted_in', 'template_not_sendable'],
}
function paidOutcomes(channel: string): string[] {
  const settings = ['silent', `${channel}_not_enabled`, `${channel}_disabled`, 'disabled_by_request', 'sending_paused']
  const recipient = ['unsubscribed', 'stopped', 'phone_conflict', 'no_phone']
  return [...settings, ...recipient, 'insufficient_credit', 'queued', 'held', 'escalates']
}
function paidEnds(channel: string, whose: string): string[] {
  const failed = [`failed ${channel}.${whose}_failed`, `failed ${channel}.submit_outcome_unknown`]
  return ['accepted', 'delivered', 'cancelled', 'rejected insufficient_credit', ...failed]
}
const mustMeet = Object.entries(outcomes).flatMap(([of, words]) => words.map((word) => `${of} ${word}`))

test(`${sequences} sequences from seed ${seed} go as the model says, and the invariants hold`, async () => {
  const started = performance.now()
  const failures = await Promise.all(Array.from({ length: laneCount }, (_, lane) => runLane(lane)))
  expect(failures.flat().join('\n\n')).toBe('')
  const figures = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`model: seed ${seed}, ${figures.join(', ')}, ${seconds} s\n`)
  // The usual 600 meet them all; as many from another seed may well miss one.
  if (path === undefined && sequences >= (seed === usualSeed ? 600 : 2000))
    expect(mustMeet.filter((what) => !met.has(what))).toEqual([])
  // 10,000 take three quarters of an hour where nothing else runs.
}, 7_200_000)
