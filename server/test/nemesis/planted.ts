import type { Patch } from '../harness/program-copy.ts'
import type { Guarantee } from './checker/violation.ts'

/** Plausible bugs, and the guarantee that each of them violates. */
export const planted: { bug: string; patch: Patch; violates: Guarantee }[] = [
  {
    bug: 'double submit',
    patch: {
      file: 'src/worker/run-queue.ts',
      find: 'const result = await submit(item)',
      put: 'await submit(item)\n    const result = await submit(item)',
    },
    violates: 'I2 a provider accepts each nudge at most once',
  },
  {
    bug: 'lost refund',
    patch: {
      file: 'src/credits/sends.ts',
      find: '.filter(({ refund }) => refund > 0)\n',
      put: '.filter(({ refund }) => refund > 0)\n    .slice(1)\n',
    },
    violates: 'I3 the ledger adds up to the balance, and each nudge costs what its final state requires',
  },
  {
    bug: 'event dropped',
    patch: {
      file: 'src/webhooks/emit.ts',
      find: 'const stamped = events.map(',
      put: 'const stamped = events.slice(1).map(',
    },
    violates: 'I4 every outcome is published once, and every event is delivered',
  },
  {
    bug: 'erased copy in a queue',
    patch: {
      file: 'src/erasure/erase-recipient.ts',
      find: 'eraseEventsOf(context, tx, key, null)',
      put: 'eraseEventsOf(context, tx, { businessId, recipientId: businessId }, null)',
    },
    violates: 'I5 nothing remains of an erased recipient',
  },
  {
    bug: 'key replay off by one',
    patch: { file: 'src/idempotency/execute-once.ts', find: '[row.position, row]', put: '[row.position + 1, row]' },
    violates: 'I6 the same key returns the same bytes',
  },
  {
    bug: 'a link is compared with the first key only',
    patch: {
      file: 'src/inbox-tokens/seal.ts',
      find: 'const matches = keys.map(',
      put: 'const matches = keys.slice(0, 1).map(',
    },
    violates: 'I11 links and webhook secrets stay valid while secret keys are rotated',
  },
  {
    bug: 'the jobs of test sides are in the queues of live businesses',
    patch: {
      file: 'src/queue/queue.ts',
      find: "testSides: queuesOf(boss, 'test.')",
      put: "testSides: queuesOf(boss, '')",
    },
    violates: 'I12 a test side reaches no provider, and its outbox has what it sent',
  },
  {
    bug: 'attempts are not stored',
    patch: {
      file: 'src/nudges/record-outcome.ts',
      find: 'if (attempts.length > 0) tx.write',
      put: 'if (attempts.length > 10_000) tx.write',
    },
    violates: 'I13 every retry has the attempt before it, and nothing is stored for an ordinary one',
  },
  {
    bug: 'the audit row of a member is not stored',
    patch: {
      file: 'src/http/dashboard-acts.ts',
      find: "if (caller.actor === undefined || !('done' in outcome)) return",
      put: "if (caller.actor === undefined || !('done' in outcome) || name === 'clearRecipientPhone') return",
    },
    violates: 'I15 each act of a member has its audit row',
  },
  {
    bug: 'the key of a form of the dashboard is not passed on',
    patch: {
      file: 'src/http/dashboard/act.ts',
      find: "'idempotency-key': once }",
      put: "'idempotency-key': `${once}-${Math.random()}` }",
    },
    violates: 'I16 a form of a member has one effect, however often it is submitted',
  },
  {
    bug: 'changes of one channel are dropped',
    patch: {
      file: 'src/figures/sql.ts',
      find: 'from taken group by',
      put: "from taken where channel <> 'sms' group by",
    },
    violates: 'I17 the figures equal the rows that they count',
  },
]
