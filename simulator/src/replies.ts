import type { PhoneChannel } from './channels.ts'
import { createRingBuffer } from './ring-buffer.ts'

/** An inbound message. `accepted` is true once the service has accepted it. */
export type Reply = { channel: PhoneChannel; from: string; text: string; at: string; accepted: boolean }

// Limits memory: replies are stored only for the page, and a benchmark may run for hours.
const maxReplies = 1_000

export type Replies = ReturnType<typeof createReplies>

/** The newest inbound messages, oldest first. */
export function createReplies() {
  let replies = createRingBuffer<Reply>(maxReplies)

  return {
    add: (reply: Reply): void => replies.add(reply),
    items: (): Reply[] => replies.items(),
    clear(): void {
      replies = createRingBuffer(maxReplies)
    },
  }
}
