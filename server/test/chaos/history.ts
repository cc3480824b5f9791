import { statement } from '../../src/db/statement.ts'
import { formatId } from '../../src/ids.ts'
import { type SimulatorClient, until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import type { Fleet } from './fleet.ts'
import type { Pushed } from './pushes.ts'

/** What became of each message, and every break of a promise that was found. */
type History = { ends: Map<string, string>; broken: string[] }

const patienceMilliseconds = 60_000

/** Waits until nothing is under way any more, and then holds what the merchant, the provider and the events say against the promises. */
export async function readHistory(
  { db, simulator }: Pick<Fleet, 'db' | 'simulator'>,
  pushed: Pushed[],
): Promise<History> {
  await until('the end of everything', async () => (await db.one(countUnderWay))!.count === 0, patienceMilliseconds)
  const mails = await until('the last report', () => reportedMails(simulator), patienceMilliseconds)
  const ends = new Map<string, string>()
  for (const { shop, id } of pushed)
    ends.set(id, endOf((await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery))
  const told = new Map((await db.all(eventsByMessage)).map((row) => [formatId('msg', row.message_id), row.types]))
  const submissions = tally(mails.map((mail) => mail.headers['x-tidings-message']))
  const businessIds = new Set(pushed.map(({ shop }) => shop.businessId))
  const stored = (await db.one(countMessages, { businessIds: [...businessIds] }))!.count
  return {
    ends,
    broken: [
      ...(stored === pushed.length ? [] : [`I1: ${pushed.length} were acknowledged, ${stored} are there`]),
      ...[...submissions]
        .filter(([, times]) => times > 1)
        .map(([id, times]) => `I2: ${id} was submitted ${times} times`),
      ...[...ends]
        .map(([id, end]) => ({ id, end, types: told.get(id)?.join(' ') ?? 'nothing' }))
        .filter(({ end, types }) => !mayBeTold(end).includes(types))
        .map(({ id, end, types }) => `I4: ${id} ended ${end}, and was told ${types}`),
    ],
  }
}

/** Everything that was submitted, once the provider has reported on what it accepted. Of some it never will. */
async function reportedMails(simulator: SimulatorClient) {
  const mails = await simulator.attempts()
  const isSettled = ({ accepted, reported, to }: { accepted: boolean; reported: string[]; to: string }): boolean =>
    !accepted || reported.length > 0 || to.startsWith('unknown+')
  return mails.every(isSettled) && mails
}

type Delivery = {
  delivered: boolean
  bounced: boolean
  failed: { reason: string } | null
  not_sent: { reason: string } | null
}
/** As the merchant sees it (2.4). */
function endOf({ delivered, bounced, failed, not_sent: notSent }: Delivery): string {
  if (delivered) return 'delivered'
  if (bounced) return 'bounced'
  if (failed !== null) return `failed ${failed.reason}`
  return notSent === null ? 'nowhere' : `not_sent ${notSent.reason}`
}

/** The end once, and that nobody knew at most once, where the truth came later. In the order of the alphabet. */
function mayBeTold(end: string): string[] {
  const told = `message.${end.split(' ')[0]}`
  return end === 'delivered' || end === 'bounced' ? [told, `${told} message.failed`] : [told]
}

const countUnderWay = statement<null, { count: number }>(
  'chaos.count_under_way',
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
