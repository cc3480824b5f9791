import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../random.ts'
import { emailCallbacks } from './email-callbacks.ts'
import { headFamilies } from './expensive-head.ts'
import { expensiveForms } from './expensive-page.ts'
import { hostileText, repeated } from './hostile-text.ts'
import { brokenShapes, shapes } from './json-text.ts'
import { type Expensive, encode } from './request.ts'
import { expandSample } from './sample.ts'
import { drawBytes } from './size.ts'
import type { CostTarget } from './target.ts'

const limitBytes = 2 * 1024 * 1024
const signedShare = 0.6

/** A callback of a provider or of an attacker: an enlarged sample, or an unrelated expensive body. */
export function expensiveCallback(random: Random, target: CostTarget, salt: string): Expensive {
  return random.pick([email, email, twilio, twilio, vonage, whatsapp, whatsapp])(random, target, salt)
}

const sampleFolder = join(import.meta.dirname, '../../../src/channels')
const readSamples = (file: string): unknown[] =>
  Object.values(JSON.parse(readFileSync(join(sampleFolder, file), 'utf8')) as Record<string, unknown>)
const whatsappSamples = [
  ...readSamples('whatsapp/samples/statuses.json'),
  ...readSamples('whatsapp/samples/replies.json'),
  JSON.parse(readFileSync(join(sampleFolder, 'whatsapp/samples/batch.json'), 'utf8')) as unknown,
]
const vonageSample = {
  channel: 'sms',
  message_type: 'text',
  message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
  to: '447700900000',
  from: '447700900123',
  text: 'Hello',
  client_ref: '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f',
  status: 'delivered',
  usage: { price: '0.03', currency: 'EUR' },
}

type Callback = { name: string; path: string; headers: string[]; contentType?: string }

function callback(
  random: Random,
  family: string,
  body: Buffer,
  { name, path, headers, contentType }: Callback,
): Expensive {
  const [headFamily, writeHead] = random.pick(Object.entries(headFamilies))
  const hasLongHead = random.bool(0.05)
  const { bytes, isChunked } = encode(random, {
    method: 'POST',
    path,
    headers: [...(hasLongHead ? writeHead(random) : []), ...headers],
    body,
    ...(contentType !== undefined && { contentType }),
  })
  const actualFamily = isChunked ? 'chunks of one byte' : hasLongHead ? headFamily : family
  return { family: `${name}: ${actualFamily}`, kind: 'callback', bytes }
}

/** A JSON body: a sample with an expensive value in it, or only such a value. */
function jsonBody(random: Random, samples: readonly unknown[]): { family: string; text: string } {
  const bytes = drawBytes(random, limitBytes)
  if (random.bool(0.7)) return expandSample(random, random.pick(samples), bytes)
  const [family, write] = random.pick(Object.entries({ ...shapes, ...brokenShapes }))
  return { family, text: write(random, bytes) }
}

function email(random: Random, { emailProvider }: CostTarget): Expensive {
  const { name, secret, privateKey } = emailProvider
  const provider = emailCallbacks[name]!
  const { family, text } = jsonBody(random, readSamples(`email/callbacks/samples/${name}.json`))
  const { body, headers } = provider(text, random.bool(signedShare) ? { secret, privateKey } : null)
  return callback(random, family, Buffer.from(body), { name, path: `/callbacks/email/${name}`, headers })
}

function twilio(random: Random, { publicUrl, nudgeIds, providerSecret }: CostTarget, salt: string): Expensive {
  const bytes = drawBytes(random, limitBytes)
  const page = random.bool(0.5) ? 'inbound' : `status/${random.pick(nudgeIds)}`
  const path = `/callbacks/sms/twilio/${page}`
  const base = { name: 'twilio', path, contentType: 'application/x-www-form-urlencoded' }
  if (random.bool(0.3)) {
    // A signed text of the largest size: its processing after the verification also has a cost.
    const fields: [string, string][] = [
      ['Body', hostileText(random, bytes / 3)],
      ['From', '+447700900123'],
      ['MessageSid', `SM${salt}`],
      ['To', '+447700900000'],
    ]
    const body = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
    const signed = publicUrl + path + fields.flat().join('')
    const signature = createHmac('sha1', providerSecret).update(signed).digest('base64')
    return callback(random, 'a long signed text', Buffer.from(body), {
      ...base,
      headers: [`X-Twilio-Signature: ${signature}`],
    })
  }
  const [family, write] = random.pick(Object.entries(expensiveForms))
  const body = Buffer.from(write(random, bytes)).subarray(0, limitBytes)
  const headers = random.bool(0.5) ? [`X-Twilio-Signature: ${'A'.repeat(27)}=`] : []
  return callback(random, family, body, { ...base, headers })
}

function vonage(random: Random, { vonageSecret }: CostTarget): Expensive {
  const page = random.pick(['inbound', 'status/019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f'])
  const { family, text } = jsonBody(random, [vonageSample])
  const body = Buffer.from(text)
  const base = { name: 'vonage', path: `/callbacks/sms/vonage/${page}` }
  if (!random.bool(signedShare))
    return callback(random, 'a long token', body, { ...base, headers: [longToken(random)] })
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { api_key: 'abcd1234', payload_hash: createHash('sha256').update(body).digest('hex') }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  const signature = createHmac('sha256', vonageSecret).update(signed).digest('base64url')
  return callback(random, family, body, { ...base, headers: [`Authorization: Bearer ${signed}.${signature}`] })
}

function longToken(random: Random): string {
  const bytes = drawBytes(random, 14_000)
  const nested = Buffer.from(`{"alg":"HS256","a":${random.pick(Object.values(shapes))(random, bytes / 2)}}`)
  const token = random.pick([
    repeated('.', bytes),
    repeated('a.', bytes),
    repeated('a', bytes),
    `${nested.toString('base64url').slice(0, 14_000)}.e30.e30`,
    `e30.${repeated('e30.', bytes)}`,
  ])
  return `Authorization: Bearer ${token}`
}

function whatsapp(random: Random, { phoneNumberId, nudgeIds, providerSecret }: CostTarget): Expensive {
  const { family, text } = jsonBody(random, whatsappSamples)
  const withKnownIds = text
    .replaceAll('019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f', random.pick(nudgeIds))
    .replaceAll('200000000000001', phoneNumberId)
  const body = Buffer.from(withKnownIds)
  const signature = createHmac('sha256', random.bool(signedShare) ? providerSecret : 'forged')
    .update(body)
    .digest('hex')
  const headers = [`X-Hub-Signature-256: sha256=${signature}`]
  return callback(random, family, body, { name: 'whatsapp', path: '/callbacks/whatsapp', headers })
}
