import { verify as isSignedBy, X509Certificate } from 'node:crypto'
import { attempt } from '../../attempt.ts'
import { textAt, valueAt } from '../../json.ts'
import { isFresh } from './provider.ts'

/** The one topic we listen to, and the host of its region: the only one that certificates and confirmations may name. */
export type Topic = { arn: string; host: string }

/** The PEM at an address of Amazon's, null if there is none. It rejects if Amazon cannot be asked. */
export type FetchCertificate = (url: string) => Promise<string | null>

/** SNS stamps what it publishes once and tries an HTTP endpoint for at most an hour. A quarter more for its delays. */
const mostMinutesOld = 75

/** Version 1 is what a topic signs with until it is told otherwise. */
const digests = new Map<unknown, string>([
  ['1', 'sha1'],
  ['2', 'sha256'],
])

/** The fields that are signed, in their order. A subject is there only if it was given. */
const ofNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const ofConfirmation = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
const signedFields = new Map<unknown, string[]>([
  ['Notification', ofNotification],
  ['SubscriptionConfirmation', ofConfirmation],
  ['UnsubscribeConfirmation', ofConfirmation],
])

export function readTopic(arn: string): Topic | undefined {
  const [, partition, region] = /^arn:(aws|aws-us-gov|aws-cn):sns:([a-z0-9-]+):\d{12}:[\w-]{1,256}$/.exec(arn) ?? []
  if (region === undefined) return undefined
  return { arn, host: `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}` }
}

/**
 * Whether a message was signed by SNS for our topic. Anybody can have SNS sign a message of a topic of their own, so the topic
 * counts as much as the signature; and it comes first, so that a stranger cannot make us fetch anything.
 */
export function createVerifier(topic: Topic, fetchCertificate: FetchCertificate) {
  const certificateAt = rememberCertificates(fetchCertificate)
  return async (message: unknown, now: Date): Promise<boolean> => {
    const certificateUrl = textAt(message, 'SigningCertURL')
    const digest = digests.get(valueAt(message, 'SignatureVersion'))
    const fields = signedFields.get(valueAt(message, 'Type'))
    if (textAt(message, 'TopicArn') !== topic.arn || digest === undefined || fields === undefined) return false
    if (!isFresh(Date.parse(textAt(message, 'Timestamp')), now, mostMinutesOld)) return false
    if (!isCertificateUrl(certificateUrl, topic)) return false
    const certificate = await certificateAt(certificateUrl)
    if (certificate === null || certificate.validFromDate > now || certificate.validToDate < now) return false
    const signature = Buffer.from(textAt(message, 'Signature'), 'base64')
    return isSignedBy(digest, Buffer.from(signedText(message, fields)), certificate.publicKey, signature)
  }
}

/** The address that confirms our subscription. It holds a secret of Amazon's: for visiting, not for logging. */
export function subscribeUrl(message: unknown, topic: Topic): string | null {
  const url = textAt(message, 'SubscribeURL')
  const asks = valueAt(message, 'Type') === 'SubscriptionConfirmation'
  return asks && url.startsWith(`https://${topic.host}/?Action=ConfirmSubscription&`) ? url : null
}

/** The whole text is compared, not its parts: what is no address of this form cannot mean another to whoever fetches it. */
function isCertificateUrl(url: string, { host }: Topic): boolean {
  const origin = `https://${host}/`
  return url.startsWith(origin) && /^[\w-]+\.pem$/.test(url.slice(origin.length))
}

function signedText(message: unknown, fields: string[]): string {
  return fields
    .filter((name) => name !== 'Subject' || textAt(message, name) !== '')
    .map((name) => `${name}\n${textAt(message, name)}\n`)
    .join('')
}

/** Callbacks that arrive together share one fetch. Only certificates are kept, so there are never more than Amazon has. */
function rememberCertificates(fetchCertificate: FetchCertificate) {
  const known = new Map<string, Promise<X509Certificate | null>>()
  return async (url: string): Promise<X509Certificate | null> => {
    const coming = known.get(url) ?? fetchCertificate(url).then(readCertificate)
    known.set(url, coming)
    try {
      const certificate = await coming
      if (certificate === null) known.delete(url)
      return certificate
    } catch (error) {
      known.delete(url)
      throw error
    }
  }
}

const readCertificate = (pem: string | null): X509Certificate | null =>
  attempt(() => (pem === null ? null : new X509Certificate(pem))) ?? null
