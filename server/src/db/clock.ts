/**
 * The clock of the service in a statement that may also run on the clock of a test side (`db.onClockOf`). Rows that wait for their
 * time hold times of this clock, so that the scheduler finds the due ones of all clocks with one index.
 */
export const serviceTime = 'service_now()'

/** A time of the clock of the transaction, stored as a time of the service's clock. */
export const toServiceTime = (time: string): string => `${time} - clock_shift()`
/** The reverse: a stored time of the service's clock on the clock of the transaction. */
export const fromServiceTime = (time: string): string => `${time} + clock_shift()`
