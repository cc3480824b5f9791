import { mapPaid, type PaidChannel } from '../../channels/registry.ts'
import type { MessageDetails } from '../../messages/sql.ts'
import type { MessageItem } from '../../messages/view.schema.ts'
import { messageItem } from '../../messages/view.ts'
import { type Stage, stageOf } from './stage.decide.ts'

/** `stages` is how far a send without an outcome is. */
export type ListedMessage = MessageItem & { stages: Record<PaidChannel, Stage | null> }

export const listedMessage = (row: MessageDetails): ListedMessage => ({
  ...messageItem(row),
  stages: mapPaid((channel) => stageOf(row.nudges, channel)),
})
