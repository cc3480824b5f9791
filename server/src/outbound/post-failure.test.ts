import { expect, test } from 'vitest'
import { classifyFailure } from './post-failure.ts'

for (const [properties, name] of [
  [{ code: 'BLOCKED_ADDRESS' }, 'blocked_address'],
  [{ code: 'UNRESOLVED' }, 'dns'],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'dns'],
  [{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, 'dns'],
  [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'timeout'],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'timeout'],
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'connect'],
  [{ code: 'ECONNRESET' }, 'connect'],
  [{ code: 'EHOSTUNREACH', syscall: 'connect' }, 'connect'],
  [{ code: 'ENETUNREACH', syscall: 'connect' }, 'connect'],
  [{ code: 'EPIPE', syscall: 'write' }, 'connect'],
  [{ code: 'UND_ERR_SOCKET' }, 'connect'],
  [{ code: 'UND_ERR_HEADERS_OVERFLOW' }, 'connect'],
  [{ code: 'UND_ERR_DESTROYED' }, 'connect'],
  [{ code: 'HPE_INVALID_CONSTANT' }, 'connect'],
  [{ code: 'ERR_ASSERTION' }, 'connect'],
  [{}, 'connect'],
  [{ code: 'EPROTO', syscall: 'write' }, 'tls'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'tls'],
  [{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'tls'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'tls'],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'tls'],
  [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'tls'],
  [{ code: 'ERROR_IN_CERT_NOT_BEFORE_FIELD' }, 'tls'],
  [{ code: 'UND_ERR_INVALID_ARG' }, null],
] as const)
  test(`${Object.values(properties).join(' in ') || 'an error without a code'} → ${name ?? 'thrown'} (2.12)`, () => {
    expect(classifyFailure(Object.assign(new Error('failed'), properties))).toBe(name)
  })
