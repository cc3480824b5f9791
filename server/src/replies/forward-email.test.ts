import { expect, test } from 'vitest'
import { composeForwardEmail } from './forward-email.ts'

test('the email names the recipient and the order and quotes the reply', () => {
  expect(
    composeForwardEmail({ recipientEmail: 'ada@example.com', reference: 'A-1', text: 'Where is it?\n\nThanks' }),
  ).toEqual({
    subject: 'A customer replied',
    text: `ada@example.com replied on WhatsApp about order A-1:

> Where is it?
>
> Thanks

A reply to this email does not reach them: please write to them at their address.`,
  })
})

test('the email names no order when the reply belongs to no message', () => {
  const { text } = composeForwardEmail({ recipientEmail: 'ada@example.com', reference: null, text: 'Hello' })
  expect(text).toMatch('ada@example.com replied on WhatsApp:\n\n> Hello\n')
})

for (const [written, shown] of [
  ['abc\u202etxt', '> abctxt'],
  ['one\u2028two', '> one\n> two'],
  ['one\r\ntwo', '> one\n> two'],
  ['http://аpple.example/x', '> http://xn--pple-43d.example/x'],
] as const)
  test(`${JSON.stringify(written)} is quoted as ${JSON.stringify(shown)}`, () => {
    const { text } = composeForwardEmail({ recipientEmail: 'ada@example.com', reference: null, text: written })
    expect(text.split('\n\n')[1]).toBe(shown)
  })
