import type { PhoneChannel } from './channels.ts'
import { createLatest } from './latest.ts'

/** What somebody wrote to the shop. `taken` says whether the service has it. */
export type Reply = { channel: PhoneChannel; from: string; text: string; at: string; taken: boolean }

// For a person to look at: the service has them, and a benchmark may write for hours.
const mostReplies = 1_000

export type Replies = ReturnType<typeof createReplies>

/** What was written on the telephones, in that order. */
export function createReplies() {
  let replies = createLatest<Reply>(mostReplies)

  return {
    add: (reply: Reply): void => replies.add(reply),
    items: (): Reply[] => replies.items(),
    clear(): void {
      replies = createLatest(mostReplies)
    },
  }
}
