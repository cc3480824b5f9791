import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { queries, segments, texts } from './corpus.ts'
import type { Draw } from './draw.ts'
import { encode } from './encode.ts'
import { jsonBytes, spoil, spoilBytes, spoilText } from './junk.ts'
import type { Known } from './known.ts'

type Sample = Record<string, unknown>

/** What a provider might call with: its own samples, spoiled, and then signed as it signs, or not quite. */
export function generateCallback(draw: Draw, known: Known): Buffer {
  return draw.pick([mailgun, twilioStatus, twilioInbound, whatsapp, whatsapp, handshake, nobody])(draw, known)
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

/** The sample as if it were about one of our nudges, with junk in it. */
function spoiled(draw: Draw, sample: Sample, { nudgeIds, phoneNumberId }: Known): unknown {
  const text = JSON.stringify(sample)
    .replaceAll(sampleNudge, () => draw.pick(nudgeIds))
    .replaceAll(sampleNumberId, phoneNumberId)
  return spoil(draw, JSON.parse(text), draw.pick([0, 0.02, 0.2]))
}

function mailgun(draw: Draw, known: Known): Buffer {
  const payload = spoiled(draw, draw.pick(mailgunSamples), known)
  const timestamp = String(Math.floor(Date.now() / 1000) - (draw.chance(0.9) ? 0 : 10_000))
  const token = draw.pick(['a'.repeat(50), '', 'ü', '5f0c'])
  const signature = sign(draw, 'sha256', known, timestamp + token).toString('hex')
  const signed =
    typeof payload === 'object' && payload !== null && draw.chance(0.95)
      ? { ...payload, signature: spoil(draw, { timestamp, token, signature }, 0.02) }
      : payload
  return encode(draw, {
    method: 'POST',
    path: '/callbacks/email/mailgun',
    headers: [],
    body: jsonBytes(draw, signed),
  })
}

const twilioStatus = (draw: Draw, known: Known): Buffer =>
  twilio(draw, known, `status/${draw.chance(0.8) ? draw.pick(known.nudgeIds) : draw.pick(segments)}`, {
    ...twilioSamples['status'],
    MessageStatus: draw.pick(['delivered', 'undelivered', 'failed', 'sent', ...texts]),
  })

/** Every time a text of its own, as far as its id can tell. */
const twilioInbound = (draw: Draw, known: Known): Buffer =>
  twilio(draw, known, 'inbound', {
    ...twilioSamples['inbound'],
    MessageSid: draw.pick([`SM${draw.below(1_000_000)}`, ...texts]),
    Body: draw.pick(texts),
    From: draw.pick(['+447700900123', '+447700900124', ...texts]),
  })

/** Twilio signs the address that was called and every field by its name. */
function twilio(draw: Draw, known: Known, place: string, sample: Sample): Buffer {
  const query = draw.chance(0.1) ? `?${draw.pick(queries)}` : ''
  const path = `/callbacks/sms/twilio/${place}${query}`
  const fields = Object.entries(spoil(draw, sample, draw.pick([0, 0.05])) ?? {})
  const form = new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const body = draw.chance(0.9)
    ? spoilBytes(draw, Buffer.from(form.toString()))
    : Buffer.from(draw.pick(['', '%', '%FF=%FF', 'a=b&a=c', '&&&', `Body=${'%00'.repeat(500)}`, 'x'.repeat(100_000)]))
  const said = new URLSearchParams(body.toString())
  said.sort()
  const signature = sign(draw, 'sha1', known, known.publicUrl + path + [...said].flat().join('')).toString('base64')
  return encode(draw, {
    method: 'POST',
    path,
    headers: headerOf(draw, 'X-Twilio-Signature', signature),
    body,
    contentType: 'application/x-www-form-urlencoded',
  })
}

function whatsapp(draw: Draw, known: Known): Buffer {
  const body = jsonBytes(draw, spoiled(draw, draw.pick(whatsappSamples), known))
  const signature = `sha256=${sign(draw, 'sha256', known, body).toString('hex')}`
  return encode(draw, {
    method: 'POST',
    path: '/callbacks/whatsapp',
    headers: headerOf(draw, 'X-Hub-Signature-256', signature),
    body,
  })
}

function handshake(draw: Draw, { providerSecret }: Known): Buffer {
  const asked = new URLSearchParams({
    'hub.mode': draw.pick(['subscribe', 'unsubscribe', '']),
    'hub.verify_token': draw.chance(0.8) ? providerSecret : draw.pick(texts).toWellFormed(),
    'hub.challenge': draw.pick(texts).toWellFormed(),
  })
  const query = draw.chance(0.9) ? asked.toString() : draw.pick(queries)
  return encode(draw, { method: 'GET', path: `/callbacks/whatsapp?${query}`, headers: [], body: Buffer.alloc(0) })
}

/** Providers that are not set up have no address. */
const nobody = (draw: Draw): Buffer =>
  encode(draw, {
    method: 'POST',
    path: draw.pick([
      '/callbacks/email/postmark',
      '/callbacks/email/ses',
      '/callbacks/sms/vonage/inbound',
      '/callbacks/email',
      '/callbacks/',
      `/callbacks/email/${draw.pick(segments)}`,
    ]),
    headers: [],
    body: jsonBytes(draw, {}),
  })

/** With the right secret, or nearly. */
const sign = (draw: Draw, algorithm: string, { providerSecret }: Known, text: string | Buffer): Buffer =>
  createHmac(algorithm, draw.chance(0.9) ? providerSecret : 'forged')
    .update(text)
    .digest()

function headerOf(draw: Draw, name: string, value: string): string[] {
  if (draw.chance(0.95)) return [`${name}: ${value}`]
  return draw.pick([
    [],
    [`${name}: `],
    [`${name}: ${spoilText(draw, value)}`],
    [`${name}: ${value}`, `${name}: ${value}`],
    [`${name}: \u00ff`],
  ])
}
