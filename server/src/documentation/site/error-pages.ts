import { type ErrorCode, errorCodes } from '../../errors.ts'
import { failureCodeWords } from '../../failure-code-words.ts'
import type { Operation } from '../../operation.ts'
import type { FailureCode } from '../../reasons.ts'
import { errorStatus } from '../../status.ts'
import { isCommonRefusal, refusalsOf } from '../refusals.ts'
import { statusTone, wordBlocks } from './code-words.ts'
import { firstSentence } from './first-sentence.ts'
import { titleOf } from './operation-names.ts'
import { pathOf } from './operation-pages.ts'
import type { Block, Entry, Page } from './page.ts'

const parent = '/docs/errors'
const codes = Object.keys(errorCodes) as ErrorCode[]
const failures = Object.keys(failureCodeWords) as FailureCode[]

/** An index and a page for each `error_code`: of refused requests, and of paid messages that were not delivered. */
export const errorPages = (url: string, operations: readonly Operation[]): Page[] => [
  index(),
  ...codes.map((code) => errorPage(code, url, operations)),
  ...failures.map(failurePage),
]

function index(): Page {
  const byPrefix = [...Map.groupBy(codes.toSorted(), (code) => code.split('.')[0]!)]
  return {
    path: parent,
    title: 'Errors',
    summary: 'Every `error_code`: what it means, whether it was charged, whether to retry, and who can fix it.',
    group: 'Understand',
    section: null,
    blocks: [
      { kind: 'text', markdown: explanation },
      ...byPrefix.flatMap(([prefix, group]): Block[] => [
        { kind: 'heading', text: prefixTitles[prefix] ?? prefix },
        { kind: 'entries', entries: group.map(errorEntry) },
      ]),
      { kind: 'heading', text: 'Paid messages that were not delivered' },
      {
        kind: 'text',
        markdown:
          'These codes are not responses of the API. They are the `error_code` of a text or a WhatsApp message, in the message and in [events](/docs/events).',
      },
      { kind: 'entries', entries: failures.map(failureEntry) },
    ],
    panel: [],
    keywords: ['error_code', 'status', 'detail'],
  }
}

const explanation = [
  'The body of an error has `error_code`. A malformed request also has `detail`: an entry with `type`, `loc`, `msg` and `input`',
  'for every part that is wrong. If the service knows more than the code says, the header `Tidings-Help` has a sentence for a',
  'person who reads a log. The header `Link` leads to the page of the code, and `X-Request-Id` names the request in the log of',
  'the operator.',
].join(' ')

/** Codes are grouped by the part before the dot. */
const prefixTitles: Record<string, string> = {
  api_key: 'API keys',
  business: 'Business and access',
  callback: 'Callbacks of providers',
  common: 'Every operation',
  credits: 'Credits',
  event: 'Events',
  idempotency: 'Idempotency',
  message: 'Messages',
  operator: 'Operators',
  quota: 'Quotas',
  recipient: 'Recipients',
  request: 'The request',
  sms: 'SMS',
  sms_price: 'SMS prices',
  suppression: 'Suppressions',
  test: 'Test mode',
  webhook_endpoint: 'Webhooks',
  whatsapp: 'WhatsApp',
  whatsapp_template: 'WhatsApp templates',
}

const errorEntry = (code: ErrorCode): Entry => ({
  href: `${parent}/${code}`,
  title: code,
  isCode: true,
  text: firstSentence(errorCodes[code].meaning),
  tag: { text: String(errorStatus[code]), tone: statusTone(errorStatus[code]) },
})

const failureEntry = (code: FailureCode): Entry => ({
  href: `${parent}/${code}`,
  title: code,
  isCode: true,
  text: firstSentence(failureCodeWords[code].meaning),
})

function errorPage(code: ErrorCode, url: string, operations: readonly Operation[]): Page {
  const status = errorStatus[code]
  return {
    ...codePage(code, errorCodes[code].meaning),
    section: 'Errors',
    blocks: [
      ...wordBlocks(errorCodes[code], [{ label: 'Status', text: String(status), tone: statusTone(status) }]),
      { kind: 'heading', text: 'Operations that return it' },
      ...returnedBy(code, operations),
    ],
    panel: [
      { kind: 'code', title: 'Response', language: 'http', text: exampleHead(code, url) },
      { kind: 'code', title: 'Body', language: 'json', text: exampleBody(code) },
    ],
    keywords: ['error_code', String(status)],
  }
}

const failurePage = (code: FailureCode): Page => ({
  ...codePage(code, failureCodeWords[code].meaning),
  section: 'Paid messages',
  blocks: wordBlocks(failureCodeWords[code]),
  panel: [],
  keywords: ['error_code', 'failed', 'rejected'],
})

const codePage = (code: string, meaning: string) =>
  ({
    path: `${parent}/${code}`,
    title: code,
    isCode: true,
    summary: meaning,
    group: 'Understand',
    below: parent,
  }) as const

/** A code of every operation is not listed operation by operation. */
function returnedBy(code: ErrorCode, operations: readonly Operation[]): Block[] {
  const returning = operations.filter((operation) => refusalsOf(operation).includes(code))
  const own = returning.filter((operation) => !isCommonRefusal(operation, code))
  if (returning.length === 0) return [{ kind: 'text', markdown: otherOrigins[code] ?? 'A path without an operation.' }]
  if (own.length === 0) {
    const accesses = new Set(returning.map(({ access }) => access))
    if (otherOrigins[code] !== undefined) return [{ kind: 'text', markdown: otherOrigins[code] }]
    const text = accesses.size === 2 ? 'Every operation.' : accesses.has('key') ? everyMerchant : everyOperator
    return [{ kind: 'text', markdown: text }]
  }
  const entries = own.map((operation) => ({
    href: pathOf(operation),
    title: titleOf(operation),
    text: `\`${operation.method} ${operation.path}\``,
  }))
  return [{ kind: 'entries', entries }]
}

const everyMerchant = 'Every operation of [the merchant’s interface](/docs/reference).'
const everyOperator = 'Every operation of [the operator’s interface](/docs/operator).'
const otherOrigins: Partial<Record<ErrorCode, string>> = {
  'callback.not_verified': 'The callbacks of providers under `/callbacks/`.',
  'common.not_found': 'Every path that does not exist.',
  'common.method_not_allowed': 'Every path that exists with other methods only.',
}

const exampleHead = (code: ErrorCode, url: string): string =>
  [
    `HTTP/1.1 ${errorStatus[code]}`,
    'Content-Type: application/json; charset=utf-8',
    ...(code === 'common.validation_failed' ? ['Tidings-Help: body.subject: Field required'] : []),
    `Link: <${url}${parent}/${code}>; rel="help"`,
    'X-Request-Id: req_01JCV7Q2Z8R5W3X4Y6A9B0C1D2',
  ].join('\n')

function exampleBody(code: ErrorCode): string {
  const detail = [{ type: 'missing', loc: ['body', 'subject'], msg: 'Field required', input: {} }]
  return JSON.stringify(
    code === 'common.validation_failed' ? { error_code: code, detail } : { error_code: code },
    null,
    2,
  )
}
