import { describe, expect, test } from 'vitest'
import type { Shop } from './support/client.ts'
import { openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { greenLogo, png, pngChunk } from './support/png.ts'
import { queueIdle } from './support/queue-idle.ts'
import { createTestService } from './support/test-service.ts'

/** The brand of a shop is in the next email, the next text and on the pages of the inbox. */
const service = await createTestService()
const { call, db, operator, simulator } = service

const brand = {
  sender_name: 'Fern & Wood',
  brand_colour: '#ffcc00',
  customer_contact: 'hello@fernwood.example, https://fernwood.example/help',
  reply_to: 'hello@fernwood.example',
  language: 'de',
}
let phones = 150
const newPhone = (): string => `+447700900${phones++}`
const change = (shop: Pick<Shop, 'id'>, settings: object) => operator('PATCH', `/businesses/${shop.id}`, settings)

async function pushAndRead(shop: Shop, address: string) {
  const { id } = await pushMessage(
    shop,
    shippedOrder({
      recipient_email: address,
      recipient_phone: newPhone(),
      channels: ['email', 'sms'],
      reference: '#1042',
    }),
  )
  await queueIdle(db, shop)
  const sent = await simulator.outbox({ message_id: id })
  const [email, text] = ['email', 'sms'].map((name) => sent.find(({ channel }) => channel === name))
  return { email, text }
}
/** Follows a link as a browser without other languages does. */
async function openInbox(link: string, acceptLanguage: string) {
  const path = new URL(link).pathname
  const entered = await call('GET', path)
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  return call('GET', String(entered.headers['location']), {
    headers: { Cookie: cookie, 'Accept-Language': acceptLanguage },
  })
}

describe('a shop', async () => {
  const shop = await openShop(service, 100, { name: 'Fernwood Trading Ltd', sms: 'on', country: 'GB' })
  const before = await pushAndRead(shop, 'ada@example.com')
  await change(shop, brand)
  const after = await pushAndRead(shop, 'bob@example.com')

  test('without a brand has its name and the words of the service in English', () => {
    expect(before.email.from).toContain('Fernwood Trading Ltd')
    expect(before.email.headers['reply-to']).toBeUndefined()
    expect(before.email.html).toContain('Open your inbox')
    expect(before.text.text).toContain('Fernwood Trading Ltd: your order #1042 has shipped.')
  })

  test('with a brand has it in the next email', () => {
    const { from, headers, html, text } = after.email
    expect(from).toContain('Fern & Wood')
    expect(headers['reply-to']).toContain('hello@fernwood.example')
    // The colour is darkened, so that it is readable on white.
    expect(html).toContain('background:#8f7200')
    expect(html).toContain('lang="de"')
    expect(html).toContain('Ihre Nachrichten öffnen')
    expect(html).toContain('<strong>Versandt</strong> · Bestellung <bdi>#1042</bdi>')
    expect(html).toContain(
      'Kontakt: <span class="contact" lang="">hello@fernwood.example, <a href="https://fernwood.example/help"',
    )
    expect(text).toContain('Kontakt: hello@fernwood.example')
    expect(html + text).not.toContain('Trading Ltd')
  })

  test('with a brand has it in the next text', () => {
    expect(after.text.text).toMatch(/^Fern & Wood: Ihre Bestellung #1042 ist unterwegs\. \S+ Abbestellen: STOP$/)
  })

  test('with a brand has it on the next page of the inbox, which the policy of the page allows', async () => {
    const page = await openInbox(after.email.link, 'ja')
    expect(page.status).toBe(200)
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('<h1 lang="" dir="auto">Fern &amp; Wood</h1>')
    expect(page.text).toContain('id="contact"')
    expect(page.text).toContain('href="https://fernwood.example/help"')
    expect(page.text).toMatch(/--go: #8\w{5}/)
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page.text)!
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    expect(page.headers['content-security-policy']).toContain(Buffer.from(digest).toString('base64'))
  })

  test('is shown in the language of the reader, if the service has it', async () => {
    expect((await openInbox(after.email.link, 'fr-CH, ja')).text).toContain('<html lang="fr">')
  })

  test('is shown so in a preview of the merchant too', async () => {
    const { json } = await shop.call('POST', '/api/v1/messages/preview', {
      body: shippedOrder({
        recipient_email: 'eve@example.com',
        recipient_phone: newPhone(),
        channels: ['email', 'sms'],
      }),
    })
    expect(json.email.content.from).toContain('Fern & Wood')
    expect(json.email.content.headers['reply-to']).toBe('hello@fernwood.example')
    expect(json.sms.content.text).toContain('Ihre Bestellung')
  })

  test('has no address of its brand in the audit log', async () => {
    const { items } = (await operator('GET', `/audit?business_id=${shop.id}`)).json
    const changed = items.find(({ action }: { action: string }) => action === 'changeBusiness')
    expect(changed.after).toEqual({
      ...brand,
      customer_contact: '***',
      reply_to: 'h***@fernwood.example',
    })
  })
})

test('a test side has the brand of its live business, from the beginning and after a change', async () => {
  const { json } = await operator('POST', '/businesses', { name: 'Alder', ...brand })
  const side = async () => (await operator('GET', `/businesses/${json.test_business_id}`)).json
  expect(await side()).toMatchObject(brand)
  await change({ id: json.id }, { sender_name: null, language: 'nl' })
  expect(await side()).toMatchObject({ ...brand, sender_name: null, language: 'nl' })
})

describe('is refused:', () => {
  for (const [what, settings] of [
    ['a colour by name', { brand_colour: 'red' }],
    ['a colour that ends the style', { brand_colour: '#ffcc00}' }],
    ['a language that the service does not have', { language: 'ja' }],
    ['no language', { language: null }],
    ['a reply address that is none', { reply_to: 'not an address' }],
    ['a contact that is too long', { customer_contact: 'x'.repeat(201) }],
    ['an empty name', { sender_name: '' }],
  ] as const)
    test(what, async () => {
      const { json } = await operator('POST', '/businesses', { name: 'Birch' })
      expect((await change({ id: json.id }, settings)).status).toBe(422)
    })
})

describe('a logo', async () => {
  const shop = await openShop(service, 100, { name: 'Alder', sms: 'on', country: 'GB' })
  const { test_business_id: testSide } = (await operator('GET', `/businesses/${shop.id}`)).json
  const bothSides = [shop.id, testSide]
  const put = (body: object) => operator('PUT', `/businesses/${shop.id}/logo`, body)
  const asText = (file: Buffer): string => file.toString('base64')
  const latestChange = async () => (await operator('GET', `/audit?business_id=${shop.id}`)).json.items[0]

  test('is above the name on the pages that the links of emails and texts open, and the policy allows it', async () => {
    expect((await put({ png: asText(greenLogo) })).json).toMatchObject({ id: shop.id, has_logo: true })
    const { email, text } = await pushAndRead(shop, 'ada@alder.example')
    for (const { link } of [email, text]) {
      const page = await openInbox(link, 'en')
      expect(page.text).toContain(
        `<header>\n<img class="logo" src="data:image/png;base64,${asText(greenLogo)}" alt="">\n<h1 lang="" dir="auto">Alder</h1>`,
      )
      expect(page.headers['content-security-policy']).toContain('; img-src data:;')
    }
    expect(email.html).not.toContain('<img')
  })

  test('is that of both sides', async () => {
    for (const id of bothSides) expect((await operator('GET', `/businesses/${id}`)).json.has_logo).toBe(true)
  })

  test('has a row in the audit log for each change, which names it by its digest', async () => {
    const before = await latestChange()
    expect(before).toMatchObject({
      action: 'setLogo',
      target: shop.id,
      before: { logo: null },
      after: { logo: expect.stringMatching(/^SHA-256 [0-9a-f]{16}$/) },
    })
    await put({ png: asText(greenLogo) })
    expect((await latestChange()).id).toBe(before.id)
  })

  test('is stored without what is not displayed', async () => {
    const hidden = pngChunk('tEXt', Buffer.from('Author\0Ada Lovelace'))
    await put({ png: asText(png(240, 80, [31, 122, 77, 255], hidden)) })
    expect((await latestChange()).action).toBe('setLogo')
    const { email } = await pushAndRead(shop, 'bob@alder.example')
    expect((await openInbox(email.link, 'en')).text).toContain(asText(greenLogo))
  })

  test.each([
    ['no picture', { png: asText(Buffer.from('hello')) }, 'Value error, This is not a PNG.'],
    ['no base64', { png: '<svg/>' }, "String should match pattern '^[A-Za-z0-9+/]+={0,2}$'"],
    ['too much', { png: 'A'.repeat(40_000) }, 'String should have at most 32768 characters'],
    ['nothing', {}, 'Field required'],
  ])('that is %s is refused', async (_, body, msg) => {
    const { status, json } = await put(body)
    expect([status, json.detail[0].loc, json.detail[0].msg]).toEqual([422, ['body', 'png'], msg])
  })

  test('is removed, once', async () => {
    expect((await operator('DELETE', `/businesses/${shop.id}/logo`)).status).toBe(204)
    const removed = await latestChange()
    expect(removed).toMatchObject({ action: 'removeLogo', after: { logo: null } })
    expect((await operator('DELETE', `/businesses/${shop.id}/logo`)).status).toBe(204)
    expect((await latestChange()).id).toBe(removed.id)
    const { email } = await pushAndRead(shop, 'eve@alder.example')
    expect((await openInbox(email.link, 'en')).text).not.toContain('<img')
    for (const id of bothSides) expect((await operator('GET', `/businesses/${id}`)).json.has_logo).toBe(false)
  })
})
