import type { PeopleAction } from '../../audit/actions.ts'
import { recordChange } from '../../audit/audited.ts'
import type { Context } from '../../context.ts'
import { formatId } from '../../ids.ts'
import { markOthersRevoked, markRevoked, type SessionRow } from './sql.ts'

type Ending = { session: SessionRow; requestId: string }

/** Ends a session of this person. False if they have no such session. */
export async function endSession(
  context: Context,
  { session, requestId }: Ending,
  action: Extract<PeopleAction, 'signOut' | 'revokeSession'>,
  sessionId: string,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const ended = await tx.one(markRevoked, { sessionId, personId: session.personId })
    if (ended === null) return false
    const target = formatId('ses', ended.id)
    recordChange(context, tx, actOf(session, requestId, action), {
      businessId: null,
      target,
      before: null,
      after: null,
    })
    return true
  })
}

/** Ends all sessions of this person except the current one. */
export async function endOtherSessions(context: Context, { session, requestId }: Ending): Promise<void> {
  await context.db.transaction(async (tx) => {
    const ended = await tx.all(markOthersRevoked, session)
    for (const { id } of ended)
      recordChange(context, tx, actOf(session, requestId, 'revokeSession'), {
        businessId: null,
        target: formatId('ses', id),
        before: null,
        after: null,
      })
  })
}

/** An act of a person on their own account. */
export const actOf = ({ personId, name }: SessionRow, requestId: string, action: PeopleAction) => ({
  actor: { kind: 'member' as const, id: personId, name, role: null },
  action,
  requestId,
})
