import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { addressDigest, platformAddressDigest } from '../recipients/digest.ts'
import { destinationOf } from '../recipients/phone.ts'
import { recipientOf } from '../recipients/phone-change.ts'
import type { PaidCase, PaidWorld } from './paid.decide.ts'
import { type PaidRow, spendingFacts, suppressionsOf } from './sql.ts'

/** Prices and templates. */
export async function loadPaidWorld(tx: Transaction): Promise<PaidWorld> {
  const world: PaidWorld = { templates: new Map(), smsPrices: new Map() }
  for (const { destination, credits, order_status: status, state } of await tx.all(spendingFacts)) {
    if (destination !== null) world.smsPrices.set(destination, credits!)
    if (status !== null) world.templates.set(status, state!)
  }
  return world
}

/** Whether each of these addresses stopped everything before its recipient was erased. */
export async function loadUnsubscribed({ deriveKey }: Context, tx: Transaction, rows: PaidRow[]): Promise<boolean[]> {
  const digests = rows.map(({ email }) => platformAddressDigest(deriveKey, email))
  const found = await tx.all(suppressionsOf, [
    rows.map((row) => row.business_id),
    rows.map((row, place) => addressDigest(row.business_id, digests[place]!)),
    digests,
  ])
  const unsubscribed = rows.map(() => false)
  for (const { place, reason } of found) unsubscribed[place - 1] = reason === 'unsubscribed'
  return unsubscribed
}

/** A row as it is judged. It was asked for when it was made, so nobody leaves it out now. */
export function paidCase(row: PaidRow, unsubscribed: boolean): Omit<PaidCase, 'balance'> {
  return {
    business: {
      name: row.business_name,
      // A deactivated business sends on no channel.
      sendingPaused: row.sending_paused || !row.active,
      sms: row.sms,
      whatsapp: row.whatsapp,
      countries: row.countries?.map(destinationOf) ?? null,
      smsPerNumberPerHour: row.sms_per_number_per_hour,
      smsPerNumberPerDay: row.sms_per_number_per_day,
    },
    recipient: recipientOf(row),
    unsubscribed,
    number: {
      smsStopped: row.number_stops.includes('sms'),
      whatsappStopped: row.number_stops.includes('whatsapp'),
      whatsappWithdrawn: row.number_withdrawn,
      unreachable: row.unreachable,
      textsLastHour: row.texts_last_hour,
      textsLastDay: row.texts_last_day,
    },
    message: { reference: row.reference, orderStatus: row.order_status },
    asked: 'named',
    phoneConflict: false,
    held: false,
  }
}
