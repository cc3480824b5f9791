import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '../../brand/languages.decide.ts'
import { septetsOf } from './gsm.ts'
import { smsText } from './sms-text.ts'

const facts = {
  businessName: 'Demo Shop',
  language: 'en' as const,
  reference: 'A-1001',
  orderStatus: 'shipped',
  inboxLink: 'https://updates.example/i/3kTz9QpW7xYb2LmN',
}
const end = `${facts.inboxLink} Reply STOP to stop`
const linkOf = (length: number): string => 'https://updates.example/i/'.padEnd(length, 'k_-7')

describe('order_status chooses the wording (2.1)', () => {
  for (const [orderStatus, phrase] of [
    ['confirmed', 'is confirmed'],
    ['shipped', 'has shipped'],
    ['ready_for_pickup', 'is ready for pickup'],
    ['delivered', 'has been delivered'],
    ['cancelled', 'has been cancelled'],
    ['refunded', 'has been refunded'],
    ['delayed', 'is delayed'],
    ['lost_at_sea', 'has an update'],
    [null, 'has an update'],
  ] as const)
    test(`${orderStatus}: ${phrase}`, () => {
      expect(smsText({ ...facts, orderStatus })).toBe(`Demo Shop: your order A-1001 ${phrase}. ${end}`)
    })
})

describe('a reference that is not displayable is omitted (2.1)', () => {
  for (const reference of [null, 'a.co', '1.2.3.4', '-1', 'A 1'])
    test(`${reference}`, () => {
      expect(smsText({ ...facts, reference })).toBe(`Demo Shop: your order has shipped. ${end}`)
    })
})

describe('the name is transliterated to the SMS alphabet', () => {
  for (const [businessName, name] of [
    ['Müller & Söhne', 'Müller & Söhne'],
    ['Mu\u0308ller', 'Müller'],
    ['Café Æsir ßøåñ', 'Café Æsir ßøåñ'],
    ['Łódź Œuvre Þórr', 'Lodz OEuvre Thorr'],
    ['Škoda Çelik ğı', 'Skoda Çelik gi'],
    ['Ａｃｍｅ ﬁne №5', 'Acme fine No5'],
    ['‘Best’ “Buy” – Ltd', '\'Best\' "Buy" - Ltd'],
    ['Shop \u{1f600} 漢字 Один', 'Shop'],
    ['€uro [Shop]', '€uro [Shop]'],
    ['Two\nlines\tand \u00a0 spaces ', 'Two lines and spaces'],
    ['Магазин', 'Your shop'],
    ['', 'Your shop'],
    ['—!?', 'Your shop'],
    ['24/7 Store', '24/7 Store'],
    ['Shop 365', 'Shop 365'],
  ] as const)
    test(`${JSON.stringify(businessName)} is shown as ${name}`, () => {
      expect(smsText({ ...facts, businessName })).toBe(`${name}: your order A-1001 has shipped. ${end}`)
    })
})

describe('nothing in the name becomes a link (2.1)', () => {
  for (const [businessName, name] of [
    ['evil.example', 'evil example'],
    ['Visit shop.com/x now', 'Visit shop com/x now'],
    ['https://evil.example', 'https //evil example'],
    ['evil．example', 'evil example'],
    ['evil…example', 'evil example'],
    ['evil。example', 'evilexample'],
    ['me@evil.example', 'me evil example'],
    ['tel:+44 900 123 4567', 'tel'],
    ['Call (0900) 12-34-567 now', 'Call now'],
    ['+447700900123', 'Your shop'],
    ['Bank: urgent', 'Bank urgent'],
  ] as const)
    test(`${businessName} is shown as ${name}`, () => {
      expect(smsText({ ...facts, businessName })).toBe(`${name}: your order A-1001 has shipped. ${end}`)
    })
})

describe('a long link shortens or omits the end of the name, the reference, the sentence and the name, in this order', () => {
  const long = {
    language: 'en' as const,
    businessName: 'The Very Old Bookshop of Little Walsingham and Sons, est 1871',
    reference: 'DE-2026/000123',
    orderStatus: 'ready_for_pickup',
  }
  for (const [length, before] of [
    [
      30,
      'The Very Old Bookshop of Little Walsingham and Sons, est 1871: your order DE-2026/000123 is ready for pickup. ',
    ],
    [60, 'The Very Old Bookshop of Little: your order DE-2026/000123 is ready for pickup. '],
    [80, 'The Very Old: your order DE-2026/000123 is ready for pickup. '],
    [81, 'The Very Old Bookshop of L: your order is ready for pickup. '],
    [95, 'The Very Old: your order is ready for pickup. '],
    [96, 'The Very Old Bookshop of Litt: order update. '],
    [113, 'The Very Old: order update. '],
    [114, 'The Very Old Bookshop of: '],
    [127, 'The Very Old: '],
    [128, ''],
    [141, ''],
  ] as const)
    test(`a link of ${length} characters`, () => {
      const text = smsText({ ...long, inboxLink: linkOf(length) })
      expect(text).toBe(`${before}${linkOf(length)} Reply STOP to stop`)
    })

  for (const length of [142, 155])
    test(`a link of ${length} characters leaves space for the word STOP only`, () => {
      expect(smsText({ ...long, inboxLink: linkOf(length) })).toBe(`${linkOf(length)} STOP`)
    })

  test('a link that leaves no space for STOP throws', () => {
    expect(() => smsText({ ...facts, inboxLink: linkOf(156) })).toThrow('the inbox link is too long for a text')
  })

  test('a short name is displayed where there is no space for a longer one', () => {
    expect(smsText({ ...facts, businessName: 'Ada', orderStatus: null, inboxLink: linkOf(136) })).toBe(
      `Ada: ${linkOf(136)} Reply STOP to stop`,
    )
  })

  test('characters that are encoded as two septets count as two', () => {
    const text = smsText({ ...facts, businessName: `${'€'.repeat(99)}a`, inboxLink: linkOf(60) })
    expect(text).toBe(`${'€'.repeat(24)}: your order A-1001 has shipped. ${linkOf(60)} Reply STOP to stop`)
    expect(text.length + 24).toBe(160)
  })
})

/** Returns the violated rules. The link of the service and the reference are removed before the check for other links. */
function problemsOf(text: string, { inboxLink, reference }: { inboxLink: string; reference: string | null }): string[] {
  const remaining = text.replace(inboxLink, '').replace(` ${reference} `, ' ')
  return [
    ...(septetsOf(text) > 160 ? [`${septetsOf(text)} septets`] : []),
    ...(text.split(/ |\n/).includes(inboxLink) ? [] : ['the link is missing']),
    ...(/\bSTOP\b/.test(remaining) ? [] : ['no STOP']),
    ...(/\S\.\S|:\/\/|@|\d{7}|[\r\n]/.test(remaining) ? ['something that could be a link'] : []),
  ]
}

describe('every text fits into one segment', () => {
  const names = [
    'A',
    'Demo Shop',
    'x'.repeat(200),
    '€'.repeat(90),
    'Мир',
    'evil.example '.repeat(20),
    'Ünïcödé '.repeat(30),
  ]
  const references = [null, '1', 'A-1001', 'v1.2', 'x'.repeat(40), 'x'.repeat(64), 'a.co']
  const statuses = ['confirmed', 'shipped', 'ready_for_pickup', 'delivered', 'cancelled', 'refunded', 'delayed', null]
  // The shortest and the longest wording, and the one without a status.
  for (const orderStatus of ['delayed', 'ready_for_pickup', null])
    test.each(languages)(`${orderStatus} with every name, reference and length of link in %s`, (language) => {
      const wrong = names.flatMap((businessName) =>
        references.flatMap((reference) =>
          Array.from({ length: 126 }, (_, more) => linkOf(30 + more)).flatMap((inboxLink) => {
            const text = smsText({ businessName, language, reference, orderStatus, inboxLink })
            return problemsOf(text, { inboxLink, reference }).map((problem) => `${problem}: ${text}`)
          }),
        ),
      )
      expect(wrong).toEqual([])
    })

  test('generated names, references, statuses and links', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...Array.from('aB1.:@/+- €éł\n漢')), maxLength: 200 }),
    )
    fc.assert(
      fc.property(
        anyText,
        fc.option(fc.oneof(anyText, fc.stringMatching(/^#?[A-Za-z0-9_/#.-]{1,64}$/)), { nil: null }),
        fc.option(fc.constantFrom(...statuses.filter((status) => status !== null), 'other'), { nil: null }),
        fc.integer({ min: 26, max: 155 }),
        fc.constantFrom(...languages),
        (businessName, reference, orderStatus, length, language) => {
          const inboxLink = linkOf(length)
          const text = smsText({ businessName, language, reference, orderStatus, inboxLink })
          expect(problemsOf(text, { inboxLink, reference }), text).toEqual([])
        },
      ),
      { numRuns: 3_000 },
    )
  })
})
