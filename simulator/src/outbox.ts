import { canonicalAddress } from './address.ts'

/** The channels the outside world is simulated for. */
export const channels = ['email'] as const
export type Channel = (typeof channels)[number]

/** What a provider holds of one send. Fields that do not apply to a channel are null. */
export type Item = {
  id: string
  channel: Channel
  to: string
  from: string | null
  subject: string | null
  text: string | null
  html: string | null
  link: string | null
  unsubscribe_url: string | null
  headers: Record<string, string> | null
  template: string | null
  parameters: string[] | null
  at: string
}
export type Attempt = Item & { accepted: boolean }

/** `messageId` is the public id of the message the send belongs to, where the provider's wire format carries it. */
export type Submission = { item: Item; accepted: boolean; messageId: string | null }
export type Filter = { channel: string | null; to: string | null; messageId: string | null }

export type Outbox = ReturnType<typeof createOutbox>

/** Everything that reached the providers, in order of arrival. One list: what was accepted is a view of what was tried. */
export function createOutbox() {
  let submissions: Submission[] = []

  return {
    record(submission: Submission): void {
      submissions.push(submission)
    },
    accepted(filter: Filter): Item[] {
      return submissions.filter((one) => one.accepted && matches(one, filter)).map(({ item }) => item)
    },
    attempts(filter: Filter): Attempt[] {
      return submissions
        .filter((one) => matches(one, filter))
        .map(({ item, accepted }) => Object.assign({}, item, { accepted }))
    },
    find(id: string): Item | undefined {
      return submissions.find((one) => one.accepted && one.item.id === id)?.item
    },
    clear(): void {
      submissions = []
    },
  }
}

export const everything: Filter = { channel: null, to: null, messageId: null }

function matches({ item, messageId }: Submission, filter: Filter): boolean {
  return (
    (filter.channel === null || filter.channel === item.channel) &&
    (filter.to === null || canonicalAddress(filter.to) === canonicalAddress(item.to)) &&
    (filter.messageId === null || filter.messageId === messageId)
  )
}
