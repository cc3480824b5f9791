import { isPhoneNumber } from './address.ts'
import { type Attempt, type Submission, toAttempt } from './outbox.ts'
import type { Reply } from './replies.ts'

/** One message on a phone, from the shop or to it. */
export type Bubble = { attempt: Attempt } | { reply: Reply }
/** The messages of one number, oldest first. `earlier` counts the older ones that are left out. */
export type Conversation = { number: string; bubbles: Bubble[]; earlier: number }

const maxConversations = 20
const maxBubbles = 50

type Entry = { number: string; at: string; bubble: () => Promise<Bubble> }

/** One conversation for each number, the one with the newest message first. */
export function groupConversations(submissions: Submission[], replies: Reply[]): Promise<Conversation[]> {
  // Leaves out emails, and refused submissions that have no valid number.
  const sent = submissions.filter(({ arrival }) => isPhoneNumber(arrival.to)).map(entryOfSubmission)
  const entries = [...sent, ...replies.map(entryOfReply)].toSorted((one, other) => compare(one.at, other.at))
  const numbers = [...Map.groupBy(entries, ({ number }) => number).values()]
  const newestFirst = numbers.toSorted((one, other) => compare(other.at(-1)!.at, one.at(-1)!.at))
  return Promise.all(newestFirst.slice(0, maxConversations).map(conversationOf))
}

async function conversationOf(entries: Entry[]): Promise<Conversation> {
  const shown = entries.slice(-maxBubbles)
  return {
    number: shown[0]!.number,
    bubbles: await Promise.all(shown.map(({ bubble }) => bubble())),
    earlier: entries.length - shown.length,
  }
}

const entryOfSubmission = (submission: Submission): Entry => ({
  number: submission.arrival.to,
  at: submission.arrival.at,
  bubble: async () => ({ attempt: await toAttempt(submission) }),
})

const entryOfReply = (reply: Reply): Entry => ({ number: reply.from, at: reply.at, bubble: async () => ({ reply }) })

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
