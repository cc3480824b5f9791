import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { recordChange } from '../../../audit/audited.ts'
import type { Context } from '../../../context.ts'
import { completeSignIn, type SignedIn, type SigningBrowser } from '../complete-sign-in.ts'
import { actOf } from '../end-sessions.ts'
import { hashToken } from '../sessions.ts'
import { insertAttempt, lockPersonToSignIn, useChallenge } from '../sign-in.sql.ts'
import { attemptMinutes } from '../sign-in-link.ts'
import { lockSession, type SessionRow } from '../sql.ts'
import { deletePasskey, insertPasskey, lockPasskey, passkeysOfPerson, recordPasskeyUse } from './passkeys.sql.ts'
import { relyingPartyOf } from './rp-id.decide.ts'

/** What the script of the page passes to the browser. `attempt` returns with the form. */
export type PasskeyRequest = { attempt: string; options: unknown }
/** The fields of the form that the script fills in. */
type PasskeyForm = { attempt: string; response: string; browserToken: string | null }

/** A challenge to sign in with any passkey of this host. It does not name an account. */
export async function beginPasskeySignIn(context: Context, browserToken: string): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({
    rpID: requiredHost(context),
    userVerification: 'required',
    allowCredentials: [],
  })
  return storeChallenge(context, { method: 'passkey', personId: null, browserToken }, options)
}

/** A challenge to create a passkey for the signed-in person. */
export async function beginRegistration(
  context: Context,
  { personId, name, email }: SessionRow,
  browserToken: string,
): Promise<PasskeyRequest> {
  const existing = await context.db.all(passkeysOfPerson, { personId })
  const options = await generateRegistrationOptions({
    rpName: 'Tidings',
    rpID: requiredHost(context),
    userID: new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map(({ id }) => ({ id })),
  })
  return storeChallenge(context, { method: 'passkey_registration', personId, browserToken }, options)
}

async function storeChallenge(
  { db, newId }: Context,
  attempt: {
    method: 'passkey' | 'passkey_registration'
    personId: string | null
    browserToken: string
  },
  options: { challenge: string },
): Promise<PasskeyRequest> {
  const { browserToken, ...rest } = attempt
  const id = newId()
  const browserHash = hashToken(browserToken)
  await db.transaction(async (tx) =>
    tx.write(insertAttempt, { ...rest, id, browserHash, secret: options.challenge, minutes: attemptMinutes }),
  )
  return { attempt: id, options }
}

/**
 * Signs in with a passkey. Null if the challenge is not one of this browser or was used, or the assertion is not valid. The
 * challenge is used up in each case.
 */
export async function usePasskey(
  context: Context,
  { attempt, response, browserToken }: PasskeyForm,
  browser: SigningBrowser,
): Promise<SignedIn | null> {
  const assertion = parseCredential(response)
  if (assertion === null || browserToken === null || !uuid.test(attempt)) return null
  return context.db.transaction(async (tx) => {
    const begun = await tx.one(useChallenge, {
      id: attempt,
      method: 'passkey',
      browserHash: hashToken(browserToken),
      personId: null,
    })
    if (begun === null) return null
    const passkey = await tx.one(lockPasskey, { credentialId: assertion.id })
    if (passkey === null) return null
    const verified = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: begun.secret,
      expectedOrigin: context.publicUrl,
      expectedRPID: requiredHost(context),
      requireUserVerification: true,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
        transports: passkey.transports,
      },
      // It throws for every assertion that is not valid.
    }).catch(() => null)
    if (verified?.verified !== true) return null
    tx.write(recordPasskeyUse, { credentialId: assertion.id, counter: verified.authenticationInfo.newCounter })
    return completeSignIn(context, tx, passkey, { method: 'passkey', provedSecondsAgo: 0 }, browser)
  })
}

/** Stores a new passkey. False if it is not valid, known, or one too many. */
export async function registerPasskey(
  context: Context,
  { session, requestId }: { session: SessionRow; requestId: string },
  { attempt, response, browserToken, name }: PasskeyForm & { name: string },
): Promise<boolean> {
  const created = parseCredential(response)
  if (created === null || browserToken === null || !uuid.test(attempt)) return false
  const { personId, sessionId } = session
  return context.db.transaction(async (tx) => {
    // A session that ends meanwhile, because the person noticed another in it, must leave no passkey behind.
    await tx.one(lockPersonToSignIn, { personId })
    if ((await tx.one(lockSession, { sessionId })) === null) return false
    const begun = await tx.one(useChallenge, {
      id: attempt,
      method: 'passkey_registration',
      browserHash: hashToken(browserToken),
      personId,
    })
    if (begun === null) return false
    const { registrationInfo } = await verifyRegistrationResponse({
      response: created as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: begun.secret,
      expectedOrigin: context.publicUrl,
      expectedRPID: requiredHost(context),
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }).catch(() => ({ registrationInfo: undefined }))
    if (registrationInfo === undefined) return false
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const stored = await tx.one(insertPasskey, {
      credentialId: id,
      personId,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports.filter((one) => knownTransports.includes(one)),
      name,
    })
    if (stored === null) return false
    const change = { businessId: null, target: null, before: null, after: { name } }
    recordChange(context, tx, actOf(session, requestId, 'addPasskey'), change)
    return true
  })
}

/** False if the person has no such passkey. */
export async function removePasskey(
  context: Context,
  { session, requestId }: { session: SessionRow; requestId: string },
  credentialId: string,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const removed = await tx.one(deletePasskey, { credentialId, personId: session.personId })
    if (removed === null) return false
    const change = { businessId: null, target: null, before: { name: removed.name }, after: null }
    recordChange(context, tx, actOf(session, requestId, 'removePasskey'), change)
    return true
  })
}

function requiredHost({ publicUrl }: Context): string {
  const host = relyingPartyOf(publicUrl)
  if (host === null) throw new Error('passkeys are not offered at an IP address')
  return host
}

/** EdDSA, ES256 and RS256, which every authenticator has one of. */
const supportedAlgorithmIDs = [-8, -7, -257]

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** The credential that the script sent; null if it has not the form of one. The library checks the rest. */
function parseCredential(text: string): { id: string } | null {
  try {
    const value = JSON.parse(text) as { id?: unknown } | null
    return typeof value?.id === 'string' && /^[\w-]{1,1400}$/.test(value.id) ? (value as { id: string }) : null
  } catch {
    return null
  }
}
