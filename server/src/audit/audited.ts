import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { type Done, done, type Outcome, refused } from '../errors.ts'
import type { DashboardActor } from '../member-role.ts'
import type { Audited, OperatorCall } from '../operation.ts'
import type { Operator } from '../operator-role.ts'
import { addressDigests } from '../recipients/digest.ts'
import type { AuditAction } from './actions.ts'
import { lockActiveMember, lockActiveOperator, type PersonalData, storeAudit } from './sql.ts'

/**
 * What an operator changed. `before` and `after` contain the changed values and no data of a recipient. Such data is in
 * `personal`, and `person` is the address of the recipient: an erasure of this address clears it.
 */
export type Change = {
  businessId: string | null
  /** The public id or the name of the object that was changed. */
  target: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  person?: EmailIdentity
  personal?: Omit<PersonalData, 'email'>
}
export type Changed<T> = Done<T> & { change: Change }

export const changed = <T>(value: T, change: Change): Changed<T> => ({ ...done(value), change })

/**
 * Runs a change by an operator and writes its audit row in the same transaction, so that neither exists without the other.
 * `make` returns a plain outcome if it changed nothing.
 */
export function audited<T>(
  context: Context,
  call: OperatorCall,
  make: (tx: Transaction) => Promise<Changed<T> | Outcome<T>>,
  /** Takes locks that come before that of the actor. */
  lockFirst?: (tx: Transaction) => Promise<void>,
): Promise<Audited<T>> {
  return context.db.transaction(async (tx) => {
    await lockFirst?.(tx)
    if (!(await isActive(tx, call.actor))) return refused('operator.invalid_token') as Audited<T>
    const made = await make(tx)
    if (!('change' in made)) return made as Audited<T>
    const { change, ...outcome } = made
    recordChange(context, tx, call, change)
    return outcome as Audited<T>
  })
}

/**
 * Locks the role of the actor. A person who is removed or revoked while their request is read or waits must change nothing with it: an
 * operator could create another, a member could erase a recipient.
 */
export async function isActive(tx: Transaction, actor: Operator | DashboardActor): Promise<boolean> {
  if (actor.kind === 'member') return (await tx.one(lockActiveMember, actor)) !== null
  return actor.id === null || (await tx.one(lockActiveOperator, { id: actor.id })) !== null
}

/** Who makes a change. The role is null where a person changes their own account. */
type AuditActor = Operator | DashboardActor | { kind: 'member'; id: string; name: string; role: null }
type Act = { actor: AuditActor; action: AuditAction; requestId: string }

/** Writes the audit row of a change in the transaction that makes it. */
export function recordChange(context: Context, tx: Transaction, act: Act, change: Change): void {
  tx.write(storeAudit, rowOf(context, act, change))
}

function rowOf({ newId, digestKey }: Context, { actor, action, requestId }: Act, change: Change) {
  const { businessId, target, before, after, person, personal } = change
  return {
    id: newId(),
    actorKind: actor.kind,
    operatorId: actor.kind === 'operator' ? actor.id : null,
    personId: actor.kind === 'member' ? actor.id : null,
    actorName: actor.name,
    actorRole: actor.role,
    action,
    requestId,
    businessId,
    target,
    before,
    after,
    personDigest: person === undefined ? null : addressDigests(digestKey, '', person).platformDigest,
    personal: person === undefined ? null : { email: person, ...personal },
  }
}
