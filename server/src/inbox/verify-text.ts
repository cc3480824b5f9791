import type { Context } from '../context.ts'
import { readFormerTextToken, readTextToken } from '../inbox-tokens/tokens.ts'
import type { Keyring } from '../keyring.ts'
import { findRecipientOf } from './links.ts'
import { readClue, readEnding } from './verify-text.decide.ts'
import { findTextByReference, findTextOfLink, type NamedText } from './verify-text.sql.ts'

/**
 * Whether we sent a text with this clue within 90 days to a number with this ending. False may also mean that it is unknown.
 * Read-only. All queries always run, so that the duration does not reveal more than the result. `via` is the context of a
 * business, or of none. The text of a link is read in the context of its business, whose clock decides whether it has expired.
 */
export async function isOurText(
  via: (businessId: string | null) => Promise<Context>,
  typedClue: string,
  typedEnding: string,
): Promise<boolean> {
  const context = await via(null)
  const { db, keyring } = context
  const { token, references } = readClue(typedClue)
  const ending = readEnding(typedEnding)
  const ofLink = await via((await findRecipientOf(context, token))?.businessId ?? null)
  const results = await Promise.all([
    db.one(findTextByReference, { ending, references }),
    ofLink.db.one(findTextOfLink, { ending, ...readText(keyring, token) }),
  ])
  return results.some((result) => result?.found === true)
}

function readText(keyring: Keyring, token: string): NamedText {
  const [text, former] = [readTextToken(keyring, token), readFormerTextToken(keyring, token)]
  return {
    nudgeId: text?.nudgeId ?? null,
    recipientId: former?.recipientId ?? null,
    expiresAt: (text ?? former)?.expiresAt ?? null,
  }
}
