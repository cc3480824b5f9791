import type { Event, EventType, PushRequest, PushResult, Tidings } from '@tidings/client'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { pause } from '../feed/follow-events.ts'
import { openInbox, requestErasure } from './inbox-visitor.ts'
import type { Trigger } from './triggers.ts'

export type Cause = {
  client: Tidings
  signal: AbortSignal
  randomId: string
  note: (text: string) => void
}

/** Makes an event happen, and returns it when it is in the log. */
export async function causeEvent(
  cause: Cause,
  type: EventType,
  trigger: Exclude<Trigger, { by: 'none' }>,
): Promise<Event> {
  const before = await newestId(cause, type)
  switch (trigger.by) {
    case 'push': {
      const message = await pushAndRun(cause, trigger)
      const isOfMessage = trigger.next !== 'request_erasure'
      return waitForEvent(cause, type, isOfMessage ? { message_id: message.id } : {}, before)
    }
    case 'low_balance':
      return causeLowBalance(cause, before)
    case 'key':
      await changeKey(cause, trigger.next)
      break
  }
  return waitForEvent(cause, type, {}, before)
}

async function pushAndRun(cause: Cause, { request, next }: Extract<Trigger, { by: 'push' }>): Promise<PushResult> {
  const { client, signal, note } = cause
  // The time of the test side, which may be days ahead of this machine.
  const now = new Date((await client.test.advanceClock({ seconds: 0 }, { signal })).now)
  const message = await client.messages.push(requestOf(cause, request, { now, isScheduled: next === 'retract' }), {
    signal,
  })
  note(`Pushed ${message.id} to ${request.phone ?? message.recipient_email}.`)
  refuseSkipped(message, request)
  if (next === 'retract') {
    await client.messages.retract(message.id, { signal })
    note('Retracted it before its time.')
    return message
  }
  // What is due is sent before the response, so that the event follows at once.
  await client.test.advanceClock({ seconds: 0 }, { signal })
  if (next !== undefined) {
    const link = await emailLink(cause, message)
    await (next === 'open' ? openInbox(link, signal) : requestErasure(link, signal))
    note(next === 'open' ? 'Opened its link as the customer.' : 'Requested the erasure as the customer.')
  }
  return message
}

function requestOf(
  { randomId }: Cause,
  request: Extract<Trigger, { by: 'push' }>['request'],
  { now, isScheduled }: { now: Date; isScheduled: boolean },
): PushRequest {
  const suffix = request.phone === undefined ? randomId : request.phone.slice(1)
  const dueAt = new Date(now.getTime() + 86_400_000)
  return {
    recipient_email: `${request.persona}+${suffix}@simulator.example`,
    subject: `Triggered ${randomId}`,
    body: 'Pushed by tidings trigger.',
    reference: randomId,
    order_status: 'shipped',
    channels: request.channels ?? null,
    ...(request.phone !== undefined && { recipient_phone: request.phone }),
    ...(request.channels?.includes('whatsapp') && {
      whatsapp_opt_in: { source: 'tidings trigger', obtained_at: new Date(now.getTime() - 1000).toISOString() },
    }),
    ...(isScheduled && { send_at: dueAt.toISOString() }),
  }
}

/** A nudge that a gate refused cannot cause the event. */
function refuseSkipped(message: PushResult, { channels }: { channels?: PushRequest['channels'] }): void {
  for (const channel of channels ?? []) {
    const reason = message[channel]?.skipped_reason ?? null
    if (reason !== null)
      throw new CommandError(
        `The event does not occur: ${message.id} is not sent by ${channel} (${reason}).`,
        exitCodes.refused,
        skipAdvice[reason] ?? `The reason is explained at /docs/reasons/${reason}.`,
      )
  }
}

const skipAdvice: Record<string, string> = {
  insufficient_credit: 'The test side has no credits left: PUT /api/v1/test/credits sets them.',
  template_not_sendable: 'The operator has no approved WhatsApp template for a shipped order yet.',
  stopped: 'The number has replied STOP before. Erasing its recipient does not lift a STOP.',
  phone_conflict: 'Another recipient has the number: erase that recipient with tidings recipients erase.',
}

async function emailLink({ client, signal }: Cause, message: PushResult): Promise<string> {
  for (;;) {
    const { items } = await client.test.outbox({ channel: 'email', message_id: message.id }, { signal }).page()
    const link = items[0]?.link ?? null
    if (link !== null) return link
    await pauseOrEnd(signal)
  }
}

/** Sets the balance to the threshold and sends a text, which charges at least one credit. Then restores the balance. */
async function causeLowBalance(cause: Cause, before: string | null): Promise<Event> {
  const { client, signal, note } = cause
  const { balance, threshold } = await client.credits.read({ signal })
  await client.test.setCredits({ balance: threshold }, { signal })
  note(`Set the credits to the threshold, ${threshold}.`)
  try {
    await pushAndRun(cause, { by: 'push', request: { persona: 'trigger', phone: '+447700900001', channels: ['sms'] } })
    return await waitForEvent(cause, 'credits.low_balance', {}, before)
  } finally {
    await client.test.setCredits({ balance }, { signal })
    note(`Set the credits to ${balance} again.`)
  }
}

async function changeKey({ client, signal, randomId, note }: Cause, next: 'create' | 'revoke'): Promise<void> {
  const key = await client.keys.create({ name: `trigger ${randomId}`, scopes: ['credits'] }, { signal })
  await client.keys.revoke(key.id, { signal })
  note(next === 'create' ? `Created ${key.id}, and revoked it again.` : `Created ${key.id} and revoked it.`)
}

const newestId = async ({ client, signal }: Cause, type: EventType): Promise<string | null> =>
  (await client.events.list({ type, limit: 1 }, { signal }).page()).items[0]?.id ?? null

const patienceMilliseconds = 30_000

async function waitForEvent(
  { client, signal }: Cause,
  type: EventType,
  filter: { message_id?: string },
  before: string | null,
): Promise<Event> {
  const deadline = performance.now() + patienceMilliseconds
  while (performance.now() < deadline) {
    const { items } = await client.events.list({ type, limit: 1, ...filter }, { signal }).page()
    const [newest] = items
    if (newest !== undefined && newest.id !== before) return newest
    await pauseOrEnd(signal)
  }
  throw new CommandError(
    `The event ${type} did not occur in 30 seconds.`,
    exitCodes.refused,
    filter.message_id === undefined ? undefined : `What happened: tidings messages why ${filter.message_id}`,
  )
}

async function pauseOrEnd(signal: AbortSignal): Promise<void> {
  await pause(200, signal)
  signal.throwIfAborted()
}
