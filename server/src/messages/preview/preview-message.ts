import { defineOperation } from '../../operation.ts'
import { pushRequest } from '../push/schema.ts'
import { preview } from './preview.ts'
import { previewResult } from './schema.ts'

/** What every description of a preview states. */
export const previewLimits =
  'Nothing is stored, sent, charged or counted, and no idempotency key is needed. The links are examples of the same length: a valid link exists only once a message is sent. A number is not shown, because a key that may push may not read numbers.'

export const previewMessage = defineOperation({
  access: 'key',
  // It reveals what a push reveals, and not more.
  scope: 'messages:write',
  number: 29,
  addition: true,
  name: 'previewMessage',
  tag: 'Messages',
  method: 'POST',
  path: '/api/v1/messages/preview',
  summary: 'Preview a push: what each channel would do, when, at which price, and the exact contents',
  description: [
    'Makes the decision of `POST /api/v1/messages` for the same body and returns it: whether a message would be created or updated, what each channel would do and why, when, the price, and the exact email, text and WhatsApp template. A request that a push would refuse gets the same refusal.',
    previewLimits,
    'A push right after the preview does what the preview states. Later, the outcome can differ: another push, a stop, a changed balance or setting, or a limit that is checked only when a nudge is sent, such as the daily limits on emails and on the texts of a new account.',
  ].join('\n\n'),
  body: pushRequest,
  response: previewResult,
  refusals: ['quota.messages_per_day', 'quota.stored_messages'],
  async handle(context, { caller, body }) {
    const { outcomes } = await preview(context, caller, [body])
    return outcomes[0]!
  },
})
