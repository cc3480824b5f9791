/** Only an address that the provider has verified: with any other, a person could sign in as another. */
export const verifiedEmail = ({ email, email_verified }: Record<string, unknown>): string | null =>
  typeof email === 'string' && email_verified === true ? email : null

/** How much the clock of the provider may be ahead. */
const maxAheadSeconds = 30
/** An older sign-in permits no dangerous act either. */
const maxSeconds = 86_400

/**
 * When the person proved to the provider who they are, so that a sign-in there is not counted again from the return. Null if the
 * provider does not say: it signs people in, but a dangerous act then needs a link or a passkey.
 */
export function secondsSinceSignIn({ auth_time: at }: Record<string, unknown>, now: Date): number | null {
  if (typeof at !== 'number') return null
  const seconds = now.getTime() / 1000 - at
  return seconds < -maxAheadSeconds ? null : Math.min(Math.max(0, seconds), maxSeconds)
}
