import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { notify } from '../notices/notify.ts'
import { numberDigest } from '../recipients/digest.ts'
import { prefixKey, prefixOf, type TextCount, type TextSpend, type TextUsage } from './texts.decide.ts'
import { addTexts, readTextUsage } from './texts.sql.ts'

/** What was counted for these numbers and their businesses, whose balances must be locked. */
export async function loadTextUsage(
  { digestKey }: Context,
  tx: Transaction,
  numbers: { businessId: string; e164: string }[],
): Promise<TextUsage> {
  const spend = new Map<string, TextSpend>()
  const prefixTexts = new Map<string, number>()
  const keys = new Map(
    numbers.map(({ businessId, e164 }) => [
      prefixKey(businessId, e164),
      { businessId, prefixDigest: numberDigest(digestKey, businessId, prefixOf(e164)) },
    ]),
  )
  if (keys.size === 0) return { spend, prefixTexts }
  const keyOf = new Map([...keys].map(([key, { prefixDigest }]) => [prefixDigest.toString('hex'), key]))
  const rows = await tx.all(readTextUsage, { prefixes: [...keys.values()] })
  for (const { businessId, prefixDigest, texts, ...used } of rows) {
    spend.set(businessId, used)
    prefixTexts.set(keyOf.get(prefixDigest.toString('hex'))!, texts)
  }
  return { spend, prefixTexts }
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
