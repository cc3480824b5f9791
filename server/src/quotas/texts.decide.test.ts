import { expect, test } from 'vitest'
import { type CountedText, countTexts, exceedsTextLimit, prefixOf, type TextUsage } from './texts.decide.ts'

const limits = { smsCreditsPerDay: 100, smsPerPrefixPerHour: 10 }
for (const [credits, prefixTexts, price, expected] of [
  [0, 0, 1, false],
  [99, 9, 1, false],
  [98, 0, 2, false],
  [99, 0, 2, true],
  [100, 0, 1, true],
  [0, 10, 1, true],
] as const)
  test(`${credits} credits of 100 and ${prefixTexts} texts of 10: a text for ${price} ${expected ? 'exceeds a limit' : 'is sent'} (2.3)`, () => {
    expect(exceedsTextLimit(limits, { credits, prefixTexts }, price)).toBe(expected)
  })

test('a prefix is the number without its last four digits', () => {
  expect(prefixOf('+447700900123')).toBe('+44770090')
})

const used = (credits: number, notified = 0, prefixTexts = 0, prefixNotified = false): TextUsage => ({
  spend: new Map([['shop', { credits, notified, prefixNotified }]]),
  prefixTexts: new Map([['shop +44770090', prefixTexts]]),
  numberTexts: new Map(),
})
const text = (over: Partial<CountedText> = {}): CountedText => ({
  businessId: 'shop',
  e164: '+447700900123',
  destination: 'GB',
  price: 1,
  isRefused: false,
  ...limits,
  ...over,
})
const refusedText = text({ isRefused: true })
const nearly = (count: number) => ({
  businessId: 'shop',
  kind: 'sms_spend_nearly_reached',
  detail: { used: count, limit: 100 },
})
const reached = (count: number) => ({
  businessId: 'shop',
  kind: 'sms_spend_reached',
  detail: { used: count, limit: 100 },
})
const crowded = { businessId: 'shop', kind: 'sms_prefix_limited', detail: { destination: 'GB', limit: 10 } }

for (const [what, usage, texts, spend, notices] of [
  ['a text below every threshold', used(78), [text()], [1, 0, false], []],
  ['the text that reaches 80 %', used(79), [text()], [1, 80, false], [nearly(80)]],
  ['a text after that notice', used(80, 80), [text()], [1, 80, false], []],
  ['the text that reaches the limit', used(99, 80), [text()], [1, 100, false], [reached(100)]],
  ['a text that passes both thresholds', used(79), [text({ price: 21 })], [21, 100, false], [reached(100)]],
  ['a refused text', used(100, 80), [refusedText], [0, 100, false], [reached(100)]],
  ['a refused text after that notice', used(100, 100), [refusedText], [0, 100, false], []],
  [
    'a text that costs more than the rest',
    used(99, 80),
    [{ ...refusedText, price: 2 }],
    [0, 100, false],
    [reached(99)],
  ],
  ['the text that fills a prefix', used(0, 0, 9), [text()], [1, 0, true], [crowded]],
  ['a text to a full prefix', used(0, 0, 10), [refusedText], [0, 0, true], [crowded]],
  ['a full prefix after a notice of this hour', used(0, 0, 10, true), [refusedText], [0, 0, true], []],
  ['another prefix', used(0, 0, 10), [text({ e164: '+447700910123' })], [1, 0, false], []],
] as const)
  test(`${what}: ${notices.map(({ kind }) => kind).join(', ') || 'no notice'} (2.3)`, () => {
    const [credits, notified, prefixNotified] = spend
    expect(countTexts(usage, [...texts])).toMatchObject([
      { businessId: 'shop', credits, notified, prefixNotified, notices },
    ])
  })

test('the counts are separate by business and prefix, and a refused text is not counted (2.3)', () => {
  const other = { businessId: 'other' }
  const texts = [text(), text(), text({ e164: '+33612345678' }), refusedText, text(other)]
  const unnoticed = { notified: 0, prefixNotified: false, notices: [] }
  expect(countTexts(used(0), texts)).toEqual([
    {
      ...unnoticed,
      businessId: 'shop',
      credits: 3,
      prefixes: [
        { prefix: '+44770090', texts: 2 },
        { prefix: '+3361234', texts: 1 },
      ],
    },
    { ...unnoticed, businessId: 'other', credits: 1, prefixes: [{ prefix: '+44770090', texts: 1 }] },
  ])
})
