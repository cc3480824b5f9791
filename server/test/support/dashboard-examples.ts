import { randomUUID } from 'node:crypto'
import type { PersonRoute, ShopRoute } from '../../src/http/dashboard/routes.ts'
import { destinations } from '../../src/phone.ts'
import type { SignedInMember } from './dashboard.ts'
import { type FormFields, parametersOf } from './dashboard-client.ts'
import { failedMessage, newPasskey, newPhone, newSession, parameterNames, type Scene } from './dashboard-scene.ts'
import { png } from './png.ts'
import type { TestService } from './test-service.ts'

/** A request that succeeds: the parameters of the path without the shop, and the fields of a form without the token. */
export type Example = { params: Record<string, string>; fields: FormFields; query: string }

/** The fields of every form of a shop, and parameters in another state than those of `scene.make`. */
export const formExamples: Record<string, (scene: Scene) => Promise<Partial<Example>>> = {
  'dashboard.message.sms': async (scene) => ({
    params: { public_id: await failedMessage(scene, 'sms') },
    fields: once(),
  }),
  'dashboard.message.whatsapp': async (scene) => ({
    params: { public_id: await failedMessage(scene, 'whatsapp') },
    fields: once(),
  }),
  'dashboard.message.retract': async () => ({ fields: once() }),
  'dashboard.recipient.number': async () => ({ fields: { phone: newPhone() } }),
  'dashboard.recipient.clear-number.do': async () => ({}),
  'dashboard.recipient.stop-sms.do': async () => ({}),
  'dashboard.recipient.stop-whatsapp.do': async () => ({}),
  'dashboard.recipient.unsubscribe.do': async () => ({}),
  'dashboard.recipient.erase-whatsapp.do': async () => ({ fields: once() }),
  'dashboard.recipient.erase.do': async ({ make }) => {
    const email = await make.email()
    return { params: { email }, fields: { address: email, ...once() } }
  },
  'dashboard.recipient.consent.page': async () => ({}),
  'dashboard.recipient.consent.json': async () => ({}),
  'dashboard.brand.change': async () => ({ fields: newBrand() }),
  'dashboard.brand.logo': async () => ({ fields: { logo: newLogo() } }),
  'dashboard.brand.logo.preview': async () => ({ fields: { logo: newLogo() } }),
  'dashboard.brand.logo.remove': async ({ setLogo }) => {
    await setLogo()
    return {}
  },
  'dashboard.channels.change': async () => ({ fields: newCountries() }),
  async 'dashboard.webhook.create'({ canary, receiver, removeEndpoints }) {
    await removeEndpoints()
    return { fields: { url: receiver, description: `${canary} shop` } }
  },
  'dashboard.webhook.test': async () => ({}),
  'dashboard.webhook.enable': async () => ({}),
  'dashboard.webhook.rotate.do': async () => ({}),
  'dashboard.webhook.delete.do': async () => ({}),
  async 'dashboard.webhook.redeliver_missed'({ make, shop }) {
    const endpoint_id = await make.endpoint_id()
    await shop.call('POST', `/api/v1/webhook-endpoints/${endpoint_id}/enable`)
    return { params: { endpoint_id }, fields: { since: new Date(Date.now() - 3_600_000).toISOString() } }
  },
  'dashboard.event.redeliver': async () => ({}),
  'dashboard.key.create': async ({ canary }) => ({ fields: { name: `${canary} till`, rights: 'all', lifetime: '90' } }),
  'dashboard.key.revoke.do': async () => ({ fields: { minted: 'false' } }),
  'dashboard.invite.send': async ({ canary }) => ({
    fields: { email: `${canary}-${randomUUID()}@shop.example`, role: 'support' },
  }),
  'dashboard.member.change_role': async () => ({ fields: { role: 'developer' } }),
  'dashboard.member.remove': async () => ({}),
  'dashboard.invitation.send_again': async () => ({}),
  'dashboard.invitation.revoke': async () => ({}),
}
const once = () => ({ once: randomUUID() })
let countriesCount = 0
/** Always others than before, so that there is something to change. */
const newCountries = () => ({
  sms: 'on',
  whatsapp: 'on',
  scope: 'only',
  countries: `GB, ${destinations[countriesCount++ % 200]}`,
})
let brandCount = 0
const newBrand = () => ({
  act: 'save',
  sender_name: `Shop number ${brandCount++}`,
  brand_colour: '#7a1f3d',
  customer_contact: 'help@shop.example',
  reply_to: 'help@shop.example',
  language: 'en',
})
let logoCount = 0
/** Always another than before. */
export const newLogo = (): File =>
  new File([new Uint8Array(png(240, 80, [31, 122, logoCount++ % 256, 255]))], 'logo.png', { type: 'image/png' })
/** Further parameters of pages that show nothing without them. */
const queries: Record<string, () => string> = {
  'dashboard.channels.review': () => `?${new URLSearchParams(newCountries()).toString()}`,
  'dashboard.messages.newer': () => `?since=${new Date(Date.now() - 3_600_000).toISOString()}`,
}

export async function exampleOf(route: ShopRoute, scene: Scene): Promise<Example> {
  const { params = {}, fields = {} } = (await formExamples[route.name]?.(scene)) ?? {}
  for (const name of parametersOf(route)) {
    const known = parameterNames.find((one) => one === name)
    if (known === undefined) throw new Error(`add a maker of {${name}} to dashboard-scene.ts`)
    params[name] ??= await scene.make[known]()
  }
  return { params, fields, query: exampleQuery(route) }
}
export const exampleQuery = ({ name }: Pick<ShopRoute, 'name'>): string => queries[name]?.() ?? ''

/** The forms of a shop that change nothing: a test of an endpoint is posted, a preview is shown, and neither is stored. */
export const shopFormsWithoutChange: readonly string[] = ['dashboard.webhook.test', 'dashboard.brand.logo.preview']

/** The pages that search, and the query parameter with the term. */
export const searches: { route: string; field: string }[] = [
  { route: 'dashboard.messages', field: 'q' },
  { route: 'dashboard.recipients', field: 'q' },
]

/** The pages of people who are not signed in. */
export const signInPaths = ['/dashboard/sign-in']

/** A form or a page of a person that succeeds. */
export async function personExampleOf(
  route: PersonRoute,
  service: TestService,
  { personId }: Pick<SignedInMember, 'personId'>,
): Promise<Example> {
  const makers: Record<string, () => Promise<string>> = {
    session: async () => (await newSession(service, personId)).sessionId,
    passkey: () => newPasskey(service, personId),
  }
  const params: Record<string, string> = {}
  for (const name of parametersOf(route)) params[name] = await makers[name]!()
  return { params, fields: (await personFormFields[route.name]?.(service, personId)) ?? {}, query: '' }
}
type PersonFields = (service: TestService, personId: string) => Promise<Record<string, string>>
/** The fields of forms of a person that are not empty, and what must exist for a form to be on a page. */
const personFormFields: Record<string, PersonFields> = {
  'dashboard.confirm.request': async () => ({ next: '/dashboard' }),
  'dashboard.account.remove_passkey': async (service, personId) => ({ passkey: await newPasskey(service, personId) }),
  async 'dashboard.account.end_other_sessions'(service, personId) {
    await newSession(service, personId)
    return {}
  },
}
