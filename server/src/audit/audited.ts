import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { type Done, done, type Outcome, refused } from '../errors.ts'
import type { Audited, OperatorCall } from '../operation.ts'
import { addressDigests } from '../recipients/digest.ts'
import { lockActiveOperator, type PersonalData, storeAudit } from './sql.ts'

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
type Changed<T> = Done<T> & { change: Change }

export const changed = <T>(value: T, change: Change): Changed<T> => ({ ...done(value), change })

/**
 * Runs a change by an operator and writes its audit row in the same transaction, so that neither exists without the other.
 * `make` returns a plain outcome if it changed nothing.
 */
export function audited<T>(
  context: Context,
  call: OperatorCall,
  make: (tx: Transaction) => Promise<Changed<T> | Outcome<T>>,
): Promise<Audited<T>> {
  return context.db.transaction(async (tx) => {
    if (await isRevoked(tx, call)) return refused('operator.invalid_token') as Audited<T>
    const made = await make(tx)
    if (!('change' in made)) return made as Audited<T>
    const { change, ...outcome } = made
    tx.write(storeAudit, rowOf(context, call, change))
    return outcome as Audited<T>
  })
}

/** An operator who is revoked while their request is read must not create another operator with it. */
async function isRevoked(tx: Transaction, { operator: { id } }: OperatorCall): Promise<boolean> {
  return id !== null && (await tx.one(lockActiveOperator, { id })) === null
}

function rowOf({ newId, digestKey }: Context, { operator, action, requestId }: OperatorCall, change: Change) {
  const { businessId, target, before, after, person, personal } = change
  return {
    id: newId(),
    actorId: operator.id,
    actorName: operator.name,
    actorRole: operator.role,
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
