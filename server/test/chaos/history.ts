import { statement } from '../../src/db/statement.ts'
import { formatId } from '../../src/ids.ts'
import { type SimulatorClient, until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import type { Pushed } from './pushes.ts'
import type { TestDeployment } from './test-deployment.ts'

/** The final state of each message, and every violated invariant. */
type History = { finalStates: Map<string, string>; violations: string[] }

const waitTimeoutMilliseconds = 60_000

/** Waits until all work has ended, and then checks the API, the provider and the events against the invariants. */
export async function readHistory(
  { db, simulator }: Pick<TestDeployment, 'db' | 'simulator'>,
  pushed: Pushed[],
): Promise<History> {
  await until('all work to end', async () => (await db.one(countInProgress))!.count === 0, waitTimeoutMilliseconds)
  const submissionItems = await until('the last report', () => reportedSubmissions(simulator), waitTimeoutMilliseconds)
  const finalStates = new Map<string, string>()
  for (const { shop, id } of pushed)
    finalStates.set(id, finalState((await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery))
  const published = new Map((await db.all(eventsByMessage)).map((row) => [formatId('msg', row.message_id), row.types]))
  const submissions = tally(submissionItems.map((item) => item.headers['x-tidings-message']))
  const businessIds = new Set(pushed.map(({ shop }) => shop.businessId))
  const stored = (await db.one(countMessages, { businessIds: [...businessIds] }))!.count
  return {
    finalStates,
    violations: [
      ...(stored === pushed.length ? [] : [`I1: ${pushed.length} were acknowledged, ${stored} are stored`]),
      ...[...submissions]
        .filter(([, times]) => times > 1)
        .map(([id, times]) => `I2: ${id} was submitted ${times} times`),
      ...[...finalStates]
        .map(([id, state]) => ({ id, state, types: published.get(id)?.join(' ') ?? 'none' }))
        .filter(({ state, types }) => !allowedEvents(state).includes(types))
        .map(({ id, state, types }) => `I4: ${id} is ${state}, published events: ${types}`),
    ],
  }
}

/** All submissions, after the provider has reported on those it accepted. It never reports on `unknown+` addresses. */
async function reportedSubmissions(simulator: SimulatorClient) {
  const submissionItems = await simulator.attempts()
  const isReported = ({ accepted, reported, to }: { accepted: boolean; reported: string[]; to: string }): boolean =>
    !accepted || reported.length > 0 || to.startsWith('unknown+')
  return submissionItems.every(isReported) && submissionItems
}

type Delivery = {
  delivered: boolean
  bounced: boolean
  failed: { reason: string } | null
  not_sent: { reason: string } | null
}
/** The state in the merchant's view (2.4). */
function finalState({ delivered, bounced, failed, not_sent: notSent }: Delivery): string {
  if (delivered) return 'delivered'
  if (bounced) return 'bounced'
  if (failed !== null) return `failed ${failed.reason}`
  return notSent === null ? 'no outcome' : `not_sent ${notSent.reason}`
}

/** Event types in alphabetical order. `message.failed` may precede a delivery or bounce if the outcome was first unknown. */
function allowedEvents(state: string): string[] {
  const event = `message.${state.split(' ')[0]}`
  return state === 'delivered' || state === 'bounced' ? [event, `${event} message.failed`] : [event]
}

const countInProgress = statement<null, { count: number }>(
  'chaos.count_in_progress',
  `select (select count(*) from nudges where state in ('waiting', 'queued', 'submitting'))::integer
        + (select count(*) from queue.job where name = 'nudges.email')::integer as count`,
)
const countMessages = statement<{ businessIds: string[] }, { count: number }>(
  'chaos.count_messages',
  `select count(*)::integer as count from messages where business_id = any($businessIds::uuid[])`,
)
const eventsByMessage = statement<null, { message_id: string; types: string[] }>(
  'chaos.events_by_message',
  `select message_id, array_agg(type order by type) as types from events where message_id is not null group by message_id`,
)
