/** Events outside the API: the worker, the providers, the recipients and time. */

import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { writeSeenToken } from '../../src/inbox/seen-token.ts'
import { type MailboxSession, sessionPath, writeSession } from '../../src/inbox/session.ts'
import { createKeyring } from '../../src/keyring.ts'
import { queueDueWork } from '../../src/scheduling/due.ts'
import { retryUnavailable } from '../support/client.ts'
import type { Command } from './command-arbitraries.ts'
import { type Channel, isPending } from './model.ts'
import {
  applyElapsedTime,
  dispatch,
  isAccepted,
  isErased,
  isModelled,
  type OwnedNudge,
  open as openInModel,
  recordSubmission,
  report as reportToModel,
  statuses,
} from './nudge-lifecycle.ts'
import { startByText, stopByText } from './recipients.ts'
import { expectEqual } from './responses.ts'
import { everyNudge, nextBehaviour, now, type Run, type Submitted } from './run.ts'

export async function scriptProvider(run: Run, command: Command & { do: 'provider' }): Promise<void> {
  const { channel, times } = command
  // Only WhatsApp has this error.
  const isUnsupported = command.behaviour === 'refuse_not_on_whatsapp' && channel !== 'whatsapp'
  const behaviour = isUnsupported ? 'refuse' : command.behaviour
  const to = addressOf(run, channel, command.address)
  const { simulator } = run.service
  if (channel === 'email') await simulator.script(to, behaviour, times)
  else await simulator.scriptPaid(channel, to, behaviour, times)
  if (behaviour === 'accept') run.scripts.delete(`${channel} ${to}`)
  else run.scripts.set(`${channel} ${to}`, { behaviour, times })
}

const addressOf = ({ people }: Run, channel: Channel, index: number): string =>
  people[index]![channel === 'email' ? 'email' : 'phone']

/** Like a worker, commits the dispatch of all leased nudges before any of them is submitted. */
export async function take(run: Run): Promise<void> {
  const { context, workers } = run.service
  for (const { channel, begin } of workers) {
    if (!isModelled(channel)) continue
    const queued = await queuedIn(run, channel)
    const submissionsById = await begin(await context.queue.take(`nudges.${channel}`))
    // Taking the queue removes the jobs of cancelled nudges.
    for (const { nudge } of everyNudge(run))
      if (nudge.channel === channel && nudge.state !== 'submitting') nudge.job = false
    const dispatched = dispatch(channel, queued, run.calls)
    expectEqual(`dispatched by ${channel}`, submissionsById.size, dispatched.length)
    const submissions = [...submissionsById.values()]
    for (const [index, owned] of dispatched.entries()) run.dispatched.push({ owned, submit: submissions[index]! })
  }
}

/** Compares the queued nudges of service and model. The service dispatches them by id, which the model does not have. */
async function queuedIn(run: Run, channel: Channel): Promise<OwnedNudge[]> {
  const businessIds = run.shops.map(({ business }) => business.businessId)
  const rows = await run.service.db.all(queuedNudges, { businessIds, channel })
  const queued = everyNudge(run).filter(({ nudge }) => nudge.channel === channel && nudge.state === 'queued')
  const byPosition = new Map(queued.map((owned) => [positionOf(owned), owned]))
  const positions = rows.map((row) => `${row.message_id} ${row.position}`)
  expectEqual(`queued on ${channel}`, positions.toSorted(), [...byPosition.keys()].toSorted())
  return positions.map((position) => byPosition.get(position)!)
}

/** Identifies a nudge by its message and its position among the nudges of its channel. */
const positionOf = ({ message, nudge }: OwnedNudge): string =>
  `${parseId('msg', message.id)!} ${message.nudges.filter(({ channel }) => channel === nudge.channel).indexOf(nudge)}`

export async function send(run: Run): Promise<void> {
  await take(run)
  await submitDispatched(run)
}

/** Submits the dispatched nudges to the providers, one after another. */
export async function submitDispatched(run: Run): Promise<void> {
  for (const { owned, submit } of run.dispatched.splice(0)) {
    const { channel, number } = owned.nudge
    const to = channel === 'email' ? owned.message.email : number!
    await submit()
    const behaviour = nextBehaviour(run, channel, to)
    run.covered.add(`provider ${channel} ${behaviour}`)
    run.submitted.push({ owned, channel, to, accepted: isAccepted(behaviour) })
    recordSubmission(owned, behaviour, run.calls)
    if (isErased(owned) && channel !== 'email')
      run.covered.add(`erased after dispatch, ${owned.nudge.charge === 0 ? 'refunded' : 'charged'}`)
  }
}

/** Newest first. */
const acceptedSubmissions = ({ submitted }: Run): Submitted[] =>
  submitted.filter(({ accepted }) => accepted).toReversed()

/** The provider's id of a submission. */
async function idOf({ service, submitted }: Run, { channel, to, ...one }: Submitted): Promise<string> {
  const sameTarget = submitted.filter((other) => other.accepted && other.channel === channel && other.to === to)
  const items = await service.simulator.outbox({ channel, to })
  return items[sameTarget.findIndex(({ owned }) => owned === one.owned)].id
}

export async function report(run: Run, command: Command & { do: 'report' }): Promise<void> {
  const taken = acceptedSubmissions(run)
  const item = taken[command.item % taken.length]
  if (item === undefined) return
  const id = await idOf(run, item)
  const possible = statuses[item.owned.nudge.channel]
  const status = possible[command.status % possible.length]!
  for (let time = 0; time < command.times; time++) {
    await repeatUnavailable(() => run.service.simulator.report(id, status))
    run.covered.add(`report ${item.owned.nudge.channel} ${status} of ${item.owned.nudge.state}`)
    reportToModel(item.owned, status, run.calls)
    run.reports++
  }
}

/**
 * Repeats a callback that is 503, because the model knows no machine that stands still. All other tests fail on it: not every
 * provider repeats a callback.
 */
async function repeatUnavailable(callBack: () => Promise<unknown>): Promise<void> {
  const { error } = await retryUnavailable(() =>
    callBack().then(
      () => ({ status: 200, error: null }),
      (failure: Error) => ({ status: failure.message.includes('"status":503') ? 503 : 500, error: failure }),
    ),
  )
  if (error !== null) throw error
}

export async function receiveKeyword(run: Run, command: Command & { do: 'stop' | 'start' }): Promise<void> {
  const { channel } = command
  const { phone } = run.people[command.phone]!
  const received = acceptedSubmissions(run).filter((one) => one.channel === channel && one.to === phone)
  const repliedTo = command.inReplyTo === null ? undefined : received[command.inReplyTo % received.length]
  const inReplyTo = repliedTo && (await idOf(run, repliedTo))
  await repeatUnavailable(() => run.service.simulator.inbound(channel, phone, command.do.toUpperCase(), inReplyTo))
  const shops = run.shops.map(({ model }) => model)
  // Only WhatsApp names the message a reply belongs to, and the service learns its id from the response to the submission.
  const isKnown = channel === 'whatsapp' && repliedTo?.owned.nudge.hasResponse === true && !isErased(repliedTo.owned)
  if (command.do === 'stop')
    stopByText(
      shops,
      channel,
      phone,
      isKnown ? { shop: repliedTo.owned.shop, email: repliedTo.owned.message.email } : null,
    )
  else startByText(shops, channel, phone)
}

/** Sends the request of the inbox page that marks a message as read. A stale token, made for an older text, has no effect. */
export async function open(run: Run, id: string, stale: boolean): Promise<void> {
  const { service } = run
  const row = await service.db.one(shownTo, { messageId: parseId('msg', id)! })
  const opened = everyMessage(run).find(({ message }) => message.id === id)
  expectEqual('a message to open', row !== null, opened !== undefined)
  if (row === null || opened === undefined) return
  const {
    business_id: businessId,
    recipient_id: recipientId,
    shard,
    message_id: messageId,
    updated_at: updatedAt,
  } = row
  const keyring = createKeyring(service.config.secretKeys)
  const expiresAt = new Date(now(run) + 3_600_000)
  const ids = { shard, businessId, recipientId, messageId }
  const shown = { id: messageId, updatedAt: stale ? new Date(updatedAt.getTime() - 1) : updatedAt }
  const openIn = async (epoch: number): Promise<number> => {
    const session: MailboxSession = { kind: 'mailbox', ...ids, epoch, expiresAt }
    const response = await service.inbox('POST', `${sessionPath(session)}/open`, {
      raw: new URLSearchParams({ shown: writeSeenToken(keyring, session, [shown]) }).toString(),
      headers: {
        Cookie: `__Secure-inbox=${writeSession(keyring, session)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    })
    return response.status
  }
  const { linkEpoch } = opened.shop.recipients.get(opened.message.email)!
  for (let epoch = 0; epoch < linkEpoch; epoch++) {
    expectEqual('open in a session of an earlier epoch', await openIn(epoch), 403)
    run.covered.add('open in a session that has ended')
  }
  expectEqual('open', await openIn(linkEpoch), 303)
  if (stale) return
  const pending = opened.message.nudges.filter(isPending)
  openInModel(opened, run.calls)
  if (!pending.every(isPending)) run.covered.add('nudge cancelled by an open')
}

const everyMessage = ({ shops }: Run) =>
  shops.flatMap(({ model: shop }) => shop.messages.map((message) => ({ shop, message })))

/** Stored responses have partitions for only seven days ahead. */
const maxMinutes = 6 * 1_440

export async function advance(run: Run, minutes: number): Promise<void> {
  const more = Math.min(minutes, maxMinutes - run.common.minute)
  await run.service.advance(more)
  while ((await queueDueWork(run.service.context)) > 0);
  run.common.minute += more
  applyElapsedTime(everyNudge(run), run.calls)
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
type ShownRow = {
  business_id: string
  recipient_id: string
  shard: string
  message_id: string
  updated_at: Date
}
const shownTo = statement<{ messageId: string }, ShownRow>(
  'model.shown_to',
  `select m.business_id, m.recipient_id, b.shard, m.id as message_id, m.updated_at
     from messages m join businesses b on b.id = m.business_id where m.id = $messageId`,
)
