import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { type MailFacts, writeMail } from './mail.ts'

const settings = { fromAddress: 'updates@tidings.example', domain: 'mail.tidings.example' }
const facts: MailFacts = {
  nudgeId: '019a8b2c-0000-7000-8000-000000000001',
  messageId: 'msg_01JCV00000000000000000000A',
  to: 'ada@example.com',
  businessName: 'Demo Shop',
  subject: 'Your order is on its way',
  body: 'Hello Ada,\nyour parcel is at https://track.example/1.',
  reference: 'A-1001',
  orderStatus: 'shipped',
  inboxLink: 'https://tidings.example/inbox/00abc',
  unsubscribeUrl: 'https://tidings.example/unsubscribe/00abc',
  at: new Date('2026-11-14T22:41:00Z'),
}
const write = (differing: Partial<MailFacts>) => writeMail({ ...facts, ...differing }, settings)

test('the nudge carries the update, the inbox link and a way out (1.2)', () => {
  const { html, ...rest } = write({})
  expect(html).toContain(`<a class="button" href="${facts.inboxLink}"`)
  expect(rest).toEqual({
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

test('a name nobody can see is replaced by words', () => {
  expect(write({ businessName: '\u200b\r\n' }).from.name).toBe('Your shop')
})

describe('mail headers', () => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  /** The mail as it goes over the wire, read again as a mail program reads it. */
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
      .map((pieces) => Array.from(pieces.join('')).slice(0, most).join(''))
  const hostileFacts = fc.record({
    businessName: hostile(120),
    subject: hostile(300),
    body: hostile(10_000),
    reference: fc.option(fc.oneof(hostile(64), fc.stringMatching(/^[A-Za-z0-9#\-_./]{1,64}$/))),
    orderStatus: fc.option(fc.oneof(hostile(64), fc.constantFrom('shipped', 'refunded', 'constructor', '__proto__'))),
  })

  test('whatever is pushed, the set of headers is the same and sender and recipient are ours', async () => {
    await fc.assert(
      fc.asyncProperty(hostileFacts, async (differing) => {
        const mail = write(differing)
        const read = await sent(mail)
        expect(namesOf(read)).toEqual(names)
        expect(read).toMatchObject({
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

  test('whatever is pushed, both parts arrive as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(hostileFacts, async (differing) => {
        const mail = write(differing)
        const read = await sent(mail)
        // A reader may count the line end before the next boundary as part of the text.
        expect([read.text?.trimEnd(), read.html?.trimEnd()]).toEqual([mail.text.trimEnd(), mail.html.trimEnd()])
      }),
      { numRuns: 200 },
    )
  })

  test('whatever is pushed, the first inbox link of the text is ours and has its own line', () => {
    fc.assert(
      fc.property(hostileFacts, (differing) => {
        const { text } = write(differing)
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
    test(`the sender of ${businessName} is ours`, async () => {
      expect((await sent(write({ businessName }))).from).toEqual({ name: businessName, address: settings.fromAddress })
    })

  test('a long unsubscribe address stays whole', async () => {
    const unsubscribeUrl = `https://tidings.example/unsubscribe/${'a'.repeat(300)}`
    const { headers } = await sent(write({ unsubscribeUrl }))
    expect(headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${unsubscribeUrl}>`)
  })
})
