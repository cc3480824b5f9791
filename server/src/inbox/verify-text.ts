import type { Context } from '../context.ts'
import { readTextToken } from '../inbox-tokens/tokens.ts'
import { readClue, readEnding } from './verify-text.decide.ts'
import { findTextByReference, findTextToRecipient } from './verify-text.sql.ts'

/**
 * Whether a text that holds this went out from here, within 90 days, to a number that ends in these digits. False also means that
 * it is not known. Writes nothing, and asks both ways whatever was typed, so that the time it takes tells no more than the answer.
 */
export async function isOurText({ db, deriveKey }: Context, typedClue: string, typedEnding: string): Promise<boolean> {
  const { token, references } = readClue(typedClue)
  const ending = readEnding(typedEnding)
  const pass = readTextToken(deriveKey, token)
  const answers = await Promise.all([
    db.one(findTextByReference, { ending, references }),
    db.one(findTextToRecipient, { ending, ...(pass ?? { recipientId: null, expiresAt: null }) }),
  ])
  return answers.some((answer) => answer?.found === true)
}
