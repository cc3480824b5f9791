import { canonicalAddress } from './address.ts'
import type { Tell } from './callbacks.ts'
import type { Channel } from './channels.ts'

/** What providers report of a send they accepted. */
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

/** What a provider knows of one send the moment it arrives. Fields that do not apply to a channel are null. */
export type Arrival = {
  /** The provider's own id of the send, where it gives one. */
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
  /** What was reported of it and taken by the service, in that order. */
  reported: Status[]
}
/** What only a reader of the send needs to know. */
export type Body = { text: string | null; html: string | null; link: string | null }
export type Item = Arrival & Body
export type Attempt = Item & { accepted: boolean }

/**
 * `messageId` is the public id of the message the send belongs to, where the request carries it. `report` is how its provider
 * tells of it, for the statuses of its channel; null where the sender asked for no reports. The body
 * is read whenever somebody looks, and not before: thousands may arrive in a second, and few are looked at.
 */
export type Submission = {
  arrival: Arrival
  accepted: boolean
  messageId: string | null
  readBody: () => Promise<Body>
  report: ((status: Status) => Tell) | null
}
export type Filter = { channel: string | null; to: string | null; messageId: string | null }

export type Outbox = ReturnType<typeof createOutbox>

// A benchmark may run for hours, and what nobody looks at any more must not fill the memory.
const mostSubmissions = 100_000

/** Everything that reached the providers, in order of arrival. One list: what was accepted is a view of what was tried. */
export function createOutbox() {
  const submissions = new Map<string, Submission>()

  return {
    record(submission: Submission): void {
      if (submissions.size === mostSubmissions) forgetOldest(submissions)
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
    /** Only among what was accepted. */
    find(id: string): Submission | undefined {
      const found = submissions.get(id)
      return found?.accepted ? found : undefined
    },
    clear(): void {
      submissions.clear()
    },
  }
}

export const everything: Filter = { channel: null, to: null, messageId: null }

export async function itemOf({ arrival, readBody }: Submission): Promise<Item> {
  return { ...arrival, ...(await readBody()) }
}

export async function attemptOf(submission: Submission): Promise<Attempt> {
  return { ...(await itemOf(submission)), accepted: submission.accepted }
}

/** Some at a time: to find its first entry a map steps over what was deleted before it, too slow to do for each arrival. */
function forgetOldest(submissions: Map<string, Submission>): void {
  for (const id of submissions.keys().take(mostSubmissions / 100)) submissions.delete(id)
}

function matches({ arrival, messageId }: Submission, filter: Filter): boolean {
  return (
    (filter.channel === null || filter.channel === arrival.channel) &&
    (filter.to === null || canonicalAddress(filter.to) === canonicalAddress(arrival.to)) &&
    (filter.messageId === null || filter.messageId === messageId)
  )
}
