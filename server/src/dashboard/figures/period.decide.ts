/** The days that a page of figures shows. */
export const periods = [7, 30, 90] as const
export type PeriodLength = (typeof periods)[number]
const defaultPeriod: PeriodLength = 30

/** An unknown length is the default. */
export const readPeriod = (text: string | null): PeriodLength =>
  periods.find((length) => String(length) === text) ?? defaultPeriod

/** The last days in UTC, the oldest first, with today. */
export const daysOf = (length: PeriodLength, now: Date): string[] =>
  Array.from({ length }, (_, index) =>
    new Date(now.getTime() - (length - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
