import { describe, expect, test } from 'vitest'
import { createContext } from '../../src/context.ts'
import { statement } from '../../src/db/statement.ts'
import { inboxPages } from '../../src/http/inbox-pages.ts'
import { parseId } from '../../src/ids.ts'
import { csrfToken } from '../../src/inbox/csrf.ts'
import { writeSeenToken } from '../../src/inbox/seen-token.ts'
import { type Session, sessionPath, writeSession } from '../../src/inbox/session.ts'
import { controls } from '../../src/inbox/settings.decide.ts'
import { formerInboxLink, formerTextLink } from '../../src/inbox-tokens/former-links.support.ts'
import { inboxLink, textLink, whatsappLink } from '../../src/inbox-tokens/tokens.ts'
import type { ApiResponse, Client, Shop } from '../support/client.ts'
import { createTestService } from '../support/test-service.ts'
import { type Customer, createInboxClient, form } from './6-inbox-client.ts'

/**
 * Every page × every kind of link × every state of a session, over HTTP. Nothing is sent meanwhile: the links are
 * written as the channels write them.
 */
const testService = await createTestService()
const { business, config, db, startAnother } = testService
const { customerOf, keyring } = createInboxClient(testService)
const unused = {} as never
const pages = inboxPages(createContext(db, unused, unused, unused, config))

const linkKinds = ['email', 'former email', 'fresh', 'text', 'whatsapp', 'former text'] as const
type LinkKind = (typeof linkKinds)[number]
/** Of the session, or of the link for a page that needs no session. */
const states = ['valid', 'expired', 'epoch raised', 'of another shop', 'none', 'erased', 'tampered'] as const
type State = (typeof states)[number]

/** For each kind of link, one letter per state in the order above: `o` is served or carried out, `x` is not. */
type Row = Record<LinkKind, string>
const row = (
  byEmail: string,
  byFormerEmail: string,
  byFresh: string,
  byText: string,
  byWhatsapp: string,
  byFormerText: string,
): Row => ({
  email: byEmail,
  'former email': byFormerEmail,
  fresh: byFresh,
  text: byText,
  whatsapp: byWhatsapp,
  'former text': byFormerText,
})
// The states:        valid, expired, epoch raised, of another shop, none, erased, tampered
const mailboxOnly = row('oxxxxxx', 'oxxxxxx', 'oxxxxxx', 'xxxxxxx', 'xxxxxxx', 'xxxxxxx')
const orderOnly = row('xxxxxxx', 'xxxxxxx', 'xxxxxxx', 'oxxxxxx', 'oxxxxxx', 'xxxxxxx')
const anything = row('ooooooo', 'ooooooo', 'ooooooo', 'ooooooo', 'ooooooo', 'ooooooo')
const nothing = row('xxxxxxx', 'xxxxxxx', 'xxxxxxx', 'xxxxxxx', 'xxxxxxx', 'xxxxxxx')
const table: Record<string, Row> = {
  'inbox.enter': row('oxxooxx', 'oxxooxx', 'oxxooxx', 'oxxooxx', 'oxxooxx', 'xxxxxxx'),
  'inbox.enter_by_text': row('xxxxxxx', 'xxxxxxx', 'xxxxxxx', 'oxxooxx', 'oxxooxx', 'xxxxxxx'),
  inbox: mailboxOnly,
  'inbox.others': mailboxOnly,
  'inbox.older': mailboxOnly,
  'inbox.open': mailboxOnly,
  'inbox.settings': mailboxOnly,
  'inbox.settings.texts': mailboxOnly,
  'inbox.settings.whatsapp': mailboxOnly,
  'inbox.settings.number': mailboxOnly,
  'inbox.settings.everything': mailboxOnly,
  'inbox.settings.erasure': mailboxOnly,
  'inbox.sign_out': mailboxOnly,
  'inbox.data_export': mailboxOnly,
  // A session that has ended still identifies the recipient, to whose own address a link is sent.
  'inbox.mail_link': row('oooxxox', 'oooxxox', 'oooxxox', 'xxxxxxx', 'xxxxxxx', 'xxxxxxx'),
  order: orderOnly,
  'order.older': orderOnly,
  'order.open': orderOnly,
  'order.stop': orderOnly,
  'order.number': orderOnly,
  'order.mail_link': row('xxxxxxx', 'xxxxxxx', 'xxxxxxx', 'oooxxox', 'oooxxox', 'xxxxxxx'),
  'inbox.former': nothing,
  'inbox.former_older': nothing,
  'inbox.former_open': nothing,
  'inbox.former_settings': nothing,
  // The response is the same for every link, so that it reveals nothing.
  'inbox.fresh_link': anything,
  'verify_text.show': anything,
  verify_text: anything,
  // The token of an unsubscribe link is of another kind. It needs no session and never expires.
  'unsubscribe.show': anything,
  unsubscribe: anything,
}

test('every page has a row, and every row a letter for each state', () => {
  expect(Object.keys(table).toSorted()).toEqual(pages.map(({ name }) => name).toSorted())
  expect(controls.every((control) => `inbox.settings.${control}` in table)).toBe(true)
  for (const [name, kinds] of Object.entries(table))
    for (const kind of linkKinds) expect(kinds[kind], `${name} ${kind}`).toMatch(/^[ox]{7}$/)
})

const future = new Date(Date.now() + 30 * 86_400_000)
const past = new Date(Date.now() - 2 * 86_400_000)
/** A nudge has the digest of its number when it is sent. */
const nudgeOf = statement<{ messageId: string; channel: string }, { id: string }>(
  'sessions.nudge',
  `update nudges n set number_digest = r.phone_digest
     from messages m join recipients r on r.id = m.recipient_id
    where n.message_id = m.id and m.id = $messageId and n.channel = $channel
   returning n.id`,
)
const raiseEpoch = statement<{ recipientId: string }>(
  'sessions.raise_epoch',
  `update recipients set link_epoch = link_epoch + 1 where id = $recipientId`,
)
type Fixture = {
  customer: Customer
  messageId: string
  mailbox: Session
  order: Session
  link: string
  expiredLink: string
}
let phones = 1000
async function createFixture(shop: Shop, kind: LinkKind): Promise<Fixture> {
  const channel = kind === 'whatsapp' ? 'whatsapp' : 'sms'
  const customer = await customerOf(shop, {
    recipient_phone: `+44770092${phones++}`,
    whatsapp_opt_in: {},
    reference: '#1042',
    order_status: 'shipped',
    notify: true,
    channels: ['sms', 'whatsapp'],
    send_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const [{ id }] = (await shop.call('GET', `/api/v1/messages?recipient_email=${customer.email}`)).json.items
  const messageId = parseId('msg', id)!
  const nudgeId = (await db.one(nudgeOf, { messageId, channel }))!.id
  const { shard, businessId } = customer.target
  const pass = { epoch: 0, expiresAt: future }
  const announced = kind === 'email' ? messageId : null
  const linkUntil = (expiresAt: Date): string => {
    const mailbox = { ...customer.target, epoch: 0, messageId: announced, expiresAt }
    const order = { shard, nudgeId, epoch: 0, expiresAt }
    const links: Record<LinkKind, () => string> = {
      email: () => inboxLink(keyring, '', mailbox),
      fresh: () => inboxLink(keyring, '', mailbox),
      'former email': () => formerInboxLink(keyring, customer.target, expiresAt),
      text: () => textLink(keyring, '', order),
      whatsapp: () => whatsappLink(keyring, '', order),
      'former text': () => formerTextLink(keyring, customer.target, expiresAt),
    }
    return links[kind]()
  }
  return {
    customer,
    messageId: id,
    mailbox: { kind: 'mailbox', ...customer.target, ...pass, messageId: announced },
    order: { kind: 'order', shard, businessId, nudgeId, ...pass },
    link: linkUntil(future),
    expiredLink: linkUntil(past),
  }
}

const opensOrder = (kind: LinkKind): boolean => kind === 'text' || kind === 'whatsapp'
const flipped = (text: string): string => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`
const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1)

/** The link and the cookie in a state. A former text has no session: one of the order is refused as well. */
function inState(kind: LinkKind, state: State, own: Fixture, other: Fixture): { link: string; cookie: string } {
  const sessionOf = (fixture: Fixture): Session => (opensOrder(kind) ? fixture.order : fixture.mailbox)
  const cookieOf = (session: Session): string => `__Secure-inbox=${writeSession(keyring, session)}`
  const cookie = kind === 'former text' ? `__Secure-inbox=${tokenOf(own.link)}` : cookieOf(sessionOf(own))
  const cases: Record<State, { link: string; cookie: string }> = {
    valid: { link: own.link, cookie },
    expired: {
      link: own.expiredLink,
      cookie: kind === 'former text' ? cookie : cookieOf({ ...sessionOf(own), expiresAt: past }),
    },
    'epoch raised': { link: own.link, cookie },
    'of another shop': { link: other.link, cookie: cookieOf(sessionOf(other)) },
    none: { link: own.link, cookie: '' },
    erased: { link: own.link, cookie },
    tampered: { link: flipped(own.link), cookie: flipped(cookie) },
  }
  return cases[state]
}

async function apply(state: State, { customer }: Fixture): Promise<void> {
  if (state === 'epoch raised') await db.all(raiseEpoch, customer.target)
  if (state === 'erased') {
    const path = `/api/v1/recipients/${customer.email}/erase`
    expect((await customer.shop.call('POST', path, { headers: { 'Idempotency-Key': customer.email } })).status).toBe(
      200,
    )
  }
}

async function request(
  call: Client['call'],
  page: (typeof pages)[number],
  fixture: Fixture,
  { link, cookie }: { link: string; cookie: string },
): Promise<ApiResponse> {
  const session = page.path.startsWith('/i/') ? fixture.order : fixture.mailbox
  const values: Record<string, string> = {
    token: page.name.startsWith('unsubscribe') ? tokenOf(fixture.customer.unsubscribe) : tokenOf(link),
    inbox: sessionPath(session).split('/')[2]!,
    message_id: fixture.messageId,
    control: 'texts',
  }
  const path = page.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!)
  if (page.method === 'GET') return call('GET', path, { headers: { Cookie: cookie } })
  const shown = writeSeenToken(keyring, session, [{ id: parseId('msg', fixture.messageId)!, updatedAt: new Date(0) }])
  const fields = { shown, proof: csrfToken(keyring, session), link: tokenOf(link), clue: '#1042', ending: '1234' }
  return call('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': form, 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
  })
}

const shops = { sms: 'on', whatsapp: 'on' }
for (const kind of linkKinds)
  describe(`by the link: ${kind}`, async () => {
    for (const state of states)
      test(`session or link: ${state}`, async () => {
        // Each process limits the requests for links and the checks of texts.
        const { call, stop } = await startAnother()
        const [shop, another] = [await business(shops), await business(shops)]
        const other = await createFixture(another, kind)
        const refused = await createFixture(shop, kind)
        await apply(state, refused)
        const before = await refused.customer.snapshot()
        const isServed = ({ name }: (typeof pages)[number]): boolean =>
          table[name]![kind][states.indexOf(state)] === 'o'

        const responses: Record<string, number> = {}
        for (const page of pages.filter((one) => !isServed(one)))
          responses[page.name] = (await request(call, page, refused, inState(kind, state, refused, other))).status
        expect(responses).toEqual(
          Object.fromEntries(
            pages.filter((one) => !isServed(one)).map(({ name, method }) => [name, method === 'GET' ? 404 : 403]),
          ),
        )
        expect(await refused.customer.snapshot()).toEqual(before)

        for (const page of pages.filter(isServed)) {
          const own = await createFixture(shop, kind)
          await apply(state, own)
          const { status } = await request(call, page, own, inState(kind, state, own, other))
          expect([200, 303], `${page.name} ${status}`).toContain(status)
        }
        await stop()
      })
  })
