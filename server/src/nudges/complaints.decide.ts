/** Spam complaints about one business harm the delivery of every business that sends from the same domain. */
const minSent = 1_000
const maxComplaintRate = 0.001

/** Counts of the last 30 days. Below `minSent` a rate is not meaningful. */
export const exceedsComplaintRate = ({ sent, complained }: { sent: number; complained: number }): boolean =>
  sent >= minSent && complained / sent > maxComplaintRate
