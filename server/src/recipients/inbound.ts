import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { numberDigest, platformNumberDigest } from './digest.ts'
import { lateContacts, startNumbersByText, startsByText, stopNumbersByText, stopsByText } from './sql.ts'

type PaidChannel = 'sms' | 'whatsapp'
/** Who wrote, in E.164, and to which sender of ours: its number or short code, on WhatsApp the id of its number. */
export type Ends = { from: string; to: string }

/** Whoever writes back does not say to whom: it is every business that has lately written to them from there (decision on STOP). */
export async function businessesWritingTo(
  { deriveKey }: Context,
  tx: Transaction,
  channel: PaidChannel,
  { from, to }: Ends,
): Promise<string[]> {
  const rows = await tx.all(lateContacts, [platformNumberDigest(deriveKey, from), channel, to])
  return rows.map((row) => row.business_id)
}

/** A stop is the recipient's, and the number's, so that neither clearing the number nor erasing the recipient lifts it (2.10). */
export function stopByText(
  { deriveKey }: Context,
  tx: Transaction,
  channel: PaidChannel,
  from: string,
  businessIds: string[],
): void {
  if (businessIds.length === 0) return
  tx.write(stopsByText[channel], [from, businessIds])
  tx.write(stopNumbersByText, [
    channel,
    businessIds,
    businessIds.map((businessId) => numberDigest(deriveKey, businessId, from)),
  ])
}

/** Lifts what was stopped by text, and nothing that was stopped in the inbox or from the dashboard (2.10). */
export async function startByText(
  { deriveKey }: Context,
  tx: Transaction,
  channel: PaidChannel,
  { from, to }: Ends,
  businessIds: string[],
): Promise<void> {
  const holding = await tx.all(startsByText[channel], [from, platformNumberDigest(deriveKey, from), to])
  const all = [...new Set([...businessIds, ...holding.map((row) => row.business_id)])]
  if (all.length === 0) return
  tx.write(startNumbersByText, [channel, all, all.map((businessId) => numberDigest(deriveKey, businessId, from))])
}
