import type { IncomingMessage, ServerResponse } from 'node:http'
import { metrics } from '../metrics.ts'
import { readBody, type UnreadReason } from './body.ts'
import { type ByteBudget, createByteBudget, type Party } from './byte-budget.ts'
import { whenOver } from './exchange-end.ts'
import { fault } from './fault.ts'
import { createInFlight } from './in-flight.ts'
import {
  answerBudgetBytes,
  answerShareBytes,
  bodyBudgetBytes,
  bodyShareBytes,
  mostLingeringBodies,
  mostLingeringBodiesOfParty,
  mostRequestsOfAddress,
  mostRequestsOfBusiness,
  smallChunkBytes,
} from './limits.ts'
import { type Reply, refusal, tooMany, tooSlow, unavailable } from './reply.ts'

type Asked = { request: IncomingMessage; response: ServerResponse }
export type RequestLimits = {
  /** A 429 when as many requests of this business or address are under way as may be, and otherwise null. */
  enter: (asked: Asked, kind: keyof typeof most, name: string) => Reply | null
  /** The body, or why it was not read. */
  receive: (asked: Asked, party: Party, limitBytes: number) => Promise<Buffer | Reply>
  /** Answers that were written and not taken yet. */
  answers: ByteBudget
  /** Null when as many refused bodies are discarded as may be; otherwise what ends it, to be called once. */
  enterLinger: (party: Party) => (() => void) | null
}

const most = { business: mostRequestsOfBusiness, address: mostRequestsOfAddress }

/** What the requests of a process hold together. */
export function createRequestLimits(): RequestLimits {
  const inFlight = createInFlight()
  const bodies = createByteBudget({ totalBytes: bodyBudgetBytes, shareBytes: bodyShareBytes }, (bytes) =>
    metrics.bytesInFlight.set({ kind: 'body' }, bytes),
  )
  const answers = createByteBudget({ totalBytes: answerBudgetBytes, shareBytes: answerShareBytes }, (bytes) =>
    metrics.bytesInFlight.set({ kind: 'answer' }, bytes),
  )
  return {
    enter({ request, response }, kind, name) {
      const leave = inFlight.enter(`${kind} ${name}`, most[kind])
      if (leave === null) {
        metrics.limited.inc({ limit: `${kind}_requests` })
        return tooMany(1)
      }
      whenOver(request, response, leave)
      return null
    },
    async receive({ request, response }, party, limitBytes) {
      const body = await readBody(request, response, limitBytes, { budget: bodies, party })
      return 'bytes' in body ? body.bytes : refuseBody(body.unread)
    },
    answers,
    enterLinger(party) {
      const leaveParty = inFlight.enter(`linger ${party.name}`, mostLingeringBodiesOfParty)
      const leaveAll = leaveParty && inFlight.enter('linger', mostLingeringBodies)
      if (leaveAll === null) {
        leaveParty?.()
        return null
      }
      return () => {
        leaveParty!()
        leaveAll()
      }
    },
  }
}

function refuseBody(reason: UnreadReason): Reply {
  if (reason === 'share' || reason === 'budget') metrics.limited.inc({ limit: `body_${reason}` })
  if (reason === 'evicted' || reason === 'slow' || reason === 'small_chunks') metrics.bodiesEnded.inc({ reason })
  return unreadReplies[reason]()
}

const unreadReplies: Record<UnreadReason, () => Reply> = {
  too_large: () => refusal('request.too_large'),
  share: () => tooMany(1),
  budget: unavailable,
  evicted: unavailable,
  slow: tooSlow,
  small_chunks: () => refusal('common.validation_failed', {}, [smallChunks]),
}

const smallChunks = fault(
  'value_error',
  ['body'],
  `Value error, the body comes in chunks of less than ${smallChunkBytes} bytes; send it in fewer`,
  null,
)

export const businessParty = (businessId: string): Party => ({ name: `business ${businessId}`, evictsItsOldest: false })
export const operatorParty: Party = { name: 'operator', evictsItsOldest: false }
/** Behind one address may be many, of whom one must not keep the others out. */
export const strangerParty = (address: string): Party => ({ name: `address ${address}`, evictsItsOldest: true })
