import type { Context } from '../context.ts'
import { readTextToken } from '../inbox-tokens/tokens.ts'
import { readClue, readEnding } from './verify-text.decide.ts'
import { findTextByReference, findTextToRecipient } from './verify-text.sql.ts'

/**
 * Whether we sent a text with this clue within 90 days to a number with this ending. False may also mean that it is unknown.
 * Read-only. Both queries always run, so that the duration does not reveal more than the result.
 */
export async function isOurText({ db, keyring }: Context, typedClue: string, typedEnding: string): Promise<boolean> {
  const { token, references } = readClue(typedClue)
  const ending = readEnding(typedEnding)
  const pass = readTextToken(keyring, token)
  const results = await Promise.all([
    db.one(findTextByReference, { ending, references }),
    db.one(findTextToRecipient, { ending, ...(pass ?? { recipientId: null, expiresAt: null }) }),
  ])
  return results.some((result) => result?.found === true)
}
