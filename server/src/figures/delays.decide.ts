/**
 * The upper ends, in seconds, of the times from a push to its delivery that are counted together. A delivery that took longer than
 * the last one has the next position. `figure_delay` in the database has the same list.
 */
export const delayLimits = [5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400] as const
/** The position of a nudge that was not delivered. */
export const notDelivered = -1
