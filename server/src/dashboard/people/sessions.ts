import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import type { Proof } from './session.decide.ts'
import { insertSession } from './sql.ts'

const maxUserAgentLength = 300

/** The token is in the cookie of the browser; only its hash is stored. Every sign-in makes a new one. */
export async function startSession(
  context: Context,
  tx: Transaction,
  personId: string,
  { method, provedSecondsAgo }: Proof,
  userAgent: string,
): Promise<{ token: string; sessionId: string; endsAt: Date; now: Date }> {
  const { token, tokenHash } = newToken(context)
  const session = await tx.one(insertSession, {
    id: context.newId(),
    tokenHash,
    personId,
    method,
    provedSecondsAgo,
    userAgent: userAgent.slice(0, maxUserAgentLength),
  })
  return { token, sessionId: session!.id, endsAt: session!.endsAt, now: session!.now }
}

export function newToken({ randomBytes }: Pick<Context, 'randomBytes'>): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
