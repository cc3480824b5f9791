import type { DeriveKey } from '../derive-key.ts'
import { seal, unseal } from '../inbox-tokens/seal.ts'

/**
 * What a form of ours holds to show that it is one: a seal over the session it was made for. A page of somebody else's can send
 * the form and, from a sibling host, even the cookie; it cannot know this.
 */
export const formProof = (deriveKey: DeriveKey, session: string): string => seal(deriveKey(purpose), session, nothing)

export const isFormProof = (deriveKey: DeriveKey, session: string, proof: string): boolean =>
  unseal(deriveKey(purpose), session, proof)?.length === 0

const purpose = 'inbox form'
const nothing = Buffer.alloc(0)
