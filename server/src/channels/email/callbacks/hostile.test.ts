import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hostileBodies, isWellFormed, nothing, oddCopies, requestOf } from '../../callback.support.ts'
import type { CallbackRequest } from '../../callback.ts'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import type { EmailProvider } from './provider.ts'
import { resend } from './resend.ts'
import mailgunSamples from './samples/mailgun.json' with { type: 'json' }
import postmarkSamples from './samples/postmark.json' with { type: 'json' }
import resendSamples from './samples/resend.json' with { type: 'json' }
import sendgridSamples from './samples/sendgrid.json' with { type: 'json' }
import sesSamples from './samples/ses.json' with { type: 'json' }
import { sendgrid } from './sendgrid.ts'
import { ses } from './ses.ts'
import { certificate, notification, signed, topic } from './sns.support.ts'

const signingKey = 'a-signing-key-of-tests'
const svixKey = Buffer.from('0123456789abcdef01234567')
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const providers = {
  mailgun: mailgun({ signingKey }),
  postmark: postmark({ credentials: 'tidings:a-password-of-tests' }),
  resend: resend({ signingKey: svixKey }),
  sendgrid: sendgrid({ publicKey }),
  ses: ses({ topic, fetchCertificate: async () => certificate }),
}

const timestamp = '1794696061'
/** The headers by which each provider proves a body. The proof of the other two is in the body. */
const headersOf: Record<string, (body: Buffer) => CallbackRequest['headers']> = {
  mailgun: () => ({}),
  postmark: () => ({ authorization: `Basic ${btoa('tidings:a-password-of-tests')}` }),
  resend: (body) => ({
    'svix-id': 'msg_tidings',
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${createHmac('sha256', svixKey).update(`msg_tidings.${timestamp}.`).update(body).digest('base64')}`,
  }),
  sendgrid: (body) => ({
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': sign(
      'sha256',
      Buffer.concat([Buffer.from(timestamp), body]),
      privateKey,
    ).toString('base64'),
  }),
  ses: () => ({}),
}
const signedRequest = ({ name }: EmailProvider, body: Buffer) => requestOf(body, { headers: headersOf[name]!(body) })

const { token } = mailgunSamples.bounced.signature
const mailgunSignature = {
  timestamp,
  token,
  signature: createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex'),
}
const published = (message: string) => ({ ...notification, Message: message })
/** Signed where it can be: an odd value in place of the whole message has no signature. */
const snsSigned = (message: unknown): unknown =>
  message !== null && typeof message === 'object' && !Array.isArray(message)
    ? signed(message as Record<string, string>)
    : message

describe('verified', () => {
  const sesBounce = sesSamples['permanent bounce']
  for (const [provider, payloads] of [
    [providers.mailgun, oddCopies({ ...mailgunSamples.bounced, signature: mailgunSignature })],
    [providers.postmark, oddCopies(postmarkSamples['hard bounce'])],
    [providers.resend, oddCopies(resendSamples['bounced for good'])],
    [providers.sendgrid, oddCopies(sendgridSamples.bounce)],
    [
      providers.ses,
      [
        ...oddCopies(published(JSON.stringify(sesBounce))).map(snsSigned),
        ...oddCopies(sesBounce).map((odd) => signed(published(JSON.stringify(odd)))),
      ],
    ],
  ] as [EmailProvider, unknown[]][])
    test(`${provider.name}: whatever stands in place of a value, nothing is thrown and what is reported is well-formed`, async () => {
      const parsed = await Promise.all(
        payloads.map(async (odd) => provider.parseCallback(signedRequest(provider, Buffer.from(JSON.stringify(odd))))),
      )
      const verified = parsed.filter((one) => one !== 'unverified')
      const reports = verified.flatMap((one) => one.reports)
      expect(verified.length).toBeGreaterThan(reports.length)
      expect(reports.length).toBeGreaterThan(0)
      expect(reports.filter((report) => !isWellFormed(report))).toEqual([])
    })

  for (const [what, body] of hostileBodies) {
    for (const provider of [providers.postmark, providers.resend, providers.sendgrid])
      test(`${provider.name}: ${what} is no report`, async () => {
        expect(await provider.parseCallback(signedRequest(provider, body))).toEqual(nothing)
      })
    test(`ses: ${what} inside a notification is no report`, async () => {
      const notified = Buffer.from(JSON.stringify(signed(published(body.toString()))))
      expect(await providers.ses.parseCallback(requestOf(notified))).toEqual(nothing)
    })
    test(`mailgun: ${what} beside a good signature is no report`, () => {
      const event = JSON.stringify(mailgunSignature)
      const beside = (value: string) => requestOf(Buffer.from(`{"signature":${event},"event-data":${value}}`))
      expect(providers.mailgun.parseCallback(beside(JSON.stringify(body.toString())))).toEqual(nothing)
      expect([nothing, 'unverified']).toContainEqual(providers.mailgun.parseCallback(beside(body.toString())))
    })
  }
})

describe('unverified', () => {
  for (const provider of Object.values(providers))
    for (const [what, body] of hostileBodies)
      test(`${provider.name}: ${what} is not believed`, async () => {
        expect(await provider.parseCallback(requestOf(body))).toBe('unverified')
      })
})
