import { statement } from '../../db/statement.ts'
import type { EmailIdentity } from '../../email.ts'
import type { SignInMethod } from './session.decide.ts'

/** Without a business or an installation to work for, a person has nothing to sign in to. */
export const maySignIn = `(exists (select from members m where m.person_id = p.id)
            or exists (select from operators o where o.email = p.email and o.revoked_at is null))`

/** What ends the access of a person waits for this, and the other way round. */
export const lockPersonToSignIn = statement<{ personId: string }, { id: string }>(
  'sign_in.lock_person',
  `select id from people where id = $personId for key share`,
)
/** Asked under the lock. */
export const findAccess = statement<{ personId: string }, { id: string }>(
  'sign_in.find_access',
  `select p.id from people p where p.id = $personId and ${maySignIn}`,
)

/**
 * The person with this address who may sign in. An operator becomes a person at the first sign-in. The same work is done for an
 * unknown address.
 */
export const findPersonToSignIn = statement<
  { email: EmailIdentity; newId: string },
  { id: string; name: string; now: Date }
>(
  'sign_in.find_person',
  `with created as (
     insert into people (id, email, displayed_email, name)
     select $newId, o.email, coalesce(o.displayed_email, o.email), o.name
       from operators o
      where o.email = $email and o.revoked_at is null and not exists (select from people where email = $email)
         on conflict (email) do update set email = excluded.email
     returning id, name
   )
   select p.id, p.name, clock_now() as now from people p where p.email = $email and ${maySignIn}
   union all
   select id, name, clock_now() from created`,
)

/** `passkey_registration` is not a sign-in: it stores the challenge of a new passkey. */
type AttemptMethod = Exclude<SignInMethod, 'invitation'> | 'passkey_registration'
export type NewAttempt = {
  id: string
  method: AttemptMethod
  browserHash: Buffer | null
  personId: string | null
  secret: string | null
  minutes: number
}
export const insertAttempt = statement<NewAttempt>(
  'sign_in.insert_attempt',
  `insert into sign_in_attempts (id, method, browser_hash, person_id, secret, expires_at)
   values ($id, $method, $browserHash, $personId, $secret, clock_now() + make_interval(mins => $minutes::integer))`,
)

export type AttemptState = { usedAt: Date | null; expiresAt: Date; now: Date; isOwnBrowser: boolean }
export const findLink = statement<{ id: string; browserHash: Buffer | null }, AttemptState>(
  'sign_in.find_link',
  `select used_at as "usedAt", expires_at as "expiresAt", clock_now() as now,
          browser_hash is null or browser_hash is not distinct from $browserHash::bytea as "isOwnBrowser"
     from sign_in_attempts
    where id = $id and method = 'link' and person_id is not null`,
)

/** One request at most gets the row, because the update locks it. */
const useAttempt = (condition: string): string =>
  `update sign_in_attempts a
      set used_at = clock_now()
     from people p
    where a.id = $id and a.used_at is null and a.expires_at > clock_now() and p.id = a.person_id and ${condition}
   returning p.id as "personId", p.name`
type Proved = { personId: string; name: string }
export const useLink = statement<{ id: string; browserHash: Buffer | null }, Proved>(
  'sign_in.use_link',
  useAttempt(`a.method = 'link' and (a.browser_hash is null or a.browser_hash = $browserHash::bytea) and ${maySignIn}`),
)

type LinkToMail = { id: string; email: EmailIdentity; expiresAt: Date; at: Date }
/** The sign-in links to mail. A mailbox gets at most ten in an hour, from all browsers together. */
export const linksToMail = statement<{ ids: string[] }, LinkToMail>(
  'sign_in.links_to_mail',
  `select a.id, p.email, a.expires_at as "expiresAt", a.created_at as at
     from sign_in_attempts a
     join people p on p.id = a.person_id
    where a.id = any($ids::uuid[]) and a.method = 'link' and a.used_at is null and a.expires_at > clock_now()
      and (select count(*)
             from (select from sign_in_attempts b
                    where b.person_id = a.person_id and b.created_at > a.created_at - interval '1 hour'
                      and b.created_at < a.created_at and b.method = 'link'
                    limit 10) earlier) < 10`,
)

type Use = {
  id: string
  method: 'passkey' | 'passkey_registration' | 'openid'
  browserHash: Buffer
  personId: string | null
}
/** Ends the attempt, so that its secret is used once, whatever the check of the response finds. */
export const useChallenge = statement<Use, { secret: string }>(
  'sign_in.use_challenge',
  `update sign_in_attempts
      set used_at = clock_now()
    where id = $id and method = $method and used_at is null and expires_at > clock_now()
      and browser_hash = $browserHash::bytea and person_id is not distinct from $personId::uuid
   returning secret`,
)
