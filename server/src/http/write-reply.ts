import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { metrics } from '../metrics.ts'
import type { ByteBudget, Hold, Party } from './byte-budget.ts'
import { whenOver } from './exchange-end.ts'
import { answerGraceMilliseconds, slowestReaderBytesPerSecond } from './limits.ts'
import type { Reply } from './reply.ts'

type Written = { request: IncomingMessage; response: ServerResponse; party: Party; budget: ByteBudget }

/**
 * Writes an answer, and cuts off a reader who does not take it: after a time that grows with its size, or when the budget of
 * unread answers is used up and this one is the oldest. A text is handed over at once; of a stream the next part is
 * made when the reader has taken the one before.
 */
export async function writeReply(
  written: Written,
  { status, body, contentType }: Reply,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const { request, response } = written
  if (body === null || typeof body === 'string') {
    const length = body === null ? {} : { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(status, { ...length, ...headers })
    return sendText(written, body)
  }
  response.writeHead(status, { 'Content-Type': contentType, ...headers })
  // The answer to HEAD has no body, so none is made.
  if (request.method === 'HEAD') response.end()
  else await sendStream(written, body)
}

function sendText(written: Written, text: string | null): void {
  const { request, response } = written
  response.end(text ?? undefined)
  // Nearly every answer is taken by the operating system as a whole, and nothing is left to watch.
  if (response.writableFinished) return
  const unread = watchReader(written)
  unread.take(text === null ? 0 : Buffer.byteLength(text))
  whenOver(request, response, unread.release)
}

async function sendStream(written: Written, texts: AsyncIterable<string>): Promise<void> {
  const { response } = written
  const unread = watchReader(written)
  try {
    for await (const text of texts) {
      if (response.destroyed) return
      const bytes = Buffer.byteLength(text)
      if (bytes === 0) continue
      unread.take(bytes)
      if (!response.write(text)) await untilTaken(response)
      unread.give(bytes)
    }
    sendText(written, null)
  } finally {
    unread.release()
  }
}

/** What a reader has not taken yet, held in the budget, with a time until which it must be taken. */
function watchReader({ request, response, party, budget }: Written): Pick<Hold, 'take' | 'give' | 'release'> {
  let timer: NodeJS.Timeout | undefined
  const cutOff = (reason: 'deadline' | 'budget'): void => {
    if (response.writableFinished || request.socket.destroyed) return
    metrics.readersCutOff.inc({ reason })
    // A reset: an orderly close would leave what was not read in the memory of the operating system.
    request.socket.resetAndDestroy()
  }
  const hold = budget.open({ ...party, evictsItsOldest: true }, () => cutOff('budget'))
  return {
    take(bytes) {
      clearTimeout(timer)
      timer = setTimeout(() => cutOff('deadline'), patienceMilliseconds(bytes))
      const taken = hold.take(bytes)
      if (taken !== 'taken') cutOff('budget')
      return taken
    },
    give(bytes) {
      clearTimeout(timer)
      hold.give(bytes)
    },
    release() {
      clearTimeout(timer)
      hold.release()
    },
  }
}

const patienceMilliseconds = (bytes: number): number =>
  answerGraceMilliseconds + (bytes / slowestReaderBytesPerSecond) * 1000

function untilTaken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
    if (response.destroyed) done()
  })
}
