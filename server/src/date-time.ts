const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const shape = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)[Tt]${clock}:[0-5]\d(?:\.\d{1,9})?([Zz]|[+-]${clock})?$`)

/** Requires RFC 3339, a time zone and a day that exists: JavaScript's Date would turn 30 February into 2 March. */
export function dateTimeProblem(text: string): { type: string; msg: string } | null {
  const [, year, month, day, zone] = shape.exec(text) ?? []
  const exists = year !== undefined && Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
  if (!exists)
    return {
      type: 'datetime_from_date_parsing',
      msg: 'Input should be a valid datetime or date, this is no RFC 3339 date-time',
    }
  return zone === undefined ? { type: 'timezone_aware', msg: 'Input should have timezone info' } : null
}

const daysIn = (year: number, month: number): number =>
  month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate()
