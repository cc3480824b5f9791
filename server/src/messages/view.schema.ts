import { type Static, Type } from 'typebox'
import { mapPaid, registry } from '../channels/registry.ts'
import { messageStatuses } from '../message-status.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { literal, nullable } from '../schema.ts'

const moment = Type.String({ format: 'date-time' })
const refusal = Type.Object({ reason: Type.String(), at: moment })
const paid = {
  state: nullable(
    Type.String({
      description: 'queued, delivered, read (WhatsApp), failed or rejected; null when nothing was queued.',
    }),
  ),
  skipped_reason: nullable(Type.String()),
  error_code: nullable(Type.String()),
  credits: Type.Integer({ description: 'Net of refunds.' }),
  escalates_at: nullable(moment),
  queued_at: nullable(moment),
  delivered_at: nullable(moment),
  failed_at: nullable(moment),
}
/** 2.4 */
const delivery = Type.Object({
  delivered: Type.Boolean(),
  delivered_at: nullable(moment),
  opened: Type.Boolean(),
  opened_at: nullable(moment),
  bounced: Type.Boolean(),
  bounced_at: nullable(moment),
  complained: Type.Boolean(),
  complained_at: nullable(moment),
  ...mapPaid((channel) =>
    nullable(Type.Object(registry[channel].reportsRead ? { ...paid, read_at: nullable(moment) } : paid)),
  ),
  not_sent: nullable(refusal),
  failed: nullable(refusal),
})
const listed = {
  id: Type.String(),
  recipient_email: Type.String(),
  subject: Type.String(),
  kind: literal(['one_off', 'updateable']),
  status: literal([...messageStatuses]),
  reference: nullable(Type.String()),
  order_status: nullable(Type.String()),
  scheduled_for: nullable(moment),
  created_at: moment,
  updated_at: moment,
  delivery,
}
export const messagePath = Type.Object({ public_id: Type.String() })
export const messageItem = Type.Object(listed)
export const operatorMessage = Type.Object({ ...listed, business_id: Type.String() })
export const messageView = Type.Object({ ...listed, body: Type.String() })

/** 2.5 */
export const listQuery = Type.Object({
  recipient_email: Type.Optional(Type.String({ description: 'Only messages to this address.' })),
  reference: Type.Optional(Type.String({ description: 'Only messages with exactly this reference.' })),
  ...pageQuery('message-cursor'),
})
export const messageList = pageSchema(messageItem)

/** 2.7 */
export const retractResult = Type.Object({
  id: Type.String(),
  retracted: Type.Boolean({ description: 'False when it was retracted before.' }),
  status: literal([...messageStatuses]),
})

export type MessageItem = Static<typeof messageItem>
