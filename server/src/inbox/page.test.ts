import { describe, expect, test } from 'vitest'
import { plainBrand } from '../brand/brand.ts'
import { pageLengthOf } from './group.decide.ts'
import { localeTexts } from './locales/locales.ts'
import { inboxPage } from './page.ts'
import type { InboxView } from './read.ts'
import type { InboxMessage } from './sql.ts'

const message: InboxMessage = {
  id: '019a8400-0000-7000-8000-000000000001',
  status: 'active',
  subject: 'Your order is on its way',
  body: 'Hello Ada,\nit left today.',
  reference: null,
  order_status: null,
  awaits_open: true,
  created_at: new Date('2026-11-15T05:12:00Z'),
  updated_at: new Date('2026-11-15T05:12:00Z'),
}
const view: InboxView = {
  shop: 'Fernwood',
  brand: plainBrand,
  logo: null,
  unsubscribed: false,
  messages: [message],
  statuses: new Map(),
  announcedId: null,
  isFirst: true,
  next: null,
  seenToken: 'sealed',
}
const path = '/inbox/a1x'
const pageOf = (over: Partial<InboxView>): string => inboxPage(localeTexts.en, { ...view, ...over }, path).markup
const part = (element: string, markup: string): string =>
  new RegExp(`<${element}[ >].*?</${element}>`, 's').exec(markup)?.[0] ?? ''
const articleOf = (over: Partial<InboxMessage>): string =>
  part('article', pageOf({ messages: [{ ...message, ...over }] }))
const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '').trim()

describe('a message in the inbox (1.1)', () => {
  test('has a subject, a time and a body', () => {
    expect(articleOf({})).toBe(`<article class="single active">
<h2 class="subject" lang="" dir="auto">Your order is on its way</h2>
<p class="facts"><span><time datetime="2026-11-15T05:12:00.000Z">15 November 2026, 05:12 UTC</time></span></p>
<div class="body" lang="" dir="auto">Hello Ada,
it left today.</div>
</article>`)
  })

  for (const [status, kind, label] of [
    ['active', 'active', ''],
    ['obsolete', 'past obsolete', 'Out of date '],
    ['retracted', 'past retracted', 'Taken back by the shop '],
  ] as const)
    test(`${status}: ${label.trim() || 'no label'}, with its body (3.1)`, () => {
      const article = articleOf({ status })
      expect(article).toContain(`<article class="single ${kind}">`)
      expect(textOf(part('h2', article))).toBe(`${label}Your order is on its way`)
      expect(textOf(part('div', article))).toBe('Hello Ada,\nit left today.')
    })

  for (const [reference, order_status, updated_at, text] of [
    ['#1042', 'ready_for_pickup', '2026-11-15T05:12:00Z', 'Ready for pickup 15 November 2026, 05:12 UTC'],
    [null, 'delayed', '2026-11-15T05:12:00Z', 'Delayed 15 November 2026, 05:12 UTC'],
    ['#1042', 'lost_at_sea', '2026-11-15T05:12:00Z', '15 November 2026, 05:12 UTC'],
    [null, null, '2026-12-01T23:59:59Z', '15 November 2026, 05:12 UTC Updated 1 December 2026, 23:59 UTC'],
  ] as const)
    test(`reference ${reference}, status ${order_status}, updated at ${updated_at}: “${text}” (2.1)`, () => {
      const article = articleOf({ reference, order_status, updated_at: new Date(updated_at) })
      expect(textOf(part('p', article))).toBe(text)
    })

  test("a merchant's text is escaped, and its direction marks are removed", () => {
    const markup = pageOf({
      shop: '<b>\u202eShop</b>',
      messages: [{ ...message, subject: '</h2><script>\u2066', body: '<img src=x onerror=alert(1)>' }],
    })
    expect(part('h1', markup)).toBe('<h1 lang="" dir="auto">&lt;b&gt;Shop&lt;/b&gt;</h1>')
    expect(part('h2', markup)).toBe('<h2 class="subject" lang="" dir="auto">&lt;/h2&gt;&lt;script&gt;</h2>')
    expect(part('title', markup)).toBe('<title>Updates from &lt;b&gt;Shop&lt;/b&gt;</title>')
    expect(part('div', markup)).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test('an invisible shop name and subject are replaced', () => {
    const markup = pageOf({ shop: '\u202e', messages: [{ ...message, subject: ' \u2066' }] })
    expect([textOf(part('h1', markup)), textOf(part('h2', markup))]).toEqual([
      'Your shop',
      'An update about your order',
    ])
  })
})

describe('an order in the inbox (1.1)', () => {
  const ordered = { ...message, reference: '#1042' }
  const statuses = new Map([['#1042', ['confirmed', 'lost_at_sea', 'shipped']]])

  test('has its reference as heading, its steps and its messages', () => {
    const section = part('section', pageOf({ messages: [ordered, { ...ordered, subject: 'Confirmed' }], statuses }))
    expect(section.split('\n').slice(0, 9)).toEqual([
      '<section class="order" aria-labelledby="order-0">',
      '<h2 id="order-0">Order <bdi>#1042</bdi></h2>',
      '<ol class="steps" aria-label="Where this order stands">',
      '<li class="confirmed">Confirmed</li>',
      '<li class="shipped" aria-current="step">Shipped</li>',
      '<li class="ahead">Delivered</li>',
      '</ol>',
      '<article class="active">',
      '<h3 class="subject" lang="" dir="auto">Your order is on its way</h3>',
    ])
    expect([...section.matchAll(/<h3.*?<\/h3>/g)].map(([heading]) => textOf(heading))).toEqual([
      'Your order is on its way',
      'Confirmed',
    ])
  })

  for (const [what, reference, known] of [
    ['no status', '#1042', []],
    ['no known status', '#1042', ['lost_at_sea']],
    ['a reference that must not be displayed', 'a.co', ['shipped']],
  ] as const)
    test(`with ${what} has no steps (2.1)`, () => {
      const markup = pageOf({
        messages: [{ ...message, reference }],
        statuses: new Map([[reference, [...known]]]),
      })
      expect([markup.includes('class="steps"'), markup.includes('a.co')]).toEqual([false, false])
    })
})

describe('the message that the link announced', () => {
  const announcedId = message.id
  for (const [what, over, label] of [
    ['is new until it was opened', {}, 'New '],
    ['is not new after it was opened', { awaits_open: false }, ''],
    ['has both labels if it is obsolete', { status: 'obsolete' }, 'New Out of date '],
  ] as const)
    for (const reference of [null, '#1042'])
      test(`${what}; reference ${reference}`, () => {
        const messages = [
          { ...message, reference, ...over },
          { ...message, id: 'other', reference: null, subject: 'Another' },
        ]
        const headings = [...pageOf({ messages, announcedId }).matchAll(/<h[23] class="subject".*?<\/h[23]>/g)]
        expect(headings.map(([heading]) => textOf(heading))).toEqual([`${label}Your order is on its way`, 'Another'])
        expect(pageOf({ messages, announcedId }).match(/class="[\w ]*announced[\w ]*"/g)).toHaveLength(1)
      })
})

describe('the inbox page', () => {
  const body = `${'Your parcel has left our warehouse today. '.repeat(8)}Follow it: https://track.example/p/8842-1187`
  const twenty = Array.from({ length: 20 }, (_, index) => ({
    ...message,
    id: index === 0 ? message.id : `${index}`,
    body,
    reference: `#${index}`,
    order_status: 'shipped',
  }))
  const statuses = new Map(twenty.map(({ reference }) => [reference, ['confirmed', 'shipped', 'delayed']]))

  test('is under 30 kB with 20 messages of 20 orders, style and script included', () => {
    expect(pageLengthOf(twenty)).toBe(20)
    for (const texts of Object.values(localeTexts)) {
      const { markup } = inboxPage(
        texts,
        { ...view, messages: twenty, statuses, announcedId: message.id, seenToken: 'x'.repeat(1500) },
        path,
      )
      expect(Buffer.byteLength(markup)).toBeLessThan(30_000)
    }
  })
  test('is under 10 kB without messages', () => {
    expect(Buffer.byteLength(pageOf({ messages: [], next: { olderThan: message.id }, isFirst: false }))).toBeLessThan(
      10_000,
    )
  })

  const olderThan = message.id
  for (const [isFirst, next, links] of [
    [true, null, []],
    [true, 'others', ['others']],
    [true, { olderThan }, ['older']],
    [false, { olderThan }, ['updates', 'older']],
    [false, null, ['updates']],
  ] as const)
    test(`first page ${isFirst}, next ${JSON.stringify(next)}: links to ${links.join(' and ') || 'no other page'}`, () => {
      const hrefs = [...part('main', pageOf({ isFirst, next })).matchAll(/href="([^"]*)"/g)].map(([, href]) =>
        href!.replace(/^\/inbox\/a1x\//, '').replace(/^older\/msg_\w{26}$/, 'older'),
      )
      expect(hrefs).toEqual(links)
    })

  test('has the open form only if a message awaits an open', () => {
    expect([part('form', pageOf({})), part('form', pageOf({ seenToken: null }))]).toEqual([
      '<form id="open" method="post" action="/inbox/a1x/open">\n<input type="hidden" name="shown" value="sealed">\n<button>I have read this</button>\n</form>',
      '',
    ])
  })

  test('an empty inbox has a text instead of messages', () => {
    expect(textOf(part('main', pageOf({ messages: [], seenToken: null })))).toBe('There is nothing here yet.')
  })

  for (const [unsubscribed, text] of [
    [false, 'You get these updates because you ordered at Fernwood.'],
    [true, 'You have stopped all updates from Fernwood.'],
  ] as const)
    test(`unsubscribed ${unsubscribed}: the footer has “${text}” and a link to the settings`, () => {
      const foot = part('footer', pageOf({ unsubscribed }))
      expect(textOf(foot)).toContain(text)
      expect([...foot.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/inbox/a1x/settings', '/genuine'])
    })

  test('declares its language, and formats dates in it', () => {
    const { markup } = inboxPage(localeTexts.de, { ...view, messages: [{ ...message, status: 'obsolete' }] }, path)
    expect(markup).toContain('<html lang="de">')
    expect(markup).toContain('<span class="label" lang="de" dir="ltr">Überholt</span>')
    expect(textOf(part('time', markup))).toBe('15. November 2026, 05:12 UTC')
  })
})
