/**
 * What a service-written nudge may show (2.1). A phone turns anything that looks like a host name into a link, and a
 * link in a text the shop did not write is a way to deceive: such a reference or name is stored and echoed, never shown.
 */
const referenceShape = /^#?[A-Za-z0-9][A-Za-z0-9_/#.-]*$/
/** A longer one would leave no room for the rest of a text. */
const longestReference = 64

export function isDisplayableReference(reference: string): boolean {
  const dots = reference.match(/\./g)?.length ?? 0
  const fits = reference.length <= longestReference
  return fits && referenceShape.test(reference) && dots <= 2 && !/\.(?!\d)/.test(reference)
}

/** A name may have dots, but none that joins two words as a host name does. */
export function isDisplayableName(name: string): boolean {
  return !/[^\s.]\.\p{L}{2,}|:\/\/|@|\p{Cc}/u.test(name)
}
