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
  const soon = new Date(Date.now() + 3650 * 86_400_000)
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
      link: inboxLink(keyring, '', { ...target, epoch: 0, messageId: null, expiresAt: soon }),
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

  const enter = async ({ link }: Pick<Customer, 'link'>): Promise<Visit> => visitIn(await call('GET', link))
  /** Reads a page of a session. */
  const read = ({ cookie, path }: Visit, page = '/updates', headers: Record<string, string> = {}) =>
    call('GET', path + page, { headers: { Cookie: cookie, ...headers } })
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
  /** Submits a form of a page of a session. */
  const submitIn = (
    { cookie, path }: Visit,
    page: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    to: Client['call'] = call,
  ) => submit(path + page, fields, { Cookie: cookie, ...headers }, to)
  return { customerOf, push, enter, read, submit, submitIn, keyring }
}

/** A session of a browser: its cookie and the path of its pages. */
export type Visit = { cookie: string; path: string }
export function visitIn({ headers, status, text }: ApiResponse): Visit {
  expect(status, text).toBe(303)
  const [, cookie = '', path = ''] = /^([^;]*); Path=([^;]*);/.exec(String(headers['set-cookie'])) ?? []
  expect(headers['location']).toBe(`${path}/updates`)
  return { cookie, path }
}
export const headingOf = ({ text }: ApiResponse): string | undefined => /<h1>.*<\/h1>/.exec(text)?.[0]
/** Without labels. */
export const subjectsOn = ({ text }: ApiResponse): string[] =>
  [...text.matchAll(/class="subject"[^>]*>(?:<span class="label.*?<\/span> )*(.*?)<\/h[23]>/g)].map(
    ([, subject]) => subject!,
  )
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
