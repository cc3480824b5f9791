import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteBudget, Party } from './byte-budget.ts'
import { whenOver } from './exchange-end.ts'
import * as limits from './limits.ts'

/**
 * Why a body was not read to its end: it grew over the limit; the share of its party or the whole budget is used up; another needed the
 * room while this one waited for its client; it came too slowly, or in too many small chunks.
 */
export type UnreadReason = 'too_large' | 'share' | 'budget' | 'evicted' | 'slow' | 'small_chunks'
export type ReadBody = { bytes: Buffer } | { unread: UnreadReason }

const firstBufferBytes = 4 * 1024
const leastBytesPerCheck = limits.slowestBodyBytesPerSecond * (limits.bodyCheckMilliseconds / 1000)

export function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

/**
 * Called when a request begins, and when its body is not read on. What comes then is kept as it comes, and in chunks of one byte that
 * is a hundred times its size. So the body of unknown length waits in the operating system.
 */
export function holdBack({ headers, socket }: IncomingMessage): void {
  if (headers['transfer-encoding'] !== undefined) socket.pause()
}

/**
 * Reads the whole body into one buffer: a Buffer for each chunk would cost a hundred times the body that comes byte by byte. It has
 * the declared length, and where none is declared it grows. What it takes is held in the budget until the answer is out, and
 * without room nothing is read. Rejects when the client went away.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
  { budget, party }: { budget: ByteBudget; party: Party },
): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    let buffer = nothing
    let length = 0
    let chunks = 0
    let lengthAtLastCheck = 0
    const hold = budget.open(party, () => stop('evicted'))
    const timer = setTimeout(checkRate, limits.bodyCheckMilliseconds)
    whenOver(request, response, () => {
      clearTimeout(timer)
      hold.release()
    })

    /** False when there is no room: then nothing more is read. */
    function grow(bytes: number): boolean {
      const taken = hold.take(bytes - buffer.length)
      if (taken !== 'taken') {
        stop(taken)
        return false
      }
      const grown = Buffer.allocUnsafeSlow(bytes)
      buffer.copy(grown, 0, 0, length)
      buffer = grown
      return true
    }
    function onData(chunk: Buffer): void {
      const needed = length + chunk.length
      if (needed > limitBytes) return stop('too_large')
      if (++chunks > limits.mostSmallChunks && needed < chunks * limits.smallChunkBytes) return stop('small_chunks')
      const grownBytes = Math.max(needed, Math.min(limitBytes, Math.max(2 * buffer.length, firstBufferBytes)))
      if (needed > buffer.length && !grow(grownBytes)) return
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
      holdBack(request)
      hold.release()
      buffer = nothing
      resolve({ unread: reason })
    }
    function checkRate(): void {
      const received = length - lengthAtLastCheck
      if (length > limits.smallBodyBytes && received < leastBytesPerCheck) return stop('slow')
      lengthAtLastCheck = length
      timer.refresh()
    }
    request.once('error', reject)
    if (declaredLength(request) > 0 && !grow(declaredLength(request))) return
    if (request.headers.expect !== undefined) response.writeContinue()
    request.on('data', onData)
    request.once('end', onEnd)
    request.socket.resume()
  })
}

const nothing = Buffer.alloc(0)
