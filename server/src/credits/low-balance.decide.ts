/**
 * When `credits.low_balance` is published (2.9, 6.3): at the first charge after which the balance is below the threshold, and once
 * until a grant brings it to the threshold or above. So an account that never reached its threshold gets the event too.
 */
export type Watched = { threshold: number; told: boolean }

/** Only a charge publishes it: neither a refund, a correction by the operator nor a changed threshold does by itself. */
export const runsLow = ({ threshold, told }: Watched, charged: boolean, balance: number): boolean =>
  charged && !told && balance < threshold

/** Only a grant re-arms it: what a refund gives back was the merchant's before. */
export const isArmedAgain = ({ threshold }: Pick<Watched, 'threshold'>, granted: number, after: number): boolean =>
  granted > 0 && after >= threshold
