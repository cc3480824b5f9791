/** When a merchant is told that the balance is running down (2.9, 6.3): once, when it falls below the threshold. */
export type Watched = { threshold: number; told: boolean }

export const runsLow = ({ threshold, told }: Watched, before: number, after: number): boolean =>
  !told && before >= threshold && after < threshold

/** Only a top-up arms it again: what a refund gives back was the merchant's before. */
export const isArmedAgain = ({ threshold }: Pick<Watched, 'threshold'>, granted: number, after: number): boolean =>
  granted > 0 && after >= threshold
