import { randomBytes } from 'node:crypto'
import { statement } from '../../src/db/statement.ts'
import * as installation from '../../src/documentation/examples/operator-installation.ts'
import * as people from '../../src/documentation/examples/operator-people.ts'
import { customer, endpointId, endpointUrl, phone, shippedId } from '../../src/documentation/examples/shop.ts'
import { formatId } from '../../src/ids.ts'
import type { Shop } from '../support/client.ts'
import { createMember } from '../support/dashboard.ts'
import { openShop, pushMessage } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import type { TestService } from '../support/test-service.ts'
import { refusedEmail } from './merchant-setups.ts'
import type { Prepared, Setup } from './prepared.ts'

/**
 * Creates what the example of an operator's operation refers to. Some operations list or change what belongs to the whole service,
 * so these examples run one after another.
 */
export const operatorSetups: Record<string, Setup> = {
  createBusiness: nothing,
  listBusinesses: open,
  readBusiness: open,
  changeBusiness: open,
  setLogo: open,
  removeLogo: open,
  grantCredits: async (service) => ready(service, await service.business(settings)),
  listLedger: sentText,
  listErasures: async (service) => {
    const { shop } = await deliverText(service)
    const headers = { 'Idempotency-Key': 'erase' }
    await shop.call('POST', `/api/v1/recipients/${encodeURIComponent(customer)}/erase`, { headers })
    return ready(service, shop)
  },
  listMembers: withMember,
  changeMember: withMember,
  removeMember: withMember,
  listInvitations: withInvitation,
  inviteMember: open,
  revokeInvitation: withInvitation,
  listBusinessKeys: withKey,
  createDashboardKey: open,
  revokeBusinessKey: withKey,
  setPhoneFromDashboard: pushed,
  stopRecipient: pushed,
  unsubscribeRecipient: pushed,
  listTemplates: async (service) => {
    const states = { confirmed: 'approved', shipped: 'approved', delivered: 'approved', cancelled: 'in_review' }
    const others = { ready_for_pickup: 'approved', refunded: 'rejected', delayed: 'paused' }
    for (const [status, state] of Object.entries({ ...states, ...others }))
      await service.operator('PUT', `/whatsapp-templates/${status}`, { state })
    return nothing(service)
  },
  changeTemplate: nothing,
  syncTemplates: nothing,
  listMessagesAsOperator: sentText,
  readMessageAsOperator: sentText,
  readMessageTimelineAsOperator: async (service) => {
    const shop = await shopOf(service)
    return ready(service, shop, { [shippedId]: await refusedEmail(service, shop) })
  },
  listSmsPrices: nothing,
  readSmsPrice: nothing,
  changeSmsPrice: nothing,
  enableEndpointFromDashboard: async (service) => {
    const shop = await shopOf(service)
    const { url } = await service.simulator.receiver('ok')
    const body = { url, event_types: ['message.delivered', 'message.bounced'], description: 'Order status page' }
    const { id } = (await shop.call('POST', '/api/v1/webhook-endpoints', { body })).json
    return ready(service, shop, { [endpointUrl]: url, [endpointId]: id })
  },
  listNotices: async (service) => {
    const shop = await shopOf(service)
    await service.operator('PATCH', `/businesses/${shop.id}`, { messages_per_day: 10 })
    for (let order = 1; order <= 8; order++) await push(shop, { reference: `A-${order}`, notify: false })
    await service.operator('POST', `/businesses/${shop.id}/keys`, { name: 'Till' })
    return ready(service, shop)
  },
  readSending: nothing,
  holdSending: nothing,
  releaseSending: async (service) => {
    await service.db.all(pauseInstallation)
    return nothing(service)
  },
  createOperator: async (service) => {
    await service.db.all(releaseAddresses)
    return nothing(service)
  },
  // Operators who appear in the audit log cannot be deleted, so this example precedes that of listAudit.
  listOperators: async (service) => {
    await service.db.all(deleteOperators)
    await service.operator('POST', '/operators', { name: 'Tim', role: 'finance' })
    await service.operator('POST', '/operators', { name: 'Grace', role: 'support', email: 'grace@tidings.example' })
    return nothing(service)
  },
  changeOperator: async (service) => {
    await service.db.all(deleteOperators)
    const grace = { name: 'Grace', role: 'support', email: 'grace@tidings.example' }
    const { id } = (await service.operator('POST', '/operators', grace)).json
    return ready(service, null, { [installation.operatorId]: id })
  },
  revokeOperator: async (service) => {
    const { id } = (await service.operator('POST', '/operators', { name: 'Grace', role: 'support' })).json
    return ready(service, null, { [installation.operatorId]: id })
  },
  listAudit: async (service) => {
    const shop = await shopOf(service)
    await push(shop, {})
    const { token, id } = (await service.operator('POST', '/operators', { name: 'Grace', role: 'support' })).json
    const path = `/operator/v1/businesses/${shop.id}/recipients/${encodeURIComponent(customer)}/stop`
    await service.call('POST', path, { key: token, body: { channel: 'sms' } })
    return ready(service, shop, { [installation.operatorId]: id })
  },
  listSuppressions: async (service) => {
    await service.db.all(deleteSharedSuppressions)
    return bounced(service)
  },
  readSuppressions: bounced,
  liftSuppression: bounced,
  advanceClock: nothing,
}

const settings = { name: installation.businessName, country: 'GB', contact_email: installation.contact }
const shopOf = (service: TestService, own: object = {}): Promise<Shop> =>
  openShop(service, 500, { ...settings, ...own })

const ready = ({ operatorToken }: TestService, shop: Shop | null, real: Record<string, string> = {}): Prepared => ({
  token: operatorToken,
  real: { ...(shop && { [installation.businessId]: shop.id }), ...real },
})
async function nothing(service: TestService): Promise<Prepared> {
  return ready(service, null)
}

/** A business whose name no other one has, so that a search finds only this one. */
async function open(service: TestService): Promise<Prepared> {
  const name = `${installation.businessName} ${randomBytes(8).toString('hex')}`
  return ready(service, await shopOf(service, { name, sms: 'on' }), { [installation.businessName]: name })
}

async function push(shop: Shop, fields: object): Promise<string> {
  const shipped = {
    recipient_email: customer,
    subject: 'Order A-1042 is on its way',
    body: 'Your books left our warehouse today.\nFollow the parcel: https://parcel.example/RM204881',
    reference: 'A-1042',
    order_status: 'shipped',
  }
  return (await pushMessage(shop, { ...shipped, ...fields })).id
}

async function pushed(service: TestService): Promise<Prepared> {
  const shop = await shopOf(service)
  await push(shop, {})
  return ready(service, shop)
}

async function sentText(service: TestService): Promise<Prepared> {
  const { shop, id } = await deliverText(service)
  return ready(service, shop, { [shippedId]: id })
}

/** The shipment by email and text, both delivered. */
async function deliverText(service: TestService): Promise<{ shop: Shop; id: string }> {
  const shop = await service.business({ ...settings, sms: 'on_request', whatsapp: 'on_request' })
  await service.operator('POST', `/businesses/${shop.id}/credits`, { amount: 500, note: 'Invoice 2026-0117' })
  const id = await push(shop, { recipient_phone: phone, channels: ['email', 'sms'] })
  await until('the delivery reports', async () => (await shop.call('GET', '/api/v1/events')).json.items.length === 2)
  return { shop, id }
}

async function withKey(service: TestService): Promise<Prepared> {
  const shop = await shopOf(service)
  const { id } = (await service.operator('POST', `/businesses/${shop.id}/keys`, { name: 'Till' })).json
  return ready(service, shop, { [installation.leakedKeyId]: id })
}

/** An address whose mailbox does not exist. No other example uses it. */
async function bounced(service: TestService): Promise<Prepared> {
  const shop = await shopOf(service)
  const address = `ada-${randomBytes(8).toString('hex')}@example.com`
  const id = await push(shop, { recipient_email: address })
  const email = await service.simulator.waitForEmail(id)
  await service.simulator.report(email.id, 'bounced')
  await until('the bounce', async () => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery.bounced)
  // The path of a sample may contain it percent-encoded.
  return ready(service, shop, { [customer]: address, [encodeURIComponent(customer)]: encodeURIComponent(address) })
}

const pauseInstallation = statement<null>(
  'test.pause_installation',
  `update installation set paused_since = clock_now(), pause_reason = 'other_database'`,
)
async function withMember(service: TestService): Promise<Prepared> {
  const shop = await shopOf(service)
  const member = await createMember(
    service,
    shop,
    'support',
    'Lena Berg',
    `${randomBytes(6).toString('hex')}@shop.example`,
  )
  // The example shows when the member last visited the shop.
  await service.call('GET', `${member.path}/messages`, { headers: { Cookie: member.cookie } })
  return ready(service, shop, {
    [people.personId]: formatId('per', member.personId),
    [people.memberEmail]: member.email,
  })
}
async function withInvitation(service: TestService): Promise<Prepared> {
  const shop = await shopOf(service)
  const body = { email: 'sam@hazelandpine.example', role: 'owner' }
  const { id } = (await service.operator('POST', `/businesses/${shop.id}/invitations`, body)).json
  return ready(service, shop, { [people.invitationId]: id })
}
/** The address of an operator is theirs alone, and the example is sent several times. */
const releaseAddresses = statement<null>('test.release_addresses', `update operators set email = null`)
const deleteOperators = statement<null>('test.delete_operators', `delete from operators`)
const deleteSharedSuppressions = statement<null>('test.delete_shared_suppressions', `delete from platform_suppressions`)
