/** A session ends after this time without a request, and at the latest after the other. */
export const sessionIdleHours = 12
export const sessionDays = 14
/** A dangerous act needs a sign-in that is not older. */
export const freshMinutes = 10
/** How a person proved who they are. */
const signInMethods = ['link', 'invitation', 'passkey', 'openid'] as const
export type SignInMethod = (typeof signInMethods)[number]

/**
 * `provedSecondsAgo`: when the person proved who they are. Null if they did not, or it is not known: then every dangerous act asks for
 * a further sign-in.
 */
export type Proof = { method: SignInMethod; provedSecondsAgo: number | null }

export const isFresh = ({ provedAt, now }: { provedAt: Date; now: Date }): boolean =>
  now.getTime() - provedAt.getTime() <= freshMinutes * 60_000

/** The time of the last request is stored once a minute. */
export const isSeenStale = ({ seenAt, now }: { seenAt: Date | null; now: Date }): boolean =>
  seenAt === null || now.getTime() - seenAt.getTime() >= 60_000
