import { expect, test } from 'vitest'
import { displayableOrder } from '../order.ts'
import type { MailContent } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import { dark, light } from './mail-style.ts'
import { mailWords } from './mail-words.ts'

const content: MailContent = {
  colour: null,
  language: 'en',
  words: mailWords.en,
  contact: null,
  shop: 'Demo Shop',
  subject: 'News',
  body: 'Hello',
  order: displayableOrder('A-1001', 'shipped'),
  inboxLink: 'https://t.example/inbox/1?a=1&b=2',
  unsubscribeUrl: 'https://t.example/unsubscribe/1',
}
const write = (overrides: Partial<MailContent>): string => mailHtml({ ...content, ...overrides })
/** Returns the element with this class, without its style attributes. */
const find = (name: string, markup: string): string | null =>
  new RegExp(`<(\\w+) class="${name}"[^>]*>[\\s\\S]*?</\\1>`).exec(markup)?.[0].replaceAll(/ style="[^"]*"/g, '') ??
  null

const hostile = `<script>x</script><img src=x onerror=x>"'&`
const escaped = '&lt;script&gt;x&lt;/script&gt;&lt;img src=x onerror=x&gt;&quot;&#39;&amp;'

for (const [name, element] of [
  ['shop', `<p class="shop" dir="auto" lang="">${escaped}</p>`],
  ['subject', `<h1 class="subject" id="subject" dir="auto" lang="">${escaped}</h1>`],
  ['body', `<div class="body" lang=""><p dir="auto">${escaped}</p></div>`],
  ['button', '<a class="button" href="https://t.example/inbox/1?a=1&amp;b=2">Open your inbox</a>'],
  ['order', '<p class="order"><strong>Shipped</strong> · Order <bdi>A-1001</bdi></p>'],
  [
    'footer',
    `<p class="footer">You get this because you ordered at <bdi>${escaped}</bdi>.<br>\n<a class="unsubscribe" href="https://t.example/unsubscribe/1">Unsubscribe from these updates</a></p>`,
  ],
] as const)
  test(`markup of the merchant is escaped in the ${name}`, () => {
    expect(find(name, write({ shop: hostile, subject: hostile, body: hostile }))).toBe(element)
  })

for (const [reference, status, element] of [
  ['#1042', 'lost', '<p class="order">Order <bdi>#1042</bdi></p>'],
  ['a.co', 'ready_for_pickup', '<p class="order"><strong>Ready for pickup</strong></p>'],
  ['a.co', null, null],
] as const)
  test(`the order ${reference} with status ${status} is displayed as ${element} (2.1)`, () => {
    expect(find('order', write({ order: displayableOrder(reference, status) }))).toBe(element)
  })

for (const [body, paragraphs] of [
  ['one\ntwo', '<p dir="auto">one<br>two</p>'],
  ['one\n\ntwo', '<p dir="auto">one</p><p dir="auto">two</p>'],
  ['one\n \n\n  two\nthree', '<p dir="auto">one</p><p dir="auto">  two<br>three</p>'],
] as const)
  test(`lines and paragraphs are preserved: ${JSON.stringify(body)}`, () => {
    expect(find('body', write({ body }))).toBe(`<div class="body" lang="">${paragraphs}</div>`)
  })

test('the email fetches no resource and runs no script, so that opening it is not tracked', () => {
  expect(write({ body: 'https://a.example/' })).not.toMatch(/ src=|<img|<link|@import|url\(|<form|<iframe| on\w+=/i)
  expect(write({}).match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">'])
  expect(write({ order: displayableOrder('A-1001', null) })).not.toContain('<script')
})

test('the email without its body is smaller than 12 kB', () => {
  const longest = { shop: '"'.repeat(120), subject: '"'.repeat(300), body: '' }
  expect(Buffer.byteLength(write(longest))).toBeLessThan(12_000)
})

for (const [mode, colours] of Object.entries({ light, dark }))
  for (const [text, background] of [
    ['ink', 'card'],
    ['ink', 'tint'],
    ['quiet', 'card'],
    ['accent', 'card'],
    ['onAccent', 'accent'],
  ] as const)
    test(`WCAG AA ${mode}: ${text} on ${background} has a contrast of at least 4.5`, () => {
      expect(contrast(colours[text], colours[background])).toBeGreaterThanOrEqual(4.5)
    })

/** WCAG 2.2: the ratio of the two luminances, the lighter one first. */
function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
