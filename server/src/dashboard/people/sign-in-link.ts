import type { Context } from '../../context.ts'
import type { EmailIdentity } from '../../email.ts'
import type { Keyring } from '../../keyring.ts'
import { completeSignIn, type SignedIn, type SigningBrowser } from './complete-sign-in.ts'
import { sealId, unsealId } from './sealed-id.ts'
import { hashToken } from './sessions.ts'
import { type AttemptState, findLink, findPersonToSignIn, insertAttempt, useLink } from './sign-in.sql.ts'

export const attemptMinutes = 15

export const signInLink = ({ keyring, publicUrl }: Pick<Context, 'keyring' | 'publicUrl'>, attemptId: string): string =>
  `${publicUrl}/dashboard/sign-in/link/${sealId(keyring('sign-in link'), 'link', attemptId)}`

const readSignInToken = (keyring: Keyring, token: string): string | null =>
  unsealId(keyring('sign-in link'), 'link', token)
/** Whether this service made the token. No query. */
export const isSignInToken = ({ keyring }: Context, token: string): boolean => readSignInToken(keyring, token) !== null

type LinkRequest = { email: EmailIdentity; browserToken: string }
/**
 * Stores an attempt to sign in, and queues its email. The same is done for an unknown address, for which the worker sends nothing,
 * so that neither the response nor its duration shows who has an account.
 */
export async function requestSignInLink(context: Context, { email, browserToken }: LinkRequest): Promise<void> {
  await context.db.transaction(async (tx) => {
    const person = await tx.one(findPersonToSignIn, { email, newId: context.newId() })
    const id = context.newId()
    tx.write(insertAttempt, {
      id,
      method: 'link',
      browserHash: hashToken(browserToken),
      personId: person?.id ?? null,
      secret: null,
      minutes: attemptMinutes,
    })
    await context.queue.enqueue(tx, 'dashboard_mails', [{ id, businessId: noBusiness, group: 'sign_in', priority: 0 }])
  })
  context.queue.announce()
}
/** The job of a sign-in belongs to no business. */
const noBusiness = '00000000-0000-0000-0000-000000000000'

/** Signs in with a link, once. Null if the link is not ready in this browser. */
export async function useSignInLink(
  context: Context,
  token: string,
  browserToken: string | null,
  browser: SigningBrowser,
): Promise<SignedIn | null> {
  const id = readSignInToken(context.keyring, token)
  if (id === null) return null
  return context.db.transaction(async (tx) => {
    const proved = await tx.one(useLink, { id, browserHash: hashOf(browserToken) })
    if (proved === null) return null
    return completeSignIn(context, tx, proved, { method: 'link', provedSecondsAgo: 0 }, browser)
  })
}

/** Null if there is no such link. Read-only. */
export async function findSignInLink(
  { db, keyring }: Context,
  token: string,
  browserToken: string | null,
): Promise<AttemptState | null> {
  const id = readSignInToken(keyring, token)
  return id === null ? null : db.one(findLink, { id, browserHash: hashOf(browserToken) })
}

const hashOf = (token: string | null): Buffer | null => (token === null ? null : hashToken(token))
