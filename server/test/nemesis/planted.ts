import type { Patch } from '../support/program-copy.ts'
import type { Promised } from './checker/violation.ts'

/** Bugs somebody could write tomorrow, and the promise that each of them breaks. */
export const planted: { bug: string; patch: Patch; breaks: Promised }[] = [
  {
    bug: 'double submit',
    patch: {
      file: 'src/worker/run-queue.ts',
      find: 'const result = await submit(item)',
      put: 'await submit(item)\n    const result = await submit(item)',
    },
    breaks: 'I2 a provider accepts each send at most once',
  },
  {
    bug: 'lost refund',
    patch: {
      file: 'src/credits/sends.ts',
      find: '.filter(({ refund }) => refund > 0)\n',
      put: '.filter(({ refund }) => refund > 0)\n    .slice(1)\n',
    },
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
      file: 'src/erasure/erase-recipient.ts',
      find: 'eraseEventsOf(context, tx, key, null)',
      put: 'eraseEventsOf(context, tx, { businessId, recipientId: businessId }, null)',
    },
    breaks: 'I5 nothing is left of somebody erased',
  },
  {
    bug: 'key replay off by one',
    patch: { file: 'src/idempotency/execute-once.ts', find: '[row.position, row]', put: '[row.position + 1, row]' },
    breaks: 'I6 same key, same bytes',
  },
]
