import type { Exchange } from './pipeline.ts'

const pagePaths = /^\S+ \/(inbox|i|unsubscribe|genuine|docs|dashboard)(?=[/? ])/

/** Why a response to valid HTTP is wrong, or null. Every response needs a request id, and every error the common shape. */
export function findViolation({ request, status, head, body }: Exchange): string | null {
  if (status >= 500 || status === 400 || status === 415) return 'a forbidden status'
  if (!/\r\nx-request-id: req_[0-9A-Z]{26}/i.test(head)) return 'a response without a request id'
  const start = request.toString('latin1', 0, 100)
  if (status < 400 || start.startsWith('HEAD ')) return null
  if (/\r\ncontent-type: text\/html/i.test(head)) return pagePaths.test(start) ? null : 'HTML from an API path'
  return findErrorViolation(body)
}

function findErrorViolation(body: string): string | null {
  try {
    const { error_code: code, detail, ...others } = JSON.parse(body) as { error_code?: unknown; detail?: unknown[] }
    if (typeof code !== 'string') return 'an error without a code'
    if (Object.keys(others).length > 0) return 'an error with unknown fields'
    const hasDetail = detail !== undefined && detail.length > 0
    return (code === 'common.validation_failed') === hasDetail ? null : 'a missing or unexpected detail'
  } catch {
    return 'an error that is not JSON'
  }
}

/** Malformed HTTP may also be refused with an empty body or by closing the connection. */
export function findRefusalViolation(exchange: Exchange | null): string | null {
  if (exchange === null) return null
  if (exchange.status >= 500) return 'a forbidden status'
  return exchange.status < 400 || /^(\{"error_code":"[a-z_.]+"|$)/.test(exchange.body)
    ? null
    : 'an error without a code'
}
