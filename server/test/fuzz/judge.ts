import type { Seen } from './pipeline.ts'

const pagesForPeople = /^\S+ \/(inbox|i|unsubscribe|genuine)(?=[/? ])/

/** What an answer must not be: a 5xx, a 400 or 415, an answer without its id, an error that is not of the one shape. Null when all is well. */
export function findWrong({ request, status, head, body }: Seen): string | null {
  if (status >= 500 || status === 400 || status === 415) return 'a status that is never given'
  if (!/\r\nx-request-id: req_[0-9A-Z]{26}/i.test(head)) return 'an answer without its id'
  const start = request.toString('latin1', 0, 100)
  if (status < 400 || start.startsWith('HEAD ')) return null
  if (/\r\ncontent-type: text\/html/i.test(head)) return pagesForPeople.test(start) ? null : 'a page for a program'
  return findWrongError(body)
}

function findWrongError(body: string): string | null {
  try {
    const { error_code: code, detail, ...more } = JSON.parse(body) as { error_code?: unknown; detail?: unknown[] }
    if (typeof code !== 'string') return 'an error without its code'
    if (Object.keys(more).length > 0) return 'an error with more than its code and detail'
    const hasDetail = detail !== undefined && detail.length > 0
    return (code === 'common.validation_failed') === hasDetail ? null : 'a detail out of place'
  } catch {
    return 'an error that is no JSON'
  }
}

/** What is not HTTP may be refused in fewer words, or none. */
export function findWrongRefusal(seen: Seen | null): string | null {
  if (seen === null) return null
  if (seen.status >= 500) return 'a status that is never given'
  return seen.status < 400 || /^(\{"error_code":"[a-z_.]+"|$)/.test(seen.body) ? null : 'an error without its code'
}
