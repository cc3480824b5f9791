import type { Caller, Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import { done, type Fault, type Outcome, refused } from '../../errors.ts'
import { fingerprint, fingerprintPurpose } from '../../idempotency/fingerprint.ts'
import { answerToStore } from '../../idempotency/once.decide.ts'
import { claimKeys, spendKeys } from '../../idempotency/once.ts'
import { defineOperation } from '../../operation.ts'
import { describeFaults } from './describe-faults.ts'
import { push } from './push-message.ts'
import { type BatchResult, batchRequest, batchResult, type PushRequest, type PushResult } from './schema.ts'

export const pushBatch = defineOperation({
  access: 'key',
  number: 3,
  name: 'pushBatch',
  method: 'POST',
  path: '/api/v1/messages/batch',
  summary: 'Push up to 100 messages; each succeeds or fails on its own',
  body: batchRequest,
  itemsField: 'messages',
  bodyLimitBytes: 8 * 1024 * 1024,
  idempotent: true,
  keyMaxLength: 252,
  batched: false,
  response: batchResult,
  handle: ({ context, tx }, calls) =>
    Promise.all(
      calls.map(({ caller, keyed, body }) =>
        pushItems(context, tx, caller, keyed.key, body.messages as unknown as BatchItem[]),
      ),
    ),
})

const pushOperation = 1

/** An item as it was sent, and what is wrong with it if it was malformed. */
type BatchItem = { sent: unknown; faults?: Fault[] }
type ItemResult = BatchResult['results'][number]

/**
 * Items succeed or fail on their own (2.6). Each has a key in the push's own scope, the batch's with #index,
 * so an item already pushed is replayed. If one of these is being pushed elsewhere, the whole batch is in progress: nothing runs.
 */
async function pushItems(
  context: Context,
  tx: Transaction,
  caller: Caller,
  key: string,
  items: BatchItem[],
): Promise<Outcome<BatchResult>> {
  const { businessId } = caller
  const sound = items.flatMap((item, index) =>
    item.faults === undefined ? [{ index, request: item.sent as PushRequest }] : [],
  )
  const calls = sound.map(({ index, request }) => ({
    businessId,
    operation: pushOperation,
    key: `${key}#${index}`,
    fingerprint: fingerprint(context.deriveKey(fingerprintPurpose), pushOperation, {}, request),
  }))
  const verdicts = calls.length === 0 ? [] : await claimKeys(tx, calls)
  if (verdicts.some((verdict) => 'refused' in verdict && verdict.refused === 'idempotency.request_in_progress'))
    return refused('idempotency.request_in_progress')

  const fresh = verdicts.flatMap((verdict, place) => ('run' in verdict ? [place] : []))
  const pushed =
    fresh.length === 0
      ? []
      : await push(
          context,
          tx,
          fresh.map((place) => ({ ...caller, request: sound[place]!.request, ofBatch: true })),
        )
  spendKeys(
    tx,
    fresh.flatMap((place, at) => {
      const stored = answerToStore(pushed[at]!, [])
      return stored === null ? [] : [{ ...calls[place]!, ...stored }]
    }),
  )

  const results = items.map(({ faults }, index): ItemResult => failed(index, 'common.validation_failed', faults ?? []))
  verdicts.forEach((verdict, place) => {
    const { index } = sound[place]!
    if ('replay' in verdict) results[index] = succeeded(index, JSON.parse(verdict.replay) as PushResult)
    else if ('refused' in verdict) results[index] = failed(index, verdict.refused, null)
  })
  fresh.forEach((place, at) => {
    const { index } = sound[place]!
    const outcome = pushed[at]!
    if ('done' in outcome) results[index] = succeeded(index, outcome.done)
    else
      results[index] =
        'invalid' in outcome
          ? failed(index, 'common.validation_failed', outcome.invalid)
          : failed(index, outcome.refused, null)
  })
  const named = [...pushed, ...verdicts].flatMap((one) => ('recipientIds' in one ? one.recipientIds : []))
  return done({ results }, [...new Set(named)])
}

const succeeded = (index: number, result: PushResult): ItemResult => ({
  index,
  ok: true,
  result,
  error_code: null,
  detail: null,
})

const failed = (index: number, errorCode: string, faults: Fault[] | null): ItemResult => ({
  index,
  ok: false,
  result: null,
  error_code: errorCode,
  detail: faults === null ? null : describeFaults(faults),
})
