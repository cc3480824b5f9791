import type { Event, PingEvent } from './openapi.ts'

/** An event as it is posted to an endpoint, by its `type`. Ignore a type that you do not know. */
export type WebhookEvent = Event | PingEvent

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export type VerifyWebhookOptions = {
  /** How far the time of the signature may differ from now. 300 if omitted. */
  toleranceSeconds?: number | undefined
  now?: Date | undefined
}

export type WebhookProblem =
  | 'missing_signature'
  | 'malformed_signature'
  | 'wrong_signature'
  | 'stale_timestamp'
  | 'malformed_body'

const problems: Record<WebhookProblem, string> = {
  missing_signature: 'The request has no header X-Service-Signature',
  malformed_signature: 'The header X-Service-Signature is malformed',
  wrong_signature: 'No signature was made with this secret for these bytes. Pass the body as it was received',
  stale_timestamp: 'The signature is too old or in the future',
  malformed_body: 'The body is not JSON',
}

/** The request was not sent by Tidings, or it was changed or delayed on its way. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly problem: WebhookProblem

  constructor(problem: WebhookProblem) {
    super(problems[problem])
    this.problem = problem
  }
}

const defaultToleranceSeconds = 300

/**
 * Verifies the signature of a webhook and returns its event. `rawBody` is the body as it was received. Pass both secrets while
 * you rotate them.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds, now = new Date() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const { timestamp, signatures } = parseSignature(signatureHeader(headers))
  const body = bytesOf(rawBody)
  const signed = concatenated(new TextEncoder().encode(`${timestamp}.`), body)
  const secrets = typeof secret === 'string' ? [secret] : secret
  // Every sender could sign with the secret of an environment variable that is not set.
  if (!secrets.every(Boolean)) throw new TypeError('secret must not be empty')
  const checks = secrets.flatMap((each) => signatures.map((signature) => isSigned(signed, signature, each)))
  if (!(await Promise.all(checks)).includes(true)) throw new WebhookVerificationError('wrong_signature')
  if (!(Math.abs(now.getTime() / 1_000 - timestamp) <= toleranceSeconds))
    throw new WebhookVerificationError('stale_timestamp')
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
  } catch {
    throw new WebhookVerificationError('malformed_body')
  }
}

function signatureHeader(headers: WebhookHeaders): string {
  const name = 'x-service-signature'
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (value === null || value === undefined) throw new WebhookVerificationError('missing_signature')
  return String(value)
}

function parseSignature(header: string): { timestamp: number; signatures: Uint8Array<ArrayBuffer>[] } {
  const timestamp = /(?:^|,)t=(\d{1,12})(?=,|$)/.exec(header)?.[1]
  const signatures = [...header.matchAll(/(?:^|,)v1=([\da-f]{64})(?=,|$)/g)].map(([, hex]) => fromHex(hex!))
  if (timestamp === undefined || signatures.length === 0) throw new WebhookVerificationError('malformed_signature')
  return { timestamp: Number(timestamp), signatures }
}

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('rawBody must be the text or the bytes of the body, not what was parsed from it')
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** `verify` compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, signature, signed)
}
