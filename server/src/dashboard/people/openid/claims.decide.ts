import { freshMinutes } from '../session.decide.ts'

/** Only an address that the provider has verified: with any other, a person could sign in as another. */
export const verifiedEmail = ({ email, email_verified }: Record<string, unknown>): string | null =>
  typeof email === 'string' && email_verified === true ? email : null

/**
 * Whether the person proved to the provider just now who they are. A provider that does not say when signs people in, but a
 * dangerous act then needs a link or a passkey. Half a minute is allowed for the difference of the clocks.
 */
export const isRecentSignIn = ({ auth_time: at }: Record<string, unknown>, now: Date): boolean =>
  typeof at === 'number' && Math.abs(now.getTime() / 1000 - at) <= freshMinutes * 60 + 30
