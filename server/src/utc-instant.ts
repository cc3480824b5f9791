/** An RFC 3339 text as the same instant in UTC, to the microsecond. A Date alone would drop what is finer than a millisecond. */
export function utcInstant(text: string): string {
  const iso = new Date(text).toISOString()
  const microseconds = (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0').slice(0, 6)
  return microseconds.endsWith('000') ? iso : `${iso.slice(0, -4)}${microseconds}Z`
}
