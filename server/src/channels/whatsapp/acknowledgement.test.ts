import { expect, test } from 'vitest'
import { acknowledgementText } from './acknowledgement.ts'

const inboxLink = 'https://tidings.example/inbox/a1eyJ0-_x'

test('the response to a reply confirms it and contains the inbox link and the STOP keyword', () => {
  expect(acknowledgementText({ businessName: 'Green Grocer', inboxLink })).toBe(
    `Thank you. Green Grocer has your message. This number is not monitored, so a reply comes another way.

Your updates: https://tidings.example/inbox/a1eyJ0-_x

Reply STOP to end these messages.`,
  )
})

for (const [businessName, shown] of [
  ['  Green\n Grocer ', 'Green Grocer'],
  ['Dr. Green', 'Dr. Green'],
  ['win-money.example', 'The shop'],
  ['https://a', 'The shop'],
  ['\u202e', 'The shop'],
] as const)
  test(`a business named ${JSON.stringify(businessName)} is displayed as ${shown} (2.1)`, () => {
    expect(acknowledgementText({ businessName, inboxLink })).toMatch(`Thank you. ${shown} has your message.`)
  })

test('has no link if no message was sent to the number', () => {
  expect(acknowledgementText({ businessName: 'Green Grocer', inboxLink: null })).toBe(
    `Thank you. Green Grocer has your message. This number is not monitored, so a reply comes another way.

Reply STOP to end these messages.`,
  )
})
