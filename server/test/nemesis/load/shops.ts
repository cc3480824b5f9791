import { settings } from '../../harness/environment.ts'
import { createClient, type Shop } from '../../support/client.ts'
import type { SupervisedDeployment } from '../deployment.ts'

/** A webhook endpoint of a shop: the simulator's id of its receiver, and the secret that the shop got. */
export type Receiver = { id: string; secret: string }

/** A shop with ample credits, one whose credits run out, and one without a webhook endpoint; each with its test side. */
export async function openShops({
  apis,
  simulator,
}: SupervisedDeployment): Promise<{ shops: Shop[]; testSides: Shop[]; receivers: Receiver[] }> {
  const { sides, operator } = createClient(apis[0]!.url, settings.OPERATOR_TOKEN)
  for (const status of ['shipped', 'delivered'])
    await operator('PUT', `/whatsapp-templates/${status}`, { state: 'approved' })
  const [shops, testSides]: [Shop[], Shop[]] = [[], []]
  const receivers: Receiver[] = []
  for (const { credits, hasEndpoint } of [
    { credits: 100_000, hasEndpoint: true },
    { credits: 60, hasEndpoint: true },
    { credits: 10_000, hasEndpoint: false },
  ]) {
    const { live, test } = await sides({
      sms: 'on_request',
      whatsapp: 'on_request',
      rate_limit_per_second: 10_000,
      sms_warmup_cap: 1_000_000,
      sms_credits_per_day: 1_000_000,
      sms_per_prefix_per_hour: 1_000_000,
      email_daily_cap: 1_000_000,
    })
    await operator('POST', `/businesses/${live.id}/credits`, { amount: credits })
    for (const shop of hasEndpoint ? [live, test] : []) {
      const receiver = await simulator.receiver('ok')
      const { json } = await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
      receivers.push({ id: receiver.id, secret: json.secret })
    }
    shops.push(live)
    testSides.push(test)
  }
  return { shops, testSides, receivers }
}
