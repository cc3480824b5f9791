import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { metrics } from '../metrics.ts'
import type { ByteBudget, Party, Reservation } from './byte-budget.ts'
import { onExchangeEnd } from './exchange-end.ts'
import { responseGraceMilliseconds, slowestReaderBytesPerSecond } from './limits.ts'
import type { HttpResponse } from './response.ts'

type Target = { request: IncomingMessage; response: ServerResponse; party: Party; budget: ByteBudget }

/**
 * Writes a response, and disconnects a client that does not read it: after a time that grows with its size, or when the
 * budget of unread responses is used up and this one is the oldest. A text is written at once; the next part of a stream is
 * produced when the client has read the one before.
 */
export async function writeResponse(
  target: Target,
  { status, body, contentType }: HttpResponse,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const { request, response } = target
  if (body === null || typeof body === 'string') {
    const length = body === null ? {} : { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(status, { ...length, ...headers })
    return sendText(target, body)
  }
  response.writeHead(status, { 'Content-Type': contentType, ...headers })
  // The response to HEAD has no body, so none is produced.
  if (request.method === 'HEAD') response.end()
  else await sendStream(target, body)
}

function sendText(target: Target, text: string | null): void {
  const { request, response } = target
  response.end(text ?? undefined)
  // The operating system buffers nearly every response as a whole. Then there is nothing to watch.
  if (response.writableFinished) return
  const unread = watchReader(target)
  unread.reserve(text === null ? 0 : Buffer.byteLength(text))
  onExchangeEnd(request, response, unread.release)
}

async function sendStream(target: Target, texts: AsyncIterable<string>): Promise<void> {
  const { response } = target
  const unread = watchReader(target)
  try {
    for await (const text of texts) {
      if (response.destroyed) return
      const bytes = Buffer.byteLength(text)
      if (bytes === 0) continue
      unread.reserve(bytes)
      if (!response.write(text)) await untilDrained(response)
      unread.reduce(bytes)
    }
    sendText(target, null)
  } finally {
    unread.release()
  }
}

/** Reserves the unread bytes in the budget, and sets a deadline for reading them. */
function watchReader({
  request,
  response,
  party,
  budget,
}: Target): Pick<Reservation, 'reserve' | 'reduce' | 'release'> {
  let timer: NodeJS.Timeout | undefined
  const cutOff = (reason: 'deadline' | 'budget'): void => {
    if (response.writableFinished || request.socket.destroyed) return
    metrics.readersCutOff.inc({ reason })
    // A reset, because an orderly close would leave the unread bytes in the buffers of the operating system.
    request.socket.resetAndDestroy()
  }
  const reservation = budget.open({ ...party, evictsOldest: true }, () => cutOff('budget'))
  return {
    reserve(bytes) {
      clearTimeout(timer)
      timer = setTimeout(() => cutOff('deadline'), readTimeoutMilliseconds(bytes))
      const reserved = reservation.reserve(bytes)
      if (reserved !== 'reserved') cutOff('budget')
      return reserved
    },
    reduce(bytes) {
      clearTimeout(timer)
      reservation.reduce(bytes)
    },
    release() {
      clearTimeout(timer)
      reservation.release()
    },
  }
}

const readTimeoutMilliseconds = (bytes: number): number =>
  responseGraceMilliseconds + (bytes / slowestReaderBytesPerSecond) * 1000

function untilDrained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
    if (response.destroyed) done()
  })
}
