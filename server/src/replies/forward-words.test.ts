import { expect, test } from 'vitest'
import { forwardWords } from './forward-words.ts'

test('the owner reads who replied, about which order, and what', () => {
  expect(forwardWords({ recipientEmail: 'ada@example.com', reference: 'A-1', text: 'Where is it?\n\nThanks' })).toEqual(
    {
      subject: 'A customer replied',
      text: `ada@example.com replied on WhatsApp about order A-1:

> Where is it?
>
> Thanks

An answer to this mail does not reach them: please write to them at their address.`,
    },
  )
})

test('a reply that answers no message names no order', () => {
  const { text } = forwardWords({ recipientEmail: 'ada@example.com', reference: null, text: 'Hello' })
  expect(text).toMatch('ada@example.com replied on WhatsApp:\n\n> Hello\n')
})

for (const [written, shown] of [
  ['abc\u202etxt', '> abctxt'],
  ['one\u2028two', '> one\n> two'],
  ['one\r\ntwo', '> one\n> two'],
  ['http://аpple.example/x', '> http://xn--pple-43d.example/x'],
] as const)
  test(`${JSON.stringify(written)} is quoted as ${JSON.stringify(shown)}`, () => {
    const { text } = forwardWords({ recipientEmail: 'ada@example.com', reference: null, text: written })
    expect(text.split('\n\n')[1]).toBe(shown)
  })
