import type { Submission } from '../channels/channel.ts'
import type { Acknowledgement } from '../channels/whatsapp/whatsapp.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { suppressionsOf } from '../nudges/sql.ts'
import type { TakenJob } from '../queue/queue.ts'
import { addressDigest, numberDigest, platformAddressDigest } from '../recipients/digest.ts'
import { refuseAcknowledgement } from './acknowledge.decide.ts'
import {
  beginAcknowledgements,
  type HeldAcknowledgementRow,
  lockAcknowledgements,
  nameAcknowledgement,
  takeBackAcknowledgements,
} from './sql.ts'

/**
 * The replies in hand that may be acknowledged. They are marked, and only when that is committed is the platform called: nobody is
 * answered twice. The others end here, and so does one whose reply was erased or whose number was changed.
 */
export async function beginAcknowledging(context: Context, taken: TakenJob[]): Promise<Acknowledgement[]> {
  return context.db.transaction(async (tx) => {
    const rows = await tx.all(lockAcknowledgements, [
      taken.map(({ id }) => id),
      taken.map(({ businessId }) => businessId),
    ])
    const unsubscribed = await loadUnsubscribed(context, tx, rows)
    const now = await tx.now
    const going = rows
      .filter((row) => refuseAcknowledgement(factsOf(row, unsubscribed.has(row)), now) === null)
      .map((row) => acknowledgementOf(row, now))
    if (going.length > 0) tx.write(beginAcknowledgements, keysOf(context, going))
    const stays = new Set(going.map(({ id }) => id))
    await context.queue.finish(
      tx,
      'acknowledgements',
      taken.map(({ id }) => id).filter((id) => !stays.has(id)),
    )
    return going
  })
}

/** The platform certainly has not got it, and may take it later. */
export async function takeBackAcknowledgement(context: Context, one: Acknowledgement): Promise<void> {
  await context.db.transaction(async (tx) => tx.write(takeBackAcknowledgements, keysOf(context, [one])))
}

/** Whoever answers it answers this business. */
export function rememberAcknowledged(
  { deriveKey }: Context,
  tx: Transaction,
  { businessId, to }: Acknowledgement,
  submission: Submission,
): void {
  if (submission.outcome === 'accepted' && submission.platformId !== undefined)
    tx.write(nameAcknowledgement, [businessId, numberDigest(deriveKey, businessId, to), submission.platformId])
}

const keysOf = ({ deriveKey }: Context, going: Acknowledgement[]): [businesses: string[], numbers: Buffer[]] => [
  going.map(({ businessId }) => businessId),
  going.map(({ businessId, to }) => numberDigest(deriveKey, businessId, to)),
]

const factsOf = (row: HeldAcknowledgementRow, unsubscribed: boolean) => ({
  begun: row.begun,
  at: row.at,
  businessActive: row.active,
  sendingPaused: row.sending_paused,
  whatsapp: row.whatsapp,
  unsubscribed: unsubscribed || row.unsubscribed_at !== null,
  stopped: row.stopped,
  withdrawn: row.withdrawn,
})

const acknowledgementOf = (row: HeldAcknowledgementRow, at: Date): Acknowledgement => ({
  id: row.id,
  businessId: row.business_id,
  shard: row.shard,
  businessName: row.business_name,
  recipientId: row.recipient_id,
  to: row.phone,
  at,
})

/** Those whose address stopped everything before its recipient was erased. */
async function loadUnsubscribed(
  { deriveKey }: Context,
  tx: Transaction,
  rows: HeldAcknowledgementRow[],
): Promise<Set<HeldAcknowledgementRow>> {
  const digests = rows.map(({ email }) => platformAddressDigest(deriveKey, email))
  const found = await tx.all(suppressionsOf, [
    rows.map((row) => row.business_id),
    rows.map((row, place) => addressDigest(row.business_id, digests[place]!)),
    digests,
  ])
  return new Set(found.filter(({ reason }) => reason === 'unsubscribed').map(({ place }) => rows[place - 1]!))
}
