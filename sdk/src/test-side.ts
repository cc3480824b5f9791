import type {
  AdvanceClockRequest,
  OutboxItem,
  operations,
  SetTestCreditsRequest,
  TestClock,
  TestCredits,
} from './openapi.ts'
import type { CallOptions } from './options.ts'
import { createPaged, type Paged } from './paged.ts'
import type { Call } from './send.ts'

export type ListOutboxQuery = NonNullable<operations['listTestOutbox']['parameters']['query']>

const base = '/api/v1/test'

/** The operations of a test side, for a key that begins with `td_test_`. */
export const testSideOf = (call: Call) => ({
  /** Lists what a live business would have sent, newest first. */
  outbox: (query: ListOutboxQuery = {}, options?: CallOptions): Paged<OutboxItem> =>
    createPaged(query.cursor, (cursor) =>
      call('listTestOutbox', 'GET', `${base}/outbox`, { ...options, query: { ...query, cursor } }),
    ),

  /** Sets the credits of the test side. */
  setCredits: (request: SetTestCreditsRequest, options?: CallOptions): Promise<TestCredits> =>
    call('setTestCredits', 'PUT', `${base}/credits`, { ...options, body: request }),

  /** Moves the clock of the test side and runs what is due. Not repeated after an unknown outcome: it would move twice. */
  advanceClock: (request: AdvanceClockRequest, options?: CallOptions): Promise<TestClock> =>
    call('advanceTestClock', 'POST', `${base}/clock/advance`, { ...options, body: request }),
})
