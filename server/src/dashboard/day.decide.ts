/** There is nothing from before. A field for a date sends year 26 while a person types 2026. */
const firstYear = 2000

/** A day in UTC, as the field for a date sends it. Null: it is none. */
export function readDay(text: string | null): Date | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.getUTCFullYear() < firstYear || day.toISOString().slice(0, 10) !== text
    ? null
    : day
}

/** The value of the field. */
export const formatDay = (day: Date | null): string => day?.toISOString().slice(0, 10) ?? ''
