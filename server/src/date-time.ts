const shape = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)?$/

/** RFC 3339 with a time zone, and a day that exists: JavaScript's Date would take 30 February for 2 March. */
export function dateTimeProblem(text: string): { type: string; msg: string } | null {
  const [, year, month, day, hour, minute, second, zone] = shape.exec(text) ?? []
  const [zoneHour = '0', zoneMinute = '0'] = zone?.slice(1).split(':') ?? []
  const exists =
    year !== undefined &&
    Number(day) >= 1 &&
    Number(day) <= daysIn(Number(year), Number(month)) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(zoneHour) < 24 &&
    Number(zoneMinute) < 60
  if (!exists)
    return {
      type: 'datetime_from_date_parsing',
      msg: 'Input should be a valid datetime or date, this is no RFC 3339 date-time',
    }
  return zone === undefined ? { type: 'timezone_aware', msg: 'Input should have timezone info' } : null
}

const daysIn = (year: number, month: number): number =>
  month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate()
