import type { Fault } from '../errors.ts'

const mostEchoedBytes = 1024

/** The input is echoed only while it is small; a lone surrogate in it would not survive the answer's encoding. */
export function fault(type: string, loc: (string | number)[], msg: string, input: unknown): Fault {
  const echo = JSON.stringify(input) ?? 'null'
  return { type, loc, msg, input: Buffer.byteLength(echo) <= mostEchoedBytes ? input : null }
}
