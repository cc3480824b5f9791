import { isPhoneNumber } from './address.ts'
import { type Attempt, attemptOf, type Submission } from './outbox.ts'
import type { Reply } from './replies.ts'

/** One message on a telephone, from the shop or to it. */
export type Bubble = { attempt: Attempt } | { reply: Reply }
/** What one number got and wrote, the oldest first. `earlier` counts what is left out before it. */
export type Conversation = { number: string; bubbles: Bubble[]; earlier: number }

const mostConversations = 20
const mostBubbles = 50

type Entry = { number: string; at: string; bubble: () => Promise<Bubble> }

/** The telephones on which something happened last, the newest first. */
export function conversationsOf(submissions: Submission[], replies: Reply[]): Promise<Conversation[]> {
  // What was addressed to no number at all was refused, and is on nobody's telephone. Nor is a mail.
  const sent = submissions.filter(({ arrival }) => isPhoneNumber(arrival.to)).map(entryOfSend)
  const entries = [...sent, ...replies.map(entryOfReply)].toSorted((one, other) => compare(one.at, other.at))
  const numbers = [...Map.groupBy(entries, ({ number }) => number).values()]
  const newestFirst = numbers.toSorted((one, other) => compare(other.at(-1)!.at, one.at(-1)!.at))
  return Promise.all(newestFirst.slice(0, mostConversations).map(conversationOf))
}

async function conversationOf(entries: Entry[]): Promise<Conversation> {
  const shown = entries.slice(-mostBubbles)
  return {
    number: shown[0]!.number,
    bubbles: await Promise.all(shown.map(({ bubble }) => bubble())),
    earlier: entries.length - shown.length,
  }
}

const entryOfSend = (submission: Submission): Entry => ({
  number: submission.arrival.to,
  at: submission.arrival.at,
  bubble: async () => ({ attempt: await attemptOf(submission) }),
})

const entryOfReply = (reply: Reply): Entry => ({ number: reply.from, at: reply.at, bubble: async () => ({ reply }) })

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
