import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { emptyCallback, nudgeId, requestOf } from '../callback.support.ts'
import { type Reaction, respondWith, startProviderServer } from '../http-submit.support.ts'
import type { HttpSubmit } from '../http-submit.ts'
import { withoutHttp } from '../sms/provider.support.ts'
import { withoutWords } from '../submission.ts'
import { createCloudApi } from './cloud-api.ts'
import replies from './samples/replies.json' with { type: 'json' }
import responses from './samples/responses.json' with { type: 'json' }
import statuses from './samples/statuses.json' with { type: 'json' }
import { templateMessage } from './templates.ts'

const appSecret = 'an-app-secret-of-tests'
const platformAt = (apiUrl: string, http: Pick<HttpSubmit, 'post'>) =>
  createCloudApi({
    phoneNumberId: '200000000000001',
    accessToken: 'a-token-of-tests',
    appSecret,
    verifyToken: 'a-verify-token-of-tests',
    accountId: null,
    apiUrl,
    http,
  })
const platform = platformAt(withoutHttp.apiUrl, withoutHttp.http)

describe('submit', () => {
  const template = templateMessage({
    businessName: 'Green Grocer',
    reference: '#1042',
    orderStatus: 'ready_for_pickup',
    inboxLink: 'https://tidings.example/inbox/a1eyJ0-_x',
  })!
  const message = { id: nudgeId, messageId: 'msg_1', to: '+447700900123', template }
  async function submit(reaction: Reaction) {
    const { server, http } = await startProviderServer(reaction)
    return { submission: await platformAt(server.url, http).submit(message), requests: server.requests }
  }
  const { accepted, 'not on WhatsApp': notOnWhatsApp } = responses

  test('a template message is one request in the format of the platform', async () => {
    const { submission, requests } = await submit(respondWith(accepted.status, JSON.stringify(accepted.body)))
    expect(submission).toEqual({
      outcome: 'accepted',
      platformId: 'wamid.HBgMNDQ3NzAwOTAwMTIzFQIAERgSQjA5NjVGNkM4RTY3RDJCMTg3AA==',
    })
    expect(requests.map(({ head }) => head.split('\r\n'))).toEqual([
      expect.arrayContaining([
        'POST /v24.0/200000000000001/messages HTTP/1.1',
        'authorization: Bearer a-token-of-tests',
        'content-type: application/json',
      ]),
    ])
    expect(JSON.parse(requests[0]!.body)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+447700900123',
      type: 'template',
      template: {
        name: 'order_ready_for_pickup',
        language: { code: 'en' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Green Grocer' },
              { type: 'text', text: '#1042' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'a1eyJ0-_x' }] },
        ],
      },
      biz_opaque_callback_data: nudgeId,
    })
  })

  test('a free-form text is one request without delivery reports', async () => {
    const { server, http } = await startProviderServer(respondWith(accepted.status, JSON.stringify(accepted.body)))
    const { requests } = server
    expect(await platformAt(server.url, http).submitText({ to: '+447700900123', text: 'Thank you.' })).toMatchObject({
      outcome: 'accepted',
    })
    expect(requests.map(({ head }) => head.split('\r\n')[0])).toEqual(['POST /v24.0/200000000000001/messages HTTP/1.1'])
    expect(JSON.parse(requests[0]!.body)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+447700900123',
      type: 'text',
      text: { preview_url: false, body: 'Thank you.' },
    })
  })

  test('a missing response, a lost connection and a server error are unknown and are not retried', async () => {
    const reactions: Reaction[] = ['no_response', 'close', 'reset', respondWith(500, '{}')]
    const results = await Promise.all(reactions.map(submit))
    expect(results.map(({ submission, requests }) => [submission.outcome, requests.length])).toEqual(
      reactions.map(() => ['unknown', 1]),
    )
  })

  test('a refusal has its cause, and its detail contains no number', async () => {
    const { submission } = await submit(respondWith(notOnWhatsApp.status, JSON.stringify(notOnWhatsApp.body)))
    expect(withoutWords(submission)).toEqual({
      outcome: 'refused',
      retryable: false,
      cause: 'not_on_whatsapp',
      detail: 'http 400 131026',
    })
  })

  test('a platform that cannot be reached is retryable', async () => {
    const { server, http } = await startProviderServer('close')
    server.stop()
    expect(await platformAt(server.url, http).submit(message)).toEqual({
      outcome: 'refused',
      retryable: true,
      neverReached: true,
      detail: 'ECONNREFUSED',
    })
  })
})

describe('handshake', () => {
  for (const [query, challenge] of [
    ['hub.mode=subscribe&hub.verify_token=a-verify-token-of-tests&hub.challenge=1158201444', '1158201444'],
    ['hub.mode=subscribe&hub.verify_token=a-verify-token-of-test&hub.challenge=1158201444', null],
    ['hub.mode=subscribe&hub.verify_token=&hub.challenge=1158201444', null],
    ['hub.mode=subscribe&hub.challenge=1158201444', null],
    ['hub.mode=unsubscribe&hub.verify_token=a-verify-token-of-tests&hub.challenge=1158201444', null],
    ['hub.verify_token=a-verify-token-of-tests&hub.challenge=1158201444', null],
    ['hub.mode=subscribe&hub.verify_token=a-verify-token-of-tests', null],
    ['', null],
  ] as const)
    test(`${query || 'an empty query'} → ${challenge}`, () =>
      expect(platform.handshake.challenge(new URLSearchParams(query))).toBe(challenge))
})

test('callbacks are parsed with the app secret and the phone number id of the settings', () => {
  const parse = (payload: unknown) => {
    const body = Buffer.from(JSON.stringify(payload))
    const signature = createHmac('sha256', appSecret).update(body).digest('hex')
    return platform.parseCallback(requestOf(body, { headers: { 'x-hub-signature-256': `sha256=${signature}` } }))
  }
  expect(parse(statuses.read)).toMatchObject({ reports: [{ nudgeId }], inbound: [] })
  expect(parse(replies['a text that replies to a message'])).toMatchObject({
    reports: [],
    inbound: [{ to: '200000000000001' }],
  })
  expect(parse(replies['a text to another number of the app'])).toEqual(emptyCallback)
})
