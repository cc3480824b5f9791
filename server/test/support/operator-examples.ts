import { randomUUID } from 'node:crypto'
import { statement } from '../../src/db/statement.ts'
import { emailIdentity } from '../../src/email.ts'
import { operatorRoutes } from '../../src/http/dashboard/operator/operator-routes.ts'
import type { OperatorRoute } from '../../src/http/dashboard/routes.ts'
import { formatId } from '../../src/ids.ts'
import { createDigestKey } from '../../src/keyring.ts'
import { addressDigests } from '../../src/recipients/digest.ts'
import { createSignedInOperator, type SignedInMember } from './dashboard.ts'
import { parametersOf } from './dashboard-client.ts'
import type { Example } from './dashboard-examples.ts'
import type { Scene } from './dashboard-scene.ts'
import type { TestService } from './test-service.ts'

type Fields = Record<string, string>
type Scope = { service: TestService; scene: Scene }
/** Values of the parameters in paths of operators. Each call makes what an act uses up. */
const makers: Record<string, (scope: Scope) => Promise<string>> = {
  business_id: async ({ scene }) => scene.shop.id,
  group: async () => 'quotas',
  country: async () => 'KE',
  operator_id: async ({ service }) =>
    (await service.operator('POST', '/operators', { name: 'Otto Lind', role: 'support' })).json.id,
  key_id: async ({ service, scene }) =>
    (await service.operator('POST', `/businesses/${scene.shop.id}/keys`, { name: 'Till' })).json.id,
  invitation_id: ({ scene }) => scene.make.invitation_id(),
  endpoint_id: async ({ service, scene }) =>
    formatId('whe', (await service.db.one(disableEndpoint, { businessId: scene.shop.businessId }))!.id),
}

/** The fields of every form of operators. */
export const operatorFormFields: Record<string, (scope: Scope) => Fields | Promise<Fields>> = {
  'operator.business.create': () => ({ name: `New Shop ${randomUUID().slice(0, 8)}`, country: 'GB' }),
  'operator.business.review': () => ({ messages_per_day: String(1_000 + counter()) }),
  'operator.business.change': () => ({ messages_per_day: String(1_000 + counter()) }),
  'operator.credits.grant': () => ({ amount: '5', note: 'Goodwill', once: randomUUID() }),
  'operator.key.create': () => ({ name: 'Till' }),
  'operator.key.revoke': () => ({ minted: 'false' }),
  'operator.people.invite': () => ({ email: `owner-${randomUUID()}@shop.example`, role: 'owner' }),
  'operator.people.revoke_invitation': () => ({}),
  'operator.webhook.enable': () => ({}),
  'operator.suppressions.search': () => ({ address: 'ada@example.com' }),
  'operator.suppressions.lift': async ({ service }) => {
    const address = `bounced-${randomUUID()}@example.com`
    await suppressEverywhere(service, address)
    return { address, reason: 'The mailbox is back' }
  },
  // Every template exists at the platform then, and the state of one differs.
  'operator.templates.sync': async ({ service: { operator } }) => {
    await operator('POST', '/whatsapp-templates/sync')
    await operator('PUT', '/whatsapp-templates/shipped', { state: 'in_review' })
    return {}
  },
  'operator.operator.create': () => ({
    name: 'Otto Lind',
    email: `otto-${randomUUID()}@tidings.example`,
    role: 'support',
  }),
  'operator.operator.role': () => ({ role: 'finance' }),
  'operator.operator.revoke': () => ({}),
  'operator.price.review': () => ({ credits: String(1 + (counter() % 100)), open: 'yes' }),
  'operator.price.change': () => ({ credits: String(1 + (counter() % 100)), open: 'yes' }),
  'operator.sending.hold': () => ({ note: 'The provider refuses every email' }),
  'operator.sending.release': () => ({ reason: 'operator' }),
}
/** Forms that need all sending to be paused. Every other request finds it on, so that jobs run. */
const duringHold: readonly string[] = ['operator.sending.release']
let count = 0
const counter = () => count++
/** Forms after which nothing is different: they show what another form would change. */
export const formsWithoutChange: readonly string[] = [
  'operator.business.review',
  'operator.price.review',
  'operator.suppressions.search',
]

/** Forms that are only on the page that another form shows, which shows what would change. */
export const formsAfterForm: Readonly<Record<string, string>> = {
  'operator.business.change': 'operator.business.review',
  'operator.price.change': 'operator.price.review',
  'operator.suppressions.lift': 'operator.suppressions.search',
}

export async function operatorExampleOf(route: OperatorRoute, service: TestService, scene: Scene): Promise<Example> {
  const params: Record<string, string> = {}
  for (const name of parametersOf(route)) {
    const make = makers[name]
    if (make === undefined) throw new Error(`add a maker of {${name}} to operator-examples.ts`)
    params[name] = await make({ service, scene })
  }
  await service.operator('POST', '/sending/release', {})
  // A form before this one may have paused the business.
  await service.operator('PATCH', `/businesses/${scene.shop.id}`, { sending_paused: false })
  if (duringHold.includes(route.name)) await service.operator('POST', '/sending/hold', { note: 'A test' })
  return { params, fields: (await operatorFormFields[route.name]?.({ service, scene })) ?? {}, query: '' }
}

export const operatorPages = operatorRoutes.filter(({ method }) => method === 'GET')
export const operatorForms = operatorRoutes.filter(({ method }) => method === 'POST')

/** An operator whose session an invitation opened: the link can have been forwarded. */
export async function createInvitedOperator(service: TestService, scene: Scene): Promise<SignedInMember> {
  const operator = await createSignedInOperator(service, scene.shop, 'admin')
  await service.db.all(makeInvited, operator)
  return operator
}
const makeInvited = statement<{ sessionId: string }>(
  'operator_examples.make_invited',
  `update dashboard_sessions set method = 'invitation' where id = $sessionId`,
)
const disableEndpoint = statement<{ businessId: string }, { id: string }>(
  'operator_examples.disable_endpoint',
  `update webhook_endpoints set disabled_at = clock_now(), consecutive_failures = 20
    where id = (select id from webhook_endpoints where business_id = $businessId limit 1)
   returning id`,
)

/** Stores what a permanent bounce at any business stores. */
export async function suppressEverywhere(
  { db, config }: Pick<TestService, 'db' | 'config'>,
  email: string,
): Promise<void> {
  const { platformDigest } = addressDigests(createDigestKey(config.digestKey), '', emailIdentity(email))
  await db.all(insertSuppression, { platformDigest })
}
const insertSuppression = statement<{ platformDigest: Buffer }>(
  'operator_examples.insert_suppression',
  `insert into platform_suppressions (address_digest, bounced_at) values ($platformDigest, clock_now())`,
)
