import { getSystemErrorMap } from 'node:util'

/** Why a delivery failed, in the words a merchant sees (2.12). */
export type PostError = 'timeout' | 'tls' | 'dns' | 'blocked_address' | 'connect' | 'http_status'

/**
 * What went wrong on the way to an answer. Null when the request itself was wrong: a bug, which is thrown. Nothing that a receiver
 * can bring about may be taken for one, so whatever has no better name is `connect`.
 *
 * The codes of certificates are many and share no form. They are what remains when the codes of the system, of Node, of the
 * client and of its parser are known.
 */
export function nameFailure({ code, syscall }: NodeJS.ErrnoException): PostError | null {
  if (code === 'UND_ERR_INVALID_ARG') return null
  if (code === undefined) return 'connect'
  if (code === 'BLOCKED_ADDRESS') return 'blocked_address'
  if (code === 'UNRESOLVED' || syscall === 'getaddrinfo') return 'dns'
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout'
  if (code === 'EPROTO' || /^ERR_(SSL|TLS)_/.test(code)) return 'tls'
  return systemErrors.has(code) || /^(ERR|UND_ERR|HPE)_/.test(code) ? 'connect' : 'tls'
}

const systemErrors = new Set([...getSystemErrorMap().values()].map(([name]) => name))
