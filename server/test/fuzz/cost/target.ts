import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { providerSecret, type Service } from '../../support/service-process.ts'
import type { Known } from '../known.ts'
import { createTarget } from '../target.ts'

/** How a service under test is set up, and what its email provider signs with. A process has one email provider. */
export type Setup = {
  emailProvider: { name: string; secret: string; privateKey: KeyObject | null }
  environment: Record<string, string>
}

/** What an attacker knows, and the secrets of every provider: a signed callback goes further than one that is not. */
export type CostTarget = Known & { emailProvider: Setup['emailProvider']; vonageSecret: string }

const vonageSecret = 'a-signature-secret-of-tests'
// Nothing is texted, since the business is paused.
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
      // Each request has an address of its own, or limits by address would refuse most before they cost anything.
      PROXIES: '1',
      EMAIL_PROVIDER: name,
      EMAIL_WEBHOOK_SECRET: secret,
      SMS_ROUTES: 'twilio:*;vonage:DE',
      SMS_VONAGE_URL: vonageUrl,
    },
  }
}

/** The business is paused once it has sent something, so that the process under test does nothing beside serving requests. */
export async function createCostTarget(service: Service, { emailProvider }: Setup): Promise<CostTarget> {
  const known = await createTarget(service, [])
  await service.client.operator('PATCH', `/businesses/${known.businessId}`, { sending_paused: true })
  return { ...known, providerSecret, emailProvider, vonageSecret }
}
