import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callbackOf, hostileBodies, isWellFormed, now, oddCopies } from './callback.support.ts'
import type { EmailProvider } from './callback.ts'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import { resend } from './resend.ts'
import mailgunSamples from './samples/mailgun.json' with { type: 'json' }
import postmarkSamples from './samples/postmark.json' with { type: 'json' }
import resendSamples from './samples/resend.json' with { type: 'json' }
import sendgridSamples from './samples/sendgrid.json' with { type: 'json' }
import sesSamples from './samples/ses.json' with { type: 'json' }
import { sendgrid } from './sendgrid.ts'
import { ses } from './ses.ts'
import { certificate, notification, topic } from './sns.support.ts'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const providers = {
  mailgun: mailgun({ signingKey: 'a-signing-key-of-tests' }),
  postmark: postmark({ credentials: 'tidings:a-password-of-tests' }),
  resend: resend({ signingKey: Buffer.from('0123456789abcdef01234567') }),
  sendgrid: sendgrid({ publicKey }),
  ses: ses({ topic, fetchCertificate: async () => certificate }),
}
const published = (message: string) => ({ ...notification, Message: message })

describe('translate', () => {
  const sesBounce = sesSamples['permanent bounce']
  for (const [provider, payloads] of [
    [providers.mailgun, oddCopies(mailgunSamples.bounced)],
    [providers.postmark, oddCopies(postmarkSamples['hard bounce'])],
    [providers.resend, oddCopies(resendSamples['bounced for good'])],
    [providers.sendgrid, oddCopies(sendgridSamples.bounce)],
    [
      providers.ses,
      [
        ...oddCopies(published(JSON.stringify(sesBounce))),
        ...oddCopies(sesBounce).map((odd) => published(JSON.stringify(odd))),
      ],
    ],
  ] as [EmailProvider, unknown[]][]) {
    for (const [what, body] of hostileBodies)
      test(`${provider.name}: ${what} is no report`, () => {
        expect(provider.translate({ headers: {}, body }, now)).toEqual([])
      })

    test(`${provider.name}: whatever stands in place of a value, nothing is thrown and what is reported is well-formed`, () => {
      const reports = payloads.flatMap((odd) => provider.translate(callbackOf(odd), now))
      expect(reports.length).toBeGreaterThan(0)
      expect(reports.filter((report) => !isWellFormed(report))).toEqual([])
    })
  }

  for (const [what, body] of hostileBodies)
    test(`ses: ${what} inside a notification is no report`, () => {
      expect(providers.ses.translate(callbackOf(published(body.toString())), now)).toEqual([])
    })
})

// The signatures of these two stand in the body, so they read it before they know whose it is.
describe('verify', () => {
  for (const [what, body] of hostileBodies) {
    test(`mailgun: ${what} is not believed`, () => {
      expect(providers.mailgun.verify({ headers: {}, body }, now)).toBe(false)
    })
    test(`ses: ${what} is not believed and confirms nothing`, async () => {
      const callback = { headers: {}, body }
      expect([await providers.ses.verify(callback, now), providers.ses.confirmation!(callback)]).toEqual([false, null])
    })
  }
})
