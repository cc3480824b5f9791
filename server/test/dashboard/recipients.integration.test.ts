import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { consentEvidence } from '../../src/dashboard/recipients/evidence.schema.ts'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { createMember, hiddenField, type SignedInMember, submitForm } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { createTraceScan } from '../support/traces.ts'

const service = await createTestService()
const { business, call, db, logged, operator, simulator } = service
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

const paid = { sms: 'on', whatsapp: 'on', country: 'GB' }
const shopWith = async (credits = 100): Promise<Shop> => {
  const shop = await business(paid)
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: credits })
  return shop
}
const push = async (shop: Shop, email: string, over: object = {}) =>
  (
    await shop.call('POST', '/api/v1/messages', {
      headers: { 'Idempotency-Key': randomUUID() },
      body: { recipient_email: email, subject: 'Your order A-1001 has shipped', body: 'On its way.', ...over },
    })
  ).json
const get = (member: SignedInMember, path: string) =>
  call('GET', `${member.path}${path}`, { headers: { Cookie: member.cookie } })
const pathOf = (email: string): string => `/recipients/${encodeURIComponent(email)}`

describe('the list of recipients', async () => {
  const shop = await shopWith()
  const viewer = await createMember(service, shop, 'viewer')
  const empty = await get(viewer, '/recipients')

  test('teaches what a recipient is while there is none', () => {
    expect(empty.text).toContain('A recipient exists once you message an address')
  })

  test('shows the newest first, with masked numbers, in pages', async () => {
    for (let index = 0; index < 52; index++)
      await push(shop, `page-${index}@example.com`, {
        ...(index === 51 && { recipient_phone: '+447700900123' }),
        channels: [],
      })
    const first = (await get(viewer, '/recipients')).text
    const addresses = (text: string) =>
      [...text.matchAll(/page-(\d+)<wbr>@example\.com<\/a>/g)].map(([, index]) => Number(index))
    expect(addresses(first)).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index))
    expect(first).toContain('+44*******123')
    expect(first).not.toContain('447700900123')
    const [, next] = /href="[^"]*(\/recipients\?after=[\w-]+)"/.exec(first)!
    const second = (await get(viewer, next!)).text
    expect(addresses(second)).toEqual([1, 0])
    expect(second).not.toContain('Older recipients')
  })

  test.each([
    '0123',
    '900123',
    '+44 7700 900123',
    '07700 900123',
    '+44 (0)7700 900123',
    '\u202A+44 7700\u2011900123\u202C',
  ])('finds a number by %j', async (query) => {
    const { text } = await get(viewer, `/recipients?q=${encodeURIComponent(query)}`)
    expect([...text.matchAll(/page-\d+<wbr>@example\.com<\/a>/g)].map(([found]) => found)).toEqual([
      'page-51<wbr>@example.com</a>',
    ])
  })

  test.each([
    ['9999', 'No number ends with these digits'],
    ['1230123', 'No number ends with these digits'],
    ['123', 'Search by a whole address or by digits'],
    ['+44******123', 'Search by a whole address or by digits'],
    ['unknown@example.com', 'No recipient has this address'],
  ])('states what to do when %s finds nothing', async (query, title) => {
    expect((await get(viewer, `/recipients?q=${encodeURIComponent(query)}`)).text).toContain(title)
  })

  test('finds a number in its national form in a shop without a country', async () => {
    const abroad = await business({ sms: 'on' })
    await push(abroad, 'abroad@example.com', { recipient_phone: '+447700900123', channels: [] })
    const { text } = await get(await createMember(service, abroad, 'viewer'), '/recipients?q=07700%20900123')
    expect(text).toContain('abroad<wbr>@example.com</a>')
  })

  test('leads from a whole address, however it is spelled, to the recipient', async () => {
    const { status, headers } = await get(viewer, `/recipients?q=${encodeURIComponent('\u200B PAGE-51@Example.COM')}`)
    expect([status, headers['location']]).toEqual([303, `${viewer.path}/recipients/page-51%40example.com`])
  })

  test('contains no recipient of another shop', async () => {
    const outsider = await createMember(service, await shopWith(), 'owner')
    for (const query of ['', '?q=0123', '?q=page-51@example.com']) {
      const { status, text } = await get(outsider, `/recipients${query}`)
      expect(status).toBe(200)
      expect(text).not.toMatch(/page-\d+(?:<wbr>)?@example\.com<\/a>/)
    }
    const { status, text } = await get(outsider, pathOf('page-51@example.com'))
    expect(status).toBe(404)
    expect(text).toContain('No recipient has this address')
  })
})

describe('the page of a recipient', async () => {
  const shop = await shopWith()
  const viewer = await createMember(service, shop, 'viewer')
  const optIn = { source: 'the checkout', obtained_at: '2026-11-01T10:00:00Z', wording: 'Updates on <WhatsApp>' }
  await push(shop, 'ada@example.com', { recipient_phone: '+447700900124', whatsapp_opt_in: optIn, channels: ['email'] })

  test('states each channel, the evidence of consent, and the messages', async () => {
    const { status, text } = await get(viewer, pathOf('Ada@EXAMPLE.com'))
    expect(status).toBe(200)
    for (const words of [
      'Emails are sent to this address.',
      'Texts are sent to this number.',
      'WhatsApp messages are sent to this number.',
      'They agreed at &quot;the checkout&quot; on 1 Nov 2026.',
      'Updates on &lt;WhatsApp&gt;',
      '+44*******124',
      'Your order A-1001 has shipped',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('7700900124')
  })

  test.each(['not-an-address', '%zz', '%00', 'unknown%40example.com', 'a%2Fb%40example.com'])(
    'of %s says that no recipient has it',
    async (segment) => {
      const { status, text } = await get(viewer, `/recipients/${segment}`)
      expect([status, text.includes('No recipient has this address')]).toEqual([404, true])
    },
  )
})

/** Opens a page with a form and submits it, with other values in its fields. */
const submit = async (member: SignedInMember, from: string, path: string, fields: Record<string, string> = {}) => {
  const form = (await get(member, from)).text
  const sent = { csrf: hiddenField(form, 'csrf'), once: hiddenField(form, 'once'), ...fields }
  return submitForm(service, `${member.path}${path}`, sent, { Cookie: member.cookie })
}
/** The page to which a form redirected. */
const follow = async (member: SignedInMember, { status, headers }: Awaited<ReturnType<typeof submit>>) => {
  expect(status).toBe(303)
  return (await call('GET', String(headers['location']), { headers: { Cookie: member.cookie } })).text
}
const smsOf = async (shop: Shop, email: string) =>
  (await shop.call('GET', `/api/v1/recipients/${encodeURIComponent(email)}/sms`)).json
const idOf = async (shop: Shop, email: string): Promise<string> =>
  (await db.one(
    statement<{ businessId: string; email: string }, { id: string }>(
      `test.recipient_${randomUUID()}`,
      'select id from recipients where business_id = $businessId and email = $email',
    ),
    { businessId: shop.businessId, email },
  ))!.id

describe('an act on a recipient', async () => {
  const shop = await shopWith()
  const support = await createMember(service, shop, 'support', 'Ana Lopez')
  const optIn = { source: 'the checkout', obtained_at: '2026-11-01T10:00:00Z', wording: 'Updates' }
  let next = 0
  const recipient = async (over: object = {}) => {
    const phone = `+4477009011${String(next).padStart(2, '0')}`
    const email = `act-${next++}@simulator.example`
    await push(shop, email, { recipient_phone: phone, channels: ['email'], ...over })
    return { email, phone, path: pathOf(email) }
  }

  test('sets the number, shows the consent as given by a person, and names who did it', async () => {
    const email = 'numberless@simulator.example'
    await push(shop, email)
    const text = await follow(
      support,
      await submit(support, pathOf(email), `${pathOf(email)}/number`, { phone: '07700 901199' }),
    )
    expect(await smsOf(shop, email)).toMatchObject({ phone: '+44*******199', sms_consent_source: 'admin' })
    expect(text).toContain('The number is set.')
    expect(text).toContain('Ana Lopez (support) set the number to +44*******199.')
    expect(text).toMatch(/A number was first given on [^<]* in the dashboard or by the operator/)
  })

  test('refuses a number of another recipient, names them, and leaves what was typed', async () => {
    const [one, other] = [await recipient(), await recipient()]
    const { status, text } = await submit(support, one.path, `${one.path}/number`, { phone: other.phone })
    expect(status).toBe(409)
    expect(text).toContain('Another recipient of your shop has this number')
    expect(text).toContain(`href="${support.path}${other.path}"`)
    expect(text).toContain(`value="${other.phone}"`)
    expect(await smsOf(shop, one.email)).toMatchObject({ phone: '+44*******' + one.phone.slice(-3) })
  })

  test.each(['12', 'a number', '+44 7700 "900', ''])(
    'refuses %j as a number, and leaves what was typed',
    async (phone) => {
      const { path } = await recipient()
      const { status, text } = await submit(support, path, `${path}/number`, { phone })
      expect(status).toBe(422)
      expect(text).toContain('This cannot be a phone number.')
      expect(text).toContain(`value="${phone.replace('"', '&quot;')}"`)
    },
  )

  test('clears the number, and setting it again finds the WhatsApp consent', async () => {
    const { email, phone, path } = await recipient({ whatsapp_opt_in: optIn })
    const cleared = await follow(support, await submit(support, `${path}/clear-number`, `${path}/clear-number`))
    expect(cleared).toContain('The number is cleared.')
    expect(await smsOf(shop, email)).toMatchObject({ phone: null })
    const set = await follow(support, await submit(support, path, `${path}/number`, { phone }))
    expect(set).toContain('WhatsApp messages are sent to this number.')
  })

  test('records a stop that a START by text does not lift', async () => {
    const { email, phone, path } = await recipient()
    const confirm = (await get(support, `${path}/stop-sms`)).text
    expect(confirm).toContain('A text with START does not lift this stop')
    const text = await follow(support, await submit(support, `${path}/stop-sms`, `${path}/stop-sms`))
    expect(text).toContain('A stop of texts was recorded in the dashboard or by the operator on')
    expect(text).toContain('A text with START does not lift it.')
    expect(text).toContain('Ana Lopez (support) recorded a stop of texts.')
    const other = await recipient()
    await simulator.inbound('sms', other.phone, 'STOP')
    await until('the stop by text', async () => (await smsOf(shop, other.email)).sms_status === 'stopped')
    expect((await get(support, other.path)).text).toContain('Only they can lift it, by texting START.')
    await simulator.inbound('sms', phone, 'START')
    await simulator.inbound('sms', other.phone, 'START')
    await until('the START', async () => (await smsOf(shop, other.email)).sms_status === 'active')
    expect(await smsOf(shop, email)).toMatchObject({ sms_status: 'stopped', sms_stop_source: 'admin' })
  })

  test('stops WhatsApp, unsubscribes, and erases the WhatsApp history', async () => {
    const { email, path } = await recipient({ whatsapp_opt_in: optIn })
    const stopped = await follow(support, await submit(support, `${path}/stop-whatsapp`, `${path}/stop-whatsapp`))
    expect(stopped).toContain('A stop of WhatsApp messages was recorded')
    const byId = `/recipients/${await idOf(shop, email)}/erase-whatsapp`
    const erased = await follow(support, await submit(support, byId, byId))
    expect(erased).toContain('The WhatsApp history is erased')
    const gone = await follow(support, await submit(support, `${path}/unsubscribe`, `${path}/unsubscribe`))
    expect(gone).toContain('They stopped all updates of this shop on')
    const pushed = await push(shop, email, { channels: ['email'] })
    expect(pushed.email.skipped_reason ?? pushed.email.not_sent_reason ?? JSON.stringify(pushed.email)).toContain(
      'unsubscribed',
    )
  })

  test('is not possible for a recipient of another shop, and needs the role', async () => {
    const { path, email } = await recipient()
    const outsider = await createMember(service, await shopWith(), 'owner')
    await push({ ...shop, call: shop.call }, email)
    const own = `own-${randomUUID()}@example.com`
    const ownShop = await shopWith()
    const owner = await createMember(service, ownShop, 'owner')
    await push(ownShop, own)
    const csrf = hiddenField((await get(owner, pathOf(own))).text, 'csrf')
    for (const segment of [
      'number',
      'clear-number',
      'stop-sms',
      'stop-whatsapp',
      'unsubscribe',
      'consent',
      'consent.json',
    ]) {
      const sent = { csrf, phone: '+447700900999', once: randomUUID() }
      const { status, text } = await submitForm(service, `${owner.path}${path}/${segment}`, sent, {
        Cookie: owner.cookie,
      })
      expect([segment, status, text.includes('No recipient has this address')]).toEqual([segment, 404, true])
    }
    expect((await get(outsider, path)).status).toBe(404)
    const viewer = await createMember(service, shop, 'viewer')
    for (const segment of ['stop-sms', 'unsubscribe', 'consent', 'erase']) {
      expect([segment, (await get(viewer, `${path}/${segment}`)).status]).toEqual([segment, 403])
    }
    expect((await get(viewer, path)).text).not.toContain('Record a stop')
  })
})

describe('erasing a recipient', async () => {
  const shop = await shopWith()
  const support = await createMember(service, shop, 'support', 'Ana Lopez')
  const email = 'kanarienvogel@simulator.example'
  const phone = '+447700918299'
  await push(shop, email, {
    recipient_phone: phone,
    subject: 'kanarienvogel',
    whatsapp_opt_in: { source: 'kanarienvogel' },
  })
  const path = pathOf(email)
  await get(support, `/recipients?q=${email}`)
  await submit(support, path, `${path}/number`, { phone: '+447700918298' })
  await submit(support, `${path}/consent`, `${path}/consent`)
  await submit(support, `${path}/stop-sms`, `${path}/stop-sms`)
  const erasePath = `/recipients/${await idOf(shop, email)}/erase`
  const scan = await createTraceScan(db)
  const traces = ['kanarienvogel', '7700918299', '7700918298', Buffer.from('kanarienvogel').toString('hex')]

  test('needs the address to be typed, and leaves what was typed', async () => {
    const { status, text } = await submit(support, erasePath, erasePath, { address: 'kanarienvogel@simulator.exampl' })
    expect(status).toBe(422)
    expect(text).toContain('This is not the address above. Nothing was erased.')
    expect(text).toContain('value="kanarienvogel@simulator.exampl"')
    expect((await get(support, path)).status).toBe(200)
  })

  test('returns a receipt, the same for a second submission, and leaves no trace in tables and logs', async () => {
    expect((await scan(traces)).map((row) => row.split(':')[0])).toContain('audit_log')
    const form = (await get(support, erasePath)).text
    const fields = {
      csrf: hiddenField(form, 'csrf'),
      once: hiddenField(form, 'once'),
      address: ' KANARIENVOGEL@simulator.example',
    }
    const send = () => submitForm(service, `${support.path}${erasePath}`, fields, { Cookie: support.cookie })
    const receipt = await send()
    expect(receipt.status).toBe(200)
    const counts = (text: string) =>
      Object.fromEntries(
        [...text.matchAll(/<td[^>]*>([^<]*)<\/td><td[^>]*class="count"[^>]*>(\d+)</g)].map(([, words, count]) => [
          words,
          Number(count),
        ]),
      )
    expect(counts(receipt.text)).toMatchObject({
      'Messages in the inbox': 1,
      'The record with number, consent and stops': 1,
      'Stops of texts to the number': 1,
    })
    expect(Object.keys(counts(receipt.text))).toHaveLength(12)
    expect((await send()).text).toBe(receipt.text)
    expect((await get(support, path)).status).toBe(404)
    expect((await get(support, erasePath)).status).toBe(404)
    expect(await scan(traces)).toEqual([])
    for (const trace of traces) expect(logged().toLowerCase()).not.toContain(trace)
  })

  test('with a form whose key was used for another recipient erases nothing', async () => {
    const other = 'other@simulator.example'
    await push(shop, other)
    const { status } = await submit(support, pathOf(other), erasePath, { address: other, once: randomUUID() })
    expect(status).toBe(404)
    expect((await get(support, pathOf(other))).status).toBe(200)
  })
})

describe('consent evidence', async () => {
  const shop = await shopWith()
  const support = await createMember(service, shop, 'support', 'Ana Lopez')
  const email = 'evidence@simulator.example'
  const optIn = { source: 'the checkout', obtained_at: '2026-11-01T10:00:00Z', wording: 'Updates by WhatsApp' }
  await push(shop, email, { recipient_phone: '+447700900777', whatsapp_opt_in: optIn, channels: ['email'] })
  await submit(support, `${pathOf(email)}/stop-sms`, `${pathOf(email)}/stop-sms`)

  test('is a file that agrees with its schema and contains the whole number', async () => {
    const response = await submit(support, `${pathOf(email)}/consent`, `${pathOf(email)}/consent.json`)
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="consent-evidence-\d{4}-\d\d-\d\d\.json"$/,
    )
    const evidence = JSON.parse(response.text)
    expect([...Value.Errors(consentEvidence, evidence)]).toEqual([])
    expect(evidence).toMatchObject({
      generated_by: { name: 'Ana Lopez', role: 'support' },
      shop: { id: shop.id, mode: 'live' },
      recipient: { email, number: '+447700900777', unsubscribed_at: null },
      consents: [
        {
          channel: 'sms',
          recorded_by: 'push',
          stops: [
            { source: 'admin', belongs_to: 'recipient' },
            { source: 'admin', belongs_to: 'number' },
          ],
        },
        { channel: 'whatsapp', ...optIn, is_for_current_number: true, stops: [], withdrawn_at: null },
      ],
      changes_by_people: [{ by: 'Ana Lopez (support)', action: 'stopRecipient' }],
    })
  })

  test('is a printable page, and each that is made is recorded', async () => {
    const { text } = await submit(support, `${pathOf(email)}/consent`, `${pathOf(email)}/consent`)
    for (const words of [
      '+447700900777',
      'Wording: &quot;Updates by WhatsApp&quot;.',
      'Made',
      'by Ana Lopez (support)',
    ])
      expect(text).toContain(words)
    const page = (await get(support, pathOf(email))).text
    expect(page.match(/Ana Lopez \(support\) made a consent evidence file\./g)).toHaveLength(2)
  })
})

test('an unsubscription from before an erasure is on every page and in the evidence (2.11)', async () => {
  const [shop, email] = [await shopWith(), 'returned@example.com']
  const support = await createMember(service, shop, 'support')
  await push(shop, email, { channels: [] })
  await submit(support, `${pathOf(email)}/unsubscribe`, `${pathOf(email)}/unsubscribe`)
  await shop.call('POST', `/api/v1/recipients/${encodeURIComponent(email)}/erase`, {
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const { id } = await push(shop, email, { channels: [] })
  await push(shop, 'other@example.com', { channels: [] })
  const list = (await get(support, '/recipients')).text
  expect(list.match(/>Everything</g)).toHaveLength(1)
  expect((await get(support, `/messages/${id}`)).text).toContain('Unsubscribed from everything')
  const evidence = JSON.parse((await submit(support, `${pathOf(email)}/consent`, `${pathOf(email)}/consent.json`)).text)
  expect(evidence.recipient.unsubscribed_at).toBe(evidence.email_suppressions[0].at)
})

describe('a shop that sends nothing', async () => {
  const email = 'unsent@example.com'
  const opened = async (changes: object) => {
    const shop = await shopWith()
    const support = await createMember(service, shop, 'support')
    await push(shop, email, { recipient_phone: '+447700900555', whatsapp_opt_in: { source: 'x' }, channels: [] })
    await operator('PATCH', `/businesses/${shop.id}`, changes)
    const pages = await Promise.all([get(support, pathOf(email)), get(support, '/messages'), get(support, '/members')])
    const file = await submit(support, `${pathOf(email)}/consent`, `${pathOf(email)}/consent.json`)
    const evidence = JSON.parse(file.text)
    expect([...Value.Errors(consentEvidence, evidence)]).toEqual([])
    const sent = evidence.channels.map((one: { is_sent: boolean; reason: string | null }) => [one.is_sent, one.reason])
    return { pages: pages.map(({ text }) => text), sent }
  }
  const on = /<span class="tag good[^>]*>On</g
  const open = [true, null]

  for (const [what, changes, band, sent, channelsOn] of [
    ['nothing', {}, null, [open, open, open], 3],
    [
      'a deactivated shop',
      { active: false },
      'This shop is deactivated.',
      ['business_inactive', 'sending_paused', 'sending_paused'].map((reason) => [false, reason]),
      0,
    ],
    [
      'paused sending',
      { sending_paused: true },
      'Sending is paused for this shop.',
      Array.from({ length: 3 }, () => [false, 'sending_paused']),
      0,
    ],
    ['an ended plan', { plan: 'lapsed' }, 'The plan of this shop has ended.', [[false, 'plan_lapsed'], open, open], 2],
  ] as const)
    test(`because of ${what} says so on its pages and in the evidence (2.3)`, async () => {
      const { pages, sent: stated } = await opened(changes)
      for (const text of pages) {
        if (band === null) expect(text).not.toContain('class="band"')
        else expect(text).toContain(`<strong>${band}</strong>`)
      }
      expect(stated).toEqual(sent)
      expect(pages[0]!.match(on)?.length ?? 0).toBe(channelsOn)
    })

  test('because the service is paused says so, and that messages wait', async () => {
    await operator('POST', '/sending/hold', { note: 'A test' })
    try {
      const { pages, sent } = await opened({})
      for (const text of pages) expect(text).toContain('Sending is paused for the whole service.')
      expect(sent).toEqual(Array.from({ length: 3 }, () => [false, null]))
      expect(pages[0]).toContain('so emails wait.')
      expect(pages[0]).not.toMatch(on)
    } finally {
      await operator('POST', '/sending/release', {})
    }
  })
})

test('a file that is made while the recipient is erased leaves no address in the audit log, in 60 rounds', async () => {
  const random = seededRandom(20261119)
  const shop = await shopWith()
  const client = createDashboardClient(service)
  const outcomes = new Set<number>()
  for (let round = 0; round < 60; round++) {
    const [email, member] = [`race-${round}@simulator.example`, await createMember(service, shop, 'support')]
    await push(shop, email, { channels: [] })
    const later = () => sleep(random() * 20)
    const [made] = await Promise.all([
      later().then(() => client.submit(member, `${member.path}${pathOf(email)}/consent.json`)),
      later().then(() =>
        shop.call('POST', `/api/v1/recipients/${encodeURIComponent(email)}/erase`, {
          headers: { 'Idempotency-Key': randomUUID() },
        }),
      ),
    ])
    outcomes.add(made.status)
    expect(await db.all(auditRowsWith, { text: email }), `round ${round}`).toEqual([])
  }
  // Both came first in some of the rounds.
  expect(outcomes).toEqual(new Set([200, 404]))
})
const auditRowsWith = statement<{ text: string }, { id: string }>(
  'test.audit_rows_with',
  `select id from audit_log a where position($text in a::text) > 0`,
)
