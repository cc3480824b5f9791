import { randomUUID } from 'node:crypto'
import * as invented from '../../src/documentation/examples/shop.ts'
import type { Shop } from '../support/client.ts'
import { openShop, pushMessage } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import type { TestService } from '../support/test-service.ts'
import type { Prepared, Setup } from './prepared.ts'

/** Creates what the example of an operation refers to. */
export const merchantSetups: Record<string, Setup> = {
  pushMessage: open,
  pushBatch: open,
  previewMessage: open,
  previewBatch: open,
  listMessages: deliveredOrder,
  readMessage: deliveredOrder,
  readMessageTimeline: async (service) => {
    const shop = await service.business({ name: 'Rivermill Books', country: 'GB' })
    return ready(shop, { [invented.shippedId]: await refusedEmail(service, shop) })
  },
  resendSms: (service) => unpaid(service, 'sms'),
  resendWhatsApp: (service) => unpaid(service, 'whatsapp'),
  retractMessage: async (service) => {
    const shop = await shopOf(service)
    return ready(shop, { [invented.shippedId]: await push(shop, {}) })
  },
  listKeys: withKey,
  createKey: open,
  revokeKey: withKey,
  readCredits: open,
  readRecipientSms: async (service) => {
    const shop = await shopOf(service)
    await push(shop, { recipient_phone: invented.phone })
    return ready(shop)
  },
  setRecipientPhone: async (service) => {
    const shop = await shopOf(service)
    await push(shop, {})
    return ready(shop)
  },
  clearRecipientPhone: async (service) => {
    const shop = await shopOf(service)
    await push(shop, { recipient_phone: invented.phone })
    return ready(shop)
  },
  eraseWhatsAppHistory: whatsappReply,
  eraseRecipient: deliveredOrder,
  listWebhookEndpoints: deliveredEvent,
  createWebhookEndpoint: open,
  deleteWebhookEndpoint: deliveredEvent,
  testWebhookEndpoint: deliveredEvent,
  rotateWebhookSecret: deliveredEvent,
  enableWebhookEndpoint: deliveredEvent,
  listWebhookDeliveries: deliveredEvent,
  listEvents: deliveredEvent,
  redeliverEvent: deliveredEvent,
  redeliverMissedEvents: deliveredEvent,
  listTestOutbox: async (service) => {
    const side = await testSide(service)
    const id = await push(side, { recipient_phone: invented.phone, channels: ['email', 'sms'] })
    await until('the text', async () => (await side.call('GET', '/api/v1/test/outbox?channel=sms')).json.items[0])
    return ready(side, { [invented.shippedId]: id })
  },
  setTestCredits: async (service) => ready(await testSide(service)),
  advanceTestClock: async (service) => ready(await testSide(service)),
}

const settings = { name: 'Rivermill Books', country: 'GB', sms: 'on_request', whatsapp: 'on_request' }
const shopOf = (service: TestService, credits = 500): Promise<Shop> => openShop(service, credits, settings)
const testSide = async (service: TestService): Promise<Shop> => (await service.sides(settings)).test
const ready = (shop: Shop, real: Record<string, string> = {}): Prepared => ({ token: shop.key, real })

async function open(service: TestService): Promise<Prepared> {
  await service.operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
  return ready(await shopOf(service))
}

/** An email that the provider refuses at first. Its retry waits. */
export async function refusedEmail(service: TestService, shop: Shop): Promise<string> {
  const to = `refused+${randomUUID()}@example.com`
  await service.simulator.script(to, 'throttle', 1)
  const id = await push(shop, { recipient_email: to })
  await until('the refusal', async () => {
    const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
    return delivery.email.state === 'retrying'
  })
  return id
}

async function push(shop: Shop, fields: object): Promise<string> {
  const shipped = {
    recipient_email: invented.customer,
    subject: 'Order A-1042 is on its way',
    body: 'Your books left our warehouse today.\nFollow the parcel: https://parcel.example/RM204881',
    reference: 'A-1042',
    order_status: 'shipped',
  }
  return (await pushMessage(shop, { ...shipped, ...fields })).id
}

/** The confirmation by email, and the shipment by email and text, both delivered. */
async function deliveredOrder(service: TestService): Promise<Prepared> {
  const shop = await shopOf(service)
  const confirmedId = await push(shop, { subject: 'Order A-1042 is confirmed', order_status: 'confirmed' })
  const shippedId = await push(shop, { recipient_phone: invented.phone, channels: ['email', 'sms'] })
  await until('the delivery reports', async () => {
    const { items } = (await shop.call('GET', '/api/v1/events')).json
    return items.length === 3
  })
  return ready(shop, { [invented.confirmedId]: confirmedId, [invented.shippedId]: shippedId })
}

/** A message whose paid nudge was skipped for lack of credit, and credits that were bought afterwards. */
async function unpaid(service: TestService, channel: 'sms' | 'whatsapp'): Promise<Prepared> {
  await service.operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
  const shop = await shopOf(service, 0)
  const consent = channel === 'whatsapp' ? { whatsapp_opt_in: { source: 'checkout' } } : {}
  const id = await push(shop, { recipient_phone: invented.phone, channels: ['email', channel], ...consent })
  await service.operator('POST', `/businesses/${shop.id}/credits`, { amount: 500 })
  return ready(shop, { [invented.shippedId]: id })
}

async function withKey(service: TestService): Promise<Prepared> {
  const shop = await shopOf(service)
  const body = { name: 'Warehouse', scopes: ['messages:write', 'messages:read'] }
  const { id } = (await shop.call('POST', '/api/v1/keys', { body })).json
  return ready(shop, { [invented.warehouseKeyId]: id })
}

/** A WhatsApp message and the reply of the customer. */
async function whatsappReply(service: TestService): Promise<Prepared> {
  const { simulator, db, operator } = service
  await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
  const shop = await shopOf(service)
  const id = await push(shop, {
    recipient_phone: invented.phone,
    channels: ['email', 'whatsapp'],
    whatsapp_opt_in: { source: 'checkout' },
  })
  const sent = await until('the message', async () => {
    const items = await simulator.outbox({ channel: 'whatsapp', message_id: id })
    return items[0]
  })
  await simulator.inbound('whatsapp', invented.phone, 'Thank you!', sent.id)
  await until('the reply', async () => {
    const { items } = (await shop.call('GET', '/api/v1/events?type=whatsapp.inbound_message')).json
    return items.length === 1
  })
  await queueIdle(db, shop)
  return ready(shop)
}

/** An endpoint at a receiver of the simulator, and an event that was delivered to it. */
async function deliveredEvent(service: TestService): Promise<Prepared> {
  const shop = await shopOf(service)
  const { url } = await service.simulator.receiver('ok')
  const body = {
    url,
    event_types: ['message.delivered', 'message.bounced', 'message.not_sent'],
    description: 'Order status page',
  }
  const endpoint = (await shop.call('POST', '/api/v1/webhook-endpoints', { body })).json
  const shippedId = await push(shop, {})
  await until('the delivery', async () => {
    const { items } = (await shop.call('GET', '/api/v1/webhook-endpoints')).json
    return items[0].last_success_at !== null
  })
  await queueIdle(service.db, shop)
  const [event] = (await shop.call('GET', '/api/v1/events?type=message.delivered')).json.items
  return ready(shop, {
    [invented.endpointUrl]: url,
    [invented.endpointId]: endpoint.id,
    [invented.deliveredEventId]: event.id,
    [invented.shippedId]: shippedId,
  })
}
