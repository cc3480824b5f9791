import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { plainBrand } from '../../brand/brand.ts'
import { type MailFacts, writeMail } from './mail.ts'

const settings = { fromAddress: 'updates@tidings.example', domain: 'mail.tidings.example' }
const facts: MailFacts = {
  nudgeId: '019a8b2c-0000-7000-8000-000000000001',
  messageId: 'msg_01JCV00000000000000000000A',
  to: 'ada@example.com',
  businessName: 'Demo Shop',
  brand: plainBrand,
  subject: 'Your order is on its way',
  body: 'Hello Ada,\nyour parcel is at https://track.example/1.',
  reference: 'A-1001',
  orderStatus: 'shipped',
  inboxLink: 'https://tidings.example/inbox/00abc',
  unsubscribeUrl: 'https://tidings.example/unsubscribe/00abc',
  at: new Date('2026-11-14T22:41:00Z'),
}
const write = (overrides: Partial<MailFacts>) => writeMail({ ...facts, ...overrides }, settings)

test('the email contains the update, the inbox link and the unsubscribe link (1.2)', () => {
  const { html, ...mail } = write({})
  expect(html).toContain(`<a class="button" href="${facts.inboxLink}"`)
  expect(mail).toEqual({
    from: { name: 'Demo Shop', address: 'updates@tidings.example' },
    to: { name: '', address: 'ada@example.com' },
    subject: 'Your order is on its way',
    text: `Order A-1001: Shipped

Open your inbox:
https://tidings.example/inbox/00abc

Your order is on its way

Hello Ada,
your parcel is at https://track.example/1.

You get this because you ordered at Demo Shop.

Unsubscribe from these updates:
https://tidings.example/unsubscribe/00abc
`,
    messageId: '<019a8b2c-0000-7000-8000-000000000001@mail.tidings.example>',
    date: facts.at,
    headers: {
      'List-Unsubscribe': '<https://tidings.example/unsubscribe/00abc>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'X-Tidings-Message': 'msg_01JCV00000000000000000000A',
    },
  })
})

for (const [pushed, subject] of [
  ['  Two   spaces ', 'Two spaces'],
  ['One\r\nBcc: evil@example.com\0two\tthree\u2028four\u0085five', 'One Bcc: evil@example.com two three four five'],
  ['\u202eesrever\u202c', 'esrever'],
  ['Preis\u00a0: 5\u00a0€ 👩\u200d🚀', 'Preis\u00a0: 5\u00a0€ 👩\u200d🚀'],
  ['=?utf-8?Q?=0D=0ABcc:_evil?=', '= ?utf-8?Q?=0D=0ABcc:_evil?='],
  [' \t\r\n\u00a0\u3000', 'An update about your order'],
  ['\0\u200b\u200f\u2060\ufeff\u00ad\u3164', 'An update about your order'],
] as const)
  test(`the subject ${JSON.stringify(pushed)} is one line: ${subject}`, () => {
    expect(write({ subject: pushed }).subject).toBe(subject)
  })

test('a business name of invisible characters is replaced', () => {
  expect(write({ businessName: '\u200b\r\n' }).from.name).toBe('Your shop')
})

describe('email headers', () => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  /** Encodes the email and parses it as an email client does. */
  async function sent(mail: ReturnType<typeof writeMail>): Promise<Email> {
    const { message } = await transport.sendMail(mail)
    return PostalMime.parse(message as Buffer)
  }
  const namesOf = ({ headers }: Email): string[] => headers.map(({ key }) => key).toSorted()
  const names = [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'list-unsubscribe',
    'list-unsubscribe-post',
    'message-id',
    'mime-version',
    'subject',
    'to',
    'x-tidings-message',
  ]

  const tokens = [
    '\r\n \r \n \0 \u0085 \u2028 \v \f \t \u001b \u007f \r\n\r\n Bcc: evil@example.com <evil@example.com> , ; : " \\ ( ) < > @',
    '=?utf-8?Q? =?utf-8?B?DQpCY2M6IGV2aWxAZXhhbXBsZS5jb20=?= =?utf-8?Q?=22_=3Cevil=40example.com=3E?= ?= = ? =0D=0A %0d%0a',
    'Ü 名 🎁 \u202e שלום مرحبا \u200d . -- --_NmP Content-Type: text/html </script> https://x.example/inbox/evil',
  ].flatMap((row) => row.split(' '))
  const hostile = (most: number) =>
    fc
      .array(
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...tokens, ' ') },
          { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
        ),
        { maxLength: 30 },
      )
      .map((parts) => Array.from(parts.join('')).slice(0, most).join(''))
  const hostileFacts = fc.record({
    businessName: hostile(120),
    subject: hostile(300),
    body: hostile(10_000),
    reference: fc.option(fc.oneof(hostile(64), fc.stringMatching(/^[A-Za-z0-9#\-_./]{1,64}$/))),
    orderStatus: fc.option(fc.oneof(hostile(64), fc.constantFrom('shipped', 'refunded', 'constructor', '__proto__'))),
  })

  test('no pushed content changes the set of headers, the sender or the recipient', async () => {
    await fc.assert(
      fc.asyncProperty(hostileFacts, async (overrides) => {
        // The decoder of this test drops U+FEFF at the start of an encoded word, so the headers of this test contain none.
        const mail = write({
          ...overrides,
          businessName: overrides.businessName.replaceAll('\ufeff', ''),
          subject: overrides.subject.replaceAll('\ufeff', ''),
        })
        const received = await sent(mail)
        expect(namesOf(received)).toEqual(names)
        expect(received).toMatchObject({
          from: mail.from,
          to: [mail.to],
          subject: mail.subject,
          messageId: mail.messageId,
          date: facts.at.toISOString(),
          attachments: [],
        })
      }),
      { numRuns: 600 },
    )
  })

  test('any pushed content arrives unchanged in both parts', async () => {
    await fc.assert(
      fc.asyncProperty(hostileFacts, async (overrides) => {
        const mail = write(overrides)
        const received = await sent(mail)
        // A parser may count the line break before the next boundary as part of the text.
        expect([received.text?.trimEnd(), received.html?.trimEnd()]).toEqual([mail.text.trimEnd(), mail.html.trimEnd()])
      }),
      { numRuns: 200 },
    )
  })

  test('with any pushed content the first inbox link of the text is the right one and has its own line', () => {
    fc.assert(
      fc.property(hostileFacts, (overrides) => {
        const { text } = write(overrides)
        const links = text.match(/https?:\/\/[^\s<>"]+/gi) ?? []
        expect(links.find((link) => URL.parse(link)?.pathname.startsWith('/inbox/'))).toBe(facts.inboxLink)
        expect(text.split('\n')).toContain(facts.inboxLink)
      }),
    )
  })

  for (const businessName of [
    'Demo "The Shop" Shop',
    'Smith, Jones & Sons; Ltd. (London)',
    'Pay <evil@example.com>',
    '"Pay" <evil@example.com>, other',
    'evil@example.com',
    'Käse 🧀 <evil@example.com>',
    'متجر النور',
    'x'.repeat(120),
    '名'.repeat(120),
  ])
    test(`the sender address for the business ${businessName} is the configured one`, async () => {
      expect((await sent(write({ businessName }))).from).toEqual({ name: businessName, address: settings.fromAddress })
    })

  test('a long unsubscribe URL is not split', async () => {
    const unsubscribeUrl = `https://tidings.example/unsubscribe/${'a'.repeat(300)}`
    const { headers } = await sent(write({ unsubscribeUrl }))
    expect(headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${unsubscribeUrl}>`)
  })
})
