import { expect, test } from 'vitest'
import { type EmailStatus, signEvent, writeEvent } from './mailgun.ts'
import type { Arrival } from './outbox.ts'

const mail: Arrival = {
  id: 'a1',
  channel: 'email',
  to: 'ada@mail.example.com',
  from: 'Shop <shop@example.com>',
  subject: 'Hello',
  unsubscribe_url: null,
  headers: {
    'message-id': '<1@shop.example.com>',
    to: 'Ada <ada@mail.example.com>',
    from: 'Shop <shop@example.com>',
    subject: 'Hello',
    'x-mailgun-variables': '{"send":"snd_1"}',
  },
  template: null,
  parameters: null,
  at: '2026-11-14T22:41:00.000Z',
  reported: [],
}

const now = 1_794_696_060_250
const write = (status: EmailStatus, headers = mail.headers) =>
  JSON.parse(writeEvent({ ...mail, headers }, status, 'event-1', now)) as unknown

const common = {
  id: 'event-1',
  timestamp: 1_794_696_060.25,
  recipient: 'ada@mail.example.com',
  'recipient-domain': 'mail.example.com',
  message: {
    headers: {
      to: 'Ada <ada@mail.example.com>',
      from: 'Shop <shop@example.com>',
      subject: 'Hello',
      'message-id': '1@shop.example.com',
    },
    attachments: [],
  },
  flags: { 'is-routed': false, 'is-authenticated': true, 'is-system-test': false, 'is-test-mode': false },
  tags: [],
  campaigns: [],
  'user-variables': { send: 'snd_1' },
}
const session = { 'mx-host': 'mx.simulator.example', tls: true, 'certificate-verified': true, utf8: true }
const attempt = { description: '', 'attempt-no': 1, 'session-seconds': 0.1 }

for (const [status, outcome] of [
  [
    'delivered',
    {
      event: 'delivered',
      'log-level': 'info',
      'delivery-status': { ...session, ...attempt, code: 250, message: 'OK' },
    },
  ],
  [
    'bounced',
    {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      'log-level': 'error',
      'delivery-status': {
        ...session,
        ...attempt,
        code: 550,
        message: '5.1.1 No such mailbox',
        'enhanced-code': '5.1.1',
        'bounce-type': 'hard',
      },
    },
  ],
  [
    'failed',
    {
      event: 'failed',
      severity: 'temporary',
      reason: 'old',
      'log-level': 'warn',
      'delivery-status': { code: 602, message: 'Too old', description: '', 'attempt-no': 8, 'session-seconds': 0 },
    },
  ],
  ['complained', { event: 'complained', 'log-level': 'warn' }],
] as const)
  test(`the status ${status} is reported as the event ${outcome.event}`, () => {
    expect(write(status)).toEqual({ ...common, ...outcome })
  })

for (const [header, variables] of [
  ['{"send":"snd_1","attempt":2}', { send: 'snd_1', attempt: 2 }],
  ['{"send":"snd_1"}, {"shop":{"id":"biz_1"}}', { send: 'snd_1', shop: { id: 'biz_1' } }],
  ['{}', {}],
  ['{"send":', {}],
  ['', {}],
] as const)
  test(`user-variables are the objects in X-Mailgun-Variables: ${header}`, () => {
    expect(write('complained', { ...mail.headers, 'x-mailgun-variables': header })).toMatchObject({
      'user-variables': variables,
    })
  })

test('an email without a message id gets one, and missing headers are left out', () => {
  expect(write('complained', {})).toEqual({
    ...common,
    event: 'complained',
    'log-level': 'warn',
    message: { headers: { 'message-id': 'a1@simulator.example' }, attachments: [] },
    'user-variables': {},
  })
})

test('the signature is the HMAC-SHA256 of timestamp and token, in hexadecimal digits', () => {
  const token = '0123456789abcdef0123456789abcdef0123456789abcdef01'
  expect(JSON.parse(signEvent('{"id":"event-1"}', 'key-1', now, token))).toEqual({
    signature: {
      timestamp: '1794696060',
      token,
      signature: '077ef9f74549b8717f38347a0d3ee4de227b84d2a87c4ae0dd8564f82a206342',
    },
    'event-data': { id: 'event-1' },
  })
})
