/** People who mark the mails of a business as spam harm every other business that sends from the same domain. */
const leastSent = 1_000
const mostComplained = 0.001

/** Over the last 30 days. Few mails say little, so there is no rate before there are enough of them. */
export const isComplainedOfTooMuch = ({ sent, complained }: { sent: number; complained: number }): boolean =>
  sent >= leastSent && complained / sent > mostComplained
