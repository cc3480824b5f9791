import { expect } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { type InboxTarget, inboxLink, unsubscribeUrl } from '../../src/inbox-tokens/tokens.ts'
import { createKeyring } from '../../src/keyring.ts'
import type { ApiResponse, Client, Shop } from '../support/client.ts'
import type { TestService } from '../support/test-service.ts'

export const form = 'application/x-www-form-urlencoded'

/** A customer of a shop, with the links that an email to them contains. */
export type Customer = {
  shop: Shop
  email: string
  target: InboxTarget
  link: string
  unsubscribe: string
  snapshot: () => Promise<unknown>
}

/** Requests that customers send to their inbox. */
export function createInboxClient({ call, config, db }: TestService) {
  const keyring = createKeyring(config.secretKeys)
  // Later than any time to which a test moves the clock.
  const soon = new Date(Date.now() + 365 * 86_400_000)
  let count = 0

  async function customerOf(
    shop: Shop,
    over: { recipient_email?: string; [field: string]: unknown } = {},
  ): Promise<Customer> {
    const email = over.recipient_email ?? `customer${count++}@example.com`
    await push({ shop, email }, { notify: false, ...over })
    const { businessId } = shop
    const { id: recipientId } = (await db.one(recipientOf, { businessId, email }))!
    const target = { shard: shop.shard, businessId, recipientId }
    return {
      shop,
      email,
      target,
      link: inboxLink(keyring, '', target, soon),
      unsubscribe: unsubscribeUrl(keyring, '', target),
      snapshot: () => db.one(snapshotOf, { businessId }),
    }
  }

  async function push(
    { shop, email }: Pick<Customer, 'shop' | 'email'>,
    over: object = {},
  ): Promise<ApiResponse['json']> {
    const body = { recipient_email: email, subject: 'Your order', body: 'On its way.', ...over }
    const headers = { 'Idempotency-Key': `inbox${count++}` }
    const response = await shop.call('POST', '/api/v1/messages', { body, headers })
    expect(response.status, response.text).toBe(201)
    return response.json
  }

  const enter = async ({ link }: Customer): Promise<string> => cookieIn(await call('GET', link))
  const read = (cookie: string, path = '/inbox', headers: Record<string, string> = {}) =>
    call('GET', path, { headers: { Cookie: cookie, ...headers } })
  /** Submits a form of the inbox as a browser does, to this process or another. */
  const submit = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    to: Client['call'] = call,
  ) =>
    to('POST', path, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': form, 'Sec-Fetch-Site': 'same-origin', ...headers },
    })
  return { customerOf, push, enter, read, submit, keyring }
}

export const cookieIn = ({ headers }: ApiResponse): string => String(headers['set-cookie']).split(';')[0]!
export const headingOf = ({ text }: ApiResponse): string | undefined => /<h1>.*<\/h1>/.exec(text)?.[0]
export const subjectsOn = ({ text }: ApiResponse): string[] =>
  [...text.matchAll(/class="subject"[^>]*>(.*?)<\/h[23]>/g)].map(([, subject]) => subject!)
export const hiddenOn = ({ text }: ApiResponse, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

const recipientOf = statement<{ businessId: string; email: string }, { id: string }>(
  'probe.recipient',
  `select id from recipients where business_id = $businessId and email = $email`,
)
/** All rows that a request of a recipient could change. */
const snapshotOf = statement<{ businessId: string }, Record<string, unknown>>(
  'probe.snapshot',
  `select (select json_agg(m order by m.id) from messages m where m.business_id = $businessId) as messages,
          (select json_agg(r order by r.id) from recipients r where r.business_id = $businessId) as recipients,
          (select json_agg(n order by n.id) from nudges n where n.business_id = $businessId) as nudges,
          (select json_agg(s order by s.channel) from number_stops s where s.business_id = $businessId) as stops,
          (select json_agg(o order by o.id) from notices o where o.business_id = $businessId) as notices,
          (select json_agg(e order by e.id) from events e where e.business_id = $businessId) as events`,
)
