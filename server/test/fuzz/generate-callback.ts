import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { queries, segments, texts } from './corpus.ts'
import { encode } from './encode.ts'
import { jsonBytes, mutate, mutateBytes, mutateText } from './junk.ts'
import type { Known } from './known.ts'
import type { Random } from './random.ts'

type Sample = Record<string, unknown>

/** A callback of a provider: one of its samples, mutated and then signed correctly or almost correctly. */
export function generateCallback(random: Random, known: Known): Buffer {
  return random.pick([mailgun, twilioStatus, twilioInbound, whatsapp, whatsapp, handshake, unknownProvider])(
    random,
    known,
  )
}

const samples = join(import.meta.dirname, '../../src/channels')
const read = (file: string): Record<string, Sample> =>
  JSON.parse(readFileSync(join(samples, file), 'utf8')) as Record<string, Sample>
const mailgunSamples = Object.values(read('email/callbacks/samples/mailgun.json'))
const twilioSamples = read('sms/samples/twilio.json')
const whatsappSamples = [
  ...Object.values(read('whatsapp/samples/statuses.json')),
  ...Object.values(read('whatsapp/samples/replies.json')),
  read('whatsapp/samples/batch.json'),
]
const sampleNudge = '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f'
const sampleNumberId = '200000000000001'

/** The sample with the id of an existing nudge and with junk in some values. */
function mutated(random: Random, sample: Sample, { nudgeIds, phoneNumberId }: Known): unknown {
  const text = JSON.stringify(sample)
    .replaceAll(sampleNudge, () => random.pick(nudgeIds))
    .replaceAll(sampleNumberId, phoneNumberId)
  return mutate(random, JSON.parse(text), random.pick([0, 0.02, 0.2]))
}

function mailgun(random: Random, known: Known): Buffer {
  const payload = mutated(random, random.pick(mailgunSamples), known)
  const timestamp = String(Math.floor(Date.now() / 1000) - (random.bool(0.9) ? 0 : 10_000))
  const token = random.pick(['a'.repeat(50), '', 'ü', '5f0c'])
  const signature = sign(random, 'sha256', known, timestamp + token).toString('hex')
  const signed =
    typeof payload === 'object' && payload !== null && random.bool(0.95)
      ? { ...payload, signature: mutate(random, { timestamp, token, signature }, 0.02) }
      : payload
  return encode(random, {
    method: 'POST',
    path: '/callbacks/email/mailgun',
    headers: [],
    body: jsonBytes(random, signed),
  })
}

const twilioStatus = (random: Random, known: Known): Buffer =>
  twilio(random, known, `status/${random.bool(0.8) ? random.pick(known.nudgeIds) : random.pick(segments)}`, {
    ...twilioSamples['status'],
    MessageStatus: random.pick(['delivered', 'undelivered', 'failed', 'sent', ...texts]),
  })

/** Mostly a new id, so that the text is not discarded as a duplicate. */
const twilioInbound = (random: Random, known: Known): Buffer =>
  twilio(random, known, 'inbound', {
    ...twilioSamples['inbound'],
    MessageSid: random.pick([`SM${random.below(1_000_000)}`, ...texts]),
    Body: random.pick(texts),
    From: random.pick(['+447700900123', '+447700900124', ...texts]),
  })

/** Twilio signs the URL and all fields, sorted by name. */
function twilio(random: Random, known: Known, page: string, sample: Sample): Buffer {
  const query = random.bool(0.1) ? `?${random.pick(queries)}` : ''
  const path = `/callbacks/sms/twilio/${page}${query}`
  const fields = Object.entries(mutate(random, sample, random.pick([0, 0.05])) ?? {})
  const form = new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const body = random.bool(0.9)
    ? mutateBytes(random, Buffer.from(form.toString()))
    : Buffer.from(random.pick(['', '%', '%FF=%FF', 'a=b&a=c', '&&&', `Body=${'%00'.repeat(500)}`, 'x'.repeat(100_000)]))
  const signed = new URLSearchParams(body.toString())
  signed.sort()
  const signature = sign(random, 'sha1', known, known.publicUrl + path + [...signed].flat().join('')).toString('base64')
  return encode(random, {
    method: 'POST',
    path,
    headers: headerOf(random, 'X-Twilio-Signature', signature),
    body,
    contentType: 'application/x-www-form-urlencoded',
  })
}

function whatsapp(random: Random, known: Known): Buffer {
  const body = jsonBytes(random, mutated(random, random.pick(whatsappSamples), known))
  const signature = `sha256=${sign(random, 'sha256', known, body).toString('hex')}`
  return encode(random, {
    method: 'POST',
    path: '/callbacks/whatsapp',
    headers: headerOf(random, 'X-Hub-Signature-256', signature),
    body,
  })
}

function handshake(random: Random, { providerSecret }: Known): Buffer {
  const parameters = new URLSearchParams({
    'hub.mode': random.pick(['subscribe', 'unsubscribe', '']),
    'hub.verify_token': random.bool(0.8) ? providerSecret : random.pick(texts).toWellFormed(),
    'hub.challenge': random.pick(texts).toWellFormed(),
  })
  const query = random.bool(0.9) ? parameters.toString() : random.pick(queries)
  return encode(random, { method: 'GET', path: `/callbacks/whatsapp?${query}`, headers: [], body: Buffer.alloc(0) })
}

/** Providers that are not configured have no callback path. */
const unknownProvider = (random: Random): Buffer =>
  encode(random, {
    method: 'POST',
    path: random.pick([
      '/callbacks/email/postmark',
      '/callbacks/email/ses',
      '/callbacks/sms/vonage/inbound',
      '/callbacks/email',
      '/callbacks/',
      `/callbacks/email/${random.pick(segments)}`,
    ]),
    headers: [],
    body: jsonBytes(random, {}),
  })

/** Mostly with the right secret. */
const sign = (random: Random, algorithm: string, { providerSecret }: Known, text: string | Buffer): Buffer =>
  createHmac(algorithm, random.bool(0.9) ? providerSecret : 'forged')
    .update(text)
    .digest()

function headerOf(random: Random, name: string, value: string): string[] {
  if (random.bool(0.95)) return [`${name}: ${value}`]
  return random.pick([
    [],
    [`${name}: `],
    [`${name}: ${mutateText(random, value)}`],
    [`${name}: ${value}`, `${name}: ${value}`],
    [`${name}: \u00ff`],
  ])
}
