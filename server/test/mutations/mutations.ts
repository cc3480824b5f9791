import type { Patch } from '../harness/program-copy.ts'

/** A wrong decision that the tests must notice. `find` occurs once in the file. */
export type Mutation = Patch & { name: string }

export const mutations: Mutation[] = [
  {
    name: 'a stopped recipient is texted',
    file: 'src/nudges/gates.ts',
    find: "(f: PaidFacts) => f.stopped && 'stopped'",
    put: "(f: PaidFacts) => f.channel === 'whatsapp' && f.stopped && 'stopped'",
  },
  {
    name: 'an empty balance refuses a scheduled send at the push',
    file: 'src/nudges/gates.ts',
    find: '!f.scheduled && !f.affordable',
    put: '!f.affordable',
  },
  {
    name: 'an unknown outcome is refunded',
    file: 'src/nudges/outcome.decide.ts',
    find: 'return endFailed({ ...nudge, checkAt: fallbackAt(nudge, now) }, codesOf(nudge).unknown, now)',
    put: 'return endRefused(nudge, codesOf(nudge).unknown, now)',
  },
  {
    name: 'a refused nudge of a retracted message is retried',
    file: 'src/nudges/outcome.decide.ts',
    find: 'if (retracted) return cancelRetracted(nudge, now)',
    put: '',
  },
  {
    name: 'a report changes a nudge that was refunded',
    file: 'src/nudges/outcome.decide.ts',
    find: "if (nudge.state === 'rejected' || nudge.state === 'cancelled') return null",
    put: '',
  },
  {
    name: 'a nudge of a dead worker is submitted again',
    file: 'src/nudges/dispatch.decide.ts',
    find: "if (nudge.state !== 'queued') continue",
    put: "if (nudge.state !== 'queued' && !isRecovered) continue",
  },
  {
    name: 'a scheduled send is not charged',
    file: 'src/nudges/dispatch.decide.ts',
    find: 'const charge = nudge.charged ? 0 : price',
    put: 'const charge = 0',
  },
  {
    name: 'a fallback text is sent in addition to the text of the push',
    file: 'src/messages/push/nudges.decide.ts',
    find: 'isRequested && !nudges.some((nudge) => nudge.channel === fallback.channel && willBeSent(nudge))',
    put: 'isRequested',
  },
  {
    name: 'a fallback text is sent while the template is in review',
    file: 'src/nudges/fallback.decide.ts',
    find: "if (cause === 'rejected' && template === 'in_review') return false",
    put: '',
  },
  {
    name: 'another body replays the response of the key',
    file: 'src/idempotency/execute-once.decide.ts',
    find: 'if (!stored.fingerprint.equals(fingerprint)) return refuseReuse(stored.respondedAt)',
    put: '',
  },
  {
    name: 'two calls of one batch with one key both run',
    file: 'src/idempotency/execute-once.decide.ts',
    find: '!locked || running.has(scope)',
    put: '!locked',
  },
  {
    name: 'a quota allows one push more',
    file: 'src/quotas/quota.decide.ts',
    find: 'used >= limit',
    put: 'used > limit',
  },
  {
    name: 'a delivery that is not queued is retried',
    file: 'src/webhooks/deliver.decide.ts',
    find: "if (state !== 'queued') return null",
    put: '',
  },
  {
    name: 'a revoked creator creates a key',
    file: 'src/keys/keys.decide.ts',
    find: "if (creator === undefined) return 'business.invalid_api_key'",
    put: 'if (creator === undefined) return null',
  },
  {
    name: 'a key creates a key that lives longer than itself',
    file: 'src/keys/keys.decide.ts',
    find: 'wanted.expires_at <= end',
    put: 'wanted.expires_at !== end',
  },
  {
    name: 'a send with an unknown outcome is resent',
    file: 'src/messages/resend.decide.ts',
    find: 'return mayHaveArrived(newest) ? `${channel}.may_have_sent` : null',
    put: 'return null',
  },
  {
    name: 'a STOP before the first text has no effect',
    file: 'src/recipients/inbound.decide.ts',
    find: '[...writers, ...wouldUse]',
    put: '[...writers]',
  },
  {
    name: 'a withdrawn consent is recorded again',
    file: 'src/recipients/consent.decide.ts',
    find: "if (consent.withdrawnAt !== null || facts.numberWithdrawn) return refuse('withdrawn')",
    put: '',
  },
  {
    name: 'a replayed batch returns the items of an erased recipient',
    file: 'src/messages/erase.decide.ts',
    find: 'return email !== null && isErasedAddress(email)',
    put: 'return false',
  },
  {
    name: 'a second retraction reports success',
    file: 'src/messages/retract.decide.ts',
    find: 'canRetract(message.status) && !seen.has(message)',
    put: 'true',
  },
]
