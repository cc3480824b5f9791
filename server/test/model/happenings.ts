/** What happens by itself, brought about: the worker's rounds, the providers, the recipients, time. */

import { statement } from '../../src/db/statement.ts'
import { createDeriveKey } from '../../src/derive-key.ts'
import { parseId } from '../../src/ids.ts'
import { sealShown } from '../../src/inbox/seen-token.ts'
import { writeInboxSession } from '../../src/inbox-tokens/tokens.ts'
import { promoteDueWork } from '../../src/scheduling/due.ts'
import type { Command } from './alphabet.ts'
import { same } from './answers.ts'
import {
  answer,
  comeDue,
  dispatch,
  isErased,
  isModelled,
  isTaken,
  open as openInModel,
  report as reportToModel,
  type Sent,
  statuses,
} from './life.ts'
import { type Channel, isLive } from './model.ts'
import { startByText, stopByText } from './recipients.ts'
import { everySend, nextBehaviour, now, type Run, type Submitted } from './run.ts'

export async function tellProvider(run: Run, command: Command & { do: 'provider' }): Promise<void> {
  const { channel, times } = command
  // Only one platform can say so.
  const isForeign = command.behaviour === 'refuse_not_on_whatsapp' && channel !== 'whatsapp'
  const behaviour = isForeign ? 'refuse' : command.behaviour
  const to = addressOf(run, channel, command.address)
  const { simulator } = run.world
  if (channel === 'email') await simulator.script(to, behaviour, times)
  else await simulator.scriptPaid(channel, to, behaviour, times)
  if (behaviour === 'accept') run.scripts.delete(`${channel} ${to}`)
  else run.scripts.set(`${channel} ${to}`, { behaviour, times })
}

const addressOf = ({ people }: Run, channel: Channel, place: number): string =>
  people[place]![channel === 'email' ? 'email' : 'phone']

/** As a worker does: what is taken is dispatched, and that is committed before any of it is submitted. */
export async function take(run: Run): Promise<void> {
  const { context, workers } = run.world
  for (const { channel, begin } of workers) {
    if (!isModelled(channel)) continue
    const queued = await queuedIn(run, channel)
    const acts = await begin(await context.queue.take(`nudges.${channel}`))
    // The jobs of what was called off end here.
    for (const { nudge } of everySend(run))
      if (nudge.channel === channel && nudge.state !== 'submitting') nudge.job = false
    const going = dispatch(channel, queued, run.calls)
    same(`dispatched by ${channel}`, acts.size, going.length)
    const submissions = [...acts.values()]
    for (const [place, sent] of going.entries()) run.hand.push({ sent, submit: submissions[place]! })
  }
}

/** What the service has queued is what the model has; it is dispatched in the order of its ids, which the model does not know. */
async function queuedIn(run: Run, channel: Channel): Promise<Sent[]> {
  const businessIds = run.shops.map(({ service }) => service.businessId)
  const rows = await run.world.db.all(queuedNudges, { businessIds, channel })
  const queued = everySend(run).filter(({ nudge }) => nudge.channel === channel && nudge.state === 'queued')
  const byName = new Map(queued.map((sent) => [nameOf(sent), sent]))
  const names = rows.map((row) => `${row.message_id} ${row.position}`)
  same(`queued on ${channel}`, names.toSorted(), [...byName.keys()].toSorted())
  return names.map((name) => byName.get(name)!)
}

/** A nudge by its message, and which it is of those on its channel. */
const nameOf = ({ message, nudge }: Sent): string =>
  `${parseId('msg', message.id)!} ${message.nudges.filter(({ channel }) => channel === nudge.channel).indexOf(nudge)}`

export async function send(run: Run): Promise<void> {
  await take(run)
  await submitHand(run)
}

/** What the worker has in hand goes to the providers, one after the other. */
export async function submitHand(run: Run): Promise<void> {
  for (const { sent, submit } of run.hand.splice(0)) {
    const { channel, number } = sent.nudge
    const to = channel === 'email' ? sent.message.email : number!
    await submit()
    const behaviour = nextBehaviour(run, channel, to)
    run.met.add(`provider ${channel} ${behaviour}`)
    run.submitted.push({ sent, channel, to, accepted: isTaken(behaviour) })
    answer(sent, behaviour, run.calls)
    if (isErased(sent) && channel !== 'email')
      run.met.add(`erased in hand, ${sent.nudge.charge === 0 ? 'refunded' : 'kept'}`)
  }
}

/** The newest first. */
const takenIn = ({ submitted }: Run): Submitted[] => submitted.filter(({ accepted }) => accepted).toReversed()

/** The provider's own id of a submission. */
async function idOf({ world, submitted }: Run, { channel, to, ...one }: Submitted): Promise<string> {
  const alike = submitted.filter((other) => other.accepted && other.channel === channel && other.to === to)
  const items = await world.simulator.outbox({ channel, to })
  return items[alike.findIndex(({ sent }) => sent === one.sent)].id
}

export async function report(run: Run, command: Command & { do: 'report' }): Promise<void> {
  const taken = takenIn(run)
  const item = taken[command.item % taken.length]
  if (item === undefined) return
  const id = await idOf(run, item)
  const possible = statuses[item.sent.nudge.channel]
  const status = possible[command.status % possible.length]!
  for (let time = 0; time < command.times; time++) {
    await run.world.simulator.report(id, status)
    run.met.add(`report ${item.sent.nudge.channel} ${status} of ${item.sent.nudge.state}`)
    reportToModel(item.sent, status, run.calls)
    run.reports++
  }
}

export async function writeBack(run: Run, command: Command & { do: 'stop' | 'start' }): Promise<void> {
  const { channel } = command
  const { phone } = run.people[command.phone]!
  const got = takenIn(run).filter((one) => one.channel === channel && one.to === phone)
  const answered = command.answers === null ? undefined : got[command.answers % got.length]
  await run.world.simulator.inbound(channel, phone, command.do.toUpperCase(), answered && (await idOf(run, answered)))
  const shops = run.shops.map(({ model }) => model)
  // Which message it is about says only WhatsApp, and the platform's id of it is known by the answer to its submission.
  const isKnown = channel === 'whatsapp' && answered?.sent.nudge.answered === true && !isErased(answered.sent)
  if (command.do === 'stop')
    stopByText(shops, channel, phone, isKnown ? { shop: answered.sent.shop, email: answered.sent.message.email } : null)
  else startByText(shops, channel, phone)
}

/** As the page says that somebody has read it. One that showed an older text says nothing of this one. */
export async function open(run: Run, id: string, stale: boolean): Promise<void> {
  const { world } = run
  const row = await world.db.one(shownTo, { messageId: parseId('msg', id)! })
  const opened = everyMessage(run).find(({ message }) => message.id === id)
  same('a message to open', row !== null, opened !== undefined)
  if (row === null || opened === undefined) return
  const {
    business_id: businessId,
    recipient_id: recipientId,
    shard,
    message_id: messageId,
    updated_at: updatedAt,
  } = row
  const deriveKey = createDeriveKey(world.config.secretKey)
  const pass = { shard, businessId, recipientId, expiresAt: new Date(now(run) + 3_600_000) }
  const shown = { id: messageId, updatedAt: stale ? new Date(updatedAt.getTime() - 1) : updatedAt }
  const { status } = await world.inbox('POST', '/inbox/open', {
    raw: new URLSearchParams({ shown: sealShown(deriveKey, pass, [shown]) }).toString(),
    headers: {
      Cookie: `__Host-inbox=${writeInboxSession(deriveKey, pass)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  })
  same('open', status, 303)
  if (stale) return
  const live = opened.message.nudges.filter(isLive)
  openInModel(opened, run.calls)
  if (!live.every(isLive)) run.met.add('nudge called off by an open')
}

const everyMessage = ({ shops }: Run) =>
  shops.flatMap(({ model: shop }) => shop.messages.map((message) => ({ shop, message })))

/** Answers of idempotent calls find their partition up to seven days ahead, and no further. */
const mostMinutes = 6 * 1_440

export async function advance(run: Run, minutes: number): Promise<void> {
  const more = Math.min(minutes, mostMinutes - run.common.minute)
  await run.world.advance(more)
  while ((await promoteDueWork(run.world.context)) > 0);
  run.common.minute += more
  comeDue(everySend(run), run.calls)
}

const queuedNudges = statement<{ businessIds: string[]; channel: Channel }, { message_id: string; position: number }>(
  'model.queued',
  `select message_id, position
     from (select n.business_id, n.id, n.message_id, n.state,
                  (row_number() over (partition by n.message_id order by n.made) - 1)::integer as position
             from nudges n where n.business_id = any($businessIds::uuid[]) and n.channel = $channel) own
    where state = 'queued'
    order by business_id, id`,
)
type ShownRow = { business_id: string; recipient_id: string; shard: string; message_id: string; updated_at: Date }
const shownTo = statement<{ messageId: string }, ShownRow>(
  'model.shown_to',
  `select m.business_id, m.recipient_id, b.shard, m.id as message_id, m.updated_at
     from messages m join businesses b on b.id = m.business_id where m.id = $messageId`,
)
