import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import type { Context } from '../../../context.ts'
import { emailIdentity, emailProblem } from '../../../email.ts'
import { completeSignIn, type SignedIn, type SigningBrowser } from '../complete-sign-in.ts'
import { sealId, unsealId } from '../sealed-id.ts'
import { freshMinutes } from '../session.decide.ts'
import { hashToken } from '../sessions.ts'
import { findPersonToSignIn, insertAttempt, useChallenge } from '../sign-in.sql.ts'
import { attemptMinutes } from '../sign-in-link.ts'
import { secondsSinceSignIn, verifiedEmail } from './claims.decide.ts'

const timeoutSeconds = 5
const discoveredForMilliseconds = 3_600_000

/**
 * Sign-in by the identity provider of the operator: the authorization code flow with PKCE, state and nonce. The provider is
 * contacted only when a person uses it, so that it can be down while the service starts.
 */
export function createOpenId(context: Context) {
  const { openId, keyring, publicUrl, db, newId } = context
  if (openId === null) return null
  const returnUrl = `${publicUrl}/dashboard/sign-in/openid/return`
  const stateKeys = keyring('sign-in link')
  const discovered = discoverOnce(openId)

  return {
    /** Whether this service made the state in the query. No query of the database. */
    isOwnState: (query: string): boolean => unsealId(stateKeys, 'openid', stateOf(query)) !== null,

    /** The address of the provider's page. Null if the provider does not respond. */
    async begin(browserToken: string): Promise<string | null> {
      const provider = await discovered().catch(() => null)
      if (provider === null) return null
      const [verifier, nonce, id] = [randomPKCECodeVerifier(), randomNonce(), newId()]
      await db.transaction(async (tx) =>
        tx.write(insertAttempt, {
          id,
          method: 'openid',
          browserHash: hashToken(browserToken),
          personId: null,
          secret: JSON.stringify({ verifier, nonce }),
          minutes: attemptMinutes,
        }),
      )
      return buildAuthorizationUrl(provider, {
        redirect_uri: returnUrl,
        scope: 'openid email',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: sealId(stateKeys, 'openid', id),
        nonce,
        // A person who signed in at the provider before that is asked again, so that a browser left open is not enough. Half of the
        // time, so that the other half remains for a dangerous act.
        max_age: String((freshMinutes * 60) / 2),
      }).href
    },

    /** `query` is what the provider added to the return address. Null if this browser did not begin it, or there is no account. */
    async finish(query: string, browserToken: string | null, browser: SigningBrowser): Promise<SignedIn | null> {
      const state = stateOf(query)
      const id = unsealId(stateKeys, 'openid', state)
      if (id === null || browserToken === null) return null
      const begun = await db.one(useChallenge, {
        id,
        method: 'openid',
        browserHash: hashToken(browserToken),
        personId: null,
      })
      if (begun === null) return null
      const { verifier, nonce } = JSON.parse(begun.secret) as { verifier: string; nonce: string }
      // Outside a transaction, because the provider may take seconds. It throws for a response that is not valid.
      const claims = await discovered()
        .then((provider) => claimsOf(provider, new URL(`${returnUrl}?${query}`), { verifier, nonce, state }))
        .catch(() => null)
      const email = claims === null ? null : verifiedEmail(claims)
      if (claims === null || email === null || emailProblem(email) !== null) return null
      return db.transaction(async (tx) => {
        const person = await tx.one(findPersonToSignIn, { email: emailIdentity(email), newId: newId() })
        if (person === null) return null
        const proved = { personId: person.id, name: person.name }
        const proof = { method: 'openid', provedSecondsAgo: secondsSinceSignIn(claims, person.now) } as const
        return completeSignIn(context, tx, proved, proof, browser)
      })
    },
  }
}

const stateOf = (query: string): string => new URLSearchParams(query).get('state') ?? ''

/** The provider may leave the address out of the ID token; then its other endpoint has it. */
async function claimsOf(
  provider: Configuration,
  currentUrl: URL,
  { verifier, nonce, state }: { verifier: string; nonce: string; state: string },
): Promise<Record<string, unknown> | null> {
  const tokens = await authorizationCodeGrant(provider, currentUrl, {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) return null
  if (claims['email'] !== undefined) return claims
  return { ...(await fetchUserInfo(provider, tokens.access_token, claims.sub)), auth_time: claims.auth_time }
}

/** Reads the description of the provider when it is needed, again after an hour, and again after a failure. */
function discoverOnce({
  issuer,
  clientId,
  clientSecret,
}: NonNullable<Context['openId']>): () => Promise<Configuration> {
  const url = new URL(issuer)
  const options = {
    timeout: timeoutSeconds,
    // The settings allow plain http only on loopback.
    execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
  }
  let known: { at: number; configuration: Promise<Configuration> } | null = null
  return () => {
    const now = performance.now()
    if (known === null || now - known.at > discoveredForMilliseconds) {
      const read = { at: now, configuration: discovery(url, clientId, clientSecret, undefined, options) }
      known = read
      read.configuration.catch(() => {
        if (known === read) known = null
      })
    }
    return known.configuration
  }
}
