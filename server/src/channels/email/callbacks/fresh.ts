const mostMinutesAhead = 15

/**
 * Whether a signed time is near enough to now. How old it may be depends on how the provider repeats itself; a clock may be
 * a little ahead of ours. NaN, which is what an unreadable time becomes, is never fresh.
 */
export function isFresh(signedAtMilliseconds: number, now: Date, mostMinutesOld: number): boolean {
  const minutesOld = (now.getTime() - signedAtMilliseconds) / 60_000
  return minutesOld <= mostMinutesOld && minutesOld >= -mostMinutesAhead
}
