/**
 * A response without what differs from run to run. Ids are numbered by their first use, so two ids of an example that are equal must
 * be equal in the response too. Times retain their format. Examples
 * have only the beginning of the HTML part of an email.
 */
export function comparable(value: unknown): unknown {
  const numbers = new Map<string, number>()
  const numbered = (id: string): string => {
    numbers.set(id, numbers.get(id) ?? numbers.size + 1)
    return `${id.slice(0, id.indexOf('_'))}_${numbers.get(id)}`
  }
  const visit = (inner: unknown, name = ''): unknown => {
    if (name === 'html' && typeof inner === 'string') return inner.slice(0, inner.indexOf('>') + 1)
    if (typeof inner === 'string') return comparableText(inner.replaceAll(id, numbered))
    if (name === 'duration_ms') return typeof inner
    if (Array.isArray(inner)) return inner.map((item) => visit(item))
    if (inner === null || typeof inner !== 'object') return inner
    const sorted = Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(sorted.map(([field, item]) => [field, visit(item, field)]))
  }
  return visit(value)
}

/** The same for text that may be part of a line, without numbers. */
export const comparableText = (text: string): string =>
  text
    .replaceAll(id, (found) => `${found.slice(0, found.indexOf('_'))}_`)
    .replaceAll(time, (found) => found.replaceAll(/\d/g, '0'))
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
    .replaceAll(/whsec_[0-9A-Za-z+/]{43}=/g, 'whsec_')
    .replaceAll(/whsec_\*{4}[0-9A-Za-z+/]{3}=/g, 'whsec_****')
    .replaceAll(/td_(live|test|operator)_[0-9A-Za-z]{49,51}/g, 'td_$1_')
    .replaceAll(/td_(live|test|operator)_\*{4}[0-9A-Za-z]{4}/g, 'td_$1_****')
    .replaceAll(/\/(i|inbox|unsubscribe)\/[\w-]{40,}/g, '/$1/')

const id = /\b[a-z]{3}_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g
