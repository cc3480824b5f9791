import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayableOrder } from '../order.ts'
import type { MailContent } from './mail-content.ts'
import { mailText, wrap } from './mail-text.ts'
import { mailWords } from './mail-words.ts'

const content: MailContent = {
  colour: null,
  language: 'en',
  words: mailWords.en,
  contact: null,
  shop: 'Demo Shop',
  subject: 'News',
  body: 'Hello',
  order: displayableOrder(null, null),
  inboxLink: 'https://t.example/inbox/1',
  unsubscribeUrl: 'https://t.example/unsubscribe/1',
}
const top = 'Open your inbox:\nhttps://t.example/inbox/1\n\nNews\n\n'
const foot =
  'You get this because you ordered at Demo Shop.\n\nUnsubscribe from these updates:\nhttps://t.example/unsubscribe/1\n'

for (const [reference, status, line] of [
  ['A-1', 'ready_for_pickup', 'Order A-1: Ready for pickup\n\n'],
  ['#1042', null, 'Order #1042\n\n'],
  ['a.co', 'delayed', 'Delayed\n\n'],
  ['a.co', 'lost', ''],
] as const)
  test(`the order ${reference} with status ${status} is written as ${JSON.stringify(line)} (2.1)`, () => {
    expect(mailText({ ...content, order: displayableOrder(reference, status) })).toBe(`${line}${top}Hello\n\n${foot}`)
  })

const link = `https://shop.example/${'a'.repeat(80)}`
for (const [body, wrapped] of [
  ['x'.repeat(76), 'x'.repeat(76)],
  ['word '.repeat(20).trim(), `${'word '.repeat(15).trim()}\n${'word '.repeat(5).trim()}`],
  [`${'word '.repeat(15)}a b`, `${'word '.repeat(15)}a\nb`],
  [`See ${link} for more`, `See\n${link}\nfor more`],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['  indented\n\n\n- one\n- two', '  indented\n\n\n- one\n- two'],
  [`${'🎁'.repeat(38)} ${'🎁'.repeat(37)} 🎁`, `${'🎁'.repeat(38)} ${'🎁'.repeat(37)}\n🎁`],
  ['https://pаypal.example/', 'https://xn--pypal-4ve.example/'],
] as const)
  test(`lines break at 76 characters and never inside a word: ${body}`, () => {
    expect(mailText({ ...content, body })).toBe(`${top}${wrapped}\n\n${foot}`)
  })

test('an empty body leaves no blank lines', () => {
  expect(mailText({ ...content, body: '' })).toBe(`${top}${foot}`)
})

test('lines break as the pattern that states the rule does, which takes too long for a text without spaces', () => {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.nat(120).map((length) => 'x'.repeat(length)) },
    { weight: 4, arbitrary: fc.nat(80).map((length) => ' '.repeat(length % 4)) },
    fc.constantFrom('\n', '\u{1f600}', ' '.repeat(80)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      expect(wrap(text)).toBe(text.replaceAll(/(?=.{77})(.{1,76}) +/gu, '$1\n'))
    }),
    { numRuns: 500 },
  )
})
