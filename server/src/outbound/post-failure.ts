import { getSystemErrorMap } from 'node:util'

/** Why a delivery failed, as the merchant sees it (2.12). */
export const postErrors = ['timeout', 'tls', 'dns', 'blocked_address', 'connect', 'http_status'] as const
export type PostError = (typeof postErrors)[number]

/**
 * Classifies an error before a response. Returns null if the request itself is invalid, which is a bug and is thrown. A
 * receiver must not be able to cause that, so an unclassified error is `connect`.
 *
 * The error codes of certificates are many and have no common format. They are identified by exclusion: every code that is not
 * from the system, Node, the client or its parser.
 */
export function classifyFailure({ code, syscall }: NodeJS.ErrnoException): PostError | null {
  if (code === 'UND_ERR_INVALID_ARG') return null
  if (code === undefined) return 'connect'
  if (code === 'BLOCKED_ADDRESS') return 'blocked_address'
  if (code === 'UNRESOLVED' || syscall === 'getaddrinfo') return 'dns'
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout'
  if (code === 'EPROTO' || /^ERR_(SSL|TLS)_/.test(code)) return 'tls'
  return systemErrors.has(code) || /^(ERR|UND_ERR|HPE)_/.test(code) ? 'connect' : 'tls'
}

const systemErrors = new Set([...getSystemErrorMap().values()].map(([name]) => name))
