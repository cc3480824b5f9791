import { verify as isSignedBy, X509Certificate } from 'node:crypto'
import { attempt } from '../../attempt.ts'
import { textAt, valueAt } from '../../json.ts'
import { isFresh } from './provider.ts'

/** The configured topic, and the SNS host of its region: the only host that certificate and confirmation URLs may have. */
export type Topic = { arn: string; host: string }

/** Returns the PEM at a URL of Amazon, or null if there is none. Rejects if Amazon cannot be reached. */
export type FetchCertificate = (url: string) => Promise<string | null>

/**
 * SNS sets the timestamp at publication and retries an HTTP endpoint for at most an hour. A quarter of an hour is added for
 * its delays.
 */
const maxAgeMinutes = 75

/** Version 1 is the default of a topic. */
const digests = new Map<unknown, string>([
  ['1', 'sha1'],
  ['2', 'sha256'],
])

/** The signed fields, in order. The subject is included only if it is not empty. */
const notificationFields = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const confirmationFields = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
const signedFields = new Map<unknown, string[]>([
  ['Notification', notificationFields],
  ['SubscriptionConfirmation', confirmationFields],
  ['UnsubscribeConfirmation', confirmationFields],
])

export function parseTopic(arn: string): Topic | undefined {
  const [, partition, region] = /^arn:(aws|aws-us-gov|aws-cn):sns:([a-z0-9-]+):\d{12}:[\w-]{1,256}$/.exec(arn) ?? []
  if (region === undefined) return undefined
  return { arn, host: `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}` }
}

/**
 * Verifies that SNS signed a message for our topic. Anyone can let SNS sign messages of their own topic, so the topic is as
 * important as the signature. It is checked first, so that a third party cannot make this service fetch a certificate.
 */
export function createVerifier(topic: Topic, fetchCertificate: FetchCertificate) {
  const certificateAt = createCertificateCache(fetchCertificate)
  return async (message: unknown, now: Date): Promise<boolean> => {
    const certificateUrl = textAt(message, 'SigningCertURL')
    const digest = digests.get(valueAt(message, 'SignatureVersion'))
    const fields = signedFields.get(valueAt(message, 'Type'))
    if (textAt(message, 'TopicArn') !== topic.arn || digest === undefined || fields === undefined) return false
    if (!isFresh(Date.parse(textAt(message, 'Timestamp')), now, maxAgeMinutes)) return false
    if (!isCertificateUrl(certificateUrl, topic)) return false
    const certificate = await certificateAt(certificateUrl)
    if (certificate === null || certificate.validFromDate > now || certificate.validToDate < now) return false
    const signature = Buffer.from(textAt(message, 'Signature'), 'base64')
    return isSignedBy(digest, Buffer.from(signedText(message, fields)), certificate.publicKey, signature)
  }
}

/** Returns the URL that confirms our subscription. It contains a secret token and must not be logged. */
export function subscribeUrl(message: unknown, topic: Topic): string | null {
  const url = textAt(message, 'SubscribeURL')
  const isConfirmation = valueAt(message, 'Type') === 'SubscriptionConfirmation'
  return isConfirmation && url.startsWith(`https://${topic.host}/?Action=ConfirmSubscription&`) ? url : null
}

/** The string is compared as a whole and not parsed, so that the fetch cannot interpret the URL differently than this check. */
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

/**
 * Concurrent callbacks share one fetch. Only valid certificates are cached, so their number is limited to those that Amazon
 * publishes.
 */
function createCertificateCache(fetchCertificate: FetchCertificate) {
  const cache = new Map<string, Promise<X509Certificate | null>>()
  return async (url: string): Promise<X509Certificate | null> => {
    const pending = cache.get(url) ?? fetchCertificate(url).then(parseCertificate)
    cache.set(url, pending)
    try {
      const certificate = await pending
      if (certificate === null) cache.delete(url)
      return certificate
    } catch (error) {
      cache.delete(url)
      throw error
    }
  }
}

const parseCertificate = (pem: string | null): X509Certificate | null =>
  attempt(() => (pem === null ? null : new X509Certificate(pem))) ?? null
