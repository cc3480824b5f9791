import { mapPaid, type PaidChannel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { StopSource } from '../recipients/consent.decide.ts'
import { numberStopsOf } from '../recipients/consents.sql.ts'
import { loadConsents } from '../recipients/consents.ts'
import type { MailboxSession } from './session.ts'
import { type Control, controls, stoppedOf, usedControls } from './settings.decide.ts'
import { findSettings, type SettingsRow } from './sql.ts'

/** The content of the settings page. */
export type SettingsView = Pick<
  SettingsRow,
  'shop' | 'brand' | 'email' | 'phone' | 'erasureRequestedAt' | 'messageCount'
> & {
  consentedAt: Record<PaidChannel, Date | null>
  /** Used controls are not offered again. */
  alreadyUsed: Record<Control, boolean>
  /** A text with START can lift an opt-out whose control is stopped but not used. */
  stopped: Control[]
  /** The control that the reader has just used. */
  done: Control | null
}

/**
 * Null if the recipient no longer exists or the session has ended. Read-only. `done` is from the URL and counts only if the
 * stored state confirms it.
 */
export async function readSettings(
  { db }: Context,
  session: MailboxSession,
  done: string | null,
): Promise<SettingsView | null> {
  const row = await db.one(findSettings, session)
  if (row === null) return null
  const { consents, stops } = await loadStops(db, session)
  const facts = { ...row, stops }
  const alreadyUsed = usedControls(facts)
  return {
    ...row,
    consentedAt: mapPaid((channel) => consents[channel].consentedAt),
    alreadyUsed,
    stopped: stoppedOf(facts),
    done: controls.find((control) => control === done && alreadyUsed[control]) ?? null,
  }
}

export async function loadStops(db: Context['db'], reader: { businessId: string; recipientId: string }) {
  const [consentsOf, ofNumber] = await Promise.all([loadConsents(db, [reader]), db.all(numberStopsOf, reader)])
  const consents = consentsOf(reader.recipientId)
  const stopsOf = (channel: PaidChannel): StopSource[] => [
    ...(consents[channel].stopSource === null ? [] : [consents[channel].stopSource]),
    ...ofNumber.filter((stop) => stop.channel === channel).map(({ source }) => source),
  ]
  return { consents, stops: mapPaid(stopsOf) }
}
