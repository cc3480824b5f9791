import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Draw } from '../draw.ts'
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

/** What a provider, or somebody who claims to be one, might call with: large samples, and what is no sample at all. */
export function expensiveCallback(draw: Draw, target: CostTarget, salt: string): Expensive {
  return draw.pick([email, email, twilio, twilio, vonage, whatsapp, whatsapp])(draw, target, salt)
}

const samples = join(import.meta.dirname, '../../../src/channels')
const readSamples = (file: string): unknown[] =>
  Object.values(JSON.parse(readFileSync(join(samples, file), 'utf8')) as Record<string, unknown>)
const whatsappSamples = [
  ...readSamples('whatsapp/samples/statuses.json'),
  ...readSamples('whatsapp/samples/replies.json'),
  JSON.parse(readFileSync(join(samples, 'whatsapp/samples/batch.json'), 'utf8')) as unknown,
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

type Called = { name: string; path: string; headers: string[]; contentType?: string }

function callback(draw: Draw, family: string, body: Buffer, { name, path, headers, contentType }: Called): Expensive {
  const [headFamily, writeHead] = draw.pick(Object.entries(headFamilies))
  const hasLongHead = draw.chance(0.05)
  const { bytes, isChunked } = encode(draw, {
    method: 'POST',
    path,
    headers: [...(hasLongHead ? writeHead(draw) : []), ...headers],
    body,
    ...(contentType !== undefined && { contentType }),
  })
  const how = isChunked ? 'chunks of one byte' : hasLongHead ? headFamily : family
  return { family: `${name}: ${how}`, kind: 'callback', bytes }
}

/** A JSON body: a sample with an expensive value in it, or only such a value. */
function jsonBody(draw: Draw, from: readonly unknown[]): { family: string; text: string } {
  const bytes = drawBytes(draw, limitBytes)
  if (draw.chance(0.7)) return expandSample(draw, draw.pick(from), bytes)
  const [family, write] = draw.pick(Object.entries({ ...shapes, ...brokenShapes }))
  return { family, text: write(draw, bytes) }
}

function email(draw: Draw, { emailProvider }: CostTarget): Expensive {
  const { name, secret, privateKey } = emailProvider
  const provider = emailCallbacks[name]!
  const { family, text } = jsonBody(draw, readSamples(`email/callbacks/samples/${name}.json`))
  const { body, headers } = provider(text, draw.chance(signedShare) ? { secret, privateKey } : null)
  return callback(draw, family, Buffer.from(body), { name, path: `/callbacks/email/${name}`, headers })
}

function twilio(draw: Draw, { publicUrl, nudgeIds, providerSecret }: CostTarget, salt: string): Expensive {
  const bytes = drawBytes(draw, limitBytes)
  const page = draw.chance(0.5) ? 'inbound' : `status/${draw.pick(nudgeIds)}`
  const path = `/callbacks/sms/twilio/${page}`
  const called = { name: 'twilio', path, contentType: 'application/x-www-form-urlencoded' }
  if (draw.chance(0.3)) {
    // A text that is as long as a form can be, signed: what is done with it afterwards costs too.
    const fields: [string, string][] = [
      ['Body', hostileText(draw, bytes / 3)],
      ['From', '+447700900123'],
      ['MessageSid', `SM${salt}`],
      ['To', '+447700900000'],
    ]
    const body = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
    const signed = publicUrl + path + fields.flat().join('')
    const signature = createHmac('sha1', providerSecret).update(signed).digest('base64')
    return callback(draw, 'a long signed text', Buffer.from(body), {
      ...called,
      headers: [`X-Twilio-Signature: ${signature}`],
    })
  }
  const [family, write] = draw.pick(Object.entries(expensiveForms))
  const body = Buffer.from(write(draw, bytes)).subarray(0, limitBytes)
  const headers = draw.chance(0.5) ? [`X-Twilio-Signature: ${'A'.repeat(27)}=`] : []
  return callback(draw, family, body, { ...called, headers })
}

function vonage(draw: Draw, { vonageSecret }: CostTarget): Expensive {
  const page = draw.pick(['inbound', 'status/019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f'])
  const { family, text } = jsonBody(draw, [vonageSample])
  const body = Buffer.from(text)
  const called = { name: 'vonage', path: `/callbacks/sms/vonage/${page}` }
  if (!draw.chance(signedShare)) return callback(draw, 'a long token', body, { ...called, headers: [longToken(draw)] })
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { api_key: 'abcd1234', payload_hash: createHash('sha256').update(body).digest('hex') }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  const signature = createHmac('sha256', vonageSecret).update(signed).digest('base64url')
  return callback(draw, family, body, { ...called, headers: [`Authorization: Bearer ${signed}.${signature}`] })
}

function longToken(draw: Draw): string {
  const bytes = drawBytes(draw, 14_000)
  const nested = Buffer.from(`{"alg":"HS256","a":${draw.pick(Object.values(shapes))(draw, bytes / 2)}}`)
  const token = draw.pick([
    repeated('.', bytes),
    repeated('a.', bytes),
    repeated('a', bytes),
    `${nested.toString('base64url').slice(0, 14_000)}.e30.e30`,
    `e30.${repeated('e30.', bytes)}`,
  ])
  return `Authorization: Bearer ${token}`
}

function whatsapp(draw: Draw, { phoneNumberId, nudgeIds, providerSecret }: CostTarget): Expensive {
  const { family, text } = jsonBody(draw, whatsappSamples)
  const about = text
    .replaceAll('019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f', draw.pick(nudgeIds))
    .replaceAll('200000000000001', phoneNumberId)
  const body = Buffer.from(about)
  const signature = createHmac('sha256', draw.chance(signedShare) ? providerSecret : 'forged')
    .update(body)
    .digest('hex')
  const headers = [`X-Hub-Signature-256: sha256=${signature}`]
  return callback(draw, family, body, { name: 'whatsapp', path: '/callbacks/whatsapp', headers })
}
