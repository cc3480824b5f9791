/**
 * `credits.low_balance` is published at the first charge after which the balance is below the threshold, and not again until a
 * grant raises the balance to the threshold (2.9, 6.3). So an account that never reached its threshold gets the event too.
 */
export type LowBalance = { threshold: number; notified: boolean }

/** Only a charge publishes the event. A refund, a correction by the operator or a changed threshold does not. */
export const crossesThreshold = ({ threshold, notified }: LowBalance, charged: boolean, balance: number): boolean =>
  charged && !notified && balance < threshold

/** Only a grant re-arms the event. A refund does not, because it only reverses a charge. */
export const isRearmed = ({ threshold }: Pick<LowBalance, 'threshold'>, granted: number, after: number): boolean =>
  granted > 0 && after >= threshold
