import { Type } from 'typebox'
import { messageStatuses } from '../message-status.ts'
import { orderStatuses } from '../order-status.ts'
import { literal, named, nullable } from '../schema.ts'

export const messageKind = named(
  'MessageKind',
  literal(['one_off', 'updateable'], {
    description:
      '`one_off` is always a new message. `updateable` replaces the active message with the same recipient and subject, or creates one.',
  }),
)
export const messageStatus = named(
  'MessageStatus',
  literal([...messageStatuses], {
    description:
      '`active`; `obsolete` after a later push named it in `obsoletes`; `retracted` after a retraction. The inbox shows all of them.',
  }),
)

export const messageId = Type.String({ description: 'The id of the message. It begins with `msg_`.' })
export const subject = Type.String({ description: 'The subject as it was pushed.' })
export const reference = nullable(
  Type.String({ description: 'The order number of the newest push; null if it had none.' }),
)
export const orderStatus = nullable(
  Type.String({
    'x-extensible-enum': orderStatuses,
    description:
      'The order status of the newest push; null if it had none. A plain string, because statuses can be added and an unknown one is returned unchanged.',
  }),
)
