/** For the provider tests: the nudge and the time of the samples, and hostile bodies. */
import { isDeepStrictEqual } from 'node:util'
import type { CallbackRequest, ParsedCallback, ProviderReport, Report } from './callback.ts'

export const nudgeId = '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f'
export const now = new Date('2026-11-14T22:45:00.000Z')

export const delivered: Report = { kind: 'delivered' }
export const permanent: Report = { kind: 'bounced', bounceType: 'permanent' }
export const transient: Report = { kind: 'bounced', bounceType: 'transient' }
export const complained: Report = { kind: 'complained' }
export const refused: Report = { kind: 'refused' }

/** A verified callback without reports and inbound messages. */
export const emptyCallback: ParsedCallback = { reports: [], inbound: [] }

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

/** A verified callback with one report on the nudge of the samples, or without reports if `report` is null. */
export const callbackWithReport = (report: Report | null, at: Date): ParsedCallback =>
  report === null ? emptyCallback : { reports: [{ nudgeId, at, report }], inbound: [] }

/** The same callback without what the provider wrote, which has its own tests. */
export function callbackWithoutWords(parsed: unknown): unknown {
  if (parsed === 'unverified') return parsed
  const { reports, ...rest } = parsed as ParsedCallback
  return { reports: reports.map((one) => ({ ...one, report: { ...one.report, words: undefined } })), ...rest }
}
/** What the provider wrote about each report of a callback. */
export const wordsIn = (parsed: unknown): (string | undefined)[] =>
  (parsed as ParsedCallback).reports.map(({ report }) => ('words' in report ? report.words : undefined))

export const hostileBodies = new Map<string, Buffer>([
  ['an empty body', Buffer.alloc(0)],
  ['a truncated object', Buffer.from('{"signature": {"timestamp": "17')],
  ['bytes that are not valid UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
  ['null', Buffer.from('null')],
  ['a number', Buffer.from('42')],
  ['a string', Buffer.from('"delivered"')],
  ['an empty object', Buffer.from('{}')],
  ['a list of unexpected values', Buffer.from('[null, 1, "x", [], {}, {"event": {"toString": 1}}]')],
  ['a list nested 100,000 deep', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000))],
])

const unexpectedValues: unknown[] = [
  null,
  true,
  0,
  1e308,
  '',
  'constructor',
  '__proto__',
  [],
  [[]],
  {},
  { toString: 1, valueOf: 1 },
]

/** Copies of a payload, each with one value, at any depth, replaced by an unexpected one. */
export function corruptedCopies(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return unexpectedValues
  const nested = Object.entries(value).flatMap(([name, child]) =>
    corruptedCopies(child).map((replacement) =>
      Array.isArray(value) ? value.with(Number(name), replacement) : { ...value, [name]: replacement },
    ),
  )
  return [...unexpectedValues, ...nested]
}

export function isWellFormed({ nudgeId: id, at, report }: ProviderReport): boolean {
  const { words, ...known } = { words: undefined, ...report }
  return (
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) &&
    !Number.isNaN(at.getTime()) &&
    (words === undefined || (typeof words === 'string' && words.length <= 500)) &&
    [delivered, permanent, transient, complained, refused].some((one) => isDeepStrictEqual(one, known))
  )
}
