import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { corruptedCopies, emptyCallback, hostileBodies, isWellFormed, requestOf } from '../../callback.support.ts'
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
/** The authentication headers of each provider. Mailgun and SES sign inside the body instead. */
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
/** A value that replaces the whole message cannot be signed. */
const snsSigned = (message: unknown): unknown =>
  message !== null && typeof message === 'object' && !Array.isArray(message)
    ? signed(message as Record<string, string>)
    : message

describe('verified', () => {
  const sesBounce = sesSamples['permanent bounce']
  for (const [provider, payloads] of [
    [providers.mailgun, corruptedCopies({ ...mailgunSamples.bounced, signature: mailgunSignature })],
    [providers.postmark, corruptedCopies(postmarkSamples['hard bounce'])],
    [providers.resend, corruptedCopies(resendSamples['permanent bounce'])],
    [providers.sendgrid, corruptedCopies(sendgridSamples.bounce)],
    [
      providers.ses,
      [
        ...corruptedCopies(published(JSON.stringify(sesBounce))).map(snsSigned),
        ...corruptedCopies(sesBounce).map((payload) => signed(published(JSON.stringify(payload)))),
      ],
    ],
  ] as [EmailProvider, unknown[]][])
    test(`${provider.name}: unexpected values do not throw, and every report is well-formed`, async () => {
      const parsed = await Promise.all(
        payloads.map(async (payload) =>
          provider.parseCallback(signedRequest(provider, Buffer.from(JSON.stringify(payload)))),
        ),
      )
      const verified = parsed.filter((result) => result !== 'unverified')
      const reports = verified.flatMap((result) => result.reports)
      expect(verified.length).toBeGreaterThan(reports.length)
      expect(reports.length).toBeGreaterThan(0)
      expect(reports.filter((report) => !isWellFormed(report))).toEqual([])
    })

  for (const [what, body] of hostileBodies) {
    for (const provider of [providers.postmark, providers.resend, providers.sendgrid])
      test(`${provider.name}: ${what} yields no report`, async () => {
        expect(await provider.parseCallback(signedRequest(provider, body))).toEqual(emptyCallback)
      })
    test(`ses: ${what} inside a notification yields no report`, async () => {
      const notified = Buffer.from(JSON.stringify(signed(published(body.toString()))))
      expect(await providers.ses.parseCallback(requestOf(notified))).toEqual(emptyCallback)
    })
    test(`mailgun: ${what} beside a valid signature yields no report`, () => {
      const signature = JSON.stringify(mailgunSignature)
      const beside = (value: string) => requestOf(Buffer.from(`{"signature":${signature},"event-data":${value}}`))
      expect(providers.mailgun.parseCallback(beside(JSON.stringify(body.toString())))).toEqual(emptyCallback)
      expect([emptyCallback, 'unverified']).toContainEqual(providers.mailgun.parseCallback(beside(body.toString())))
    })
  }
})

describe('unverified', () => {
  for (const provider of Object.values(providers))
    for (const [what, body] of hostileBodies)
      test(`${provider.name}: ${what} is unverified`, async () => {
        expect(await provider.parseCallback(requestOf(body))).toBe('unverified')
      })
})
