import { createHmac, type KeyObject, sign } from 'node:crypto'

type Signer = { secret: string; privateKey: KeyObject | null }
/** The body and headers as the provider sends them; without a signer, unsigned or with a forged signature. */
type Sign = (text: string, signer: Signer | null) => { body: string; headers: string[] }

const now = (): string => String(Math.floor(Date.now() / 1000))

/** How each email provider signs its callbacks. */
export const emailCallbacks: Record<string, Sign> = {
  mailgun: (text, signer) => {
    if (signer === null || !text.startsWith('{') || !text.endsWith('}')) return { body: text, headers: [] }
    const [timestamp, token] = [now(), 'a'.repeat(50)]
    const signature = createHmac('sha256', signer.secret)
      .update(timestamp + token)
      .digest('hex')
    // The parser uses the last of two fields with the same name.
    const signed = JSON.stringify({ signature: { timestamp, token, signature } }).slice(1)
    return { body: text === '{}' ? `{${signed}` : `${text.slice(0, -1)},${signed}`, headers: [] }
  },
  postmark: (text, signer) => {
    const credentials = signer?.secret ?? 'user:forged'
    return { body: text, headers: [`Authorization: Basic ${Buffer.from(credentials).toString('base64')}`] }
  },
  resend: (text, signer) => {
    const key = Buffer.from((signer?.secret ?? 'whsec_AAAA').slice('whsec_'.length), 'base64')
    const timestamp = now()
    const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${text}`).digest('base64')
    // The header may have many signatures, one for each currently valid secret.
    const signatures = `v1,${signature}${signer === null ? ' v1,A'.repeat(2_000) : ' v1,A'}`
    return {
      body: text,
      headers: ['Svix-Id: msg_1', `Svix-Timestamp: ${timestamp}`, `Svix-Signature: ${signatures}`],
    }
  },
  sendgrid: (text, signer) => {
    const timestamp = now()
    const signature =
      signer?.privateKey == null
        ? 'forged'
        : sign('sha256', Buffer.from(timestamp + text), signer.privateKey).toString('base64')
    return {
      body: text,
      headers: [
        `X-Twilio-Email-Event-Webhook-Timestamp: ${timestamp}`,
        `X-Twilio-Email-Event-Webhook-Signature: ${signature}`,
      ],
    }
  },
  // The certificate URL is never valid, so that verification ends before the certificate is fetched from Amazon.
  ses: (text, signer) => ({
    body: JSON.stringify({
      Type: 'Notification',
      MessageId: '0d2f6b1e-5c3a-5e47-9b10-3a8f1c7e6d55',
      TopicArn: signer?.secret ?? 'arn:aws:sns:eu-west-1:123456789012:another',
      Message: text,
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      SigningCertURL: `https://sns.eu-west-1.amazonaws.com/${'a'.repeat(Math.min(text.length, 100_000))}.pem!`,
    }),
    headers: [],
  }),
}
