import { describe, expect, test } from 'vitest'
import { inboxPage } from './page.ts'
import type { InboxView } from './read.ts'
import type { InboxMessage } from './sql.ts'

const message: InboxMessage = {
  id: '019a8400-0000-7000-8000-000000000001',
  status: 'active',
  subject: 'Your order is on its way',
  body: 'Hello Ada,\nit left today.',
  reference: '#1042',
  order_status: 'shipped',
  awaits_open: true,
  created_at: new Date('2026-11-15T05:12:00Z'),
  updated_at: new Date('2026-11-15T05:12:00Z'),
}
const view: InboxView = {
  shop: 'Fernwood',
  unsubscribed: false,
  unsubscribePath: '/unsubscribe/token',
  messages: [message],
  isNewest: true,
  olderThan: null,
  shown: 'sealed',
}
const pageOf = (over: Partial<InboxView>): string => inboxPage({ ...view, ...over }).markup
const part = (element: string, markup: string): string =>
  new RegExp(`<${element}[ >].*?</${element}>`, 's').exec(markup)?.[0] ?? ''
const articleOf = (over: Partial<InboxMessage>): string =>
  part('article', pageOf({ messages: [{ ...message, ...over }] }))
const wordsOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '').trim()

describe('1.1 a message in the inbox', () => {
  test('has its subject, its order, its time and its body', () => {
    expect(articleOf({})).toBe(`<article class="active">
<h2 lang="" dir="auto">Your order is on its way</h2>
<p class="facts"><span>Order #1042</span> <span>Shipped</span> <span><time datetime="2026-11-15T05:12:00.000Z">15 November 2026, 05:12 UTC</time></span></p>
<div class="body" lang="" dir="auto">Hello Ada,
it left today.</div>
</article>`)
  })

  for (const [status, kind, label] of [
    ['active', 'active', ''],
    ['obsolete', 'past obsolete', 'Out of date '],
    ['retracted', 'past retracted', 'Taken back by the shop '],
  ] as const)
    test(`3.1 ${status}: ${label.trim() || 'no label'}, and its body can be read`, () => {
      const article = articleOf({ status })
      expect(article).toContain(`<article class="${kind}">`)
      expect(wordsOf(part('h2', article))).toBe(`${label}Your order is on its way`)
      expect(wordsOf(part('div', article))).toBe('Hello Ada,\nit left today.')
    })

  for (const [reference, order_status, updated_at, words] of [
    ['#1042', 'ready_for_pickup', '2026-11-15T05:12:00Z', 'Order #1042 Ready for pickup 15 November 2026, 05:12 UTC'],
    [null, 'delayed', '2026-11-15T05:12:00Z', 'Delayed 15 November 2026, 05:12 UTC'],
    ['#1042', 'lost_at_sea', '2026-11-15T05:12:00Z', 'Order #1042 15 November 2026, 05:12 UTC'],
    ['a.co', null, '2026-11-15T05:12:00Z', '15 November 2026, 05:12 UTC'],
    [null, null, '2026-12-01T23:59:59Z', '15 November 2026, 05:12 UTC Updated 1 December 2026, 23:59 UTC'],
  ] as const)
    test(`2.1 reference ${reference}, status ${order_status}, updated at ${updated_at}: “${words}”`, () => {
      const article = articleOf({ reference, order_status, updated_at: new Date(updated_at) })
      expect(wordsOf(part('p', article))).toBe(words)
    })

  test('proof 6: what a merchant wrote is text, without marks that change its order', () => {
    const markup = pageOf({
      shop: '<b>\u202eShop</b>',
      messages: [{ ...message, subject: '</h2><script>\u2066', body: '<img src=x onerror=alert(1)>' }],
    })
    expect(part('h1', markup)).toBe('<h1 lang="" dir="auto">&lt;b&gt;Shop&lt;/b&gt;</h1>')
    expect(part('h2', markup)).toBe('<h2 lang="" dir="auto">&lt;/h2&gt;&lt;script&gt;</h2>')
    expect(part('title', markup)).toBe('<title>Updates from &lt;b&gt;Shop&lt;/b&gt;</title>')
    expect(part('div', markup)).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test('a name and a subject that cannot be seen are replaced', () => {
    const markup = pageOf({ shop: '\u202e', messages: [{ ...message, subject: ' \u2066' }] })
    expect([wordsOf(part('h1', markup)), wordsOf(part('h2', markup))]).toEqual([
      'Your shop',
      'An update about your order',
    ])
  })
})

describe('the page around the messages', () => {
  test('is under 30 kB with 20 messages', () => {
    const body = `${'Your parcel has left our warehouse today. '.repeat(15)}Follow it: https://track.example/p/8842-1187`
    const markup = pageOf({
      messages: Array.from({ length: 20 }, () => ({ ...message, body })),
      shown: 'x'.repeat(2000),
    })
    expect(Buffer.byteLength(markup)).toBeLessThan(30_000)
  })

  for (const [isNewest, olderThan, links] of [
    [true, null, []],
    [true, message.id, ['older']],
    [false, message.id, ['/inbox', 'older']],
    [false, null, ['/inbox']],
  ] as const)
    test(`newest ${isNewest}, older ones ${olderThan !== null}: leads to ${links.join(' and ') || 'no other page'}`, () => {
      const hrefs = [...part('nav', pageOf({ isNewest, olderThan })).matchAll(/href="([^"]*)"/g)].map(([, href]) =>
        href!.replace(/^\/inbox\/older\/msg_\w{26}$/, 'older'),
      )
      expect(hrefs).toEqual(links)
    })

  test('asks for an open only while there is something to open', () => {
    expect([part('form', pageOf({})), part('form', pageOf({ shown: null }))]).toEqual([
      '<form id="open" method="post" action="/inbox/open">\n<input type="hidden" name="shown" value="sealed">\n<button>I have read this</button>\n</form>',
      '',
    ])
    expect([part('script', pageOf({})) === '', part('script', pageOf({ shown: null })) === '']).toEqual([false, true])
  })

  test('an empty inbox says so', () => {
    expect(wordsOf(part('main', pageOf({ messages: [], shown: null })))).toBe('There is nothing here.')
  })

  for (const [unsubscribed, link] of [
    [false, 'href="/unsubscribe/token"'],
    [true, 'You have stopped all updates'],
  ] as const)
    test(`unsubscribed ${unsubscribed}: the foot says ${link}`, () => {
      expect(part('footer', pageOf({ unsubscribed }))).toContain(link)
    })
})
