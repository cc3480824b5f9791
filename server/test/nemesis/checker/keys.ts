import { groupBy } from '../../support/tally.ts'
import type { Call, Erasure } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

/**
 * I6. All successful responses to one key and one request are equal. A key is scoped to its business and operation (4.1). A
 * request whose recipient was erased must fail afterwards, which is checked where the recipient is erased.
 */
export function checkKeys(calls: Call[], erasures: Erasure[]): Violation[] {
  const erased = new Set(erasures.flatMap(({ canaries }) => canaries))
  const isErased = ({ body }: KeyedCall): boolean => erased.has(/cnry\d{6}x/.exec(body ?? '')?.[0] ?? '')
  const keyed = calls.filter(({ key, operation }) => key !== null && operation !== 'wrong').flatMap(withItems)
  return violationsOf(
    'I6 the same key returns the same bytes',
    [...groupBy(keyed, ({ shop, path, key }) => `${shop} ${path} ${key}`)].flatMap(([name, sameKey]) => {
      const responses = new Set(sameKey.filter(isSuccess).map(({ status, text }) => `${status} ${text}`))
      const success = sameKey.find(isSuccess)
      const refused = sameKey.filter(
        (call) => success !== undefined && call.startedAt > success.endedAt && isRefused(call) && !isErased(call),
      )
      return [
        ...(responses.size > 1 ? [`${name}: ${[...responses].join(' | ')}`] : []),
        ...refused.map(({ status, text }) => `${name}: succeeded, and then failed with ${status} ${text}`),
      ]
    }),
  )
}

const isSuccess = ({ status }: KeyedCall): boolean => status === 200 || status === 201
/** Refused with an error that is not retryable. */
const isRefused = ({ status, text }: KeyedCall): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 429 && !text.includes('request_in_progress')

type KeyedCall = Pick<Call, 'shop' | 'path' | 'key' | 'body' | 'status' | 'text' | 'startedAt' | 'endedAt'>

/** The items of a batch are pushes too; the key of each ends with its index. */
function withItems(call: Call): KeyedCall[] {
  if (call.operation !== 'batch' || call.status !== 200) return [call]
  const { results } = JSON.parse(call.text) as { results: { ok: boolean; result: unknown }[] }
  return [
    call,
    ...results.flatMap(({ ok, result }, index) =>
      ok
        ? [
            {
              ...call,
              path: '/api/v1/messages',
              key: `${call.key}#${index}`,
              status: 201,
              text: JSON.stringify(result),
            },
          ]
        : [],
    ),
  ]
}
