import type { IncomingMessage, ServerResponse } from 'node:http'
import { metrics } from '../metrics.ts'
import { readBody, type UnreadReason } from './body.ts'
import { type ByteBudget, createByteBudget, type Party } from './byte-budget.ts'
import { whenOver } from './exchange-end.ts'
import { createInFlight } from './in-flight.ts'
import {
  answerBudgetBytes,
  answerShareBytes,
  bodyBudgetBytes,
  bodyShareBytes,
  mostRequestsOfAddress,
  mostRequestsOfBusiness,
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
  }
}

function refuseBody(reason: UnreadReason): Reply {
  if (reason === 'share' || reason === 'budget') metrics.limited.inc({ limit: `body_${reason}` })
  if (reason === 'evicted' || reason === 'slow') metrics.bodiesEnded.inc({ reason })
  return unreadReplies[reason]()
}

const unreadReplies: Record<UnreadReason, () => Reply> = {
  too_large: () => refusal('request.too_large'),
  share: () => tooMany(1),
  budget: unavailable,
  evicted: unavailable,
  slow: tooSlow,
}

export const businessParty = (businessId: string): Party => ({ name: `business ${businessId}`, evictsItsOldest: false })
export const operatorParty: Party = { name: 'operator', evictsItsOldest: false }
/** Behind one address may be many, of whom one must not keep the others out. */
export const strangerParty = (address: string): Party => ({ name: `address ${address}`, evictsItsOldest: true })
