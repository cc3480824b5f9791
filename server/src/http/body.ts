import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteBudget, Party } from './byte-budget.ts'
import { whenOver } from './exchange-end.ts'
import { bodyCheckMilliseconds, slowestBodyBytesPerSecond, smallBodyBytes } from './limits.ts'

/**
 * Why a body was not read to its end: it grew over the limit; the share of its party or the whole budget is used up; another needed the
 * room while this one waited for its client; it came too slowly.
 */
export type UnreadReason = 'too_large' | 'share' | 'budget' | 'evicted' | 'slow'
export type ReadBody = { bytes: Buffer } | { unread: UnreadReason }

const firstBufferBytes = 4 * 1024
const leastBytesPerCheck = slowestBodyBytesPerSecond * (bodyCheckMilliseconds / 1000)

export function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

/**
 * Reads the whole body into one buffer that grows: a Buffer for each chunk would cost a hundred times the body that comes byte by byte.
 * What the buffer takes is held in the budget until the answer is out. Rejects when the client went away.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
  { budget, party }: { budget: ByteBudget; party: Party },
): Promise<ReadBody> {
  if (request.headers.expect !== undefined) response.writeContinue()
  return new Promise((resolve, reject) => {
    const mostBytes = request.headers['content-length'] === undefined ? limitBytes : declaredLength(request)
    let buffer = nothing
    let length = 0
    let lengthAtLastCheck = 0
    const hold = budget.open(party, () => stop('evicted'))
    const timer = setTimeout(checkRate, bodyCheckMilliseconds)
    whenOver(request, response, () => {
      clearTimeout(timer)
      hold.release()
    })

    function onData(chunk: Buffer): void {
      const needed = length + chunk.length
      if (needed > limitBytes) return stop('too_large')
      if (needed > buffer.length) {
        const grownBytes = Math.max(needed, Math.min(mostBytes, Math.max(2 * buffer.length, firstBufferBytes)))
        const taken = hold.take(grownBytes - buffer.length)
        if (taken !== 'taken') return stop(taken)
        const grown = Buffer.allocUnsafeSlow(grownBytes)
        buffer.copy(grown, 0, 0, length)
        buffer = grown
      }
      chunk.copy(buffer, length)
      length = needed
    }
    function onEnd(): void {
      clearTimeout(timer)
      hold.pin()
      resolve({ bytes: buffer.subarray(0, length) })
    }
    function stop(reason: UnreadReason): void {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).pause()
      hold.release()
      buffer = nothing
      resolve({ unread: reason })
    }
    function checkRate(): void {
      const received = length - lengthAtLastCheck
      if (length > smallBodyBytes && received < leastBytesPerCheck) return stop('slow')
      lengthAtLastCheck = length
      timer.refresh()
    }
    request.on('data', onData)
    request.once('end', onEnd)
    request.once('error', reject)
  })
}

const nothing = Buffer.alloc(0)
