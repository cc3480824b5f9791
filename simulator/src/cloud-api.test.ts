import { expect, test } from 'vitest'
import {
  type Message,
  readMessage,
  signBody,
  validateMessage,
  type WhatsAppStatus,
  writeAccepted,
  writeInboundMessage,
  writeMessageStatus,
} from './cloud-api.ts'

const message: Message = {
  id: 'wamid.1',
  phoneNumberId: '1234',
  to: '+447700900123',
  template: 'order_shipped',
  parameters: ['Shop', 'A-1001', 'abc'],
  text: null,
  callbackData: 'nudge-1',
}
const given = {
  messaging_product: 'whatsapp',
  to: '447700900123',
  type: 'template',
  template: {
    name: 'order_shipped',
    language: { code: 'en' },
    components: [
      { type: 'body', parameters: ['Shop', 'A-1001'].map((text) => ({ type: 'text', text })) },
      { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 'abc' }] },
    ],
  },
  biz_opaque_callback_data: 'nudge-1',
}
const now = 1_794_696_060_250

for (const [rule, change, read] of [
  ['the parameters of all components, in order', {}, message],
  ['a number may have a plus', { to: '+447700900123' }, message],
  [
    'a template may have no components',
    { template: { name: 'hello' } },
    { ...message, template: 'hello', parameters: [] },
  ],
  [
    'a text message has no template',
    { type: 'text', text: { body: 'Hi' }, template: undefined, biz_opaque_callback_data: undefined },
    { ...message, template: null, parameters: null, text: 'Hi', callbackData: null },
  ],
  ['a template without a name', { template: {} }, { ...message, template: null, parameters: null }],
  ['a picture', { type: 'image' }, { ...message, template: null, parameters: null }],
  ['another product is not a message', { messaging_product: 'pigeon' }, null],
  ['a request without a recipient is not a message', { to: undefined }, null],
  ['an unknown shape is not a message', { template: { name: 'a', components: 1 } }, null],
] as const)
  test(`reading a message: ${rule}`, () => {
    expect(readMessage('wamid.1', '1234', JSON.stringify({ ...given, ...change }))).toEqual(read)
  })

for (const body of ['', '{', 'null', '[]'])
  test(`a body that is not an object is not a message: ${JSON.stringify(body)}`, () => {
    expect(readMessage('wamid.1', '1234', body)).toBe(null)
  })

const error = (code: number, title: string, details: string) => ({
  status: 400,
  body: {
    error: {
      message: `(#${code}) ${title}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: 'simulator',
    },
  },
})
for (const [rule, one, expected] of [
  ['a template', message, null],
  ['a text', { ...message, template: null, text: 'Hi' }, null],
  ['no message', null, error(100, 'Invalid parameter', 'messaging_product and to are required')],
  [
    'no number',
    { ...message, to: '+' },
    error(131009, 'Parameter value is not valid', 'The phone number is not valid'),
  ],
  [
    'no content',
    { ...message, template: null },
    error(131008, 'Required parameter is missing', 'A message is a template or a text'),
  ],
] as const)
  test(`the validation error of ${rule}: ${expected?.body.error.code ?? 'none'}`, () => {
    expect(validateMessage(one)).toEqual(expected)
  })

test('the response to an accepted message has its id and the number without a plus', () => {
  expect(writeAccepted(message)).toEqual({
    messaging_product: 'whatsapp',
    contacts: [{ input: '+447700900123', wa_id: '447700900123' }],
    messages: [{ id: 'wamid.1', message_status: 'accepted' }],
  })
})

const change = (content: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '0',
      changes: [
        {
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '447700900000', phone_number_id: '1234' },
            ...content,
          },
          field: 'messages',
        },
      ],
    },
  ],
})

const failure = (code: number, title: string, details: string) => [
  { code, title, message: title, error_data: { details } },
]
for (const [status, expected] of [
  ['sent', { status: 'sent' }],
  ['delivered', { status: 'delivered' }],
  ['read', { status: 'read' }],
  [
    'failed',
    {
      status: 'failed',
      errors: failure(
        131000,
        'Something went wrong',
        'The message could not be delivered for a reason that is not known',
      ),
    },
  ],
  [
    'not_on_whatsapp',
    { status: 'failed', errors: failure(131026, 'Message undeliverable', 'The number is not on WhatsApp') },
  ],
] as [WhatsAppStatus, object][])
  test(`${status} is a webhook with ${JSON.stringify(expected)}`, () => {
    expect(JSON.parse(writeMessageStatus(message, status, now))).toEqual(
      change({
        statuses: [
          {
            id: 'wamid.1',
            timestamp: '1794696060',
            recipient_id: '447700900123',
            biz_opaque_callback_data: 'nudge-1',
            ...expected,
          },
        ],
      }),
    )
  })

test('a status has no callback data when the message had none', () => {
  expect(JSON.parse(writeMessageStatus({ ...message, callbackData: null }, 'sent', now))).toEqual(
    change({
      statuses: [{ id: 'wamid.1', status: 'sent', timestamp: '1794696060', recipient_id: '447700900123' }],
    }),
  )
})

for (const [inReplyTo, context] of [
  [null, {}],
  ['wamid.1', { context: { from: '447700900000', id: 'wamid.1' } }],
] as const)
  test(`an inbound message in reply to ${inReplyTo} has the context ${JSON.stringify(context)}`, () => {
    const inbound = { id: 'wamid.2', phoneNumberId: '1234', from: '+447700900123', text: 'Thanks', inReplyTo }
    expect(JSON.parse(writeInboundMessage(inbound, now))).toEqual(
      change({
        contacts: [{ profile: { name: 'Simulated customer' }, wa_id: '447700900123' }],
        messages: [
          {
            ...context,
            from: '447700900123',
            id: 'wamid.2',
            timestamp: '1794696060',
            type: 'text',
            text: { body: 'Thanks' },
          },
        ],
      }),
    )
  })

// The second case is RFC 4231, test case 2.
for (const [body, secret, signature] of [
  ['{"text":"Käse 📦"}', 'app-secret', '9eb2785512d37b41acc08c8e944a7193ae1199c743d176af39e315ef89adc7a4'],
  ['what do ya want for nothing?', 'Jefe', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
] as const)
  test(`X-Hub-Signature-256 is the HMAC of the body's bytes: ${body}`, () => {
    expect(signBody(body, secret)).toBe(`sha256=${signature}`)
  })
