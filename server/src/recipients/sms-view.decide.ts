/**
 * A recipient's SMS state (2.10, 3.4). Consent is recorded when a number is first set, and a stop overrides it. A stop of the
 * recipient and a stop of its current number both prevent texts.
 */
export type Stop = { at: Date; source: 'text' | 'inbox' | 'admin' }
type MaybeStop = { at: Date | null; source: Stop['source'] | null }

export function smsStatus(consentAt: Date | null, stop: Stop | null): 'none' | 'active' | 'stopped' {
  if (stop !== null) return 'stopped'
  return consentAt === null ? 'none' : 'active'
}

/** A stop that a START text cannot lift takes precedence over one by text; else the earlier one. */
export function effectiveStop(ofRecipient: MaybeStop, ofNumber: MaybeStop): Stop | null {
  const stops = [ofRecipient, ofNumber].filter(isStop)
  const lasting = stops.filter(({ source }) => source !== 'text')
  const [first] = (lasting.length > 0 ? lasting : stops).toSorted((one, two) => one.at.getTime() - two.at.getTime())
  return first ?? null
}

const isStop = (stop: MaybeStop): stop is Stop => stop.at !== null && stop.source !== null

/** The beginning shows the country, and the end lets the owner recognise the number. */
export const maskPhone = (e164: string): string => e164.slice(0, 3) + '*'.repeat(e164.length - 6) + e164.slice(-3)
