import type { Transaction } from '../db/database.ts'
import { destinationOf } from '../phone.ts'
import { recipientOf } from '../recipients/phone-change.ts'
import type { Suppression } from '../suppressions/load.ts'
import { type PaidRow, spendingFacts } from './dispatch.sql.ts'
import type { PaidCase, PaidWorld } from './paid.decide.ts'

/** Prices and templates. */
export async function loadPaidWorld(tx: Transaction): Promise<PaidWorld> {
  const world: PaidWorld = { templates: new Map(), smsPrices: new Map() }
  for (const { destination, credits, order_status: status, state } of await tx.all(spendingFacts)) {
    if (destination !== null) world.smsPrices.set(destination, credits!)
    if (status !== null) world.templates.set(status, state!)
  }
  return world
}

/** A row as it is judged. It was asked for when it was made, so it is not left out now. */
export function paidCase(row: PaidRow, { reason }: Suppression): Omit<PaidCase, 'balance'> {
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
    recipient: recipientOf({ ...row, id: row.recipient_id }),
    unsubscribed: reason === 'unsubscribed',
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
