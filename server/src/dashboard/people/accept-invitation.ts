import { recordChange } from '../../audit/audited.ts'
import type { Context } from '../../context.ts'
import { formatId } from '../../ids.ts'
import { shopPath } from '../../shop-path.ts'
import { lockPeople } from './change-people.ts'
import { completeSignIn, type SignedIn, type SigningBrowser } from './complete-sign-in.ts'
import {
  addMember,
  type FoundInvitation,
  findInvitation,
  lockInvitation,
  markAccepted,
  membersOf,
  type PeopleBusiness,
} from './members.sql.ts'
import { type InvitationState, invitationState, maxMembers } from './people.decide.ts'
import { sealId, unsealId } from './sealed-id.ts'
import { endSessionsByInvitation, ensurePerson, readPerson } from './sql.ts'

/** The token is sealed for the address of the shop, so it opens no invitation of another. */
export const invitationLink = (
  { keyring, publicUrl }: Pick<Context, 'keyring' | 'publicUrl'>,
  { id: businessId, shard }: Pick<PeopleBusiness, 'id' | 'shard'>,
  invitationId: string,
): string => {
  const shop = shopPath({ shard, businessId })
  return `${publicUrl}${shop}/invitation/${sealId(keyring('invitation link'), shop, invitationId)}`
}

/** Whether this service made the token, for this shop. No query. */
export const isInvitationToken = ({ keyring }: Context, shop: string, token: string): boolean =>
  unsealId(keyring('invitation link'), shop, token) !== null

/** Null if there is no such invitation. Read-only. `shop` is the path of the shop in the link. */
export async function readInvitation(
  { db, keyring }: Context,
  shop: string,
  token: string,
): Promise<(FoundInvitation & { state: InvitationState }) | null> {
  const id = unsealId(keyring('invitation link'), shop, token)
  const found = id === null ? null : await db.one(findInvitation, { id })
  return found === null ? null : { ...found, state: invitationState(found) }
}

/** It is valid for days and in any browser, so the session is not fresh: a dangerous act asks for a link to the mailbox. */
const byInvitation = { method: 'invitation', provedSecondsAgo: null } as const

type Accepted = { shop: string /** Null: the person exists, and signs in as always. */; signedIn: SignedIn | null }

/**
 * Adds the person to the shop, once. The link proves the mailbox, so a new person gets a session. A person who exists does not: an
 * invitation is valid for days and in any browser, and must not open their other shops to whom it was forwarded. For the same reason
 * the session of an earlier invitation ends: it must not open this shop. `name` is that of a new person.
 */
export async function acceptInvitation(
  context: Context,
  invitationId: string,
  name: string,
  browser: SigningBrowser,
): Promise<Accepted | InvitationState | 'full'> {
  return context.db.transaction(async (tx) => {
    const found = await tx.one(findInvitation, { id: invitationId })
    if (found === null) return 'revoked'
    const { businessId, shard, email, displayedEmail, role, id } = found
    await lockPeople(tx, businessId)
    const current = (await tx.one(lockInvitation, { id }))!
    const state = invitationState(current)
    if (state !== 'ready') return state
    const members = await tx.all(membersOf, { businessId })
    if (members.length >= maxMembers && members.every((one) => one.identity !== email)) return 'full'
    const newId = context.newId()
    const person =
      current.personId === null
        ? (await tx.one(ensurePerson, { id: newId, email, displayedEmail, name }))!
        : (await tx.one(readPerson, { id: current.personId }))!
    tx.write(addMember, { businessId, personId: person.id, role })
    tx.write(markAccepted, { id })
    recordChange(
      context,
      tx,
      {
        actor: { kind: 'member', id: person.id, name: person.name, role, liveBusinessId: businessId },
        action: 'acceptInvitation',
        requestId: browser.requestId,
      },
      { businessId, target: formatId('inv', id), before: null, after: { role } },
    )
    const proved = { personId: person.id, name: person.name }
    const isNew = person.id === newId
    if (!isNew) tx.write(endSessionsByInvitation, proved)
    const signedIn = isNew ? await completeSignIn(context, tx, proved, byInvitation, browser) : null
    return { shop: shopPath({ shard, businessId }), signedIn }
  })
}
