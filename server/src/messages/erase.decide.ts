/**
 * A stored batch response may name several recipients. An erasure replaces only the items of one: a replay reports them as not
 * found (2.11).
 */
import type { BatchResult } from './push/schema.ts'

export function withoutRecipient(
  { results }: BatchResult,
  isErasedAddress: (recipientEmail: string) => boolean,
): { batch: BatchResult; erased: number } {
  const isErased = (item: BatchResult['results'][number]): boolean => {
    const email = item.result?.recipient_email ?? null
    return email !== null && isErasedAddress(email)
  }
  return {
    batch: {
      results: results.map((item) =>
        isErased(item)
          ? { index: item.index, ok: false, result: null, error_code: 'message.not_found', detail: null }
          : item,
      ),
    },
    erased: results.filter(isErased).length,
  }
}
