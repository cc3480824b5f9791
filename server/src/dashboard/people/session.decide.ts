/** A session ends after this time without a request, and at the latest after the other. */
export const sessionIdleHours = 12
export const sessionDays = 14
/** A dangerous act needs a sign-in that is not older. */
export const freshMinutes = 10
/** How a person proved who they are. */
const signInMethods = ['link', 'invitation', 'passkey', 'openid'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** `isFresh`: the person proved just now who they are, so that dangerous acts need no further sign-in. */
export type Proof = { method: SignInMethod; isFresh: boolean }

export const isFresh = ({ provedAt, now }: { provedAt: Date; now: Date }): boolean =>
  now.getTime() - provedAt.getTime() <= freshMinutes * 60_000

/** The time of the last request is stored once a minute. */
export const isSeenStale = ({ seenAt, now }: { seenAt: Date; now: Date }): boolean =>
  now.getTime() - seenAt.getTime() >= 60_000
