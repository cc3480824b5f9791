/**
 * The order of messages on a page (1.1): newest first, and messages about one order grouped at the position of the newest one.
 * A message without a reference, or with one that must not be displayed (2.1), is a group of its own. A group contains only
 * messages of its page: older messages of the order are under the same heading on the next page.
 */
export type Group<Message> = { reference: string | null; messages: Message[] }

export function groupByOrder<Message extends { reference: string | null }>(
  messages: Message[],
  isDisplayable: (reference: string) => boolean,
): Group<Message>[] {
  const groups: Group<Message>[] = []
  const byReference = new Map<string, Group<Message>>()
  for (const message of messages) {
    const reference = message.reference !== null && isDisplayable(message.reference) ? message.reference : null
    const existing = reference === null ? undefined : byReference.get(reference)
    if (existing !== undefined) {
      existing.messages.push(message)
      continue
    }
    const group = { reference, messages: [message] }
    groups.push(group)
    if (reference !== null) byReference.set(reference, group)
  }
  return groups
}

const maxMessages = 20
/** A page has at most 30 kB. The headings, steps and dates of 20 orders need the other 22 kB. */
const maxBodyBytes = 8_000

/** The number of messages on one page: 20, or fewer if they are long, because old phones load the page too. At least one. */
export function pageLengthOf(messages: { body: string }[]): number {
  let bytes = 0
  const end = messages.findIndex(({ body }, index) => {
    bytes += Buffer.byteLength(body)
    return index > 0 && bytes > maxBodyBytes
  })
  return Math.min(end === -1 ? messages.length : end, maxMessages)
}

/** One more than the maximum of a page, to detect whether there is a next page. */
export const pageReadLimit = maxMessages + 1
