import { settings } from '../../harness/environment.ts'
import { createClient } from '../../support/client.ts'
import { pick } from '../random.ts'
import { recordBarrier } from './barrier.ts'
import type { LoadClient } from './load-client.ts'
import { pushPaid } from './pushes.ts'

/** The recipient follows the link in the email and opens the message, which cancels its escalations. */
export async function open(client: LoadClient): Promise<void> {
  const pushed = pick(client.pushed, client.next)
  if (pushed === undefined) return
  const { simulator } = client.deployment
  const [email] = await simulator.outbox({ message_id: pushed.id })
  if (email === undefined) return
  const visited = (await simulator.open(email.id).catch(() => null)) as { submitted: boolean } | null
  if (visited?.submitted) await recordBarrier(client, 'open', pushed.id, ({ escalates }) => escalates)
}

/** Right after a push, so that there is a nudge to stop. */
export async function stopByOperator(client: LoadClient): Promise<void> {
  const channel = client.next() < 0.7 ? 'sms' : 'whatsapp'
  const pushed = await pushPaid(client, { channels: [channel], whatsapp_opt_in: {} })
  if (pushed === null) return
  const { operator } = createClient(pick(client.apis, client.next)!.url, settings.OPERATOR_TOKEN)
  const path = `/businesses/${pushed.shop.id}/recipients/${encodeURIComponent(pushed.body.recipient_email)}/stop`
  const response = await operator('POST', path, { channel }).catch(() => null)
  if (response?.status === 200) await recordBarrier(client, 'stop', pushed.id, (nudge) => nudge.channel === channel)
}

/** Records no barrier: the START of another client may revoke a STOP at once. */
export async function stopByText(client: LoadClient): Promise<void> {
  const pushed = pick(
    client.pushed.filter(({ phone }) => phone !== null),
    client.next,
  )
  const word = client.next() < 0.7 ? 'STOP' : 'START'
  if (pushed !== undefined) await client.deployment.simulator.inbound('sms', pushed.phone!, word).catch(() => null)
}

const reportedStatuses: Record<string, string[]> = {
  email: ['delivered', 'delivered', 'bounced'],
  sms: ['delivered', 'undelivered', 'sent'],
  whatsapp: ['delivered', 'read', 'failed'],
}

/** A provider repeats or contradicts an earlier delivery report. */
export async function reportAgain({ next, pushed, deployment: { simulator } }: LoadClient): Promise<void> {
  const one = pick(pushed, next)
  if (one === undefined) return
  const items = await simulator.outbox(one.phone === null ? { message_id: one.id } : { to: one.phone })
  const item = pick(items, next)
  if (item === undefined) return
  await simulator.report(item.id, pick(reportedStatuses[item.channel]!, next)!).catch(() => null)
}
