/** For the tests of the providers: the nudge and the time of the samples, and what a hostile sender may send. */
import { isDeepStrictEqual } from 'node:util'
import type { CallbackRequest, ParsedCallback, ProviderReport, Report } from './callback.ts'

export const nudgeId = '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f'
export const now = new Date('2026-11-14T22:45:00.000Z')

export const delivered: Report = { kind: 'delivered' }
export const permanent: Report = { kind: 'bounced', bounceType: 'permanent' }
export const transient: Report = { kind: 'bounced', bounceType: 'transient' }
export const complained: Report = { kind: 'complained' }
export const refused: Report = { kind: 'refused' }

/** A verified callback without content. */
export const nothing: ParsedCallback = { reports: [], inbound: [] }

export const requestOf = (body: Buffer, over: Partial<CallbackRequest> = {}): CallbackRequest => ({
  url: 'https://updates.example/callbacks',
  params: {},
  headers: {},
  body,
  now,
  ...over,
})

export const jsonRequest = (body: unknown, over: Partial<CallbackRequest> = {}): CallbackRequest =>
  requestOf(Buffer.from(JSON.stringify(body)), over)

/** A verified callback with one report on the nudge of the samples; with nothing if that is null. */
export const reporting = (report: Report | null, at: Date): ParsedCallback =>
  report === null ? nothing : { reports: [{ nudgeId, at, report }], inbound: [] }

export const hostileBodies = new Map<string, Buffer>([
  ['nothing', Buffer.alloc(0)],
  ['a truncated object', Buffer.from('{"signature": {"timestamp": "17')],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
  ['null', Buffer.from('null')],
  ['a number', Buffer.from('42')],
  ['a text', Buffer.from('"delivered"')],
  ['an empty object', Buffer.from('{}')],
  ['a list of odd things', Buffer.from('[null, 1, "x", [], {}, {"event": {"toString": 1}}]')],
  ['a list nested 100,000 deep', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000))],
])

const odd: unknown[] = [null, true, 0, 1e308, '', 'constructor', '__proto__', [], [[]], {}, { toString: 1, valueOf: 1 }]

/** Every copy of a payload in which one value, at any depth, is something else. */
export function oddCopies(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return odd
  const inside = Object.entries(value).flatMap(([name, inner]) =>
    oddCopies(inner).map((other) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other },
    ),
  )
  return [...odd, ...inside]
}

export const isWellFormed = ({ nudgeId: id, at, report }: ProviderReport): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) &&
  !Number.isNaN(at.getTime()) &&
  [delivered, permanent, transient, complained, refused].some((known) => isDeepStrictEqual(known, report))
