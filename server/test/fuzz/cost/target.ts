import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { providerSecret } from '../../harness/environment.ts'
import type { Service } from '../../harness/measured-service.ts'
import type { Known } from '../known.ts'
import { createTarget } from '../target.ts'

/** The settings of a service under test, and the secret of its email provider. A process has one email provider. */
export type Setup = {
  emailProvider: { name: string; secret: string; privateKey: KeyObject | null }
  environment: Record<string, string>
}

/** Includes the secrets of all providers: a signed callback is processed further than an unsigned one. */
export type CostTarget = Known & { emailProvider: Setup['emailProvider']; vonageSecret: string }

const vonageSecret = 'a-signature-secret-of-tests'
// No text is sent to this address, because the business is paused.
const vonageUrl = `http://abcd1234:an-api-secret@127.0.0.1:9?from=%2B447700900000&signature_secret=${vonageSecret}`

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

const secrets: Record<string, string> = {
  mailgun: providerSecret,
  postmark: `tidings:${providerSecret}`,
  resend: `whsec_${Buffer.from(providerSecret).toString('base64')}`,
  sendgrid: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  ses: 'arn:aws:sns:eu-west-1:123456789012:tidings',
}

export function createSetup(name: string): Setup {
  const secret = secrets[name]!
  return {
    emailProvider: { name, secret, privateKey: name === 'sendgrid' ? privateKey : null },
    environment: {
      // Each request comes from another address: otherwise limits by address would refuse most of them at no cost.
      PROXIES: '1',
      EMAIL_PROVIDER: name,
      EMAIL_WEBHOOK_SECRET: secret,
      SMS_ROUTES: 'twilio:*;vonage:DE',
      SMS_VONAGE_URL: vonageUrl,
    },
  }
}

/** The business is paused after its first nudges, so that the process under test only serves requests. */
export async function createCostTarget(service: Service, { emailProvider }: Setup): Promise<CostTarget> {
  const known = await createTarget(service, [])
  await service.client.operator('PATCH', `/businesses/${known.businessId}`, { sending_paused: true })
  return { ...known, providerSecret, emailProvider, vonageSecret }
}
