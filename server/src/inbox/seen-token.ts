import type { DeriveKey } from '../derive-key.ts'
import { seal, unseal } from '../inbox-tokens/seal.ts'
import type { InboxTarget } from '../inbox-tokens/tokens.ts'

/** A message as a page showed it. */
export type Shown = { id: string; updatedAt: Date }

/**
 * What a page showed, sealed for the form on it. Only somebody who was given the page can say that it was read, and of
 * whatever came after it was made, they can say nothing.
 */
export const sealShown = (deriveKey: DeriveKey, target: InboxTarget, shown: Shown[]): string =>
  seal(
    deriveKey(purpose),
    scopeOf(target),
    Buffer.from(JSON.stringify(shown.map(({ id, updatedAt }) => [id, updatedAt.getTime()]))),
  )

/** Null when this was not given out for this inbox. */
export function readShown(deriveKey: DeriveKey, target: InboxTarget, text: string): Shown[] | null {
  const content = unseal(deriveKey(purpose), scopeOf(target), text)
  if (content === null) return null
  const shown = JSON.parse(content.toString()) as [string, number][]
  return shown.map(([id, updatedAt]) => ({ id, updatedAt: new Date(updatedAt) }))
}

const purpose = 'inbox page shown'
const scopeOf = ({ businessId, recipientId }: InboxTarget): string => `${businessId} ${recipientId}`
