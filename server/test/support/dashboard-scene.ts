import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../../src/context.ts'
import { startSession } from '../../src/dashboard/people/sessions.ts'
import { statement } from '../../src/db/statement.ts'
import { formatId, parseId } from '../../src/ids.ts'
import { createKeyring } from '../../src/keyring.ts'
import type { MemberRole } from '../../src/member-role.ts'
import { storeLogo } from '../../src/operator/sql.ts'
import { shopPath } from '../../src/shop-path.ts'
import { insertEndpoint } from '../../src/webhooks/endpoints.sql.ts'
import { newSecret, sealSecret } from '../../src/webhooks/secret.ts'
import type { Shop } from './client.ts'
import { createMember, type SignedInMember } from './dashboard.ts'
import { pushMessage, shippedOrder } from './messages.ts'
import { greenLogo } from './png.ts'
import { queueIdle } from './queue-idle.ts'
import type { TestService } from './test-service.ts'

/**
 * One side of a business with something in every part of the dashboard. Each text that the shop or a customer wrote contains
 * `canary`, which is a word of letters, and each number its digits.
 */
export type Scene = {
  shop: Shop
  path: string
  canary: string
  /** Each call makes new people, messages and recipients, so that an act on them does not change those of another test. */
  make: Makers
  fail: (channel: 'sms' | 'whatsapp') => Promise<string>
  /** What exists from the beginning. */
  ids: { message: string; failedText: string; email: string; reference: string; phone: string; endpoint: string }
  /** The address of a receiver that accepts every event. */
  receiver: string
  /** Deletes the endpoints that `make` made: a side has a limited number of them. */
  removeEndpoints: () => Promise<void>
  setLogo: () => Promise<void>
}
/** Values of the parameters in paths, by the name of the parameter. */
type Makers = Record<ParameterName, () => Promise<string>>
export const parameterNames = [
  'public_id',
  'email',
  'person_id',
  'invitation_id',
  'session',
  'passkey',
  'endpoint_id',
  'event_id',
  'key_id',
] as const
export type ParameterName = (typeof parameterNames)[number]

/** A value of the same form that belongs to no party. */
export const unknownOf: Record<ParameterName, (canary: string) => string> = {
  public_id: () => formatId('msg', randomUUID()),
  email: (canary) => `${randomWord(canary.length)}@example.com`,
  person_id: () => formatId('per', randomUUID()),
  invitation_id: () => formatId('inv', randomUUID()),
  session: () => randomUUID(),
  passkey: () => randomBytes(16).toString('base64url'),
  endpoint_id: () => formatId('whe', randomUUID()),
  event_id: () => formatId('evt', randomUUID()),
  key_id: () => formatId('key', randomUUID()),
}
const randomWord = (length: number): string =>
  Array.from(randomBytes(length), (byte) => String.fromCharCode(97 + (byte % 26))).join('')

let numbers = 2_000
/** Outside the numbers to which the simulator gives a behaviour of their own. */
export const newPhone = (): string => `+44770090${numbers++}`

/** Two sides of a business. The canaries are three different words. */
export async function createScenes(
  service: TestService,
  { live, test, name }: { live: string; test: string; name: string },
): Promise<{ live: Scene; test: Scene }> {
  const { operator, sides, simulator } = service
  await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
  // A report that arrives later would change rows while a test compares them.
  await simulator.reports('manual')
  const both = await sides({
    name: `${name} Supplies`,
    country: 'GB',
    sms: 'on',
    whatsapp: 'on',
    sms_warmup_cap: 1_000,
  })
  await operator('POST', `/businesses/${both.live.id}/credits`, { amount: 500 })
  await both.test.call('PUT', '/api/v1/test/credits', { body: { balance: 500 } })
  return {
    live: await fill(service, both.live, live, both.live),
    test: await fill(service, both.test, test, both.live),
  }
}

async function fill(service: TestService, shop: Shop, canary: string, live: Shop): Promise<Scene> {
  const { db, simulator, operator } = service
  const reference = `${canary}-1001`
  const push = (fields: { recipient_email: string; [field: string]: unknown }) =>
    pushMessage(
      shop,
      shippedOrder({
        subject: `Your order from ${canary}`,
        body: `The ${canary} is on its way.`,
        reference: `${canary}-${numbers}`,
        ...fields,
      }),
    )
  let count = 0
  const newEmail = (): string => `${canary}${count++}@example.com`
  const phone = newPhone()
  const receiver = await simulator.receiver('ok')
  const added = { url: receiver.url, description: `${canary} hooks` }
  const endpoint: string = (await shop.call('POST', '/api/v1/webhook-endpoints', { body: added })).json.id
  const email = newEmail()
  const all = {
    recipient_phone: phone,
    channels: ['email', 'sms', 'whatsapp'],
    whatsapp_opt_in: { source: `${canary} checkout` },
  }
  const { id: message } = await push({ recipient_email: email, reference, ...all })
  await db.all(requestErasure, { businessId: shop.businessId, email })
  const failed = { recipient_phone: '+447700900003', channels: ['email', 'sms'], reference: `${canary}-1002` }
  const { id: failedText } = await push({ recipient_email: newEmail(), ...failed })
  // A customer of every shop: what one shop wrote to them is not visible at another.
  await push({ recipient_email: 'shared@customers.example', recipient_phone: newPhone(), channels: ['email', 'sms'] })
  await queueIdle(db, shop)
  if (live === shop) {
    const sent = await simulator.outbox({ message_id: message })
    for (const { id } of sent) await simulator.report(id, 'delivered')
    const { id } = sent.find(({ channel }) => channel === 'whatsapp')
    await simulator.inbound('whatsapp', phone, `Where is my ${canary}?`, id)
    await queueIdle(db, shop)
  }

  const newPerson = (role: MemberRole): Promise<SignedInMember> => createMember(service, live, role, `${canary} Person`)
  return {
    shop,
    path: shopPath(shop),
    canary,
    async fail(channel) {
      // The built-in provider of a test side refuses only this number, which is then of another recipient.
      const number = live === shop ? newPhone() : '+447700900003'
      if (live === shop) await simulator.scriptPaid(channel, number, 'refuse', 1)
      const over = { ...all, recipient_phone: number, channels: ['email', channel] }
      const { id } = await push({ recipient_email: newEmail(), ...over })
      await queueIdle(db, shop)
      return id
    },
    ids: { message, failedText, email, reference, phone, endpoint },
    receiver: receiver.url,
    removeEndpoints: () =>
      db
        .all(deleteEndpoints, { businessId: shop.businessId, retained: parseId('whe', endpoint)! })
        .then(() => undefined),
    setLogo: () => db.all(storeLogo, { id: live.businessId, logo: greenLogo }).then(() => undefined),
    make: {
      public_id: async () => (await push({ recipient_email: newEmail() })).id,
      async email() {
        const recipient_email = newEmail()
        await push({ recipient_email, ...all, recipient_phone: newPhone() })
        await queueIdle(db, shop)
        return recipient_email
      },
      person_id: async () => formatId('per', (await newPerson('viewer')).personId),
      async invitation_id() {
        const id = randomUUID()
        const { personId } = await newPerson('owner')
        await db.all(insertInvitation, { id, businessId: live.businessId, email: newEmail(), personId })
        return formatId('inv', id)
      },
      session: async () => (await newPerson('viewer')).sessionId,
      async passkey() {
        const { personId } = await newPerson('viewer')
        return newPasskey(service, personId, `${canary} key`)
      },
      endpoint_id: () => newEndpoint(service, shop, { url: receiver.url, description: `${canary} till` }),
      async event_id() {
        const found = await db.one(newestEvent, { businessId: shop.businessId })
        return formatId('evt', found!.id)
      },
      key_id: async () => (await operator('POST', `/businesses/${shop.id}/keys`, { name: `${canary} till` })).json.id,
    },
  }
}

/** The scene for requests that change nothing: what costs a push is made once, and not for each request. */
export function forReading(scene: Scene): Scene {
  const { make, fail } = scene
  const fails = { sms: once(() => fail('sms')), whatsapp: once(() => fail('whatsapp')) }
  return {
    ...scene,
    fail: (channel) => fails[channel](),
    make: {
      ...make,
      public_id: once(make.public_id),
      email: once(make.email),
      endpoint_id: async () => scene.ids.endpoint,
      key_id: once(make.key_id),
    },
  }
}
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A shop in which every text that a person can write tries to run a script. */
export async function writeHostileTexts(
  service: TestService,
): Promise<{ shop: Shop; text: string; pages: () => Promise<Record<string, string>> }> {
  const { business, operator, simulator, db } = service
  const text = `"><img src=x onerror="wasAttacked=1"><script>wasAttacked=1</script>\`'\${wasAttacked=1}`
  const shop = await business({ name: text, country: 'GB', sms: 'on', whatsapp: 'on' })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 20 })
  const { url } = await simulator.receiver('ok')
  await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url, description: text } })
  await operator('POST', `/businesses/${shop.id}/keys`, { name: text.slice(0, 120) })
  const [phone, customer] = [newPhone(), `o'neil+x&y=1@example.com`]
  const { id } = await pushMessage(shop, {
    recipient_email: customer,
    recipient_phone: phone,
    subject: text,
    body: `${text}\n\njavascript:wasAttacked=1 https://evil.example/?"onmouseover="wasAttacked=1`,
    reference: 'A-1',
    order_status: 'shipped',
    channels: ['email', 'sms', 'whatsapp'],
    whatsapp_opt_in: { source: text },
  })
  await queueIdle(db, shop)
  const sent = (await simulator.outbox({ channel: 'whatsapp', to: phone })).at(-1)
  await simulator.inbound('whatsapp', phone, text, sent?.id)
  await queueIdle(db, shop)
  const path = shopPath(shop)
  return {
    shop,
    text: text.slice(0, 120),
    pages: async () => ({
      'a hostile message': `${path}/messages/${id}`,
      'a hostile recipient': `${path}/recipients/${encodeURIComponent(customer)}`,
      'a hostile search of messages': `${path}/messages?q=${encodeURIComponent(text)}`,
      'a hostile endpoint': `${path}/webhooks`,
      'hostile keys': `${path}/keys`,
      'a hostile filter of events': `${path}/webhooks/events?message=${encodeURIComponent(text)}`,
      'a hostile search of recipients': `${path}/recipients?q=${encodeURIComponent(text)}`,
    }),
  }
}

export async function newPasskey({ db }: Pick<TestService, 'db'>, personId: string, name = 'Laptop'): Promise<string> {
  const credentialId = randomBytes(16).toString('base64url')
  await db.all(insertPasskey, { credentialId, personId, publicKey: randomBytes(77), name })
  return credentialId
}

/** A disabled endpoint, so that the events of other tests are not posted to it. The limit of a business does not apply. */
async function newEndpoint(
  { db, config }: Pick<TestService, 'db' | 'config'>,
  { businessId }: Shop,
  { url, description }: { url: string; description: string },
): Promise<string> {
  const [id, secret] = [randomUUID(), newSecret(randomBytes)]
  const sealed = sealSecret({ keyring: createKeyring(config.secretKeys), randomBytes }, id, secret)
  const row = { businessId, id, url, description, eventTypes: [] }
  await db.all(insertEndpoint, {
    ...row,
    secret: sealed.bytes,
    secretKeyId: sealed.keyId,
    secretEnding: secret.slice(-4),
  })
  await db.all(disableEndpoint, { businessId, id })
  return formatId('whe', id)
}

/** Another session of a person. */
export async function newSession(
  { db }: Pick<TestService, 'db'>,
  personId: string,
): Promise<{ sessionId: string; cookie: string }> {
  const context = { newId: randomUUID, randomBytes } as unknown as Context
  const { token, sessionId } = await db.transaction((tx) =>
    startSession(context, tx, personId, { method: 'link', provedSecondsAgo: 0 }, 'another test'),
  )
  return { sessionId, cookie: `__Host-dashboard=${token}` }
}

/** A message whose text or WhatsApp message was refused, so that it can be sent again. */
export const failedMessage = ({ fail }: Scene, channel: 'sms' | 'whatsapp'): Promise<string> => fail(channel)

/** A shop has a limited number of members and invitations, and each test makes its own. */
export async function removePeople({ db }: Pick<TestService, 'db'>, { businessId }: Pick<Shop, 'businessId'>) {
  await db.all(deleteInvitations, { businessId })
  await db.all(deleteMembers, { businessId })
}

const deleteInvitations = statement<{ businessId: string }>(
  'scene.delete_invitations',
  `delete from invitations where business_id = $businessId`,
)
const deleteMembers = statement<{ businessId: string }>(
  'scene.delete_members',
  `delete from members where business_id = $businessId`,
)
const insertInvitation = statement<{ id: string; businessId: string; email: string; personId: string }>(
  'scene.insert_invitation',
  `insert into invitations (id, business_id, email, displayed_email, role, invited_by, expires_at)
   values ($id, $businessId, $email, $email, 'viewer', $personId, clock_now() + interval '7 days')`,
)
const newestEvent = statement<{ businessId: string }, { id: string }>(
  'scene.newest_event',
  `select id from events where business_id = $businessId order by occurred_at desc, id desc limit 1`,
)
const disableEndpoint = statement<{ businessId: string; id: string }>(
  'scene.disable_endpoint',
  `update webhook_endpoints set disabled_at = clock_now(), consecutive_failures = 20, last_error = 'http_status 503'
    where business_id = $businessId and id = $id`,
)
const deleteEndpoints = statement<{ businessId: string; retained: string }>(
  'scene.delete_endpoints',
  `delete from webhook_endpoints where business_id = $businessId and id <> $retained`,
)
const insertPasskey = statement<{ credentialId: string; personId: string; publicKey: Buffer; name: string }>(
  'scene.insert_passkey',
  `insert into passkeys (credential_id, person_id, public_key, counter, transports, name)
   values ($credentialId, $personId, $publicKey, 0, '{internal}', $name)`,
)
/** The notice of a customer who asks to be erased, without the session of their inbox. */
const requestErasure = statement<{ businessId: string; email: string }>(
  'dashboard_scene.request_erasure',
  `insert into notices (id, business_id, kind, detail, at)
   select gen_random_uuid(), business_id, 'erasure_requested', jsonb_build_object('recipient_id', id), service_now()
     from recipients where business_id = $businessId and email = $email`,
)
