import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteBudget, Party } from './byte-budget.ts'
import { onExchangeEnd } from './exchange-end.ts'
import * as limits from './limits.ts'

/**
 * Why a body was not read to its end: it exceeded the limit; the share of its party or the whole budget is used up; it was
 * evicted in favour of another while it waited for its client; it arrived too slowly, or in too many small chunks.
 */
export type UnreadReason = 'too_large' | 'share' | 'budget' | 'evicted' | 'slow' | 'small_chunks'
export type ReadBody = { bytes: Buffer } | { unread: UnreadReason }

const firstBufferBytes = 4 * 1024
const minBytesPerCheck = limits.slowestBodyBytesPerSecond * (limits.bodyCheckMilliseconds / 1000)

export function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

/**
 * Called when a request starts, and when reading its body stops. Node would buffer each chunk that arrives meanwhile, and for
 * chunks of one byte that takes a hundred times their size. So a body of unknown length stays in the operating system.
 */
export function pauseUnsizedBody({ headers, socket }: IncomingMessage): void {
  if (headers['transfer-encoding'] !== undefined) socket.pause()
}

/**
 * Reads the whole body into one buffer: with a Buffer per chunk, a body that arrives byte by byte would take a hundred times
 * its size. The buffer has the declared length, or grows when none is declared. Its bytes are reserved in the budget until
 * the response is sent, and nothing is read without a reservation. Rejects when the client disconnects.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
  { budget, party }: { budget: ByteBudget; party: Party },
): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    let buffer = emptyBuffer
    let length = 0
    let chunks = 0
    let lengthAtLastCheck = 0
    const reservation = budget.open(party, () => stop('evicted'))
    const timer = setTimeout(checkRate, limits.bodyCheckMilliseconds)
    onExchangeEnd(request, response, () => {
      clearTimeout(timer)
      reservation.release()
    })

    /** Returns false and stops reading when the bytes cannot be reserved. */
    function grow(bytes: number): boolean {
      const reserved = reservation.reserve(bytes - buffer.length)
      if (reserved !== 'reserved') {
        stop(reserved)
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
      if (++chunks > limits.maxSmallChunks && needed < chunks * limits.smallChunkBytes) return stop('small_chunks')
      const grownBytes = Math.max(needed, Math.min(limitBytes, Math.max(2 * buffer.length, firstBufferBytes)))
      if (needed > buffer.length && !grow(grownBytes)) return
      chunk.copy(buffer, length)
      length = needed
    }
    function onEnd(): void {
      clearTimeout(timer)
      reservation.pin()
      resolve({ bytes: buffer.subarray(0, length) })
    }
    function stop(reason: UnreadReason): void {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).pause()
      pauseUnsizedBody(request)
      reservation.release()
      buffer = emptyBuffer
      resolve({ unread: reason })
    }
    function checkRate(): void {
      const received = length - lengthAtLastCheck
      if (length > limits.smallBodyBytes && received < minBytesPerCheck) return stop('slow')
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

const emptyBuffer = Buffer.alloc(0)
