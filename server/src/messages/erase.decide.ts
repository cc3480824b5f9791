/** A batch remembers several people. When one of them is erased, only their items go: a replay finds no such message (2.11). */
import type { BatchResult } from './push/schema.ts'

export function withoutRecipient(
  { results }: BatchResult,
  isTheirAddress: (recipientEmail: string) => boolean,
): { batch: BatchResult; erased: number } {
  const isTheirs = (item: BatchResult['results'][number]): boolean => {
    const shown = item.result?.recipient_email ?? null
    return shown !== null && isTheirAddress(shown)
  }
  return {
    batch: {
      results: results.map((item) =>
        isTheirs(item)
          ? { index: item.index, ok: false, result: null, error_code: 'message.not_found', detail: null }
          : item,
      ),
    },
    erased: results.filter(isTheirs).length,
  }
}
