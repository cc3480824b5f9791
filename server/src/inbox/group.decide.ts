/**
 * How messages stand on a page (1.1): newest first, and those about one order together, where its newest stands. One that names
 * no order, or names it by what may not be shown (2.1), stands alone. A group holds what its page holds: where the page ends in
 * the middle of an order, its older messages stand under the same heading on the next, and no page is longer for it.
 */
export type Group<Message> = { reference: string | null; messages: Message[] }

export function groupByOrder<Message extends { reference: string | null }>(
  messages: Message[],
  isShown: (reference: string) => boolean,
): Group<Message>[] {
  const groups: Group<Message>[] = []
  const byReference = new Map<string, Group<Message>>()
  for (const message of messages) {
    const reference = message.reference !== null && isShown(message.reference) ? message.reference : null
    const known = reference === null ? undefined : byReference.get(reference)
    if (known !== undefined) {
      known.messages.push(message)
      continue
    }
    const group = { reference, messages: [message] }
    groups.push(group)
    if (reference !== null) byReference.set(reference, group)
  }
  return groups
}

const mostMessages = 20
/** What is left of 30 kB when 20 orders have their headings, steps and dates. */
const mostBodyBytes = 8_000

/** How many of these go on one page: 20, or fewer where they are long, since the page is read on old phones too. At least one. */
export function pageLengthOf(messages: { body: string }[]): number {
  let bytes = 0
  const end = messages.findIndex(({ body }, place) => {
    bytes += Buffer.byteLength(body)
    return place > 0 && bytes > mostBodyBytes
  })
  return Math.min(end === -1 ? messages.length : end, mostMessages)
}

/** One more than a page can hold, to know whether there are more. */
export const enoughForAPage = mostMessages + 1
