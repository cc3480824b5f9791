import { groupBy } from '../../support/tally.ts'
import type { Call, Erasure } from '../history.ts'
import { broken, type Violation } from './violation.ts'

/**
 * I6. All answers to one key and one request are one answer. A key is the business's and the operation's (4.1). Where its
 * recipient was erased there is no answer any more, which the erasure is asked for.
 */
export function checkKeys(calls: Call[], erasures: Erasure[]): Violation[] {
  const erased = new Set(erasures.flatMap(({ canaries }) => canaries))
  const isErased = ({ body }: Answered): boolean => erased.has(/cnry\d{6}x/.exec(body ?? '')?.[0] ?? '')
  const keyed = calls.filter(({ key, operation }) => key !== null && operation !== 'wrong').flatMap(withItems)
  return broken(
    'I6 same key, same bytes',
    [...groupBy(keyed, ({ shop, path, key }) => `${shop} ${path} ${key}`)].flatMap(([name, asked]) => {
      const answers = new Set(asked.filter(isDone).map(({ status, text }) => `${status} ${text}`))
      const firstDone = asked.find(isDone)
      const undone = asked.filter(
        (call) => firstDone !== undefined && call.askedAt > firstDone.endedAt && isUndone(call) && !isErased(call),
      )
      return [
        ...(answers.size > 1 ? [`${name}: ${[...answers].join(' | ')}`] : []),
        ...undone.map(({ status, text }) => `${name}: was done, and then answered ${status} ${text}`),
      ]
    }),
  )
}

const isDone = ({ status }: Answered): boolean => status === 200 || status === 201
/** Refused for a reason that does not pass. */
const isUndone = ({ status, text }: Answered): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 429 && !text.includes('request_in_progress')

type Answered = Pick<Call, 'shop' | 'path' | 'key' | 'body' | 'status' | 'text' | 'askedAt' | 'endedAt'>

/** The items of a batch are pushes too, each under the key of its place. */
function withItems(call: Call): Answered[] {
  if (call.operation !== 'batch' || call.status !== 200) return [call]
  const { results } = JSON.parse(call.text) as { results: { ok: boolean; result: unknown }[] }
  return [
    call,
    ...results.flatMap(({ ok, result }, place) =>
      ok
        ? [
            {
              ...call,
              path: '/api/v1/messages',
              key: `${call.key}#${place}`,
              status: 201,
              text: JSON.stringify(result),
            },
          ]
        : [],
    ),
  ]
}
