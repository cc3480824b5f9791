import { recordChange } from '../../audit/audited.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import { formatId } from '../../ids.ts'
import type { Proof } from './session.decide.ts'
import { hashToken, newToken, startSession } from './sessions.ts'
import { findAccess, lockPersonToSignIn } from './sign-in.sql.ts'
import { endSessionsByInvitation, findSession, markRevoked, renewSession } from './sql.ts'

/** The browser in which a person proved who they are, with the token of its session, if it has one. */
export type SigningBrowser = { userAgent: string; sessionToken: string | null; requestId: string }
export type SignedIn = { token: string; endsAt: Date; now: Date }

/**
 * Gives the browser a session. The token is always new, so that a token that was placed or copied before is worth nothing.
 * A session of the same person continues, with its forms: that is the fresh sign-in before a dangerous act. A session of another
 * person in this browser ends. Null if the access of the person ended meanwhile.
 */
export async function completeSignIn(
  context: Context,
  tx: Transaction,
  person: { personId: string; name: string },
  proof: Proof,
  { userAgent, sessionToken, requestId }: SigningBrowser,
): Promise<SignedIn | null> {
  await tx.one(lockPersonToSignIn, person)
  if ((await tx.one(findAccess, person)) === null) return null
  const current = sessionToken === null ? null : await tx.one(findSession, { tokenHash: hashToken(sessionToken) })
  const isSamePerson = current?.personId === person.personId
  if (current !== null && !isSamePerson)
    await tx.one(markRevoked, { sessionId: current.sessionId, personId: current.personId })
  const session = isSamePerson
    ? await renew(context, tx, current.sessionId, proof)
    : await startSession(context, tx, person.personId, proof, userAgent)
  if (proof.method !== 'invitation') tx.write(endSessionsByInvitation, person)
  recordChange(
    context,
    tx,
    {
      actor: { kind: 'member', id: person.personId, name: person.name, role: null },
      action: 'signIn',
      requestId,
    },
    {
      businessId: null,
      target: formatId('ses', session.sessionId),
      before: null,
      after: { method: proof.method, is_confirmation: isSamePerson },
    },
  )
  return session
}

async function renew(context: Context, tx: Transaction, sessionId: string, proof: Proof) {
  const { token, tokenHash } = newToken(context)
  const row = await tx.one(renewSession, { sessionId, tokenHash, ...proof })
  return { token, ...row!, sessionId }
}
