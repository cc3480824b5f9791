/**
 * A recipient's SMS state (2.10, 3.4): a stop outweighs the consent, which is there as soon as a number was once accepted. A stop is
 * the recipient's or belongs to the number held; either keeps a text from being sent.
 */
export type Stop = { at: Date; source: 'text' | 'inbox' | 'admin' }
type MaybeStop = { at: Date | null; source: Stop['source'] | null }

export function smsStatus(consentAt: Date | null, stop: Stop | null): 'none' | 'active' | 'stopped' {
  if (stop !== null) return 'stopped'
  return consentAt === null ? 'none' : 'active'
}

/** Of two stops the one that lasts: a text cannot lift what was stopped elsewhere. Of two alike the first. */
export function standingStop(ofRecipient: MaybeStop, ofNumber: MaybeStop): Stop | null {
  const stops = [ofRecipient, ofNumber].filter(isStop)
  const lasting = stops.filter(({ source }) => source !== 'text')
  const [first] = (lasting.length > 0 ? lasting : stops).toSorted((one, two) => one.at.getTime() - two.at.getTime())
  return first ?? null
}

const isStop = (stop: MaybeStop): stop is Stop => stop.at !== null && stop.source !== null

/** The beginning tells the country and the end tells the owner which number it is. */
export const maskPhone = (e164: string): string => e164.slice(0, 3) + '*'.repeat(e164.length - 6) + e164.slice(-3)
