import type { Caller, Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import { done, type ErrorCode, type Outcome, refused } from '../../errors.ts'
import { describeReuse } from '../../idempotency/describe-reuse.ts'
import type { Executed } from '../../idempotency/execute-once.decide.ts'
import { claimKeys, executeOnce } from '../../idempotency/execute-once.ts'
import { fingerprint } from '../../idempotency/fingerprint.ts'
import { defineOperation } from '../../operation.ts'
import type { TraceContext } from '../../tracing.ts'
import type { BatchItem } from './batch-item.ts'
import { describeValidationErrors } from './describe-validation-errors.ts'
import { push } from './push-message.ts'
import { type BatchResult, batchRequest, batchResult, type PushRequest, type PushResult } from './schema.ts'

export const pushBatch = defineOperation({
  access: 'key',
  scope: 'messages:write',
  number: 3,
  name: 'pushBatch',
  tag: 'Messages',
  method: 'POST',
  path: '/api/v1/messages/batch',
  summary: 'Push up to 100 messages; each succeeds or fails on its own',
  description: [
    'Pushes up to 100 messages. Each item succeeds or fails on its own, so check `ok` of every item: the status is 200 even if items failed.',
    'The idempotency key of an item is the key of the batch with `#` and its index appended. After a lost response, repeat the whole batch with the same key: items that are stored are replayed, not pushed again.',
  ].join('\n\n'),
  body: batchRequest,
  itemsField: 'messages',
  bodyLimitBytes: 8 * 1024 * 1024,
  idempotent: true,
  keyMaxLength: 252,
  batched: false,
  response: batchResult,
  handle: ({ context, tx }, calls) =>
    Promise.all(
      calls.map(({ caller, keyed, body, trace }) =>
        pushItems(context, tx, caller, keyed.key, body.messages as unknown as BatchItem[], trace),
      ),
    ),
})

const pushOperation = 1

type ItemResult = BatchResult['results'][number]

/**
 * Each item succeeds or fails on its own (2.6). Its idempotency key is the key of the batch with `#index`, in the scope of
 * single pushes, so an item that was already pushed is replayed. If any item is in progress in another request, nothing runs.
 */
async function pushItems(
  context: Context,
  tx: Transaction,
  caller: Caller,
  key: string,
  items: BatchItem[],
  trace: TraceContext | undefined,
): Promise<Outcome<BatchResult>> {
  const { businessId } = caller
  const calls = items.flatMap(({ sent, errors }, index) => {
    if (errors !== undefined) return []
    const request = sent as PushRequest
    const requestFingerprint = fingerprint(context.digestKey, pushOperation, {}, request)
    const keyed = { businessId, operation: pushOperation, key: `${key}#${index}`, fingerprint: requestFingerprint }
    return [{ index, request, keyed }]
  })
  const claims = await claimKeys(tx, calls)
  if (claims.some(({ verdict }) => 'refused' in verdict && verdict.refused === 'idempotency.request_in_progress'))
    return refused('idempotency.request_in_progress')

  const executed = await executeOnce(tx, claims, [], (fresh) => {
    const pushes = fresh.map(({ request }) => ({ ...caller, request, isBatchItem: true, trace }))
    return push(context, tx, pushes)
  })
  const outcomes = new Map(executed.map(({ call, outcome }) => [call.index, outcome]))
  const results = items.map(({ errors = [] }, index) => itemResult(index, outcomes.get(index) ?? { invalid: errors }))
  const recipientIds = executed.flatMap(({ outcome }) => ('body' in outcome ? outcome.recipientIds : []))
  return done({ results }, [...new Set(recipientIds)])
}

function itemResult(index: number, outcome: Executed<PushResult>): ItemResult {
  if ('body' in outcome) {
    const result = outcome.replayed ? (JSON.parse(outcome.body) as PushResult) : outcome.done
    return { index, ok: true, result, error_code: null, detail: null }
  }
  const failure = { index, ok: false, result: null }
  return 'invalid' in outcome
    ? { ...failure, error_code: 'common.validation_failed', detail: describeValidationErrors(outcome.invalid) }
    : { ...failure, error_code: outcome.refused, detail: describeRefusal(outcome) }
}

const describeRefusal = (outcome: { refused: ErrorCode; firstAt?: Date }): string | null =>
  outcome.firstAt === undefined ? null : describeReuse('body', outcome.firstAt)
