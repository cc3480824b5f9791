/** One segment of a path. A URL would drop an empty segment or one of dots, and the request would reach another operation. */
export function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError('an id or an address must not be empty')
  return encodeURIComponent(value)
}
