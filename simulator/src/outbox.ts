import { canonicalAddress } from './address.ts'
import type { CreateCallback } from './callbacks.ts'
import type { Channel } from './channels.ts'

/** The delivery reports of all providers. */
export const statuses = [
  'sent',
  'delivered',
  'failed',
  'undelivered',
  'not_on_whatsapp',
  'read',
  'bounced',
  'complained',
] as const
export type Status = (typeof statuses)[number]

/** A submission's data that is read when it arrives. Fields that do not apply to a channel are null. */
export type Arrival = {
  /** The provider's id of the submission, if it assigns one. */
  id: string
  channel: Channel
  to: string
  from: string | null
  subject: string | null
  unsubscribe_url: string | null
  headers: Record<string, string> | null
  template: string | null
  parameters: string[] | null
  at: string
  /** The reports that the service has accepted, in order. */
  reported: Status[]
}
export type Body = { text: string | null; html: string | null; link: string | null }
export type Item = Arrival & Body
export type Attempt = Item & { accepted: boolean }

/**
 * `messageId` is the public id of the message, if the request carries it. `report` creates a delivery report with a status of
 * the channel; it is null when the sender requested no reports. The body is parsed only on demand: thousands may arrive in a
 * second, and few are read.
 */
export type Submission = {
  arrival: Arrival
  accepted: boolean
  messageId: string | null
  readBody: () => Promise<Body>
  report: ((status: Status) => CreateCallback) | null
}
export type Filter = { channel: string | null; to: string | null; messageId: string | null }

export type Outbox = ReturnType<typeof createOutbox>

// Limits memory: a benchmark may run for hours.
const maxSubmissions = 100_000

/** Everything that was submitted to the providers, accepted or not, in order of arrival. */
export function createOutbox() {
  const submissions = new Map<string, Submission>()

  return {
    record(submission: Submission): void {
      if (submissions.size === maxSubmissions) evictOldest(submissions)
      submissions.set(submission.arrival.id, submission)
    },
    accepted(filter: Filter): Submission[] {
      return submissions
        .values()
        .filter((one) => one.accepted && matches(one, filter))
        .toArray()
    },
    attempts(filter: Filter): Submission[] {
      return submissions
        .values()
        .filter((one) => matches(one, filter))
        .toArray()
    },
    /** Finds accepted submissions only. */
    find(id: string): Submission | undefined {
      const found = submissions.get(id)
      return found?.accepted ? found : undefined
    },
    clear(): void {
      submissions.clear()
    },
  }
}

export const noFilter: Filter = { channel: null, to: null, messageId: null }

export async function toItem({ arrival, readBody }: Submission): Promise<Item> {
  return { ...arrival, ...(await readBody()) }
}

export async function toAttempt(submission: Submission): Promise<Attempt> {
  return { ...(await toItem(submission)), accepted: submission.accepted }
}

/** Evicts 1 % at a time: a map finds its first entry by skipping deleted ones, which is too slow for every arrival. */
function evictOldest(submissions: Map<string, Submission>): void {
  for (const id of submissions.keys().take(maxSubmissions / 100)) submissions.delete(id)
}

function matches({ arrival, messageId }: Submission, filter: Filter): boolean {
  return (
    (filter.channel === null || filter.channel === arrival.channel) &&
    (filter.to === null || canonicalAddress(filter.to) === canonicalAddress(arrival.to)) &&
    (filter.messageId === null || filter.messageId === messageId)
  )
}
