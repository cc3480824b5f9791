import { done, type Outcome } from '../../errors.ts'
import { defineOperation } from '../../operation.ts'
import type { BatchItem } from '../push/batch-item.ts'
import { describeValidationErrors } from '../push/describe-validation-errors.ts'
import { batchRequest, type PushRequest } from '../push/schema.ts'
import { preview } from './preview.ts'
import { previewLimits } from './preview-message.ts'
import { type PreviewBatchResult, type PreviewResult, previewBatchResult } from './schema.ts'

export const previewBatch = defineOperation({
  access: 'key',
  scope: 'messages:write',
  number: 30,
  addition: true,
  name: 'previewBatch',
  tag: 'Messages',
  method: 'POST',
  path: '/api/v1/messages/preview/batch',
  summary: 'Preview a batch of up to 100 pushes; each would succeed or fail on its own',
  description: [
    'Makes the decision of `POST /api/v1/messages/batch` for the same body and returns it. The pushes of a batch affect each other: each preview includes what the earlier ones would spend, create and assign, and every content is that of its message after the whole batch.',
    previewLimits,
    'The preview of a push that was already stored under the idempotency key of a batch shows what a new push would do, not the replay. The contents of one response have at most about 1 MiB: if `contents_complete` is false, those of the last pushes are null.',
  ].join('\n\n'),
  body: batchRequest,
  itemsField: 'messages',
  bodyLimitBytes: 8 * 1024 * 1024,
  response: previewBatchResult,
  async handle(context, { caller, body }) {
    const items = body.messages as unknown as BatchItem[]
    const valid = items.flatMap(({ sent, errors }, index) => (errors === undefined ? [{ index, sent }] : []))
    const { outcomes, isComplete } = await preview(
      context,
      caller,
      valid.map(({ sent }) => sent as PushRequest),
    )
    const outcomeAt = new Map(valid.map(({ index }, position) => [index, outcomes[position]!]))
    const results = items.map(({ errors = [] }, index) =>
      itemResult(index, outcomeAt.get(index) ?? { invalid: errors }),
    )
    return done({ results, contents_complete: isComplete })
  },
})

function itemResult(index: number, outcome: Outcome<PreviewResult>): PreviewBatchResult['results'][number] {
  if ('done' in outcome) return { index, ok: true, result: outcome.done, error_code: null, detail: null }
  const failure = { index, ok: false, result: null }
  return 'invalid' in outcome
    ? { ...failure, error_code: 'common.validation_failed', detail: describeValidationErrors(outcome.invalid) }
    : { ...failure, error_code: outcome.refused, detail: null }
}
