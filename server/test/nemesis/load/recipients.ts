import { createClient } from '../../support/client.ts'
import { settings } from '../../support/program.ts'
import { pick } from '../chance.ts'
import { noteBarrier } from './barrier.ts'
import type { Lane } from './lane.ts'
import { pushPaid } from './pushes.ts'

/** A person follows the link of the mail and stays. What waited to see whether it is read is then called off. */
export async function open(lane: Lane): Promise<void> {
  const pushed = pick(lane.pushed, lane.next)
  if (pushed === undefined) return
  const { simulator } = lane.deployment
  const [mail] = await simulator.outbox({ message_id: pushed.id })
  if (mail === undefined) return
  const visited = (await simulator.open(mail.id).catch(() => null)) as { submitted: boolean } | null
  if (visited?.submitted) await noteBarrier(lane, 'open', pushed.id, ({ escalates }) => escalates)
}

/** Right after a push, so that there is something to be stopped. */
export async function stopByOperator(lane: Lane): Promise<void> {
  const channel = lane.next() < 0.7 ? 'sms' : 'whatsapp'
  const pushed = await pushPaid(lane, { channels: [channel], whatsapp_opt_in: {} })
  if (pushed === null) return
  const { operator } = createClient(pick(lane.apis, lane.next)!.url, settings.OPERATOR_TOKEN)
  const path = `/businesses/${pushed.shop.id}/recipients/${encodeURIComponent(pushed.body.recipient_email)}/stop`
  const answer = await operator('POST', path, { channel }).catch(() => null)
  if (answer?.status === 200) await noteBarrier(lane, 'stop', pushed.id, (send) => send.channel === channel)
}

/** The START of another lane may lift a STOP at once, so nothing is claimed of the moment. */
export async function stopByText(lane: Lane): Promise<void> {
  const pushed = pick(
    lane.pushed.filter(({ phone }) => phone !== null),
    lane.next,
  )
  const word = lane.next() < 0.7 ? 'STOP' : 'START'
  if (pushed !== undefined) await lane.deployment.simulator.inbound('sms', pushed.phone!, word).catch(() => null)
}

const statusesOf: Record<string, string[]> = {
  email: ['delivered', 'delivered', 'bounced'],
  sms: ['delivered', 'undelivered', 'sent'],
  whatsapp: ['delivered', 'read', 'failed'],
}

/** Whatever a provider has told, it tells once more, or tells otherwise. */
export async function reportAgain({ next, pushed, deployment: { simulator } }: Lane): Promise<void> {
  const one = pick(pushed, next)
  if (one === undefined) return
  const items = await simulator.outbox(one.phone === null ? { message_id: one.id } : { to: one.phone })
  const item = pick(items, next)
  if (item === undefined) return
  await simulator.report(item.id, pick(statusesOf[item.channel]!, next)!).catch(() => null)
}
