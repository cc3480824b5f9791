import { createClient, type Shop } from '../../support/client.ts'
import { settings } from '../../support/program.ts'
import type { Deployment } from '../deployment.ts'

/** One with credits enough, one whose credits run out, and one that nobody listens for; the others have an endpoint each. */
export async function openShops({ apis, simulator }: Deployment): Promise<{ shops: Shop[]; receivers: string[] }> {
  const { business, operator } = createClient(apis[0]!.url, settings.OPERATOR_TOKEN)
  for (const status of ['shipped', 'delivered'])
    await operator('PUT', `/whatsapp-templates/${status}`, { state: 'approved' })
  const shops: Shop[] = []
  const receivers: string[] = []
  for (const { credits, listens } of [
    { credits: 100_000, listens: true },
    { credits: 60, listens: true },
    { credits: 10_000, listens: false },
  ]) {
    const shop = await business({
      sms: 'on_request',
      whatsapp: 'on_request',
      rate_limit_per_second: 10_000,
      sms_warmup_cap: 1_000_000,
      email_daily_cap: 1_000_000,
    })
    await operator('POST', `/businesses/${shop.id}/credits`, { amount: credits })
    if (listens) {
      const receiver = await simulator.receiver('ok')
      await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
      receivers.push(receiver.id)
    }
    shops.push(shop)
  }
  return { shops, receivers }
}
