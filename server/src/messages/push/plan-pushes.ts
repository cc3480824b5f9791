import { mapPaid } from '../../channels/registry.ts'
import type { Caller, Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import { emailIdentity, normaliseEmail } from '../../email.ts'
import { parseId } from '../../ids.ts'
import { readPhone } from '../../phone.ts'
import { parseOptIn } from '../../recipients/opt-in.ts'
import type { Traced } from '../../tracing.ts'
import { utcInstant } from '../../utc-instant.ts'
import type { Facts, Plan, Push } from './facts.ts'
import { loadFacts } from './load.ts'
import { decidePushes } from './pushes.decide.ts'
import type { PushRequest } from './schema.ts'

/** A push request of a business. Nudges of batch items have a lower priority than those of single pushes. */
export type PushCall = Caller & Traced & { request: PushRequest; isBatchItem: boolean }

/** Loads the facts of the pushes under their locks and decides. A push stores the plan, and a preview shows it. */
export async function planPushes(
  context: Context,
  tx: Transaction,
  calls: PushCall[],
): Promise<{ pushes: Push[]; facts: Facts; plan: Plan; now: Date }> {
  const pushes = calls.map((call) => readPush(context, call))
  const facts = await loadFacts(context, tx, pushes, spendersOf(calls))
  const now = await tx.now
  return { pushes, facts, plan: decidePushes(facts, pushes, now), now }
}

/** The businesses that may spend credits: a paid channel is on and at least one push may create a nudge. */
const spendersOf = (calls: PushCall[]): string[] => [
  ...new Set(calls.flatMap((call) => (call.hasPaidChannel && call.request.notify !== false ? [call.businessId] : []))),
]

function readPush({ newId }: Context, { businessId, keyId, country, request }: PushCall): Push {
  const { send_at: sendAt = null, whatsapp_opt_in: optIn } = request
  return {
    businessId,
    keyId,
    request,
    ...readTarget(request, country),
    displayedEmail: normaliseEmail(request.recipient_email),
    sendAt: sendAt === null ? null : { at: new Date(sendAt), text: utcInstant(sendAt) },
    optIn: optIn == null ? null : parseOptIn(optIn),
    obsoletes: (request.obsoletes ?? []).flatMap((id) => parseId('msg', id) ?? []),
    ids: { push: newId(), message: newId(), recipient: newId(), email: newId(), ...mapPaid(() => newId()) },
  }
}

export const readTarget = (
  { recipient_email: email, recipient_phone: phone = null }: PushRequest,
  country: string | null,
): Pick<Push, 'email' | 'phone'> => ({
  email: emailIdentity(email),
  phone: phone === null ? null : (readPhone(phone, country) ?? 'impossible'),
})
