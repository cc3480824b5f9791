import { seal, unseal } from '../../inbox-tokens/seal.ts'
import type { SealingKeys } from '../../keyring.ts'

/** The token of a link is the id of its row with a MAC, in 43 characters, so that no token is stored. */
export const sealId = (keys: SealingKeys, scope: string, id: string): string =>
  seal(keys, scope, Buffer.from(id.replaceAll('-', ''), 'hex'))

/** Null if the token was not sealed for this scope. */
export function unsealId(keys: SealingKeys, scope: string, token: string): string | null {
  const bytes = unseal(keys, scope, token)
  if (bytes?.length !== 16) return null
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
