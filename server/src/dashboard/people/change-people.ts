import { audited, type Changed } from '../../audit/audited.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import { type Outcome, refused } from '../../errors.ts'
import { parseId } from '../../ids.ts'
import type { Audited, OperatorCall } from '../../operation.ts'
import { lockRecipients } from '../../recipients/lock.ts'
import { findPeopleBusiness, type PeopleBusiness } from './members.sql.ts'

type PeopleCall = OperatorCall<{ params: { business_id: string } }>

/**
 * Changes the people of a business, one change at a time. The order of the locks: the people of the business, the row of the
 * acting member, then the rows that change. Without the first, two owners who remove each other would each see the other stay.
 */
export function changePeople<T>(
  context: Context,
  call: PeopleCall,
  make: (tx: Transaction, business: PeopleBusiness) => Promise<Changed<T> | Outcome<T>>,
): Promise<Audited<T>> {
  const id = parseId('biz', call.params.business_id)
  return audited(
    context,
    call,
    async (tx) => {
      const business = await tx.one(findPeopleBusiness, { id })
      const { actor } = call
      // A member changes the people of their own business only.
      if (business === null || (actor.kind === 'member' && actor.liveBusinessId !== business.id))
        return refused('business.not_found')
      return make(tx, business)
    },
    async (tx) => {
      const business = await tx.one(findPeopleBusiness, { id })
      if (business !== null) await lockPeople(tx, business.id)
    },
  )
}

export const lockPeople = (tx: Transaction, businessId: string): Promise<void> =>
  lockRecipients(tx, [`people of ${businessId}`])

/** For the audit log, whose rows are never changed. */
export const maskEmail = (email: string): string => email.replace(/^(.).*@/, '$1***@')
