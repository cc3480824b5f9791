import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { notify } from '../notices/notify.ts'
import { numberDigest } from '../recipients/digest.ts'
import {
  noTextUsage,
  numberKey,
  prefixKey,
  prefixOf,
  type TextCount,
  type TextSpend,
  type TextsToNumber,
  type TextUsage,
} from './texts.decide.ts'
import { addTexts, readTextUsage } from './texts.sql.ts'

/** What was counted for these numbers and their businesses, whose balances must be locked. */
export async function loadTextUsage(
  { digestKey }: Context,
  tx: Transaction,
  numbers: { businessId: string; e164: string }[],
): Promise<TextUsage> {
  if (numbers.length === 0) return noTextUsage
  // The digest of a number includes its business.
  const byDigest = new Map(
    numbers.map(({ businessId, e164 }) => {
      const digest = numberDigest(digestKey, businessId, e164)
      const prefixDigest = numberDigest(digestKey, businessId, prefixOf(e164))
      return [digest.toString('hex'), { businessId, e164, numberDigest: digest, prefixDigest }]
    }),
  )
  const spend = new Map<string, TextSpend>()
  const prefixTexts = new Map<string, number>()
  const numberTexts = new Map<string, TextsToNumber>()
  for (const row of await tx.all(readTextUsage, { numbers: [...byDigest.values()] })) {
    const { businessId, e164 } = byDigest.get(row.numberDigest.toString('hex'))!
    spend.set(businessId, row)
    prefixTexts.set(prefixKey(businessId, e164), row.prefixTexts)
    numberTexts.set(numberKey(businessId, e164), row)
  }
  return { spend, prefixTexts, numberTexts }
}

/** Adds to the stored counts, and writes the notices. */
export async function storeTexts(context: Context, tx: Transaction, counts: TextCount[]): Promise<void> {
  if (counts.length === 0) return
  tx.write(addTexts, {
    counts,
    prefixes: counts.flatMap(({ businessId, prefixes }) =>
      prefixes.map(({ prefix, texts }) => {
        const prefixDigest = numberDigest(context.digestKey, businessId, prefix)
        return { businessId, prefixDigest, texts }
      }),
    ),
  })
  const notices = counts.flatMap((count) => count.notices)
  await notify(context, tx, notices)
}
