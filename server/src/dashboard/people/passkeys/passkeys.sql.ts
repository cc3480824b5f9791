import { statement } from '../../../db/statement.ts'
import type { EmailIdentity } from '../../../email.ts'
import { maySignIn } from '../sign-in.sql.ts'

const maxPasskeys = 20

export type StoredPasskey = {
  personId: string
  name: string
  publicKey: Buffer
  counter: string
  transports: string[]
}
/** Locked, so that two assertions do not use the same counter. */
export const lockPasskey = statement<{ credentialId: string }, StoredPasskey>(
  'passkeys.lock',
  `select k.person_id as "personId", p.name, k.public_key as "publicKey", k.counter::text, k.transports
     from passkeys k join people p on p.id = k.person_id
    where k.credential_id = $credentialId and ${maySignIn}
      for update of k`,
)

export const recordPasskeyUse = statement<{ credentialId: string; counter: number }>(
  'passkeys.record_use',
  `update passkeys set counter = $counter, last_used_at = clock_now() where credential_id = $credentialId`,
)

export type NewPasskey = {
  credentialId: string
  personId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
}
/** Null if the person has the largest number of passkeys, or the credential is registered. */
export const insertPasskey = statement<NewPasskey, { id: string }>(
  'passkeys.insert',
  `insert into passkeys (credential_id, person_id, public_key, counter, transports, name)
   select $credentialId, $personId, $publicKey, $counter, $transports, $name
    where (select count(*) from passkeys where person_id = $personId) < ${maxPasskeys}
       on conflict (credential_id) do nothing
   returning credential_id as id`,
)

export type ListedPasskey = { id: string; name: string; transports: string[]; createdAt: Date; lastUsedAt: Date | null }
export const passkeysOfPerson = statement<{ personId: string }, ListedPasskey>(
  'passkeys.of_person',
  `select credential_id as id, name, transports, created_at as "createdAt", last_used_at as "lastUsedAt"
     from passkeys
    where person_id = $personId
    order by created_at
    limit 100`,
)

/** Of a person who may no longer sign in. */
export const deletePasskeysWithoutAccess = statement<{ email: EmailIdentity }>(
  'passkeys.delete_without_access',
  `delete from passkeys k using people p where p.email = $email and k.person_id = p.id and not ${maySignIn}`,
)

export const deletePasskey = statement<{ credentialId: string; personId: string }, { name: string }>(
  'passkeys.delete',
  `delete from passkeys where credential_id = $credentialId and person_id = $personId returning name`,
)
