import { mapPaid, type PaidChannel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import type { StopSource } from '../recipients/consent.decide.ts'
import { numberStopsOf } from '../recipients/consents.sql.ts'
import { loadConsents } from '../recipients/consents.ts'
import { type Control, controls, standingOf, stoppedOf } from './settings.decide.ts'
import { findSettings, type SettingsRow } from './sql.ts'

/** What a reader's settings are, and what the page may offer. */
export type SettingsView = Pick<SettingsRow, 'shop' | 'email' | 'phone' | 'erasureAskedAt' | 'messageCount'> & {
  consentedAt: Record<PaidChannel, Date | null>
  /** What need not be offered any more. */
  standing: Record<Control, boolean>
  /** What does not come any more. Stopped and not standing: a text could lift it. */
  stopped: Control[]
  /** What the reader has just done, where that is so. */
  done: Control | null
}

/** Null when the pass opens no inbox any more. Writes nothing. `done` is what the address claims; the state has to agree. */
export async function readSettings(
  { db }: Context,
  pass: InboxPass,
  done: string | null,
): Promise<SettingsView | null> {
  const row = await db.one(findSettings, pass)
  if (row === null) return null
  const { consents, stops } = await loadStops(db, pass)
  const facts = { ...row, stops }
  const standing = standingOf(facts)
  return {
    ...row,
    consentedAt: mapPaid((channel) => consents[channel].consentedAt),
    standing,
    stopped: stoppedOf(facts),
    done: controls.find((control) => control === done && standing[control]) ?? null,
  }
}

async function loadStops(db: Context['db'], reader: { businessId: string; recipientId: string }) {
  const [consentsOf, ofNumber] = await Promise.all([loadConsents(db, [reader]), db.all(numberStopsOf, reader)])
  const consents = consentsOf(reader.recipientId)
  const stopsOf = (channel: PaidChannel): StopSource[] => [
    ...(consents[channel].stopSource === null ? [] : [consents[channel].stopSource]),
    ...ofNumber.filter((stop) => stop.channel === channel).map(({ source }) => source),
  ]
  return { consents, stops: mapPaid(stopsOf) }
}
