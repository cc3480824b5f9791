import { createPublicKey, type KeyObject } from 'node:crypto'
import { attempt } from '../../attempt.ts'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import type { EmailProvider } from './provider.ts'
import { resend } from './resend.ts'
import { sendgrid } from './sendgrid.ts'
import { ses } from './ses.ts'
import { type FetchCertificate, parseTopic } from './sns.ts'

/** `secret` describes the format of the secret. `create` returns undefined if the secret is not valid. */
type Entry = {
  secret: string
  create: (secret: string, fetchCertificate: FetchCertificate) => EmailProvider | undefined
}

/** Each provider is configured by one string, EMAIL_WEBHOOK_SECRET. */
export const emailProviders: Record<string, Entry> = {
  mailgun: {
    secret: 'the HTTP webhook signing key, at least 16 characters without spaces',
    create: (secret) => (/^[\x21-\x7e]{16,}$/.test(secret) ? mailgun({ signingKey: secret }) : undefined),
  },
  postmark: {
    secret: 'user:password as in the address of the webhook, the password at least 16 characters without spaces',
    create: (secret) =>
      /^[\x21-\x39\x3b-\x7e]+:[\x21-\x7e]{16,}$/.test(secret) ? postmark({ credentials: secret }) : undefined,
  },
  sendgrid: {
    secret: 'the verification key of the signed event webhook, in base64',
    create: (secret) => {
      const publicKey = parseP256Key(secret)
      return publicKey && sendgrid({ publicKey })
    },
  },
  resend: {
    secret: 'the signing secret of the webhook, whsec_…',
    create: (secret) => {
      const signingKey = parseSvixSecret(secret)
      return signingKey && resend({ signingKey })
    },
  },
  ses: {
    secret: 'the ARN of the SNS topic that SES publishes to, arn:aws:sns:…',
    create: (secret, fetchCertificate) => {
      const topic = parseTopic(secret)
      return topic && ses({ topic, fetchCertificate })
    },
  },
}

/** Returns the provider of that name, or a description of the problem that never quotes the secret. */
export function createEmailProvider(
  name: string,
  secret: string,
  fetchCertificate: FetchCertificate,
): EmailProvider | { problem: string } {
  const entry = Object.hasOwn(emailProviders, name) ? emailProviders[name] : undefined
  if (entry === undefined)
    return { problem: `the email provider must be one of ${Object.keys(emailProviders).join(', ')}` }
  return entry.create(secret, fetchCertificate) ?? { problem: `EMAIL_WEBHOOK_SECRET is not valid: ${entry.secret}` }
}

function parseP256Key(base64: string): KeyObject | undefined {
  const key = attempt(() => createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }))
  return key?.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
}

function parseSvixSecret(text: string): Buffer | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const key = Buffer.from(base64 ?? '', 'base64')
  return key.length >= 16 ? key : undefined
}
