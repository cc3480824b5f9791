/**
 * What a service-written nudge may display (2.1). A phone turns anything that resembles a host name into a link, which could be
 * used for phishing. Such a reference or name is stored and returned by the API, but never displayed.
 */
const referenceShape = /^#?[A-Za-z0-9][A-Za-z0-9_/#.-]*$/
/** A longer reference would leave no space for the other parts of an SMS. */
const maxReferenceLength = 64

export function isDisplayableReference(reference: string): boolean {
  const dots = reference.match(/\./g)?.length ?? 0
  const fits = reference.length <= maxReferenceLength
  return fits && referenceShape.test(reference) && dots <= 2 && !/\.(?!\d)/.test(reference)
}

/** A name may contain dots, but not one that joins two words as in a host name. */
export function isDisplayableName(name: string): boolean {
  return !/[^\s.]\.\p{L}{2,}|:\/\/|@|\p{Cc}/u.test(name)
}
