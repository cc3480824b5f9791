/** When the credits run out, if as many are spent as in the last days. */
export type Forecast =
  | { kind: 'empty' }
  /** Nothing was spent, or the credits last longer than a year. */
  | { kind: 'far' }
  | { kind: 'lasts'; perDay: number; days: number }

const maxDays = 365

/** `net`: the charges less the refunds of the last `days` days. */
export function forecastCredits(balance: number, net: number, days: number): Forecast {
  if (balance <= 0) return { kind: 'empty' }
  const perDay = net / days
  const left = perDay > 0 ? Math.floor(balance / perDay) : Number.POSITIVE_INFINITY
  return left > maxDays ? { kind: 'far' } : { kind: 'lasts', perDay, days: left }
}
