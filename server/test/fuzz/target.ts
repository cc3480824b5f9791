import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { sessionPath } from '../../src/inbox/session.ts'
import { inboxLink, textLink, unsubscribeUrl } from '../../src/inbox-tokens/tokens.ts'
import { createKeyring } from '../../src/keyring.ts'
import { shopPath } from '../../src/shop-path.ts'
import type { Service } from '../harness/measured-service.ts'
import type { ApiResponse } from '../support/client.ts'
import { createMember, hiddenField } from '../support/dashboard.ts'
import type { Known } from './known.ts'

/** A shop with a customer, a message on every channel, a key and an endpoint, and a second shop for operator requests. */
export async function createTarget(service: Service, foreignIds: string[]): Promise<Known> {
  const { client, db, config, operatorToken, receiverUrl } = service
  const shop = await client.business({ rate_limit_per_second: 10_000, sms: 'on', whatsapp: 'on', country: 'GB' })
  await client.operator('POST', `/businesses/${shop.id}/credits`, { amount: 200 })
  const create = async (path: string, body: object): Promise<string> =>
    idOf(await shop.call('POST', `/api/v1/${path}`, { headers: { 'Idempotency-Key': 'first' }, body }))
  const messageId = await create('messages', {
    recipient_email: 'ada@example.com',
    recipient_phone: '+447700900123',
    whatsapp_opt_in: {},
    subject: 'S',
    body: 'See https://shop.example/orders',
    reference: 'A-1',
    order_status: 'shipped',
  })
  // The key and business used for requests must not be revoked or changed, or most requests would be unauthenticated.
  const other = await client.business()
  const [keyId, endpointId] = [await create('keys', {}), await create('webhook-endpoints', { url: receiverUrl })]
  const nudges = await db.all(nudgesOf, { messageId: parseId('msg', messageId)! })

  const keyring = createKeyring(config.secretKeys)
  const target = {
    shard: shop.shard,
    businessId: parseId('biz', shop.id)!,
    recipientId: (await db.one(recipientOf, { messageId: parseId('msg', messageId)! }))!.recipient_id,
  }
  const nextMonth = new Date(Date.now() + 30 * 86_400_000)
  const pass = { ...target, epoch: 0, messageId: null }
  const links = [
    inboxLink(keyring, '', { ...pass, expiresAt: nextMonth }),
    textLink(keyring, '', { shard: shop.shard, nudgeId: nudges[0]!.id, epoch: 0, expiresAt: nextMonth }),
    unsubscribeUrl(keyring, '', target),
    inboxLink(keyring, '', { ...pass, expiresAt: new Date(0) }),
  ]
  const session = sessionOf(await client.call('GET', links[0]!))
  const inboxPath = sessionPath({ ...pass, kind: 'mailbox', expiresAt: nextMonth })
  const inbox = await client.call('GET', `${inboxPath}/updates`, { headers: { Cookie: `__Secure-inbox=${session}` } })
  // One person may ask for ten pages a second, and a form can end a session or a membership.
  const members: Known['members'][number][] = []
  for (let count = 0; count < memberCount; count++) {
    const { path, cookie } = await createMember(service, target, 'owner')
    const page = await client.call('GET', `${path}/messages/${messageId}/retract`, { headers: { Cookie: cookie } })
    const fields = ['csrf', 'once'].map((name): [string, string] => [name, hiddenField(page.text, name)])
    members.push({ session: cookie.split('=')[1]!, fields })
  }
  return {
    members,
    dashboard: shopPath(target).slice('/dashboard/'.length),
    email: 'ada@example.com',
    apiKey: shop.key,
    operatorToken,
    businessId: shop.id,
    businessIds: [other.id, 'biz_01KA00000000000000000000ZZ'],
    ids: [messageId, keyId, endpointId, ...foreignIds, other.id, unknownId],
    nudgeIds: [...nudges.map(({ id }) => id), '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f'],
    receiverUrl,
    tokens: links.map((link) => link.slice(link.lastIndexOf('/') + 1)),
    session,
    inbox: inboxPath.slice('/inbox/'.length),
    fields: [...inbox.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    publicUrl: config.publicUrl,
    phoneNumberId: config.whatsapp!.phoneNumberId,
    providerSecret: config.emailProvider!.secret,
  }
}

const memberCount = 30
const unknownId = 'key_01KA00000000000000000000ZZ'

/** Throws on failure: an attack on a target that does not exist proves nothing. */
function idOf({ status, json, text }: ApiResponse): string {
  if (status !== 201) throw new Error(`the target could not be created: ${status} ${text}`)
  return json.id
}

function sessionOf({ headers, status }: ApiResponse): string {
  const session = /^__Secure-inbox=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '')?.[1]
  if (session === undefined) throw new Error(`the inbox link returned ${status} without a session cookie`)
  return session
}

const nudgesOf = statement<{ messageId: string }, { id: string }>(
  'fuzz.nudges',
  `select id from nudges where message_id = $messageId`,
)
const recipientOf = statement<{ messageId: string }, { recipient_id: string }>(
  'fuzz.recipient',
  `select recipient_id from messages where id = $messageId`,
)
