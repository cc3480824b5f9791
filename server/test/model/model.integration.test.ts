import fc from 'fast-check'
import { expect, test } from 'vitest'
import { executeCommand } from './execute-command.ts'
import { submitDispatched } from './external-events.ts'
import { checkInvariants } from './invariants.ts'
import type { Message, Shop } from './model.ts'
import { createModelService, type ModelService } from './model-service.ts'
import type { OwnedNudge } from './nudge-lifecycle.ts'
import { everyNudge, startRun } from './run.ts'
import { type Sequence, sequence } from './scenarios.ts'

/**
 * Executes random commands on the service and on a model of it. MODEL_SEQUENCES sets the number of sequences, MODEL_SEED the
 * seed. A failing sequence is shrunk, unless MODEL_SHRINK is false, and printed with the seed and path that reproduce it.
 */
const setting = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)
const defaultSequences = 300
const sequences = setting('MODEL_SEQUENCES', defaultSequences)
const seed = setting('MODEL_SEED', 20_261_117)
const path = process.env['MODEL_PATH']
const streamCount = path === undefined ? Math.min(8, sequences) : 1

const services: ModelService[] = []
for (let stream = 0; stream < streamCount; stream++) services.push(await createModelService())

const covered = new Set<string>()
const counts = { sequences: 0, commands: 0, pushes: 0, submissions: 0, reports: 0 }

async function runSequence(service: ModelService, { shops, commands }: Sequence): Promise<void> {
  const run = await startRun(service, shops)
  for (const [index, command] of commands.entries())
    await executeCommand(run, command).catch((cause: Error) => {
      throw new Error(`command ${index + 1}, ${cause.message}`, { cause })
    })
  await submitDispatched(run)
  await checkInvariants(run)
  for (const owned of everyNudge(run)) for (const label of finalStateLabels(owned)) run.covered.add(label)
  for (const { model } of run.shops) for (const label of erasureLabels(model)) run.covered.add(label)
  for (const label of run.covered) covered.add(label)
  counts.sequences++
  counts.commands += commands.length
  counts.pushes += run.pushes
  counts.submissions += run.submitted.length
  counts.reports += run.reports
}

/** The final state of a nudge as coverage labels. */
function finalStateLabels({
  message,
  nudge: { channel, state, reason, error, fallback, attempts },
}: OwnedNudge): string[] {
  const isReplaced = state === 'cancelled' && message.status !== 'retracted' && message.opened === null
  return [
    `${channel} is ${[state, reason ?? error].join(' ').trim()}`,
    ...(isReplaced && channel !== 'email' ? ['nudge replaced'] : []),
    ...(fallback && channel === 'sms' && state !== 'skipped' ? ['nudge as SMS fallback'] : []),
    ...(attempts > 1 ? ['nudge retried'] : []),
  ]
}

/** Coverage of recipients who got messages again after their erasure. */
function erasureLabels({ erased, messages, recipients, unsubscribed }: Shop): string[] {
  const pushedAgain = messages.filter(({ email }) => erased.some((before) => before.email === email))
  const isStillUnsubscribed = ({ email, nudges }: Message): boolean =>
    unsubscribed.has(email) && !recipients.get(email)!.unsubscribed && nudges.length > 0
  return [
    ...(pushedAgain.length > 0 ? ['erased and pushed again'] : []),
    ...(pushedAgain.some(isStillUnsubscribed) ? ['erased and still unsubscribed'] : []),
  ]
}

/** Each stream has its own seed. When one stream fails, the others stop. */
let failedStream: number | null = null
async function runStream(stream: number): Promise<string[]> {
  const numRuns = Math.ceil((sequences - stream) / streamCount)
  const property = fc.asyncProperty(sequence, async (drawn) => {
    if (failedStream !== null && failedStream !== stream) return
    try {
      await runSequence(services[stream]!, drawn)
    } catch (error) {
      failedStream ??= stream
      if (failedStream === stream) throw error
    }
  })
  const result = await fc.check(property, {
    // Far apart, so that the next seed does not repeat the same sequences in other streams.
    seed: seed + stream * 1_000_003,
    numRuns,
    endOnFailure: process.env['MODEL_SHRINK'] === 'false',
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

/** If one of these cases never occurs, the input is not varied enough. */
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
  erase: ['run 200', 'replayed 200', 'known recipient', 'unknown recipient', 'dispatched'],
  erased: ['and pushed again', 'and still unsubscribed', 'after dispatch, refunded', 'after dispatch, charged'],
  message: ['created', 'updated', 'updated, notify true', 'updated, notify false'],
  key: ['expired'],
  nudge: ['replaced', 'cancelled by an open', 'as SMS fallback', 'retried'],
  'email is': ['accepted', 'delivered', 'cancelled retracted', 'failed esp_refused'],
  'sms is': [
    ...paidFinalStates('sms', 'carrier'),
    'rejected stopped',
    'rejected sms.submit_refused',
    'failed sms.no_report',
  ],
  'whatsapp is': [
    ...paidFinalStates('whatsapp', 'platform'),
    'read',
    'rejected sending_paused',
    'rejected whatsapp.submit_refused',
    'failed whatsapp.no_report',
  ],
  'resend sms': ['queued', 'sms.already_sent', 'sms.may_have_sent', 'message.retracted', 'replayed 409'],
  'resend whatsapp': ['queued', 'whatsapp.already_sent', 'whatsapp.escalated_to_sms', 'whatsapp.may_have_sent'],
  email: ['sending', 'sending_paused', 'plan_lapsed', 'unsubscribed'],
  open: ['in a session that has ended'],
  'opt-in': ['recorded', 'stopped', 'phone_conflict'],
  sms: [...paidOutcomes('sms'), 'country_not_allowed'],
  whatsapp: [...paidOutcomes('whatsapp'), 'not_opted_in', 'template_not_sendable'],
}
function paidOutcomes(channel: string): string[] {
  const settings = [
    'not selected',
    `${channel}_not_enabled`,
    `${channel}_disabled`,
    'disabled_by_request',
    'sending_paused',
  ]
  const recipient = ['unsubscribed', 'stopped', 'phone_conflict', 'no_phone']
  return [...settings, ...recipient, 'insufficient_credit', 'queued', 'scheduled', 'escalates']
}
function paidFinalStates(channel: string, party: string): string[] {
  const failed = [`failed ${channel}.${party}_failed`, `failed ${channel}.submit_outcome_unknown`]
  return ['accepted', 'delivered', 'cancelled', 'rejected insufficient_credit', ...failed]
}
const requiredCoverage = Object.entries(outcomes).flatMap(([subject, labels]) =>
  labels.map((label) => `${subject} ${label}`),
)

test(`${sequences} sequences from seed ${seed} match the model, and the invariants hold`, async () => {
  const started = performance.now()
  const failures = await Promise.all(Array.from({ length: streamCount }, (_, stream) => runStream(stream)))
  expect(failures.flat().join('\n\n')).toBe('')
  const figures = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`model: seed ${seed}, ${figures.join(', ')}, ${seconds} s\n`)
  // 2,000 sequences cover all cases. 300 may miss a rare one, also from a known seed, because some cases depend on real time.
  const missed = requiredCoverage.filter((label) => !covered.has(label))
  if (path === undefined && sequences >= defaultSequences)
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(sequences < 2_000 ? 3 : 0)
  // 10,000 sequences take 45 minutes on an idle machine.
}, 7_200_000)
