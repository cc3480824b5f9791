const ampersand = 0x26

/**
 * Returns null if the form has more than `maxFields` fields. The fields are counted before parsing, because parsing and
 * sorting a million fields takes half a minute, and the signature can be verified only after that.
 */
export function parseForm(body: Buffer, maxFields: number): URLSearchParams | null {
  let fields = 1
  for (let index = body.indexOf(ampersand); index !== -1; index = body.indexOf(ampersand, index + 1))
    if (++fields > maxFields) return null
  return new URLSearchParams(body.toString())
}
