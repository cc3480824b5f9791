/** Converts an RFC 3339 text to UTC with microseconds. A Date has only milliseconds. */
export function utcInstant(text: string): string {
  const iso = new Date(text).toISOString()
  const microseconds = (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0').slice(0, 6)
  return microseconds.endsWith('000') ? iso : `${iso.slice(0, -4)}${microseconds}Z`
}
