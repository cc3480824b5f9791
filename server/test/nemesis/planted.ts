import type { Patch } from '../support/program-copy.ts'
import type { Promised } from './checker/violation.ts'

/** Bugs somebody could write tomorrow, and the promise that each of them breaks. */
export const planted: { bug: string; patch: Patch; breaks: Promised }[] = [
  {
    bug: 'double submit',
    patch: {
      file: 'src/worker/sending.ts',
      find: 'const submission = await submit(nudge)',
      put: 'await submit(nudge)\n    const submission = await submit(nudge)',
    },
    breaks: 'I2 a provider accepts each send at most once',
  },
  {
    bug: 'lost refund',
    patch: { file: 'src/credits/refund.ts', find: 'sends.filter(', put: 'sends.slice(1).filter(' },
    breaks: 'I3 the ledger is the balance, and each send nets what its end says',
  },
  {
    bug: 'event dropped',
    patch: {
      file: 'src/webhooks/emit.ts',
      find: 'const stamped = events.map(',
      put: 'const stamped = events.slice(1).map(',
    },
    breaks: 'I4 every end is told once, and every event arrives',
  },
  {
    bug: 'erased copy in a queue',
    patch: {
      file: 'src/erasure/recipient.ts',
      find: 'eraseEventsOf(context, tx, whose, null)',
      put: 'eraseEventsOf(context, tx, [businessId, businessId], null)',
    },
    breaks: 'I5 nothing is left of somebody erased',
  },
  {
    bug: 'key replay off by one',
    patch: { file: 'src/idempotency/once.ts', find: '[row.place - 1, row]', put: '[row.place, row]' },
    breaks: 'I6 same key, same bytes',
  },
]
