import { expect, test } from 'vitest'
import {
  readText,
  type SmsStatus,
  signForm,
  type Text,
  validateText,
  writeInboundText,
  writeResource,
  writeTextStatus,
} from './twilio.ts'

const text: Text = {
  sid: 'SM1',
  accountSid: 'AC1',
  to: '+447700900123',
  from: '+447700900999',
  body: 'Hello',
  statusCallback: 'http://127.0.0.1:3000/status/1',
}

// The first case is the example in Twilio's documentation.
for (const [rule, url, fields, signature] of [
  [
    'the name and value of each field follow the address',
    'https://mycompany.com/myapp.php?foo=1&bar=2',
    { CallSid: 'CA1234567890ABCDE', Caller: '+12349013030', Digits: '1234', From: '+12349013030', To: '+18005551212' },
    '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
  ],
  [
    'the order of the fields does not matter',
    'https://mycompany.com/myapp.php?foo=1&bar=2',
    { To: '+18005551212', From: '+12349013030', Digits: '1234', Caller: '+12349013030', CallSid: 'CA1234567890ABCDE' },
    '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
  ],
  ['values are signed decoded', 'http://127.0.0.1:3000/', { Body: 'é & 1+1' }, '2NvNEJD2NkYPqGqkOW39BNSM4+U='],
] as const)
  test(`X-Twilio-Signature: ${rule}`, () => {
    expect(signForm(url, new URLSearchParams(fields), '12345')).toBe(signature)
  })

test('missing fields are empty, and a messaging service can be the sender', () => {
  expect([
    readText(
      'SM1',
      'AC1',
      'To=%2B447700900123&From=%2B447700900999&Body=Hello&StatusCallback=http://127.0.0.1:3000/status/1',
    ),
    readText('SM1', 'AC1', 'MessagingServiceSid=MG1'),
  ]).toEqual([text, { ...text, to: '', from: 'MG1', body: '', statusCallback: '' }])
})

for (const [change, code] of [
  [{}, null],
  [{ statusCallback: '' }, null],
  [{ statusCallback: 'http://localhost:3000/a?b=c' }, null],
  [{ to: '' }, 21604],
  [{ to: '07700 900123' }, 21211],
  [{ from: '' }, 21603],
  [{ body: '' }, 21602],
  [{ body: 'x'.repeat(1600) }, null],
  [{ body: 'x'.repeat(1601) }, 21617],
  [{ statusCallback: 'nowhere' }, 21609],
  [{ statusCallback: 'https://shop.example/status' }, 21609],
] as const)
  test(`a text with ${JSON.stringify(change).slice(0, 60)} has the validation error ${code}`, () => {
    expect(validateText({ ...text, ...change })?.code ?? null).toBe(code)
  })

test('a validation error has the format of the provider', () => {
  expect(validateText({ ...text, body: '' })).toEqual({
    status: 400,
    code: 21602,
    message: 'Message body is required.',
    more_info: 'https://www.twilio.com/docs/errors/21602',
  })
})

test('an accepted text is a queued resource', () => {
  expect(writeResource(text, new Date('2026-11-15T06:00:00Z'))).toEqual({
    sid: 'SM1',
    account_sid: 'AC1',
    api_version: '2010-04-01',
    to: '+447700900123',
    from: '+447700900999',
    body: 'Hello',
    status: 'queued',
    direction: 'outbound-api',
    num_segments: '0',
    num_media: '0',
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    messaging_service_sid: null,
    date_created: 'Sun, 15 Nov 2026 06:00:00 +0000',
    date_updated: 'Sun, 15 Nov 2026 06:00:00 +0000',
    date_sent: null,
    uri: '/2010-04-01/Accounts/AC1/Messages/SM1.json',
    subresource_uris: { media: '/2010-04-01/Accounts/AC1/Messages/SM1/Media.json' },
  })
})

for (const [status, error] of [
  ['sent', {}],
  ['delivered', {}],
  ['undelivered', { ErrorCode: '30003' }],
  ['failed', { ErrorCode: '30008' }],
] as [SmsStatus, object][])
  test(`the status callback of ${status} carries ${JSON.stringify(error)}`, () => {
    expect(Object.fromEntries(writeTextStatus(text, status))).toEqual({
      ApiVersion: '2010-04-01',
      AccountSid: 'AC1',
      MessageSid: 'SM1',
      MessageStatus: status,
      SmsSid: 'SM1',
      SmsStatus: status,
      To: '+447700900123',
      From: '+447700900999',
      ...error,
    })
  })

test('an inbound text is a form without media', () => {
  const form = writeInboundText({ sid: 'SM2', from: '+447700900123', to: '+447700900999', body: 'STOP' })
  expect(Object.fromEntries(form)).toEqual({
    ApiVersion: '2010-04-01',
    AccountSid: 'AC00000000000000000000000000000000',
    MessageSid: 'SM2',
    SmsSid: 'SM2',
    SmsMessageSid: 'SM2',
    SmsStatus: 'received',
    From: '+447700900123',
    To: '+447700900999',
    Body: 'STOP',
    NumSegments: '1',
    NumMedia: '0',
  })
})
